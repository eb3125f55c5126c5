package remote

import (
	"bytes"
	"io"
	"strings"
	"sync"
)

// desk is where the engine works, on one position at a time.
type desk struct {
	engine  Engine
	done    func()
	ready   chan struct{} // gets a token with each readyok
	session string        // of the board: what was learnt in another one is forgotten

	mu    sync.Mutex  // guards the fields below
	rest  []byte      // of a line that is not complete
	lines chan string // of the search that runs; nil: nobody wants them
}

// mostWaiting is how many lines wait to be sent. What does not fit is left out: later lines tell more.
const mostWaiting = 256

// openDesk starts the engine, with options such as Hash=16.
func openDesk(open func(io.Writer) (Engine, func(), error), options []string) (*desk, error) {
	d := &desk{ready: make(chan struct{}, 1)}
	var err error
	if d.engine, d.done, err = open(d); err != nil {
		return nil, err
	}
	for _, command := range []string{"uci", "setoption name UCI_AnalyseMode value true", "setoption name UCI_Chess960 value true"} {
		d.engine.Line(command)
	}
	for _, option := range options {
		name, value, _ := strings.Cut(option, "=")
		d.engine.Line("setoption name " + name + " value " + value)
	}
	return d, nil
}

// close ends the engine.
func (d *desk) close() {
	d.stop()
	d.done()
}

// search lets the engine execute commands, of which the last one starts a search, and returns the lines of the
// search. They end with its bestmove.
func (d *desk) search(session string, commands []string) <-chan string {
	if session != d.session {
		d.session = session
		d.engine.Line("ucinewgame")
	}
	lines := make(chan string, mostWaiting)
	for i, command := range commands {
		if i == len(commands)-1 {
			d.mu.Lock()
			d.lines = lines
			d.mu.Unlock()
		}
		d.engine.Line(command)
	}
	return lines
}

// stop ends a search, and waits until nothing more comes of it.
func (d *desk) stop() {
	d.engine.Line("stop")
	d.engine.Wait()
	d.engine.Line("isready")
	<-d.ready
}

// Write implements io.Writer for what the engine says.
func (d *desk) Write(text []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.rest = append(d.rest, text...)
	for {
		line, rest, whole := bytes.Cut(d.rest, []byte("\n"))
		if !whole {
			return len(text), nil
		}
		d.hear(string(line))
		d.rest = append(d.rest[:0], rest...)
	}
}

// hear passes a line on if it is about the search.
func (d *desk) hear(line string) {
	switch {
	case line == "readyok":
		d.ready <- struct{}{}
	case d.lines == nil:
	case strings.HasPrefix(line, "bestmove"):
		if len(d.lines) == cap(d.lines) {
			<-d.lines // the answer comes in any case
		}
		d.lines <- line
		close(d.lines)
		d.lines = nil
	case strings.HasPrefix(line, "info depth ") && strings.Contains(line, " score ") && strings.Contains(line, " pv "):
		select {
		case d.lines <- line:
		default:
		}
	}
}
