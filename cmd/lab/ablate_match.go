package main

import (
	"context"
	"runtime"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/ablate"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/arena"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/book"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
)

// ablationMatch returns matches in this process with that number of nodes a move, from
// random openings, which are the same for every technique.
func ablationMatch(nodes uint64) ablate.Match {
	return func(ctx context.Context, g games.Game, without *params.Set, first, number int) (stats.Pairs, error) {
		c := arena.Config{
			Rules: g.Rules, Settings: g.MatchSettings(), Rounds: number, Concurrency: runtime.NumCPU(),
			Contestants: []arena.Contestant{
				ownContestant("full", g, g.Params(), nodes),
				ownContestant("without", g, without, nodes),
			},
		}
		openings, err := newRandomOpenings(g, c.Settings, 1)
		if err != nil {
			return stats.Pairs{}, err
		}
		defer openings.close()
		c.Opening = func(round int) (book.Opening, error) { return openings.round(first + round) }
		tally, err := arena.Run(ctx, &c)
		_, pairs := tally.Versus(0, 1)
		return pairs, err
	}
}

// ownContestant is our own engine with a set of parameters.
func ownContestant(name string, g games.Game, set *params.Set, nodes uint64) arena.Contestant {
	return arena.Contestant{
		Name: name, Control: arena.Control{Nodes: nodes},
		Start: func(context.Context) (player.Player, error) {
			return player.NewLocal(player.LocalConfig{
				Name: name, Rules: g.Rules, Params: set, Source: g.Source, Threads: 1, Hash: 8,
			})
		},
	}
}
