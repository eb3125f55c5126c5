package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/attack/board81"
)

// Bitboard is a set of squares.
type Bitboard = board81.Bitboard

var (
	// steps holds the squares that a piece of each colour and kind attacks by a step:
	// all its attacks, except for sliders from a distance.
	steps [2][core.MaxPieceTypes][128]Bitboard

	// The attacks of sliders on an empty board.
	lanceRays  [2][128]Bitboard
	rookRays   [128]Bitboard
	bishopRays [128]Bitboard

	// between holds the squares strictly between two squares on a line, line
	// the whole line through both; both are empty if there is no line.
	between [128][128]Bitboard
	line    [128][128]Bitboard

	// ringAttackers holds the squares from which pieces of the other side can attack a
	// square next to a king: by a step, or by sliding on an empty board.
	ringAttackers [2][128]struct{ steps, lances, bishops, rooks Bitboard }

	// pieceRules holds how the pieces of each side move.
	pieceRules [2][core.MaxPieceTypes][128]board81.Rule

	// checkSources holds, for a colour, the square of the enemy king and a kind, the
	// squares from which such a piece can give check by a move on an empty board.
	checkSources [2][128][core.MaxPieceTypes]Bitboard

	// files holds the file of each square; zones, lastRank and lastTwo the last three,
	// one and two ranks of each colour.
	files    [128]Bitboard
	zones    [2]Bitboard
	lastRank [2]Bitboard
	lastTwo  [2]Bitboard
)

// bit returns the set of one square.
func bit(sq core.Square) Bitboard { return board81.Bit(sq) }

// Attacks returns the squares that a piece of colour c and kind k attacks from
// sq when the squares of occupied block the sliders.
func Attacks(c core.Color, k core.PieceType, sq core.Square, occupied Bitboard) Bitboard {
	near := steps[c&1][k&15][sq&127]
	switch k {
	case Lance:
		return board81.Lance(c, sq, occupied)
	case Bishop, Horse:
		return board81.Bishop(sq, occupied).Or(near)
	case Rook, Dragon:
		return board81.Rook(sq, occupied).Or(near)
	}
	return near
}

// goldAttacks returns the squares that golds of colour c attack.
func goldAttacks(c core.Color, golds Bitboard) Bitboard {
	ahead := advance(c, golds.AndNot(lastRank[c&1]))
	return beside(golds.Or(ahead)).Or(ahead).Or(advance(c^1, golds.AndNot(lastRank[c&1^1])))
}

// silverAttacks returns the squares that silvers of colour c attack.
func silverAttacks(c core.Color, silvers Bitboard) Bitboard {
	ahead := advance(c, silvers.AndNot(lastRank[c&1]))
	return beside(ahead.Or(advance(c^1, silvers.AndNot(lastRank[c&1^1])))).Or(ahead)
}

// beside returns the squares one file to the left and to the right of those in b.
func beside(b Bitboard) Bitboard {
	const file = 9
	return Bitboard{
		Lo: (b.Lo<<file | b.Lo>>file | b.Hi<<(63-file)) & board81.Full.Lo,
		Hi: (b.Hi<<file | b.Hi>>file | b.Lo>>(63-file)) & board81.Full.Hi,
	}
}

// advance moves a set one rank forward for colour c. It must have no square on the
// last rank.
func advance(c core.Color, b Bitboard) Bitboard {
	if c == core.First {
		return Bitboard{Lo: b.Lo >> 1, Hi: b.Hi >> 1}
	}
	return Bitboard{Lo: b.Lo << 1, Hi: b.Hi << 1}
}

// openFiles returns the files without a pawn, given a set of pawns with at most
// one on each file: subtracting a file's pawn from its last square leaves that
// bit alone only if there is none.
func openFiles(pawns Bitboard) Bitboard {
	last := lastRank[core.Second]
	lo, hi := (last.Lo-pawns.Lo)&last.Lo, (last.Hi-pawns.Hi)&last.Hi
	return Bitboard{Lo: lo<<1 - lo>>8, Hi: hi<<1 - hi>>8}
}

// A step is a move by files and ranks, the ranks counted forward.
type step struct{ file, rank int }

var (
	goldSteps = []step{{0, 1}, {1, 1}, {-1, 1}, {1, 0}, {-1, 0}, {0, -1}}
	kindSteps = [core.MaxPieceTypes][]step{
		Pawn:      {{0, 1}},
		Knight:    {{1, 2}, {-1, 2}},
		Silver:    {{0, 1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}},
		Gold:      goldSteps,
		King:      {{0, 1}, {1, 1}, {-1, 1}, {1, 0}, {-1, 0}, {0, -1}, {1, -1}, {-1, -1}},
		ProPawn:   goldSteps,
		ProLance:  goldSteps,
		ProKnight: goldSteps,
		ProSilver: goldSteps,
		Horse:     {{0, 1}, {0, -1}, {1, 0}, {-1, 0}},
		Dragon:    {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
	}
)

func init() {
	var none Bitboard
	for sq := range core.Square(81) {
		rookRays[sq] = board81.Rook(sq, none)
		bishopRays[sq] = board81.Bishop(sq, none)
		for other := range core.Square(81) {
			if fileOf(sq) == fileOf(other) {
				files[sq] = files[sq].Or(bit(other))
			}
		}
		for c := range core.Color(2) {
			lanceRays[c][sq] = board81.Lance(c, sq, none)
			forward := 2*int(c) - 1
			for k, list := range kindSteps {
				for _, s := range list {
					file, rank := int(fileOf(sq))+s.file, int(rankOf(sq))+s.rank*forward
					if uint(file) < 9 && uint(rank) < 9 {
						to := bit(core.Square(9*file + rank))
						steps[c][k][sq] = steps[c][k][sq].Or(to)
					}
				}
			}
			switch rankFor(c, sq) {
			case 0:
				lastRank[c] = lastRank[c].Or(bit(sq))
				fallthrough
			case 1:
				lastTwo[c] = lastTwo[c].Or(bit(sq))
				fallthrough
			case 2:
				zones[c] = zones[c].Or(bit(sq))
			}
		}
	}
	for c := range ringAttackers {
		for sq := range core.Square(81) {
			view := &ringAttackers[c][sq]
			for around := steps[c][King][sq]; around.Any(); {
				next := around.Pop()
				view.steps = view.steps.Or(steps[c][King][next]).Or(steps[c][Knight][next])
				view.lances = view.lances.Or(lanceRays[c][next])
				view.bishops = view.bishops.Or(bishopRays[next])
				view.rooks = view.rooks.Or(rookRays[next])
			}
		}
	}
	for c := range core.Color(2) {
		for k := Pawn; k <= Dragon; k++ {
			for from := range core.Square(81) {
				for moves := Attacks(c, k, from, none); moves.Any(); {
					to := moves.Pop()
					checks := Attacks(c, k, to, none)
					if promoted[k] != 0 && zones[c].And(bit(from).Or(bit(to))).Any() {
						checks = checks.Or(Attacks(c, promoted[k], to, none))
					}
					for checks.Any() {
						near := &checkSources[c][checks.Pop()&127][k]
						*near = near.Or(bit(from))
					}
				}
			}
		}
	}
	for c := range core.Color(2) {
		for k := Lance; k <= Dragon; k++ {
			for sq := range core.Square(81) {
				pieceRules[c][k][sq] = ruleOf(c, k, sq)
			}
		}
	}
	for a := range core.Square(81) {
		for _, slider := range [2]func(core.Square, Bitboard) Bitboard{board81.Rook, board81.Bishop} {
			for rays := slider(a, none); rays.Any(); {
				b := rays.Pop()
				between[a][b] = slider(a, bit(b)).And(slider(b, bit(a)))
				line[a][b] = slider(a, none).And(slider(b, none)).Or(bit(a)).Or(bit(b))
			}
		}
	}
}

// ruleOf returns how a piece of colour c and kind k on sq moves. Not promoting is
// pointless for a bishop, a rook, and a lance that has only one square left.
func ruleOf(c core.Color, k core.PieceType, sq core.Square) board81.Rule {
	r := board81.Rule{Steps: steps[c][k][sq], Stays: board81.Full}
	if promoted[k] != 0 {
		r.Promotes = zones[c]
		if zones[c].Has(sq) {
			r.Promotes = board81.Full
		}
	}
	switch k {
	case Lance:
		r.Stays, r.Pointless = board81.Full.AndNot(lastTwo[c]), lastTwo[c].AndNot(lastRank[c])
	case Knight:
		r.Stays = board81.Full.AndNot(lastTwo[c])
	case Bishop, Rook:
		r.Stays, r.Pointless = board81.Full.AndNot(r.Promotes), r.Promotes
	}
	return r
}
