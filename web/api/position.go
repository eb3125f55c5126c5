package api

import (
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
)

// positionRequest asks for a position: the start of a game, and the moves from there.
type positionRequest struct {
	lineRequest
	claims
	// Lines go on from the position that is asked for; the answer names their moves.
	Lines [][]string `json:"lines"`
}

// lineRequest asks about the position after the moves of a game.
type lineRequest struct {
	setup
	Moves []string `json:"moves"`
}

// play returns the position that is asked about, and the move before it, NoMove if there is none.
func (r *lineRequest) play() (g games.Game, p core.Position, previous core.Move, err error) {
	if g, p, err = r.open(); err != nil {
		return g, nil, core.NoMove, err
	}
	moves, err := readMoves(p, r.Moves)
	for _, m := range moves {
		p.Do(m, nil)
		previous = m
	}
	return g, p, previous, err
}

// claims are what ends a game besides the position, in favour of the side to move or against
// it.
type claims struct {
	Declared bool `json:"declared"` // it declares by the entering king rule
	Flagged  bool `json:"flagged"`  // its time is over
}

// positionAnswer is a position as a page needs it.
type positionAnswer struct {
	Position string              `json:"position"`
	Side     string              `json:"side"`
	Ply      int                 `json:"ply"` // since the initial position, by the numbers of the FEN or SFEN
	Check    []string            `json:"check"`
	Board    []placed            `json:"board"`
	Hands    map[string]holdings `json:"hands"`
	Legal    []move              `json:"legal"`
	Last     *move               `json:"last"`
	Names    []names             `json:"names"`
	Outcome  *outcome            `json:"outcome"`
	Claim    claim               `json:"claim"`
	Sides    [2]Text             `json:"sides"`
	Lines    [][]names           `json:"lines,omitempty"`  // each up to its first move that is not legal
	Passed   string              `json:"passed,omitempty"` // the position with the other side to move, if that is one
}

// placed is a piece on the board. Its letter is that of FEN or SFEN for the side that moves
// first, with a plus if it is promoted.
type placed struct {
	Square string `json:"square"`
	Piece  string `json:"piece"`
	Side   string `json:"side"`
}

// holdings are the pieces in a hand by their letters.
type holdings map[string]int

// move is a legal move.
type move struct {
	Move     string `json:"move"`
	From     string `json:"from,omitempty"`
	To       string `json:"to"`
	Piece    string `json:"piece"`
	Promotes any    `json:"promotes,omitempty"` // in chess the letter of the new piece, in shogi true
	Drop     string `json:"drop,omitempty"`
	Capture  bool   `json:"capture,omitempty"`
	Castles  bool   `json:"castles,omitempty"`
	Rook     string `json:"rook,omitempty"` // the square of the rook of a castling, where players put the king, too
	Names    names  `json:"names"`
}

// namedMove is a move with its names.
type namedMove struct {
	Move  string `json:"move"`
	Names names  `json:"names"`
}

// claim is what the side to move may claim.
type claim struct {
	Declaration bool `json:"declaration"`
	Drawn       bool `json:"drawn,omitempty"` // the declaration draws
}

// sideNames are how sides are called in requests and answers.
var sideNames = [2]string{"first", "second"}

// position answers a request for a position.
func (*API) position(request []byte) (any, error) {
	r, err := decode[positionRequest](request)
	if err != nil {
		return nil, err
	}
	g, p, err := r.open()
	if err != nil {
		return nil, err
	}
	moves, err := readMoves(p, r.Moves)
	if err != nil {
		return nil, err
	}
	a := positionAnswer{Names: []names{}, Legal: []move{}}
	sides := sidesOf(p)
	previous := core.NoMove
	for i, m := range moves {
		if i == len(moves)-1 {
			last := describe(p, m, previous)
			a.Last = &last
			a.Names = append(a.Names, last.Names)
		} else {
			a.Names = append(a.Names, namesOf(p, m, previous))
		}
		p.Do(m, nil)
		previous = m
	}
	a.Position, a.Side, a.Ply = p.String(), sideNames[p.Side()&1], p.Plies()
	a.Check = append([]string{}, g.Checkers(p)...)
	a.Board, a.Hands = pieces(p)
	var legal core.MoveList
	p.Generate(core.AllMoves, &legal)
	for _, m := range legal.Slice() {
		a.Legal = append(a.Legal, describe(p, m, previous))
	}
	declaring := p.Claim()
	a.Claim = claim{Declaration: declaring != core.LosingClaim, Drawn: declaring == core.DrawingClaim}
	a.Outcome = outcomeOf(g, p, r.claims, sides)
	a.Sides = sides
	a.Passed = r.passed(g, p)
	a.Lines, err = r.lines(p, previous)
	return a, err
}

// readMoves reads the moves of a game that begins with p, which is left as it was.
func readMoves(p core.Position, texts []string) (moves []core.Move, err error) {
	if len(texts) > maxMoves {
		return nil, faultf("too many moves", args{"most": maxMoves}, "the game has %d moves, %d are the most", len(texts), maxMoves)
	}
	p = p.Clone()
	for i, text := range texts {
		m, err := p.ParseMove(text)
		if err != nil {
			return nil, &moveError{kept: i, move: text, err: err}
		}
		moves = append(moves, m)
		p.Do(m, nil)
	}
	return moves, nil
}

// passed returns the position after a pass, "" where the rules allow none: in check, say.
func (r *positionRequest) passed(g games.Game, p core.Position) string {
	fields := strings.Fields(p.String())
	if p.InCheck() || len(fields) < 4 {
		return ""
	}
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	if g.Name == games.Chess().Name {
		fields[3] = "-" // no capture en passant
	}
	text := strings.Join(fields, " ")
	settings, err := r.settings()
	if err == nil {
		_, err = g.Parse(text, settings)
	}
	if err != nil {
		return ""
	}
	return text
}

// lines names the moves of the lines that go on from p, which previous led to.
func (r *positionRequest) lines(p core.Position, previous core.Move) (named [][]names, err error) {
	left := maxMoves
	for _, line := range r.Lines {
		if left -= len(line); left < 0 {
			return nil, faultf("too many moves", args{"most": maxMoves}, "the lines have more than %d moves", maxMoves)
		}
		own, before := []names{}, previous
		for _, text := range line {
			m, err := p.ParseMove(text)
			if err != nil {
				break
			}
			own = append(own, namesOf(p, m, before))
			p.Do(m, nil)
			before = m
		}
		for range own {
			p.Undo()
		}
		named = append(named, own)
	}
	return named, nil
}

// pieces returns what stands on the board and what is in the hands.
func pieces(p core.Position) (board []placed, hands map[string]holdings) {
	hands = map[string]holdings{sideNames[0]: {}, sideNames[1]: {}}
	switch p := p.(type) {
	case *chess.Position:
		for sq := range core.Square(64) {
			if piece := p.PieceAt(sq); piece != 0 {
				board = append(board, placed{chess.SquareName(sq), letter(p, piece.Type()), sideNames[piece.Color()&1]})
			}
		}
	case *shogi.Position:
		for sq := range core.Square(81) {
			if piece := p.PieceAt(sq); piece != 0 {
				board = append(board, placed{shogi.SquareName(sq), letter(p, piece.Type()), sideNames[piece.Color()&1]})
			}
		}
		for c, side := range sideNames {
			for k := shogi.Pawn; k <= shogi.Rook; k++ {
				if n := p.Hand(core.Color(c), k); n > 0 {
					hands[side][letter(p, k)] = n
				}
			}
		}
	}
	return board, hands
}

// letter returns the letter of a kind of piece in FEN or SFEN, a capital.
func letter(p core.Position, k core.PieceType) string {
	if _, ok := p.(*shogi.Position); ok {
		return shogi.PieceName(core.NewPiece(core.First, k))
	}
	return chess.PieceName(core.NewPiece(core.First, k))
}

// describe describes a legal move.
func describe(p core.Position, m, previous core.Move) move {
	text := p.FormatMove(m)
	d := move{
		Move: text, From: text[:2], To: text[2:4], Piece: letter(p, m.PieceType()),
		Capture: m.IsCapture(), Castles: m.IsCastling(), Names: namesOf(p, m, previous),
	}
	switch {
	case m.IsCastling():
		d.Rook = chess.SquareName(m.To())
	case m.IsDrop():
		d.From, d.Drop = "", d.Piece
	case m.IsPromotion() && p.GameInfo().Name == games.Chess().Name:
		d.Promotes = strings.ToUpper(text[4:])
	case m.IsPromotion():
		d.Promotes = true
	}
	return d
}

// names are how people write a move.
type names struct {
	SAN      string `json:"san,omitempty"`
	Figurine string `json:"figurine,omitempty"`
	Kanji    string `json:"kanji,omitempty"`
	Western  string `json:"western,omitempty"`
}

// figurines replace the letters of pieces in SAN.
var figurines = strings.NewReplacer("K", "♔", "Q", "♕", "R", "♖", "B", "♗", "N", "♘")

// namesOf writes a legal move.
func namesOf(p core.Position, m, previous core.Move) names {
	if p.GameInfo().Name == games.Shogi().Name {
		return names{Kanji: record.Japanese(p, m, previous, record.Triangles), Western: record.Western(p, m)}
	}
	san := record.SAN(p, m)
	return names{SAN: san, Figurine: figurines.Replace(san)}
}
