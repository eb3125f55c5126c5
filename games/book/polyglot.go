package book

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// polyglotSize is the size of a record: the key, the move, the weight and the learn
// field in 8, 2, 2 and 4 bytes, the first the highest. The records are sorted by key.
const polyglotSize = 16

// maxRecords bounds the records of one position: no position has more legal moves,
// and a move may occur more than once.
const maxRecords = 1024

// polyglotSamples is how many keys are read to see whether a file is sorted.
const polyglotSamples = 256

// record is a record of a Polyglot book.
type record struct {
	key    uint64
	move   polyglotMove
	weight uint16
	learn  uint32
}

// polyglotMove is a move as Polyglot writes it: from the low end, file and rank of the
// target square, file and rank of the origin, and the promotion in three bits each.
type polyglotMove uint16

func (m polyglotMove) to() core.Square   { return core.Square(m & 63) }
func (m polyglotMove) from() core.Square { return core.Square(m >> 6 & 63) }
func (m polyglotMove) promotion() int    { return int(m >> 12) } // 0 none, 1 knight to 4 queen

// String returns the move in UCI notation.
func (m polyglotMove) String() string {
	text := chess.SquareName(m.from()) + chess.SquareName(m.to())
	switch n := m.promotion(); {
	case n > 4:
		text += fmt.Sprintf("(promotion %d)", n)
	case n > 0:
		text += string("nbrq"[n-1])
	}
	return text
}

// resolve returns the legal move that m stands for, or NoMove.
func (m polyglotMove) resolve(p core.Position) core.Move {
	if m.promotion() > 4 {
		return core.NoMove
	}
	id := core.NewMove(m.from(), m.to(), 0, 0)
	if n := m.promotion(); n > 0 {
		id |= core.Variant(uint8(n - 1))
	}
	move := p.ValidateMove(id.ID())
	if move == core.NoMove {
		// Some books write castling as the move of the king.
		if move, _ = p.ParseMove(m.String()); !move.IsCastling() {
			return core.NoMove
		}
	}
	if move.IsPromotion() != (m.promotion() > 0) {
		return core.NoMove
	}
	return move
}

// toPolyglot returns a move as Polyglot writes it. Both write castling as king takes
// rook.
func toPolyglot(m core.Move) polyglotMove {
	move := polyglotMove(m.To()) | polyglotMove(m.From())<<6
	if m.IsPromotion() {
		move |= polyglotMove(m.Variant()+1) << 12
	}
	return move
}

func decodeRecord(b []byte) record {
	return record{
		binary.BigEndian.Uint64(b), polyglotMove(binary.BigEndian.Uint16(b[8:])),
		binary.BigEndian.Uint16(b[10:]), binary.BigEndian.Uint32(b[12:]),
	}
}

func (r record) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint64(b, r.key)
	b = binary.BigEndian.AppendUint16(b, uint16(r.move))
	b = binary.BigEndian.AppendUint16(b, r.weight)
	return binary.BigEndian.AppendUint32(b, r.learn)
}

// compareRecords orders records as they stand in a file: by key, the most played first.
func compareRecords(a, b record) int {
	return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(b.weight, a.weight), cmp.Compare(a.move, b.move))
}

// polyglot is a Polyglot book.
type polyglot struct {
	r       io.ReaderAt
	name    string
	records int64
}

func openPolyglot(r io.ReaderAt, size int64, name string, _ Options) (Book, error) {
	b := &polyglot{r: r, name: name, records: size / polyglotSize}
	if err := b.check(size); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return b, nil
}

// check reports what is wrong with a file at first glance.
func (b *polyglot) check(size int64) error {
	littleEndian, err := b.sampled()
	if err != nil {
		return err
	}
	if littleEndian {
		return errors.New("is no Polyglot book, but may be a book of Apery (book.bin), which is not supported")
	}
	if size%polyglotSize != 0 {
		return fmt.Errorf("is cut or corrupt: %d bytes are no multiple of %d, the size of a record of a Polyglot book", size, polyglotSize)
	}
	return nil
}

// sampled reads keys all over the file, and fails if they are not sorted. It reports keys
// that are sorted only as little-endian numbers, as in Apery's books.
func (b *polyglot) sampled() (littleEndian bool, err error) {
	var last, lastReversed uint64
	sorted, reversed := true, true
	samples := min(b.records, polyglotSamples)
	var buffer [8]byte
	for i := range samples {
		at := i * (b.records / samples)
		if i == samples-1 {
			at = b.records - 1
		}
		if err := readFull(b.r, buffer[:], at*polyglotSize); err != nil {
			return false, err
		}
		key, little := binary.BigEndian.Uint64(buffer[:]), binary.LittleEndian.Uint64(buffer[:])
		sorted = sorted && key >= last
		reversed = reversed && little >= lastReversed
		last, lastReversed = key, little
	}
	if !sorted && !reversed {
		return false, errors.New("is no book in a known format, or a Polyglot book whose records are not sorted")
	}
	return !sorted, nil
}

// Info implements [Book].
func (b *polyglot) Info() Info {
	return Info{Format: "Polyglot", Game: chess.Rules.Name, File: b.name, Bytes: b.records * polyglotSize, Records: b.records, OnTheFly: true}
}

// Close implements [Book].
func (b *polyglot) Close() error { return closeReader(b.r) }

// Moves implements [Book].
func (b *polyglot) Moves(p core.Position, list []Move) ([]Move, error) {
	position, ok := p.(*chess.Position)
	if !ok {
		return list, fmt.Errorf("%s: is a book of %s, but the position is of %s", b.name, chess.Rules.Name, p.GameInfo().Name)
	}
	for _, key := range polyglotKeys(position) {
		records, err := b.find(key)
		if err != nil {
			return list, fmt.Errorf("%s: %w", b.name, err)
		}
		if len(records) > 0 {
			return b.resolve(p, records, list)
		}
	}
	return list, nil
}

// resolve appends the moves of the records of a position to list.
func (b *polyglot) resolve(p core.Position, records []record, list []Move) ([]Move, error) {
	first := len(list)
	var bad illegal
	for _, r := range records {
		m := r.move.resolve(p)
		if m == core.NoMove {
			bad.add(r.move.String())
			continue
		}
		if i := slices.IndexFunc(list[first:], func(known Move) bool { return known.Move == m }); i >= 0 {
			list[first+i].Weight += int(r.weight)
			continue
		}
		list = append(list, Move{Move: m, Weight: int(r.weight), Score: core.NoScore, Learn: r.learn})
	}
	slices.SortStableFunc(list[first:], func(a, b Move) int { return cmp.Compare(b.Weight, a.Weight) })
	return list, bad.err(b.name, p)
}

// find returns the records of a key.
func (b *polyglot) find(key uint64) ([]record, error) {
	low, high := int64(0), b.records
	least, most := uint64(0), ^uint64(0) // bounds of the keys between low and high
	var buffer [8]byte
	for low < high {
		middle := low + (high-low)/2
		if err := readFull(b.r, buffer[:], middle*polyglotSize); err != nil {
			return nil, err
		}
		k := binary.BigEndian.Uint64(buffer[:])
		if k < least || k > most {
			return nil, fmt.Errorf("is corrupt: the records are not sorted near byte %d", middle*polyglotSize)
		}
		if k < key {
			low, least = middle+1, k
		} else {
			high, most = middle, k
		}
	}
	return b.from(low, key)
}

// from returns the records from the n-th on that have the key.
func (b *polyglot) from(n int64, key uint64) (found []record, err error) {
	const chunk = 16
	var buffer [chunk * polyglotSize]byte
	for ; n < b.records; n += chunk {
		block := buffer[:min(chunk, b.records-n)*polyglotSize]
		if err := readFull(b.r, block, n*polyglotSize); err != nil {
			return nil, err
		}
		for ; len(block) > 0; block = block[polyglotSize:] {
			r := decodeRecord(block)
			if r.key != key {
				return found, nil
			}
			if found = append(found, r); len(found) > maxRecords {
				return nil, fmt.Errorf("is corrupt: one position has more than %d moves", maxRecords)
			}
		}
	}
	return found, nil
}
