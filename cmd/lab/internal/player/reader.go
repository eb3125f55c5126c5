package player

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/nitoryu/nitoryu/core"
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

// arrivals is the source of a lineReader. It takes the time of each read, so that the time
// of a line in the buffer is that of its arrival.
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

// search is what the reader collects between a question and its answer.
type search struct {
	active bool      // a question is open
	counts bool      // the question is go perft
	opened time.Time // earlier output belongs to another question
	asked  time.Time // when the player's time began
	info   func(Info)
	board  core.Position // to check every PV on; nil: unchecked

	last   Info   // with a score, for the best line; without its moves
	line   []byte // the text of last
	infos  int
	badPV  string
	answer []byte // the line with the answer
	at     time.Time
}

// expects reports whether output of that time belongs to the open question. So a second
// answer is not taken for one to the next question.
func (s *search) expects(at time.Time) bool { return s.active && !at.Before(s.opened) }

// read handles the output of the engine until it ends.
func (p *Process) read(stdout io.Reader) {
	defer close(p.ended)
	for lines := newLineReader(stdout); ; {
		line, err := lines.next()
		if err != nil {
			return
		}
		p.log('<', line)
		p.heard(line, lines.at)
	}
}

// heard handles one line. Unknown and unexpected lines are ignored, as the protocols
// demand.
func (p *Process) heard(line []byte, at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	word, rest := cutWord(line)
	switch string(word) {
	case "info":
		if p.search.expects(at) {
			p.search.inform(line, rest, at, p.usi)
		}
	case "bestmove", "checkmate":
		p.conclude(line, at)
	case "Nodes": // searched: N
		if p.search.counts {
			p.conclude(line, at)
		}
	case "readyok":
		if p.owed > 0 {
			if p.owed--; p.owed == 0 {
				p.ready <- struct{}{}
			}
		}
	case "id", "option", "uciok", "usiok":
		if !p.isGreeted {
			p.introduced(string(word), strings.TrimSpace(string(rest)))
		}
	}
}

// conclude stores the answer to the open question, if there is one.
func (p *Process) conclude(line []byte, at time.Time) {
	if p.search.expects(at) {
		p.search.active = false
		p.search.answer, p.search.at = append(p.search.answer[:0], line...), at
		p.answered <- struct{}{}
	}
}

// introduced handles a line of the handshake.
func (p *Process) introduced(word, rest string) {
	switch word {
	case "id":
		key, value, _ := strings.Cut(rest, " ")
		switch key {
		case "name":
			p.engineName = strings.TrimSpace(value)
		case "author":
			p.author = strings.TrimSpace(value)
		}
	case "option":
		if o, err := parseOption(rest); err == nil {
			p.options = append(p.options, o)
		}
	default:
		if (word == "usiok") == p.usi {
			p.isGreeted = true
			close(p.greeted)
		}
	}
}

// inform handles a line of information; words is the text after info.
func (s *search) inform(line, words []byte, at time.Time, usi bool) {
	i, pv, ok := parseInfo(words, usi)
	if !ok {
		return
	}
	i.Elapsed = at.Sub(s.asked)
	if i.HasScore {
		s.infos++
		if i.MultiPV == 1 {
			s.last, s.line = i, append(s.line[:0], line...)
		}
	}
	if s.board != nil && s.badPV == "" && len(pv) > 0 {
		_, s.badPV = checkPV(s.board, strings.Fields(string(pv)), line, usi)
	}
	if s.info != nil {
		i.PV = strings.Fields(string(pv))
		s.info(i)
	}
}

// tail keeps the last lines written to it, for messages about a failed engine.
type tail struct {
	log func(line []byte)

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
	t.log(line)
	if len(t.lines) == tailLines {
		t.lines = append(t.lines[:0], t.lines[1:]...)
	}
	t.lines = append(t.lines, string(line))
}

// words returns the last lines, even an unfinished one.
func (t *tail) words() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.add()
	return strings.Join(t.lines, " | ")
}
