package analysis

import (
	"encoding/json"
	"flag"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/engine"
)

var (
	judgedGames   = flag.String("judged-games", "", "file of games that TestVerdicts judges; without it games of its own")
	judgedNodes   = flag.Int("judged-nodes", 2000, "nodes of their first search; 0: those of the quality")
	judgedQuality = flag.String("judged-quality", "normal", "their quality")
	yardstick     = flag.String("yardstick", "", "engine that TestVerdicts compares with; without it our own")
	yardstickFor  = flag.Int("yardstick-nodes", 8000, "nodes a position of the yardstick")
	yardstickKept = flag.String("yardstick-journal", "", "file that keeps its searches")
)

// verdict is what a move is: how many classes from good.
type verdict struct {
	class int  // 0: not bad
	clear bool // a mistake or a blunder
	told  bool // it has a reason
}

// Verdicts agree with those of a longer search, or of another engine: moves that are called bad and are
// not, bad moves that are not called so, and differences of two classes.
func TestVerdicts(t *testing.T) {
	binary, input := engine.Path(t, "nitoryu"), *judgedGames
	stdin := ""
	if input == "" {
		input = "-"
		all := newPlayers(t, 2)
		stdin = lineOf(t, all.play(games.Chess, 3000, 60))
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
			var g struct {
				Game  string
				Moves []struct {
					Judgement string
					Reasons   []json.RawMessage
				}
			}
			if err := json.Unmarshal([]byte(line), &g); err != nil {
				t.Fatal(err)
			}
			classes := []string{"inaccuracy", "mistake", "blunder"}
			if g.Game == games.Shogi.Name {
				classes = []string{"inaccuracy", "dubious", "mistake", "blunder"}
			}
			for _, m := range g.Moves {
				class := slices.Index(classes, m.Judgement) + 1
				list = append(list, verdict{class, class >= len(classes)-1, len(m.Reasons) > 0})
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
	flagged, bad, wrong, missed, far, told := 0, 0, 0, 0, 0, 0
	clear, clearBad, clearMissed, clearWrong := 0, 0, 0, 0 // mistakes and blunders
	count := func(n *int, what bool) {
		if what {
			*n++
		}
	}
	for i := range got {
		g, w := got[i], want[i]
		count(&flagged, g.class > 0)
		count(&bad, w.class > 0)
		count(&wrong, g.class > 0 && w.class == 0)
		count(&missed, g.class == 0 && w.class > 0)
		count(&far, max(g.class-w.class, w.class-g.class) > 1)
		count(&told, g.class > 0 && g.told)
		count(&clear, g.clear)
		count(&clearWrong, g.clear && w.class == 0)
		count(&clearBad, w.clear)
		count(&clearMissed, w.clear && g.class == 0)
	}
	t.Logf("%d moves: %d flagged, %d of them not bad; %d bad, %d of them missed; %d differ by two classes; %d have a reason", len(got), flagged, wrong, bad, missed, far, told)
	t.Logf("mistakes and blunders: %d flagged, %d of them not bad at all; %d bad, %d of them not flagged at all", clear, clearWrong, clearBad, clearMissed)
	if 2*clearMissed > clearBad {
		t.Error("most mistakes are missed")
	}
}
