package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/journal"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/arena"
)

// Two levels play without a clock, in both games, and the weaker one loses.
func TestMatchOfLevels(t *testing.T) {
	for _, g := range tried() {
		game := g.Name
		out, log, err := call(t, "arena", "--game", game, "--engine", "self elo=1600", "--engine", "self elo=400", "--rounds", "1", "--max-moves", "40")
		if err != nil || !strings.HasPrefix(out, "Nitoryu elo=1600 against Nitoryu elo=400\n") || strings.Contains(out, " 2 losses") {
			t.Errorf("%s: error %v\n%s%s", game, err, out, log)
		}
	}
}

// A flag that falls against a bare king is a draw by the rules of FIDE, and a loss without.
func TestFlagAgainstABareKing(t *testing.T) {
	openings := textFile(t, "rook.epd", "8/8/4k3/8/8/4K3/4R3/8 w - - 0 1\n")
	for _, test := range []struct {
		name  string
		flags []string
		want  string
	}{
		{"as match managers count", nil, "0 wins, 0 draws, 2 losses"},
		{"by the rules", []string{"--rules", "fide"}, "0 wins, 1 draws, 1 losses"},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, log, err := call(t, append([]string{"arena", "--engine", "self name=late tc=0.000001", "--engine", "self tc=60 nodes=50",
				"--each", "hash=1", "--rounds", "1", "--openings", openings}, test.flags...)...)
			if err != nil || !strings.Contains(out, test.want) || !strings.Contains(out, "time forfeit 2\n") {
				t.Errorf("error %v, want %s\n%s%s", err, test.want, out, log)
			}
		})
	}
}

// A match that one side wins whole is decided soon in the Bayesian model, too.
func TestBayesianMatch(t *testing.T) {
	out, log, err := call(t, "arena", "--engine", "self name=weak nodes=1 skill=0", "--engine", "self name=strong nodes=300",
		"--each", "hash=1", "--concurrency", "1", "--sprt", "-200 -100 model=bayesian", "--rounds", "30")
	if err != nil || !strings.Contains(out, "H0 accepted after ") || strings.Contains(out, "after 60 games") {
		t.Errorf("error %v\n%s%s", err, out, log)
	}
}

// The message after an interruption says what is kept.
func TestInterruption(t *testing.T) {
	for _, test := range []struct {
		name    string
		journal *journal.File
		records []recordTarget
		played  int
		want    string
	}{
		{"no game", &journal.File{}, nil, 0, "before the first game ended"},
		{"a journal", &journal.File{}, []recordTarget{{path: "x.pgn"}}, 3, "the same command resumes"},
		{"records", nil, []recordTarget{{path: "a"}, {path: "b"}}, 3, "the games so far are in a and b;"},
		{"nothing", nil, nil, 3, "use --journal"},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := matchView{config: &arena.Config{Journal: test.journal}, writer: &recordWriter{targets: test.records}}
			if got := v.interruption(test.played); !strings.Contains(got, test.want) {
				t.Errorf("%q, want %q in it", got, test.want)
			}
		})
	}
}

// asLab, in the environment, makes the test binary the lab itself.
const asLab = "NITORYU_AS_LAB"

// A match is interrupted by Ctrl-C and kills again and again. Journal and PGN hold every
// game once, and in the end each opening has been played twice.
func TestBrokenOffMatches(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals")
	}
	dir := t.TempDir()
	journal, pgn := filepath.Join(dir, "journal"), filepath.Join(dir, "games.pgn")
	games := func() int {
		text, err := os.ReadFile(journal)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		return max(0, strings.Count(string(text), "\n")-1)
	}
	args := shortMatch("chess", "--rounds", "60", "--journal", journal, "--pgn", pgn)
	for _, signal := range []os.Signal{os.Interrupt, os.Kill, os.Kill, os.Interrupt} {
		played := games()
		lab := exec.Command(os.Args[0], args...)
		lab.Env = append(os.Environ(), asLab+"=1")
		var out strings.Builder
		lab.Stdout, lab.Stderr = &out, &out
		if err := lab.Start(); err != nil {
			t.Fatal(err)
		}
		exited := make(chan error, 1)
		go func() { exited <- lab.Wait() }()
		for deadline := time.Now().Add(time.Minute); games() < min(played+10, 120) && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
		}
		if err := lab.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		err := <-exited
		if done := games() == 120; signal == os.Interrupt && !done && (err == nil || !strings.Contains(out.String(), "the same command resumes")) {
			t.Errorf("after %v: error %v, said\n%s", signal, err, &out)
		}
	}
	done(t, args...)
	text := read(t, pgn)
	for round := range 60 {
		for _, game := range []string{".1", ".2"} {
			if tag := "[Round \"" + strconv.Itoa(round+1) + game + "\"]"; strings.Count(text, tag) != 1 {
				t.Errorf("%s is there %d times", tag, strings.Count(text, tag))
			}
		}
	}
	if n, ends := games(), strings.Count(text, "\n\n["); n != 120 || ends != 119 {
		t.Errorf("%d games in the journal, %d games follow another in the PGN", n, ends)
	}
}
