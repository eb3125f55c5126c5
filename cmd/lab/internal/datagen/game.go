package datagen

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/adjudicate"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/opening"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/smp"
)

// Checking that an opening is balanced takes as many nodes as checkMoves moves, but at most
// mostCheckNodes: more would be a large part of games with few nodes a move. Openings that 300
// nodes accept are as balanced for 10,000 nodes as openings that 1,000 accept.
const (
	checkMoves     = 3
	mostCheckNodes = 5000
)

// player plays both sides of one game at a time.
type player struct {
	*Config
	engine  *smp.Engine
	judge   opening.Judge
	root    core.Position // memory for the root of a search
	sampler *sampler      // nil: no values are kept
}

func newPlayer(c *Config) (*player, error) {
	game, samples := c.Game, (*sampler)(nil)
	if c.Sampling.Every > 0 {
		samples = &sampler{Sampling: c.Sampling, inputs: game.FeatureSets[0]}
		if c.Teacher != nil {
			samples.teacher = c.Teacher.New()
		}
		game.Evaluators = sampledFactory{game.Evaluators, samples}
	}
	e := smp.New(game.Engine(nil))
	if err := e.SetHash(c.Hash); err != nil {
		return nil, err
	}
	check := min(checkMoves*c.Nodes, mostCheckNodes)
	return &player{Config: c, engine: e, judge: opening.By(e, core.Limits{SoftNodes: check, Nodes: hardFactor * check}), sampler: samples}, nil
}

func (p *player) close() { p.engine.Close() }

// think searches a position. It is [smp.Engine.Search], but does not allocate.
func (p *player) think(position core.Position) (r core.Result) {
	p.root = position.CloneTo(p.root)
	if p.sampler != nil {
		p.sampler.on = true
		defer func() { p.sampler.on = false }()
	}
	p.engine.Go(p.root, core.Limits{SoftNodes: p.Nodes, Nodes: hardFactor * p.Nodes}, core.Callbacks{Done: func(result core.Result) { r = result }})
	p.engine.Wait()
	return r
}

// play plays the game of that number and returns it with the number of its
// positions that the filter keeps, or of the values that the sampler has kept.
func (p *player) play(ctx context.Context, index uint64) (g *dataset.Game, kept int64, err error) {
	chance := opening.Source(p.Seed, index)
	g = &dataset.Game{Index: index}
	position, err := p.begin(g, chance)
	if err != nil {
		return nil, 0, err
	}
	g.Random = len(g.Moves)
	p.engine.NewGame()
	if p.sampler != nil {
		p.sampler.begin(p.Seed, index)
	}
	j := newJudge(position, p.Game)
	for !j.over() {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		if p.Stray > 0 && chance.IntN(p.Stray) == 0 {
			m := randomMove(position, chance)
			g.Moves = append(g.Moves, m.ID())
			g.Scores = append(g.Scores, core.NoScore)
			position.Do(m, nil)
			j.forget()
			continue
		}
		r := p.think(position)
		if p.Filter.Keep(position, r.Best, r.Score, len(g.Moves)) {
			kept++
		}
		g.Moves = append(g.Moves, r.Best.ID())
		g.Scores = append(g.Scores, r.Score)
		side := position.Side()
		position.Do(r.Best, nil)
		j.see(side, r.Score, len(g.Moves))
	}
	g.Result, g.Ending = j.result, j.ending
	if p.sampler != nil {
		return g, int64(len(p.sampler.kept)), p.sampler.err
	}
	return g, kept, nil
}

// leastStrayed and mostStrayed say how many random plies follow an opening of the file. With
// fewer than two, a file of some hundred openings repeats games.
const leastStrayed, mostStrayed = 2, 4

// begin gives g its opening, and returns the position after it.
func (p *player) begin(g *dataset.Game, chance *rand.Rand) (core.Position, error) {
	if p.Share == 0 || chance.Float64() >= p.Share {
		moves, position, err := p.Game.Opening.Random(p.Game.Start(p.Settings), chance, p.judge)
		g.Moves = appendIDs(g.Moves, moves)
		return position, err
	}
	shape := p.Game.Opening
	shape.MinPlies, shape.MaxPlies = leastStrayed, mostStrayed
	for range opening.Attempts {
		o := p.Openings[chance.IntN(len(p.Openings))]
		_, known, end, err := o.Play(p.Game.Rules, p.Settings)
		if err != nil {
			return nil, err
		}
		if moves, position, ok := shape.Try(end, chance, p.judge); ok {
			g.Start, g.Moves = o.Start, appendIDs(appendIDs(g.Moves, known), moves)
			return position, nil
		}
	}
	return nil, errors.New("no balanced opening was found in the file")
}

func appendIDs(ids []core.MoveID, moves []core.Move) []core.MoveID {
	for _, m := range moves {
		ids = append(ids, m.ID())
	}
	return ids
}

// randomMove returns one of the legal moves.
func randomMove(p core.Position, chance *rand.Rand) core.Move {
	var list core.MoveList
	p.Generate(core.AllMoves, &list)
	return list.Moves[chance.IntN(list.N)]
}

// judge decides when a game is over.
type judge struct {
	position core.Position
	scores   adjudicate.Judge
	settled  bool
	result   int8
	ending   core.Ending
}

func newJudge(p core.Position, g games.Game) *judge {
	return &judge{position: p, scores: adjudicate.Judge{Adjudication: g.SelfPlay}}
}

// see takes the score of a move of side, the ply-th of the game. A proved mate decides the
// game at once: its remaining moves would teach little.
func (j *judge) see(side core.Color, score core.Score, ply int) {
	over, drawn, winner := j.scores.See(side, score, true, ply)
	switch {
	case j.position.Verdict().Over(): // the rules take precedence
	case score.IsWin():
		j.settle(resultFor(side), core.Adjudication)
	case score.IsLoss():
		j.settle(resultFor(side.Other()), core.Adjudication)
	case drawn:
		j.settle(0, core.Adjudication)
	case over:
		j.settle(resultFor(winner), core.Adjudication)
	}
}

// forget makes earlier scores count no more, since a random move was played.
func (j *judge) forget() { j.scores = adjudicate.Judge{Adjudication: j.scores.Adjudication} }

func (j *judge) settle(result int8, e core.Ending) {
	j.settled, j.result, j.ending = true, result, e
}

// over reports whether the game is over; result and ending then say how.
func (j *judge) over() bool {
	if j.settled {
		return true
	}
	v := j.position.Verdict()
	if j.position.Claim() == core.WinningClaim {
		v = core.WinningClaim.Verdict(j.position.Side())
	}
	if !v.Over() {
		return false
	}
	result := int8(0)
	if !v.Drawn {
		result = resultFor(v.Winner)
	}
	j.settle(result, v.Ending)
	return true
}

// resultFor returns the result of a game that c won.
func resultFor(c core.Color) int8 { return 1 - 2*int8(c) }
