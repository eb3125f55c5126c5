package chess

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/attack/board64"
	"github.com/nitoryu/nitoryu/core/chess"
)

// The threats to a king cost the square of their sum over a scale: two attackers cost
// more than twice as much as one (https://www.chessprogramming.org/King_Safety).
const (
	dangerScale = 256
	dangerLimit = 600
)

// king returns what the threats to the king of a side cost it in the middlegame.
func (e *Evaluator) king(c core.Color, pawns *pawnEntry) int32 {
	p, own, enemy := e.position, &e.attacks[c&1], &e.attacks[c&1^1]
	king := pawns.kings[c&1]
	occupied := p.Occupied()
	threats := enemy.threats + weights[danger].Middle() + weights[kingAttackers+min(enemy.attackers, 5)].Middle()
	threats += weights[missingShelter+int(pawns.missing[c&1])].Middle()
	if p.Pieces(c.Other(), chess.Queen) == 0 {
		threats += weights[noQueen].Middle()
	}

	weak := enemy.all &^ own.twice & (^own.all | own.by[chess.Queen] | own.by[chess.King])
	threats += weights[weakKingRing].Middle() * int32(popCount(weak&own.kingRing))

	// A check is safe on a square where the checking piece cannot be taken for nothing.
	safe := ^p.OccupiedBy(c.Other()) & (^own.all | weak&enemy.twice)
	queens := p.Pieces(c, chess.Queen)
	rookChecks, bishopChecks := board64.Rook(king, occupied&^queens), board64.Bishop(king, occupied&^queens)
	threats += e.checks(chess.Knight, chess.KnightAttacks(king)&enemy.by[chess.Knight], safe)
	threats += e.checks(chess.Bishop, bishopChecks&enemy.by[chess.Bishop], safe)
	threats += e.checks(chess.Rook, rookChecks&enemy.by[chess.Rook], safe)
	threats += e.checks(chess.Queen, (rookChecks|bishopChecks)&enemy.by[chess.Queen]&^own.by[chess.Queen], safe)

	flank := flanks[king&7] & camps[c&1]
	threats += weights[flankAttack].Middle() * int32(popCount(flank&enemy.all))
	threats += weights[flankDoubleAttack].Middle() * int32(popCount(flank&enemy.twice))
	threats += weights[flankDefence].Middle() * int32(popCount(flank&own.all))

	threats = max(0, min(threats, dangerLimit))
	return threats * threats / dangerScale
}

// checks returns the threat of the squares from which a kind could give check.
func (e *Evaluator) checks(k core.PieceType, from, safe uint64) int32 {
	switch good := from & safe; {
	case good&(good-1) != 0:
		return weights[safeCheck+2*int(k-chess.Knight)+1].Middle()
	case good != 0:
		return weights[safeCheck+2*int(k-chess.Knight)].Middle()
	case from != 0:
		return weights[unsafeCheck].Middle()
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
