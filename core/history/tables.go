package history

import "github.com/nitoryu/nitoryu/core"

// Limit bounds every value of the move histories: -Limit to Limit.
const Limit = 16384

const (
	lowPlies     = 4 // distances from the root with a history of their own
	continuation = 4 // earlier moves with a continuation history
)

// Earlier are the rows of the moves 1, 2, 4 and 6 plies before a node.
type Earlier [continuation]Row

// Tables are the histories of one thread, some of which it may share with others.
type Tables struct {
	butterfly   [2][4][core.FromTos]int16     // [side][attacked][from, to], see fromTo
	low         [lowPlies][core.FromTos]int16 // [distance from the root][from, to]
	capture     []int16                       // [piece, to][captured kind]
	after       []int16                       // of Shared
	pawns       []int16                       // of Shared
	none        []int16                       // [piece, to], the zeros of None
	corrections *corrections                  // of Shared
	own         *Shared                       // nil: they are shared
	squares     int
	rowLength   int
	pawnMask    uint64 // of the keys of pawns
	use         Use
}

// Use says which histories are used. The others stay zero.
type Use struct {
	Continuation bool // after the moves one and two plies before
	Far          bool // after the moves four and six plies before
	Pawns        bool
	Low          bool
	Capture      bool
	Attacked     bool // tell quiet moves from and to attacked squares from others
}

// Row is the index where the [piece, to] values of one earlier move or one pawn
// structure begin. A negative Row means no row.
type Row int32

// None is no row.
const None Row = -1

// Context is what the histories of the quiet moves of one node depend on.
type Context struct {
	side  core.Color
	ply   int
	after Earlier
	pawns Row

	attacked core.Squares // by the opponent
}

// New returns empty tables for a game. They share s with other tables; nil: they share nothing.
func New(t *core.GameInfo, s *Shared) *Tables {
	var own *Shared
	if s == nil {
		own = NewShared(t)
		s = own
	}
	h := &Tables{own: own, after: s.after, pawns: s.pawns, corrections: &s.corrections, squares: t.Squares}
	h.rowLength = rowLength(t)
	h.pawnMask = uint64(t.PawnSets - 1)
	h.capture = make([]int16, h.rowLength*core.MaxPieceTypes)
	h.none = make([]int16, h.rowLength)
	h.use = Use{true, true, true, true, true, true}
	return h
}

// SetUse sets which histories are used.
func (h *Tables) SetUse(u Use) { h.use = u }

// Clear clears all tables but those that are shared.
func (h *Tables) Clear() {
	h.butterfly = [2][4][core.FromTos]int16{}
	clear(h.capture)
	if h.own != nil {
		h.own.Clear()
	}
	h.NextSearch()
}

// NextSearch clears the history of moves near the root.
func (h *Tables) NextSearch() { h.low = [lowPlies][core.FromTos]int16{} }

// index is the place of [piece, to] in a row.
func (h *Tables) index(side core.Color, m core.Move) int {
	return (int(m.PieceType())<<1|int(side))*h.squares + int(m.To())
}

// After returns the row of the continuation history for replies to m, which
// side has just played (https://www.chessprogramming.org/History_Heuristic#Continuation_History).
func (h *Tables) After(side core.Color, m core.Move) Row {
	if m == core.NoMove || m == core.NullMove {
		return None
	}
	return Row(h.index(side, m) * h.rowLength)
}

// Context returns the context of the node at ply where side is to move, given
// the key of its pawns, the squares that the opponent attacks and the rows of the moves
// before it.
func (h *Tables) Context(side core.Color, ply int, pawnKey uint64, attacked core.Squares, e Earlier) Context {
	c := Context{side: side, ply: ply, after: e, pawns: None}
	if h.use.Attacked {
		c.attacked = attacked
	}
	if !h.use.Continuation {
		c.after[0], c.after[1] = None, None
	}
	if !h.use.Far {
		c.after[2], c.after[3] = None, None
	}
	if h.use.Pawns {
		c.pawns = Row(int(pawnKey&h.pawnMask) * h.rowLength)
	}
	return c
}

// fromTo is the place of the butterfly history of the quiet move m. Moves that leave an
// attacked square, or go to one, are counted apart from the others.
func (h *Tables) fromTo(c *Context, m core.Move) *int16 {
	return &h.butterfly[c.side&1][2*c.attacked.Bit(m.From())+c.attacked.Bit(m.To())][m.FromTo()]
}

// Quiets puts the values of quiet moves for move ordering into values, which is at least
// as long as moves: twice the butterfly and pawn histories, plus the continuation
// histories. The range is +-8*Limit, near the root +-16*Limit.
//
//go:norace
func (h *Tables) Quiets(c *Context, moves []core.Move, values []int32) {
	// One loop over a whole list looks each row up only once.
	pawns := h.row(h.pawns, c.pawns)
	first, second, fourth, sixth := h.row(h.after, c.after[0]), h.row(h.after, c.after[1]), h.row(h.after, c.after[2]), h.row(h.after, c.after[3])
	values = values[:len(moves)]
	for i, m := range moves {
		at := h.index(c.side, m)
		values[i] = 2*(int32(*h.fromTo(c, m))+int32(pawns[at])) + int32(first[at]) + int32(second[at]) + int32(fourth[at]) + int32(sixth[at])
	}
	if c.ply < lowPlies {
		for i, m := range moves {
			values[i] += 8 * int32(h.low[c.ply][m.FromTo()]) / int32(1+c.ply)
		}
	}
}

// row returns the values of a row of a table, zeros for None.
func (h *Tables) row(table []int16, row Row) []int16 {
	if row < 0 {
		return h.none
	}
	return table[row:][:h.rowLength]
}

// StatScore returns the value of the quiet move m for reductions and pruning: twice its
// butterfly history, plus its continuation histories after the last two moves. The
// range is +-4*Limit.
//
//go:norace
func (h *Tables) StatScore(c *Context, m core.Move) int32 {
	at := h.index(c.side, m)
	score := 2 * int32(*h.fromTo(c, m))
	for _, row := range c.after[:2] {
		if row >= 0 {
			score += int32(h.after[int(row)+at])
		}
	}
	return score
}

// Capture returns the value of the tactical move m of side: +-Limit.
func (h *Tables) Capture(side core.Color, m core.Move) int32 {
	if !h.use.Capture {
		return 0
	}
	return int32(h.capture[h.index(side, m)*core.MaxPieceTypes+int(m.Captured())])
}

// UpdateQuiet moves the values of the quiet move m towards +-Limit by bonus,
// which is negative for a move that failed.
//
//go:norace
func (h *Tables) UpdateQuiet(c *Context, m core.Move, bonus int32) {
	at := h.index(c.side, m)
	gravity(h.fromTo(c, m), bonus)
	if c.pawns >= 0 {
		gravity(&h.pawns[int(c.pawns)+at], bonus)
	}
	h.UpdateAfter(c, m, bonus)
	if c.ply < lowPlies && h.use.Low {
		gravity(&h.low[c.ply][m.FromTo()], bonus)
	}
}

// UpdateFromTo is UpdateQuiet for the butterfly history alone.
func (h *Tables) UpdateFromTo(c *Context, m core.Move, bonus int32) {
	gravity(h.fromTo(c, m), bonus)
}

// UpdateAfter is UpdateQuiet for the continuation histories alone. Earlier moves
// count less.
//
//go:norace
func (h *Tables) UpdateAfter(c *Context, m core.Move, bonus int32) {
	at := h.index(c.side, m)
	for i, row := range c.after {
		if row >= 0 {
			gravity(&h.after[int(row)+at], bonus*int32(8-i)/8)
		}
	}
}

// UpdateCapture moves the value of the tactical move m of side by bonus.
func (h *Tables) UpdateCapture(side core.Color, m core.Move, bonus int32) {
	if h.use.Capture {
		gravity(&h.capture[h.index(side, m)*core.MaxPieceTypes+int(m.Captured())], bonus)
	}
}

// gravity adds bonus to a history value and pulls it towards zero in proportion to its
// size, so that old bonuses fade and the value stays within Limit
// (https://www.chessprogramming.org/History_Heuristic#History_Bonuses).
//
//go:norace
func gravity(value *int16, bonus int32) {
	bonus = max(-Limit, min(Limit, bonus))
	old := int32(*value) // read once: another thread may change it meanwhile
	*value = int16(old + bonus - old*max(bonus, -bonus)/Limit)
}

// Killers are the last two quiet moves that were best at one ply
// (https://www.chessprogramming.org/Killer_Heuristic).
type Killers [2]core.MoveID

// Add makes m the first killer.
func (k *Killers) Add(m core.Move) {
	if k[0] != m.ID() {
		k[1], k[0] = k[0], m.ID()
	}
}
