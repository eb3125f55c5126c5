//go:build !js

package app

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/smp"
)

// evaluated returns the games with the evaluation that is asked for. The error is about a
// network that is not for a game that is analysed.
func (a *gameAnalysis) evaluated() ([]games.Game, error) {
	all := games.All()
	for i := range all {
		g := &all[i]
		source, err := g.Evaluation(options.Evaluation{File: a.eval})
		if err == nil {
			g.Evaluators = source
			continue
		}
		if slices.ContainsFunc(a.kinds, func(in *inputGame) bool { return in.record.Rules.Name == g.Name }) {
			return nil, err
		}
	}
	return all, nil
}

// open starts an engine.
func (a *gameAnalysis) open() (nitoryu.Searcher, error) {
	threads := 1
	if a.together {
		threads = a.threads
	}
	if a.others() {
		asked := a.engineFlags
		asked.threads = threads
		return &processes{engineFlags: &asked, running: map[role]*client.Engine{}}, nil
	}
	var engines []smp.Game
	for _, g := range a.rules {
		engines = append(engines, g.Engine(nil))
	}
	engine := smp.New(engines...)
	var kinds []nitoryu.Variant
	for _, g := range a.kinds {
		kinds = append(kinds, nitoryu.Variant(g.record.Rules.Name))
	}
	if err := errors.Join(engine.SetHash(a.hash), engine.SetThreads(threads), a.configure(engine, kinds...)); err != nil {
		engine.Close()
		return nil, err
	}
	engine.SetMoveOverhead(0) // nobody's flag falls
	return inside.Wrap(engine), nil
}

// identify fills in the names of the engines that are asked.
func (a *gameAnalysis) identify() error {
	a.names, a.programs = map[string]string{}, map[string]client.Identity{}
	if !a.others() && len(a.options) > 0 { // what is wrong with them is told before anything is thought about
		e, err := a.open()
		if err != nil {
			return err
		}
		if err := e.Close(); err != nil {
			return err
		}
	}
	for _, g := range a.kinds {
		game := g.record.Rules.Name
		if a.names[game] != "" {
			continue
		}
		if a.names[game] = review.Engine + " " + cli.Version; !a.others() {
			continue
		}
		e, err := a.start(context.Background(), nitoryu.Variant(game))
		if err != nil {
			return err
		}
		if a.names[game] = e.Name(); a.names[game] == "" {
			a.names[game] = a.command
		}
		severalLines := slices.ContainsFunc(e.Options(), func(o client.OptionSpec) bool { return strings.EqualFold(o.Name, "MultiPV") || o.Name == "USI_MultiPV" })
		a.review.OneLine = a.review.OneLine || !severalLines && a.review.Limits.Lines == 1
		a.programs[game], err = e.Identity(context.Background())
		if err := errors.Join(err, e.Close()); err != nil {
			return err
		}
	}
	return nil
}

// setup is what the answers in a journal depend on.
type setup struct {
	Engine      string            `json:"engine"`
	Evaluations map[string]string `json:"evaluations"` // by game
	Nodes       uint64            `json:"nodes"`
	Time        string            `json:"time"`
	Depth       int               `json:"depth"`
	Deeper      uint64            `json:"deeper"`
	MultiPV     int               `json:"multipv"`
	Threads     int               `json:"threads"` // of an engine
	Hash        int               `json:"hash"`
	Options     []string          `json:"options,omitempty"` // of our own engine
	// Programs are other engines, by game: the command stays the same when one is built again.
	Programs map[string]client.Identity `json:"programs,omitempty"`
}

// setup returns the setup of the analysis.
func (a *gameAnalysis) setup() setup {
	first := a.review.First()
	s := setup{
		Engine: cli.About(review.Engine), Evaluations: map[string]string{}, Nodes: first.Nodes, Time: first.Time.String(),
		Depth: first.Depth, Deeper: a.review.Quality.Deeper(), MultiPV: first.Lines, Threads: 1, Hash: a.hash,
	}
	if a.together {
		s.Threads = a.threads
	}
	if a.others() {
		s.Engine, s.Evaluations = strings.Join(append([]string{a.command}, a.options...), " "), a.names
		s.Programs = a.programs
		return s
	}
	s.Options = a.options
	for _, g := range a.rules {
		s.Evaluations[g.Name] = g.Evaluators.Name() + " " + g.Evaluators.Hash()
	}
	return s
}
