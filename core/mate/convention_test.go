package mate_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/mate"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

// What solvers of problems know by heart: which interpositions count, and which moves are
// other solutions.
func TestConvention(t *testing.T) {
	for _, c := range []struct {
		name, sfen string
		plies      int
		other      string // other solutions: the ply, the move and its plies
		free       string // moves just as good: the ply and the move
	}{
		{"checks from far away", "6+P1k/9/7G1/9/9/9/9/9/9 b Rr2b3g4s4n4l17p 1", 1, "", "1:R*1c 1:R*1d 1:R*1e 1:R*1f 1:R*1g 1:R*1h 1:R*1i 1:R*2a 1:3a2a"},
		{"a lance from far away", "6+P1k/9/7G1/9/9/9/9/9/9 b L2r2b3g4s4n3l17p 1", 1, "", "1:L*1c 1:L*1d 1:L*1e 1:L*1f 1:L*1g 1:L*1h 1:L*1i"},
		{"the gold can only go to one square", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", 1, "", ""},
		{"other last moves", "8k/9/6S1P/9/9/9/9/9/9 b G2r2b3g3s4n4l17p 1", 1, "", "1:G*2b"},
		{"an interposition that the king protects", "8l/7sk/7R1/6B2/9/8b/9/9/9 b Sr4g2s4n3l18p 1", 5, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := open(t, c.sfen)
			s := mate.New(4).Study(p, mate.Problem{ChecksOnly: true, GoOn: atMost(20_000)})
			other, free := []string{}, []string{}
			for i, ways := range s.Ways {
				for _, w := range ways[1:] {
					if w.Free {
						free = append(free, fmt.Sprintf("%d:%s", 2*i+1, p.FormatMove(w.Move)))
					} else {
						other = append(other, fmt.Sprintf("%d:%s:%d", 2*i+1, p.FormatMove(w.Move), w.Plies))
					}
				}
				for _, m := range s.Line[2*i : min(2*i+2, len(s.Line))] {
					p.Do(m, nil)
				}
			}
			if len(s.Line) != c.plies || strings.Join(other, " ") != c.other || strings.Join(free, " ") != c.free {
				t.Errorf("%d plies, other solutions %q, just as good %q, want %d, %q, %q", len(s.Line), other, free, c.plies, c.other, c.free)
			}
		})
	}
}

// composition returns a random problem in which lines matter: a king with little room, pieces
// that check from afar, and much that could be interposed. It is nil if it is not valid.
func composition(rng *rand.Rand) core.Position {
	var board [81]string
	place := func(piece string, rank, file int) {
		if board[9*rank+file] == "" {
			board[9*rank+file] = piece
		}
	}
	place("k", rng.IntN(2), 6+rng.IntN(3))
	place("K", 8, rng.IntN(3)) // or pieces could not be given back: only the side to move may lack a king
	for range 1 + rng.IntN(3) {
		place([]string{"R", "B", "L", "+R", "+B"}[rng.IntN(5)], rng.IntN(6), rng.IntN(9))
	}
	for range 1 + rng.IntN(3) {
		place([]string{"G", "S", "N", "P", "+P", "+S"}[rng.IntN(6)], 1+rng.IntN(3), 5+rng.IntN(4))
	}
	for range rng.IntN(4) {
		place([]string{"p", "l", "n", "s", "g"}[rng.IntN(5)], rng.IntN(2), 5+rng.IntN(4))
	}
	hand := ""
	for range rng.IntN(3) {
		hand += []string{"P", "L", "N", "S", "G", "B", "R"}[rng.IntN(7)]
	}
	for range 1 + rng.IntN(2) {
		hand += []string{"p", "n", "s", "g"}[rng.IntN(4)]
	}
	rows := core.FormatBoard(9, 9, func(rank, file int) string { return board[9*rank+file] })
	p, err := shogi.Rules.Parse(rows+" b "+hand+" 1", core.Settings{})
	if err != nil {
		return nil
	}
	return p
}

// slow finds how long mates of Black take by convention: it looks at every line, remembers
// nothing, and to know whether an interposition is futile it takes the piece and puts it away.
type slow struct{ left int } // positions; none: what it said means nothing

// attack returns the plies of the shortest mate, 0 if there is none within most.
func (s *slow) attack(p core.Position, most int) int {
	best := 0
	each(p, func(m core.Move) {
		if best == 1 || !p.GivesCheck(m) {
			return
		}
		p.Do(m, nil)
		if best > 0 {
			most = best - 2
		}
		if n := s.defend(p, most-1); n >= 0 {
			best = n + 1
		}
		p.Undo()
	})
	return best
}

// defend returns how many plies White, in check, holds out, -1 if for more than most.
func (s *slow) defend(p core.Position, most int) int {
	if s.left--; s.left < 0 || most < 0 {
		return -1
	}
	held := 0
	answer := func(m core.Move) int {
		if held < 0 || most < 2 {
			return -1
		}
		p.Do(m, nil)
		defer p.Undo()
		if n := s.attack(p, most-1); n > 0 {
			return n + 1
		}
		return -1
	}
	each(p, func(m core.Move) {
		if held >= 0 && !m.IsDrop() {
			if n := answer(m); n < 0 {
				held = -1
			} else {
				held = max(held, n)
			}
		}
	})
	moved := held
	each(p, func(m core.Move) {
		if held >= 0 && m.IsDrop() && !s.futile(p, m, moved) {
			if n := answer(m); n < 0 {
				held = -1
			} else {
				held = max(held, n)
			}
		}
	})
	return held
}

func (s *slow) futile(p core.Position, drop core.Move, plies int) bool {
	checker := p.(*shogi.Position).Checkers().First()
	p.Do(drop, nil)
	defer p.Undo()
	hands := strings.Fields(p.String())[2] // the defender's piece is gone, and the attacker has no use for it
	vain := false
	each(p, func(m core.Move) {
		if m.IsDrop() || m.From() != checker || m.To() != drop.To() {
			return
		}
		p.Do(m, nil)
		board := strings.Fields(p.String())[0]
		p.Undo()
		q, err := shogi.Rules.Parse(board+" w "+hands+" 1", core.Settings{})
		vain = vain || err == nil && q.InCheck() && s.defend(q, plies) >= 0
	})
	return vain
}

// each visits the moves of p.
func each(p core.Position, visit func(core.Move)) {
	moves := new(core.MoveList)
	p.Generate(core.AllMoves, moves)
	for _, m := range moves.Slice() {
		visit(m)
	}
}

// A piece that is interposed in vain is gone, be it the last one in hand: it cannot be interposed again.
func TestLastPieceInterposed(t *testing.T) {
	p := open(t, "9/6kg1/9/3R2+S2/5R3/4B4/9/9/K8 b n 1")
	by := slow{5_000}
	st := mate.New(1).Study(p, mate.Problem{ChecksOnly: true, GoOn: atMost(2_000)})
	if n := by.attack(p, 3); n != 3 || len(st.Line) != 3 {
		t.Errorf("%s in %d plies, %d by looking at all lines", words(p, st.Line), len(st.Line), n)
	}
	two := open(t, "9/6kg1/9/3R2+S2/5R3/4B4/9/9/K8 b 2n 1") // the second one is enough
	by = slow{5_000}
	st = mate.New(1).Study(two, mate.Problem{ChecksOnly: true, GoOn: atMost(2_000)})
	if n := by.attack(two, 3); n != 0 || len(st.Line) <= 3 {
		t.Errorf("with two: %s in %d plies, %d by looking at all lines", words(two, st.Line), len(st.Line), n)
	}
}

// Compositions are as long as the slow solver says.
func TestConventionAgreesWithLookingAtAllLines(t *testing.T) {
	const plies = 3
	problems := 25
	if must.Full() {
		problems = 300
	}
	rng := rand.New(rand.NewPCG(11, 12))
	s := mate.New(1)
	mates, shorter := 0, 0
	for solved := 0; solved < problems; {
		p := composition(rng)
		if p == nil {
			continue
		}
		a := s.Solve(p, mate.Problem{ChecksOnly: true, GoOn: atMost(1_000)})
		if a.Verdict != mate.Proved {
			continue
		}
		solved++
		by := slow{5_000}
		want := by.attack(p, plies)
		if by.left < 0 {
			continue
		}
		st := s.Study(p, mate.Problem{ChecksOnly: true, GoOn: atMost(2_000)})
		switch {
		case want == 0 && len(st.Line) <= plies, want > 0 && len(st.Line) != want:
			t.Errorf("%s: %s in %d plies, want %d", p, words(p, st.Line), len(st.Line), want)
		case want > 0:
			mates++
			if want < len(a.Line) {
				shorter++
			}
		}
	}
	t.Logf("%d mates, %d of them shorter by convention", mates, shorter)
	if mates < problems/4 || shorter < problems/20 {
		t.Error("the dice give too little to compare")
	}
}
