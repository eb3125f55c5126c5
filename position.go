package nitoryu

import (
	"errors"
	"fmt"
	"slices"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
)

// Variant is the name of what is played.
type Variant string

// What is played.
const (
	Chess Variant = "chess"
	Shogi Variant = "shogi"
)

// Side is one of the two sides of a game.
type Side uint8

// The sides. The first to move in the initial position is White in chess and Black
// (sente) in shogi.
const (
	First Side = iota
	Second
)

// Other returns the opponent of s.
func (s Side) Other() Side { return s ^ 1 }

// Setup says how a game begins. The zero value is the initial position of chess.
type Setup struct {
	Variant  Variant // "": what Position fits, else chess
	Position string  // FEN or SFEN; "": the initial position
	Handicap string  // shogi: one of [Handicaps], instead of Position

	Chess960     bool   // chess: castling is written as king takes rook, FENs may name the files of rooks
	MoveLimit    int    // shogi: the game is drawn after this many plies; 0: never
	EnteringKing string // shogi: a rule by its name in USI, such as TryRule; "": CSARule27
}

// Handicaps returns the names of the usual handicaps of shogi, the smallest first.
func Handicaps() []string { return record.Handicaps() }

// Position is a position and the moves that led to it, which count for repetitions. It is
// used by one goroutine at a time; engines search a copy.
type Position struct {
	core  core.Position
	game  games.Game
	start string // FEN or SFEN that it was opened with; "": the initial position
	moves []core.Move
	texts []Move // of the moves

	// shared is how many moves are in memory that clones share: none of them is written to.
	shared int
}

// Open opens a position. The error is a [*SetupError].
func Open(s Setup) (*Position, error) {
	p, err := open(s)
	if err != nil {
		return nil, &SetupError{s, err}
	}
	return p, nil
}

func open(s Setup) (*Position, error) {
	name, text := s.Variant, s.Position
	if s.Handicap != "" {
		sfen, known := record.Handicap(s.Handicap)
		switch {
		case !known:
			return nil, fmt.Errorf("there is no handicap %q", s.Handicap)
		case text != "":
			return nil, errors.New("a handicap is a position of its own: leave the other one out")
		case name == Chess:
			return nil, errors.New("there are no handicaps in chess")
		}
		name, text = Shogi, sfen
	}
	if name == "" {
		name = Variant(games.Guess(text).Name)
	}
	game, err := games.ByName(string(name))
	if err != nil {
		return nil, err
	}
	if s.MoveLimit < 0 {
		return nil, fmt.Errorf("the move limit is negative: %d", s.MoveLimit)
	}
	if rules := core.EnteringKingRules(); s.EnteringKing != "" && !slices.Contains(rules, s.EnteringKing) {
		return nil, fmt.Errorf("there is no entering king rule %q", s.EnteringKing)
	}
	settings := core.Settings{Chess960: s.Chess960, MoveLimit: s.MoveLimit, EnteringKing: s.EnteringKing}
	p := &Position{game: game}
	if text == "" {
		p.core = game.Start(settings)
	} else if p.core, err = game.Parse(text, settings); err != nil {
		return nil, err
	} else {
		p.start = p.core.String()
	}
	return p, nil
}

// FromCore returns a copy of a position of package core.
func FromCore(p core.Position) (*Position, error) {
	game, err := games.ByName(p.GameInfo().Name)
	if err != nil {
		return nil, err
	}
	start := p.String()
	if start == game.Start(core.Settings{}).String() {
		start = ""
	}
	return &Position{core: p.Clone(), game: game, start: start}, nil
}

// Clone returns an independent copy.
func (p *Position) Clone() *Position {
	n := len(p.moves)
	if p.shared < n {
		p.shared = n
	}
	return &Position{p.core.Clone(), p.game, p.start, p.moves[:n:n], p.texts[:n:n], n}
}

// Core returns a copy as a position of package core.
func (p *Position) Core() core.Position { return p.core.Clone() }

// ReadMoves returns moves that are played one after the other from p as those of package
// core, up to the first that is not legal. p stays as it is.
func ReadMoves(p core.Position, moves []Move) (read []core.Move) {
	for _, text := range moves {
		m, err := p.ParseMove(string(text))
		if err != nil {
			break
		}
		read = append(read, m)
		p.Do(m, nil)
	}
	for range read {
		p.Undo()
	}
	return read
}

// WriteMoves returns moves of package core that are played one after the other from p, up to
// the first that is not legal: lines of a search come from a table, which may err. p stays as
// it is.
func WriteMoves(p core.Position, moves ...core.Move) (written []Move) {
	for _, m := range moves {
		if m = p.ValidateMove(m.ID()); m == core.NoMove {
			break
		}
		written = append(written, Move(p.FormatMove(m)))
		p.Do(m, nil)
	}
	for range written {
		p.Undo()
	}
	return written
}

// CloneTo is Clone into the memory of old, which is no longer needed; it may be nil.
func (p *Position) CloneTo(old *Position) *Position {
	if old == nil || old == p {
		return p.Clone()
	}
	c := &Position{core: p.core.CloneTo(old.core), game: p.game, start: p.start}
	if old.shared == 0 {
		c.moves, c.texts = old.moves[:0], old.texts[:0]
	}
	c.moves, c.texts = append(c.moves, p.moves...), append(c.texts, p.texts...)
	return c
}

// Variant returns what is played.
func (p *Position) Variant() Variant { return Variant(p.game.Name) }

// Chess960 reports whether the position is one of Chess960, in which castling is written as
// king takes rook.
func (p *Position) Chess960() bool {
	c, isChess := p.core.(*chess.Position)
	return isChess && c.Chess960()
}

// Setup returns how the game of the position begins: [Open] of it, and the [Position.Moves],
// lead to the position again.
func (p *Position) Setup() Setup {
	s := Setup{Variant: p.Variant(), Position: p.start, Chess960: p.Chess960()}
	if chosen, ok := p.core.(interface{ Settings() core.Settings }); ok { // shogi
		rules := chosen.Settings()
		s.MoveLimit, s.EnteringKing = rules.MoveLimit, rules.EnteringKing
	}
	return s
}

// Start returns the FEN or SFEN that the position was opened with, "" for the initial
// position.
func (p *Position) Start() string { return p.start }

// Moves returns the moves that were played since.
func (p *Position) Moves() []Move { return slices.Clone(p.texts) }

// Chances returns how games end with such a score, as a model of games of our engine says.
func (p *Position) Chances(s Score) (c Chances) {
	model := &p.game.Chances
	c.Win, c.Draw, c.Loss = model.WDL(core.Score(s), model.PhaseOf(p.core))
	return c
}

// Key returns the Zobrist key of the position: pieces, side to move, hands, castling rights
// and en passant, but no counters. It differs between versions of this package.
func (p *Position) Key() uint64 { return p.core.Key() }

// Plies returns the number of plies since the beginning of the game, counted on from the
// move number of the FEN or SFEN.
func (p *Position) Plies() int { return p.core.Plies() }

// String returns the position as FEN or SFEN.
func (p *Position) String() string { return p.core.String() }

// Diagram returns the board drawn with letters, in lines.
func (p *Position) Diagram() string { return p.core.Diagram() }

// Side returns the side to move.
func (p *Position) Side() Side { return Side(p.core.Side()) }

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.core.InCheck() }

// CanDeclare reports whether the side to move may win by declaration, by the entering king
// rule of shogi. It may also play on.
func (p *Position) CanDeclare() bool { return p.core.Claim() == core.WinningClaim }

// Declared tells how the game ends if the side to move declares: by the rules for 24 points
// some declarations draw, and one without the right to loses.
func (p *Position) Declared() Outcome { return outcomeOf(p.core.Claim().Verdict(p.core.Side())) }

// CanWin reports whether a side could still win by some series of legal moves, however bad.
// Where it cannot, time that its opponent oversteps costs only half the point (FIDE 6.9).
func (p *Position) CanWin(s Side) bool { return p.core.CanWin(core.Color(s)) }

// Legal returns the legal moves, in no particular order.
func (p *Position) Legal() []Move {
	var list core.MoveList
	p.core.Generate(core.AllMoves, &list)
	moves := make([]Move, list.N)
	for i, m := range list.Slice() {
		moves[i] = Move(p.core.FormatMove(m))
	}
	return moves
}

// Play plays moves one after the other. If one of them is not legal, none is played and the
// error is a [*MoveError].
func (p *Position) Play(moves ...Move) error {
	for played, text := range moves {
		m, err := p.core.ParseMove(string(text))
		if err != nil {
			for range played {
				p.Undo()
			}
			return &MoveError{Move: text, Index: played, Err: err}
		}
		p.do(m)
	}
	return nil
}

func (p *Position) do(m core.Move) {
	p.moves, p.texts = append(p.moves, m), append(p.texts, Move(p.core.FormatMove(m)))
	p.core.Do(m, nil)
}

// Undo takes the last move back, and reports whether there was one.
func (p *Position) Undo() bool {
	if len(p.moves) == 0 {
		return false
	}
	p.core.Undo()
	n := len(p.moves) - 1
	p.moves, p.texts = p.moves[:n], p.texts[:n]
	if n < p.shared { // another move in this place needs memory of its own
		p.moves, p.texts, p.shared = p.moves[:n:n], p.texts[:n:n], n
	}
	return true
}

// Last returns the move that was played last, NoMove if there is none.
func (p *Position) Last() Move {
	if len(p.texts) == 0 {
		return NoMove
	}
	return p.texts[len(p.texts)-1]
}

// last returns the move that was played last, or core.NoMove.
func (p *Position) last() core.Move {
	if len(p.moves) == 0 {
		return core.NoMove
	}
	return p.moves[len(p.moves)-1]
}

// SetupError says why a [Setup] makes no position.
type SetupError struct {
	Setup Setup
	Err   error
}

// Error implements error.
func (e *SetupError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong.
func (e *SetupError) Unwrap() error { return e.Err }

// Outcome is how a game stands. The zero value is a game that goes on.
type Outcome struct {
	Over   bool
	Drawn  bool
	Winner Side   // if the game is over and not drawn
	Reason string // "checkmate", "repetition", "fifty-move rule" and so on; "" while the game goes on
}

// Outcome tells how the game stands by the rules. Draws that a player of chess may claim
// count: the third repetition, and fifty moves without a capture or a pawn move.
func (p *Position) Outcome() Outcome { return outcomeOf(p.core.Verdict()) }

func outcomeOf(v core.Verdict) Outcome {
	if !v.Over() {
		return Outcome{}
	}
	o := Outcome{Over: true, Drawn: v.Drawn, Reason: v.Ending.String()}
	if !v.Drawn {
		o.Winner = Side(v.Winner)
	}
	return o
}
