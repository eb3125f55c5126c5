package history

import "github.com/nitoryu/nitoryu/core"

const (
	correctionSize = 1 << 12 // entries for each part and side
	// Sources is the number of correction histories: one for each part of a position
	// and two for moves.
	Sources = len(core.PartKeys{}) + 2
)

// MoveSource is the source for the last two moves, FarSource that for the moves one and four
// plies before; the sources before them are for the parts of the position.
const (
	MoveSource = Sources - 2 + iota
	FarSource
)

// corrections hold recent errors of the static evaluation in positions that share a
// part or the last moves
// (https://www.chessprogramming.org/Static_Evaluation_Correction_History). Entries
// are within +-CorrectionLimit.
type corrections [Sources][2][correctionSize]int16

// CorrectionLimit bounds the entries of the correction histories.
const CorrectionLimit = 1024

// Place is where the corrections of one position are.
type Place struct {
	side core.Color
	at   [Sources]uint16
}

// Locate returns the place of a position, given the keys of its parts and the rows of
// the moves one, two and four plies before it.
func Locate(side core.Color, parts *core.PartKeys, last, before, fourth Row) Place {
	p := Place{side: side & 1}
	for i, key := range parts {
		p.at[i] = uint16(key % correctionSize)
	}
	p.at[MoveSource], p.at[FarSource] = mixed(last, before), mixed(last, fourth)
	return p
}

// mixed returns the entry for two moves by a multiplicative hash of their rows: its high bits are mixed best.
func mixed(a, b Row) uint16 {
	return uint16((uint64(uint32(a))<<32 | uint64(uint32(b))) * 0x9e3779b97f4a7c15 >> 52)
}

// Correction returns what to add to the static evaluation at a place: the
// entries weighted in 16384ths.
//
//go:norace
func (h *Tables) Correction(p *Place, weights *[Sources]int32) core.Score {
	sum := int32(0)
	for i := range weights {
		sum += weights[i] * int32(h.corrections[i][p.side][p.at[i]])
	}
	return core.Score(sum / 16384)
}

// UpdateCorrection moves the entries of a place towards +-CorrectionLimit by
// bonus.
//
//go:norace
func (h *Tables) UpdateCorrection(p *Place, bonus int32) {
	bonus = max(-CorrectionLimit/4, min(CorrectionLimit/4, bonus))
	for i := range p.at {
		entry := &h.corrections[i][p.side][p.at[i]]
		old := int32(*entry)
		*entry = int16(old + bonus - old*max(bonus, -bonus)/CorrectionLimit)
	}
}
