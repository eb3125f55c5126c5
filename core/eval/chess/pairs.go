package chess

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/attack/board64"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/nnue"
)

// How many inputs there are of each kind of pairs.
const (
	threats18Inputs = 79856
	threats19Inputs = 59808
	pawnPairInputs  = 96 * 95 / 2
)

// pieceSet is a set of kinds of pieces in order: pawn, knight, bishop, rook, queen, king.
type pieceSet [6]bool

// targets18 and targets19 are the kinds whose being attacked by each kind is an input.
var (
	targets18 = [6]pieceSet{
		{true, true, false, true, false, false},
		{true, true, true, true, true, true},
		{true, true, true, true, false, true},
		{true, true, true, true, false, true},
		{true, true, true, true, true, true},
		{true, true, true, true, false, false},
	}
	targets19 = [6]pieceSet{
		{false, true, false, true, false, false},
		{true, true, true, true, true, false},
		{true, true, true, true, false, false},
		{true, true, true, true, false, false},
		{true, true, true, true, true, false},
		{},
	}
)

// threats are the inputs of pairs of pieces of which one attacks or defends the other. A
// pair is the squares of both, then the pieces, that which attacks first. Inputs are
// numbered by the attacking piece, own ones first; by the piece that is attacked, own
// ones first; by the square of the attacker; and by the square that it attacks.
type threats struct {
	targets  [6]pieceSet
	pawns    bool // pairs of pawns on a file or on neighbouring ones are inputs too, after the others
	first    [core.MaxPieces][core.MaxPieces]int32
	offset   [core.MaxPieces][64]int32
	attacked [core.MaxPieces][64]uint64 // on an empty board
}

// no is for pairs that are no input.
const no = -1

// threatPairs returns the pairs of Stockfish 18, or those of 19 with pairs of pawns.
func threatPairs(pawns bool) *nnue.Pairs {
	t := &threats{targets: targets18, pawns: pawns}
	if pawns {
		t.targets = targets19
	}
	next := int32(0)
	for owner := range core.Color(2) {
		for k := chess.Pawn; k <= chess.King; k++ {
			attacker, total := core.NewPiece(owner, k), int32(0)
			for sq := range core.Square(64) {
				t.offset[attacker][sq] = total
				t.attacked[attacker][sq] = reach(attacker, sq, 0)
				if k != chess.Pawn || sq >= 8 && sq < 56 {
					total += int32(bits.OnesCount64(t.attacked[attacker][sq]))
				}
			}
			for side := range core.Color(2) {
				for target := chess.Pawn; target <= chess.King; target++ {
					to := &t.first[attacker][core.NewPiece(side, target)]
					if *to = no; t.targets[k-chess.Pawn][target-chess.Pawn] {
						*to = next
						next += total
					}
				}
			}
		}
	}
	return &nnue.Pairs{List: t.list, Views: 4, Input: t.input}
}

// reach returns the squares that a piece attacks.
func reach(p core.Piece, sq core.Square, occupied uint64) uint64 {
	switch p.Type() {
	case chess.Pawn:
		return chess.PawnAttacks(p.Color(), sq)
	case chess.Knight:
		return chess.KnightAttacks(sq)
	case chess.Bishop:
		return board64.Bishop(sq, occupied)
	case chess.Rook:
		return board64.Rook(sq, occupied)
	case chess.Queen:
		return board64.Queen(sq, occupied)
	}
	return chess.KingAttacks(sq)
}

// list lists the pairs of a position, and the views: where the board is turned upside
// down for Second, and mirrored if the own king is on the files e to h.
func (t *threats) list(position core.Position, list []nnue.Pair) (pairs []nnue.Pair, views [2]uint8) {
	p := position.(*chess.Position)
	occupied, all := p.Occupied(), [6]uint64{}
	for k := range all {
		kind := chess.Pawn + core.PieceType(k)
		all[k] = p.Pieces(core.First, kind) | p.Pieces(core.Second, kind)
	}
	var targets [6]uint64
	for k := range targets {
		for target, is := range t.targets[k] {
			if is {
				targets[k] |= all[target]
			}
		}
	}
	for rest := occupied; rest != 0; rest &= rest - 1 {
		from := core.Square(bits.TrailingZeros64(rest))
		attacker := p.PieceAt(from)
		k := attacker.Type() - chess.Pawn
		to := reach(attacker, from, occupied) & targets[k]
		if t.pawns && k == 0 {
			to |= band(from) & all[0] &^ (2<<from - 1)
		}
		pair := nnue.Pair(from)<<18 | nnue.Pair(attacker)<<6
		for ; to != 0; to &= to - 1 {
			sq := core.Square(bits.TrailingZeros64(to))
			list = append(list, pair|nnue.Pair(sq)<<12|nnue.Pair(p.PieceAt(sq)))
		}
	}
	for c := range core.Color(2) {
		views[c] = 2*uint8(c) + uint8(p.KingSquare(c)>>2&1)
	}
	return list, views
}

// band returns the squares of pawns on the file of a square and on those beside it.
func band(sq core.Square) uint64 {
	const file = 0x0101010101010101 &^ (1 | 1<<56)
	column := sq & 7
	files := uint64(file) << column
	if column > 0 {
		files |= file << (column - 1)
	}
	if column < 7 {
		files |= file << (column + 1)
	}
	return files
}

// input returns the input of a pair in a view.
func (t *threats) input(view uint8, pair nnue.Pair) int {
	c := core.Color(view >> 1)
	turn := core.Square(56*uint8(c) ^ 7*(view&1))
	from, to := core.Square(pair>>18)^turn, core.Square(pair>>12&63)^turn
	attacker, target := core.Piece(pair>>6&31)^core.NewPiece(c, 0), core.Piece(pair&31)^core.NewPiece(c, 0)
	if t.pawns && attacker.Type() == chess.Pawn && target.Type() == chess.Pawn {
		id := func(p core.Piece, sq core.Square) int { return 48*int(p.Color()) + int(sq) - 8 }
		a, b := id(attacker, from), id(target, to)
		a, b = max(a, b), min(a, b)
		return threats19Inputs + a*(a-1)/2 + b
	}
	first := t.first[attacker&31][target&31]
	// Pieces of a kind attack each other; only one of them counts.
	if first == no || from < to && attacker.Type() == target.Type() && (attacker != target || attacker.Type() != chess.Pawn) {
		return no
	}
	below := t.attacked[attacker&31][from&63] & (1<<(to&63) - 1)
	return int(first+t.offset[attacker&31][from&63]) + bits.OnesCount64(below)
}
