package client

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/nitoryu/nitoryu"
)

// maxLine bounds the memory for a line in bytes. No answer is as long.
const maxLine = 1 << 20

// lineReader reads lines of any length with their time of arrival.
type lineReader struct {
	source io.Reader
	buffer *bufio.Reader
	long   []byte    // a line that does not fit the buffer
	at     time.Time // when the source was read last
}

func newLineReader(source io.Reader) *lineReader {
	l := &lineReader{source: source}
	l.buffer = bufio.NewReaderSize(arrivals{l}, 64<<10)
	return l
}

// arrivals is the source of a lineReader. It takes the time of each read, so that each
// line in the buffer has the time of its arrival.
type arrivals struct{ *lineReader }

// Read implements io.Reader.
func (a arrivals) Read(b []byte) (int, error) {
	n, err := a.source.Read(b)
	a.at = time.Now()
	return n, err
}

// next returns the next line without the white space around it, valid until the
// next call. The last line needs no newline; an error comes without a line.
func (l *lineReader) next() ([]byte, error) {
	l.long = l.long[:0]
	for {
		part, err := l.buffer.ReadSlice('\n')
		if err == nil && len(l.long) == 0 {
			return bytes.TrimSpace(part), nil
		}
		l.long = append(l.long, part[:min(len(part), maxLine-len(l.long))]...)
		if err == bufio.ErrBufferFull {
			continue
		}
		if err != nil && len(l.long) == 0 {
			return nil, err
		}
		return bytes.TrimSpace(l.long), nil
	}
}

// question is what the reader collects between a question and its answer.
type question struct {
	active bool // it is open
	counts bool // it is go perft
	quiet  bool
	opened time.Time         // earlier output belongs to another question
	asked  time.Time         // when the program's time began
	from   *nitoryu.Position // a copy
	report nitoryu.Reporter

	last   []heard // the latest exact score of each rank, or else the latest bound
	nodes  uint64
	answer []byte // the line with the answer
	at     time.Time
}

// heard is a line with a score.
type heard struct {
	info
	text    []byte
	elapsed time.Duration
}

// expects reports whether output of that time belongs to the open question. So a second
// answer is not taken for one to the next question.
func (q *question) expects(at time.Time) bool { return q.active && !at.Before(q.opened) }

// read handles the output of the engine until it ends.
func (e *Engine) read(stdout io.Reader) {
	defer close(e.ended)
	for lines := newLineReader(stdout); ; {
		line, err := lines.next()
		if err != nil {
			return
		}
		e.log('<', line)
		e.heard(line, lines.at)
	}
}

// heard handles one line. Unknown and unexpected lines are ignored, as the protocols
// demand.
func (e *Engine) heard(line []byte, at time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	word, rest := cutWord(line)
	if complains(line) {
		_, _ = e.complaints.Write(append(line[:len(line):len(line)], '\n'))
	}
	switch string(word) {
	case "info":
		if e.question.expects(at) {
			e.inform(line, rest, at)
		}
	case "bestmove", "checkmate":
		e.conclude(line, at)
	case "Nodes": // searched: N
		if e.question.counts {
			e.conclude(line, at)
		}
	case "readyok":
		if e.owed > 0 {
			if e.owed--; e.owed == 0 {
				e.ready <- struct{}{}
			}
		}
	case "id", "option", "uciok", "usiok":
		if !e.isGreeted {
			e.introduced(string(word), strings.TrimSpace(string(rest)))
		}
	}
}

// complains reports whether a line tells of an error. There is no standard for that: engines
// write info string ERROR, Error! or CRITICAL ERROR, with a colon or without, and the same
// without info string.
func complains(line []byte) bool {
	word, rest := cutWord(line)
	if string(word) == "info" {
		if word, rest = cutWord(rest); string(word) != "string" {
			return false
		}
		word, rest = cutWord(rest)
	}
	if bytes.EqualFold(word, []byte("critical")) || bytes.EqualFold(word, []byte("fatal")) {
		word, _ = cutWord(rest)
	}
	return bytes.EqualFold(bytes.TrimRight(word, ":!"), []byte("error"))
}

// conclude stores the answer to the open question, if there is one.
func (e *Engine) conclude(line []byte, at time.Time) {
	if e.question.expects(at) {
		e.question.active = false
		e.question.answer, e.question.at = append(e.question.answer[:0], line...), at
		e.answered <- struct{}{}
	}
}

// introduced handles a line of the handshake.
func (e *Engine) introduced(word, rest string) {
	switch word {
	case "id":
		key, value, _ := strings.Cut(rest, " ")
		switch key {
		case "name":
			e.engineName = strings.TrimSpace(value)
		case "author":
			e.author = strings.TrimSpace(value)
		}
	case "option":
		if o, err := parseOption(rest); err == nil {
			e.options = append(e.options, o)
		}
	default:
		if (word == "usiok") == e.usi {
			e.isGreeted = true
			close(e.greeted)
		}
	}
}

// inform handles a line of information; words is the text after info.
func (e *Engine) inform(line, words []byte, at time.Time) {
	q := &e.question
	i, _, ok := parseInfo(words, e.usi)
	if !ok {
		return
	}
	q.nodes = max(q.nodes, i.nodes)
	if q.counts || !i.hasScore || i.rank > mostRanks {
		return
	}
	for len(q.last) < i.rank {
		q.last = append(q.last, heard{})
	}
	told := heard{i, line, at.Sub(q.asked)}
	if !q.quiet {
		q.report.Line(e.line(&told))
	}
	h := &q.last[i.rank-1]
	if i.bound == nitoryu.Exact || !h.hasScore || h.bound != nitoryu.Exact {
		told.text = append(h.text[:0], line...)
		*h = told
	}
}

// mostRanks bounds the lines of a search.
const mostRanks = 500

// tail keeps the last lines written to it, for messages about a failed engine.
type tail struct {
	log func(line []byte) // nil: none

	mu      sync.Mutex
	lines   []string
	partial []byte
}

const (
	tailLines  = 10
	tailLength = 300 // bytes of a line that are kept
)

// Write implements io.Writer.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for rest := b; len(rest) > 0; {
		line, after, ends := bytes.Cut(rest, []byte("\n"))
		t.partial = append(t.partial, line[:min(len(line), tailLength-len(t.partial))]...)
		if ends {
			t.add()
		}
		rest = after
	}
	return len(b), nil
}

// add ends the current line.
func (t *tail) add() {
	line := bytes.TrimSpace(t.partial)
	t.partial = t.partial[:0]
	if len(line) == 0 {
		return
	}
	if t.log != nil {
		t.log(line)
	}
	if len(t.lines) == tailLines {
		t.lines = append(t.lines[:0], t.lines[1:]...)
	}
	t.lines = append(t.lines, string(line))
}

// clear forgets all lines.
func (t *tail) clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines, t.partial = nil, nil
}

// words returns the last lines, even an unfinished one.
func (t *tail) words() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.add()
	return strings.Join(t.lines, " | ")
}
