package arena

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/tests/must"
)

// ponderer is an engine that is asked about e2e4 e7e5 while it ponders.
type ponderer struct {
	premature bool          // it answers pondering at once
	slow      time.Duration // to stop
	stopped   error         // how pondering ends
	events    []string
}

func (p *ponderer) NewGame(context.Context) error { return nil }
func (p *ponderer) Close() error                  { return nil }
func (p *ponderer) Search(_ context.Context, at *nitoryu.Position, l nitoryu.Limits) (*nitoryu.Search, error) {
	var report nitoryu.Reporter
	search, report := nitoryu.NewSearch(
		func() {
			p.events = append(p.events, "stop")
			time.Sleep(p.slow)
			report.Finish(nitoryu.Result{}, p.stopped)
		},
		func(c *nitoryu.Clock) error {
			p.events = append(p.events, "hit "+c.Left[0].String())
			report.Finish(nitoryu.Result{Best: "d2d4", Elapsed: time.Hour}, nil)
			return nil
		})
	event := "go " + string(at.Last())
	if l.Ponder {
		event = "ponder " + string(at.Last())
	}
	p.events = append(p.events, event)
	if !l.Ponder || p.premature {
		report.Finish(nitoryu.Result{Best: "g1f3", Elapsed: time.Millisecond}, nil)
	}
	return search, nil
}

func TestPondering(t *testing.T) {
	crash := &client.Failure{Program: "x", Kind: client.Crash}
	limits := nitoryu.Limits{Clock: &nitoryu.Clock{Left: [2]time.Duration{time.Minute, time.Minute}}}
	for _, test := range []struct {
		name   string
		engine ponderer
		played nitoryu.Move // in place of e7e5
		events string
		best   nitoryu.Move
		least  time.Duration // of the time of the answer
		err    error
	}{
		{"hit", ponderer{}, "e7e5", "ponder e7e5, hit 1m0s", "d2d4", 0, nil},
		{"miss", ponderer{slow: 30 * time.Millisecond}, "c7c5", "ponder e7e5, stop, go c7c5", "g1f3", 30 * time.Millisecond, nil},
		{"an answer before the hit", ponderer{premature: true}, "e7e5", "ponder e7e5, stop, go e7e5", "g1f3", time.Millisecond, nil},
		{"an illegal answer to the stop", ponderer{stopped: &nitoryu.MoveError{}}, "c7c5", "ponder e7e5, stop, go c7c5", "g1f3", time.Millisecond, nil},
		{"a crash at the stop", ponderer{stopped: crash}, "c7c5", "ponder e7e5, stop", "", 0, crash},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := &seat{Searcher: &test.engine, name: "x"}
			p, err := nitoryu.Open(nitoryu.Setup{})
			if err != nil || p.Play("e2e4") != nil {
				t.Fatal(err)
			}
			s.ponder(t.Context(), p, "e7e5", limits)
			if p.Last() != "e2e4" {
				t.Errorf("pondering plays %s", p.Last())
			}
			if test.engine.premature {
				<-s.answered
			}
			must.OK(t, p.Play(test.played))
			r, err := s.think(t.Context(), p, limits)
			if r.Best != test.best || r.Elapsed < test.least || r.Elapsed > 10*time.Second || !errors.Is(err, test.err) {
				t.Errorf("%s after %v, %v", r.Best, r.Elapsed, err)
			}
			if got := strings.Join(test.engine.events, ", "); got != test.events {
				t.Errorf("%s, want %s", got, test.events)
			}
		})
	}
}

// There is nothing to ponder on after a move that ends the game, or is not legal.
func TestNothingToPonderOn(t *testing.T) {
	p, err := nitoryu.Open(nitoryu.Setup{})
	if err != nil || p.Play("f2f3", "e7e5", "g2g4") != nil {
		t.Fatal(err)
	}
	var e ponderer
	s := &seat{Searcher: &e}
	for _, expected := range []nitoryu.Move{"d8h4", "e2e4"} {
		if s.ponder(t.Context(), p, expected, nitoryu.Limits{}); len(e.events) > 0 || s.stop() != nil {
			t.Errorf("%s: %v", expected, e.events)
		}
	}
}

// An engine in this process that does not keep its limits is stopped, and hangs; one that
// takes its time does not.
func TestHang(t *testing.T) {
	for _, test := range []struct {
		name  string
		takes time.Duration
		hangs bool
	}{{"late", 20 * time.Second, false}, {"for ever", time.Hour, true}} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p, err := nitoryu.Open(nitoryu.Setup{})
				must.OK(t, err)
				s := &seat{Searcher: sleeper(test.takes), name: "x"}
				_, err = s.think(t.Context(), p, nitoryu.Limits{Time: time.Second})
				if f := s.failure(err); (f != nil) != test.hangs || f != nil && (f.Kind != client.Hang || f.Program != "x") {
					t.Errorf("%v", err)
				}
			})
		})
	}
}

// sleeper is an engine that answers after a time, or at the end of the context.
type sleeper time.Duration

func (sleeper) NewGame(context.Context) error { return nil }
func (sleeper) Close() error                  { return nil }
func (s sleeper) Search(ctx context.Context, _ *nitoryu.Position, _ nitoryu.Limits) (*nitoryu.Search, error) {
	var report nitoryu.Reporter
	answer := func() { report.Finish(nitoryu.Result{}, ctx.Err()) }
	search, report := nitoryu.NewSearch(answer, nil)
	time.AfterFunc(time.Duration(s), answer)
	context.AfterFunc(ctx, answer)
	return search, nil
}
