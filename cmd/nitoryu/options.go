package main

import (
	"fmt"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/protocol/uci"
	"github.com/nitoryu/nitoryu/protocol/usi"
)

// options prints the option tables as the README shows them.
func options(args []string, s cli.Streams) error {
	f := cli.NewFlags("nitoryu options", "", "Prints the options of both protocols as Markdown tables.\n", s)
	rest, err := cli.Parse(f, args)
	if err == nil {
		err = cli.NoMore(f, rest)
	}
	if err != nil {
		return cli.UnlessHelp(err)
	}
	_, err = fmt.Fprintf(s.Out, "UCI (chess)\n\n%s\nUSI (shogi)\n\n%s",
		protocol.MarkdownOptions(uci.Dialect{}), protocol.MarkdownOptions(usi.Dialect{}))
	return err
}
