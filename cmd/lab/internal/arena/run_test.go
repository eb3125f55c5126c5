package arena

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/book"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

// question is what an engine is asked.
type question struct {
	*nitoryu.Position
	nitoryu.Limits
}

func (q question) plies() int { return len(q.Position.Moves()) }

// puppet is an engine whose answers a test decides.
type puppet struct {
	think    func(q question) (nitoryu.Result, error)
	badLine  func(line string, problem error) // of the seat
	newGame  error
	games    int      // that were announced
	pondered []string // the moves it was asked to ponder on
	outcomes []client.Outcome
	closed   bool
}

func (p *puppet) NewGame(context.Context) error { p.games++; return p.newGame }
func (p *puppet) Search(_ context.Context, at *nitoryu.Position, l nitoryu.Limits) (*nitoryu.Search, error) {
	q := question{at.Clone(), l}
	var report nitoryu.Reporter
	answer := func() { report.Finish(p.think(q)) }
	search, report := nitoryu.NewSearch(answer, func(*nitoryu.Clock) error { answer(); return nil })
	if l.Ponder {
		p.pondered = append(p.pondered, string(at.Last()))
	} else {
		answer()
	}
	return search, nil
}
func (p *puppet) GameOver(_ context.Context, o client.Outcome) error {
	p.outcomes = append(p.outcomes, o)
	return nil
}
func (p *puppet) Close() error { p.closed = true; return nil }

// says returns a result that plays a move in notation.
func says(q question, text string) (nitoryu.Result, error) {
	if err := q.Clone().Play(nitoryu.Move(text)); err != nil {
		return nitoryu.Result{}, err
	}
	return nitoryu.Result{Best: nitoryu.Move(text)}, nil
}

// script returns a thinker that plays the moves of both sides from a list.
func script(moves string) func(question) (nitoryu.Result, error) {
	list := strings.Fields(moves)
	return func(q question) (nitoryu.Result, error) {
		if q.plies() >= len(list) {
			return nitoryu.Result{Resign: true}, nil
		}
		return says(q, list[q.plies()])
	}
}

// always returns the same opening for every round.
func always(o book.Opening) func(int) (book.Opening, error) {
	return func(int) (book.Opening, error) { return o, nil }
}

// opens returns what starts an engine.
func opens(e nitoryu.Searcher, err error) func(context.Context, func(string, error)) (nitoryu.Searcher, error) {
	return func(context.Context, func(string, error)) (nitoryu.Searcher, error) { return e, err }
}

// match returns a match of puppets that think alike, one opening from start.
func match(rules core.Rules, start string, think func(question) (nitoryu.Result, error)) *Config {
	c := &Config{Rules: rules, Rounds: 1, Opening: always(book.Opening{Start: start}), Concurrency: 1}
	for _, name := range []string{"A", "B"} {
		c.Contestants = append(c.Contestants, Contestant{
			Name: name, Control: Control{Base: time.Second},
			Start: func(_ context.Context, badLine func(string, error)) (nitoryu.Searcher, error) {
				return &puppet{think: think, badLine: badLine}, nil
			},
		})
	}
	return c
}

// firstGame plays a match and returns its first game.
func firstGame(t *testing.T, c *Config) Result {
	t.Helper()
	var first Result
	c.Finished = func(r *Result, _ *Tally) bool { first = *r; return false }
	if _, err := Run(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	return first
}

func TestEndings(t *testing.T) {
	failure := func(err error) func(question) (nitoryu.Result, error) {
		return func(q question) (nitoryu.Result, error) {
			if q.plies() < 2 {
				return script("e2e4 e7e5")(q)
			}
			return nitoryu.Result{}, err
		}
	}
	fails := func(kind client.FailureKind) func(question) (nitoryu.Result, error) {
		return failure(&client.Failure{Program: "A", Kind: kind, Detail: "because"})
	}
	late := func(q question) (nitoryu.Result, error) {
		r, err := says(q, "g1f3")
		r.Elapsed = 1500 * time.Millisecond
		return r, err
	}
	claim := func(question) (nitoryu.Result, error) { return nitoryu.Result{Declare: true}, nil }
	shuffle := strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 3)
	shogiShuffle := strings.Repeat("2h3h 8b7b 3h2h 7b8b ", 4)
	checks := "2h5h " + strings.Repeat("5a4a 5h4h 4a5a 4h5h ", 4)
	const declarable = "+P+P+P+P+K+P+P+P+P/+P+P+P6/9/9/9/9/9/9/4k4 b 2R2B4G4S 1"
	tests := []struct {
		name   string
		rules  core.Rules
		start  string
		think  func(question) (nitoryu.Result, error)
		result string
		ending core.Ending
		detail string
		plies  int
	}{
		{"mate", chess.Rules, "", script("f2f3 e7e5 g2g4 d8h4"), "0-1", core.Checkmate, "", 4},
		{"stalemate", chess.Rules, "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", script("c1c7"), "1/2-1/2", core.Stalemate, "", 1},
		{"threefold repetition", chess.Rules, "", script(shuffle), "1/2-1/2", core.Repetition, "", 8},
		{"fifty moves", chess.Rules, "k7/8/1K6/8/8/8/8/2Q5 w - - 99 80", script("c1c2"), "1/2-1/2", core.FiftyMoves, "", 1},
		{"insufficient material", chess.Rules, "k7/8/8/8/8/8/r7/K7 w - - 0 1", script("a1a2"), "1/2-1/2", core.InsufficientMaterial, "", 1},
		{"resignation", chess.Rules, "", script("e2e4"), "1-0", core.Resignation, "", 1},
		{"illegal move", chess.Rules, "", script("e2e4 e7e5 e4e5"), "0-1", core.IllegalMove, "e4e5", 2},
		{"no move at all", chess.Rules, "", script("e2e4 (none)"), "1-0", core.IllegalMove, "(none)", 1},
		{"time", chess.Rules, "", late, "0-1", core.TimeForfeit, "500ms too late", 0},
		{"crash", chess.Rules, "", fails(client.Crash), "0-1", core.Crash, "because", 2},
		{"a fault inside our engine", chess.Rules, "", failure(errors.Join(&nitoryu.FaultError{Err: errors.New("a bug")})), "0-1", core.Crash, "A: crash: a bug", 2},
		{"hang", chess.Rules, "", fails(client.Hang), "0-1", core.Hang, "because", 2},
		{"nonsense", chess.Rules, "", fails(client.ProtocolError), "0-1", core.IllegalMove, "because", 2},
		{"fourfold repetition", shogi.Rules, "", script(shogiShuffle), "1/2-1/2", core.Repetition, "", 12},
		{"perpetual check", shogi.Rules, "4k4/9/9/9/9/9/9/7R1/K8 b - 1", script(checks), "0-1", core.PerpetualCheck, "", 0},
		{"a wrong claim", shogi.Rules, "", claim, "0-1", core.WrongDeclaration, "", 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := firstGame(t, match(test.rules, test.start, test.think))
			if r.Result != test.result || r.Ending != test.ending || !strings.Contains(r.Detail, test.detail) {
				t.Errorf("%s by %s (%s), want %s by %s (%s)", r.Result, r.Ending, r.Detail, test.result, test.ending, test.detail)
			}
			if n := len(strings.Fields(r.Moves)); test.plies > 0 && n != test.plies {
				t.Errorf("%d plies, want %d", n, test.plies)
			}
			if _, faulty := r.Fault(); faulty != (r.Position != "") {
				t.Errorf("faulty %v, position %q", faulty, r.Position)
			}
			if _, err := r.Record(test.rules, core.Settings{}, "", [2]Control{}); err != nil {
				t.Errorf("no record: %v", err)
			}
		})
	}
	t.Run("time against a side that cannot win", func(t *testing.T) {
		for _, test := range []struct {
			name, start, think string
			draws              bool
			result             string
			at                 core.Color // who oversteps the time
		}{
			{"as match managers count", "8/8/4k3/8/8/4K3/4R3/8 w - - 0 1", "", false, "0-1", core.First},
			{"by the rules", "8/8/4k3/8/8/4K3/4R3/8 w - - 0 1", "", true, "1/2-1/2", core.First},
			{"by the rules, a move later", "8/8/4k3/8/8/4K3/4r3/8 w - - 0 1", "e3d3", true, "1/2-1/2", core.Second},
			{"against a rook", "8/8/4k3/8/8/4K3/4r3/8 w - - 0 1", "", true, "0-1", core.First},
			{"against a knight that a rook helps", "8/8/4k1n1/8/8/4K3/4R3/8 w - - 0 1", "", true, "0-1", core.First},
		} {
			c := match(chess.Rules, test.start, func(q question) (nitoryu.Result, error) {
				if moves := strings.Fields(test.think); q.plies() < len(moves) {
					return says(q, moves[q.plies()])
				}
				return nitoryu.Result{Elapsed: 1500 * time.Millisecond}, nil
			})
			c.FlagDraws = test.draws
			r := firstGame(t, c)
			if side, faulty := r.Fault(); r.Result != test.result || r.Ending != core.TimeForfeit || !faulty || side != test.at {
				t.Errorf("%s: %s by %s, the fault of %d: %v", test.name, r.Result, r.Ending, side, faulty)
			}
			if points := r.Points(test.at); points != map[bool]int{true: 1}[test.result == "1/2-1/2"] {
				t.Errorf("%s: the side without time gets %d", test.name, points)
			}
		}
	})
	t.Run("declaration", func(t *testing.T) {
		for _, test := range []struct {
			name, start, rule, result string
			ending                    core.Ending
		}{
			{"wins", strings.Replace(declarable, "+K", "K", 1), "", "1-0", core.Declaration},
			{"24 points draw", "4K4/RRG1GGGSS/PPPP5/9/9/9/9/9/4k4 b 4P 1", core.CSARule24, "1/2-1/2", core.Declaration},
			{"23 points lose", "4K4/RRG1GGGSS/PPPP5/9/9/9/9/9/4k4 b 3P 1", core.CSARule24, "0-1", core.WrongDeclaration},
			{"24 points lose by another rule", "4K4/RRG1GGGSS/PPPP5/9/9/9/9/9/4k4 b 4P 1", core.CSARule27, "0-1", core.WrongDeclaration},
		} {
			c := match(shogi.Rules, test.start, claim)
			c.Settings.EnteringKing = test.rule
			if r := firstGame(t, c); r.Result != test.result || r.Ending != test.ending {
				t.Errorf("%s: %s by %s", test.name, r.Result, r.Ending)
			}
		}
	})
	t.Run("move limit", func(t *testing.T) {
		c := match(shogi.Rules, "", script("7g7f 3c3d 2g2f 8c8d 2f2e"))
		c.Settings.MoveLimit = 4
		if r := firstGame(t, c); r.Result != "1/2-1/2" || r.Ending != core.MoveLimit {
			t.Errorf("%s by %s", r.Result, r.Ending)
		}
	})
	t.Run("crashes when it starts again", func(t *testing.T) {
		c := match(chess.Rules, "", script("f2f3 e7e5 g2g4 d8h4"))
		start, opened := c.Contestants[1].Start, 0
		c.Contestants[1].Restart = true
		c.Contestants[1].Start = func(ctx context.Context, badLine func(string, error)) (nitoryu.Searcher, error) {
			if opened++; opened > 1 {
				return nil, &client.Failure{Program: "B", Kind: client.Crash, Detail: "before readyok"}
			}
			return start(ctx, badLine)
		}
		var last Result
		c.Finished = func(r *Result, _ *Tally) bool { last = *r; return true }
		if _, err := Run(context.Background(), c); err != nil || last.Game != 1 || last.Result != "0-1" || last.Ending != core.Crash || last.Detail != "B: crash: before readyok" {
			t.Errorf("%+v, %v", last, err)
		}
	})
	t.Run("adjudication", func(t *testing.T) {
		c := match(chess.Rules, "", func(q question) (nitoryu.Result, error) {
			r, err := script("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4")(q)
			r.Lines = []nitoryu.Line{{Rank: 1, Score: nitoryu.Score(700).For(q.Side(), nitoryu.First), Depth: 9, Nodes: 50}}
			return r, err
		})
		c.Adjudication = games.Adjudication{WinMoves: 3, WinScore: 600}
		r := firstGame(t, c)
		if r.Result != "1-0" || r.Ending != core.Adjudication || len(r.Thoughts) != 6 || r.Thoughts[1] != (Thought{-700, 9, 50, 0}) {
			t.Errorf("%s by %s, thoughts %v", r.Result, r.Ending, r.Thoughts)
		}
	})
}

// The rules take precedence over the scores: a mate on the board is no adjudication.
func TestMateIsNoAdjudication(t *testing.T) {
	c := match(chess.Rules, "", func(q question) (nitoryu.Result, error) {
		r, err := script("f2f3 e7e5 g2g4 d8h4")(q)
		r.Lines = []nitoryu.Line{{Rank: 1, Score: nitoryu.Score(-700).For(q.Side(), nitoryu.First)}}
		return r, err
	})
	c.Adjudication = games.Adjudication{WinMoves: 2, WinScore: 600}
	if r := firstGame(t, c); r.Result != "0-1" || r.Ending != core.Checkmate {
		t.Errorf("%s by %s", r.Result, r.Ending)
	}
}

// With Restart every game has a new engine; others hear of the next game.
func TestRestart(t *testing.T) {
	opened := 0
	var kept *puppet
	c := match(chess.Rules, "", script("f2f3 e7e5 g2g4 d8h4"))
	c.Rounds = 2
	c.Contestants[0].Restart = true
	for i := range c.Contestants {
		start := c.Contestants[i].Start
		c.Contestants[i].Start = func(ctx context.Context, badLine func(string, error)) (nitoryu.Searcher, error) {
			e, err := start(ctx, badLine)
			if kept = e.(*puppet); i == 0 {
				opened++
			}
			return e, err
		}
	}
	if _, err := Run(context.Background(), c); err != nil || opened != 4 {
		t.Errorf("error %v, %d engines for 4 games", err, opened)
	}
	if kept.games != 0 {
		t.Error("a fresh engine hears of a new game")
	}
}

// An illegal PV is noted with the position, and the game continues.
func TestBadLinesAreNoted(t *testing.T) {
	c := match(chess.Rules, "", nil)
	for i := range c.Contestants {
		c.Contestants[i].Start = func(_ context.Context, badLine func(string, error)) (nitoryu.Searcher, error) {
			return &puppet{think: func(q question) (nitoryu.Result, error) {
				for _, line := range []string{"pv e2e4 nonsense", "pv rubbish"} {
					badLine(line, &nitoryu.MoveError{Move: "nonsense", Index: 1, Err: errors.New("nonsense is no move")})
				}
				return script("e2e4")(q)
			}}, nil
		}
	}
	r := firstGame(t, c)
	if want := `illegal PV: move 2: nonsense is no move, in "pv e2e4 nonsense"`; r.Notes[0].Text != want {
		t.Errorf("%q, want %q", r.Notes[0].Text, want)
	}
	if len(r.Notes) != 2 || r.Notes[0].Side != core.First || !strings.Contains(r.Notes[0].Text, "nonsense") || !strings.HasPrefix(r.Notes[0].Position, "rnbqkbnr/") {
		t.Errorf("notes %+v", r.Notes)
	}
}

// Players get outcomes, ponder on the expected moves, and are replaced after
// a failure only.
func TestTreatmentOfPlayers(t *testing.T) {
	var opened [2][]*puppet
	c := match(chess.Rules, "", nil)
	c.Rounds = 2
	for i := range c.Contestants {
		c.Contestants[i].Ponder = i == 0
		c.Contestants[i].Start = func(context.Context, func(string, error)) (nitoryu.Searcher, error) {
			p := &puppet{think: func(q question) (nitoryu.Result, error) {
				if i == 1 && q.plies() == 3 {
					return nitoryu.Result{}, &client.Failure{Kind: client.Crash}
				}
				r, err := script("f2f3 e7e5 g2g4 d8h4")(q)
				if q.plies() == 0 {
					r.Ponder = "e7e5"
				}
				return r, err
			}}
			opened[i] = append(opened[i], p)
			return p, nil
		}
	}
	tally, err := Run(context.Background(), c)
	must.OK(t, err)
	// B crashes when it has the fourth move, in games 1 and 3, and loses them; in
	// games 2 and 4 it has White and is mated.
	if len(opened[0]) != 1 || len(opened[1]) != 3 {
		t.Errorf("%d and %d players opened, want 1 and 3", len(opened[0]), len(opened[1]))
	}
	a := opened[0][0]
	if fmt.Sprint(a.pondered) != "[e7e5 e7e5]" || a.games != 3 {
		t.Errorf("A pondered on %v, and heard of %d more games", a.pondered, a.games)
	}
	if fmt.Sprint(a.outcomes) != fmt.Sprint([]client.Outcome{client.Won, client.Won, client.Won, client.Won}) || !a.closed {
		t.Errorf("A got %v, closed %v", a.outcomes, a.closed)
	}
	games, pairs := tally.Versus(0, 1)
	if games.Wins != 4 || pairs[4] != 2 || tally.Each[1].Faults[core.Crash] != 2 || tally.Endings[core.Checkmate] != 2 {
		t.Errorf("games %+v, pairs %v, %+v", games, pairs, tally)
	}
	if games, pairs = tally.Versus(1, 0); games.Losses != 4 || pairs[0] != 2 {
		t.Errorf("from the other side: games %+v, pairs %v", games, pairs)
	}
}

// The information of each player is counted for it, whoever moves first.
func TestThoughtsAreCounted(t *testing.T) {
	c := match(chess.Rules, "", nil)
	c.Opening = always(book.Opening{Start: "k7/8/1K6/8/8/8/8/2Q5 b - - 0 1", Moves: []string{"a8b8"}})
	for i := range c.Contestants {
		c.Contestants[i].Start = opens(&puppet{think: func(q question) (nitoryu.Result, error) {
			r, err := script("a8b8 c1c2 b8a8 c2c8")(q)
			r.Lines = []nitoryu.Line{{Rank: 1, Depth: 10 * (i + 1), Nodes: 1000}}
			r.Elapsed = time.Millisecond
			return r, err
		}}, nil)
	}
	tally, err := Run(context.Background(), c)
	must.OK(t, err)
	// In game 1 A has White and makes two of the three moves, in game 2 B.
	for i, e := range tally.Each {
		if e.Moves != 3 || e.Told != 3 || e.Depth != int64(30*(i+1)) || e.Nodes != 3000 || e.Time != 3*time.Millisecond {
			t.Errorf("contestant %d: %+v", i, e)
		}
	}
}

func TestBadMatches(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Config)
		want   string
	}{
		{"one contestant", func(c *Config) { c.Contestants = c.Contestants[:1] }, "two contestants"},
		{"no rounds", func(c *Config) { c.Rounds = 0 }, "no games"},
		{"no openings", func(c *Config) { c.Opening = nil }, "needs openings"},
		{"no more openings", func(c *Config) {
			c.Opening = func(int) (book.Opening, error) { return book.Opening{}, errors.New("out of book") }
		}, "out of book"},
		{"no limit", func(c *Config) { c.Contestants[1].Control = Control{} }, "no time control"},
		{"the same name", func(c *Config) { c.Contestants[1].Name = "A" }, "two contestants are called A"},
		{"an opening of another game", func(c *Config) { c.Opening = always(book.Opening{Start: shogi.StartSFEN}) }, "opening of round 1"},
		{"an engine that is not ready", func(c *Config) {
			c.Contestants[1].Start = opens(nil, &client.Failure{Program: "B", Kind: client.Hang, Detail: "no uciok"})
		}, "B: hang: no uciok"},
		{"a question that cannot be asked", func(c *Config) {
			c.Contestants[0].Start = opens(&puppet{think: func(question) (nitoryu.Result, error) {
				return nitoryu.Result{}, &nitoryu.LimitError{Problem: "no such clock"}
			}}, nil)
		}, "no such clock"},
		{"no engine", func(c *Config) {
			c.Contestants[1].Start = opens(nil, errors.New("no such file"))
		}, "B: no such file"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := match(chess.Rules, "", script("f2f3 e7e5 g2g4 d8h4"))
			test.change(c)
			_, err := Run(context.Background(), c)
			must.Say(t, err, test.want)
		})
	}
}

// A resumed match plays every game once.
func TestResumption(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match.jsonl")
	think := script("f2f3 e7e5 g2g4 d8h4")
	description := map[string]int{"seed": 1}
	var played atomic.Int32
	session := func(stopAfter int, concurrency int) (*Tally, error) {
		c := match(chess.Rules, "", think)
		c.Rounds, c.Concurrency = 10, concurrency
		must.OK(t, c.OpenJournal(path, description))
		defer c.Journal.Close()
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		n := 0
		c.Finished = func(*Result, *Tally) bool {
			played.Add(1)
			if n++; n == stopAfter {
				cancel()
			}
			return true
		}
		return Run(ctx, c)
	}
	if tally, err := session(3, 1); !errors.Is(err, context.Canceled) || tally.Played != 3 {
		t.Fatalf("error %v, %d games", err, tally.Played)
	}
	// A kill may leave half a line.
	text, err := os.ReadFile(path)
	must.OK(t, err)
	must.Write(t, path, append(text, `{"game":3,"opening"`...))
	tally, err := session(0, 3)
	if err != nil || tally.Played != 20 || played.Load() != 20 {
		t.Fatalf("error %v, %d games, %d of them played", err, tally.Played, played.Load())
	}
	if games, pairs := tally.Versus(0, 1); games.Wins != 10 || games.Losses != 10 || pairs[2] != 10 {
		t.Errorf("games %+v, pairs %v", games, pairs)
	}
	if tally, err = session(0, 1); err != nil || tally.Played != 20 || played.Load() != 20 {
		t.Errorf("a finished match plays on: error %v, %d games", err, tally.Played)
	}
	must.Say(t, match(chess.Rules, "", think).OpenJournal(path, map[string]int{"seed": 2}), "another match")
}

// A result that cannot be written to the journal does not count, and ends the match.
func TestJournalThatCannotBeWritten(t *testing.T) {
	c := match(chess.Rules, "", script("f2f3 e7e5 g2g4 d8h4"))
	must.OK(t, c.OpenJournal(filepath.Join(t.TempDir(), "j"), 1))
	must.OK(t, c.Journal.Close())
	told := 0
	c.Finished = func(*Result, *Tally) bool { told++; return true }
	if tally, err := Run(context.Background(), c); !errors.Is(err, os.ErrClosed) || tally.Played != 0 || told != 0 {
		t.Errorf("error %v, %d games, %d reported", err, tally.Played, told)
	}
}

func TestBadJournals(t *testing.T) {
	good := `{"format":"nitoryu-lab-arena-2","setup":1}` + "\n"
	tests := []struct{ name, text, want string }{
		{"another file", "[Event \"x\"]\n", "no journal"},
		{"another file without a newline", "precious", "no journal"},
		{"another format", `{"format":"x"}` + "\n", "no journal"},
		{"a broken line in the middle", good + "{\n{}\n", "line 2"},
		{"a game below the first", good + `{"game":-1,"seats":[0,1]}` + "\n", "line 2: there is no game -1"},
		{"contestants that there are not", good + `{"game":0,"seats":[0,1]}` + "\n" + `{"game":1,"seats":[2,0]}` + "\n", "line 3: game 1 has seats [2 0] instead of [1 0]"},
		{"seats of another game", good + `{"game":1,"seats":[0,1]}` + "\n", "instead of [1 0]"},
		{"a mover that there is not", good + `{"game":0,"seats":[0,1],"mover":7}` + "\n", "mover 7"},
		{"a note about no player", good + `{"game":0,"seats":[0,1],"notes":[{"side":2}]}` + "\n", "side 2"},
		{"an ending that there is not", good + `{"game":0,"seats":[0,1],"ending":"odd"}` + "\n", `no ending "odd"`},
		{"nothing yet", "", ""},
		{"half a header", `{"format":`, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "j")
			must.Write(t, path, []byte(test.text))
			c := match(chess.Rules, "", script(""))
			err := c.OpenJournal(path, 1)
			if test.want == "" {
				if err != nil || len(c.Played) != 0 {
					t.Fatalf("error %v, %d results", err, len(c.Played))
				}
				c.Journal.Close()
				if now, _ := os.ReadFile(path); string(now) != good {
					t.Errorf("the file is now %q", now)
				}
				return
			}
			must.Say(t, err, test.want)
			if now, _ := os.ReadFile(path); string(now) != test.text {
				t.Error("the file was changed")
			}
		})
	}
}
