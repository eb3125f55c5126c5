package review

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
)

// Game is a game that was judged.
type Game struct {
	Record *record.Game
	Moves  []Move // from the first position on that was thought about
	// Last is what the engine thinks of the final position; no lines if the game is over
	// there by the rules.
	Last    nitoryu.Result
	Players [2]Player
	// Chances are First's before each move and at the end, in percent of the
	// points; one more than there are moves.
	Chances []float64
	// Turns are the moves that changed the chances most, at most three, in the order
	// in which they were played.
	Turns []int
	// Begins has how many half moves of the record each phase begins after; -1: the game
	// did not come to it.
	Begins   [Phases]int
	standard Standard // by which it was judged
}

// Move is a move that was judged.
type Move struct {
	Ply       int // half moves before it in the game, from 0
	Side      core.Color
	Move      core.Move
	Played    nitoryu.Move   // the same, in the notation of the protocols
	Before    nitoryu.Result // what the engine thinks of the position before it
	Loss      float64        // what it gave away, in percent of the points; at least 0
	Accuracy  float64        // 0 to 100
	Judgement Judgement
	Praise    Praise
	Sharpness float64 // of the position before it, see [Standard.Sharpness]; negative: not known
	MissedWin bool    // the game was won before it, and is not after it
	// MissedMate are the plies of a short mate that another move would have forced, 0: there was none. The
	// move need not be a bad one.
	MissedMate int
	Spent      record.Time // as the record tells
	Clock      record.Time
	Reasons    []Reason // why a bad move is one; see [Explain]
	compared   Comparison
	phase      int // of the position before it, for [Standard.Chance]
	// What it gave away, if it was compared: by the searches before and after it, and by the comparison.
	seemed, lost float64
	found        []nitoryu.Line // of the position before it, without what is known later
}

// Telling reports whether there is more to say of the move than its name: it is bad, or misses a mate.
func (m *Move) Telling() bool { return m.Judgement.Bad() || m.MissedMate > 0 }

// Sign returns the sign that stands behind the move: of its praise or of its judgement, "" for none.
func (m *Move) Sign() string { return m.Praise.Sign() + m.Judgement.Sign() }

// Passes reports whether the player passed, which is not judged.
func (m *Move) Passes() bool { return m.Move == core.NullMove }

// Better returns the line that was better than a bad move: a mate that was missed, or else
// the best line of the engine. p is the position before the move.
func (m *Move) Better(p core.Position) []core.Move {
	for i := range m.Reasons {
		if r := &m.Reasons[i]; r.Missed && r.Fact.mates() && len(r.Line) > 0 {
			return r.Line
		}
	}
	return bestLine(p, &m.Before)
}

// Player is what one side made of the game.
type Player struct {
	Name    string
	Rating  int // 0: unknown
	Moves   int // that were judged, forced ones included
	Count   [Blunder + 1]int
	Praised [Praises]int
	// MissedWins are the bad moves before which the game was won, and after which it was not.
	MissedWins  int
	MissedMates int     // moves that missed a short mate
	Accuracy    float64 // 0 to 100
	Phases      [Phases]Part
	Loss        float64 // mean of the losses of its moves, in percent of the points
	Spent       time.Duration
}

// Agreement returns how many percent of the moves, but forced ones and theory, were the engine's own
// choice, and whether there were any such moves.
func (p *Player) Agreement() (percent float64, ok bool) {
	free := p.Moves - p.Count[Forced] - p.Count[Theory]
	if free <= 0 {
		return 0, false
	}
	return 100 * float64(p.Count[Best]) / float64(free), true
}

// Part is what a player made of a phase.
type Part struct {
	Moves    int     // that were judged
	Accuracy float64 // 0 to 100, of those moves
}

// ErrIncomplete says that a position has no answer.
var ErrIncomplete = errors.New("positions are missing")

// Judge judges the moves of a game by the thoughts of an engine about it. The error is about moves
// that are not legal, or ErrIncomplete.
func Judge(g *record.Game, t Thoughts, s Standard) (*Game, error) {
	r, err := assess(g, t, s)
	if err != nil {
		return nil, err
	}
	r.turn()
	return r, errors.Join(r.divide(s), r.explain(s))
}

// assess finds what the moves gave away.
func assess(g *record.Game, t Thoughts, s Standard) (*Game, error) {
	r := &Game{Record: g, standard: s}
	p, err := g.Position()
	if err != nil {
		return nil, err
	}
	steps, err := s.steps(g)
	if err != nil {
		return nil, err
	}
	answers := s.settle(steps, t)
	side, verdict := p.Side(), p.Verdict()
	usual := s.Theory != nil && p.Plies() == 0 && s.Theory(p) // it begins as games do
	begin := max(0, slices.IndexFunc(answers, func(r nitoryu.Result) bool { return bestMove(&r) != nitoryu.NoMove }))
	i := -1
	err = g.Replay(func(p core.Position, n *record.Node) bool {
		if i++; i < begin {
			side, verdict = after(p, n.Move)
			return true
		}
		if i >= len(answers) || bestMove(&answers[i]) == nitoryu.NoMove {
			return false
		}
		var legal core.MoveList
		p.Generate(core.AllMoves, &legal)
		m := Move{Ply: i, Side: p.Side(), Move: n.Move, Before: answers[i], Spent: n.Spent, Clock: n.Clock, phase: steps[i].phase, seemed: steps[i].seemed, lost: steps[i].lost, found: t.Answers[i].Lines}
		if !m.Passes() {
			m.Move = p.ValidateMove(n.Move.ID())
		}
		m.Played = nitoryu.Move(p.FormatMove(m.Move))
		switch {
		case m.Passes():
		case legal.N == 1:
			m.Judgement = Forced
		case usual && s.known(p, m.Move):
			m.Judgement = Theory
		case m.Played == bestMove(&m.Before):
			m.Judgement = Best
		default:
			if c := t.comparison(i); c.Best == bestMove(&m.Before) && c.Played == m.Played {
				m.compared = c
			}
		}
		r.Moves = append(r.Moves, m)
		r.Chances = append(r.Chances, ofFirst(m.Side, s.Chance(m.Before.Lines[0].Score, m.phase)))
		side, verdict = after(p, m.Move)
		return true
	})
	if err != nil {
		return nil, err
	}
	done := begin + len(r.Moves)
	if want := len(g.Moves()); done < want {
		return nil, fmt.Errorf("%w: there are answers about the first %d of %d", ErrIncomplete, done, want)
	}
	if len(answers) > done {
		r.Last = answers[done]
	}
	switch {
	case verdict.Over() && verdict.Drawn:
		r.Chances = append(r.Chances, 50)
	case verdict.Over():
		r.Chances = append(r.Chances, ofFirst(verdict.Winner, 100))
	case len(r.Last.Lines) == 0:
		return nil, fmt.Errorf("%w: there is no answer about the last one", ErrIncomplete)
	default:
		r.Chances = append(r.Chances, ofFirst(side, s.Chance(r.Last.Lines[0].Score, steps[done].phase)))
	}
	r.judge(s)
	r.sum()
	return r, nil
}

// known reports whether a move of p leads to a position of known openings, whatever the order of the moves was.
func (s *Standard) known(p core.Position, m core.Move) bool {
	p.Do(m, nil)
	defer p.Undo()
	return s.Theory(p)
}

// after returns whose turn it is after a move of p, and whether the game is over then.
func after(p core.Position, m core.Move) (core.Color, core.Verdict) {
	m = record.Play(p, m)
	defer record.TakeBack(p, m)
	return p.Side(), p.Verdict()
}

// explain fills in why moves were bad, and which were more than good.
func (r *Game) explain(s Standard) error {
	previous := &Move{}
	return r.each(func(p core.Position, _, _ *record.Node, m *Move, after *nitoryu.Result) {
		m.Reasons = Explain(p, m, after, s)
		m.Sharpness = s.sharpness(&m.Before, m.phase)
		if m.Praise = s.praise(p, previous, m); m.Praise != NoPraise {
			r.Players[m.Side&1].Praised[m.Praise]++
		}
		if m.MissedWin {
			r.Players[m.Side&1].MissedWins++
		}
		if m.MissedMate > 0 {
			r.Players[m.Side&1].MissedMates++
		}
		previous = m
	})
}

// Each calls visit for each judged move with the position before it, which visit may
// play on if it takes its moves back. The error is about moves that are not legal.
func (r *Game) Each(visit func(p core.Position, m *Move)) error {
	return r.each(func(p core.Position, _, _ *record.Node, m *Move, _ *nitoryu.Result) { visit(p, m) })
}

// each calls visit for each judged move with the position before it, its node and
// the one before, and what the engine thinks of the position after it.
func (r *Game) each(visit func(p core.Position, parent, n *record.Node, m *Move, after *nitoryu.Result)) error {
	parent, ply, i := r.Record.Root, 0, 0
	return r.Record.Replay(func(p core.Position, n *record.Node) bool {
		if i == len(r.Moves) {
			return false
		}
		if m := &r.Moves[i]; m.Ply == ply {
			after := &r.Last
			if i++; i < len(r.Moves) {
				after = &r.Moves[i].Before
			}
			visit(p, parent, n, m, after)
		}
		ply++
		parent = n
		return true
	})
}

// Only forgets what was found about the moves of the other side, whose chances stay. Turns that are left are
// turns of side.
func (r *Game) Only(side core.Color) {
	other := &r.Players[side.Other()&1]
	*other = Player{Name: other.Name, Rating: other.Rating}
	for i := range r.Moves {
		if m := &r.Moves[i]; m.Side != side {
			m.Judgement, m.Praise, m.MissedWin, m.MissedMate, m.Loss, m.Accuracy, m.Reasons = Unjudged, NoPraise, false, 0, 0, 0, nil
		}
	}
	r.turn()
}

// Keep forgets all but the given number of best lines of each position.
func (r *Game) Keep(lines int) {
	cut := func(t *nitoryu.Result) { t.Lines = t.Lines[:min(lines, len(t.Lines))] }
	for i := range r.Moves {
		cut(&r.Moves[i].Before)
	}
	cut(&r.Last)
}

// ofFirst returns the chance of First where side has the given one.
func ofFirst(side core.Color, chance float64) float64 {
	if side == core.First {
		return chance
	}
	return 100 - chance
}

// drop returns what the i-th move gives away by the chances before and after it.
func (r *Game) drop(i int) float64 {
	side := r.Moves[i].Side
	return max(0, ofFirst(side, r.Chances[i])-ofFirst(side, r.Chances[i+1]))
}

// next returns what the engine thinks of the position after the i-th move.
func (r *Game) next(i int) *nitoryu.Result {
	if i+1 < len(r.Moves) {
		return &r.Moves[i+1].Before
	}
	return &r.Last
}

// stays reports whether the game stays won or lost with the i-th move, which puts a mate off or allows one: who
// wins anyway loses nothing by winning later.
func (r *Game) stays(i int) bool {
	m, next := &r.Moves[i], r.next(i)
	before, after := ofFirst(m.Side, r.Chances[i]), ofFirst(m.Side, r.Chances[i+1])
	return mates(&m.Before) > 0 && after >= winning || mates(next) > 0 && before <= 100-winning
}

// missedMate returns the plies of the mate that the i-th move missed, 0 if it missed none that is short, or
// mates nearly as soon.
func (r *Game) missedMate(i int) int {
	const short, longer = 9, 4 // plies
	m := &r.Moves[i]
	plies := mates(&m.Before)
	if plies == 0 || plies > short || m.Judgement <= Best {
		return 0
	}
	if next := r.next(i); len(next.Lines) == 0 {
		return 0 // the game is over
	} else if after, mated := next.Lines[0].Score.Mate(); mated && after <= 0 && 1-after < plies+longer {
		return 0
	}
	return plies
}

// walksIntoMate reports whether the i-th move is answered by a mate in one, where no mate was forced before.
func (r *Game) walksIntoMate(i int) bool {
	next := r.next(i)
	plies, _ := r.Moves[i].Before.Lines[0].Score.Mate()
	return mates(next) == 1 && plies >= 0
}

// judge fills in what the moves gave away.
func (r *Game) judge(s Standard) {
	for i := range r.Moves {
		m := &r.Moves[i]
		if m.Passes() {
			continue
		}
		if m.Judgement == Theory && r.drop(i) >= 2*s.Blunder {
			if m.Judgement = Unjudged; m.Played == bestMove(&m.Before) {
				m.Judgement = Best // tables have traps, too
			}
		}
		if m.Judgement == Unjudged {
			m.Loss = min(r.drop(i), m.lost) // the chances may drift
			if r.stays(i) {
				m.Loss = 0
			}
			m.Judgement = s.judge(m.Loss)
			if r.walksIntoMate(i) {
				m.Judgement = Blunder
			}
		}
		m.MissedWin = m.Judgement.Bad() && ofFirst(m.Side, r.Chances[i]) >= winning && ofFirst(m.Side, r.Chances[i+1]) < keeping
		m.MissedMate = r.missedMate(i)
		m.Accuracy = Accuracy(m.Loss)
	}
}

// sum fills in what is known of the players.
func (r *Game) sum() {
	weights := stakes(r.Chances)
	for c := range r.Players {
		side, p := core.Color(c), &r.Players[c]
		p.Name = r.Record.Player(side)
		p.Rating, _ = r.Record.Rating(side)
		for i := range r.Moves {
			m := &r.Moves[i]
			if m.Side != side || m.Passes() {
				continue
			}
			p.Count[m.Judgement]++
			p.Loss += m.Loss
			p.Spent += m.Spent.Duration
		}
		whole := r.part(side, weights, func(*Move) bool { return true })
		p.Moves, p.Accuracy = whole.Moves, whole.Accuracy
		p.Loss /= float64(max(1, p.Moves))
	}
}

// part returns what a side made of the moves that count.
func (r *Game) part(side core.Color, weights []float64, counts func(*Move) bool) Part {
	var accuracies, own []float64
	for i := range r.Moves {
		if m := &r.Moves[i]; m.Side == side && !m.Passes() && counts(m) {
			accuracies, own = append(accuracies, m.Accuracy), append(own, weights[i])
		}
	}
	return Part{len(accuracies), overall(accuracies, own)}
}

// turn finds the moves that changed the chances most.
func (r *Game) turn() {
	const most = 3
	r.Turns = nil
	for i, m := range r.Moves {
		if m.Judgement.Bad() {
			r.Turns = append(r.Turns, i)
		}
	}
	slices.SortStableFunc(r.Turns, func(a, b int) int { return cmp.Compare(r.Moves[b].Loss, r.Moves[a].Loss) })
	r.Turns = r.Turns[:min(most, len(r.Turns))]
	slices.Sort(r.Turns)
}
