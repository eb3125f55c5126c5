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
	// unexplained is how far the chances may fall where no move is at fault.
	unexplained = 20
	// close is the part of the loss of an inaccuracy below which a move is good, whatever a comparison says.
	close = 0.4
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
func (s *Standard) searches(r *Game, t Thoughts) []Doubt {
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
			if jump >= unexplained && !m.Judgement.Bad() {
				jump += 100 // before all others
			}
			doubt(m.Ply, jump)
			doubt(m.Ply+1, jump)
		}
		if m.Judgement.Bad() {
			doubt(m.Ply-1, m.Loss/2)
			doubt(m.Ply+2, m.Loss/2)
		}
		if chance, other, ok := s.choice(m); ok && m.Judgement == Best && !recaptures(previous, m) {
			if gap := chance - other; gap >= s.Mistake && !t.confirmed(m.Ply) {
				weights[m.Ply], others[m.Ply] = max(weights[m.Ply], gap/2), true
			}
		}
		previous = m
	}
	return mostDoubtful(weights, others, times)
}

// comparisons returns the moves that are to be compared with better ones.
func (s *Standard) comparisons(r *Game) (all []Doubt) {
	for i := range r.Moves {
		m := &r.Moves[i]
		if m.Passes() || m.Judgement <= Best || r.certain(i) {
			continue
		}
		again := false
		switch m.compared.Times {
		case 0:
			again = m.Loss >= close*s.Inaccuracy
		case 1:
			border := m.Loss >= doubtful*s.Inaccuracy && m.Loss <= s.Inaccuracy/doubtful
			again = border || math.Abs(m.seemed-m.Loss) >= s.Inaccuracy
		}
		if again {
			all = append(all, Doubt{Position: m.Ply, Against: bestMove(&m.Before), Played: m.Played, Times: m.compared.Times})
		}
	}
	return all
}

// certain reports whether the i-th move missed a forced mate, or allowed one: a comparison would say no more.
func (r *Game) certain(i int) bool {
	next := r.next(i)
	return proven(r.Moves[i].Before.Lines[0].Score) || len(next.Lines) > 0 && proven(next.Lines[0].Score)
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

// step is a move of the main line, as [Standard.settle] looks at it.
type step struct {
	played nitoryu.Move // NoMove: the turn was passed
	forced bool         // no other one was legal
	again  bool         // the position before it was searched more than once
	phase  int          // of the position before it
	// What it gave away, if the move was compared: before its answer was corrected, and by the comparison (infinite: it
	// was not).
	seemed, lost float64
}

// steps returns the moves of the main line, and one without a move for its last position.
func (s *Standard) steps(g *record.Game) (all []step, err error) {
	var last core.Position
	err = g.Replay(func(p core.Position, n *record.Node) bool {
		var legal core.MoveList
		p.Generate(core.AllMoves, &legal)
		one := step{forced: legal.N == 1, phase: s.Results.PhaseOf(p), lost: math.Inf(1)}
		if m := p.ValidateMove(n.Move.ID()); m != core.NoMove && n.Move != core.NullMove {
			one.played = nitoryu.Move(p.FormatMove(m))
		}
		all, last = append(all, one), p
		return true
	})
	if last == nil && err == nil {
		last, err = g.Position()
	}
	if err == nil {
		all = append(all, step{phase: s.Results.PhaseOf(last)}) // Replay has played its moves
	}
	return all, err
}

// settle returns the answers, from the last one back corrected by those that know more, so that the
// chances fall where a move gives something away and nowhere else: see [Standard.learn].
func (s *Standard) settle(steps []step, t Thoughts) []nitoryu.Result {
	answers := slices.Clone(t.Answers)
	known := uint64(0) // nodes behind what is thought of the position after
	for i := len(answers) - 1; i >= 0; i-- {
		a := &answers[i]
		if i < len(steps) && i < len(t.Times) {
			steps[i].again = t.Times[i] > 1
		}
		if i+1 < min(len(answers), len(steps)) && len(answers[i+1].Lines) > 0 && len(a.Lines) > 0 && steps[i].played != nitoryu.NoMove &&
			s.learn(a, &answers[i+1], known, &steps[i], steps[i+1].phase, t.comparison(i)) {
			continue
		}
		switch known = a.Nodes; {
		case len(a.Lines) == 0:
			known = 0
		case proven(a.Lines[0].Score):
			known = math.MaxUint64 // a proof takes no more
		}
	}
	return answers
}

// proven reports whether a score is a forced win or loss.
func proven(s nitoryu.Score) bool { return s.IsWin() || s.IsLoss() }

// learn corrects a, the answer about the position before a move, by next, the answer after it with known
// nodes, and reports whether it did:
//
//   - where two moves were compared, the chances before become the chances after plus what the move lost, beside
//     a good one up to an inaccuracy nearer to what the comparison said;
//   - if the best move was played, and the chances still differ far after a second search, the chances before
//     become the chances after, unless another move is better then, which has to be compared;
//   - if the move is better than the best one seemed, it becomes the best one.
//
// Smaller differences stay: otherwise an opinion of the end would spread back to the beginning.
func (s *Standard) learn(a, next *nitoryu.Result, known uint64, m *step, phase int, c Comparison) bool {
	const more = 2 // times as many nodes
	after, best := next.Lines[0], a.Lines[0]
	chance, came := s.Chance(best.Score, m.phase), 100-s.Chance(after.Score, phase)
	change := came - chance
	far := math.Abs(change) >= unexplained && (m.again && known >= a.Nodes || proven(after.Score))
	compared := c.Times > 0 && c.Played == m.played
	switch {
	case compared && c.Best == best.First() && c.Best != m.played:
		m.seemed = -change
		if proven(best.Score) {
			return false
		}
		m.lost = c.loss(*s, phase)
		then := came + m.lost
		if m.lost < s.Inaccuracy { // what is only known later would spread from good move to good move to the beginning
			known := 100 - s.Chance(c.Scores[1], phase) // by the comparison
			then += max(-s.Inaccuracy, min(s.Inaccuracy-m.lost, known-came))
		}
		a.Lines = slices.Clone(a.Lines)
		a.Lines[0].Score = nitoryu.Score(s.Results.Score(min(99, max(1, then)), m.phase))
		return true
	case m.played == best.First() || m.forced:
		if !far || proven(best.Score) && !proven(after.Score) {
			return false
		}
		a.Lines = playedBest(m.played, after, a.Lines)
		if len(a.Lines) > 1 && !m.forced {
			other := a.Lines[1]
			refuted := compared && c.Best == other.First() && c.loss(*s, phase) < s.Inaccuracy
			if s.Chance(other.Score, m.phase)-came >= s.Inaccuracy && !refuted {
				a.Lines[0], a.Lines[1] = a.Lines[1], a.Lines[0]
				a.Lines[0].Rank, a.Lines[1].Rank = 1, 2
				return s.learn(a, next, known, m, phase, c)
			}
		}
		return true
	case before(after.Score) > best.Score && (far || known/more >= a.Nodes && a.Nodes > 0):
		a.Lines = playedBest(m.played, after, a.Lines)
		return true
	}
	return false
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
