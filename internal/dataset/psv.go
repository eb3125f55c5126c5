package dataset

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// PackedSfenValue, the format of YaneuraOu for training
// (https://github.com/yaneurao/YaneuraOu), is 40 bytes a position, little endian:
//
//	32 bytes  the position, 256 bits, the lowest of each byte first:
//	            1 bit   side to move, 1 for gote
//	            7 each  squares of the kings, sente's first: 1a is 0, 1b 1, 9i 80
//	            ...     the other squares in that order: 0 if empty, else the code of the
//	                    kind, lowest bit first, 1 for a promoted piece (not of gold), 1 for gote
//	            ...     hands, sente's first: the same without the first bit of the code
//	            ...     pieces of a full set that are in no hand: as if promoted in hand, gold as
//	                    a promoted silver of gote
//	 2        score for the side to move, signed
//	 2        move: bits 0-6 to, 7-13 from or the kind that is dropped, 14 drop, 15 promotion
//	 2        move number of the position
//	 1        result for the side to move: 1 won, 0 drawn, -1 lost
//	 1        nothing
const (
	psvSize  = 40
	sfenBits = 256
)

// sfenCode is the code of a kind of piece on the board. In hand its first bit is left out.
type sfenCode struct{ bits, length uint }

var (
	sfenCodes = [...]sfenCode{
		shogi.Pawn: {0b01, 2}, shogi.Lance: {0b0011, 4}, shogi.Knight: {0b1011, 4}, shogi.Silver: {0b0111, 4},
		shogi.Gold: {0b01111, 5}, shogi.Bishop: {0b011111, 6}, shogi.Rook: {0b111111, 6},
	}
	// psvKinds are the kinds by their numbers in a move.
	psvKinds = [...]core.PieceType{0, shogi.Pawn, shogi.Lance, shogi.Knight, shogi.Silver, shogi.Bishop, shogi.Rook, shogi.Gold}
	fullSet  = [...]int{shogi.Pawn: 18, shogi.Lance: 4, shogi.Knight: 4, shogi.Silver: 4, shogi.Gold: 4, shogi.Bishop: 2, shogi.Rook: 2}
)

const (
	shogiSquares = 81
	psvDrop      = 1 << 14
	psvPromotion = 1 << 15
)

// bitStream reads or writes the bits of a position.
type bitStream struct {
	bytes []byte
	at    uint
}

func (b *bitStream) read(n uint) (value uint) {
	for i := range n {
		if b.at < sfenBits {
			value |= uint(b.bytes[b.at/8]>>(b.at%8)&1) << i
		}
		b.at++
	}
	return value
}

func (b *bitStream) write(value, n uint) {
	for i := range n {
		if b.at < sfenBits {
			b.bytes[b.at/8] |= byte(value>>i&1) << (b.at % 8)
		}
		b.at++
	}
}

// readKind reads the code of a kind after its first bit, which is 1.
func (b *bitStream) readKind() core.PieceType {
	for bits, length := uint(1), uint(1); ; {
		for k := shogi.Pawn; k <= shogi.Rook; k++ {
			if sfenCodes[k] == (sfenCode{bits, length}) {
				return k
			}
		}
		bits |= b.read(1) << length // the codes are complete, so this loop ends
		length++
	}
}

// readPiece reads what follows the code of a kind.
func (b *bitStream) readPiece(k core.PieceType) (promoted bool, c core.Color) {
	promoted = k != shogi.Gold && b.read(1) == 1
	return promoted, core.Color(b.read(1))
}

// writePiece writes the code of a kind from a bit on, and what follows the code.
func (b *bitStream) writePiece(k core.PieceType, from uint, promoted bool, c core.Color) {
	code := sfenCodes[k]
	b.write(code.bits>>from, code.length-from)
	if k != shogi.Gold {
		b.write(bit(promoted), 1)
	}
	b.write(uint(c), 1)
}

func bit(b bool) uint {
	if b {
		return 1
	}
	return 0
}

// unpackSFEN returns the SFEN of a packed position, with a move number.
func unpackSFEN(packed []byte, number int) (string, error) {
	b := bitStream{bytes: packed}
	side := core.Color(b.read(1))
	var board [shogiSquares]core.Piece
	for c := range core.Color(2) {
		sq := b.read(7)
		if sq >= shogiSquares || board[sq] != 0 {
			return "", fmt.Errorf("the kings cannot be on the squares given")
		}
		board[sq] = core.NewPiece(c, shogi.King)
	}
	for sq := range board {
		if board[sq] != 0 || b.read(1) == 0 {
			continue
		}
		k := b.readKind()
		promoted, c := b.readPiece(k)
		if promoted {
			k = shogi.Promoted(k)
		}
		board[sq] = core.NewPiece(c, k)
	}
	var hands [2][shogi.Rook + 1]int
	for b.at < sfenBits {
		k := b.readKind()
		if aside, c := b.readPiece(k); !aside {
			hands[c][k]++
		}
	}
	if b.at != sfenBits {
		return "", errors.New("its pieces take more bits than there are")
	}
	return shogi.FormatSFEN(
		func(sq core.Square) core.Piece { return board[sq] },
		func(c core.Color, k core.PieceType) int { return hands[c][k] },
		side, number-1), nil
}

// decodePSV reads a record of PackedSfenValue.
func decodePSV(record []byte, s *Scored) error {
	number := binary.LittleEndian.Uint16(record[36:])
	text, err := unpackSFEN(record[:32], max(1, int(number)))
	if err != nil {
		return err
	}
	if s.Position, err = shogi.Rules.Parse(text, core.Settings{}); err != nil {
		return fmt.Errorf("%s: %w", text, err)
	}
	s.Score = scoreIn(int16(binary.LittleEndian.Uint16(record[32:])))
	s.Result = int8(record[38])
	if s.Result < -1 || s.Result > 1 {
		return fmt.Errorf("%s: result %d is not 1, 0 or -1", text, s.Result)
	}
	move := binary.LittleEndian.Uint16(record[34:])
	if move == 0 {
		return nil
	}
	id, ok := moveFromPSV(move)
	if s.Move = s.Position.ValidateMove(id); !ok || s.Move == core.NoMove {
		return fmt.Errorf("%s: move %#04x is not legal", text, move)
	}
	return nil
}

// moveFromPSV returns the identity of a move.
func moveFromPSV(move uint16) (core.MoveID, bool) {
	to, from := core.Square(move&127), core.Square(move>>7&127)
	if move&psvDrop != 0 {
		if int(from) >= len(psvKinds) || from == 0 {
			return 0, false
		}
		return core.NewDrop(psvKinds[from], to).ID(), true
	}
	return (core.NewMove(from, to, 0, 0) | core.Variant(uint8(move/psvPromotion))).ID(), from < shogiSquares
}

// moveToPSV is the inverse of moveFromPSV.
func moveToPSV(m core.Move) uint16 {
	if m == core.NoMove {
		return 0
	}
	move := uint16(m.To())
	if m.IsDrop() {
		for number, k := range psvKinds {
			if k == m.PieceType() {
				move |= uint16(number) << 7
			}
		}
		return move | psvDrop
	}
	return move | uint16(m.From())<<7 | uint16(m.Variant())*psvPromotion
}

// appendPSV appends the record of a position.
func appendPSV(record []byte, s *Scored) ([]byte, error) {
	p, ok := s.Position.(*shogi.Position)
	if !ok {
		return nil, errors.New("PackedSfenValue is a format of shogi")
	}
	start := len(record)
	record = append(record, make([]byte, psvSize)...)
	b := bitStream{bytes: record[start : start+32]}
	b.write(uint(p.Side()), 1)
	for c := range core.Color(2) {
		b.write(uint(p.KingSquare(c)), 7)
	}
	left := fullSet
	for sq := range core.Square(shogiSquares) {
		piece := p.PieceAt(sq)
		switch k := shogi.Base(piece.Type()); k {
		case shogi.King:
		case 0:
			b.write(0, 1)
		default:
			left[k]--
			b.writePiece(k, 0, k != piece.Type(), piece.Color())
		}
	}
	for c := range core.Color(2) {
		for k := shogi.Pawn; k <= shogi.Rook; k++ {
			for range p.Hand(c, k) {
				left[k]--
				b.writePiece(k, 1, false, c)
			}
		}
	}
	for k := shogi.Pawn; k <= shogi.Rook; k++ {
		for range left[k] {
			if k == shogi.Gold {
				b.writePiece(shogi.Silver, 1, true, core.Second)
			} else {
				b.writePiece(k, 1, true, core.First)
			}
		}
	}
	if b.at != sfenBits {
		return nil, fmt.Errorf("%s cannot be packed: it needs two kings", p)
	}
	rest := record[start+32:]
	binary.LittleEndian.PutUint16(rest, uint16(s.Score))
	binary.LittleEndian.PutUint16(rest[2:], moveToPSV(s.Move))
	binary.LittleEndian.PutUint16(rest[4:], uint16(min(p.Plies()+1, 1<<16-1)))
	rest[6] = byte(s.Result)
	return record, nil
}
