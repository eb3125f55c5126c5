package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/arena"
	"github.com/nitoryu/nitoryu/tests/must"
)

// timings matches what two runs of the same games do not have in common in a report.
var timings = regexp.MustCompile(`, \d+ of them in \S+|(?m) +\d+ +[\d.]+  none$|nodes/s +ms a move`)

// sameGames returns the games of journals without times, by their number.
func sameGames(t *testing.T, journals ...string) map[int]string {
	t.Helper()
	all := map[int]string{}
	for _, path := range journals {
		_, games, err := arena.ReadJournal(path)
		must.OK(t, err)
		for _, g := range games {
			g.Began = time.Time{}
			for i := range g.Thoughts {
				g.Thoughts[i][3] = 0
			}
			text, err := json.Marshal(g)
			if err != nil || all[g.Game] != "" {
				t.Fatalf("error %v, or game %d is there twice", err, g.Game)
			}
			all[g.Game] = string(text)
		}
	}
	return all
}

// A match in two shards, killed again and again and resumed, has the games and the report of
// the match in one piece.
func TestShards(t *testing.T) {
	if testing.Short() {
		t.Skip("the arena has its own tests for the race detector")
	}
	if runtime.GOOS == "windows" {
		t.Skip("no signals")
	}
	const openings = 15
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	match := []string{"arena", "--engine", "self name=A nodes=40", "--engine", "self name=B nodes=10", "--each", "hash=1",
		"--max-moves", "40", "--concurrency", "2", "--rounds", fmt.Sprint(openings)}
	whole, _, err := call(t, append(match, "--journal", in("whole"), "--pgn", in("whole.pgn"))...)
	must.OK(t, err)
	lines := func(path string) int {
		text, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		return strings.Count(string(text), "\n")
	}
	journals := []string{in("shard1"), in("shard2")}
	for i, journal := range journals {
		args := append(match, "--shard", fmt.Sprintf("%d/2", i+1), "--journal", journal)
		for kills := range 2 {
			lab := exec.Command(os.Args[0], args...)
			lab.Env = append(os.Environ(), asLab+"=1")
			must.OK(t, lab.Start())
			for deadline := time.Now().Add(time.Minute); lines(journal) < 4*(kills+1) && time.Now().Before(deadline); {
				time.Sleep(time.Millisecond)
			}
			signal := syscall.SIGKILL
			if i == 1 && kills == 1 {
				signal = syscall.SIGTERM
			}
			_ = lab.Process.Signal(signal)
			err := lab.Wait()
			if lines(journal) < 15 && err == nil {
				t.Errorf("after %v an incomplete shard is a success", signal)
			}
			if i == 0 && kills == 0 {
				// Half a match can be looked at.
				out, _, err := call(t, "arena", "--merge", journal)
				if err == nil || !isIncomplete(errors.Unwrap(err)) || !regexp.MustCompile(`(?m)^incomplete: shard 1/2 has \d+ of 16 games\nincomplete: no journal of shard 2/2$`).MatchString(out) {
					t.Errorf("a part: error %v\n%s", err, out)
				}
			}
		}
		done(t, args...)
		if n := len(sameGames(t, journal)); n != 16-2*i {
			t.Errorf("shard %d has %d games", i+1, n)
		}
	}
	wanted, games := sameGames(t, in("whole")), sameGames(t, journals...)
	if len(games) != 2*openings || len(wanted) != 2*openings {
		t.Errorf("%d and %d games", len(wanted), len(games))
	}
	for i, g := range wanted {
		if games[i] != g {
			t.Errorf("game %d is\n%s\ninstead of\n%s", i, games[i], g)
		}
	}
	merged, log, err := call(t, append([]string{"arena", "--merge", "--journal", in("joined"), "--pgn", in("joined.pgn")}, journals[1], journals[0])...)
	if got, want := timings.ReplaceAllString(merged, ""), timings.ReplaceAllString(whole, ""); err != nil || got != want {
		t.Errorf("error %v, %s\n%s\ninstead of\n%s", err, log, got, want)
	}
	rounds := regexp.MustCompile(`\[Round "[\d.]+"\]`).FindAllString(read(t, in("joined.pgn")), -1)
	if len(rounds) != 30 || rounds[0] != `[Round "1.1"]` || rounds[29] != `[Round "15.2"]` {
		t.Errorf("rounds of the PGN: %q", rounds)
	}
	// The joined journal is the journal of a whole match, which goes on.
	if out, log, err := call(t, append(match, "--rounds", fmt.Sprint(openings+1), "--journal", in("joined"))...); err != nil ||
		!strings.Contains(log, "resuming after 30 games") || !strings.Contains(out, "of 32 games") {
		t.Errorf("extended: error %v\n%s%s", err, log, out)
	}
}

// An SPRT of shards is judged pair by pair, as in a match in one piece.
func TestMergeJudges(t *testing.T) {
	dir := t.TempDir()
	match := shortMatch("chess", "--rounds", "4")
	var journals []string
	for _, shard := range []string{"1/3", "2/3", "3/3"} {
		journals = append(journals, filepath.Join(dir, strings.ReplaceAll(shard, "/", "of")))
		done(t, append(match, "--shard", shard, "--journal", journals[len(journals)-1])...)
	}
	out, log, err := call(t, append([]string{"arena", "--sprt", "-5 5", "--merge"}, journals...)...)
	if err == nil || err.Error() != "arena: the test is undecided after 8 games" || !strings.Contains(out, "undecided after 8 games") || strings.Contains(out, "incomplete") {
		t.Errorf("error %v\n%s%s", err, log, out)
	}
}

func TestBadShards(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	play := func(name string, flags ...string) {
		done(t, shortMatch("chess", append(flags, "--rounds", "2", "--journal", in(name))...)...)
	}
	play("whole")
	play("a", "--shard", "1/2")
	play("again", "--shard", "1/2")
	play("third", "--shard", "1/3")
	play("seed", "--shard", "2/2", "--seed", "7")
	write(t, in("foreign"), strings.Replace(read(t, in("a")), `"game":0`, `"game":2`, 1))
	write(t, in("later"), strings.Replace(read(t, in("a")), `"Game"`, `"Weather":1,"Game"`, 1))
	merge := func(names ...string) []string {
		args := []string{"arena", "--merge"}
		for _, n := range names {
			args = append(args, in(n))
		}
		return args
	}
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"no journals", merge(), "--merge needs the journals of the shards"},
		{"a journal that is not there", merge("none"), "no such file"},
		{"another file", []string{"arena", "--merge", os.Args[0]}, "no journal of such a run"},
		{"a whole match", merge("whole"), "is the journal of a whole match, not of a shard"},
		{"twice the same", merge("a", "a"), "are both shard 1/2"},
		{"two of the same shard", merge("a", "again"), "are both shard 1/2"},
		{"another division", merge("a", "third"), "all have to be of one division"},
		{"another match", merge("a", "seed"), "is of another match than " + in("a") + ": Seed is 7, wanted is 1"},
		{"a game of another shard", merge("foreign"), "game 2 is not in shard 1/2 of 2 rounds"},
		{"of a later version", merge("later"), "Weather"},
		{"a flag of the match", append(merge("a"), "--seed", "3"), "--seed does not go with --merge"},
		{"into one of its parts", append(merge("a"), "--journal", in("a")), "is read, so it cannot be written"},
		{"files without merge", shortMatch("chess", in("a")), "one word too many"},
		{"a shard without a journal", shortMatch("chess", "--shard", "1/2"), "--shard needs --journal"},
		{"a shard with a test", shortMatch("chess", "--shard", "1/2", "--journal", in("x"), "--sprt", "0 5"), "--shard and --sprt do not go together"},
		{"a shard of another journal", shortMatch("chess", "--shard", "2/2", "--rounds", "2", "--journal", in("a")), "belongs to another match"},
		{"a shard with other rounds", shortMatch("chess", "--shard", "1/2", "--rounds", "9", "--journal", in("a")), "belongs to another match"},
		{"a shard without games", shortMatch("chess", "--shard", "3/3", "--rounds", "2", "--journal", in("y")), "shard 3/3 of a match of 2 rounds has no games"},
		{"no shard", shortMatch("chess", "--shard", "0/2"), "no part such as 2/8"},
		{"beyond the last", shortMatch("chess", "--shard", "3/2"), "no part such as 2/8"},
		{"no number", shortMatch("chess", "--shard", "two"), "no part such as 2/8"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			refused(t, test.want, test.args...)
		})
	}
}
