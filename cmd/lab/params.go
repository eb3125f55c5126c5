package main

import (
	"context"
	"fmt"
	"io"
	"path"
	"reflect"
	"strings"
	"text/tabwriter"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/spsa"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
)

// parameters is the subcommand params.
func parameters(args []string, s cli.Streams) error {
	f := cli.NewFlags("lab params", "[flags]", "Lists the parameters of our search, which can follow self in --engine. The value in the\n"+
		"column off, or the word off, switches the parameter's technique off.\n", s)
	game := f.String("openbench", "", "list the parameters that lab tune can tune in this `game`, as the input of an SPSA test of OpenBench:\nname, int, default, min, max, c_end, r_end")
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

// listParameters writes all parameters as a table.
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

// tuneRate is the usual r_end of Fishtest and OpenBench.
const tuneRate = 0.002

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

// tunable returns the selected parameters in the order of the table. The selection is patterns
// separated by commas, or "all", the parameters that games at fixed nodes can tune. The final
// perturbation is step times scale.
func tunable(g games.Game, selection string, scale float64) (list []spsa.Parameter, err error) {
	patterns := strings.Split(selection, ",")
	all := selection == "all"
	if all {
		patterns = []string{"*"}
	}
	used := make([]bool, len(patterns))
	defaults := reflect.ValueOf(*g.Params())
	for _, r := range params.Rows() {
		value := int(defaults.FieldByName(r.Name).Int())
		wanted, byName := false, false
		for i, pattern := range patterns {
			pattern = strings.TrimSpace(pattern)
			matched, err := path.Match(pattern, r.Name)
			if err != nil {
				return nil, fmt.Errorf("%q is not a pattern: a bracket is not closed", pattern)
			}
			byName = byName || pattern == r.Name
			wanted, used[i] = wanted || matched, used[i] || matched
		}
		// The value of a technique that is off by default has no neighbours.
		switch fixed := r.Step < 1 || value < r.Min || value > r.Max; {
		case fixed && byName && r.Step < 1:
			return nil, fmt.Errorf("%s cannot be tuned: it has no step", r.Name)
		case fixed && byName:
			return nil, fmt.Errorf("%s cannot be tuned: it is %d by default in %s, not within %d to %d", r.Name, value, g.Name, r.Min, r.Max)
		case wanted && !fixed && !(all && r.Clock):
			list = append(list, spsa.Parameter{
				Name: r.Name, Default: value, Start: value, Min: r.Min, Max: r.Max, End: scale * float64(r.Step),
			})
		}
	}
	for i, pattern := range patterns {
		if pattern = strings.TrimSpace(pattern); used[i] {
			continue
		} else if strings.ContainsAny(pattern, `*?[\`) {
			return nil, fmt.Errorf("no parameter matches %q; see lab params", pattern)
		}
		return nil, params.Unknown(pattern)
	}
	return list, nil
}
