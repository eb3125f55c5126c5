package protocol

import (
	"bytes"
	"errors"
	"io"
	"time"
)

// logTime is how the log writes the time of a line.
const logTime = "2006-01-02 15:04:05.000"

// log is a copy of the conversation, line by line with the time: input lines after
// ">>", output lines after "<<". The zero value keeps no log. The writer's lock guards
// it.
type log struct {
	to   io.WriteCloser
	rest []byte // of an unfinished line out
	err  error  // why it ended
}

// in logs a command line.
func (l *log) in(line []byte) { l.line(">> ", line) }

// out logs output, which need not end with a line.
func (l *log) out(p []byte) {
	if l.to == nil {
		return
	}
	l.rest = append(l.rest, p...)
	for {
		line, rest, whole := bytes.Cut(l.rest, []byte{'\n'})
		if !whole {
			break
		}
		l.line("<< ", line)
		l.rest = rest
	}
	l.rest = append([]byte(nil), l.rest...)
}

// line writes a line. The first failure ends the log.
func (l *log) line(mark string, line []byte) {
	if l.to == nil {
		return
	}
	text := time.Now().Format(logTime) + " " + mark + string(bytes.TrimRight(line, "\r\n")) + "\n"
	if _, err := io.WriteString(l.to, text); err != nil {
		_ = l.to.Close()
		*l = log{err: err}
	}
}

// change makes the writer log to another place, nil for none.
func (w *writer) change(to io.WriteCloser) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.log.to != nil {
		_ = w.log.to.Close()
	}
	w.log = log{to: to}
}

// received logs a command line. It returns why the log has ended since the last
// command line, if it has.
func (w *writer) received(line string) (ended error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.log.to != nil {
		w.log.in([]byte(line))
	}
	ended, w.log.err = w.log.err, nil
	return ended
}

// keepLog makes the session log to a file, "" for none. On failure the old log stays.
func (s *Session) keepLog(path string) error {
	if path == "" {
		s.out.change(nil)
		return nil
	}
	if s.openLog == nil {
		return errors.New("there is no debug log here")
	}
	to, err := s.openLog(path)
	if err != nil {
		return errors.New("no debug log: " + err.Error())
	}
	s.out.change(to)
	return nil
}
