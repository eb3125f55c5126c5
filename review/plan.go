package review

import (
	"context"
	"iter"
	"slices"
	"sync"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

// blockSize is the number of positions of a block: enough for the table of an engine to
// help with most of them, and few enough to lose little by an interruption.
const blockSize = 8

// Memory keeps what was thought about the positions of a game, so that a review that was
// interrupted can be continued. Rounds and positions are counted from 0. Its methods may be
// called from any goroutine.
type Memory interface {
	// Recall returns what was kept of a position in a round. What makes no sense there is not used.
	Recall(round, position int) (t Thought, known bool)
	// Keep keeps a thought. An error ends the review.
	Keep(round, position int, t Thought) error
}

// Thought is what was found about a position: an answer, or a comparison of two moves.
type Thought struct {
	Answer   nitoryu.Result
	Compared Comparison // the zero value: it is an answer
}

// Plan is a review in parts, for those who have several engines or many games. What is found
// depends neither on the number of engines nor on interruptions: a [Block] is searched as a
// whole, by an engine that has forgotten everything before.
//
//	for {
//		blocks, err := plan.Next()
//		...
//		if len(blocks) == 0 {
//			return plan.Judge(ctx)
//		}
//		... // call Think of each block, in any order, several at once
//	}
type Plan struct {
	game     *nitoryu.Game
	options  Options
	round    int // that was planned last
	thoughts Thoughts

	mu       sync.Mutex // guards progress, and calls of Options.Progress
	progress Progress
}

// NewPlan returns the plan of a review. The error is about a move that is not legal.
func NewPlan(g *nitoryu.Game, o Options) (*Plan, error) {
	n, err := Positions(g.Record())
	if err != nil {
		return nil, err
	}
	if o.Standard.Results == nil {
		o.Standard = OwnStandardOf(string(g.Variant()))
	}
	return &Plan{game: g, options: o, round: -1, thoughts: NewThoughts(n)}, nil
}

// Progress returns how far the review is. It may be called from any goroutine.
func (p *Plan) Progress() Progress {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.progress
}

// Next returns the blocks of another round, when all of the last one are done: positions that
// were not searched yet, or on which verdicts depend. The last block of the game is the first.
// What the memory knows of them is filled in. Without blocks, nothing is left to think about.
func (p *Plan) Next() ([]*Block, error) {
	for {
		p.round++
		doubts, err := p.doubts()
		if err != nil || len(doubts) == 0 {
			return nil, err
		}
		if blocks := p.cut(doubts); len(blocks) > 0 {
			return blocks, nil
		}
	}
}

// doubts returns what there is to think about in a round, in the order of the game.
func (p *Plan) doubts() (all []Doubt, err error) {
	if p.round > 0 {
		if p.options.Quality.Deeper() == 0 {
			return nil, nil
		}
		return p.options.Standard.Doubts(p.game.Record(), p.thoughts)
	}
	n := len(p.thoughts.Answers)
	for at := p.options.Begin(n); at < n; at++ {
		all = append(all, Doubt{Position: at, Others: true})
	}
	return all, nil
}

// cut cuts the doubts of a round into blocks, and takes what the memory knows of whole ones.
func (p *Plan) cut(doubts []Doubt) (blocks []*Block) {
	had := p.recall(doubts)
	all, known := len(doubts), 0
	for len(doubts) > 0 {
		begin := len(doubts) - 1
		for first := doubts[begin].Position / blockSize; begin > 0 && doubts[begin-1].Position/blockSize == first; begin-- {
		}
		part := doubts[begin:]
		doubts = doubts[:begin]
		if slices.ContainsFunc(part, func(d Doubt) bool { _, known := had[d]; return !known }) {
			blocks = append(blocks, &Block{p, part})
			continue
		}
		known += len(part)
		for _, d := range part {
			p.take(d, had[d])
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.progress.Total += all
	if p.round > 0 {
		p.progress.Again += all
	}
	p.progress.Done += known
	p.progress.Known += known
	return blocks
}

// recall returns what the memory knows about doubts of this round.
func (p *Plan) recall(doubts []Doubt) map[Doubt]Thought {
	had := map[Doubt]Thought{}
	if p.options.Memory == nil {
		return had
	}
	var answered []Doubt
	for _, d := range doubts {
		t, known := p.options.Memory.Recall(p.round, d.Position)
		if c := t.Compared; !known || c.Best != d.Against || c.Played != d.Played || !exists(c.Scores[0]) || !exists(c.Scores[1]) {
			continue
		}
		if had[d] = t; d.Against == nitoryu.NoMove {
			answered = append(answered, d)
		}
	}
	for i, at := range positionsOf(p.game, answered) {
		if d := answered[i]; !sensible(at, had[d].Answer) {
			delete(had, d)
		}
	}
	return had
}

// sensible reports whether an answer about p has lines that can be played, with scores that there are.
func sensible(p *nitoryu.Position, r nitoryu.Result) bool {
	for _, l := range r.Lines {
		if !exists(l.Score) || l.Depth < 0 || len(l.Moves) == 0 || p.Clone().Play(l.Moves...) != nil {
			return false
		}
	}
	return len(r.Lines) > 0
}

// exists reports whether a search can have this score.
func exists(s nitoryu.Score) bool { return core.Score(s) >= -core.Mate && core.Score(s) <= core.Mate }

// take takes a thought. No two engines think about the same position of a game.
func (p *Plan) take(d Doubt, t Thought) {
	if d.Against != nitoryu.NoMove {
		t.Compared.Times = d.Times + 1
		p.thoughts.Compared[d.Position] = t.Compared
		return
	}
	p.thoughts.Answers[d.Position] = t.Answer
	p.thoughts.Times[d.Position]++
	if d.Others {
		p.thoughts.Others[d.Position]++
	}
}

// step notes that one more position is done.
func (p *Plan) step() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.progress.Done++; p.options.Progress != nil {
		p.options.Progress(p.progress)
	}
}

// Judge judges the game, when nothing is left to think about. The error names a move that is not legal,
// is [ErrIncomplete], or comes from the context.
func (p *Plan) Judge(ctx context.Context) (*Game, error) {
	r, err := Judge(p.game.Record(), p.thoughts, p.options.Standard)
	if err != nil {
		return nil, err
	}
	of, err := games.ByName(string(p.game.Variant()))
	if err != nil {
		return nil, err
	}
	for side, unjudged := range p.options.Unjudged {
		if unjudged {
			r.Only(core.Color(side).Other())
		}
	}
	if of.Tsume {
		s := solvers{ctx: ctx, checksOnly: true}
		defer s.yielder.End()
		err = r.prove(mating{Prove: s.prover(MateNodes), Quick: s.prover(quickNodes), Shortest: s.solver()})
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return r, err
}

// Block is a part of a game that one searcher looks at in a row.
type Block struct {
	plan   *Plan
	doubts []Doubt
}

// Think lets a searcher think about the block, from its last position back: what an engine learns
// there helps with those before. Other lines are looked for when all best ones are known, in a later round first
// the second best one by itself, and those that are only shown last, so that nothing depends on how many are wanted.
func (b *Block) Think(ctx context.Context, s nitoryu.Searcher) error {
	if err := s.NewGame(ctx); err != nil {
		return err
	}
	p, times := b.plan, uint64(1)
	if p.round > 0 {
		times = p.options.Quality.Deeper()
	}
	searches := p.options.searches(times)
	positions := make([]*nitoryu.Position, len(b.doubts))
	for i, at := range positionsOf(p.game, b.doubts) {
		positions[i] = at.Clone()
	}
	found := make([]Thought, len(b.doubts))
	for i, d := range slices.Backward(b.doubts) {
		var err error
		if d.Against != nitoryu.NoMove {
			found[i].Compared = Comparison{Best: d.Against, Played: d.Played}
			found[i].Compared.Scores, err = compare(ctx, s, positions[i], d, p.options.compared(d.Times))
		} else {
			found[i].Answer, err = ask(ctx, s, positions[i], searches.best)
		}
		if err != nil {
			return err
		}
		p.step()
	}
	if p.round > 0 {
		for i, d := range slices.Backward(b.doubts) {
			if !d.Others {
				continue
			}
			without, err := askWithout(ctx, s, positions[i], found[i].Answer.Lines[0].First(), searches.best)
			if err != nil {
				return err
			}
			if found[i].Answer = join(found[i].Answer, without); len(found[i].Answer.Lines) > 1 {
				found[i].Answer = join(found[i].Answer, p.thoughts.Answers[d.Position])
			}
		}
	}
	for _, limits := range []nitoryu.Limits{searches.others, searches.more} {
		for i, d := range slices.Backward(b.doubts) {
			if !d.Others || limits.Lines <= len(found[i].Answer.Lines) {
				continue
			}
			others, err := ask(ctx, s, positions[i], limits)
			if err != nil {
				return err
			}
			found[i].Answer = join(found[i].Answer, others)
		}
	}
	for i, d := range slices.Backward(b.doubts) {
		if d.Against == nitoryu.NoMove {
			found[i].Answer = join(found[i].Answer, p.thoughts.Answers[d.Position])
		}
		if p.options.Memory != nil {
			if err := p.options.Memory.Keep(p.round, d.Position, found[i]); err != nil {
				return err
			}
		}
		p.take(d, found[i])
	}
	return nil
}

// positionsOf yields the positions of doubts in a game, which are in their order, each with
// its place among the doubts. It is valid until the next one: of long games, each of which has all moves
// before it, only a few fit into the memory.
func positionsOf(g *nitoryu.Game, doubts []Doubt) iter.Seq2[int, *nitoryu.Position] {
	return func(yield func(int, *nitoryu.Position) bool) {
		at, next := 0, 0
		for p := range g.Positions() {
			for ; next < len(doubts) && doubts[next].Position == at; next++ {
				if !yield(next, p) {
					return
				}
			}
			if next == len(doubts) {
				return
			}
			at++
		}
	}
}
