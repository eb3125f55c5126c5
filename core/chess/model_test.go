package chess

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/tests/must"
)

// TestModel plays random games, with moves back and forth, null moves and moves taken
// back, next to a second set of rules that follows them by itself. At each position
// everything that is kept incrementally is computed anew, and repetitions are counted
// in the whole game; at every eighth the moves are generated and the verdict is reached a
// second time, at every 64th all exchanges are.
func TestModel(t *testing.T) {
	plies, began := must.Plies(t, 20_000), time.Now()
	w := modelWalk{random: rand.New(rand.NewPCG(uint64(plies), 64))}
	for w.plies < plies {
		w.play(t, w.games)
		w.games++
		if w.games%20_000 == 0 {
			t.Logf("%d plies, %.0f a second", w.plies, float64(w.plies)/time.Since(began).Seconds())
		}
	}
	t.Logf("%d games, %d plies, %.0f a second: %d taken back, %d null moves, %d castlings, %d en passant, %d repetitions, %d ends, %d exchanges",
		w.games, w.plies, float64(w.plies)/time.Since(began).Seconds(), w.undone, w.nulls, w.castlings, w.passants, w.repetitions, w.ends, w.exchanges)
	if w.undone*w.nulls*w.castlings*w.passants*w.repetitions*w.ends*w.exchanges == 0 {
		t.Error("something has never happened")
	}
}

// modelWalk is a run of games.
type modelWalk struct {
	random *rand.Rand
	games  int

	plies, undone, nulls, castlings, passants, repetitions, ends, exchanges int

	p    *Position
	past []modelPly // of the current game; the last one is the current position
}

// modelPly is what is known of a position by other means.
type modelPly struct {
	board    *slowBoard
	identity string
	null     bool // a null move led here
	quiet    int  // plies since a capture or a pawn move
	kept     Position
	state    state
}

// remember appends the current position.
func (w *modelWalk) remember(b *slowBoard, null bool, quiet int) {
	ply := modelPly{board: b, identity: b.identity(), null: null, quiet: quiet, kept: *w.p, state: w.p.states[w.p.top]}
	ply.kept.states, ply.state.discoverers, ply.state.discovered = nil, 0, false
	w.past = append(w.past, ply)
}

// play plays a game from one of the themes and takes all of it back.
func (w *modelWalk) play(t *testing.T, game int) {
	theme := themes[game%len(themes)]
	w.p = open(t, theme.fen, core.Settings{Chess960: theme.chess960})
	w.past = w.past[:0]
	w.remember(newSlow(theme.fen, theme.chess960), false, w.p.HalfmoveClock())
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
		w.remember(now.board.pass(), true, now.quiet+1)
	default:
		moves := legal(w.p)
		if len(moves) == 0 {
			w.judge(t)
			return false
		}
		m := w.choose(moves)
		text, check := w.p.FormatMove(m), w.p.GivesCheck(m)
		slow, quiet := now.board.read(text), now.quiet+1
		if m.IsCapture() || now.board.grid[slow.from[0]][slow.from[1]]|32 == 'p' {
			quiet = 0
		}
		if m.IsCastling() {
			w.castlings++
		}
		if m.IsEnPassant() {
			w.passants++
		}
		pieces := board(w.p)
		var d core.DirtyPieces
		w.p.Do(m, &d)
		replay(t, &pieces, &d)
		if pieces != board(w.p) || w.p.InCheck() != check {
			t.Fatalf("%s: the changes of %s are %v, GivesCheck said %v", w.p, text, d.Changes[:d.N], check)
		}
		w.remember(now.board.play(slow), false, quiet)
	}
	w.check(t)
	return true
}

// choose prefers rare moves and those that take the last move of the same side back.
func (w *modelWalk) choose(moves []core.Move) core.Move {
	m := moves[w.random.IntN(len(moves))]
	for _, rare := range moves {
		if (rare.IsEnPassant() || rare.IsCastling()) && w.random.IntN(2) == 0 {
			return rare
		}
	}
	if w.p.top > 1 && w.random.IntN(3) == 0 {
		last := w.p.states[w.p.top-1].move
		for _, back := range moves {
			if back.From() == last.To() && back.To() == last.From() {
				return back
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
	before := w.past[len(w.past)-1]
	now, s := *w.p, w.p.states[w.p.top]
	now.states, s.discoverers, s.discovered = nil, 0, false
	if s != before.state || !same(now, before.kept) {
		t.Fatalf("%s: not restored: %+v, was %+v", w.p, s, before.state)
	}
}

// check compares the position with what is known of it.
func (w *modelWalk) check(t *testing.T) {
	p, now := w.p, w.past[len(w.past)-1]
	anew := now.board.position()
	s := &p.states[p.top]
	if anew.pieces != p.pieces || anew.colors != p.colors || anew.board != p.board || int(p.side) != now.board.side {
		t.Fatalf("%s: the slow rules have %q", p, now.board.grid)
	}
	if s.key != p.scratchKey() || s.parts != p.scratchParts() || s.rights != now.board.rights(p) {
		t.Fatalf("%s: key %#x, parts %#x and rights %b are not those of the position", p, s.key, s.parts, s.rights)
	}
	if p.HalfmoveClock() != now.quiet {
		t.Fatalf("%s: halfmove clock %d, counted %d", p, p.HalfmoveClock(), now.quiet)
	}
	w.checkRepetitions(t)
	if w.plies%8 == 0 {
		consistent(t, p)
		if checkers, pinned := now.board.checkInfo(); s.checkers != checkers || s.pinned != pinned {
			t.Fatalf("%s: checkers %#x, pinned %#x, by the slow rules %#x and %#x", p, s.checkers, s.pinned, checkers, pinned)
		}
		if got, want := p.Attacked(), now.board.attackedBy(1-now.board.side, "pnbrqk"); got != want {
			t.Fatalf("%s: attacked are %#x, by the slow rules %#x", p, got, want)
		}
		var dangers core.Dangers
		p.Dangers(&dangers)
		for k, cheaper := range map[core.PieceType]string{Pawn: "", Knight: "p", Bishop: "p", Rook: "pnb", Queen: "pnbr", King: ""} {
			if want := now.board.attackedBy(1-now.board.side, cheaper); dangers[k] != want {
				t.Fatalf("%s: dangers for kind %d are %#x, by the slow rules %#x", p, k, dangers[k], want)
			}
		}
		if got, want := texts(p), now.board.list(); !slices.Equal(got, want) {
			t.Fatalf("%s:\nmoves %v,\nwant  %v", p, got, want)
		}
		for _, m := range legal(p) {
			gives := p.GivesCheck(m)
			if p.Do(m, nil); p.InCheck() != gives {
				t.Fatalf("%s: GivesCheck said %v", p, gives)
			}
			p.Undo()
		}
		w.judge(t)
	}
	if w.plies%64 == 0 {
		for _, m := range legal(p) {
			want := slowSEE(p, m)
			w.exchanges++
			for _, threshold := range []core.Score{want - 1, want, want + 1} {
				if got := p.SEE(m, threshold); got != (want >= threshold) {
					t.Fatalf("%s: SEE(%s, %d) is %v, the exchange is worth %d", p, p.FormatMove(m), threshold, got, want)
				}
			}
		}
	}
}

// texts returns the legal moves as text, sorted.
func texts(p *Position) []string {
	var list []string
	for _, m := range legal(p) {
		list = append(list, p.FormatMove(m))
	}
	slices.Sort(list)
	return list
}

// occurrences returns how many plies ago the current position occurred, the last time
// first. A null move ends the game before it.
func (w *modelWalk) occurrences() (ago []int) {
	top := len(w.past) - 1
	for i := top - 1; i >= 0 && !w.past[i+1].null; i-- {
		if w.past[i].identity == w.past[top].identity {
			ago = append(ago, top-i)
		}
	}
	return ago
}

// checkRepetitions compares with the whole game.
func (w *modelWalk) checkRepetitions(t *testing.T) {
	ago := w.occurrences()
	if len(ago) > 0 {
		w.repetitions++
	}
	p := w.p
	// Draws by other rules hide repetitions.
	if p.insufficientMaterial() || p.HalfmoveClock() >= 100 {
		return
	}
	for _, ply := range []int{0, 4, 9, 30} {
		want := len(ago) > 1 || len(ago) == 1 && ago[0] <= ply
		if _, got := p.Outcome(ply); got != want {
			t.Fatalf("%s: Outcome(%d) says %v, the position occurred %v plies ago", p, ply, got, ago)
		}
	}
}

// judge compares the verdict.
func (w *modelWalk) judge(t *testing.T) {
	p, b := w.p, w.past[len(w.past)-1].board
	verdict := p.Verdict()
	want := core.Verdict{}
	switch movable := len(b.list()) > 0; {
	case !movable && b.checked(b.side):
		want = core.Verdict{Ending: core.Checkmate, Winner: core.Color(1 - b.side)}
	case !movable:
		want = core.Verdict{Ending: core.Stalemate, Drawn: true}
	case len(w.occurrences()) >= 2:
		want = core.Verdict{Ending: core.Repetition, Drawn: true}
	case w.past[len(w.past)-1].quiet >= 100:
		want = core.Verdict{Ending: core.FiftyMoves, Drawn: true}
	case p.insufficientMaterial():
		want = core.Verdict{Ending: core.InsufficientMaterial, Drawn: true}
	}
	if verdict != want {
		t.Fatalf("%s: %+v, by the slow rules %+v", p, verdict, want)
	}
	if want.Over() {
		w.ends++
	}
}
