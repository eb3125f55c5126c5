package app

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/inside"
)

// perft counts the leaves below a position.
func perft(args []string, s cli.Streams) error {
	f := cli.NewFlags("nitoryu perft", "[flags] [chess or shogi] [FEN or SFEN] DEPTH",
		"Counts the leaves of the tree of legal moves, DEPTH plies deep, below each move\nof a position, by default the initial one.\n", s)
	game := f.String("game", "", gameHelp)
	quiet := f.Bool("quiet", false, "print the total only")
	rest, err := cli.Parse(f, args)
	if err != nil {
		return cli.UnlessHelp(err)
	}
	if len(rest) == 0 {
		return errors.New("perft: the depth is missing, as in nitoryu perft 5" + cli.See(f))
	}
	depth, err := strconv.Atoi(rest[len(rest)-1])
	if err != nil || depth < 0 || depth > 20 {
		return fmt.Errorf("perft: the last word must be the depth, 0 to 20, not %q", rest[len(rest)-1])
	}
	root, _, err := position(*game, rest[:len(rest)-1])
	if err != nil {
		return fmt.Errorf("perft: %w", err)
	}
	p := inside.Core(root)
	out, start := cli.NewChecked(s.Out), time.Now()
	total, _ := core.Divide(p, depth, func() bool { return false }, func(m core.Move, leaves uint64) {
		if !*quiet {
			fmt.Fprintf(out, "%s: %d\n", p.FormatMove(m), leaves)
		}
	})
	elapsed := time.Since(start)
	fmt.Fprintf(out, "\nNodes searched: %d\nTime: %.3f s, %.1f million nodes/s\n",
		total, elapsed.Seconds(), float64(total)/1e6/elapsed.Seconds())
	return out.Err()
}
