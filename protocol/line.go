package protocol

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
)

// maxLine is the maximum length of a command line in bytes; longer ones are ignored.
const maxLine = 1 << 20

// reader splits input into command lines.
type reader struct {
	in    *bufio.Reader
	buf   []byte
	begun bool
}

func newReader(in io.Reader) *reader {
	return &reader{in: bufio.NewReaderSize(in, 1<<16)}
}

var errLineTooLong = errors.New("command line too long, ignored")

// next returns the next line without its end, which the last one may lack. A line longer
// than maxLine is skipped and returns errLineTooLong. A byte order mark before the first
// line is skipped.
func (r *reader) next() (string, error) {
	r.buf = r.buf[:0]
	long := false
	for {
		part, err := r.in.ReadSlice('\n')
		if long = long || len(r.buf)+len(part) > maxLine; !long {
			r.buf = append(r.buf, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (len(r.buf) == 0 || long):
			return "", err
		case long:
			return "", errLineTooLong
		}
		line := string(r.buf)
		if !r.begun {
			r.begun, line = true, strings.TrimPrefix(line, "\ufeff")
		}
		return line, nil
	}
}

// fields splits a command line into words.
func fields(line string) []string {
	return strings.FieldsFunc(plain(line), func(r rune) bool { return r == ' ' })
}

// lastWords returns the last n words of a command line, with the blanks between them
// as they are: file names may have two in a row.
func lastWords(line string, n int) string {
	line = strings.Trim(plain(line), " ")
	at := len(line)
	for range n {
		at = strings.LastIndexByte(strings.TrimRight(line[:at], " "), ' ') + 1
	}
	return line[at:]
}

// plain returns a command line with blanks for tabs, and without other control characters
// and the end of the line.
func plain(line string) string {
	// Byte by byte, since paths need not be valid UTF-8.
	clean := make([]byte, 0, len(line))
	for _, b := range []byte(line) {
		switch {
		case b == '\t':
			clean = append(clean, ' ')
		case b >= ' ' && b != 0x7f:
			clean = append(clean, b)
		}
	}
	return string(clean)
}

// printable returns text as one line of at most limit bytes that is safe to print.
func printable(text string, limit int) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == unicode.ReplacementChar || !unicode.IsPrint(r):
			return '?'
		}
		return r
	}, strings.TrimSpace(text))
	if len(text) > limit {
		text = strings.ToValidUTF8(text[:limit-3], "") + "..."
	}
	return text
}

// writer writes whole lines from any goroutine. Lines of one call stay together.
type writer struct {
	mu      sync.Mutex
	out     io.Writer
	wait    time.Duration // how long reports may be buffered; 0: not at all
	pending []byte        // buffered reports
	timer   *time.Timer
	log     log
	plain   atomic.Bool // remarks are for a person
}

// Write writes p in one piece, for callers that want an io.Writer.
func (w *writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.pending) == 0 {
		return len(p), w.send(p)
	}
	w.pending = append(w.pending, p...)
	return len(p), w.flush()
}

// print writes lines. Errors are ignored: a front end that no longer reads ends the
// conversation by closing the other pipe.
func (w *writer) print(lines ...string) {
	if w.plain.Load() {
		for i := range lines {
			lines[i] = spoken(lines[i])
		}
	}
	if len(lines) > 0 {
		_, _ = w.Write([]byte(strings.Join(lines, "\n") + "\n"))
	}
}

// gather buffers a line until the next one is printed, or the wait is over.
func (w *writer) gather(line string) {
	if w.plain.Load() {
		line = spoken(line)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pending = append(append(w.pending, line...), '\n')
	switch {
	case w.wait <= 0:
		_ = w.flush()
	case len(w.pending) > len(line)+1: // the timer runs
	case w.timer == nil:
		w.timer = time.AfterFunc(w.wait, w.expire)
	default:
		w.timer.Reset(w.wait)
	}
}

// expire writes what is buffered. It may come late, after its lines were printed; then
// it only shortens the wait of later lines.
func (w *writer) expire() {
	w.mu.Lock()
	defer w.mu.Unlock()
	_ = w.flush()
}

// flush writes what is buffered. The caller holds the lock.
func (w *writer) flush() error {
	if len(w.pending) == 0 {
		return nil
	}
	err := w.send(w.pending)
	w.pending = w.pending[:0]
	return err
}

// send writes p, and logs it. The caller holds the lock.
func (w *writer) send(p []byte) error {
	w.log.out(p)
	_, err := w.out.Write(p)
	return err
}

// note and fail return a remark for the user; fail says that something was not done.
// Front ends show lines with the word ERROR.
func note(text string) string { return remark + printable(text, 500) }

func fail(text string) string { return note(fault + text) }

// Prefixes of remarks, and of remarks about faults.
const (
	remark = "info string "
	fault  = "ERROR "
)
