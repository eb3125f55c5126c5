package review

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
)

var errNoMove = errors.New("the engine has no move")

// ask asks about a position. One that is won by declaration is asked about as if it were not:
// a line needs a move, and what players miss there is not a mate.
func ask(ctx context.Context, s nitoryu.Searcher, p *nitoryu.Position, l nitoryu.Limits) (nitoryu.Result, error) {
	claim := p.Declared()
	mayDeclare := claim.Drawn || claim.Winner == p.Side()
	if mayDeclare {
		var err error
		if p, err = nitoryu.Open(nitoryu.Setup{Variant: p.Variant(), Position: p.String(), EnteringKing: core.NoEnteringKing}); err != nil {
			return nitoryu.Result{}, err
		}
	}
	search, err := s.Search(ctx, p, l) // not a quiet one, which does not tell when it settled
	if err != nil {
		return nitoryu.Result{}, err
	}
	r, err := search.Result()
	if err != nil {
		return nitoryu.Result{}, err
	}
	r = answer(r)
	if len(r.Lines) == 0 {
		return r, fmt.Errorf("%w in %s", errNoMove, p)
	}
	switch best := &r.Lines[0]; {
	case claim.Drawn:
		best.Score = max(best.Score, nitoryu.Score(core.Draw))
	case mayDeclare && !best.Score.IsWin():
		best.Score = nitoryu.Score(core.TableWinIn(0))
	}
	return r, nil
}

// askWithout asks about a position as if it had not one of its moves, with promotion or without. Programs that do not know how to leave
// moves out answer with that move, or as if it had none left.
func askWithout(ctx context.Context, s nitoryu.Searcher, p *nitoryu.Position, m nitoryu.Move, l nitoryu.Limits) (nitoryu.Result, error) {
	l.Moves = slices.DeleteFunc(p.Legal(), func(other nitoryu.Move) bool { return twins(other, m) })
	if len(l.Moves) == 0 {
		return nitoryu.Result{}, nil
	}
	r, err := ask(ctx, s, p, l)
	if errors.Is(err, errNoMove) {
		err = nil
	}
	return r, err
}

// answer returns what is kept of an answer: lines with moves, of which the first begins with
// the best move, nodes and when that settled. How long it took is not in it, so that it is equal where the
// search was.
func answer(r nitoryu.Result) nitoryu.Result {
	kept := nitoryu.Result{Nodes: r.Nodes, Settled: r.Settled}
	add := func(score nitoryu.Score, depth int, moves []nitoryu.Move) {
		kept.Lines = append(kept.Lines, nitoryu.Line{Rank: len(kept.Lines) + 1, Score: score, Depth: depth, Moves: moves})
	}
	if r.Best != nitoryu.NoMove && (len(r.Lines) == 0 || r.Lines[0].First() != r.Best) {
		add(r.Score, r.Depth, []nitoryu.Move{r.Best}) // programs that change their mind do not tell the line
	}
	for _, l := range r.Lines {
		if first := l.First(); first != nitoryu.NoMove && (len(kept.Lines) == 0 || first != kept.Lines[0].First()) {
			add(l.Score, l.Depth, l.Moves)
		}
	}
	return kept
}

// join returns the best line of an answer, followed by the lines of others that begin with other
// moves.
func join(best, others nitoryu.Result) nitoryu.Result {
	for _, l := range others.Lines {
		if !slices.ContainsFunc(best.Lines, func(known nitoryu.Line) bool { return known.First() == l.First() }) {
			l.Rank = len(best.Lines) + 1
			best.Lines = append(best.Lines, l)
		}
	}
	return best
}

// compare searches after each of the two moves of a doubt about p, by an engine that has forgotten
// everything, and returns the scores there.
func compare(ctx context.Context, s nitoryu.Searcher, p *nitoryu.Position, d Doubt, l nitoryu.Limits) (scores [2]nitoryu.Score, err error) {
	for i, m := range [...]nitoryu.Move{d.Against, d.Played} {
		after := p.Clone()
		if err := after.Play(m); err != nil {
			return scores, err
		}
		over := after.Outcome()
		if !over.Over && after.Variant() == nitoryu.Chess {
			over = after.Claim() // a player claims the draw
		}
		switch {
		case over.Drawn:
		case over.Over:
			scores[i] = nitoryu.Score(core.LossIn(0))
			if over.Winner == after.Side() {
				scores[i] = nitoryu.Score(core.WinIn(0))
			}
		default:
			if err := s.NewGame(ctx); err != nil {
				return scores, err
			}
			r, err := ask(ctx, s, after, l)
			if err != nil {
				return scores, err
			}
			scores[i] = r.Lines[0].Score
		}
	}
	return scores, nil
}
