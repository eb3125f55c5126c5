package player

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

const (
	foolsMate = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2" // d8h4
	mated     = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3" // no legal move
	goldMate  = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1"                  // G*5b
	declares  = "4K4/+P+P+P+P+P+P+P+P+P/1R1B5/9/9/9/9/9/4k4 b RB 1"             // bestmove win
	goldMated = "4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 2"                 // no legal move
)

func localConfig(usi bool) LocalConfig {
	g := games.Chess
	if usi {
		g = games.Shogi
	}
	return LocalConfig{Name: "Own", Rules: g.Rules, Params: g.Params(), Source: g.Source, Threads: 1, Hash: 1}
}

func newLocal(t testing.TB, usi bool) *Local {
	t.Helper()
	l, err := NewLocal(localConfig(usi))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	if err := l.NewGame(context.Background()); err != nil {
		t.Fatal(err)
	}
	return l
}

// at returns a question about a position.
func at(t *testing.T, usi bool, position string, limits core.Limits) Request {
	t.Helper()
	p, err := localConfig(usi).Rules.Parse(position, core.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return Request{Start: position, Position: p, Limits: limits}
}

func TestLocalAnswers(t *testing.T) {
	limits := core.Limits{Nodes: 2000}
	tests := []struct {
		name     string
		usi      bool
		position string
		mate     bool
		ok       func(Reply) bool
	}{
		{"a mate in chess", false, foolsMate, false, func(r Reply) bool {
			return r.Text == "d8h4" && r.Info.Score == core.WinIn(1) && r.Info.HasScore && r.Mate == nil && r.Ponder == core.NoMove
		}},
		{"go mate in chess", false, foolsMate, true, func(r Reply) bool { return strings.Join(r.Mate, " ") == "d8h4" && !r.NoMate }},
		{"go mate in shogi", true, goldMate, true, func(r Reply) bool { return strings.Join(r.Mate, " ") == "G*5b" && r.Move != core.NoMove }},
		{"mated in chess", false, mated, false, func(r Reply) bool {
			return r.Move == core.NoMove && r.Text == "(none)" && !r.Resigns && r.Problem == ""
		}},
		{"mated in shogi", true, goldMated, false, func(r Reply) bool { return r.Resigns && r.Move == core.NoMove }},
		{"go mate without a mate", true, goldMated, true, func(r Reply) bool { return r.Text == "nomate" && r.NoMate && r.Mate == nil && r.Move == core.NoMove }},
		{"declares", true, declares, false, func(r Reply) bool { return r.Claims && r.Text == "win" && r.Move == core.NoMove }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			q := at(t, test.usi, test.position, limits)
			q.Mate = test.mate
			before := q.Position.String()
			if reply := mustThink(t, newLocal(t, test.usi), q); !test.ok(reply) || reply.Elapsed <= 0 {
				t.Errorf("got %+v", reply)
			}
			if q.Position.String() != before {
				t.Error("the position has changed")
			}
		})
	}
}

func TestLocalGame(t *testing.T) {
	for _, protocol := range protocols {
		t.Run(protocol.name, func(t *testing.T) {
			t.Parallel()
			l := newLocal(t, protocol.usi)
			q := question(protocol.usi, 0)
			q.Limits.Nodes = 500
			told := 0
			q.Info = func(i Info) {
				if told++; len(i.PV) == 0 || !i.HasScore {
					t.Errorf("told %+v", i)
				}
			}
			for range 6 {
				told = 0
				reply := mustThink(t, l, q)
				if told == 0 || reply.Infos != told || reply.Info.Nodes == 0 || len(reply.Info.PV) == 0 || reply.Info.PV[0] != reply.Text {
					t.Fatalf("told %d times, got %+v", told, reply)
				}
				if _, bad := checkPV(q.Position.Clone(), reply.Info.PV, nil, false); bad != "" {
					t.Error(bad)
				}
				q.Position.Do(reply.Move, nil)
				q.Moves = append(q.Moves, reply.Text)
			}
			if err := l.GameOver(Drawn); err != nil {
				t.Error(err)
			}
		})
	}
}

// Nodes that count as time make equal games, on clocks that the referee keeps by the same nodes.
func TestLocalNodeTime(t *testing.T) {
	t.Parallel()
	c := localConfig(false)
	c.NodeTime = 10
	l, err := NewLocal(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	play := func() (line []string, spent [2]time.Duration) {
		if err := l.NewGame(context.Background()); err != nil {
			t.Fatal(err)
		}
		q := question(false, 0)
		for range 8 {
			side := q.Position.Side()
			q.Limits = core.Limits{HasClock: true}
			q.Limits.Time[side] = time.Second - spent[side]
			reply := mustThink(t, l, q)
			if want := time.Duration(reply.Info.Nodes) * time.Millisecond / 10; reply.Elapsed < want {
				t.Errorf("%v for at least %d nodes, want %v", reply.Elapsed, reply.Info.Nodes, want)
			}
			line, spent[side] = append(line, reply.Text), spent[side]+reply.Elapsed
			q.Position.Do(reply.Move, nil)
			q.Moves = append(q.Moves, reply.Text)
		}
		return line, spent
	}
	first, spent := play()
	second, again := play()
	if !slices.Equal(first, second) || spent != again || spent[0] <= 0 || spent[0] > time.Second {
		t.Errorf("%v in %v, then %v in %v", first, spent, second, again)
	}
}

// After NewGame, the same question gets the same answer.
func TestLocalForgets(t *testing.T) {
	t.Parallel()
	l := newLocal(t, false)
	q := question(false, 2)
	q.Limits.Nodes = 3000
	first := mustThink(t, l, q)
	mustThink(t, l, question(false, 4))
	if err := l.NewGame(context.Background()); err != nil {
		t.Fatal(err)
	}
	again := mustThink(t, l, q)
	if first.Info.Score != again.Info.Score || first.Info.Nodes != again.Info.Nodes || first.Text != again.Text {
		t.Errorf("first %+v\nthen %+v", first, again)
	}
}

func TestLocalPonder(t *testing.T) {
	timed := question(false, 2)
	timed.Limits = core.Limits{MoveTime: 20 * ms}
	tests := []struct {
		name string
		next Request
	}{
		{"hit", timed},
		{"miss", question(false, 4)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			l := newLocal(t, false)
			began := time.Now()
			mustPonder(t, l, timed)
			time.Sleep(60 * ms)
			reply := mustThink(t, l, test.next)
			if reply.Move == core.NoMove || reply.Elapsed > time.Since(began)-60*ms {
				t.Errorf("got %+v", reply)
			}
			// The search of a hit began before, that of a miss within Think, however slow the
			// machine is.
			if hit := test.name == "hit"; hit && reply.Info.Time < 60*ms || !hit && reply.Info.Time > reply.Elapsed {
				t.Errorf("searched for %v, %v of it within Think", reply.Info.Time, reply.Elapsed)
			}
			mustPonder(t, l, timed)
			if err := l.GameOver(Lost); err != nil {
				t.Error(err)
			}
			mustPonder(t, l, timed)
			if err := l.Close(); err != nil {
				t.Error(err)
			}
			if _, err := l.Think(context.Background(), timed); err == nil {
				t.Error("a closed player thinks")
			}
		})
	}
}

func TestLocalCancel(t *testing.T) {
	t.Parallel()
	l := newLocal(t, true)
	q := question(true, 0)
	q.Limits = core.Limits{}
	ctx, cancel := context.WithTimeout(context.Background(), 10*ms)
	defer cancel()
	reply, err := l.Think(ctx, q)
	if err != context.DeadlineExceeded || reply.Move == core.NoMove {
		t.Errorf("got %+v, %v", reply, err)
	}
	mustThink(t, l, question(true, 0))
}

// faulty is an evaluation with a bug.
type faulty struct {
	core.Evaluator
	evaluate func()
}

func (f faulty) Evaluate() core.Score { f.evaluate(); return 0 }

func TestLocalFailures(t *testing.T) {
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	chess := games.Chess.Source.New
	tests := []struct {
		name      string
		evaluator func() core.Evaluator
		kind      FailureKind
		words     string
	}{
		{"the search panics", func() core.Evaluator { return faulty{chess(), func() { panic("out of pieces") }} }, Crash, "out of pieces"},
		{"the evaluation cannot be made", func() core.Evaluator { panic("no network") }, Crash, "no network"},
		{"the search never ends", func() core.Evaluator { return faulty{chess(), func() { <-release }} }, Hang, "no answer to stop within"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := localConfig(false)
			c.Source = core.SourceFunc(test.evaluator)
			l, err := NewLocal(c)
			if err != nil {
				t.Fatal(err)
			}
			q := question(false, 0)
			q.Limits, q.Grace = core.Limits{MoveTime: 10 * ms}, 500*ms
			_, err = l.Think(context.Background(), q)
			var f *Failure
			if !errors.As(err, &f) || f.Kind != test.kind || !strings.Contains(f.Detail, test.words) || f.Player != "Own" {
				t.Errorf("got %v", err)
			}
			if _, again := l.Think(context.Background(), q); again != err {
				t.Errorf("the next question is answered by %v", again)
			}
			if err := l.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestNewLocalErrors(t *testing.T) {
	tests := []struct {
		name   string
		change func(*LocalConfig)
		want   string
	}{
		{"threads", func(c *LocalConfig) { c.Threads = -1 }, "Own: threads -1"},
		{"hash", func(c *LocalConfig) { c.Hash = math.MaxInt }, "Own: hash"},
		{"no parameters", func(c *LocalConfig) { c.Params = nil }, "Own: no parameters"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := localConfig(false)
			test.change(&c)
			if _, err := NewLocal(c); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

// The cost of a move without its search: one node.
func BenchmarkLocal(b *testing.B) {
	l := newLocal(b, false)
	for _, nodes := range []uint64{1, 1000} {
		b.Run(map[uint64]string{1: "nodes=1", 1000: "nodes=1000"}[nodes], func(b *testing.B) {
			q := question(false, 2)
			q.Limits.Nodes = nodes
			b.ReportAllocs()
			for b.Loop() {
				if _, err := l.Think(context.Background(), q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
