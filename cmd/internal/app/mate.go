package app

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/mate"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/internal/plural"
)

// mateMiB is the table of the solver that finds all replies.
const mateMiB = 64

// solveMate prints everything about a mate problem.
func solveMate(args []string, s cli.Streams) error {
	f := cli.NewFlags("nitoryu mate", "[flags] [chess or shogi] FEN or SFEN",
		"Solves a mate problem: in shogi by checks alone, of any length (tsume), in chess by any\n"+
			"moves. Prints the shortest mate with the longest defence, all first moves that mate, and the\n"+
			"other moves that mate on the way (余詰); futile interpositions (無駄合), last moves and promotion\n"+
			"(非限定) make no difference in tsume. With --tree it prints the proof: every reply.\n\n"+
			"  nitoryu mate shogi \"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\"\n"+
			"  nitoryu mate \"7k/8/5K2/8/8/8/8/R7 w - - 0 1\" --tree 100\n", s)
	notation := f.String("notation", "", notationHelp())
	game := f.String("game", "", gameHelp)
	plies := f.Int("plies", 0, fmt.Sprintf("maximum plies of the mate, by any moves; by default %d in chess, and in shogi any number, by checks", nitoryu.MatePlies))
	nodes := f.Uint64("nodes", nitoryu.MateNodes, "nodes for each search")
	tree := f.Int("tree", 0, "maximum replies in the printed proof; 0: print none")
	rest, err := cli.Parse(f, args)
	if err != nil {
		return cli.UnlessHelp(err)
	}
	switch {
	case *plies < 0 || *plies >= core.MaxPly:
		return fmt.Errorf("mate: --plies must be 0 to %d, not %d", core.MaxPly-1, *plies)
	case *nodes == 0:
		return fmt.Errorf("mate: --nodes must be above 0")
	case *tree < 0:
		return fmt.Errorf("mate: --tree must not be negative: %d", *tree)
	}
	root, _, err := position(*game, rest)
	if err != nil {
		return fmt.Errorf("mate: %w", err)
	}
	p := inside.Core(root)
	d, err := newDisplay(s.Out, *notation, "", p)
	if err != nil {
		return fmt.Errorf("mate: %w", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	limits := nitoryu.MateLimits{Plies: *plies, Nodes: *nodes}
	found, err := nitoryu.SolveMate(ctx, root, limits)
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("mate: %w", err)
	}
	out := cli.NewChecked(s.Out)
	w := mateWriter{out, d}
	if ctx.Err() != nil {
		w.say("stopped before everything was searched", "途中で止めました")
	}
	w.study(p, found)
	if *tree > 0 {
		longest := limits.Longest(root)
		w.branch(p, mate.New(mateMiB).Tree(p, mate.Problem{
			ChecksOnly: longest == 0, Plies: longest, GoOn: func(n uint64) bool { return n < *nodes && ctx.Err() == nil },
		}, *tree), "")
	}
	return out.Err()
}

// mateWriter writes what is known about a problem.
type mateWriter struct {
	io.Writer
	*display
}

func (w mateWriter) say(english, japanese string, a ...any) {
	fmt.Fprintf(w, w.in(english, japanese)+"\n", a...)
}

func (w mateWriter) study(p core.Position, s nitoryu.Mate) {
	line := inside.ReadMoves(p, s.Line...)
	length := w.in(plural.Of(len(line), "ply"), strconv.Itoa(len(line)))
	switch {
	case len(line) == 0 && s.Known:
		w.say("no mate", "不詰")
		return
	case len(line) == 0:
		w.say("not proved within the nodes", "ノード数の範囲では証明できません")
		return
	case s.Shortest:
		w.say("mate in %s, the shortest", "%s手詰（最短）", length)
	default:
		w.say("mate in %s; a shorter one may exist", "%s手詰（より短い詰みがあるかもしれません）", length)
	}
	w.say("line: %s", "手順：%s", strings.Join(w.moves.Line(p, line), " "))
	w.say("first moves that mate: %s", "詰む初手：%s", w.ways(p, s.Ways[0]))
	q, others := p.Clone(), false
	for i := 0; i < len(line); i += 2 {
		var free, other []nitoryu.MateWay
		for _, way := range s.Ways[i/2][1:] {
			if way.Free {
				free = append(free, way)
			} else {
				other = append(other, way)
			}
		}
		others = others || len(other) > 0
		if len(other) > 0 && i > 0 { // the first moves are told
			w.say("ply %d, other moves that mate: %s", "%d手目の余詰：%s", i+1, w.ways(q, other))
		}
		if len(free) > 0 {
			w.say("ply %d, just as good: %s", "%d手目の非限定：%s", i+1, w.ways(q, free))
		}
		for _, m := range line[i:min(i+2, len(line))] {
			q.Do(m, nil)
		}
	}
	switch {
	case !s.Sure:
		w.say("there may be other solutions: not every move was refuted within the nodes", "ほかにもあるかもしれません（ノード数の範囲で不詰を証明できない手があります）")
	case !others:
		w.say("the solution is the only one", "余詰はありません")
	}
}

// ways writes moves that mate, with the plies that they take.
func (w mateWriter) ways(p core.Position, ways []nitoryu.MateWay) string {
	var all []string
	for _, x := range ways {
		all = append(all, fmt.Sprintf(w.in("%s (%d)", "%s（%d手）"), strings.Join(w.moves.Line(p, inside.ReadMoves(p, x.Move)), ""), x.Plies))
	}
	return strings.Join(all, w.in(", ", "、"))
}

// branch writes a branch of a proof, each move on a line.
func (w mateWriter) branch(p core.Position, b *core.Proof, indent string) {
	if b == nil {
		return
	}
	fmt.Fprintf(w, "%s%s (%d)\n", indent, w.moves(p, b.Move, core.NoMove), b.Plies)
	p = p.Clone()
	p.Do(b.Move, nil)
	for _, r := range b.Replies {
		more := ""
		switch {
		case r.Futile:
			more = w.in(" (futile)", "（無駄合）")
		case r.Next == nil:
			more = " ..."
		}
		fmt.Fprintf(w, "%s  %s%s\n", indent, w.moves(p, r.Move, b.Move), more)
		p.Do(r.Move, nil)
		w.branch(p, r.Next, indent+"    ")
		p.Undo()
	}
}
