package schema

import (
	"strings"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// Version is the version of all JSON that is described here. It is raised when a key goes or changes its
// meaning; new keys may come at any time.
const Version = review.Schema

// Text is a text in both languages.
type Text = review.Text

// Placed is a piece on the board. Its letter is the one that FEN or SFEN has for the side that
// moves first, with a plus if it is promoted.
type Placed struct {
	Square string `json:"square"`
	Piece  string `json:"piece"`
	Side   string `json:"side"`
}

// Hand is what a side has in hand: how many pieces of each letter.
type Hand map[string]int

// Claim is what the side to move may claim by the entering king rule.
type Claim struct {
	Declaration bool `json:"declaration"`
	Drawn       bool `json:"drawn,omitempty"` // the declaration draws
}

// Declaration is how far a side is from declaring that it wins by the entering king rule, in shogi.
type Declaration struct {
	Entered bool `json:"entered"` // its king is in the enemy camp
	Pieces  int  `json:"pieces"`  // in the enemy camp besides the king, of which 10 are needed
	Points  int  `json:"points"`  // of these and of the hand
	Wins    int  `json:"wins"`    // the points that win
	Draws   int  `json:"draws"`   // that draw at least; as many as win: none draws
}

// DeclarationsOf returns how far both sides are from a declaration, nil where the rule has none.
func DeclarationsOf(p core.Position) *[2]Declaration {
	position, ok := p.(*shogi.Position)
	if !ok {
		return nil
	}
	var both [2]Declaration
	for c := range both {
		d, claims := position.Declaration(core.Color(c))
		if !claims {
			return nil
		}
		both[c] = Declaration(d)
	}
	return &both
}

// Outcome is how a game ended by the rules.
type Outcome struct {
	Result string `json:"result"` // as in PGN
	Reason string `json:"reason"` // such as checkmate or repetition
	Text   Text   `json:"text"`
}

// Position is how a game stands.
type Position struct {
	Schema   int             `json:"schema,omitempty"` // the version of the schema, in the MCP
	Game     string          `json:"game"`             // chess or shogi
	Position string          `json:"position"`         // FEN or SFEN
	Side     string          `json:"side"`             // to move: first or second
	Sides    [2]Text         `json:"sides"`            // what both are called
	Ply      int             `json:"ply"`              // half moves since the initial position, by the numbers of the FEN or SFEN
	Check    []string        `json:"check"`            // the squares of the pieces that give check
	Hands    map[string]Hand `json:"hands,omitempty"`  // of first and second
	Outcome  *Outcome        `json:"outcome"`          // null: the game goes on
	Claim    Claim           `json:"claim"`
	Last     *Move           `json:"last"`  // the move before it, null if there is none
	Names    []Names         `json:"names"` // of all moves of the game
	Legal    []Move          `json:"legal,omitzero"`

	// Of the web API.
	Key          string          `json:"key,omitempty"`          // names the position, however games came to it
	Declarations *[2]Declaration `json:"declarations,omitempty"` // of first and second, where the rules have any
	Board        []Placed        `json:"board,omitzero"`
	Lines        [][]Names       `json:"lines,omitempty"`  // of lines that go on from here, each up to its first move that is not legal
	Passed       string          `json:"passed,omitempty"` // the position with the other side to move, if that is one
	Draw         *nitoryu.Score  `json:"draw,omitempty"`   // our engine accepts a draw if this side has that score at least; left out if it accepts none

	// Of the MCP.
	Diagram string `json:"diagram,omitempty"` // the board in letters
	Moves   int    `json:"moves,omitempty"`   // how many are legal
	Text    string `json:"text,omitempty"`    // how it stands, in words
}

// SideNames are how sides are called.
var SideNames = [2]string{"first", "second"}

// PositionOf tells how a game stands that began at start, which it plays the moves on. The outcome is not
// told.
func PositionOf(start core.Position, moves []core.Move) Position {
	p, previous := start, core.NoMove
	a := Position{Game: p.GameInfo().Name, Sides: SidesOf(p), Names: []Names{}}
	for i, m := range moves {
		if i == len(moves)-1 {
			last := MoveOf(p, m, previous)
			a.Last = &last
			a.Names = append(a.Names, last.Names)
		} else {
			a.Names = append(a.Names, NamesOf(p, m, previous))
		}
		p.Do(m, nil)
		previous = m
	}
	a.Position, a.Side, a.Ply = p.String(), SideNames[p.Side()&1], p.Plies()
	if of, err := games.ByName(a.Game); err == nil {
		a.Check = append([]string{}, of.Checkers(p)...)
	}
	a.Board, a.Hands = pieces(p)
	declaring := p.Claim()
	a.Claim = Claim{Declaration: declaring != core.LosingClaim, Drawn: declaring == core.DrawingClaim}
	return a
}

// LegalOf lists the legal moves of p, which previous led to.
func LegalOf(p core.Position, previous core.Move) []Move {
	var list core.MoveList
	p.Generate(core.AllMoves, &list)
	legal := make([]Move, 0, list.N)
	for _, m := range list.Slice() {
		legal = append(legal, MoveOf(p, m, previous))
	}
	return legal
}

// Passed returns p with the other side to move, nil where the rules allow no such position: in check, say.
func Passed(p core.Position, s core.Settings) core.Position {
	fields := strings.Fields(p.String())
	if p.InCheck() || len(fields) < 4 {
		return nil
	}
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	if p.GameInfo().Name == games.Chess().Name {
		fields[3] = "-" // no capture en passant
	}
	of, err := games.ByName(p.GameInfo().Name)
	if err != nil {
		return nil
	}
	passed, err := of.Parse(strings.Join(fields, " "), s)
	if err != nil {
		return nil
	}
	return passed
}

// pieces returns what stands on the board and what is in the hands.
func pieces(p core.Position) (board []Placed, hands map[string]Hand) {
	hands = map[string]Hand{SideNames[0]: {}, SideNames[1]: {}}
	switch p := p.(type) {
	case *chess.Position:
		for sq := range core.Square(64) {
			if piece := p.PieceAt(sq); piece != 0 {
				board = append(board, Placed{chess.SquareName(sq), Letter(p, piece.Type()), SideNames[piece.Color()&1]})
			}
		}
	case *shogi.Position:
		for sq := range core.Square(81) {
			if piece := p.PieceAt(sq); piece != 0 {
				board = append(board, Placed{shogi.SquareName(sq), Letter(p, piece.Type()), SideNames[piece.Color()&1]})
			}
		}
		for c, side := range SideNames {
			for k := shogi.Pawn; k <= shogi.Rook; k++ {
				if n := p.Hand(core.Color(c), k); n > 0 {
					hands[side][Letter(p, k)] = n
				}
			}
		}
	}
	return board, hands
}

// chessReasons are endings for which chess has other words in Japanese than shogi.
var chessReasons = map[core.Ending]string{core.Stalemate: "ステイルメイト", core.Repetition: "同一局面3回"}

// OutcomeOf tells how a game between these sides ended at p by a verdict, nil if it goes on.
func OutcomeOf(p core.Position, v core.Verdict, sides [2]Text) *Outcome {
	if !v.Over() {
		return nil
	}
	reason := record.JapaneseEnding(v.Ending)
	if word := chessReasons[v.Ending]; word != "" && p.GameInfo().Name == games.Chess().Name {
		reason = word
	}
	o := &Outcome{Result: record.ResultOf(v.Drawn, v.Winner).String(), Reason: v.Ending.String()}
	winner := sides[v.Winner&1]
	if v.Drawn {
		o.Text = Text{English: "Draw: " + o.Reason, Japanese: "引き分け（" + reason + "）"}
	} else {
		o.Text = Text{English: winner.English + " wins: " + o.Reason, Japanese: winner.Japanese + "の勝ち（" + reason + "）"}
	}
	return o
}

// SidesOf returns how the sides of a game are called that starts at p.
func SidesOf(p core.Position) [2]Text {
	english, japanese := record.Sides(p, false), record.Sides(p, true)
	var sides [2]Text
	for i := range sides {
		sides[i] = Text{English: english[i], Japanese: japanese[i]}
	}
	return sides
}

// Kind is a kind of piece.
type Kind struct {
	Piece string `json:"piece"` // its letter
	Name  Text   `json:"name"`
}

// KindsOf returns the kinds of pieces of the game of p, the king first.
func KindsOf(p core.Position) []Kind {
	names := review.StandardOf(p.GameInfo().Name).Pieces
	kinds := []Kind{{"K", Text{English: names[review.English][0], Japanese: names[review.Japanese][0]}}} // kings have no kind there
	for k := 1; k < len(names[0]); k++ {
		if names[0][k] != "" {
			kinds = append(kinds, Kind{Letter(p, core.PieceType(k)), Text{English: names[review.English][k], Japanese: names[review.Japanese][k]}})
		}
	}
	return kinds
}
