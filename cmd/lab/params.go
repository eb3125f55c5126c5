package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core/params"
)

// parameters lists what an engine of the words self can be given.
func parameters(args []string, s cli.Streams) error {
	f := cli.NewFlags("lab params", "", "Lists the parameters of our search: what can be said after self in --engine. The value in\n"+
		"the column off, or the word off, switches the technique off that a parameter governs.\n", s)
	rest, err := cli.Parse(f, args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return fmt.Errorf("params: what is %q?", rest[0])
	}
	w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
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
