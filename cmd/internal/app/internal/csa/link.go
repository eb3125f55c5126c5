package csa

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"
)

const (
	longestLine = 4 << 10          // that a server may send
	mostIdle    = 10_000           // lines in a row that mean nothing to us
	slowest     = 30 * time.Second // that a server may take to receive a line
)

var (
	errGone     = errors.New("the server has closed the connection")
	errLongLine = fmt.Errorf("the server sends a line of more than %d bytes", longestLine)
	errBabble   = fmt.Errorf("the server has sent %d lines without a meaning", mostIdle)
)

// link is a connection, by lines in both directions.
type link struct {
	conn  net.Conn
	lines chan string   // that came; closed at the end
	fault error         // why it ended; to be read after that
	done  chan struct{} // closed by close
	idle  int           // lines without a meaning since the last one with a meaning

	mu   sync.Mutex // guards the fields below, and writing
	sent time.Time  // when something was sent last
}

// newLink returns a link over a connection, which it owns. After alive without a line of ours, it sends
// an empty one, so that nobody on the way takes the connection for dead; 0: never.
func newLink(conn net.Conn, alive time.Duration) *link {
	l := &link{conn: conn, lines: make(chan string), done: make(chan struct{}), sent: time.Now()}
	go l.read()
	if alive > 0 {
		go l.keepAlive(alive)
	}
	return l
}

// close ends the link.
func (l *link) close() {
	close(l.done)
	l.conn.Close()
}

func (l *link) read() {
	defer close(l.lines)
	r := bufio.NewReaderSize(l.conn, longestLine)
	for {
		line, err := r.ReadSlice('\n')
		switch {
		case err == io.EOF:
			l.fault = errGone
			return
		case err == bufio.ErrBufferFull:
			l.fault = errLongLine
			return
		case err != nil:
			l.fault = err
			return
		}
		select {
		case l.lines <- strings.TrimRight(string(line), "\r\n"):
		case <-l.done:
			return
		}
	}
}

func (l *link) keepAlive(every time.Duration) {
	t := time.NewTicker(every)
	defer t.Stop()
	for {
		select {
		case <-l.done:
			return
		case <-t.C:
			l.mu.Lock()
			quiet := time.Since(l.sent) >= every
			l.mu.Unlock()
			if quiet && l.send("") != nil {
				return // the reader hears of it
			}
		}
	}
}

// send sends a line.
func (l *link) send(line string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent = time.Now()
	if err := l.conn.SetWriteDeadline(l.sent.Add(slowest)); err != nil {
		return err
	}
	_, err := io.WriteString(l.conn, line+"\n")
	return err
}

// ignore counts a line without a meaning. The error says that there are too many.
func (l *link) ignore() error {
	if l.idle++; l.idle > mostIdle {
		return errBabble
	}
	return nil
}

// errSilent says that the server has not answered.
var errSilent = errors.New("the server does not answer")

// next waits for a line, until a timer fires. A timer that is nil never does.
func (l *link) next(ctx context.Context, late *time.Timer) (string, error) {
	var never <-chan time.Time
	if late != nil {
		never = late.C
	}
	select {
	case line, ok := <-l.lines:
		if !ok {
			return "", l.fault
		}
		return line, nil
	case <-never:
		return "", errSilent
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
