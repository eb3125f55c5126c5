package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/arena"
	"github.com/nitoryu/nitoryu/core/strength"
	"github.com/nitoryu/nitoryu/games"
)

// entrant is what is known about a contestant of a match, besides the words that describe it.
type entrant struct {
	engineSpec
	mu    sync.Mutex // guards the fields below
	watch client.Watch
	told  map[string]bool // the remarks about the rules of the game that were printed
}

// check returns an error if e is not the same program as at an earlier start.
func (p *entrant) check(ctx context.Context, e nitoryu.Searcher) error {
	started, ok := e.(*client.Engine)
	if !ok {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.watch.Check(ctx, started)
}

// say prints what a process says about the rules, once for all processes.
func (p *entrant) say(text string, print func(string)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.told == nil {
		p.told = map[string]bool{}
	}
	if !p.told[text] && print != nil {
		print(text)
	}
	p.told[text] = true
}

// identify starts each contestant once and returns which programs they are. Our own engine in
// this process is known by what it searches.
func (a *arenaFlags) identify(ctx context.Context, c *arena.Config, g games.Game) (list []client.Identity, err error) {
	for i, p := range a.entrants {
		var id client.Identity
		if p.Self {
			id, err = identityOfSelf(ctx, p.engineSpec, g)
		} else {
			id, err = identityOfProgram(ctx, p, c.Contestants[i].Start)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		list = append(list, id)
	}
	return list, nil
}

// identityOfProgram starts a program for a moment and returns what it is.
func identityOfProgram(ctx context.Context, p *entrant, start func(context.Context, func(string, error)) (nitoryu.Searcher, error)) (client.Identity, error) {
	e, err := start(ctx, nil)
	if err != nil {
		return client.Identity{}, err
	}
	return p.watch.Known, e.Close()
}

// identityOfSelf measures what our own engine searches at full strength, which depends on its
// code, parameters and network.
func identityOfSelf(ctx context.Context, e engineSpec, g games.Game) (client.Identity, error) {
	e.Threads, e.Level, e.NodeTime = 1, strength.Full, 0
	engine, err := e.startSelf(g)
	if err != nil {
		return client.Identity{}, err
	}
	text, err := signature(ctx, engine, g)
	return client.Identity{Name: "Nitoryu of " + text}, errors.Join(err, engine.Close())
}

// openJournal opens the journal of a match between programs. A journal with games of other
// programs is an error: the results of different programs would be added up.
func (a *arenaFlags) openJournal(c *arena.Config, warn func(string)) error {
	setup := a.matchSetup
	text, err := arena.ReadSetup(a.journal)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		// OpenJournal says what is wrong with it.
	default:
		var had matchSetup
		if json.Unmarshal(text, &had) == nil && len(had.Programs) == 0 {
			warn("the journal is of an earlier version, which did not note which programs played; whether they are the same is unknown")
			setup.Programs = nil
		} else if err := setup.samePrograms(&had); err != nil {
			return fmt.Errorf("%s: %w; give another journal", a.journal, err)
		}
	}
	return c.OpenJournal(a.journal, setup)
}

// samePrograms returns an error if an engine has the same words as in an earlier match, but is
// another program.
func (m *matchSetup) samePrograms(had *matchSetup) error {
	for i := range min(len(m.Programs), len(had.Programs), len(m.Engines), len(had.Engines)) {
		if d := m.Programs[i].Difference(&had.Programs[i]); d != "" && m.Engines[i] == had.Engines[i] {
			return fmt.Errorf("the games of %s are of different programs: %s", m.Engines[i], d)
		}
	}
	return nil
}

// openTables opens the endgame tables that adjudicate.
func (a *arenaFlags) openTables(c *arena.Config, g games.Game) (closeTables func(), err error) {
	if a.tables == "" {
		return func() {}, nil
	}
	if g.Name != games.Chess().Name {
		return nil, fmt.Errorf("--syzygy: there are no endgame tables of %s", g.Name)
	}
	tables, problems := games.OpenTables(a.tables)
	err = errors.Join(problems...)
	if results, _ := tables.Count(); err == nil && results == 0 {
		err = fmt.Errorf("there are no endgame tables in %s", a.tables)
	}
	if err != nil {
		_ = tables.Close()
		return nil, fmt.Errorf("--syzygy: %w", err)
	}
	c.Tables, a.Tables = tables, tables.Men()
	return func() { _ = tables.Close() }, nil
}
