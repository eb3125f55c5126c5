package nitoryu

import (
	"context"
	"slices"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/games"
)

// Position is a position and the moves that led to it, which count for repetitions. The zero
// value is the initial position of chess. One goroutine at a time may play moves on it, or any
// number read it; engines search a copy.
//
// As text it is its FEN or SFEN, without the moves; in JSON it is its [Setup] and the moves.
type Position struct {
	board core.Position // nil: the initial position of chess
	start string        // FEN or SFEN that it was opened with; "": the initial position
	moves []core.Move
}

// Open opens a position. The error is a [*SetupError].
func Open(s Setup) (*Position, error) {
	board, rules, err := s.open()
	if err != nil {
		return nil, &SetupError{s, err}
	}
	p := &Position{board: board}
	if text := board.String(); s.Position != "" || s.Handicap != "" {
		if text != rules.Start(s.settings()).String() {
			p.start = text
		}
	}
	return p, nil
}

// at returns what is on the board, to be looked at.
func (p *Position) at() core.Position {
	if p == nil || p.board == nil {
		return chess.Rules.Start(core.Settings{})
	}
	return p.board
}

// Clone returns an independent copy.
func (p *Position) Clone() *Position {
	return &Position{p.at().Copy(), p.start, slices.Clone(p.moves)}
}

// CloneTo is Clone into the memory of old, which is no longer needed; it may be nil.
func (p *Position) CloneTo(old *Position) *Position {
	if old == nil || old == p {
		return p.Clone()
	}
	return &Position{p.at().CloneTo(old.board), p.start, append(old.moves[:0], p.moves...)}
}

// Variant returns what is played.
func (p *Position) Variant() Variant { return Variant(p.at().GameInfo().Name) }

// Chess960 reports whether the position is one of Chess960, in which castling is written as
// king takes rook.
func (p *Position) Chess960() bool {
	c, isChess := p.at().(*chess.Position)
	return isChess && c.Chess960()
}

// Setup returns how the game of the position begins: [Open] of it, and the [Position.Moves],
// lead to the position again.
func (p *Position) Setup() Setup {
	s := Setup{Variant: p.Variant(), Position: p.start, Chess960: p.Chess960()}
	if c, isShogi := p.at().(*shogi.Position); isShogi {
		rules := c.Settings()
		s.MoveLimit, s.EnteringKing = rules.MoveLimit, rules.EnteringKing
	}
	return s
}

// Start returns the FEN or SFEN that the position was opened with, "" for the initial
// position.
func (p *Position) Start() string { return p.start }

// Moves returns the moves that were played since.
func (p *Position) Moves() []Move {
	moves := make([]Move, len(p.moves))
	for i, m := range p.moves {
		moves[i] = Move(p.board.FormatMove(m))
	}
	return moves
}

// Last returns the move that was played last, NoMove if there is none.
func (p *Position) Last() Move {
	if len(p.moves) == 0 {
		return NoMove
	}
	return Move(p.board.FormatMove(p.last()))
}

// last returns the move that was played last, or core.NoMove.
func (p *Position) last() core.Move {
	if len(p.moves) == 0 {
		return core.NoMove
	}
	return p.moves[len(p.moves)-1]
}

// Key returns the Zobrist key of the position: pieces, side to move, hands, castling rights
// and en passant, but no counters. It differs between versions of this package.
func (p *Position) Key() uint64 { return p.at().Key() }

// Plies returns the number of plies since the beginning of the game, counted on from the
// move number of the FEN or SFEN.
func (p *Position) Plies() int { return p.at().Plies() }

// String returns the position as FEN or SFEN.
func (p *Position) String() string { return p.at().String() }

// Diagram returns the board drawn with letters, in lines.
func (p *Position) Diagram() string { return p.at().Diagram() }

// Side returns the side to move.
func (p *Position) Side() Side { return Side(p.at().Side()) }

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.at().InCheck() }

// Legal returns the legal moves, in no particular order.
func (p *Position) Legal() []Move { return p.AppendLegal([]Move{}) }

// AppendLegal appends the legal moves to moves and returns it: a slice that has room is used again
// without allocating.
func (p *Position) AppendLegal(moves []Move) []Move {
	var list core.MoveList
	board := p.at()
	generate(board, &list)
	moves = slices.Grow(moves, list.N)
	for _, m := range list.Slice() {
		moves = append(moves, Move(board.FormatMove(m)))
	}
	return moves
}

// generate lists the legal moves. It calls the games by name, so that the list needs no memory.
func generate(board core.Position, list *core.MoveList) {
	switch p := board.(type) {
	case *chess.Position:
		p.Generate(core.AllMoves, list)
	case *shogi.Position:
		p.Generate(core.AllMoves, list)
	}
}

// IsLegal reports whether a move can be played.
func (p *Position) IsLegal(m Move) bool {
	_, err := p.at().ParseMove(string(m))
	return err == nil
}

// IsCapture reports whether a legal move captures a piece, en passant included.
func (p *Position) IsCapture(m Move) bool {
	move, err := p.at().ParseMove(string(m))
	return err == nil && move.IsCapture()
}

// IsCastling reports whether a legal move castles.
func (p *Position) IsCastling(m Move) bool {
	move, err := p.at().ParseMove(string(m))
	return err == nil && move.IsCastling()
}

// GivesCheck reports whether a legal move gives check.
func (p *Position) GivesCheck(m Move) bool {
	board := p.at()
	move, err := board.ParseMove(string(m))
	return err == nil && board.GivesCheck(move)
}

// Play plays moves one after the other. If one of them is not legal, none is played and the
// error is a [*MoveError].
func (p *Position) Play(moves ...Move) error {
	p.board = p.at()
	for played, text := range moves {
		m, err := p.board.ParseMove(string(text))
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
	p.moves = append(p.moves, m)
	p.board.Do(m, nil)
}

// Undo takes the last move back, and reports whether there was one.
func (p *Position) Undo() bool {
	if len(p.moves) == 0 {
		return false
	}
	p.board.Undo()
	p.moves = p.moves[:len(p.moves)-1]
	return true
}

// Perft counts the leaves of the tree of legal moves, depth plies deep
// (https://www.chessprogramming.org/Perft). The error is the context's, with what was counted
// until then.
func (p *Position) Perft(ctx context.Context, depth int) (uint64, error) {
	n, whole := core.Divide(p.at().Clone(), depth, func() bool { return ctx.Err() != nil }, nil)
	if !whole {
		return n, ctx.Err()
	}
	return n, nil
}

// Chances returns how games end with such a score of our engine, as a model of the results of games says.
func (p *Position) Chances(s Score) Chances { return p.ChancesFor(games.Engine, s) }

// ChancesFor is Chances for a score of an engine with that name.
func (p *Position) ChancesFor(engine string, s Score) (c Chances) {
	board := p.at()
	model := games.ChancesFor(engine, board.GameInfo().Name)
	c.Win, c.Draw, c.Loss = model.WDL(core.Score(s), model.PhaseOf(board))
	return c
}
