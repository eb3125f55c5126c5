package dataset

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// Two formats of chess with 32 bytes a position, little endian, begin alike:
//
//	 8 bytes  the occupied squares, a1 the lowest bit, then b1 ... h8
//	16        their pieces in that order, 4 bits each, the lower half of a byte first:
//	            pawn 0, knight 1, bishop 2, rook 3, queen 4, king 5; 8 more for the other side
//
// In marlinformat (https://github.com/jnlt3/marlinflow) the other side is Black, and a rook
// that may castle is 6. Then follow:
//
//	1 byte   bits 0-6 the en passant square, 64 for none; bit 7 Black is to move
//	1        halfmove clock
//	2        move number
//	2        score for White, signed
//	1        result for White: 0 lost, 1 drawn, 2 won
//	1        nothing
//
// ChessBoard of bulletformat (https://github.com/jw1912/bulletformat) is the board as the
// side to move sees it: if that is Black, ranks and colours are exchanged. Then follow:
//
//	2        score for the side to move, signed
//	1        result for the side to move: 0 lost, 1 drawn, 2 won
//	1        the square of its king
//	1        the square of the other king as its own side sees it
//	3        nothing
const boardSize = 32

const (
	castlingRook = 6
	otherSide    = 8 // added to a piece
	flipRanks    = 56
)

// board is what both formats have in common: pieces by square, 0 for none.
type board [64]core.Piece

// readBoard reads the first 24 bytes of a record. Pieces of the other side belong to
// core.Second; castling holds the rooks that may castle; it is nil for a format without
// them.
func (b *board) readBoard(record []byte, castling *[]core.Square) error {
	occupied := binary.LittleEndian.Uint64(record)
	if bits.OnesCount64(occupied) > 32 {
		return fmt.Errorf("%d pieces are more than 32", bits.OnesCount64(occupied))
	}
	for n := 0; occupied != 0; n++ {
		sq := core.Square(bits.TrailingZeros64(occupied))
		occupied &= occupied - 1
		code := record[8+n/2] >> (n % 2 * 4) & 15
		c, kind := core.Color(code/otherSide), code%otherSide
		if kind == castlingRook && castling != nil {
			*castling = append(*castling, sq)
			kind = byte(chess.Rook - chess.Pawn)
		}
		if kind > byte(chess.King-chess.Pawn) {
			return fmt.Errorf("there is no piece %d", code)
		}
		b[sq] = core.NewPiece(c, chess.Pawn+core.PieceType(kind))
	}
	return nil
}

// writeBoard is the inverse of readBoard.
func (b *board) writeBoard(record []byte, castling uint64) error {
	occupied, n := uint64(0), 0
	for sq, piece := range b {
		if piece == 0 {
			continue
		}
		if n == 32 {
			return errors.New("more than 32 pieces do not fit")
		}
		code := byte(piece.Type()-chess.Pawn) | byte(piece.Color())*otherSide
		if castling>>sq&1 == 1 {
			code = castlingRook | byte(piece.Color())*otherSide
		}
		occupied |= 1 << sq
		record[8+n/2] |= code << (n % 2 * 4)
		n++
	}
	binary.LittleEndian.PutUint64(record, occupied)
	return nil
}

// fen returns the FEN of a board, with the fields after it.
func (b *board) fen(fields string) string {
	return chess.FormatBoard(func(sq core.Square) core.Piece { return b[sq] }) + fields
}

// decodeBullet reads a ChessBoard. White moves in its position, since the format does not
// say who moves.
func decodeBullet(record []byte, s *Scored) error {
	var b board
	if err := b.readBoard(record, nil); err != nil {
		return err
	}
	if err := s.parse(b.fen(fmt.Sprintf(" w - - 0 %d", lateMove))); err != nil {
		return err
	}
	p, rest := s.Position.(*chess.Position), record[24:]
	if own, other := byte(p.KingSquare(core.First)), byte(p.KingSquare(core.Second)^flipRanks); rest[3] != own || rest[4] != other {
		return fmt.Errorf("%s: kings on %d and %d instead of %d and %d", p, rest[3], rest[4], own, other)
	}
	return s.label(rest, rest[2])
}

// parse sets the position.
func (s *Scored) parse(fen string) (err error) {
	if s.Position, err = chess.Rules.Parse(fen, core.Settings{}); err != nil {
		return fmt.Errorf("%s: %w", fen, err)
	}
	return nil
}

// label sets score and result for the side to move, the result counted from 0.
func (s *Scored) label(score []byte, result byte) error {
	if result > 2 {
		return fmt.Errorf("%s: result %d is not 0, 1 or 2", s.Position, result)
	}
	s.Score, s.Result = scoreIn(int16(binary.LittleEndian.Uint16(score))), int8(result)-1
	return nil
}

// appendBullet appends a ChessBoard.
func appendBullet(record []byte, s *Scored) ([]byte, error) {
	p, ok := s.Position.(*chess.Position)
	if !ok {
		return nil, errors.New("bulletformat is a format of chess")
	}
	var b board
	flip := core.Square(0)
	if p.Side() == core.Second {
		flip = flipRanks
	}
	for sq := range core.Square(64) {
		if piece := p.PieceAt(sq); piece != 0 {
			b[sq^flip] = core.NewPiece(piece.Color()^p.Side(), piece.Type())
		}
	}
	start := len(record)
	record = append(record, make([]byte, boardSize)...)
	if err := b.writeBoard(record[start:], 0); err != nil {
		return nil, err
	}
	rest := record[start+24:]
	binary.LittleEndian.PutUint16(rest, uint16(s.Score))
	rest[2] = byte(s.Result + 1)
	rest[3] = byte(p.KingSquare(p.Side()) ^ flip)
	rest[4] = byte(p.KingSquare(p.Side().Other()) ^ flip ^ flipRanks)
	return record, nil
}

// decodeMarlin reads a record of marlinformat.
func decodeMarlin(record []byte, s *Scored) error {
	var b board
	var castling []core.Square
	if err := b.readBoard(record, &castling); err != nil {
		return err
	}
	rest := record[24:]
	side, passant, rights := "w", "-", ""
	if rest[0]>>7 == 1 {
		side = "b"
	}
	if sq := rest[0] & 127; sq < 64 {
		passant = chess.SquareName(core.Square(sq))
	} else if sq != 64 {
		return fmt.Errorf("there is no en passant square %d", sq)
	}
	for _, sq := range castling {
		rights += string('A' + sq%8 + core.Square(b[sq].Color())*('a'-'A')) // as in Shredder-FEN
	}
	if rights == "" {
		rights = "-"
	}
	if err := s.parse(b.fen(fmt.Sprintf(" %s %s %s %d %d", side, rights, passant, rest[1], binary.LittleEndian.Uint16(rest[2:])))); err != nil {
		return err
	}
	if err := s.label(rest[4:], rest[6]); err != nil {
		return err
	}
	if side == "b" {
		s.Result = -s.Result
		if s.Score != core.NoScore {
			s.Score = -s.Score
		}
	}
	return nil
}

// appendMarlin appends a record of marlinformat.
func appendMarlin(record []byte, s *Scored) ([]byte, error) {
	p, ok := s.Position.(*chess.Position)
	if !ok {
		return nil, errors.New("marlinformat is a format of chess")
	}
	var b board
	for sq := range core.Square(64) {
		b[sq] = p.PieceAt(sq)
	}
	start := len(record)
	record = append(record, make([]byte, boardSize)...)
	if err := b.writeBoard(record[start:], p.CastlingRooks()); err != nil {
		return nil, err
	}
	score, result, rest := s.Score, s.Result, record[start+24:]
	if rest[0] = byte(p.PassantSquare()); p.Side() == core.Second {
		score, result = -score, -result
		rest[0] |= 1 << 7
	}
	rest[1] = byte(min(p.HalfmoveClock(), 255))
	binary.LittleEndian.PutUint16(rest[2:], uint16(min(p.Plies()/2+1, 1<<16-1)))
	binary.LittleEndian.PutUint16(rest[4:], uint16(score))
	rest[6] = byte(result + 1)
	return record, nil
}
