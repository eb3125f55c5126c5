package chess

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/excerpt"
	"github.com/nitoryu/nitoryu/internal/plural"
)

// Bounds of a FEN or EPD. Other engines accept the same counters.
const (
	maxText      = 4096
	maxHalfmoves = 32767
	maxFullmoves = 100000
)

// parse reads a FEN or an EPD. Fields that are missing after the board have default
// values; of the opcodes of an EPD only hmvc and fmvn are read. Impossible castling
// rights and en passant squares are dropped.
func parse(text string, settings core.Settings) (*Position, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("FEN of %d bytes is too long", len(text))
	}
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return nil, errors.New("FEN is empty")
	}
	// next takes a field, or the default when there is none left.
	next := func(missing string) string {
		if len(fields) == 0 {
			return missing
		}
		field := fields[0]
		fields = fields[1:]
		return field
	}
	p := &Position{chess960: settings.Chess960, states: make([]state, 1)}
	if err := p.parseBoard(next("")); err != nil {
		return nil, err
	}
	if err := p.parseSide(next("w")); err != nil {
		return nil, err
	}
	if err := p.validate(); err != nil {
		return nil, err
	}
	if err := p.parseCastling(next("-")); err != nil {
		return nil, err
	}
	s := &p.states[0]
	p.setCheckInfo(s)
	if err := p.parsePassant(next("-")); err != nil {
		return nil, err
	}
	if err := p.parseCounters(fields); err != nil {
		return nil, err
	}
	s.key, s.parts = p.scratchKey(), p.scratchParts()
	return p, nil
}

func (p *Position) parseBoard(field string) error {
	ranks := strings.Split(field, "/")
	if len(ranks) != 8 {
		return fmt.Errorf("board %s has %s instead of 8", excerpt.Quote(field), plural.Of(len(ranks), "rank"))
	}
	for i, text := range ranks {
		file, rank := 0, 7-i
		for _, letter := range []byte(text) {
			if letter >= '1' && letter <= '8' {
				file += int(letter - '0')
				continue
			}
			piece := parsePiece(letter)
			if piece == 0 {
				return fmt.Errorf("rank %d of the board, %s, has the strange letter %q", rank+1, excerpt.Quote(text), letter)
			}
			if file < 8 {
				p.put(piece, core.Square(rank<<3|file))
			}
			file++
		}
		if file != 8 {
			return fmt.Errorf("rank %d of the board, %s, has %s instead of 8", rank+1, excerpt.Quote(text), plural.Of(file, "square"))
		}
	}
	return nil
}

func (p *Position) parseSide(field string) error {
	switch field {
	case "w":
		p.side = core.First
	case "b":
		p.side = core.Second
	default:
		return fmt.Errorf("side to move is %s instead of w or b", excerpt.Quote(field))
	}
	return nil
}

// parseCastling reads rights as KQkq, which name the outermost rooks as in
// X-FEN, or as the files of the rooks as in Shredder-FEN.
func (p *Position) parseCastling(field string) error {
	if field == "-" {
		return nil
	}
	if len(field) > 4 {
		return fmt.Errorf("castling rights %s have more than 4 letters", excerpt.Quote(field))
	}
	for _, letter := range []byte(field) {
		color, lower := core.First, letter|0x20
		if letter == lower {
			color = core.Second
		}
		king := p.KingSquare(color)
		home := rank1 << (56 * int(color))
		rooks := p.Pieces(color, Rook) & home
		if home&bit(king) == 0 {
			rooks = 0
		}
		east := home &^ (bit(king)<<1 - 1) // squares of the home rank beyond the king
		switch {
		case lower == 'k':
			for rooks &= east; several(rooks); rooks &= rooks - 1 {
			}
		case lower == 'q':
			rooks &^= east
		case lower >= 'a' && lower <= 'h':
			rooks &= fileA << (lower - 'a')
		default:
			return fmt.Errorf("castling rights %s have the strange letter %q", excerpt.Quote(field), letter)
		}
		if rooks != 0 {
			p.allowCastling(color, king, first(rooks))
		}
	}
	return nil
}

// parsePassant reads the en passant square and keeps it if a capture is legal.
func (p *Position) parsePassant(field string) error {
	s := &p.states[0]
	s.passant = noSquare
	if field == "-" {
		return nil
	}
	sq, ok := ParseSquare(field)
	if !ok || rankOf(sq) != 2 && rankOf(sq) != 5 {
		return fmt.Errorf("en passant square is %s", excerpt.Quote(field))
	}
	if p.passantMeaningful(sq) {
		s.passant = sq
	}
	return nil
}

// parseCounters reads the halfmove clock and the move number, given as numbers
// or by the opcodes of an EPD.
func (p *Position) parseCounters(fields []string) error {
	counters := [2]string{"0", "1"}
	for i := range counters {
		if len(fields) > 0 && strings.IndexByte("+-0123456789", fields[0][0]) >= 0 {
			counters[i], fields = fields[0], fields[1:]
		}
	}
	if len(fields) > 0 && fields[0][0] != ';' && (fields[0][0]|0x20 < 'a' || fields[0][0]|0x20 > 'z') {
		return fmt.Errorf("%s stands where only the opcodes of an EPD may", excerpt.Quote(fields[0]))
	}
	for len(fields) > 1 {
		opcode, operand := fields[0], strings.TrimSuffix(fields[1], ";")
		switch opcode {
		case "hmvc":
			counters[0] = operand
		case "fmvn":
			counters[1] = operand
		}
		fields = fields[1:]
	}
	halfmoves, fullmoves := counters[0], counters[1]
	n, err := strconv.Atoi(halfmoves)
	if err != nil || n < 0 || n > maxHalfmoves {
		return fmt.Errorf("halfmove clock %s is not a number from 0 to %d", excerpt.Quote(halfmoves), maxHalfmoves)
	}
	p.states[0].halfmoves = int32(n)
	n, err = strconv.Atoi(fullmoves)
	if err != nil || n < 0 || n > maxFullmoves {
		return fmt.Errorf("move number %s is not a number from 0 to %d", excerpt.Quote(fullmoves), maxFullmoves)
	}
	p.offset = 2*(max(n, 1)-1) + int(p.side)
	return nil
}

// String implements [core.Position]. Castling rights are written as files with
// Settings.Chess960, else as KQkq, or as a file where that names another rook.
func (p *Position) String() string {
	s := &p.states[p.top]
	passant := "-"
	if s.passant != noSquare {
		passant = SquareName(s.passant)
	}
	return fmt.Sprintf("%s %c %s %s %d %d", FormatBoard(p.PieceAt), "wb"[p.side&1], p.castlingField(), passant, s.halfmoves, p.Plies()/2+1)
}

// FormatBoard returns the first field of a FEN by the pieces on the squares.
func FormatBoard(pieceAt func(core.Square) core.Piece) string {
	return core.FormatBoard(8, 8, func(rank, file int) string {
		if piece := pieceAt(core.Square((7-rank)<<3 | file)); piece != 0 {
			return PieceName(piece)
		}
		return ""
	})
}

// castlingField returns the castling rights as a field of a FEN.
func (p *Position) castlingField() string {
	var field []byte
	for i := range p.castlings {
		if p.states[p.top].rights>>i&1 == 0 {
			continue
		}
		color := core.Color(i / 2)
		rook := p.castlings[i].rookFrom
		letter := "KQ"[i&1]
		beyond := p.Pieces(color, Rook) & (rank1 << (56 * int(color)))
		if i&1 == kingside {
			beyond &^= bit(rook)<<1 - 1
		} else {
			beyond &= bit(rook) - 1
		}
		if p.chess960 || beyond != 0 {
			letter = 'A' + byte(fileOf(rook))
		}
		if color == core.Second {
			letter += 'a' - 'A'
		}
		field = append(field, letter)
	}
	if len(field) == 0 {
		return "-"
	}
	return string(field)
}
