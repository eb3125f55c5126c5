package scaling

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/games"
)

// fakeVariable makes the test binary an engine; its value says how it behaves.
const fakeVariable = "NITORYU_FAKE_ENGINE"

func TestMain(m *testing.M) {
	if behaviour, ok := os.LookupEnv(fakeVariable); ok {
		os.Exit(fake(behaviour, os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

// fake is an engine for both protocols that answers at once. It can fail at the fifth
// question; the first one only makes it ready.
func fake(behaviour string, in io.Reader, out io.Writer) int {
	asked, held, move := 0, false, "a2a3"
	answer := func() { fmt.Fprintf(out, "info depth 1 score cp 0 nodes 1 pv %s\nbestmove %[1]s\n", move) }
	for lines := bufio.NewScanner(in); lines.Scan(); {
		word, rest, _ := strings.Cut(lines.Text(), " ")
		switch word {
		case "uci", "usi":
			if word == "usi" {
				move = "9g9f"
			}
			fmt.Fprintf(out, "option name Threads type spin default 1 min 1 max 8\noption name Hash type spin default 1 min 1 max 999\n"+
				"option name MoveOverhead type spin default 9 min 0 max 99\n%sok\n", word)
		case "isready":
			fmt.Fprintln(out, "readyok")
		case "go":
			asked++
			switch wrong := asked == 5; {
			case wrong && behaviour == "crash":
				return 3
			case wrong && behaviour == "illegal":
				fmt.Fprintln(out, "bestmove e9e9")
				continue
			case wrong && behaviour == "twice":
				answer()
			}
			if held = rest == "infinite" && behaviour != "premature"; !held {
				answer()
			}
		case "stop":
			if held {
				answer()
			}
			held = false
		case "quit":
			return 0
		}
	}
	return 0
}

// fakeConfig measures the latency of a fake engine with one block of each kind.
func fakeConfig(g games.Game, behaviour string) Config {
	s := fewSetup()
	s.Game, s.Positions, s.Engines = g.Name, g.Bench.Positions[:1], s.Engines[:1]
	return Config{
		Setup: s, Rules: g.Rules, Searches: BlockSize,
		Start: func(ctx context.Context, engine int, options []player.Option, log io.Writer) (Player, error) {
			return player.Start(ctx, player.Config{
				Name: s.Engines[engine].Name, Command: os.Args[0], Env: []string{fakeVariable + "=" + behaviour, "GORACE=atexit_sleep_ms=0"},
				Rules: g.Rules, Options: options, Log: log, StartTimeout: time.Minute,
			})
		},
	}
}

func TestLatency(t *testing.T) {
	tests := []struct {
		game           games.Game
		behaviour      string
		moveTime, stop int // answers that count with each number of threads
		fault          string
	}{
		{games.Chess, "normal", 20, 20, ""},
		{games.Shogi, "normal", 20, 20, ""},
		{games.Chess, "illegal", 19, 20, "One, 1 thread, movetime: search 4: "},
		{games.Chess, "twice", 0, 20, "One, 2 threads, movetime: 21 answers to 20 questions from search 1 on"},
		{games.Shogi, "twice", 0, 20, "One, 1 thread, movetime: 21 answers to 20 questions from search 1 on"},
		{games.Chess, "crash", 15, 15, "One, 2 threads, stop: search 8: One: crash"}, // each new process again
	}
	for _, test := range tests {
		t.Run(test.game.Name+" "+test.behaviour, func(t *testing.T) {
			t.Parallel() // they only wait
			r, err := run(context.Background(), fakeConfig(test.game, test.behaviour))
			if err != nil {
				t.Fatal(err)
			}
			delays := r.Delays()
			if len(delays) != 4 {
				t.Fatalf("%+v", delays)
			}
			for _, d := range delays {
				if want := map[Question]int{MoveTime: test.moveTime, Stop: test.stop}[d.Question]; d.Searches != want {
					t.Errorf("%d answers count, want %d: %+v", d.Searches, want, d)
				}
			}
			if faults := r.Faults(); (len(faults) == 0) != (test.fault == "") || !strings.Contains(strings.Join(faults, "\n"), test.fault) {
				t.Errorf("no %q in %q", test.fault, faults)
			}
		})
	}
}

// An answer to go infinite before stop is a fault.
func TestPrematureAnswers(t *testing.T) {
	r, err := run(context.Background(), fakeConfig(games.Chess, "premature"))
	if faults := strings.Join(r.Faults(), "\n"); err != nil || !strings.Contains(faults, "the answer came before stop") {
		t.Errorf("error %v, faults\n%s", err, faults)
	}
}

// A tap reads the log of a player with any name.
func TestTap(t *testing.T) {
	tests := []struct {
		name            string
		lines           []string
		asked, answered int
		stops           bool
	}{
		{"one question", []string{"> go infinite", "> stop", "< bestmove e2e4"}, 1, 1, true},
		{"the words elsewhere", []string{"< info string > go", "! > stop", "> position startpos", "< info string < bestmove"}, 0, 0, false},
		{"two answers", []string{"> go depth 1", "< bestmove e2e4", "< bestmove d2d4"}, 1, 2, false},
		{"an empty line", []string{"<", "< "}, 0, 0, false},
	}
	for _, name := range []string{"One", "a > b", ""} {
		for _, test := range tests {
			t.Run(name+" "+test.name, func(t *testing.T) {
				tap := newTap(name)
				for _, line := range test.lines {
					fmt.Fprintf(tap, "15:04:05.000000 %s %s\n", name, line)
				}
				if asked, answered := tap.counts(); asked != test.asked || answered != test.answered || tap.lastStop().IsZero() == test.stops {
					t.Errorf("%d questions, %d answers, stop at %v", asked, answered, tap.lastStop())
				}
			})
		}
	}
}
