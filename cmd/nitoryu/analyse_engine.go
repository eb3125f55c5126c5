package main

import (
	"context"
	"errors"
	"slices"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/nitoryu/internal/batch"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/mate"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/smp"
)

// The solver of an analysis looks for mates around bad moves of shogi.
const (
	proverTable = 16      // MiB
	proverNodes = 1 << 16 // some tenths of a second
)

// searcher is an engine as a batch needs it.
type searcher struct {
	engine *smp.Engine
	limits core.Limits
}

// evaluated returns the games with the evaluation that is asked for. The error is about a
// network that is not for a game that is analysed.
func (a *gameAnalysis) evaluated() ([]games.Game, error) {
	all := games.All()
	for i := range all {
		g := &all[i]
		source, err := g.Evaluation(core.EvalChoice{File: a.eval})
		if err == nil {
			g.Source = source
			continue
		}
		if slices.ContainsFunc(a.games, func(in *inputGame) bool { return in.record.Rules.Name == g.Name }) {
			return nil, err
		}
	}
	return all, nil
}

// open starts an engine.
func (a *gameAnalysis) open() (batch.Engine, error) {
	var engines []smp.Game
	for _, g := range a.rules {
		engines = append(engines, g.Engine(nil))
	}
	s := &searcher{engine: smp.New(engines...), limits: a.limits}
	s.engine.SetMoveOverhead(0) // nobody's flag falls
	err := s.engine.SetHash(a.hash)
	if a.together {
		err = errors.Join(err, s.engine.SetThreads(a.threads))
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Close implements batch.Engine.
func (s *searcher) Close() { s.engine.Close() }

// Forget implements batch.Engine.
func (s *searcher) Forget() { s.engine.NewGame() }

// Think implements batch.Engine.
func (s *searcher) Think(ctx context.Context, p core.Position) (review.Thought, error) {
	if p.CanDeclare() {
		return s.thinkOn(ctx, p)
	}
	return s.search(ctx, p.Clone())
}

// thinkOn thinks about a position that is won by declaration, as if it were not: a line
// needs a move, and what players miss there is not a mate.
func (s *searcher) thinkOn(ctx context.Context, p core.Position) (review.Thought, error) {
	g, err := games.ByName(p.Traits().Name)
	if err != nil {
		return review.Thought{}, err
	}
	q, err := g.Parse(p.String(), core.Settings{EnteringKing: core.NoEnteringKing})
	if err != nil {
		return review.Thought{}, err
	}
	t, err := s.search(ctx, q)
	if err == nil && !t.Lines[0].Score.IsWin() {
		t.Lines[0].Score = core.TableWinIn(0)
	}
	return t, err
}

// search searches p, which belongs to the engine from then on. How long it took is not
// in the answer, which is to be equal where the search was.
func (s *searcher) search(ctx context.Context, p core.Position) (review.Thought, error) {
	if err := s.engine.Prepare(p); err != nil {
		return review.Thought{}, err
	}
	lines := make([]review.Line, s.limits.MultiPV)
	var problem error
	var t review.Thought
	at := p.String()
	s.engine.Go(p, s.limits, core.Listener{
		// The last report of each line is that of the answer.
		Info: func(i core.Info) {
			if i.Bound == core.Exact && len(i.PV) > 0 && i.Rank <= len(lines) {
				lines[i.Rank-1] = review.Line{Score: i.Score, Depth: i.Depth, Moves: slices.Clone(i.PV)}
			}
		},
		Fault: func(err error) { problem = err },
		Done:  func(r core.Result) { t.Nodes = r.Nodes },
	})
	stop := context.AfterFunc(ctx, s.engine.Stop)
	s.engine.Wait()
	stop()
	if err := errors.Join(ctx.Err(), problem); err != nil {
		return review.Thought{}, err
	}
	for _, l := range lines {
		if len(l.Moves) > 0 {
			t.Lines = append(t.Lines, l)
		}
	}
	if len(t.Lines) == 0 {
		return review.Thought{}, errors.New("the search found no move in " + at)
	}
	return t, nil
}

// setup is what the thoughts in a journal depend on.
type setup struct {
	Engine      string            `json:"engine"`
	Evaluations map[string]string `json:"evaluations"` // by game
	Nodes       uint64            `json:"nodes"`
	Time        string            `json:"time"`
	Depth       int               `json:"depth"`
	MultiPV     int               `json:"multipv"`
	Threads     int               `json:"threads"` // of an engine
	Hash        int               `json:"hash"`
}

// setup returns the setup of the analysis.
func (a *gameAnalysis) setup() setup {
	s := setup{
		Engine: cli.About("Nitoryu"), Evaluations: map[string]string{}, Nodes: a.limits.Nodes, Time: a.limits.MoveTime.String(),
		Depth: a.limits.Depth, MultiPV: a.limits.MultiPV, Threads: 1, Hash: a.hash,
	}
	for _, g := range a.rules {
		s.Evaluations[g.Name] = g.Source.Name() + " " + g.Source.Hash()
	}
	if a.together {
		s.Threads = a.threads
	}
	return s
}

// newProver returns a prover that looks for mates by checks alone.
func newProver() review.Prover {
	solver := mate.New(proverTable)
	return func(p core.Position) []core.Move {
		answer := solver.Solve(p, mate.Problem{
			ChecksOnly: true,
			GoOn:       func(nodes uint64) bool { return nodes < proverNodes },
		})
		return answer.Line // of a proof, or nil
	}
}
