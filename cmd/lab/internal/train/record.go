package train

import (
	"fmt"
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
)

// maxPieces bounds the pieces of a position, including those in hand.
const maxPieces = 40

// record is a position with its label in 40 bytes. It begins with the set of occupied
// squares. The pieces, five bits each, follow in the order of squares, then those in hand,
// equal ones together; the rest is zero.
//
//	word 0  squares 0 to 63
//	word 1  squares 64 to 80, then pieces 36 to 39 (from bit 17), the score for the
//	        side to move (37), its result 0 to 2 (53), the side to move (55) and the
//	        output bucket (56)
//	words 2 to 4  twelve pieces each
type record [5]uint64

// Places within word 1 of a record.
const (
	codesAt  = 17
	scoreAt  = 37
	resultAt = 53
	sideAt   = 55
	bucketAt = 56
)

// label is the score and result of a position, for its side to move.
type label struct {
	score  core.Score
	result int8 // 1 won, 0 drawn, -1 lost
}

// pack makes the record of a position. king is the kind of the kings.
func pack(pieces []nnue.Placed, king core.PieceType, side core.Color, bucket int, l label) (record, error) {
	var board [core.MaxSquares]core.Piece
	var hands, last [core.MaxPieces]int
	var kings [2]int
	if len(pieces) > maxPieces {
		return record{}, fmt.Errorf("%d pieces are more than %d", len(pieces), maxPieces)
	}
	for _, p := range pieces {
		switch {
		case p.Piece.Type() == 0 || p.Piece >= core.MaxPieces:
			return record{}, fmt.Errorf("there is no piece %d", p.Piece)
		case p.At < core.MaxSquares && board[p.At] == 0:
			board[p.At] = p.Piece
			if p.Piece.Type() == king {
				kings[p.Piece.Color()]++
			}
		case p.At.IsHand():
			hands[p.Piece]++
			last[p.Piece] = max(last[p.Piece], int(p.At-core.HandPlace)+1)
		default:
			return record{}, fmt.Errorf("piece %d cannot be at %d", p.Piece, p.At)
		}
	}
	switch {
	case kings != [2]int{1, 1}:
		return record{}, fmt.Errorf("%d and %d kings instead of one for each side", kings[0], kings[1])
	case hands != last:
		return record{}, fmt.Errorf("the pieces in hand leave slots empty")
	case bucket < 0 || bucket >= nnue.MaxBuckets:
		return record{}, fmt.Errorf("there is no output bucket %d", bucket)
	case l.score != core.Score(int16(l.score)) || l.result < -1 || l.result > 1:
		return record{}, fmt.Errorf("score %d or result %d is out of range", l.score, l.result)
	}
	var r record
	n := 0
	add := func(p core.Piece) {
		if n < 36 {
			r[2+n/12] |= uint64(p) << (n % 12 * 5)
		} else {
			r[1] |= uint64(p) << (codesAt + (n-36)*5)
		}
		n++
	}
	for sq, p := range board {
		if p != 0 {
			r[sq/64] |= 1 << (sq % 64)
			add(p)
		}
	}
	for p, held := range hands {
		for range held {
			add(core.Piece(p))
		}
	}
	r[1] |= uint64(uint16(l.score))<<scoreAt | uint64(l.result+1)<<resultAt | uint64(side&1)<<sideAt | uint64(bucket)<<bucketAt
	return r, nil
}

func (r *record) side() core.Color { return core.Color(r[1] >> sideAt & 1) }
func (r *record) bucket() int      { return int(r[1] >> bucketAt & 15) }

func (r *record) label() label {
	return label{core.Score(int16(r[1] >> scoreAt)), int8(r[1]>>resultAt&3) - 1}
}

// mirror maps each square to the one that replaces it.
type mirror [128]uint8

// mirrorOf returns the mirror of a function of squares, the identity for nil.
func mirrorOf(flip func(core.Square) core.Square) *mirror {
	m := new(mirror)
	for sq := range m {
		m[sq] = uint8(sq)
		if flip != nil && sq < core.MaxSquares {
			m[sq] = uint8(flip(core.Square(sq)))
		}
	}
	return m
}

// unpacked is the board of a record: each piece in the high byte, its place in the low.
type unpacked struct {
	pieces [maxPieces]uint16
	n      int
	at     [core.MaxPieces]uint8 // the square of a piece that is unique
}

// unpack reads the board of a record, with its squares mirrored.
func (u *unpacked) unpack(r *record, m *mirror) {
	var codes [maxPieces]uint8
	for i := range 12 {
		codes[i] = uint8(r[2]>>(5*i)) & 31
		codes[i+12] = uint8(r[3]>>(5*i)) & 31
		codes[i+24] = uint8(r[4]>>(5*i)) & 31
	}
	for i := range 4 {
		codes[i+36] = uint8(r[1]>>(codesAt+5*i)) & 31
	}
	n := 0
	for word, set := range [2]uint64{r[0], r[1] & (1<<codesAt - 1)} {
		for ; set != 0 && n < maxPieces; set &= set - 1 {
			at := m[word*64+bits.TrailingZeros64(set)&63&127]
			u.at[codes[n]&31] = at
			u.pieces[n] = uint16(codes[n])<<8 | uint16(at)
			n++
		}
	}
	last, slot := uint8(0), uint16(0)
	for ; n < maxPieces && codes[n] != 0; n++ {
		if codes[n] != last {
			last, slot = codes[n], uint16(core.HandPlace)
		}
		u.pieces[n] = uint16(last)<<8 | slot
		slot++
	}
	u.n = n
}

// king returns the square of a side's king.
func (u *unpacked) king(c core.Color, kind core.PieceType) uint8 {
	return u.at[core.NewPiece(c, kind)&31]
}
