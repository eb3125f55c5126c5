package book

import (
	_ "embed" // the random numbers
	"math/bits"
	"strconv"
	"strings"
	"sync"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

//go:embed polyglot_random.txt
var polyglotNumbers string

// polyglotRandom returns the random numbers of the Polyglot key, constants of the format
// (http://hgm.nubati.net/book_format.html): 64 squares for each of black pawn, white
// pawn, black knight and so on to the white king, then the castling rights KQkq, the files
// of en passant, and White to move.
var polyglotRandom = sync.OnceValue(func() (numbers []uint64) {
	for text := range strings.FieldsSeq(polyglotNumbers) {
		n, err := strconv.ParseUint(text, 16, 64)
		if err != nil {
			panic("book: polyglot_random.txt: " + err.Error())
		}
		numbers = append(numbers, n)
	}
	return numbers
})

// Where the parts of a Polyglot key begin in polyglotRandom.
const (
	polyglotCastling = 768
	polyglotPassant  = 772
	polyglotWhite    = 780
)

// PolyglotKey returns the Polyglot key of a position of chess. The file of an en passant
// square counts where the capture is legal. The format wants the file counted wherever a
// pawn, even a pinned one, stands beside the pawn that has just moved. But by the rules
// such a position is the same without the square, so a position need not remember it;
// books are read and written under both keys.
func PolyglotKey(p *chess.Position) uint64 {
	key, random := uint64(0), polyglotRandom()
	for _, c := range [2]core.Color{core.First, core.Second} {
		for k := chess.Pawn; k <= chess.King; k++ {
			kind := 2 * int(k-chess.Pawn)
			if c == core.First {
				kind++
			}
			for b := p.Pieces(c, k); b != 0; b &= b - 1 {
				key ^= random[64*kind+bits.TrailingZeros64(b)]
			}
		}
	}
	// Only the FEN tells the rights and the square.
	fields := strings.Fields(p.String())
	if len(fields) > 3 {
		key ^= castlingKey(p, fields[2])
		if fields[3] != "-" {
			key ^= passantKey(int(fields[3][0] - 'a'))
		}
	}
	if p.Side() == core.First {
		key ^= random[polyglotWhite]
	}
	return key
}

// castlingKey returns the part of the key for the castling rights of a FEN.
func castlingKey(p *chess.Position, rights string) (key uint64) {
	for _, letter := range []byte(rights) {
		lower := letter | 0x20
		color, index := core.First, polyglotCastling
		if letter == lower {
			color, index = core.Second, polyglotCastling+2
		}
		king := byte(p.KingSquare(color)&7) + 'a'
		switch {
		case lower == 'k' || lower != 'q' && lower >= 'a' && lower <= 'h' && lower > king:
		case lower == 'q' || lower >= 'a' && lower <= 'h':
			index++
		default: // no right
			continue
		}
		key ^= polyglotRandom()[index]
	}
	return key
}

func passantKey(file int) uint64 { return polyglotRandom()[polyglotPassant+file&7] }

// polyglotKeys returns the keys under which a position may stand in a book: its own, and
// the keys with an en passant square beside a pawn that cannot capture there.
func polyglotKeys(p *chess.Position) []uint64 {
	keys := []uint64{PolyglotKey(p)}
	fields := strings.Fields(p.String())
	if len(fields) < 4 || fields[3] != "-" {
		return keys
	}
	us := p.Side()
	forward, pushed, square := -8, 3, byte('3') // the rank of a pawn that Black could capture
	if us == core.First {
		forward, pushed, square = 8, 4, '6'
	}
	own, enemy := p.Pieces(us, chess.Pawn), p.Pieces(us.Other(), chess.Pawn)
	for file := range 8 {
		sq := 8*pushed + file
		empty := uint64(1)<<(sq+forward) | uint64(1)<<(sq+2*forward)
		if enemy>>sq&1 == 0 || p.Occupied()&empty != 0 || own&beside(sq) == 0 {
			continue
		}
		// If the capture were legal, this would be another position.
		fields[3] = string([]byte{'a' + byte(file), square})
		other, err := chess.Rules.Parse(strings.Join(fields, " "), core.Settings{})
		if err == nil && strings.Fields(other.String())[3] == "-" {
			keys = append(keys, keys[0]^passantKey(file))
		}
	}
	return keys
}

// beside returns the squares left and right of sq.
func beside(sq int) (set uint64) {
	if sq&7 > 0 {
		set |= 1 << (sq - 1)
	}
	if sq&7 < 7 {
		set |= 1 << (sq + 1)
	}
	return set
}
