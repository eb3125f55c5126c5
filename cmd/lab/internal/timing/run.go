package timing

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core/clock"
	"github.com/nitoryu/nitoryu/games"
)

// Config says what is simulated.
type Config struct {
	Controls []Control
	Games    int // with each control
	Seed     uint64
	Params   map[string]int // values of parameters other than the defaults
}

// Report is what the games have come to.
type Report struct {
	Games   int            `json:"games"` // with each control
	Seed    uint64         `json:"seed"`
	Params  map[string]int `json:"params,omitempty"`
	Results []Result       `json:"results"`
}

// Run plays the games. The same configuration gives the same report on every processor of
// the same kind.
func Run(ctx context.Context, c Config) (*Report, error) {
	r := &Report{Games: c.Games, Seed: c.Seed, Params: c.Params, Results: make([]Result, len(c.Controls))}
	tunings := map[string]clock.Tuning{}
	for i := range c.Controls {
		name := c.Controls[i].Game
		g, err := games.ByName(name)
		if err != nil {
			return nil, err
		}
		set := g.Params()
		for parameter, value := range c.Params {
			if err := set.Assign(parameter, value); err != nil {
				return nil, err
			}
		}
		tunings[name] = set.Clock()
	}
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				r.Results[i] = play(ctx, c, &c.Controls[i], tunings[c.Controls[i].Game])
			}
		})
	}
	for i := range c.Controls {
		next <- i
	}
	close(next)
	workers.Wait()
	return r, ctx.Err()
}

// play plays all games with one control.
func play(ctx context.Context, c Config, control *Control, tuning clock.Tuning) Result {
	result := Result{Control: *control}
	model := models()[control.Game]
	// Each control has its own numbers, whatever others are simulated.
	seed := uint64(len(control.Name))
	for _, b := range []byte(control.Name) {
		seed = seed*131 + uint64(b)
	}
	random := rand.New(rand.NewPCG(c.Seed, seed))
	p := player{control: control, tuning: &tuning, random: random, source: source{model: &model, random: random}, result: &result}
	for range c.Games {
		if ctx.Err() != nil {
			break
		}
		p.game()
	}
	return result
}

// ControlNamed returns the controls with these names; no names mean all.
func ControlNamed(names ...string) ([]Control, error) {
	all := Controls()
	if len(names) == 0 {
		return all, nil
	}
	var known []string
	for i := range all {
		known = append(known, all[i].Name)
	}
	var list []Control
	for _, name := range names {
		found := false
		for i := range all {
			if all[i].Name == name {
				list, found = append(list, all[i]), true
			}
		}
		if !found {
			return nil, fmt.Errorf("--control: %w", cli.Unknown("time control", name, known))
		}
	}
	return list, nil
}
