package chess

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/nnue"
)

var tables = newTables()

// inputs are 768, one for each kind of piece, own or enemy, on each square. The board is
// flipped for Second, and mirrored if the own king stands on the files e to h.
var inputs = &nnue.FeatureSet{
	Name:        "chess768hm",
	Count:       2 * 6 * 64,
	KingBucket:  newViews(),
	KingBuckets: nnue.Numbered(tables),
	Tables:      tables,
	King:        chess.King,
	Pieces:      pieces,
	Phase:       phase,
	Phases:      31,

	Ranks:     newRanks(),
	PieceName: chess.PieceName,
}

// newRanks returns the board as White sees it.
func newRanks() [][]core.Square {
	ranks := make([][]core.Square, 8)
	for i := range ranks {
		for file := range core.Square(8) {
			ranks[i] = append(ranks[i], core.Square(8*(7-i))+file)
		}
	}
	return ranks
}

// newViews gives the views 0 and 1 to First, 2 and 3 to Second; the second of each
// is mirrored.
func newViews() (views [2][core.MaxSquares]uint8) {
	for c := range views {
		for sq := range 64 {
			views[c][sq] = uint8(2*c + sq>>2&1)
		}
	}
	return views
}

func newTables() []nnue.Table {
	tables := make([]nnue.Table, 4)
	for i := range tables {
		c, mirror := core.Color(i/2), 7*(i%2)
		t := &tables[i]
		t.Clear()
		for owner := range core.Color(2) {
			for k := chess.Pawn; k <= chess.King; k++ {
				for sq := range core.Square(64) {
					t[core.NewPiece(owner, k)][sq] = uint16((int(owner^c)*6+int(k-chess.Pawn))*64 + (relative(c, sq) ^ mirror))
				}
			}
		}
	}
	return tables
}

// pieces appends all pieces.
func pieces(p core.Position, list []core.Placed) []core.Placed {
	position := p.(*chess.Position)
	for b := position.Occupied(); b != 0; b &= b - 1 {
		sq := core.Square(bits.TrailingZeros64(b)) & 63
		list = append(list, core.Placed{Piece: position.PieceAt(sq), At: core.Place(sq)})
	}
	return list
}

// phase is the number of pieces besides the kings.
func phase(p core.Position) int { return bits.OnesCount64(p.(*chess.Position).Occupied()) - 2 }

// relative returns a square as c sees it.
func relative(c core.Color, sq core.Square) int { return int(sq) ^ 56*int(c) }
