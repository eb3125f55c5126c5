package history

import "github.com/nitoryu/nitoryu/core"

// Limit bounds every value of every history: -Limit to Limit.
const Limit = 16384

// Tables are the histories of one thread.
type Tables struct {
	quiet        [2][core.FromTos]int16 // [side][from, to]: the butterfly history
	continuation []int16                // [earlier piece, to][piece, to], see Row
	nothing      Row                    // a row of its own for "no earlier move"
	squares      int
	rowLength    int
}

// Row is the part of the continuation history that belongs to one earlier move:
// how well each [piece, to] did after it.
type Row []int16

// New returns empty tables for a game.
func New(t *core.Traits) *Tables {
	h := &Tables{squares: t.Squares}
	h.rowLength = 2 * (t.Kinds + 1) * t.Squares
	h.continuation = make([]int16, h.rowLength*h.rowLength)
	h.nothing = make(Row, h.rowLength)
	return h
}

// Clear forgets everything.
func (h *Tables) Clear() {
	h.quiet = [2][core.FromTos]int16{}
	clear(h.continuation)
	clear(h.nothing)
}

// index is the place of [piece, to] in a row.
func (h *Tables) index(side core.Color, m core.Move) int {
	return (int(m.Kind())<<1|int(side))*h.squares + int(m.To())
}

// After returns the row of the continuation history for replies to m, which
// side has just played. NoMove and NullMove have a row that stays apart.
func (h *Tables) After(side core.Color, m core.Move) Row {
	if m == core.NoMove || m == core.NullMove {
		return h.nothing
	}
	at := h.index(side, m) * h.rowLength
	return h.continuation[at : at+h.rowLength : at+h.rowLength]
}

// Quiet returns how well the quiet move m of side did: the butterfly history
// and the continuation histories of the two moves before it. The range is
// +-3*Limit.
func (h *Tables) Quiet(side core.Color, m core.Move, previous *[2]Row) int32 {
	i := h.index(side, m)
	return int32(h.quiet[side][m.FromTo()]) + int32(previous[0][i]) + int32(previous[1][i])
}

// Update moves the values of the quiet move m of side towards +-Limit by bonus,
// which is negative for a move that failed.
func (h *Tables) Update(side core.Color, m core.Move, previous *[2]Row, bonus int32) {
	i := h.index(side, m)
	h.UpdateButterfly(side, m, bonus)
	gravity(&previous[0][i], bonus)
	gravity(&previous[1][i], bonus)
}

// UpdateButterfly is Update for the butterfly history alone.
func (h *Tables) UpdateButterfly(side core.Color, m core.Move, bonus int32) {
	gravity(&h.quiet[side][m.FromTo()], bonus)
}

// gravity adds bonus to a history value and pulls it towards zero in proportion
// to its size, which ages old experience and keeps the value within Limit
// (https://www.chessprogramming.org/History_Heuristic#History_Bonuses).
func gravity(value *int16, bonus int32) {
	bonus = max(-Limit, min(Limit, bonus))
	*value += int16(bonus - int32(*value)*max(bonus, -bonus)/Limit)
}

// Killers are the last two quiet moves that refuted something at one ply
// (https://www.chessprogramming.org/Killer_Heuristic).
type Killers [2]core.MoveID

// Add puts m in front.
func (k *Killers) Add(m core.Move) {
	if k[0] != m.ID() {
		k[1], k[0] = k[0], m.ID()
	}
}
