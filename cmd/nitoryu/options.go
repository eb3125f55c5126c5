package main

import (
	"fmt"

	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/protocol/uci"
	"github.com/nitoryu/nitoryu/protocol/usi"
)

// options prints the option tables as the README shows them.
func options(args []string, s streams) error {
	f := newFlags("options", "", "Prints the options of both protocols as Markdown tables.\n", s)
	if _, err := parseFlags(f, args); err != nil {
		return unlessHelp(err)
	}
	_, err := fmt.Fprintf(s.out, "UCI (chess)\n\n%s\nUSI (shogi)\n\n%s",
		protocol.MarkdownOptions(uci.Dialect{}), protocol.MarkdownOptions(usi.Dialect{}))
	return err
}
