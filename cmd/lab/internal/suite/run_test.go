package suite

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
)

// always returns what starts players that always play e4.
func always(t testing.TB, started *atomic.Int32) func(context.Context) (nitoryu.Searcher, error) {
	return func(context.Context) (nitoryu.Searcher, error) {
		started.Add(1)
		return replies(t, "e2e4", says(1, 20, "e2e4")), nil
	}
}

// fourProblems are solved by e4 but for the second.
func fourProblems(t testing.TB) *Suite {
	return read(t,
		pawnEnding+`bm e4; id "a";`, pawnEnding+`bm e3; id "b";`,
		pawnEnding+`bm e4; id "c";`, pawnEnding+`am e3; id "d";`)
}

// solved lists the names of the solved problems.
func solved(r Report) string {
	var names []string
	for _, x := range r.Results {
		if x.Solved {
			names = append(names, x.ID)
		}
	}
	return strings.Join(names, " ")
}

func TestRun(t *testing.T) {
	for _, concurrency := range []int{0, 1, 3, 9} {
		var started atomic.Int32
		var calls [][2]int
		report, err := Run(t.Context(), fourProblems(t), Config{
			Start: always(t, &started), Concurrency: concurrency,
			Progress: func(done, solved int) { calls = append(calls, [2]int{done, solved}) },
		})
		if err != nil || solved(report) != "a c d" || len(report.Results) != 4 || report.Interrupted || report.Game != "chess" {
			t.Errorf("concurrency %d: %+v, error %v", concurrency, report, err)
		}
		if int(started.Load()) > max(1, min(4, concurrency)) {
			t.Errorf("concurrency %d: %d engines", concurrency, started.Load())
		}
		if len(calls) != 4 || calls[3] != [2]int{4, 3} || calls[0][0] != 1 {
			t.Errorf("progress %v", calls)
		}
	}
}

func TestRunReplacesBrokenEngines(t *testing.T) {
	crash := &client.Failure{Program: "fake", Kind: client.Crash, Detail: "exit status 3"}
	tests := []struct {
		name    string
		newGame bool // it breaks down there instead of while it thinks
	}{{"while it thinks", false}, {"at a new game", true}}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			started, closed, asked := 0, 0, 0
			start := func(context.Context) (nitoryu.Searcher, error) {
				started++
				good := replies(t, "e2e4", says(1, 20, "e2e4"))
				f := &fake{closed: &closed, think: good.think}
				breaks := func() error {
					if asked++; asked == 3 {
						return crash
					}
					return nil
				}
				if test.newGame {
					f.newGame = breaks
				} else {
					f.think = func(ctx context.Context, q question) (nitoryu.Result, error) {
						if err := breaks(); err != nil {
							return nitoryu.Result{}, err
						}
						return good.think(ctx, q)
					}
				}
				return f, nil
			}
			report, err := Run(t.Context(), fourProblems(t), Config{Start: start})
			if err != nil || solved(report) != "a d" || report.Interrupted {
				t.Errorf("%+v, error %v", report, err)
			}
			if x := report.Results[2]; x.Problem != crash.Error() || x.ID != "c" || x.Expected != "bm e4" {
				t.Errorf("%+v", x)
			}
			if started != 2 || closed != 2 {
				t.Errorf("%d engines started, %d closed", started, closed)
			}
		})
	}
}

func TestRunInterrupted(t *testing.T) {
	tests := []struct {
		name  string
		while bool // the engine is thinking, else it has just answered
		want  string
	}{{"while it thinks", true, "a"}, {"between two problems", false, "a c"}}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ctx, interrupt := context.WithCancel(t.Context())
			closed, asked := 0, 0
			good := replies(t, "e2e4", says(1, 20, "e2e4"))
			start := func(context.Context) (nitoryu.Searcher, error) {
				return &fake{closed: &closed, think: func(ctx context.Context, q question) (nitoryu.Result, error) {
					if asked++; asked < 3 {
						return good.think(ctx, q)
					}
					reply, err := good.think(ctx, q)
					if interrupt(); test.while {
						return nitoryu.Result{}, ctx.Err()
					}
					return reply, err
				}}, nil
			}
			report, err := Run(ctx, fourProblems(t), Config{Start: start})
			if err != nil || !report.Interrupted || solved(report) != test.want || report.Positions != 4 {
				t.Errorf("%+v, error %v", report, err)
			}
			if asked != 3 {
				t.Errorf("asked %d times", asked)
			}
			if closed != 1 {
				t.Errorf("closed %d times", closed)
			}
		})
	}
}

// An interruption does not count as an early stop.
func TestInterruptedAfterStop(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	s := &solver{stop: 1, engine: &fake{think: func(ctx context.Context, q question) (nitoryu.Result, error) {
		q.say(says(1, 20, "e2e4"))
		interrupt()
		return nitoryu.Result{}, ctx.Err()
	}}}
	if _, err := s.solve(ctx, problem(t, pawnEnding+"bm e4;")); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestRunGivesUp(t *testing.T) {
	tests := []struct {
		name  string
		start func(n int) (nitoryu.Searcher, error) // the n-th engine
		want  string
	}{
		{"an engine that does not start", func(int) (nitoryu.Searcher, error) {
			return nil, &client.Failure{Program: "x", Kind: client.CannotStart, Detail: "no such file"}
		}, "no such file"},
		{"a question that cannot be asked", func(int) (nitoryu.Searcher, error) {
			return &fake{think: func(context.Context, question) (nitoryu.Result, error) {
				return nitoryu.Result{}, errors.New("no such limit")
			}}, nil
		}, "no such limit"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			report, err := Run(t.Context(), fourProblems(t), Config{
				Start: func(context.Context) (nitoryu.Searcher, error) { return test.start(0) },
			})
			if err == nil || !strings.Contains(err.Error(), test.want) || !report.Interrupted || len(report.Results) != 0 {
				t.Errorf("%+v, error %v", report, err)
			}
		})
	}
}

// A go mate during which the engine fails still counts as one.
func TestRunBrokenByGoMate(t *testing.T) {
	report, err := Run(t.Context(), read(t, goldMate+";mate 1"), Config{
		Limits: nitoryu.Limits{Time: time.Second},
		Start: func(context.Context) (nitoryu.Searcher, error) {
			return &fake{think: func(context.Context, question) (nitoryu.Result, error) {
				return nitoryu.Result{}, &client.Failure{Program: "x", Kind: client.Hang, Detail: "no answer"}
			}}, nil
		},
	})
	if err != nil || len(report.Results) != 1 || !report.Results[0].GoMate || report.Results[0].Problem != "x: hang: no answer" {
		t.Errorf("%+v, error %v", report, err)
	}
}

// Results from before an engine could not be replaced are kept.
func TestRunKeepsResults(t *testing.T) {
	n := 0
	report, err := Run(t.Context(), fourProblems(t), Config{Start: func(context.Context) (nitoryu.Searcher, error) {
		if n++; n > 1 {
			return nil, errors.New("gone")
		}
		good, asked := replies(t, "e2e4", says(1, 20, "e2e4")), 0
		return &fake{think: func(ctx context.Context, q question) (nitoryu.Result, error) {
			if asked++; asked > 1 {
				return nitoryu.Result{}, &client.Failure{Program: "x", Kind: client.Hang}
			}
			return good.think(ctx, q)
		}}, nil
	}})
	if err == nil || solved(report) != "a" || len(report.Results) != 2 {
		t.Errorf("%+v, error %v", report, err)
	}
}

// When one engine does not start, the others stop.
func TestRunGivesUpTogether(t *testing.T) {
	var started atomic.Int32
	thinking := make(chan bool)
	_, err := Run(t.Context(), fourProblems(t), Config{Concurrency: 2, Start: func(context.Context) (nitoryu.Searcher, error) {
		if started.Add(1) == 2 {
			<-thinking
			return nil, errors.New("gone")
		}
		return &fake{think: func(ctx context.Context, q question) (nitoryu.Result, error) {
			close(thinking)
			<-ctx.Done()
			return nitoryu.Result{}, ctx.Err()
		}}, nil
	}})
	if err == nil || err.Error() != "gone" {
		t.Errorf("error %v", err)
	}
}

// Engines search in parallel: each waits for the others.
func TestRunConcurrently(t *testing.T) {
	var all sync.WaitGroup
	all.Add(4)
	report, err := Run(t.Context(), fourProblems(t), Config{Concurrency: 4, Start: func(context.Context) (nitoryu.Searcher, error) {
		good := replies(t, "e2e4")
		return &fake{think: func(ctx context.Context, q question) (nitoryu.Result, error) {
			all.Done()
			all.Wait()
			return good.think(ctx, q)
		}}, nil
	}})
	if err != nil || solved(report) != "a c d" {
		t.Errorf("%+v, error %v", report, err)
	}
}

// Every problem begins with a new game, so that the order does not matter.
func TestRunNewGames(t *testing.T) {
	var calls []string
	good := replies(t, "e2e4")
	_, err := Run(t.Context(), fourProblems(t), Config{Start: func(context.Context) (nitoryu.Searcher, error) {
		return &fake{
			newGame: func() error { calls = append(calls, "new"); return nil },
			think: func(ctx context.Context, q question) (nitoryu.Result, error) {
				calls = append(calls, "think")
				return good.think(ctx, q)
			},
		}, nil
	}})
	if want := slices.Repeat([]string{"new", "think"}, 4); err != nil || !slices.Equal(calls, want) {
		t.Errorf("%v, error %v", calls, err)
	}
}
