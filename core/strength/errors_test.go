package strength_test

import (
	"flag"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/strength"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/opening"
	"github.com/nitoryu/nitoryu/smp"
	"github.com/nitoryu/nitoryu/tests/must"
)

var (
	blunders    = flag.Int("errors", 0, "number of games of each level against itself in which to count errors, see results/strength.md")
	errorLevels = []int{600, 850, 1200, 1800}
)

const (
	judgeNodes = 3000 // of the search at full strength that judges
	undecided  = 1000 // moves are judged only while scores are smaller
)

// kind is a kind of error.
type kind int

const (
	hangs kind = iota
	missesCapture
	missesRecapture
	missesMate
	missesTactic
	shuffles
	kinds
)

func (k kind) String() string {
	return [...]string{"hangs a piece to one capture", "misses a capture that wins", "misses a recapture",
		"misses a mate in one", "loses a piece deeper down", "leads a piece back"}[k]
}

// tally counts chances and errors of one level. Every move is a chance to hang a piece,
// to lose one deeper in the tree and to undo a move.
type tally struct {
	chances, errors [kinds]int
	moves           int
	lost            float64
}

func (t *tally) add(o *tally) {
	for k := range kinds {
		t.chances[k] += o.chances[k]
		t.errors[k] += o.errors[k]
	}
	t.moves += o.moves
	t.lost += o.lost
}

// count counts a chance of each of the kinds, and an error if wrong.
func (t *tally) count(k kind, wrong bool) {
	t.chances[k]++
	if wrong {
		t.errors[k]++
	}
}

// verdict is what the judge says of a position.
type verdict struct {
	score core.Score // for the side to move
	best  core.Move
}

// sound bounds a score for the sums of the tally.
func sound(s core.Score) core.Score { return max(-undecided, min(undecided, s)) }

// inspect judges a move. last is the move of the opponent before, NoMove where there is none,
// and own are those of the same side.
func (t *tally) inspect(before, after core.Position, m, last core.Move, own *strength.Memory, was, is verdict) {
	mates := after.Verdict().Ending == core.Checkmate
	if was.score == core.WinIn(1) {
		t.count(missesMate, !mates)
		return
	}
	if was.score >= undecided || was.score <= -undecided {
		return
	}
	loss := max(0, sound(was.score)-sound(-is.score))
	t.moves++
	t.lost += float64(loss)

	piece := strength.Piece(before.GameInfo())
	seen := false // the loss has a kind
	captures := was.best.IsCapture() && before.SEE(was.best, 1)
	again := captures && last.IsCapture() && was.best.To() == last.To()
	missed := loss >= piece/2 && !mates && !(m.IsCapture() && m.To() == was.best.To())
	switch {
	case again:
		t.count(missesRecapture, missed)
		seen = missed
	case captures:
		t.count(missesCapture, missed)
		seen = missed
	}
	hung := loss >= piece && !seen && takes(after, piece)
	t.count(hangs, hung)
	t.count(missesTactic, loss >= piece && !seen && !hung)
	t.count(shuffles, own.Returns(m) > 0 && m != was.best)
}

// takes reports whether a capture of the side to move wins that much at once.
func takes(p core.Position, gain core.Score) bool {
	var list core.MoveList
	p.Generate(core.Tactical, &list)
	for _, m := range list.Slice() {
		if m.IsCapture() && p.SEE(m, gain) {
			return true
		}
	}
	return false
}

// judge returns what a search at full strength says of p.
func judge(e *smp.Engine, p core.Position) verdict {
	if end := p.Verdict(); end.Over() {
		switch {
		case end.Drawn:
			return verdict{core.Draw, core.NoMove}
		case end.Winner == p.Side():
			return verdict{core.WinIn(1), core.NoMove}
		}
		return verdict{core.LossIn(0), core.NoMove}
	}
	r := e.Search(p, core.Limits{Nodes: judgeNodes})
	return verdict{r.Score, r.Best}
}

// watch plays a game of a level against itself from p and judges every move.
func watch(player, referee *smp.Engine, p core.Position, t *tally) {
	player.NewGame()
	referee.NewGame()
	var own [2]strength.Memory
	last := core.NoMove
	was := judge(referee, p)
	play(player, player, p, func(before, after core.Position, m core.Move) {
		is := judge(referee, after)
		side := before.Side()
		t.inspect(before, after, m, last, &own[side], was, is)
		own[side].Add(m)
		last = m
		was = is
	})
}

// countErrors plays a number of games of each level against itself, on all processors,
// and returns a tally for each.
func countErrors(t *testing.T, g games.Game, levels []int, number int) []tally {
	tallies := make([]tally, len(levels))
	var mu sync.Mutex
	onAll(number*len(levels), func(next func() (int, bool)) {
		player, referee := games.NewEngine(), games.NewEngine()
		defer player.Close()
		defer referee.Close()
		player.LimitElo(true)
		for job, ok := next(); ok; job, ok = next() {
			at, seed := job%len(levels), uint64(job/len(levels))
			_, p, err := g.Opening.Random(g.Start(core.Settings{}), opening.Source(2, seed),
				opening.By(referee, core.Limits{Nodes: 1000}))
			if err != nil {
				t.Error(err)
				return
			}
			player.SetElo(levels[at])
			player.SeedChoices(seed)
			var own tally
			watch(player, referee, p, &own)
			mu.Lock()
			tallies[at].add(&own)
			mu.Unlock()
		}
	})
	return tallies
}

// TestErrors is the command that counts the kinds of errors of some levels.
func TestErrors(t *testing.T) {
	if *blunders == 0 {
		t.Skip("to count errors, give -errors a number of games")
	}
	for _, g := range games.All() {
		if *only == "" || *only == g.Name {
			t.Logf("%s, %d games each\n%s", g.Name, *blunders, table(countErrors(t, g, errorLevels, *blunders)))
		}
	}
}

// The lower levels make errors as people do: fewer that one capture punishes than ones
// deeper in the tree. Without glances and slips, noise large enough for 600 Elo hung a
// piece in 7 % of the moves, in shogi 11 %, and missed two of three captures and half of
// all recaptures.
func TestWeakLevelsSeeCaptures(t *testing.T) {
	number, mostHung := 5, 12.0 // of few moves
	full := must.Full()
	if full {
		number, mostHung = 20, 10
	}
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			var all [2]float64 // at once and deeper down
			for i, c := range countErrors(t, g, errorLevels[:2], number) {
				rate := func(kinds ...kind) float64 {
					errors, chances := 0, 0
					for _, k := range kinds {
						errors, chances = errors+c.errors[k], chances+c.chances[k]
					}
					return 100 * float64(errors) / float64(max(1, chances))
				}
				t.Logf("%d: %v of %v", errorLevels[i], c.errors, c.chances)
				hung, deeper := rate(hangs), rate(missesTactic)
				if hung > mostHung {
					t.Errorf("Elo %d hangs a piece at %.1f %% of all moves", errorLevels[i], hung)
				}
				if missed := rate(missesCapture, missesRecapture); missed > 40 {
					t.Errorf("Elo %d misses %.1f %% of all captures", errorLevels[i], missed)
				}
				if back := rate(shuffles); back > 2.5 {
					t.Errorf("Elo %d leads a piece back with %.1f %% of all moves", errorLevels[i], back)
				}
				all[0], all[1] = all[0]+hung, all[1]+deeper
				if full && (deeper <= hung || deeper < 2) {
					t.Errorf("Elo %d loses a piece deeper down at %.1f %% of all moves, at once at %.1f %%", errorLevels[i], deeper, hung)
				}
			}
			if all[1] <= all[0] || all[1] < 4 {
				t.Errorf("both levels lose a piece deeper down at %.1f %% of all moves, at once at %.1f %%", all[1]/2, all[0]/2)
			}
		})
	}
}

// table returns the tallies of the levels as rows of Markdown.
func table(tallies []tally) string {
	var b strings.Builder
	row := func(name string, cell func(*tally) string) {
		fmt.Fprintf(&b, "| %s |", name)
		for i := range tallies {
			fmt.Fprintf(&b, " %s |", cell(&tallies[i]))
		}
		b.WriteByte('\n')
	}
	at := 0
	row("Elo", func(*tally) string { at++; return fmt.Sprint(errorLevels[at-1]) })
	row("---", func(*tally) string { return "---" })
	for k := range kinds {
		row(k.String(), func(t *tally) string {
			return fmt.Sprintf("%.1f %% of %d", 100*float64(t.errors[k])/float64(max(1, t.chances[k])), t.chances[k])
		})
	}
	row("mean loss a move", func(t *tally) string { return fmt.Sprintf("%.0f", t.lost/float64(max(1, t.moves))) })
	return b.String()
}
