package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/webapi"
)

// answerRequests answers requests to the web API on the standard streams.
func answerRequests(args []string, s cli.Streams) error {
	f := cli.NewFlags("nitoryu webapi", "",
		"Answers what a page about games asks: a request is a line of JSON, and so is its answer. "+
			"The requests are listed in docs/use/web.md.\n\n"+
			"  echo '{\"id\":1,\"do\":\"position\",\"moves\":[\"e2e4\"]}' | nitoryu webapi\n", s)
	rest, err := cli.Parse(f, args)
	if err != nil {
		return cli.UnlessHelp(err)
	}
	if err := cli.NoMore(f, rest); err != nil {
		return err
	}
	d := webapi.New(cli.Version)
	in := bufio.NewReader(s.In)
	for {
		line, err := readRequest(in)
		if line = trimEnd(line); len(line) > 0 {
			if _, err := fmt.Fprintf(s.Out, "%s\n", d.Answer(line)); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// readRequest reads a line with its end. Of one that is too long it returns as much as
// shows that.
func readRequest(in *bufio.Reader) (line []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if room := webapi.MaxLine + 2 - len(line); len(part) <= room {
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
