package shogi

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/tests/must"
)

// TestModel plays random games, with moves back and forth, null moves and moves taken
// back, next to a second set of rules that follows them by itself. At each position
// everything that is kept incrementally is computed anew, and repetitions are counted
// in the whole game; now and then the moves are generated, the verdict is reached and all
// exchanges are computed a second time.
func TestModel(t *testing.T) {
	plies, began := must.Plies(t, 20_000), time.Now()
	w := modelWalk{random: rand.New(rand.NewPCG(uint64(plies), 81))}
	for w.plies < plies {
		w.play(t, w.games)
		w.games++
		if w.games%20_000 == 0 {
			t.Logf("%d plies, %.0f a second", w.plies, float64(w.plies)/time.Since(began).Seconds())
		}
	}
	t.Logf("%d games, %d plies, %.0f a second: %d taken back, %d null moves, %d drops, %d promotions, %d repetitions, %d superior, %d ends, %d exchanges",
		w.games, w.plies, float64(w.plies)/time.Since(began).Seconds(), w.undone, w.nulls, w.drops, w.promotions, w.repetitions, w.superior, w.ends, w.exchanges)
	if w.undone*w.nulls*w.drops*w.promotions*w.repetitions*w.superior*w.ends*w.exchanges == 0 {
		t.Error("something has never happened")
	}
}

// modelWalk is a run of games.
type modelWalk struct {
	random *rand.Rand
	games  int

	plies, undone, nulls, drops, promotions, repetitions, superior, ends, exchanges int

	p    *Position
	past []modelPly // of the current game; the last one is the current position
}

// modelPly is what is known of a position by other means.
type modelPly struct {
	board *slowBoard
	shape string // pieces on the board and side to move
	hand  hand   // of the side that moves first
	null  bool   // a null move led here
	check bool
	kept  Position
	state state
}

// remember appends the current position.
func (w *modelWalk) remember(b *slowBoard, null bool) {
	var shape strings.Builder
	for _, row := range b.grid {
		for _, piece := range row {
			shape.WriteString(piece + ".")
		}
	}
	shape.WriteByte('0' + byte(b.side))
	ply := modelPly{board: b, shape: shape.String(), hand: b.hand(0), null: null, check: b.checked(b.side), kept: *w.p, state: w.p.states[w.p.top]}
	ply.kept.states = nil
	w.past = append(w.past, ply)
}

// play plays a game from one of the samples and takes all of it back.
func (w *modelWalk) play(t *testing.T, game int) {
	w.p = open(t, samples[game%len(samples)])
	w.past = w.past[:0]
	w.remember(newSlow(w.p.String()), false)
	for range 20 + w.random.IntN(280) {
		w.plies++
		if !w.step(t) {
			break
		}
	}
	for len(w.past) > 1 {
		w.undo(t)
	}
}

// step plays a move or takes some back, and reports whether the game goes on.
func (w *modelWalk) step(t *testing.T) bool {
	now := w.past[len(w.past)-1]
	switch n := w.random.IntN(100); {
	case n < 6 && len(w.past) > 1:
		w.undo(t)
	case n < 8 && !w.p.InCheck():
		w.nulls++
		w.p.DoNull()
		passed := now.board.copy()
		passed.side ^= 1
		w.remember(passed, true)
	default:
		moves := generate(w.p, core.AllMoves)
		if len(moves) == 0 {
			w.judge(t)
			return false
		}
		m := w.choose(moves)
		text, check := w.p.FormatMove(m), w.p.GivesCheck(m)
		if m.IsDrop() {
			w.drops++
		}
		if m.IsPromotion() {
			w.promotions++
		}
		pieces := placesOf(w.p)
		var d core.DirtyPieces
		w.p.Do(m, &d)
		pieces.apply(t, &d)
		w.remember(now.board.play(text), false)
		if after := w.past[len(w.past)-1].board; len(pieces) != after.count() || w.p.InCheck() != check {
			t.Fatalf("%v: the changes of %s are %v, GivesCheck said %v", w.p, text, d.Changes[:d.N], check)
		}
		for place := range placesOf(w.p) {
			if !pieces[place] {
				t.Fatalf("%v: the changes of %s are %v", w.p, text, d.Changes[:d.N])
			}
		}
	}
	w.check(t)
	return true
}

// choose prefers moves that take the last move of the same side back, and checks.
func (w *modelWalk) choose(moves []core.Move) core.Move {
	m := moves[w.random.IntN(len(moves))]
	if w.p.top > 1 && w.random.IntN(3) == 0 {
		last := w.p.states[w.p.top-1].move
		for _, back := range moves {
			if !last.IsDrop() && back.From() == last.To() && back.To() == last.From() {
				return back
			}
		}
	}
	if w.random.IntN(4) == 0 {
		for _, check := range moves {
			if w.p.GivesCheck(check) && w.random.IntN(4) == 0 {
				return check
			}
		}
	}
	return m
}

// undo takes the last move back.
func (w *modelWalk) undo(t *testing.T) {
	if w.past[len(w.past)-1].null {
		w.p.UndoNull()
	} else {
		w.p.Undo()
	}
	w.undone++
	w.past = w.past[:len(w.past)-1]
	before := &w.past[len(w.past)-1]
	if s := w.p.states[w.p.top]; s != before.state || !w.p.equal(&before.kept) {
		t.Fatalf("%v: not restored: %+v, was %+v", w.p, s, before.state)
	}
}

// check compares the position with what is known of it.
func (w *modelWalk) check(t *testing.T) {
	p, now := w.p, &w.past[len(w.past)-1]
	anew := now.board.position()
	if !p.equal(&Position{pieces: anew.pieces, golds: anew.golds, colors: anew.colors, board: anew.board, hands: anew.hands, kings: anew.kings,
		side: core.Color(now.board.side), offset: p.offset, top: p.top}) {
		t.Fatalf("%v: the slow rules have %v and %v", p, now.board.grid, now.board.hands)
	}
	s := &p.states[p.top]
	board, hands := p.scratchKeys()
	if s.boardKey != board || s.handKey != hands || s.parts != p.scratchParts() || s.firstHand != now.hand {
		t.Fatalf("%v: keys %#x and %#x, parts %#x and hand %#x are not those of the position", p, s.boardKey, s.handKey, s.parts, s.firstHand)
	}
	if p.InCheck() != now.check {
		t.Fatalf("%v: InCheck is %v", p, p.InCheck())
	}
	w.checkRepetitions(t)
	if w.plies%8 == 0 {
		consistent(t, p)
		if checkers, pinned := now.board.checkInfo(); s.checkers != checkers || s.pinned != pinned {
			t.Fatalf("%v: checkers %v, pinned %v, by the slow rules %v and %v", p, s.checkers, s.pinned, checkers, pinned)
		}
		if got, want := p.Attacked(), now.board.attackedBy(1-now.board.side, core.Infinite); got != want {
			t.Fatalf("%v: attacked are %#x, by the slow rules %#x", p, got, want)
		}
		var dangers core.Dangers
		p.Dangers(&dangers)
		for k := Pawn; k <= Dragon; k++ {
			if want := now.board.attackedBy(1-now.board.side, info.Value[k]); dangers[k] != want {
				t.Fatalf("%v: dangers for kind %d are %#x, by the slow rules %#x", p, k, dangers[k], want)
			}
		}
	}
	if w.plies%64 == 0 {
		var threats core.Dangers
		p.DropThreats(&threats)
		for _, m := range generate(p, core.AllMoves) {
			if m.IsDrop() {
				if got := threats[m.PieceType()].Bit(m.To()) == 1; got != now.board.threatens(p.FormatMove(m), dearerBy) {
					t.Fatalf("%v: %s is a threat: %v", p, p.FormatMove(m), got)
				}
			}
			gives := p.GivesCheck(m)
			if p.Do(m, nil); p.InCheck() != gives {
				t.Fatalf("%v: GivesCheck said %v", p, gives)
			}
			p.Undo()
		}
		if got, want := texts(p, generate(p, core.AllMoves)), now.board.moves(); !slices.Equal(got, want) {
			t.Fatalf("%v:\nmoves %v,\nwant  %v", p, got, want)
		}
		w.judge(t)
	}
	if w.plies%128 == 0 {
		w.checkExchanges(t)
	}
}

// checkExchanges compares with a search of all captures on the square.
func (w *modelWalk) checkExchanges(t *testing.T) {
	p, b := w.p, w.past[len(w.past)-1].board
	for _, m := range generate(p, core.AllMoves) {
		if m.PieceType() == King {
			continue
		}
		w.exchanges++
		want := slowSEE(p, b, m)
		for _, threshold := range []core.Score{want - 1, want, want + 1} {
			if got := p.SEE(m, threshold); got != (want >= threshold) {
				t.Fatalf("%v: SEE(%s, %d) is %v, the exchange is worth %d", p, p.FormatMove(m), threshold, got, want)
			}
		}
	}
}

// occurrence is an earlier position with the board of the current one.
type occurrence struct {
	ago  int
	hand hand
}

// occurrences returns them, the last one first. A null move ends the game before it.
func (w *modelWalk) occurrences() (list []occurrence) {
	top := len(w.past) - 1
	for i := top - 1; i >= 0 && !w.past[i+1].null; i-- {
		if w.past[i].shape == w.past[top].shape {
			list = append(list, occurrence{top - i, w.past[i].hand})
		}
	}
	return list
}

// checker returns who gave check with each move of the last plies.
func (w *modelWalk) checker(ago int) (core.Color, bool) {
	var tame [2]bool
	for _, ply := range w.past[len(w.past)-ago:] {
		if !ply.check {
			tame[1-ply.board.side] = true
		}
	}
	return map[[2]bool]core.Color{{false, true}: core.First, {true, false}: core.Second}[tame], tame[0] != tame[1]
}

// checkRepetitions compares with the whole game.
func (w *modelWalk) checkRepetitions(t *testing.T) {
	p, now := w.p, w.past[len(w.past)-1]
	list := w.occurrences()
	for _, ply := range []int{0, 4, 9, 30} {
		want, over := core.Draw, false
		seen := 1
		for _, o := range list {
			switch {
			case over || o.ago > repetitionWindow:
			case o.hand == now.hand:
				w.repetitions++
				if seen++; o.ago < ply || seen == 4 {
					over = true
					if checker, perpetual := w.checker(o.ago); perpetual && checker == p.side {
						want = core.LossIn(ply)
					} else if perpetual {
						want = core.WinIn(ply)
					}
				}
			case o.ago < ply && o.ago <= superiorityWindow:
				better, worse := true, true
				for k := Pawn; k <= Rook; k++ {
					better = better && now.hand.count(k) >= o.hand.count(k)
					worse = worse && now.hand.count(k) <= o.hand.count(k)
				}
				if p.side == core.Second {
					better, worse = worse, better
				}
				if over = better || worse; better {
					want = superior
				} else if worse {
					want = -superior
				}
				if over {
					w.superior++
				}
			}
		}
		if got, ended := p.repetition(ply); got != want || ended != over {
			t.Fatalf("%v: a repetition of %d, %v at ply %d, want %d, %v: %v", p, got, ended, ply, want, over, list)
		}
	}
}

// judge compares the verdict.
func (w *modelWalk) judge(t *testing.T) {
	p, now := w.p, w.past[len(w.past)-1]
	verdict := p.Verdict()
	var want core.Verdict
	if len(now.board.moves()) == 0 {
		want = core.Verdict{Ending: core.Stalemate, Winner: p.side.Other()}
		if now.check {
			want.Ending = core.Checkmate
		}
	} else {
		same := slices.DeleteFunc(w.occurrences(), func(o occurrence) bool { return o.hand != now.hand })
		if len(same) >= 3 {
			want = core.Verdict{Ending: core.Repetition, Drawn: true}
			if checker, perpetual := w.checker(same[2].ago); perpetual {
				want = core.Verdict{Ending: core.PerpetualCheck, Winner: checker.Other()}
			}
		}
	}
	if verdict != want {
		t.Fatalf("%v: %+v, by the slow rules %+v", p, verdict, want)
	}
	if want.Over() {
		w.ends++
	}
}
