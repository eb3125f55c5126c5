package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/arena"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/book"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/opening"
	"github.com/nitoryu/nitoryu/smp"
)

// openingsFor fills in the openings, and returns what identifies them in the journal and
// a function that releases them.
func (a *arenaFlags) openingsFor(c *arena.Config, g games.Game, line *progress.Line) (identity string, release func(), err error) {
	if a.Order != "random" && a.Order != "sequential" {
		return "", nil, fmt.Errorf("--order %q: choose random or sequential", a.Order)
	}
	if a.openings == "random" {
		if c.Settings.Chess960 {
			return "", nil, errors.New("Chess960 needs a file of openings")
		}
		r, err := newRandomOpenings(g, c.Settings, a.Seed)
		if err != nil {
			return "", nil, err
		}
		c.Opening = r.round
		return "random", r.close, nil
	}
	text, err := os.ReadFile(a.openings)
	if err != nil {
		return "", nil, err
	}
	list, err := book.Read(bytes.NewReader(text), a.openings, g.Rules, c.Settings, a.Plies)
	if err != nil {
		return "", nil, err
	}
	order := book.Order(len(list), a.Seed, a.Order == "random")
	var usedUp sync.Once
	c.Opening = func(round int) (book.Opening, error) {
		if round >= len(order) {
			usedUp.Do(func() {
				line.Print("all " + cli.Plural(len(order), "opening") + " of the file are used; starting over")
			})
		}
		return list[order[round%len(order)]], nil
	}
	sum := sha256.Sum256(text)
	return "sha256 " + hex.EncodeToString(sum[:8]), func() {}, nil
}

// randomOpenings makes the openings of rounds on demand.
type randomOpenings struct {
	game  games.Game
	start core.Position
	seed  uint64

	mu     sync.Mutex // guards all below
	engine *smp.Engine
	judge  opening.Judge
	made   map[int]book.Opening // of the last rounds, each for several games
}

func newRandomOpenings(g games.Game, s core.Settings, seed uint64) (*randomOpenings, error) {
	e := smp.New(g.Engine(nil))
	if err := e.SetHash(1); err != nil {
		return nil, err
	}
	return &randomOpenings{
		game: g, start: g.Start(s), seed: seed, engine: e,
		judge: opening.By(e, core.Limits{Nodes: 5000}), made: map[int]book.Opening{},
	}, nil
}

func (r *randomOpenings) close() { r.engine.Close() }

// round returns the opening of a round.
func (r *randomOpenings) round(n int) (book.Opening, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if o, ok := r.made[n]; ok {
		return o, nil
	}
	moves, _, err := r.game.Opening.Random(r.start, opening.Source(r.seed, uint64(n)), r.judge)
	if err != nil {
		return book.Opening{}, err
	}
	var o book.Opening
	p := r.start.Clone()
	for _, m := range moves {
		o.Moves = append(o.Moves, p.FormatMove(m))
		p.Do(m, nil)
	}
	const enough = 1000
	if len(r.made) >= enough {
		clear(r.made)
	}
	r.made[n] = o
	return o, nil
}
