package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/arena"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/report"
)

// matchView shows a match while it is played, and its result.
type matchView struct {
	config  *arena.Config
	trial   *stats.Trial // nil: no SPRT
	line    *progress.Line
	writer  *recordWriter
	resumed int
	broken  error // of the records
	notes   map[string]int
}

// maxNotes is how many remarks about a player are shown; the journal has all.
const maxNotes = 5

// play plays the match and reports it.
func (v *matchView) play(ctx context.Context, s cli.Streams) error {
	c := v.config
	v.notes = map[string]int{}
	v.resumed = len(c.Played)
	for i := range c.Played {
		v.judge(&c.Played[i])
	}
	c.Finished = v.finished
	began := time.Now()
	var tally *arena.Tally
	var err error
	if v.decided() {
		v.line.Print(fmt.Sprintf("the %d games of earlier runs decide the test; no game is added", v.trial.Games()))
		tally = arena.Count(c)
	} else {
		if v.resumed > 0 {
			v.line.Print(fmt.Sprintf("resuming after %d games", v.resumed))
			v.line.Resume(int64(v.resumed))
		}
		tally, err = arena.Run(ctx, c)
		v.line.Finish()
	}
	interrupted := errors.Is(err, context.Canceled)
	if interrupted {
		err = nil
	}
	if tally.Played > 0 {
		v.report(s.Out, tally, fmt.Sprintf(", %d of them in %s", tally.Played-v.resumed, time.Since(began).Round(time.Second)))
	}
	if err := errors.Join(err, v.broken); err != nil {
		return err
	}
	if interrupted {
		fmt.Fprintln(s.Out, v.interruption(tally.Played))
		return incomplete("the match is not complete") // the queue of a cluster starts the shard again
	}
	return v.undecided()
}

// undecided returns an error for a test that has not ended.
func (v *matchView) undecided() error {
	if v.trial == nil || v.decided() {
		return nil
	}
	return incomplete(fmt.Sprintf("the test is undecided after %d games", v.trial.Games()))
}

// summarise reports a match whose games are all known.
func (v *matchView) summarise(out io.Writer) {
	v.notes = map[string]int{}
	for i := range v.config.Played {
		v.remark(&v.config.Played[i])
		v.judge(&v.config.Played[i])
	}
	v.line.Finish()
	v.report(out, arena.Count(v.config), "")
}

// interruption says what is kept of a match that was interrupted after played games.
func (v *matchView) interruption(played int) string {
	places := strings.Join(v.writer.places(), " and ")
	switch {
	case played == 0:
		return "interrupted before the first game ended"
	case v.config.Journal != nil:
		return "interrupted; the results are in the journal, and the same command resumes the match"
	case places != "":
		return "interrupted; the games so far are in " + places + "; only a match with --journal can be resumed"
	}
	return "interrupted; nothing but the report above is kept; use --journal to keep results"
}

// finished shows a game and decides whether the match continues.
func (v *matchView) finished(r *arena.Result, t *arena.Tally) (more bool) {
	if v.broken = v.writer.write(r); v.broken != nil {
		return false
	}
	v.remark(r)
	v.judge(r)
	v.line.Show(int64(t.Played), int64(v.expected(t)), v.summary(t))
	return !v.decided()
}

// judge adds a game to the test, if there is one.
func (v *matchView) judge(r *arena.Result) {
	if v.trial == nil {
		return
	}
	tested := core.Color(slices.Index(r.Seats[:], 0))
	v.trial.Add(r.Game/2, stats.Result(r.Points(tested)))
}

// decided reports whether there is a test and it has ended.
func (v *matchView) decided() bool { return v.trial != nil && v.trial.Decision() != stats.Continue }

// remark prints what went wrong in a game.
func (v *matchView) remark(r *arena.Result) {
	say := func(name, text, position string) {
		if v.notes[name]++; v.notes[name] <= maxNotes {
			v.line.Print(fmt.Sprintf("game %d: %s: %s\n  position %s", r.Game+1, name, text, position))
		}
		if v.notes[name] == maxNotes {
			v.line.Print("  (no more remarks about " + name + "; all are in the journal)")
		}
	}
	if side, faulty := r.Fault(); faulty {
		did := "lost"
		if r.Points(side) > 0 {
			did = "drew"
		}
		say(r.Names[side], strings.TrimSuffix(fmt.Sprintf("%s by %s: %s", did, r.Ending, r.Detail), ": "), r.Position)
	}
	for _, n := range r.Notes {
		say(r.Names[n.Side], n.Text, n.Position)
	}
}

// expected estimates how many games the match will have; 0 is unknown.
func (v *matchView) expected(t *arena.Tally) int {
	all := v.config.Games()
	if v.trial == nil {
		return all
	}
	if left, known := v.trial.Remaining(); known {
		return min(all, t.Played+left)
	}
	return 0
}

// summary is the state of the match in one line.
func (v *matchView) summary(t *arena.Tally) string {
	if len(v.config.Contestants) > 2 {
		return fmt.Sprintf("first wins %d, draws %d, second wins %d", t.Decided[0], t.Drawn, t.Decided[1])
	}
	g, pairs := t.Versus(0, 1)
	e := pairs.Estimate()
	text := fmt.Sprintf("+%d =%d -%d  Elo %s  LOS %.0f%%", g.Wins, g.Draws, g.Losses, stats.FormatElo(e.Elo, e.Error), 100*e.LOS)
	if v.trial != nil {
		lower, upper := v.trial.Bounds()
		text += fmt.Sprintf("  LLR %.2f (%.2f, %.2f)", v.trial.LLR(), lower, upper)
	}
	return text
}

// report writes the result of the match; pace says how long the games took.
func (v *matchView) report(out io.Writer, t *arena.Tally, pace string) {
	names := make([]string, len(v.config.Contestants))
	for i, c := range v.config.Contestants {
		names[i] = c.Name
	}
	if len(names) == 2 {
		v.reportDuel(out, t)
	} else {
		fmt.Fprint(out, t.Standings)
	}
	fmt.Fprintf(out, "first to move won %d, drawn %d, second won %d of %d games%s\n",
		t.Decided[0], t.Drawn, t.Decided[1], t.Played, pace)
	fmt.Fprintf(out, "endings: %s\n", countsText(t.Endings))
	v.reportEach(out, t, names)
}

// reportDuel writes the score of one engine against the other.
func (v *matchView) reportDuel(out io.Writer, t *arena.Tally) {
	g, pairs := t.Versus(0, 1)
	e := pairs.Estimate()
	fmt.Fprintf(out, "%s against %s\n", v.title(0), v.title(1))
	fmt.Fprintf(out, "score %.1f of %d: %d wins, %d draws, %d losses; draw ratio %.1f%%\n",
		float64(g.Wins)+float64(g.Draws)/2, g.N(), g.Wins, g.Draws, g.Losses, 100*g.Estimate().DrawRatio)
	fmt.Fprintf(out, "pairs %v (0, 1/2, 1, 3/2, 2 points)\n", pairs)
	fmt.Fprintf(out, "Elo %s, normalised %s, LOS %.1f%%\n",
		stats.FormatElo(e.Elo, e.Error), stats.FormatElo(e.NormalizedElo, e.NormalizedError), 100*e.LOS)
	if s := v.trial; s != nil {
		lower, upper := s.Bounds()
		fmt.Fprintf(out, "SPRT [%g, %g] %s, alpha %g, beta %g: LLR %.3f (%.2f, %.2f): %s after %d games\n",
			s.Elo0, s.Elo1, s.Model, s.Alpha, s.Beta, s.LLR(), lower, upper, s.Decision(), s.Games())
	}
}

// title returns the name of an engine with its time control, if any.
func (v *matchView) title(i int) string {
	c := v.config.Contestants[i]
	if control := c.Control.String(); control != "" {
		return c.Name + " (" + control + ")"
	}
	return c.Name
}

// reportEach writes the statistics of each engine.
func (v *matchView) reportEach(out io.Writer, t *arena.Tally, names []string) {
	table := report.Table{Align: "lrrrrl"}
	table.Row("engine", "moves", "depth", "nodes/s", "ms a move", "faults")
	for i, c := range t.Each {
		faults := countsText(c.Faults)
		if c.Notes > 0 {
			faults += fmt.Sprintf(", illegal PV %d", c.Notes)
		}
		if c.Replaced > 0 {
			faults += fmt.Sprintf(", replaced between games %d", c.Replaced)
		}
		faults = strings.TrimPrefix(faults, ", ")
		if faults == "" {
			faults = "none"
		}
		table.Row(names[i], fmt.Sprint(c.Moves), fmt.Sprintf("%.1f", ratio(float64(c.Depth), float64(c.Told))),
			fmt.Sprintf("%.0f", ratio(float64(c.Nodes), c.Timed.Seconds())), fmt.Sprintf("%.2f", ratio(c.Time.Seconds()*1000, float64(c.Moves))), faults)
	}
	fmt.Fprint(out, table.Text())
}

// ratio returns a/b, 0 for b = 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// countsText lists counts of endings, most frequent first.
func countsText(counts map[core.Ending]int) string {
	keys := slices.SortedFunc(maps.Keys(counts), func(a, b core.Ending) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(a.String(), b.String())
	})
	parts := make([]string, len(keys))
	for i, k := range keys {
		parts[i] = fmt.Sprintf("%s %d", k, counts[k])
	}
	return strings.Join(parts, ", ")
}
