package dataset

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"slices"

	"github.com/nitoryu/nitoryu/core"
)

// Magic opens every file; its last byte is the version of the format.
//
// All numbers are little endian; a uvarint is seven bits a byte, low bits first,
// the high bit set on all bytes but the last. A file is a header and then one
// frame for each game:
//
//	header
//	  8 bytes   Magic
//	  4         length of the JSON text, at most 2^20
//	  4         CRC-32C (Castagnoli) of the length and the JSON text
//	  ...       the JSON text, an object:
//	              "game"          "chess" or "shogi"
//	              "chess960"      bool
//	              "move_limit"    number of plies, 0: none
//	              "entering_king" name of the rule as in USI, "": CSARule27
//	              "runs"          list of at least one run, an object each:
//	                 "seed", "nodes" (per move, 0: not fixed), "engine" (name and
//	                 version) and "info" (any further strings by name)
//
//	frame
//	  4 bytes   marker: 0xF7 'G' 'm' 0xE3
//	  4         length of the payload, at most 66,112
//	  4         CRC-32C of the length and the payload
//	  ...       payload
//
//	payload: a game
//	  uvarint   run: place in the header's list, counted from 0
//	  uvarint   index: number of the game within its run
//	  1 byte    result for the side that moves first: 0 lost, 1 drawn, 2 won
//	  1         ending: 0 unknown, 1 checkmate, 2 stalemate, 3 repetition, 4 perpetual
//	            check, 5 fifty-move rule, 6 insufficient material, 7 move limit,
//	            8 declaration, 9 win by adjudication or resignation, 10 draw by
//	            adjudication
//	  uvarint   length of the start position's text, at most 512
//	  ...       the start position as FEN or SFEN; empty: the usual one
//	  uvarint   number of leading random moves, which have no score
//	  uvarint   number of moves, at most 16,384
//	  2 each    moves: see below
//	  2 each    scores of the moves that were not random: signed, for the side to
//	            move, as searched before the move; 32002 for an unknown score
//
// A move is bits 0-6 to square, bits 7-13 from square, bits 14-15 promotion.
// Chess: squares count a1, b1 ... h8; the promotion of a pawn that reaches the
// last rank is 0 knight, 1 bishop, 2 rook, 3 queen; castling goes from the king
// to its rook. Shogi: squares count 1a, 1b ... 9i; promotion is 1 when the piece
// promotes; a drop has 96 + kind as its from square, kinds counted from 1: pawn,
// lance, knight, silver, gold, bishop, rook.
//
// A reader that meets a frame with a wrong checksum looks for the marker of the next
// correct frame. A file may end in an incomplete frame if its writer was killed; only
// that game is lost.
const Magic = "NitoGam1"

const (
	// MaxMoves is the largest number of moves of a game in a file.
	MaxMoves = 1 << 14
	// MaxStart is the longest text of a start position in bytes.
	MaxStart = 512

	maxHeader = 1 << 20
	headSize  = 12 // marker, length and checksum of a frame

	adjudicatedDraw = 10 // the only ending whose number differs from core
)

// format is a kind of file: a header and frames.
type format struct {
	content    string // what such a file holds
	magic      string // its last byte is the version
	marker     string
	maxPayload int
}

// gameFrames is the format of files of games.
var gameFrames = format{"games", Magic, "\xF7Gm\xE3", 4*MaxMoves + MaxStart + 64}

// checksum returns the CRC-32C of a length and the bytes it counts.
func checksum(length, text []byte) uint32 {
	table := crc32.MakeTable(crc32.Castagnoli)
	return crc32.Update(crc32.Checksum(length, table), table, text)
}

// appendFrame appends a frame, whose payload appendPayload appends.
func (f *format) appendFrame(b []byte, appendPayload func([]byte) []byte) []byte {
	start := len(b)
	b = append(b, f.marker...)
	b = append(b, make([]byte, headSize-len(f.marker))...)
	b = appendPayload(b)
	head, payload := b[start:start+headSize], b[start+headSize:]
	binary.LittleEndian.PutUint32(head[4:], uint32(len(payload)))
	binary.LittleEndian.PutUint32(head[8:], checksum(head[4:8], payload))
	return b
}

// appendFrame appends the frame of a game that is valid.
func appendFrame(b []byte, g *Game) []byte {
	return gameFrames.appendFrame(b, func(b []byte) []byte { return appendPayload(b, g) })
}

func appendPayload(b []byte, g *Game) []byte {
	b = binary.AppendUvarint(b, uint64(g.Run))
	b = binary.AppendUvarint(b, g.Index)
	ending := byte(g.Ending)
	if g.Ending == core.Adjudication && g.Result == 0 {
		ending = adjudicatedDraw
	}
	b = append(b, byte(g.Result+1), ending)
	b = binary.AppendUvarint(b, uint64(len(g.Start)))
	b = append(b, g.Start...)
	b = binary.AppendUvarint(b, uint64(g.Random))
	b = binary.AppendUvarint(b, uint64(len(g.Moves)))
	for _, m := range g.Moves {
		b = binary.LittleEndian.AppendUint16(b, uint16(m))
	}
	for _, s := range g.Scores {
		b = binary.LittleEndian.AppendUint16(b, uint16(s))
	}
	return b
}

// framePayload returns the payload of the frame that text begins with, or false if
// text begins with no complete and correct frame.
func (f *format) framePayload(text []byte) ([]byte, bool) {
	length, ok := f.payloadLength(text)
	if !ok || len(text) < headSize+length {
		return nil, false
	}
	payload := text[headSize : headSize+length]
	return payload, binary.LittleEndian.Uint32(text[8:]) == checksum(text[4:8], payload)
}

// payloadLength returns the length in the head of a frame, or false if text does not begin
// with such a head.
func (f *format) payloadLength(text []byte) (int, bool) {
	if len(text) < headSize || string(text[:len(f.marker)]) != f.marker {
		return 0, false
	}
	length := binary.LittleEndian.Uint32(text[4:])
	return int(length), length <= uint32(f.maxPayload)
}

// decodePayload sets g to the game of a payload, reusing its slices, or returns
// false if the payload is not a game; g is then undefined.
func decodePayload(payload []byte, g *Game) bool {
	d := decoder{rest: payload}
	g.Run = int(d.uvarint(math.MaxInt32))
	g.Index = d.uvarint(math.MaxUint64)
	g.Result = int8(d.byte()) - 1
	if g.Ending = core.Ending(d.byte()); g.Ending == adjudicatedDraw {
		g.Ending = core.Adjudication
	}
	if start := d.bytes(d.uvarint(MaxStart)); string(start) != g.Start {
		g.Start = string(start)
	}
	g.Random = int(d.uvarint(MaxMoves))
	n := int(d.uvarint(MaxMoves))
	scored := n - g.Random
	if d.failed || scored < 0 || len(d.rest) != 2*n+2*scored {
		return false
	}
	g.Moves = slices.Grow(g.Moves[:0], n)[:n]
	for i := range g.Moves {
		g.Moves[i] = core.MoveID(binary.LittleEndian.Uint16(d.rest[2*i:]))
	}
	scores := d.rest[2*n:]
	g.Scores = slices.Grow(g.Scores[:0], scored)[:scored]
	for i := range g.Scores {
		g.Scores[i] = core.Score(int16(binary.LittleEndian.Uint16(scores[2*i:])))
	}
	return g.Validate() == nil
}

// decoder reads numbers from bytes; after one failure all further reads fail.
type decoder struct {
	rest   []byte
	failed bool
}

// uvarint reads a number that may be as large as limit.
func (d *decoder) uvarint(limit uint64) uint64 {
	v, n := binary.Uvarint(d.rest)
	if n <= 0 || v > limit || d.failed {
		d.failed = true
		return 0
	}
	d.rest = d.rest[n:]
	return v
}

func (d *decoder) bytes(n uint64) []byte {
	if n > uint64(len(d.rest)) || d.failed {
		d.failed = true
		return nil
	}
	b := d.rest[:n]
	d.rest = d.rest[n:]
	return b
}

func (d *decoder) byte() byte {
	if b := d.bytes(1); b != nil {
		return b[0]
	}
	return 0
}
