package chess

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/attack/board64"
	"github.com/nitoryu/nitoryu/core/chess"
)

// A king in danger costs the square of the threats to it over a scale: two
// attackers are worse than twice one.
const (
	dangerScale = 256
	dangerLimit = 600
)

// threat returns n times a threat to the king of a side.
func (e *Evaluator) threat(king core.Color, term, n int) int32 {
	if e.tally != nil {
		e.tally[1+king&1][term] += n
	}
	return weights[term].middle * int32(n)
}

// danger returns what the threats to the king of a side cost it.
func (e *Evaluator) danger(c core.Color, pawns *pawnEntry) int32 {
	p, s, t := e.position, &e.sides[c&1], &e.sides[c&1^1]
	king := pawns.kings[c&1]
	occupied := p.Occupied()
	threats := t.assault + e.threat(c, alarm, 1) + e.threat(c, attackers+min(t.attackers, 5), 1)
	threats += e.threat(c, missingPawns+int(pawns.missing[c&1]), 1)
	if p.Pieces(c.Other(), chess.Queen) == 0 {
		threats += e.threat(c, noQueen, 1)
	}

	weak := t.all &^ s.twice & (^s.all | s.by[chess.Queen] | s.by[chess.King])
	threats += e.threat(c, weakRing, popCount(weak&s.ring))

	// Checks are safe where the enemy may go without being taken for nothing.
	safe := ^p.OccupiedBy(c.Other()) & (^s.all | weak&t.twice)
	own := p.Pieces(c, chess.Queen)
	straight, diagonal := board64.Rook(king, occupied&^own), board64.Bishop(king, occupied&^own)
	threats += e.checks(c, chess.Knight, chess.KnightAttacks(king)&t.by[chess.Knight], safe)
	threats += e.checks(c, chess.Bishop, diagonal&t.by[chess.Bishop], safe)
	threats += e.checks(c, chess.Rook, straight&t.by[chess.Rook], safe)
	threats += e.checks(c, chess.Queen, (straight|diagonal)&t.by[chess.Queen]&^s.by[chess.Queen], safe)

	flank := flanks[king&7] & camps[c&1]
	threats += e.threat(c, flankAttack, popCount(flank&t.all))
	threats += e.threat(c, flankTwice, popCount(flank&t.twice))
	threats += e.threat(c, flankDefence, popCount(flank&s.all))

	threats = max(0, min(threats, dangerLimit))
	return threats * threats / dangerScale
}

// checks returns the threat of the squares from which a kind could give check.
func (e *Evaluator) checks(c core.Color, k core.Kind, from, safe uint64) int32 {
	switch good := from & safe; {
	case good&(good-1) != 0:
		return e.threat(c, safeCheck+2*int(k-chess.Knight)+1, 1)
	case good != 0:
		return e.threat(c, safeCheck+2*int(k-chess.Knight), 1)
	case from != 0:
		return e.threat(c, unsafeCheck, 1)
	}
	return 0
}

// flanks are the files that matter to a king on a file, camps the ranks that
// matter to the king of a side.
var (
	flanks = newFlanks()
	camps  = [2]uint64{0xff_ffff_ffff, 0xffff_ffff_ff00_0000}
)

func newFlanks() (f [8]uint64) {
	for file := range f {
		low, high := 0, 3
		switch {
		case file == 0:
			high = 2
		case file == 7:
			low, high = 5, 7
		case file > 4:
			low, high = 4, 7
		case file > 2:
			low, high = 2, 5
		}
		for i := low; i <= high; i++ {
			f[file] |= fileA << i
		}
	}
	return f
}
