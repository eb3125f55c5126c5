package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/shogi"
)

var handSizes = [...]int{shogi.Pawn: 18, shogi.Lance: 4, shogi.Knight: 4, shogi.Silver: 4, shogi.Gold: 4, shogi.Bishop: 2, shogi.Rook: 2}

var tables = newTables()

// inputs are 2,344, one for each kind of piece, own or enemy, on each square, and one for
// each piece in hand: of three pawns in hand the first three of 18 inputs are on. The board
// is turned around for Second.
var inputs = &nnue.FeatureSet{
	Name:        "shogi2344",
	Count:       2*14*81 + 2*38,
	KingBucket:  newViews(),
	KingBuckets: nnue.Numbered(tables),
	Tables:      tables,
	King:        shogi.King,
	Pieces:      pieces,
	Phase:       phase,
	Phases:      maxHeld + 1,

	Ranks:     newRanks(),
	PieceName: shogi.PieceName,
}

// newRanks returns the board as Black sees it.
func newRanks() [][]core.Square {
	ranks := make([][]core.Square, 9)
	for i := range ranks {
		for column := range 9 {
			ranks[i] = append(ranks[i], core.Square(9*(8-column)+i))
		}
	}
	return ranks
}

// newViews gives a table to each side, wherever its king stands.
func newViews() (views [2][core.MaxSquares]uint8) {
	for sq := range views[core.Second] {
		views[core.Second][sq] = 1
	}
	return views
}

func newTables() []nnue.Table {
	return []nnue.Table{newTable(core.First, false), newTable(core.Second, false)}
}

// newTable numbers the pieces as a side sees them.
func newTable(c core.Color, mirror bool) (t nnue.Table) {
	t.Clear()
	for owner := range core.Color(2) {
		next := int(owner^c) * 14 * 81
		for k := shogi.Pawn; k <= shogi.Dragon; k++ {
			for sq := range 81 {
				t[core.NewPiece(owner, k)][sq] = uint16(next + seenFrom(c, sq, mirror))
			}
			next += 81
		}
		next = 2*14*81 + int(owner^c)*38
		for k := shogi.Pawn; k <= shogi.Rook; k++ {
			for n := range handSizes[k] {
				t[core.NewPiece(owner, k)][core.HandPlace+core.Place(n)] = uint16(next)
				next++
			}
		}
	}
	return t
}

// pieces appends all pieces.
func pieces(p core.Position, list []core.Placed) []core.Placed {
	position := p.(*shogi.Position)
	for b := position.Occupied(); b.Any(); {
		sq := b.Pop()
		list = append(list, core.Placed{Piece: position.PieceAt(sq), At: core.Place(sq)})
	}
	for c := range core.Color(2) {
		for k := shogi.Pawn; k <= shogi.Rook; k++ {
			for n := range position.Hand(c, k) {
				list = append(list, core.Placed{Piece: core.NewPiece(c, k), At: core.HandPlace + core.Place(n)})
			}
		}
	}
	return list
}

// maxHeld is the number of pieces in hand from which on the phase stays.
const maxHeld = 15

// phase is the number of pieces in hand, which grows as a game of shogi goes on.
func phase(p core.Position) int {
	position := p.(*shogi.Position)
	return min(position.HandSize(core.First)+position.HandSize(core.Second), maxHeld)
}
