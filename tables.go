package nitoryu

import (
	"errors"

	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/syzygy"
)

// Tables are endgame tables of chess (Syzygy): they know the result of every position with few
// pieces. They may be asked by several goroutines at once. The zero value knows nothing.
type Tables struct{ tables *syzygy.Tables }

// TableResult is the result of a position for the side to move, as both play best.
type TableResult struct {
	WDL WDL `json:"wdl"`
	// DTZ is the distance to zeroing: the plies to the next capture, pawn move or mate on the way to
	// the result, negative for a loss. It is 0 for a draw, and where the tables do not tell.
	DTZ int `json:"dtz,omitempty"`
}

// TableMove is a move and its result for the side that moves.
type TableMove struct {
	Move Move `json:"move"`
	TableResult
}

// WDL is a result by tables: for the side to move, with the halfmove clock at zero.
type WDL int8

// The results.
const (
	TableLoss   WDL = iota - 2
	BlessedLoss     // a loss that the fifty-move rule turns into a draw
	TableDraw
	CursedWin // a win that the fifty-move rule turns into a draw
	TableWin
)

var wdlNames = [...]string{"loss", "blessed loss", "draw", "cursed win", "win"}

// String returns "win", "cursed win", "draw", "blessed loss" or "loss".
func (w WDL) String() string { return wdlNames[min(max(w, TableLoss), TableWin)-TableLoss] }

// MarshalText implements [encoding.TextMarshaler] with String.
func (w WDL) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (w *WDL) UnmarshalText(text []byte) error {
	i, err := named(wdlNames[:], "result of tables", text)
	if err == nil {
		*w = TableLoss + WDL(i)
	}
	return err
}

// OpenTables finds the tables in folders, whose names are separated as in PATH. It only lists the
// folders: a file is opened when a position first asks for it. The error says which folders or files
// were left out; the other tables can be used all the same.
func OpenTables(folders string) (*Tables, error) {
	tables, problems := games.OpenTables(folders)
	return &Tables{tables}, errors.Join(problems...)
}

// Men returns the largest number of pieces, kings included, for which there is a table; 0 if there is
// none.
func (t *Tables) Men() int {
	if t.tables == nil {
		return 0
	}
	return t.tables.Men()
}

// Probe returns the result of a position. The error is [ErrNoTable] for positions of shogi, those with
// castling rights, and those for which there is no table, or a damaged one.
func (t *Tables) Probe(p *Position) (TableResult, error) {
	board, err := t.board(p)
	if err != nil {
		return TableResult{}, err
	}
	wdl, known := t.tables.WDL(board)
	if !known {
		return TableResult{}, ErrNoTable
	}
	dtz, _ := t.tables.DTZ(board)
	return TableResult{WDL(wdl), dtz}, nil
}

// Moves returns the legal moves of a position, the best first: whoever plays the first one wins what is
// won. The halfmove clock counts, and so do repetitions. The errors are as in [Tables.Probe].
func (t *Tables) Moves(p *Position) ([]TableMove, error) {
	board, err := t.board(p)
	if err != nil {
		return nil, err
	}
	ranked, _, known := t.tables.Root(board, syzygy.RootOptions{Repeated: board.Repeated()})
	if !known {
		return nil, ErrNoTable
	}
	moves := make([]TableMove, len(ranked))
	for i, m := range ranked {
		moves[i] = TableMove{Move(board.FormatMove(m.Move)), TableResult{WDL(m.WDL), m.DTZ}}
	}
	return moves, nil
}

// board returns a copy of a position, which tables play on.
func (t *Tables) board(p *Position) (*chess.Position, error) {
	board, isChess := p.at().(*chess.Position)
	if t.tables == nil || !isChess {
		return nil, ErrNoTable
	}
	return board.Copy().(*chess.Position), nil
}

// Close frees the tables. Nobody may be asking them; later they know nothing.
func (t *Tables) Close() error {
	if t.tables == nil {
		return nil
	}
	return t.tables.Close()
}
