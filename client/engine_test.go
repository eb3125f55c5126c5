package client

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/tests/must"
)

var protocols = []struct {
	name string
	usi  bool
}{{"UCI", false}, {"USI", true}}

func TestAnswers(t *testing.T) {
	for _, protocol := range protocols {
		for _, test := range []struct {
			behaviour string
			depth     int // of the best line; 0: there is none
			lines     int
			ponder    bool
		}{
			{"normal", 5, 2, true},
			{"slow", 5, 2, true},
			{"crlf", 5, 2, true},
			{"noise", 4, 1, true},
			{"long", 3, 1, true},
			{"silent", 0, 0, true},
			{"twice", 5, 2, false},
		} {
			t.Run(protocol.name+"/"+test.behaviour, func(t *testing.T) {
				t.Parallel()
				c := fakeConfig(protocol.usi, test.behaviour)
				c.BadLine = func(line string, problem error) { t.Errorf("%v in %s", problem, line) }
				e := start(t, c)
				for ply := range 4 {
					r, err := ask(t, e, ply, node)
					if want := game(protocol.usi)[ply]; err != nil || string(r.Best) != want {
						t.Fatalf("ply %d: %s, %v, want %s", ply, r.Best, err, want)
					}
					if (r.Ponder != nitoryu.NoMove) != test.ponder || r.Depth != test.depth || len(r.Lines) != test.lines {
						t.Errorf("ply %d: %+v", ply, r)
					}
					if test.depth == 5 && (r.Score != 31 || r.Nodes != 100 || len(r.Lines[0].Moves) != 2 || r.Lines[1].Rank != 2) {
						t.Errorf("ply %d: not the best line: %+v", ply, r)
					}
					if sum := r.Chances.Win + r.Chances.Draw + r.Chances.Loss; sum != 1000 && test.depth > 0 {
						t.Errorf("chances %+v", r.Chances)
					}
					if least := 30 * time.Millisecond; r.Elapsed <= 0 || test.behaviour == "slow" && r.Elapsed < least || r.Elapsed > 5*time.Second {
						t.Errorf("ply %d: elapsed %v", ply, r.Elapsed)
					}
				}
			})
		}
	}
}

func TestOddAnswers(t *testing.T) {
	illegal := func(_ nitoryu.Result, err error) bool {
		var m *nitoryu.MoveError
		return errors.As(err, &m) && m.Move == "e2e5"
	}
	for _, test := range []struct {
		name, behaviour string
		usi, quiet      bool
		ok              func(nitoryu.Result, error) bool
		bad             int // lines with a move that is not legal
	}{
		{"illegal move", "illegal", false, false, illegal, 0},
		{"illegal move in shogi", "illegal", true, false, illegal, 0},
		{"resignation", "resigns", true, false, func(r nitoryu.Result, err error) bool { return r.Resign && r.Best == "" && err == nil }, 0},
		{"claim", "claims", true, false, func(r nitoryu.Result, err error) bool { return r.Declare && err == nil }, 0},
		{"claim in chess", "claims", false, false, func(r nitoryu.Result, err error) bool { return !r.Declare && err != nil }, 0},
		{"early bad line", "badpv", false, false, func(r nitoryu.Result, err error) bool { return err == nil && r.Best != "" }, 1},
		{"early bad line, quiet", "badpv", false, true, func(r nitoryu.Result, err error) bool { return err == nil && r.Depth == 2 }, 0},
		{"bad last line", "badlast", true, true, func(r nitoryu.Result, err error) bool { return err == nil && len(r.Lines[0].Moves) == 1 }, 1},
		{"flood", "flood", false, false, func(r nitoryu.Result, err error) bool { return r.Best != "" && len(r.Lines) == 2 }, 0},
		{"answers, ends without newline", "last", false, false, func(r nitoryu.Result, err error) bool { return r.Best != "" && err == nil }, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			bad := 0
			c := fakeConfig(test.usi, test.behaviour)
			c.Quiet = test.quiet
			c.BadLine = func(line string, problem error) {
				if bad++; !strings.Contains(line, "e2e5") || !strings.Contains(problem.Error(), "e2e5") {
					t.Errorf("%q: %v", line, problem)
				}
			}
			if r, err := ask(t, start(t, c), 0, node); !test.ok(r, err) || (bad > 0) != (test.bad > 0) {
				t.Errorf("got %+v, %v, %d bad lines", r, err, bad)
			}
		})
	}
}

// A program that is not there says so, and an engine that was never started that it is closed.
func TestNeverStarted(t *testing.T) {
	_, err := Start(context.Background(), Config{Command: filepath.Join(t.TempDir(), "none")})
	if !errors.Is(err, CannotStart) || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	ctx, e, p := context.Background(), new(Engine), new(nitoryu.Position)
	_, asked := e.Ask(ctx, p, node)
	_, searched := e.Search(ctx, p, node)
	_, counted := e.Perft(ctx, p, 1, time.Second)
	_, known := e.Identity(ctx)
	for i, err := range []error{asked, searched, counted, known, e.NewGame(ctx), e.Set(ctx), e.GameOver(ctx, Won), new(Watch).Check(ctx, e)} {
		if !errors.Is(err, nitoryu.ErrClosed) {
			t.Errorf("call %d: %v", i, err)
		}
	}
	if err := e.Close(); err != nil || e.PID() != 0 || len(e.Options()) != 0 {
		t.Error(err)
	}
	_ = e.Name()
}

// Every kind of failure, in both protocols.
func TestFailures(t *testing.T) {
	timed := nitoryu.Limits{Time: 10 * time.Millisecond}
	for _, protocol := range protocols {
		for _, test := range []struct {
			name, behaviour string
			limits          nitoryu.Limits
			kind            FailureKind
			words           string // of the detail; several, separated by *
		}{
			{"ends at once", "exit", node, Crash, "exit status 7*before u*ok*cannot load the network"},
			{"no greeting", "mute", node, Hang, "no u*ok within"},
			{"not ready", "unready", node, Hang, "no readyok within"},
			{"crashes on its second move", "crash", node, Crash, "exit status 3*while it was thinking*assertion failed | no newline here"},
			{"closes its output", "closes", node, Crash, "closed its output*went on running"},
			{"answers stop", "hang", timed, Hang, "no answer within 110ms, but * after stop"},
			{"answers nothing", "hang deaf stubborn", timed, Hang, "no answer within 110ms, nor to stop"},
			{"says no move", "empty", node, ProtocolError, `"bestmove" is not an answer to go`},
			{"mates unasked", "matesunasked", node, ProtocolError, `"checkmate nomate" is not an answer to go`},
			{"gone after its answer", "last", node, Crash, ""},
		} {
			t.Run(protocol.name+"/"+test.name, func(t *testing.T) {
				t.Parallel()
				c := fakeConfig(protocol.usi, test.behaviour)
				c.Name = "Broken"
				switch test.behaviour {
				case "mute":
					c.StartTimeout = 50 * time.Millisecond
				case "unready":
					c.ReadyTimeout = 50 * time.Millisecond
				}
				if test.limits.Time > 0 {
					c.Grace = 100 * time.Millisecond
				}
				e, err := Start(context.Background(), c)
				for ply := 0; ply < 2 && err == nil; ply++ {
					_, err = ask(t, e, ply, test.limits)
				}
				var f *Failure
				if !errors.As(err, &f) {
					t.Fatalf("got %v, want a failure", err)
				}
				if f.Kind != test.kind || f.Program != "Broken" || !containsInOrder(f.Detail, test.words) {
					t.Errorf("got %v", f)
				}
				exited := new(exec.ExitError)
				for kind := CannotStart; kind <= ProtocolError; kind++ {
					if errors.Is(err, kind) != (kind == test.kind) {
						t.Errorf("%v is %v: %t", err, kind, kind != test.kind)
					}
				}
				if hangs := errors.Is(err, os.ErrDeadlineExceeded); hangs != (test.kind == Hang) || strings.Contains(test.words, "exit status") && !errors.As(err, &exited) {
					t.Errorf("the system says %v", f.Err)
				}
				if e == nil {
					return
				}
				if !closes(e.exited, 10*time.Millisecond) {
					t.Error("the process is still there")
				}
				if _, again := ask(t, e, 0, node); again != err {
					t.Errorf("the next question is answered by %v", again)
				}
				if err := e.Close(); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// containsInOrder reports whether the parts between the stars are in text.
func containsInOrder(text, parts string) bool {
	for part := range strings.SplitSeq(parts, "*") {
		_, after, found := strings.Cut(text, part)
		if !found {
			return false
		}
		text = after
	}
	return true
}

func TestCannotStart(t *testing.T) {
	for _, test := range []struct {
		name   string
		config Config
	}{
		{"no such program", Config{Command: "no-such-engine-anywhere"}},
		{"no program at all", Config{}},
		{"a directory", Config{Command: t.TempDir()}},
		{"no such directory", Config{Command: fakeConfig(false, "").Command, Dir: "no/such/directory"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Start(context.Background(), test.config)
			var f *Failure
			if !errors.As(err, &f) || f.Kind != CannotStart {
				t.Errorf("got %v", err)
			}
		})
	}
}

// A search is ended by its context, by Stop, or by Close, and answers.
func TestEndOfSearch(t *testing.T) {
	for _, protocol := range protocols {
		for _, test := range []struct {
			name string
			end  func(*Engine, *nitoryu.Search, context.CancelFunc)
			want error
		}{
			{"cancelled", func(_ *Engine, _ *nitoryu.Search, cancel context.CancelFunc) { cancel() }, context.Canceled},
			{"stopped", func(_ *Engine, s *nitoryu.Search, _ context.CancelFunc) { s.Stop(); s.Stop() }, nil},
			{"closed", func(e *Engine, _ *nitoryu.Search, _ context.CancelFunc) { _ = e.Close() }, nitoryu.ErrClosed},
		} {
			t.Run(protocol.name+"/"+test.name, func(t *testing.T) {
				t.Parallel()
				e := startFake(t, protocol.usi, "normal")
				ctx, cancel := context.WithCancel(context.Background())
				defer cancel()
				search, err := e.Search(ctx, at(t, protocol.usi, 0), nitoryu.Limits{})
				must.OK(t, err)
				waiting, leave := context.WithTimeout(context.Background(), 10*time.Millisecond)
				defer leave()
				if _, err := e.Search(waiting, at(t, protocol.usi, 1), node); err != context.DeadlineExceeded {
					t.Errorf("a search that waits: %v", err)
				}
				test.end(e, search, cancel)
				if r, err := search.Result(); !errors.Is(err, test.want) || string(r.Best) != game(protocol.usi)[0] {
					t.Errorf("%+v, %v", r, err)
				}
				if test.want == nitoryu.ErrClosed {
					if _, err := ask(t, e, 1, node); err != nitoryu.ErrClosed {
						t.Errorf("afterwards: %v", err)
					}
				} else if r, err := ask(t, e, 1, node); err != nil || string(r.Best) != game(protocol.usi)[1] {
					t.Errorf("the next question: %q, %v", r.Best, err)
				}
			})
		}
	}
}

func TestEngineThatDoesNotStop(t *testing.T) {
	t.Parallel()
	c := fakeConfig(false, "hang deaf")
	c.StopTimeout = 50 * time.Millisecond
	e := start(t, c)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	_, err := nitoryu.Ask(ctx, e, at(t, false, 0), nitoryu.Limits{})
	var f *Failure
	if !errors.As(err, &f) || f.Kind != Hang || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

// A readyok that comes too late for one game must not count for the next.
func TestCancelledNewGame(t *testing.T) {
	t.Parallel()
	e := startFake(t, false, "normal")
	ctx, cancel := context.WithCancel(context.Background())
	e.mu.Lock() // keeps the reader from taking in the answer
	e.owed++
	e.mu.Unlock()
	time.AfterFunc(10*time.Millisecond, cancel)
	if err := e.NewGame(ctx); err != context.Canceled {
		t.Fatalf("got %v", err)
	}
	e.mu.Lock()
	e.owed--
	e.mu.Unlock()
	must.OK(t, e.NewGame(context.Background()))
	if _, err := ask(t, e, 0, node); err != nil {
		t.Error(err)
	}
}

// An answer counts even if the output ends, or the context, at the same moment.
func TestWaitPrefersTheAnswer(t *testing.T) {
	e := &Engine{answered: make(chan struct{}, 1), ended: make(chan struct{})}
	close(e.ended)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for range 50 {
		e.answered <- struct{}{}
		must.OK(t, e.wait(ctx, e.answered, 0))
	}
}

// Output from before a question is not an answer to it, even if it is read later.
func TestSecondAnswer(t *testing.T) {
	e := &Engine{answered: make(chan struct{}, 2)}
	opened := time.Now()
	e.question = question{active: true, quiet: true, opened: opened, asked: opened}
	for _, line := range []string{"info depth 1 score cp 1", "bestmove e7e5"} {
		e.heard([]byte(line), opened.Add(-time.Microsecond))
	}
	if !e.question.active || len(e.question.last) != 0 {
		t.Fatal("taken for an answer")
	}
	e.heard([]byte("bestmove e2e4"), opened)
	if e.question.active || len(e.answered) != 1 {
		t.Error("the answer is not taken for one")
	}
}

// The complete input of an engine, for whole games.
func TestDialogue(t *testing.T) {
	pondering := nitoryu.Limits{Nodes: 1, Ponder: true}
	think := func(t *testing.T, e *Engine, plies int, l nitoryu.Limits) *nitoryu.Search {
		t.Helper()
		s, err := e.Search(context.Background(), at(t, e.usi, plies), l)
		must.OK(t, err)
		return s
	}
	answer := func(t *testing.T, s *nitoryu.Search) {
		t.Helper()
		if r, err := s.Result(); err != nil || r.Best == nitoryu.NoMove || len(r.Lines) != 2 || r.Elapsed <= 0 {
			t.Errorf("%+v, %v", r, err)
		}
	}
	for _, test := range []struct {
		name      string
		usi       bool
		behaviour string
		config    func(*Config)
		do        func(*testing.T, *Engine)
		want      string
	}{
		{"a game of chess", false, "960", func(c *Config) {
			c.Chess960 = true
			c.Options = []Option{{"threads", "2"}, {"clear hash", ""}, {"STYLE", "very risky"}}
		},
			func(t *testing.T, e *Engine) { answer(t, think(t, e, 0, node)); answer(t, think(t, e, 2, node)) },
			"uci / setoption name UCI_Chess960 value true / setoption name Threads value 2 / setoption name Clear Hash / setoption name Style value Very Risky" +
				" / ucinewgame / isready / position startpos / go nodes 1 / position startpos moves e2e4 e7e5 / go nodes 1 / quit"},
		{"options between searches, one of them refused with its neighbour", false, "960", nil, func(t *testing.T, e *Engine) {
			answer(t, think(t, e, 0, node))
			if err := e.Set(t.Context(), Option{"threads", "3"}); err != nil {
				t.Error(err)
			}
			must.Say(t, e.Set(t.Context(), Option{"threads", "4"}, Option{"threads", "9"}), "9 is not within 1 to 8")
			answer(t, think(t, e, 0, node))
		},
			"position startpos / go nodes 1 / setoption name Threads value 3 / position startpos / go nodes 1 / quit"},
		{"Chess960 after chess, and back", false, "960", nil, func(t *testing.T, e *Engine) {
			for _, chess960 := range []bool{true, true, false} {
				p, err := nitoryu.Open(nitoryu.Setup{Chess960: chess960})
				must.OK(t, err)
				if _, err := nitoryu.Ask(t.Context(), e, p, node); err != nil {
					t.Error(err)
				}
			}
		}, "setoption name UCI_Chess960 value true / position startpos / go nodes 1 / position startpos / go nodes 1" +
			" / setoption name UCI_Chess960 value false / position startpos / go nodes 1 / quit"},
		{"threads, and a table that there is not", false, "normal", func(c *Config) { c.Threads, c.Hash = 2, 64 }, func(*testing.T, *Engine) {},
			"uci / setoption name Threads value 2 / ucinewgame / isready / quit"},
		{"no delay", false, "slow-hand", func(c *Config) { c.Prompt = true }, func(*testing.T, *Engine) {},
			"uci / setoption name Move Overhead value 5 / ucinewgame / isready / quit"},
		{"a table of shogi", true, "normal", func(c *Config) { c.Hash = 64 }, func(*testing.T, *Engine) {},
			"usi / setoption name USI_Hash value 32 / setoption name USI_Ponder value false / setoption name USI_Hash value 64 / isready / usinewgame / gameover win / quit"},
		{"a game of shogi", true, "normal", func(c *Config) { c.Options = []Option{{"USI_Hash", "64"}, {"Book", ""}} },
			func(t *testing.T, e *Engine) { answer(t, think(t, e, 0, node)) },
			"usi / setoption name USI_Hash value 32 / setoption name USI_Ponder value false / setoption name USI_Hash value 64 / setoption name Book value <empty>" +
				" / isready / usinewgame / position startpos / go nodes 1 / gameover win / quit"},
		{"engines that ponder", true, "ponders", func(c *Config) { c.Ponder = true }, func(*testing.T, *Engine) {},
			"usi / setoption name USI_Hash value 99 / setoption name USI_Ponder value true / setoption name Ponder value true / isready / usinewgame / gameover win / quit"},
		{"usual chess of a Chess960 engine", false, "960 ponders", func(*Config) {}, func(*testing.T, *Engine) {},
			"uci / setoption name UCI_Chess960 value false / setoption name Ponder value false / ucinewgame / isready / quit"},
		{"a ponder hit", false, "normal", nil, func(t *testing.T, e *Engine) {
			s := think(t, e, 2, pondering)
			if err := s.PonderHit(nil); err != nil {
				t.Error(err)
			}
			answer(t, s)
		}, "position startpos moves e2e4 e7e5 / go ponder nodes 1 / ponderhit / quit"},
		{"a ponder miss", true, "normal", nil, func(t *testing.T, e *Engine) {
			think(t, e, 2, pondering).Stop()
			answer(t, think(t, e, 4, node))
		}, "position startpos moves 7g7f 3c3d / go ponder nodes 1 / stop / position startpos moves 7g7f 3c3d 2g2f 8c8d / go nodes 1 / gameover win / quit"},
		{"an answer before the ponder hit", false, "premature", nil, func(t *testing.T, e *Engine) {
			s := think(t, e, 2, pondering)
			answer(t, s)
			if err := s.PonderHit(nil); err != nil {
				t.Error(err)
			}
		}, "position startpos moves e2e4 e7e5 / go ponder nodes 1 / quit"},
		{"analysis", false, "rich", nil, func(t *testing.T, e *Engine) {
			answer(t, think(t, e, 0, nitoryu.Limits{Nodes: 1, Analysis: true}))
			answer(t, think(t, e, 0, nitoryu.Limits{Nodes: 2, Analysis: true}))
			answer(t, think(t, e, 0, nitoryu.Limits{Nodes: 1}))
		}, "setoption name UCI_AnalyseMode value true / position startpos / go nodes 1 / position startpos / go nodes 2" +
			" / setoption name UCI_AnalyseMode value false / position startpos / go nodes 1 / quit"},
		{"analysis by an engine that has no word for it", true, "", nil, func(t *testing.T, e *Engine) {
			answer(t, think(t, e, 0, nitoryu.Limits{Nodes: 1, Analysis: true}))
		}, "position startpos / go nodes 1 / gameover win / quit"},
		{"several lines, and limited strength", false, "rich", nil, func(t *testing.T, e *Engine) {
			answer(t, think(t, e, 0, nitoryu.Limits{Nodes: 1, Lines: 3, Elo: 1500}))
			answer(t, think(t, e, 0, nitoryu.Limits{Nodes: 1, Lines: 3}))
			answer(t, think(t, e, 0, nitoryu.Limits{Nodes: 1, Lines: 1}))
		}, "setoption name MultiPV value 3 / setoption name UCI_LimitStrength value true / setoption name UCI_Elo value 1500 / position startpos / go nodes 1" +
			" / setoption name UCI_LimitStrength value false / position startpos / go nodes 1 / setoption name MultiPV value 1 / position startpos / go nodes 1 / quit"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			log := &transcript{}
			c := fakeConfig(test.usi, test.behaviour)
			c.Log = log
			if test.config != nil {
				test.config(&c)
			}
			e := start(t, c)
			if test.config == nil {
				log.sent()
			}
			test.do(t, e)
			if err := errors.Join(e.GameOver(context.Background(), Won), e.Close()); err != nil {
				t.Error(err)
			}
			if got := log.sent(); got != test.want {
				t.Errorf("sent\n%s, want\n%s", got, test.want)
			}
		})
	}
}

// The time of a ponder hit begins with the hit, and its limits hold from then on.
func TestPonderHit(t *testing.T) {
	for _, test := range []struct {
		behaviour string
		ok        func(nitoryu.Result, error) bool
	}{
		{"normal", func(r nitoryu.Result, err error) bool {
			return err == nil && r.Elapsed < 300*time.Millisecond && r.Best != ""
		}},
		{"hang deaf", func(_ nitoryu.Result, err error) bool {
			var f *Failure
			return errors.As(err, &f) && f.Kind == Hang
		}},
	} {
		t.Run(test.behaviour, func(t *testing.T) {
			t.Parallel()
			c := fakeConfig(false, test.behaviour)
			c.Grace = 100 * time.Millisecond
			e := start(t, c)
			s, err := e.Search(context.Background(), at(t, false, 2), nitoryu.Limits{Ponder: true, Time: time.Millisecond})
			must.OK(t, err)
			time.Sleep(300 * time.Millisecond)
			if err := s.PonderHit(&nitoryu.Clock{Byoyomi: -1}); err == nil {
				t.Error("a clock without sense was taken")
			}
			if err := s.PonderHit(nil); err != nil {
				t.Error(err)
			}
			if r, err := s.Result(); test.behaviour == "hang deaf" == (err == nil) || !test.ok(r, err) {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
}

// A late ponder hit does not touch the next search.
func TestLateHit(t *testing.T) {
	t.Parallel()
	e := startFake(t, false, "slow premature")
	early, err := e.Search(context.Background(), at(t, false, 2), nitoryu.Limits{Ponder: true, Nodes: 1})
	must.OK(t, err)
	if _, err := early.Result(); err != nil {
		t.Fatal(err)
	}
	next, err := e.Search(context.Background(), at(t, false, 0), node)
	must.OK(t, err)
	time.Sleep(20 * time.Millisecond)
	if err := early.PonderHit(nil); err != nil {
		t.Error(err)
	}
	if r, err := next.Result(); err != nil || r.Elapsed < 20*time.Millisecond {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	e := startFake(t, false, "normal")
	s, err := e.Search(context.Background(), at(t, false, 0), node)
	must.OK(t, err)
	ranks := ""
	for l := range s.Lines() {
		ranks += string(rune('0' + l.Rank))
		if len(l.Moves) != 3-l.Rank || l.Moves[0] != "e2e4" || l.Elapsed <= 0 {
			t.Errorf("%+v", l)
		}
	}
	if ranks != "12" {
		t.Errorf("ranks %s", ranks)
	}
}

// A bound at the end does not take the place of the exact score before it.
func TestBounds(t *testing.T) {
	t.Parallel()
	for _, quiet := range []bool{false, true} {
		c := fakeConfig(false, "bounds")
		c.Quiet = quiet
		r, err := ask(t, start(t, c), 0, node)
		if err != nil || len(r.Lines) != 2 || r.Score != 20 || r.Depth != 4 || len(r.Lines[0].Moves) != 2 || r.Lines[1].Score != 1 {
			t.Errorf("quiet %t: %+v, %v", quiet, r, err)
		}
	}
}

func TestEloRange(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		behaviour       string
		lowest, highest int
	}{{"rich", 1000, 2000}, {"normal", 0, 0}} {
		if lowest, highest := startFake(t, false, test.behaviour).EloRange(); lowest != test.lowest || highest != test.highest {
			t.Errorf("%s: %d to %d", test.behaviour, lowest, highest)
		}
	}
}

// What the program lacks is said before it is asked.
func TestUnsupported(t *testing.T) {
	t.Parallel()
	e := startFake(t, false, "normal")
	for name, l := range map[string]nitoryu.Limits{
		"tsume": {Tsume: true, Time: time.Second}, "lines": {Nodes: 1, Lines: 2}, "Elo": {Nodes: 1, Elo: 1500},
		"draw": {Nodes: 1, Draw: 10},
	} {
		if _, err := ask(t, e, 0, l); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var bad *nitoryu.LimitError
	byoyomi := &nitoryu.Clock{Byoyomi: time.Second}
	for name, l := range map[string]nitoryu.Limits{"depth": {Depth: -1}, "byoyomi": {Clock: byoyomi}} {
		if _, err := ask(t, e, 0, l); !errors.As(err, &bad) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ponder, err := e.Search(context.Background(), at(t, false, 0), nitoryu.Limits{Nodes: 1, Ponder: true})
	must.OK(t, err)
	if err := ponder.PonderHit(byoyomi); !errors.As(err, &bad) {
		t.Errorf("a hit with byoyomi: %v", err)
	}
	ponder.Stop()
	if _, err := ponder.Result(); err != nil {
		t.Error(err)
	}
	if _, err := ask(t, e, 0, node); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestOptionErrors(t *testing.T) {
	for _, test := range []struct {
		name    string
		usi     bool
		options []Option
		want    string
	}{
		{"a typing mistake", false, []Option{{"Thraeds", "2"}}, `no option "Thraeds"; did you mean "Threads"?`},
		{"nothing like it", true, []Option{{"Contempt", "2"}}, `no option "Contempt"; there are Threads, Clear Hash, Style, Book, Learn`},
		{"out of range", false, []Option{{"Threads", "9"}}, "Threads: 9 is not within 1 to 8"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := fakeConfig(test.usi, "normal")
			c.Options = test.options
			_, err := Start(context.Background(), c)
			must.Say(t, err, "Fake 1.0: ", test.want)
		})
	}
}

func TestChess960NeedsTheOption(t *testing.T) {
	t.Parallel()
	c := fakeConfig(false, "normal")
	c.Chess960 = true
	_, err := Start(context.Background(), c)
	must.Say(t, err, "does not play Chess960")
}

func TestIdentity(t *testing.T) {
	t.Parallel()
	e := startFake(t, false, "noise")
	name, author := e.ID()
	if e.Name() != "Fake 1.0" || name != "Fake 1.0" || author != "" {
		t.Errorf("name %q, %q by %q", e.Name(), name, author)
	}
	if o := e.Options(); len(o) != 5 || o[0].Max != 8 {
		t.Errorf("options %+v", o)
	}
}

func TestCloseOfAStubbornEngine(t *testing.T) {
	t.Parallel()
	c := fakeConfig(false, "stubborn")
	c.QuitTimeout = 50 * time.Millisecond
	e := start(t, c)
	err := e.Close()
	var f *Failure
	if !errors.As(err, &f) || f.Kind != Hang || !closes(e.exited, 10*time.Millisecond) {
		t.Errorf("got %v", err)
	}
	if err := e.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
}

// A program that ends is known to have done so before it is asked again.
func TestEnded(t *testing.T) {
	t.Parallel()
	e := start(t, fakeConfig(false, "normal"))
	if closes(e.Ended(), time.Millisecond) {
		t.Error("it has ended before its end")
	}
	must.OK(t, e.cmd.Process.Kill())
	if !closes(e.Ended(), must.Patience) {
		t.Error("nobody knows that it has ended")
	}
}

// The cost of a move is little more than the round trip through two pipes.
func BenchmarkAsk(b *testing.B) {
	c := fakeConfig(false, "normal")
	c.Quiet = true
	e := start(b, c)
	p := at(b, false, 2)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := nitoryu.Ask(context.Background(), e, p, node); err != nil {
			b.Fatal(err)
		}
	}
}
