package arena

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// fakeVariable makes the test binary an engine; its value says how and where it fails: "dies stop", "hangs gameover", "dies idle", or not at all.
const fakeVariable = "NITORYU_FAKE_ENGINE"

func TestMain(m *testing.M) {
	if behaviour, ok := os.LookupEnv(fakeVariable); ok {
		how, where, _ := strings.Cut(behaviour, " ")
		runFake(how, where)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// The game that the fake engine plays, of both sides, until Second resigns; it
// expects the last move of the list as an answer to First's last one.
var fakeGames = map[bool][]string{
	false: strings.Fields("e2e4 e7e5 g1f3 b8c6"),
	true:  strings.Fields("7g7f 3c3d 8h2b+ 3a2b"),
}

// runFake speaks UCI or USI until quit or a failure.
func runFake(how, where string) {
	breakDown := func(here string) {
		switch {
		case where != here:
		case how == "dies":
			os.Exit(3)
		default:
			time.Sleep(time.Minute)
		}
	}
	usi, ply := false, 0
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		word, rest, _ := strings.Cut(in.Text(), " ")
		switch word {
		case "uci", "usi":
			usi = word == "usi"
			fmt.Println(word + "ok")
		case "isready":
			fmt.Println("readyok")
		case "position":
			_, moves, _ := strings.Cut(rest, "moves")
			ply = len(strings.Fields(moves))
		case "go":
			game := fakeGames[usi]
			switch {
			case strings.HasPrefix(rest, "ponder"):
				continue
			case ply == 2:
				fmt.Println("bestmove", game[2], "ponder", game[3])
			case ply == 3:
				fmt.Println("bestmove resign")
			default:
				fmt.Println("bestmove", game[ply])
			}
			if ply >= 2 {
				breakDown("idle")
			}
		case "stop":
			breakDown("stop")
			fmt.Println("bestmove resign")
		case "gameover":
			breakDown("gameover")
		case "quit":
			return
		}
	}
}

// An engine that fails between two games loses neither: it is replaced, which is noted
// once.
func TestBreakdownBetweenGames(t *testing.T) {
	protocols := []struct {
		name  string
		rules core.Rules
	}{{"UCI", chess.Rules}, {"USI", shogi.Rules}}
	for _, protocol := range protocols {
		usi := protocol.name == "USI"
		for _, behaviour := range []string{"dies stop", "hangs stop", "dies gameover", "hangs gameover", "dies idle", "hangs idle", "is well"} {
			if strings.HasSuffix(behaviour, "gameover") && !usi {
				continue // UCI does not tell
			}
			t.Run(protocol.name+"/"+behaviour, func(t *testing.T) {
				t.Parallel()
				second := func(q question) (nitoryu.Result, error) {
					if q.plies() == 3 {
						return nitoryu.Result{Resign: true}, nil
					}
					return says(q, fakeGames[usi][q.plies()])
				}
				c := match(protocol.rules, "", second)
				opened := 0
				c.Contestants[0].Ponder = !strings.HasSuffix(behaviour, "idle")
				c.Contestants[0].Start = func(ctx context.Context, _ func(string, error)) (nitoryu.Searcher, error) {
					engine := client.Config{Name: "A", Command: os.Args[0], Variant: nitoryu.Variant(c.Rules.Name)}
					does := "is well"
					if opened++; opened == 1 {
						does = behaviour
						if strings.HasPrefix(does, "hangs") {
							engine.StopTimeout, engine.ReadyTimeout = 100*time.Millisecond, time.Second
						}
					}
					engine.Env = []string{fakeVariable + "=" + does, "GORACE=atexit_sleep_ms=0"}
					return client.Start(ctx, engine)
				}
				var results []Result
				c.Finished = func(r *Result, _ *Tally) bool { results = append(results, *r); return true }
				tally, err := Run(context.Background(), c)
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range results {
					if r.Result != "1-0" || r.Ending != core.Resignation {
						t.Errorf("game %d: %s by %s (%s)", r.Game+1, r.Result, r.Ending, r.Detail)
					}
				}
				want := 1
				if behaviour == "is well" {
					want = 0
				}
				if tally.Played != 2 || opened != 1+want || tally.Each[0].Replaced != want || tally.Each[0].Notes != 0 {
					t.Errorf("%d games, %d processes, %d replaced; want %d replaced", tally.Played, opened, tally.Each[0].Replaced, want)
				}
				var notes []Note
				for _, r := range results {
					notes = append(notes, r.Notes...)
				}
				if len(notes) != want || want == 1 && !strings.HasPrefix(notes[0].Text, "replaced, ") {
					t.Errorf("notes %v", notes)
				}
				if strings.HasSuffix(behaviour, "stop") && len(results[0].Notes) == 0 {
					t.Error("it is not noted at once")
				}
			})
		}
	}
}

// An engine that ignores the stop of an interrupted match is not an error.
func TestInterruptedWhileAPlayerHangs(t *testing.T) {
	ctx, interrupt := context.WithCancel(context.Background())
	c := match(chess.Rules, "", func(question) (nitoryu.Result, error) {
		interrupt()
		return nitoryu.Result{}, &client.Failure{Program: "A", Kind: client.Hang, Detail: "no answer to stop"}
	})
	if tally, err := Run(ctx, c); err == nil || !errors.Is(err, context.Canceled) || tally.Played != 0 {
		t.Errorf("error %v, %d games", err, tally.Played)
	}
}
