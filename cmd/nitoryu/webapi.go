package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"sync"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/web/api"
)

// answerRequests answers requests to the web API on the standard streams.
func answerRequests(args []string, s cli.Streams) error {
	f := cli.NewFlags("nitoryu webapi", "",
		"Answers what a page about games asks: a request is a line of JSON, and so is its answer. "+
			"The requests are listed in docs/use/web.md.\n\n"+
			"  echo '{\"id\":1,\"do\":\"position\",\"moves\":[\"e2e4\"]}' | nitoryu webapi\n"+
			"  echo '{\"id\":1,\"do\":\"search\",\"limits\":{\"depth\":10}}' | nitoryu webapi\n", s)
	rest, err := cli.Parse(f, args)
	if err != nil {
		return cli.UnlessHelp(err)
	}
	if err := cli.NoMore(f, rest); err != nil {
		return err
	}
	answers := api.New(cli.Version, api.Engine{Threads: core.MaxThreads, Hash: core.MaxHash})
	out := cli.NewChecked(s.Out)
	var mu sync.Mutex // an answer and a report may come at once
	say := func(line []byte) {
		mu.Lock()
		defer mu.Unlock()
		_, _ = out.Write(append(line, '\n'))
	}
	session := answers.NewSession(openOwn, say)
	in := bufio.NewReader(s.In)
	for {
		line, err := readRequest(in)
		if line = trimEnd(line); len(line) > 0 && !session.Take(line) {
			say(answers.Answer(context.Background(), line))
		}
		switch {
		case out.Err() != nil:
			session.Close()
			return out.Err()
		case err == io.EOF:
			session.Finish()
			return out.Err()
		case err != nil:
			session.Close()
			return err
		}
	}
}

// openOwn opens our engine in this process.
func openOwn(_ context.Context, _ nitoryu.Variant, e api.Engine) (nitoryu.Searcher, api.Engine, error) {
	engine, err := nitoryu.New(nitoryu.Options{Threads: e.Threads, Hash: e.Hash})
	return engine, e, err
}

// readRequest reads a line with its end. Of one that is too long it returns as much as
// shows that.
func readRequest(in *bufio.Reader) (line []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if room := api.MaxLine + 2 - len(line); len(part) <= room {
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
