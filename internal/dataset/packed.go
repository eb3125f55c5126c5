package dataset

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// MaxPieces bounds the pieces of a [Packed] position, including pieces in hand.
const MaxPieces = 40

// Packed is a position with its label in 40 bytes, as networks learn from it. It
// begins with the set of occupied squares. The pieces on the board, five bits each,
// follow in the order of squares, then the pieces in hand, equal pieces together; the
// rest is zero. In files its words are little endian.
//
//	word 0  squares 0 to 63
//	word 1  squares 64 to 80, then pieces 36 to 39 (from bit 17), the score for the
//	        side to move (37), its result 0 to 2, 3 for none (53), the side to move (55) and
//	        the phase (56)
//	words 2 to 4  twelve pieces each
type Packed [5]uint64

// PackedSize is the size of a packed position in bytes.
const PackedSize = 8 * len(Packed{})

// Places within word 1.
const (
	codesAt  = 17
	scoreAt  = 37
	resultAt = 53
	sideAt   = 55
	phaseAt  = 56
)

// MaxPhase is the largest phase of a packed position.
const MaxPhase = 63

// Label is the score and result of a position, for its side to move.
type Label struct {
	Score  core.Score
	Result int8 // 1 won, 0 drawn, -1 lost, or NoResult
}

// NoResult is the result of a position that belongs to no game.
const NoResult = 2

// Pack packs a position. king is the kind of the kings, phase how far the game has gone.
func Pack(pieces []core.Placed, king core.PieceType, side core.Color, phase int, l Label) (Packed, error) {
	var board [core.MaxSquares]core.Piece
	var hands, last [core.MaxPieces]int
	var kings [2]int
	if len(pieces) > MaxPieces {
		return Packed{}, fmt.Errorf("%d pieces are more than %d", len(pieces), MaxPieces)
	}
	for _, p := range pieces {
		switch {
		case p.Piece.Type() == 0 || p.Piece >= core.MaxPieces:
			return Packed{}, fmt.Errorf("there is no piece %d", p.Piece)
		case p.At < core.MaxSquares && board[p.At] == 0:
			board[p.At] = p.Piece
			if p.Piece.Type() == king {
				kings[p.Piece.Color()]++
			}
		case p.At.IsHand():
			hands[p.Piece]++
			last[p.Piece] = max(last[p.Piece], int(p.At-core.HandPlace)+1)
		default:
			return Packed{}, fmt.Errorf("piece %d cannot be at %d", p.Piece, p.At)
		}
	}
	switch {
	case kings != [2]int{1, 1}:
		return Packed{}, fmt.Errorf("%d and %d kings instead of one for each side", kings[0], kings[1])
	case hands != last:
		return Packed{}, fmt.Errorf("the pieces in hand leave slots empty")
	case phase < 0 || phase > MaxPhase:
		return Packed{}, fmt.Errorf("phase %d is not within 0 to %d", phase, MaxPhase)
	case l.Score != core.Score(int16(l.Score)) || l.Result < -1 || l.Result > NoResult:
		return Packed{}, fmt.Errorf("score %d or result %d is out of range", l.Score, l.Result)
	}
	var r Packed
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
	r[1] |= uint64(uint16(l.Score))<<scoreAt | uint64(l.Result+1)<<resultAt | uint64(side&1)<<sideAt | uint64(phase)<<phaseAt
	return r, nil
}

// Side returns the side to move.
func (r *Packed) Side() core.Color { return core.Color(r[1] >> sideAt & 1) }

// Phase returns how far the game has gone, 0 to MaxPhase.
func (r *Packed) Phase() int { return int(r[1] >> phaseAt & MaxPhase) }

// Label returns score and result.
func (r *Packed) Label() Label {
	return Label{core.Score(int16(r[1] >> scoreAt)), int8(r[1]>>resultAt&3) - 1}
}

// Append appends the bytes of a position to b.
func (r *Packed) Append(b []byte) []byte {
	for _, word := range r {
		b = binary.LittleEndian.AppendUint64(b, word)
	}
	return b
}

// Read sets r to the position of PackedSize bytes.
func (r *Packed) Read(b []byte) {
	_ = b[PackedSize-1]
	for i := range r {
		r[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
}

// Mirror maps each square to the one that replaces it.
type Mirror [128]uint8

// MirrorOf returns the mirror of a function of squares, the identity for nil.
func MirrorOf(flip func(core.Square) core.Square) *Mirror {
	m := new(Mirror)
	for sq := range m {
		m[sq] = uint8(sq)
		if flip != nil && sq < core.MaxSquares {
			m[sq] = uint8(flip(core.Square(sq)))
		}
	}
	return m
}

// Board is the board of a packed position: each piece in the high byte, its place in the low.
type Board struct {
	Pieces [MaxPieces]uint16
	N      int
	at     [core.MaxPieces]uint8 // the square of a piece that is unique
}

// Unpack reads the board of a position, with its squares mirrored.
func (u *Board) Unpack(r *Packed, m *Mirror) {
	var codes [MaxPieces]uint8
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
		for ; set != 0 && n < MaxPieces; set &= set - 1 {
			at := m[word*64+bits.TrailingZeros64(set)&63&127]
			u.at[codes[n]&31] = at
			u.Pieces[n] = uint16(codes[n])<<8 | uint16(at)
			n++
		}
	}
	last, slot := uint8(0), uint16(0)
	for ; n < MaxPieces && codes[n] != 0; n++ {
		if codes[n] != last {
			last, slot = codes[n], uint16(core.HandPlace)
		}
		u.Pieces[n] = uint16(last)<<8 | slot
		slot++
	}
	u.N = n
}

// Placed appends the pieces to list.
func (u *Board) Placed(list []core.Placed) []core.Placed {
	for _, p := range u.Pieces[:u.N] {
		list = append(list, core.Placed{Piece: core.Piece(p >> 8), At: core.Place(p)})
	}
	return list
}

// King returns the square of a side's king.
func (u *Board) King(c core.Color, kind core.PieceType) uint8 {
	return u.at[core.NewPiece(c, kind)&31]
}

// Text returns the position as FEN or SFEN, by the game of the rules, without what a packed
// position does not hold: castling, en passant and move numbers. The error says that this
// is not a position of the game.
func (r *Packed) Text(rules core.Rules) (string, error) {
	sizes := map[string][2]int{chess.Rules.Name: {int(chess.King), 64}, shogi.Rules.Name: {int(shogi.Dragon), shogiSquares}}[rules.Name]
	var b Board
	b.Unpack(r, MirrorOf(nil))
	var squares [128]core.Piece
	var hands [core.MaxPieces]int
	for _, code := range b.Pieces[:b.N] {
		p, at := core.Piece(code>>8), core.Place(code)
		switch kind := int(p.Type()); {
		case kind < 1 || kind > sizes[0], at.IsSquare() && int(at) >= sizes[1], at.IsHand() && (rules.Name != shogi.Rules.Name || kind > int(shogi.Rook)):
			return "", fmt.Errorf("piece %d at %d does not exist in %s", p, at, rules.Name)
		case at.IsHand():
			hands[p]++
		default:
			squares[at] = p
		}
	}
	at := func(sq core.Square) core.Piece { return squares[sq] }
	if rules.Name == shogi.Rules.Name {
		hand := func(c core.Color, k core.PieceType) int { return hands[core.NewPiece(c, k)] }
		return shogi.FormatSFEN(at, hand, r.Side(), 0), nil
	}
	return chess.FormatBoard(at) + [2]string{" w", " b"}[r.Side()&1] + " - - 0 1", nil
}
