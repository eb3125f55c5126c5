package dataset

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// Damage counts unreadable parts of a file.
type Damage struct {
	Places int   `json:"places"` // skipped ranges between games
	Bytes  int64 `json:"bytes"`  // in those places
	Tail   int64 `json:"tail"`   // bytes after the last game: a torn frame
}

// Any reports whether there is damage.
func (d Damage) Any() bool { return d != Damage{} }

func (d Damage) String() string {
	if !d.Any() {
		return "no damage"
	}
	return fmt.Sprintf("%d damaged places with %d bytes skipped, %d bytes of a torn game at the end", d.Places, d.Bytes, d.Tail)
}

func (d *Damage) add(other Damage) {
	d.Places += other.Places
	d.Bytes += other.Bytes
	d.Tail += other.Tail
}

// Reader reads the games of a file in order. It skips and counts damage. It is used by one
// goroutine at a time.
type Reader struct{ frames }

// NewReader reads the header.
func NewReader(r io.Reader) (*Reader, error) {
	f, err := newFrames(r, &gameFrames)
	if err != nil {
		return nil, err
	}
	return &Reader{*f}, nil
}

// Open opens a file for reading; Close closes it.
func Open(path string) (*Reader, error) {
	f, err := openFrames(path, &gameFrames)
	if err != nil {
		return nil, err
	}
	return &Reader{*f}, nil
}

// Next reads the next game into g, whose slices are used again. At the end the error
// is io.EOF; any other error comes from the input.
func (r *Reader) Next(g *Game) error {
	return r.next(func(payload []byte) bool { return decodePayload(payload, g) && g.Run < len(r.header.Runs) })
}

// frames are the frames of a file in order.
type frames struct {
	*format
	in     *bufio.Reader
	file   *os.File // closed by Close, or nil
	header Header
	offset int64
	lost   int64 // bytes skipped since the last good frame
	damage Damage
}

// newFrames reads the header.
func newFrames(r io.Reader, f *format) (*frames, error) {
	in := bufio.NewReaderSize(r, 2*(headSize+f.maxPayload)) // room for a frame after any text
	h, size, err := f.readHeader(in)
	if err != nil {
		return nil, err
	}
	return &frames{format: f, in: in, header: h, offset: size}, nil
}

// openFrames opens a file.
func openFrames(path string, f *format) (*frames, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r, err := newFrames(file, f)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	r.file = file
	return r, nil
}

// Close closes the file that was opened.
func (r *frames) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// Header returns the header of the file.
func (r *frames) Header() Header { return r.header }

// Offset returns how many bytes of the file have been read so far.
func (r *frames) Offset() int64 { return r.offset }

// Damage returns the damage skipped so far; at the end, all damage of the file.
func (r *frames) Damage() Damage { return r.damage }

// next finds the next frame whose payload can be decoded. The payload is valid during the
// call.
func (r *frames) next(decode func(payload []byte) bool) error {
	for {
		size, err := r.peek(decode)
		switch {
		case err != nil:
			return err
		case size > 0:
			r.resume()
			r.discard(size)
			return nil
		}
		if !r.skip() {
			r.damage.Tail += r.lost
			r.lost = 0
			return io.EOF
		}
	}
}

// peek decodes the next frame and returns its size, or 0 if no frame follows.
func (r *frames) peek(decode func(payload []byte) bool) (int, error) {
	head, err := r.in.Peek(headSize)
	if err != nil && err != io.EOF {
		return 0, err
	}
	length, ok := r.payloadLength(head)
	if !ok {
		return 0, nil
	}
	frame, err := r.in.Peek(headSize + length)
	if err != nil && err != io.EOF {
		return 0, err
	}
	payload, ok := r.framePayload(frame)
	if !ok || !decode(payload) {
		return 0, nil
	}
	return len(frame), nil
}

// resume counts what was skipped before a good frame.
func (r *frames) resume() {
	if r.lost > 0 {
		r.damage.Places++
		r.damage.Bytes += r.lost
		r.lost = 0
	}
}

// skip advances to the next marker in the buffer, or past the buffer. It returns false if
// the buffer is empty after peek: the input has ended.
func (r *frames) skip() bool {
	text, _ := r.in.Peek(r.in.Buffered())
	if len(text) == 0 {
		return false
	}
	n := bytes.Index(text[1:], []byte(r.marker)) + 1
	if n == 0 { // no marker; a part of one may end the text
		n = max(1, len(text)-len(r.marker)+1)
	}
	r.lost += int64(n)
	r.discard(n)
	return true
}

// discard skips buffered bytes, which cannot fail.
func (r *frames) discard(n int) {
	r.offset += int64(n)
	_, _ = r.in.Discard(n)
}
