package app

import (
	"fmt"
	"io"
	"strings"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/protocol/uci"
	"github.com/nitoryu/nitoryu/protocol/usi"
)

// inGame returns the name of an option in a game, "" if that has none.
func inGame(o protocol.Setting, game nitoryu.Variant) string {
	if game == nitoryu.Shogi {
		return o.USI.Name
	}
	return o.UCI.Name
}

// showOptions lists the options of both protocols.
func showOptions(args []string, s cli.Streams) error {
	f := cli.NewFlags("nitoryu options", "", "Lists the options of both protocols.\n", s)
	if err := cli.ParseFlags(f, args); err != nil {
		return cli.UnlessHelp(err)
	}
	_, err := io.WriteString(s.Out, "UCI (chess)\n\n"+listOptions(uci.Dialect())+"\nUSI (shogi)\n\n"+listOptions(usi.Dialect()))
	return err
}

// listOptions lists the options of a dialect for a terminal.
func listOptions(d protocol.Dialect) string {
	var b strings.Builder
	for _, o := range protocol.OptionTable() {
		offer := d.Offer(o)
		if offer.Name == "" {
			continue
		}
		values := ""
		switch o.Kind {
		case protocol.Check:
			values = ": true or false"
		case protocol.Spin:
			values = fmt.Sprintf(": %d to %d", offer.Min, offer.Max)
		case protocol.Combo:
			values = ": " + cli.Listed(o.Vars, "or")
		}
		if offer.Default != "" {
			values += " (default " + offer.Default + ")"
		}
		b.WriteString(cli.Entry(offer.Name+values, o.Help))
	}
	return b.String()
}
