package main

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/games"
)

// net describes a network file.
func net(args []string, s cli.Streams) error {
	f := cli.NewFlags("nitoryu net", "FILE", "Describes the network in a file and where it comes from.\n", s)
	rest, err := cli.Parse(f, args)
	if err != nil {
		return cli.UnlessHelp(err)
	}
	if len(rest) != 1 {
		return errors.New("net: give the file of one network; see nitoryu net --help")
	}
	n, err := games.Network(rest[0])
	if err != nil {
		return fmt.Errorf("net: %w", err)
	}
	file, err := n.File()
	if err != nil {
		return fmt.Errorf("net: %w", err)
	}
	parents := "none"
	for i, hash := range n.Parents {
		if i == 0 {
			parents = printable(hash)
		} else {
			parents += "\n          " + printable(hash)
		}
	}
	_, err = fmt.Fprintf(s.Out, "name      %s\ngame      %s\ninputs    %s: %d for each side\nneurons   2 x %d\noutputs   %d, scale %d\n"+
		"size      %.1f KiB\nSHA-256   %s\ntrained   %s\ndata      %s\nparents   %s\n",
		printable(n.Name), printable(n.Game), printable(n.Inputs), n.Count, n.Hidden, n.Buckets, n.Scale,
		float64(len(file))/1024, n.Hash, printable(n.Command), printable(n.Data), parents)
	return err
}

// printable replaces control characters, as a file may come from anywhere.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, text)
}
