package analysis

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/engine"
	"github.com/nitoryu/nitoryu/tests/must"
)

var (
	blunders     = flag.Int("blunders", 4, "mistakes and blunders that TestBlunders looks at again, half of each game")
	blunderNodes = flag.Int("blunder-nodes", 1000, "nodes a move by which TestBlunders finds them")
	truthNodes   = flag.Int("truth-nodes", 10_000, "nodes a move by which TestBlunders looks again")
	truthFolder  = flag.String("truth", "", "folder in which TestBlunders keeps its work, to go on after an interruption")
)

// analysed is a game as the binary writes it.
type analysed struct {
	Moves []struct {
		Ply       int
		Move      string
		Loss      float64
		Judgement string
	}
}

// A mistake or blunder is one after a longer search, too, or at least no good move.
func TestBlunders(t *testing.T) {
	binary, root := engine.Path(t, "nitoryu"), *truthFolder
	if root == "" {
		root = t.TempDir()
	}
	analyse := func(input string, args ...string) (list []analysed) {
		cmd := exec.Command(binary, append([]string{"analyse", "-", "--quality", "once", "--format", "jsonl", "--threads", "1"}, args...)...)
		cmd.Stdin = strings.NewReader(input)
		var told strings.Builder
		cmd.Stderr = &told
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v, told\n%s", err, &told)
		}
		for line := range strings.Lines(string(out)) {
			var g analysed
			must.OK(t, json.Unmarshal([]byte(line), &g))
			list = append(list, g)
		}
		return list
	}
	report, err := os.Create(filepath.Join(root, "blunders.txt"))
	must.OK(t, err)
	defer report.Close()
	const most = 3 // of a game
	for _, g := range games.All() {
		found, stay, bad := 0, 0, 0
		all := newPlayers(t, 2)
		for seed := uint64(1000); found < *blunders/2; seed++ {
			line := lineOf(t, all.play(g, seed, 80))
			first := analyse(line, "--nodes", fmt.Sprint(*blunderNodes), "--journal", filepath.Join(root, "found.journal"))
			of := 0
			for _, m := range first[0].Moves {
				if m.Judgement != "mistake" && m.Judgement != "blunder" || of == most || found == *blunders/2 {
					continue
				}
				of++
				found++
				// The game up to the blunder: the positions before and after it are searched.
				words := strings.Fields(line)
				until := strings.Join(words[:len(words)-len(first[0].Moves)+m.Ply], " ") + "\n"
				again := analyse(until, "--from", fmt.Sprint(m.Ply), "--nodes", fmt.Sprint(*truthNodes), "--hash", "256",
					"--journal", filepath.Join(root, "truth.journal"))[0].Moves
				if len(again) != 1 || again[0].Move != m.Move {
					t.Fatalf("looked again at %v, not at %s", again, m.Move)
				}
				now := again[0].Judgement
				if now == m.Judgement {
					stay++
				}
				if slices.Contains([]string{"inaccuracy", "dubious", "mistake", "blunder"}, now) {
					bad++
				}
				fmt.Fprintf(report, "%s %d: game %d, ply %d, %s, %s: loss %.1f, then %.1f, %s\n", g.Name, found, seed, m.Ply, m.Move, m.Judgement, m.Loss, again[0].Loss, now)
			}
		}
		text := fmt.Sprintf("%s: of %d mistakes and blunders at %d nodes %d are the same at %d, %d at least inaccuracies", g.Name, found, *blunderNodes, stay, *truthNodes, bad)
		fmt.Fprintln(report, text)
		t.Log(text)
		if 2*bad < found {
			t.Errorf("most mistakes of %s are none", g.Name)
		}
	}
}

// lineOf returns a game as a line of its protocol.
func lineOf(t *testing.T, g *record.Game) string {
	t.Helper()
	text := "position startpos moves"
	if err := g.Replay(func(p core.Position, n *record.Node) bool {
		text += " " + p.FormatMove(n.Move)
		return true
	}); err != nil {
		t.Fatal(err)
	}
	return text + "\n"
}
