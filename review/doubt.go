package review

import (
	"cmp"
	"math"
	"slices"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
)

const (
	// doubtful is the part of the loss of an inaccuracy from which on a move might be one.
	doubtful = 0.6
	// mostDoubts is the part of the positions that are searched again at most.
	mostDoubts = 0.8
	// Moves that lose less than this part of an inaccuracy are good, and those that lose more than
	// this many times a blunder are bad, whatever a comparison says.
	close, clear = 0.4, 1.5
)

// Doubt is a position to be searched again, longer.
type Doubt struct {
	Position int
	Others   bool // the second best move matters, too
	// Against is a move that the one that was played is to be compared with, by a search after each;
	// NoMove: the position is to be searched.
	Against, Played nitoryu.Move
	Times           int // that they were compared before
}

// Doubts returns the positions on which verdicts depend and which were searched only once: before
// and after moves that seem bad, jumps of the chances and moves that seem the only ones, and beside
// bad ones. They are in the order of the game, and the most doubtful of a game if they were too many.
// If there are none, it returns the moves to compare with better ones: moves of which it
// is not clear how bad they are, and once more moves of which it is still not clear whether they are
// bad, or that seemed much better or worse before. It is to be asked again with what was found, until
// there are none.
func (s Standard) Doubts(g *record.Game, t Thoughts) ([]Doubt, error) {
	r, err := assess(g, t, s)
	if err != nil || len(r.Moves) == 0 {
		return nil, err
	}
	if doubts := s.searches(r, t); len(doubts) > 0 {
		return doubts, nil
	}
	return s.comparisons(r), nil
}

// searches returns the positions that are to be searched again.
func (s Standard) searches(r *Game, t Thoughts) []Doubt {
	answers, times := t.Answers, t.Times
	weights := make([]float64, len(answers))
	others := make([]bool, len(answers))
	doubt := func(i int, weight float64) {
		if i >= 0 && i < len(answers) && times[i] == 1 {
			weights[i] = max(weights[i], weight)
		}
	}
	previous := &Move{}
	for i := range r.Moves {
		m := &r.Moves[i]
		if jump := math.Abs(r.Chances[i] - r.Chances[i+1]); jump >= doubtful*s.Inaccuracy {
			doubt(m.Ply, jump)
			doubt(m.Ply+1, jump)
		}
		if m.Judgement.Bad() {
			doubt(m.Ply-1, m.Loss/2)
			doubt(m.Ply+2, m.Loss/2)
		}
		if second, ok := secondBest(m); ok && m.Judgement == Best && !recaptures(previous, m) {
			if gap := s.Chance(m.Before.Lines[0].Score) - s.Chance(second); gap >= s.Mistake && times[m.Ply] == 1 {
				doubt(m.Ply, gap/2)
				others[m.Ply] = true
			}
		}
		previous = m
	}
	return mostDoubtful(weights, others, times)
}

// comparisons returns the moves that are to be compared with better ones.
func (s Standard) comparisons(r *Game) (all []Doubt) {
	for i := range r.Moves {
		m := &r.Moves[i]
		if m.Passes() || m.Judgement == Forced || m.Judgement == Best {
			continue
		}
		drop, again := r.drop(i), false
		switch m.compared.Times {
		case 0:
			again = drop >= close*s.Inaccuracy && drop <= clear*s.Blunder
		case 1:
			border := m.Loss >= doubtful*s.Inaccuracy && m.Loss <= s.Inaccuracy/doubtful
			again = border || math.Abs(drop-m.Loss) >= s.Inaccuracy
		}
		if again {
			all = append(all, Doubt{Position: m.Ply, Against: bestMove(&m.Before), Played: m.Played, Times: m.compared.Times})
		}
	}
	return all
}

// mostDoubtful returns the positions with weights, as many as may be searched again.
func mostDoubtful(weights []float64, others []bool, times []int) (all []Doubt) {
	room, searched := 0, 0
	for i, n := range times {
		if weights[i] > 0 {
			all = append(all, Doubt{Position: i, Others: others[i]})
		}
		room, searched = room+min(n, 1), searched+max(n-1, 0)
	}
	slices.SortStableFunc(all, func(a, b Doubt) int { return cmp.Compare(weights[b.Position], weights[a.Position]) })
	all = all[:max(0, min(len(all), int(mostDoubts*float64(room))-searched))]
	slices.SortFunc(all, func(a, b Doubt) int { return cmp.Compare(a.Position, b.Position) })
	return all
}

// settle returns the answers, corrected by those that know more: if the move that was played is
// better than a shorter search thought the best one was, it is the best one.
func settle(g *record.Game, answers []nitoryu.Result) ([]nitoryu.Result, error) {
	const more = 2 // times as many nodes
	answers = slices.Clone(answers)
	moves := make([]nitoryu.Move, 0, len(answers))
	err := g.Replay(func(p core.Position, n *record.Node) bool {
		played := nitoryu.NoMove
		if m := p.ValidateMove(n.Move.ID()); m != core.NoMove && n.Move != core.NullMove {
			played = nitoryu.Move(p.FormatMove(m))
		}
		moves = append(moves, played)
		return true
	})
	if err != nil {
		return nil, err
	}
	known := uint64(0) // nodes behind what is thought of the position after
	for i := len(answers) - 1; i >= 0; i-- {
		a := &answers[i]
		if i+1 < len(answers) && i < len(moves) && moves[i] != nitoryu.NoMove && len(a.Lines) > 0 && known/more >= a.Nodes && a.Nodes > 0 {
			if next := answers[i+1].Lines[0]; before(next.Score) > a.Lines[0].Score {
				a.Lines = playedBest(moves[i], next, a.Lines)
				continue
			}
		}
		switch known = a.Nodes; {
		case len(a.Lines) == 0:
			known = 0
		case a.Lines[0].Score.IsWin() || a.Lines[0].Score.IsLoss():
			known = math.MaxUint64 // a proof takes no more
		}
	}
	return answers, nil
}

// playedBest returns lines with the played move's in front; next is the best line after it.
func playedBest(played nitoryu.Move, next nitoryu.Line, lines []nitoryu.Line) []nitoryu.Line {
	all := []nitoryu.Line{{Rank: 1, Score: before(next.Score), Depth: next.Depth + 1, Moves: append([]nitoryu.Move{played}, next.Moves...)}}
	for _, l := range lines {
		if l.First() != played {
			l.Rank = len(all) + 1
			all = append(all, l)
		}
	}
	return all
}

// before returns a score as the opponent sees it, a ply earlier.
func before(s nitoryu.Score) nitoryu.Score {
	switch {
	case s.IsWin():
		return 1 - s
	case s.IsLoss():
		return -s - 1
	}
	return -s
}
