package analysis

import (
	"cmp"
	"encoding/json"
	"flag"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/tests/engine"
	"github.com/nitoryu/nitoryu/tests/must"
)

var (
	judgedGames   = flag.String("judged-games", "", "file of games that TestVerdicts judges; without it games of its own")
	judgedNodes   = flag.Int("judged-nodes", 2000, "nodes of their first search; 0: those of the quality")
	judgedQuality = flag.String("judged-quality", "normal", "their quality")
	yardstick     = flag.String("yardstick", "", "engine that TestVerdicts compares with; without it our own")
	yardstickFor  = flag.Int("yardstick-nodes", 8000, "nodes a position of the yardstick")
	yardstickKept = flag.String("yardstick-journal", "", "file that keeps its searches")
	comparedFor   = flag.Uint64("compared-nodes", 4000, "nodes of the yardstick after each move, of those that either calls bad; 0: its first search is right")
)

// judged is a game as the binary writes it.
type judged struct {
	Game  nitoryu.Variant
	Start string
	Moves []struct {
		Move   nitoryu.Move
		Before struct {
			Lines []struct{ Moves []nitoryu.Move }
		}
		Judgement string
		Reasons   []json.RawMessage
	}
}

// verdict is what a move is: how many classes from good.
type verdict struct {
	game    *judged
	move    int
	class   int // 0: not bad
	classes int // of its game
	told    bool
}

// clear reports whether the move is a mistake or a blunder.
func (v *verdict) clear() bool { return v.class >= v.classes-1 }

// loss returns what the move loses against the best one of either verdict, in percent of the points. All
// are searched after they were played: a search before a move and one after it look at different depths.
func (v *verdict) loss(t *testing.T, e nitoryu.Searcher, other *verdict) float64 {
	t.Helper()
	p, err := nitoryu.Open(nitoryu.Setup{Variant: v.game.Game, Position: v.game.Start})
	must.OK(t, err)
	for i := range v.move {
		must.OK(t, p.Play(v.game.Moves[i].Move))
	}
	name := games.Engine
	if *yardstick != "" {
		name = ""
	}
	chance := func(m nitoryu.Move) float64 {
		must.OK(t, p.Play(m))
		defer p.Undo()
		switch o := p.Outcome(); {
		case o.Drawn:
			return 50
		case o.Over && o.Winner == p.Side():
			return 0
		case o.Over:
			return 100
		}
		r, err := nitoryu.Ask(t.Context(), e, p, nitoryu.Limits{Nodes: *comparedFor})
		must.OK(t, err)
		return 100 - 100*p.ChancesFor(name, r.Score).Points()
	}
	played := v.game.Moves[v.move].Move
	kept := chance(played)
	best := kept
	for _, w := range []*verdict{v, other} {
		if lines := w.game.Moves[w.move].Before.Lines; len(lines) > 0 && lines[0].Moves[0] != played {
			best = max(best, chance(lines[0].Moves[0]))
		}
	}
	return best - kept
}

// Verdicts agree with those of a longer search, or of another engine: moves that are called bad and are
// not, bad moves that are not called so, and differences of two classes. The yardstick compares the
// moves that either calls bad.
func TestVerdicts(t *testing.T) {
	binary, input := engine.Path(t, "nitoryu"), *judgedGames
	stdin := ""
	if input == "" {
		input = "-"
		all, plies := newPlayers(t, 2), 30
		if must.Full() {
			plies = 60
		}
		stdin = lineOf(t, all.play(games.Chess(), 3000, plies))
	}
	verdicts := func(args ...string) (list []verdict) {
		cmd := exec.Command(binary, append([]string{"analyse", input, "--format", "jsonl", "--threads", "1"}, args...)...)
		cmd.Stdin = strings.NewReader(stdin)
		var told strings.Builder
		cmd.Stderr = &told
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v, told\n%s", err, &told)
		}
		t.Logf("%v took %v of processor time", args, cmd.ProcessState.UserTime())
		for line := range strings.Lines(string(out)) {
			g := new(judged)
			must.OK(t, json.Unmarshal([]byte(line), g))
			classes := []string{"inaccuracy", "dubious", "mistake", "blunder"}
			if g.Game == nitoryu.Chess {
				classes = slices.Delete(classes, 1, 2)
			}
			for i, m := range g.Moves {
				list = append(list, verdict{g, i, slices.Index(classes, m.Judgement) + 1, len(classes), len(m.Reasons) > 0})
			}
		}
		return list
	}
	truth := []string{"--quality", "once", "--nodes", strconv.Itoa(*yardstickFor), "--hash", "64"}
	if *yardstick != "" {
		truth = append(truth, "--engine", *yardstick)
	}
	if *yardstickKept != "" {
		truth = append(truth, "--journal", *yardstickKept)
	}
	judged := []string{"--quality", *judgedQuality}
	if *judgedNodes > 0 {
		judged = append(judged, "--nodes", strconv.Itoa(*judgedNodes))
	}
	got, want := verdicts(judged...), verdicts(truth...)
	if len(got) != len(want) || len(got) == 0 {
		t.Fatalf("%d verdicts, want %d", len(got), len(want))
	}
	flagged, bad, wrong, missed, far, told, compared := 0, 0, 0, 0, 0, 0, 0
	clear, clearBad, clearMissed, clearWrong := 0, 0, 0, 0 // mistakes and blunders
	count := func(n *int, what bool) {
		if what {
			*n++
		}
	}
	e, err := client.Start(t.Context(), client.Config{Command: cmp.Or(*yardstick, binary), Variant: got[0].game.Game, Hash: 64})
	must.OK(t, err)
	defer e.Close()
	for i := range got {
		g, w := got[i], &want[i]
		if *comparedFor > 0 && (g.class > 0 || w.class > 0) {
			must.OK(t, e.NewGame(t.Context()))
			compared++
			loss, s := w.loss(t, e, &g), review.StandardOf(string(w.game.Game))
			w.class = 0
			for _, least := range []float64{s.Inaccuracy, s.Dubious, s.Mistake, s.Blunder} {
				count(&w.class, least > 0 && loss >= least)
			}
		}
		count(&flagged, g.class > 0)
		count(&bad, w.class > 0)
		count(&wrong, g.class > 0 && w.class == 0)
		count(&missed, g.class == 0 && w.class > 0)
		count(&far, max(g.class-w.class, w.class-g.class) > 1)
		count(&told, g.class > 0 && g.told)
		count(&clear, g.clear())
		count(&clearWrong, g.clear() && w.class == 0)
		count(&clearBad, w.clear())
		count(&clearMissed, w.clear() && g.class == 0)
	}
	t.Logf("%d moves: %d flagged, %d of them not bad; %d bad, %d of them missed; %d differ by two classes; %d have a reason; %d were compared", len(got), flagged, wrong, bad, missed, far, told, compared)
	t.Logf("mistakes and blunders: %d flagged, %d of them not bad at all; %d bad, %d of them not flagged at all", clear, clearWrong, clearBad, clearMissed)
	if 2*clearMissed > clearBad {
		t.Error("most mistakes are missed")
	}
}

// A move is compared with the best ones of both verdicts, and loses nothing against worse ones.
func TestLoss(t *testing.T) {
	e, err := nitoryu.New(nitoryu.Options{Hash: 1})
	must.OK(t, err)
	defer e.Close()
	const mate = "d8h4"
	tests := []struct {
		name, played, ours, theirs string
		loses                      bool
	}{
		{"a mate missed by both", "a7a6", mate, mate, true},
		{"a mate that only the other sees", "a7a6", "a7a6", mate, true},
		{"a mate that only we see", "a7a6", mate, "b7b6", true},
		{"the mate", mate, mate, mate, false},
		{"better than what either thinks best", mate, "a7a6", "b7b6", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			verdicts := [2]verdict{}
			for i, best := range []string{test.ours, test.theirs} {
				text := `{"Game": "chess", "Moves": [{"Move": "f2f3"}, {"Move": "e7e5"}, {"Move": "g2g4"}, {"Move": "` + test.played +
					`", "Before": {"Lines": [{"Moves": ["` + best + `"]}]}}]}`
				verdicts[i] = verdict{game: new(judged), move: 3}
				must.OK(t, json.Unmarshal([]byte(text), verdicts[i].game))
			}
			if loss := verdicts[1].loss(t, e, &verdicts[0]); loss < 0 || loss > 50 || (loss > 15) != test.loses {
				t.Errorf("it loses %.1f", loss)
			}
		})
	}
}
