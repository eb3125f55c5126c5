package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
)

// parameters lists what an engine of the words self can be given.
func parameters(args []string, s cli.Streams) error {
	f := cli.NewFlags("lab params", "[flags]", "Lists the parameters of our search: what can be said after self in --engine. The value in\n"+
		"the column off, or the word off, switches the technique off that a parameter governs.\n", s)
	game := f.String("openbench", "", "list those that lab tune can tune in this `game`, as the input of an SPSA test of OpenBench:\nname, int, default, min, max, c_end, r_end")
	return execute(f, args, func(context.Context) error {
		if *game == "" {
			return listParameters(s.Out)
		}
		g, err := games.ByName(*game)
		if err != nil {
			return err
		}
		return openBench(s.Out, g)
	})
}

// listParameters writes them all as a table.
func listParameters(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "parameter\tchess\tshogi\trange\toff\twhat it does")
	for _, r := range params.Rows() {
		off, technique := "", ""
		if r.Technique != "" {
			off, technique = fmt.Sprint(r.Off), r.Technique+": "
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d to %d\t%s\t%s%s\n", r.Name, r.Chess, r.Shogi, r.Min, r.Max, off, technique, r.Doc)
	}
	return w.Flush()
}

// openBench writes the parameters to tune as OpenBench reads them
// (https://github.com/AndyGrant/OpenBench/wiki), one in a line.
func openBench(w io.Writer, g games.Game) error {
	list, err := tunable(g, "*", 1) // it plays on the clock
	if err != nil {
		return err
	}
	for _, p := range list {
		if _, err := fmt.Fprintf(w, "%s, int, %d, %d, %d, %g, %g\n", p.Name, p.Default, p.Min, p.Max, p.End, tuneRate); err != nil {
			return err
		}
	}
	return nil
}
