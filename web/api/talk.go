package api

import (
	"bufio"
	"context"
	"errors"
	"io"
	"sync"

	"github.com/nitoryu/nitoryu"
)

// OpenOwn opens our engine of a game in this process. It reads no network of another game.
func OpenOwn(_ context.Context, game nitoryu.Variant, e Engine) (nitoryu.Searcher, Engine, error) {
	open := nitoryu.NewChess
	if game == nitoryu.Shogi {
		open = nitoryu.NewShogi
	}
	engine, err := open(nitoryu.Options{Threads: e.Threads, Hash: e.Hash})
	return engine, e, err
}

// Talk answers requests, one a line, until they end, those for an engine by a session with engines of
// open. The error is of in or out.
func (api *API) Talk(in io.Reader, out io.Writer, open Opener) error {
	var mu sync.Mutex // an answer and a report may come at once
	var failed error
	say := func(line []byte) {
		mu.Lock()
		defer mu.Unlock()
		if _, err := out.Write(append(line, '\n')); failed == nil {
			failed = err
		}
	}
	broken := func() error {
		mu.Lock()
		defer mu.Unlock()
		return failed
	}
	session, requests := api.NewSession(open, say), bufio.NewReader(in)
	for {
		line, err := nextRequest(requests)
		if line = trimEnd(line); len(line) > 0 && !session.Take(line) {
			say(api.Answer(context.Background(), line))
		}
		switch {
		case broken() != nil:
			session.Close()
			return broken()
		case err == io.EOF:
			session.Finish()
			return broken()
		case err != nil:
			session.Close()
			return err
		}
	}
}

// nextRequest reads a line with its end. Of one that is too long it returns as much as
// shows that.
func nextRequest(in *bufio.Reader) (line []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if room := MaxLine + 2 - len(line); len(part) <= room {
			line = append(line, part...)
		} else {
			line = append(line, part[:room]...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// trimEnd returns a line without its end.
func trimEnd(line []byte) []byte {
	for len(line) > 0 && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r') {
		line = line[:len(line)-1]
	}
	return line
}
