package main

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/arena"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/book"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/spsa"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/smp"
)

// tuneMatch plays pairs of games for tuning. Its two engines are kept, and only their
// parameters change; a new game clears what they have learnt.
type tuneMatch struct {
	names    []string // of the parameters that are tuned
	sets     [2]*params.Set
	engines  [2]*nitoryu.Engine
	openings *randomOpenings
	arena    arena.Config
	complain func(string) // gets the details of a broken engine
}

// newTuneMatch returns a match in which both sides think as control says. If nodeTime is not 0,
// nodeTime nodes count as a millisecond.
func newTuneMatch(g games.Game, parameters []spsa.Parameter, control arena.Control, nodeTime, hash int, seed uint64, complain func(string)) (*tuneMatch, error) {
	settings := g.MatchSettings()
	openings, err := newRandomOpenings(g, settings, seed)
	if err != nil {
		return nil, err
	}
	m := &tuneMatch{openings: openings, complain: complain}
	for _, p := range parameters {
		m.names = append(m.names, p.Name)
	}
	m.arena = arena.Config{
		Rules: g.Rules, Settings: settings, Rounds: 1, Concurrency: 1,
		Adjudication: g.Tuning, Finished: m.finished,
	}
	for side, name := range []string{"plus", "minus"} {
		m.sets[side] = g.Params()
		m.arena.Contestants = append(m.arena.Contestants, arena.Contestant{
			Name: name, Control: control, NodeTime: nodeTime,
			Start: func(ctx context.Context, _ func(string, error)) (nitoryu.Searcher, error) {
				if m.engines[side] == nil {
					engine := smp.New(smp.Game{GameInfo: g.Start(settings).GameInfo(), Params: m.sets[side], Evaluators: g.Evaluators})
					if m.engines[side], err = openSelf(g, engine, 1, hash, nodeTime, selfOverhead); err != nil {
						return nil, err
					}
				}
				return lent{m.engines[side]}, m.engines[side].NewGame(ctx)
			},
		})
	}
	return m, nil
}

// lent is an engine that the arena cannot close.
type lent struct{ nitoryu.Searcher }

func (lent) Close() error { return nil }

// Play implements [spsa.Match].
func (m *tuneMatch) Play(ctx context.Context, p spsa.Pair) (points int, err error) {
	for side, values := range [][]int{p.Plus, p.Minus} {
		for i, v := range values {
			if err := m.sets[side].Assign(m.names[i], v); err != nil {
				return 0, err
			}
		}
	}
	m.arena.Opening = func(int) (book.Opening, error) { return m.openings.round(p.Number) }
	tally, err := arena.Run(ctx, &m.arena)
	if err != nil {
		return 0, err
	}
	_, pairs := tally.Versus(0, 1)
	for points, n := range pairs {
		if n == 1 {
			return points, nil
		}
	}
	return 0, errors.New("a pair of games has no result")
}

// finished closes an engine that broke down; the next game starts a new one.
func (m *tuneMatch) finished(r *arena.Result, _ *arena.Tally) (more bool) {
	if side, faulty := r.Fault(); faulty {
		i := r.Seats[side]
		m.complain(fmt.Sprintf("%s: %s with%s in %s", r.Names[side], r.Detail, m.words(i), r.Position))
		_ = m.engines[i].Close()
		m.engines[i] = nil
	}
	return true
}

// words returns the tuned values of a side, each behind a blank.
func (m *tuneMatch) words(side int) (text string) {
	values := reflect.ValueOf(m.sets[side]).Elem()
	for _, name := range m.names {
		text += fmt.Sprintf(" %s=%d", name, values.FieldByName(name).Int())
	}
	return text
}

// Close implements [spsa.Match].
func (m *tuneMatch) Close() error {
	m.openings.close()
	var err error
	for _, e := range m.engines {
		if e != nil {
			err = errors.Join(err, e.Close())
		}
	}
	return err
}
