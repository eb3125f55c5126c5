package dataset

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"github.com/nitoryu/nitoryu/core"
)

// ValuesMagic opens every file of values; its last byte is the version of the format.
//
// A file of values holds positions from within the searches of games, each with the score
// that an evaluation gives it. It begins like a file of games (see [Magic]), except for the
// magic. Its frames begin like the frames of games, except for the marker, which is 0xF7
// 'V' 'l' 0xE3; the length of the payload is at most 163,861. A game has one or more
// frames, one after the other:
//
//	uvarint   run: place in the header's list, counted from 0
//	uvarint   index: number of the game within its run
//	1 byte    1 in the last frame of the game, else 0
//	40 each   positions, see [Packed], at most 4,096
//
// If the last frame of a game is missing, the writer was killed while it wrote that game.
const ValuesMagic = "NitoVal1"

const (
	frameValues = 1 << 12 // positions of a frame
	valuesHead  = 2*binary.MaxVarintLen64 + 1
)

// valueFrames is the format of files of values.
var valueFrames = format{"values", ValuesMagic, "\xF7Vl\xE3", frameValues*PackedSize + valuesHead}

// Values are some of the values of a game.
type Values struct {
	Run       int
	Index     uint64 // of the game within its run
	Last      bool   // no more values of this game follow
	Positions []Packed
}

// appendPayload appends the payload of a frame.
func (v *Values) appendPayload(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(v.Run))
	b = binary.AppendUvarint(b, v.Index)
	last := byte(0)
	if v.Last {
		last = 1
	}
	b = append(b, last)
	for i := range v.Positions {
		b = v.Positions[i].Append(b)
	}
	return b
}

// decode sets v to the values of a payload, reusing its slice, or returns false if the
// payload holds no values; v is then undefined.
func (v *Values) decode(payload []byte) bool {
	d := decoder{rest: payload}
	v.Run = int(d.uvarint(math.MaxInt32))
	v.Index = d.uvarint(math.MaxUint64)
	last := d.byte()
	n := len(d.rest) / PackedSize
	if d.failed || last > 1 || n > frameValues || len(d.rest) != n*PackedSize {
		return false
	}
	v.Last = last == 1
	v.Positions = slices.Grow(v.Positions[:0], n)[:n]
	for i := range v.Positions {
		v.Positions[i].Read(d.rest[i*PackedSize:])
	}
	return true
}

// IsValues reports whether a file begins like a file of values.
func IsValues(path string) (bool, error) {
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	var magic [len(ValuesMagic)]byte
	n, err := io.ReadFull(file, magic[:])
	if isEnd(err) {
		err = nil
	}
	const kind = len(ValuesMagic) - 1 // without the version
	return n > kind && string(magic[:kind]) == ValuesMagic[:kind], err
}

// ValueReader reads a file of values in order. It skips and counts damage. It is used by one
// goroutine at a time.
type ValueReader struct{ frames }

// NewValueReader reads the header.
func NewValueReader(r io.Reader) (*ValueReader, error) {
	f, err := newFrames(r, &valueFrames)
	if err != nil {
		return nil, err
	}
	return &ValueReader{*f}, nil
}

// OpenValues opens a file for reading; Close closes it.
func OpenValues(path string) (*ValueReader, error) {
	f, err := openFrames(path, &valueFrames)
	if err != nil {
		return nil, err
	}
	return &ValueReader{*f}, nil
}

// Next reads the next values into v, whose slice is used again. At the end the error is
// io.EOF; any other error comes from the input.
func (r *ValueReader) Next(v *Values) error {
	return r.next(func(payload []byte) bool { return v.decode(payload) && v.Run < len(r.header.Runs) })
}

// ValueWriter appends values to a file. It may be used by several goroutines.
type ValueWriter struct {
	appender
	runs int
}

// CreateValues begins a file, which must not exist yet.
func CreateValues(path string, h Header) (*ValueWriter, error) {
	file, err := createFile(path, h, &valueFrames)
	if err != nil {
		return nil, err
	}
	return &ValueWriter{appender: appender{file: file}, runs: len(h.Runs)}, nil
}

// AppendValues opens a file for the values of further games. Its header must be h. It
// checks all values and cuts off whatever follows the last complete game.
func AppendValues(path string, h Header) (*ValueWriter, Recovery, error) {
	file, rec, err := reopen(path, func(file *os.File) (Recovery, error) { return recoverValues(file, h) })
	if err != nil {
		return nil, Recovery{}, err
	}
	return &ValueWriter{appender: appender{file: file}, runs: len(h.Runs)}, rec, nil
}

// recoverValues checks a file of values and leaves it ready for the next frame.
func recoverValues(file *os.File, h Header) (Recovery, error) {
	r, err := NewValueReader(file)
	if err != nil {
		return Recovery{}, err
	}
	if err := r.Header().same(h); err != nil {
		return Recovery{}, fmt.Errorf("cannot append to a file of another run: %w", err)
	}
	rec := Recovery{Indices: make([]IndexSet, len(h.Runs))}
	var v Values
	end, pending := r.Offset(), int64(0) // after the last complete game, and the values since then
	for err = r.Next(&v); err == nil; err = r.Next(&v) {
		pending += int64(len(v.Positions))
		if v.Last {
			rec.Games++
			rec.Values += pending
			rec.Indices[v.Run].Add(v.Index)
			end, pending, rec.Damage = r.Offset(), 0, r.Damage()
		}
	}
	if err != io.EOF {
		return Recovery{}, err
	}
	return rec, rec.cut(file, r.Offset(), end)
}

// Append writes the values of a game with one call of the system: when it returns, they outlive
// the process. After an error of the file every further call fails.
func (w *ValueWriter) Append(run int, index uint64, positions []Packed) error {
	if run < 0 || run >= w.runs {
		return fmt.Errorf("game %d of run %d: the header has %d runs", index, run, w.runs)
	}
	return w.append(func(b []byte) []byte {
		for rest := positions; ; {
			v := Values{Run: run, Index: index, Positions: rest[:min(len(rest), frameValues)]}
			rest = rest[len(v.Positions):]
			v.Last = len(rest) == 0
			b = valueFrames.appendFrame(b, v.appendPayload)
			if v.Last {
				return b
			}
		}
	})
}

// CountValues returns the number of complete games in a file of values, and the
// number of their values.
func CountValues(ctx context.Context, path string) (games, values int64, err error) {
	r, err := OpenValues(path)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	pending := int64(0)
	for v := (Values{}); ; {
		if err := r.Next(&v); err == io.EOF {
			return games, values, nil
		} else if err != nil {
			return games, values, err
		}
		if pending += int64(len(v.Positions)); v.Last {
			games++
			values += pending
			pending = 0
		}
		if err := ctx.Err(); err != nil {
			return games, values, err
		}
	}
}

// ExportValues writes the values of files as text, one position a line: FEN or SFEN | value for the
// side to move | number of the game.
func ExportValues(ctx context.Context, w io.Writer, rules core.Rules, files []string, progress Progress) (rep Report, err error) {
	total := int64(0)
	for _, path := range files {
		info, err := os.Stat(path)
		if err != nil {
			return rep, err
		}
		total += info.Size()
	}
	out, before := bufio.NewWriter(w), int64(0)
	for _, path := range files {
		r, err := OpenValues(path)
		if err != nil {
			return rep, err
		}
		err = r.export(ctx, out, rules, &rep, func() {
			if progress != nil {
				progress(before+r.Offset(), total)
			}
		})
		rep.Damage.add(r.Damage())
		before += r.Offset()
		if err := errors.Join(err, r.Close()); err != nil {
			return rep, fmt.Errorf("%s: %w", path, err)
		}
	}
	return rep, out.Flush()
}

// export writes the values of a file.
func (r *ValueReader) export(ctx context.Context, out io.Writer, rules core.Rules, rep *Report, shown func()) error {
	if err := r.header.check(rules); err != nil {
		return err
	}
	var v Values
	for {
		if err := r.Next(&v); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		for i := range v.Positions {
			p := &v.Positions[i]
			text, err := p.Text(rules)
			if err != nil {
				return fmt.Errorf("values of game %d: position %d: %w", v.Index, i+1, err)
			}
			if _, err := fmt.Fprintf(out, "%s | %d | %d\n", text, p.Label().Score, v.Index); err != nil {
				return err
			}
		}
		rep.Positions += int64(len(v.Positions))
		if v.Last {
			rep.Games++
		}
		if shown(); ctx.Err() != nil {
			return ctx.Err()
		}
	}
}
