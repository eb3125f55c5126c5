package mate_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/mate"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

// forced reports whether the side to move mates within some plies, by brute force;
// checks means by checks only.
func forced(p core.Position, plies int, checks bool) bool {
	if plies <= 0 {
		return false
	}
	list := new(core.MoveList)
	p.Generate(core.AllMoves, list)
	for _, m := range list.Slice() {
		if (checks || plies == 1) && !p.GivesCheck(m) {
			continue
		}
		p.Do(m, nil)
		mates := lost(p, plies-1, checks)
		p.Undo()
		if mates {
			return true
		}
	}
	return false
}

// lost reports whether the side to move is mated within some plies.
func lost(p core.Position, plies int, checks bool) bool {
	list := new(core.MoveList)
	p.Generate(core.AllMoves, list)
	if list.N == 0 {
		return p.InCheck()
	}
	if plies == 0 {
		return false
	}
	for _, m := range list.Slice() {
		p.Do(m, nil)
		mated := forced(p, plies-1, checks)
		p.Undo()
		if !mated {
			return false
		}
	}
	return true
}

// randomProblem returns a random shogi position in which a king is attacked by a few
// pieces and may have some to defend it, or nil if the position is not valid.
func randomProblem(rng *rand.Rand) core.Position {
	var board [81]string
	place := func(piece string, ranks int) {
		sq := rng.IntN(9 * ranks) // from the top
		if board[sq] == "" {
			board[sq] = piece
		}
	}
	place("k", 2)
	for range 1 + rng.IntN(4) {
		place([]string{"P", "L", "N", "S", "G", "B", "R", "+P", "+B", "+R"}[rng.IntN(10)], 5)
	}
	for range rng.IntN(5) {
		place([]string{"p", "l", "n", "s", "g", "b", "r", "p", "p", "+p"}[rng.IntN(10)], 3)
	}
	var rows []string
	for rank := range 9 {
		row := ""
		for _, piece := range board[9*rank : 9*rank+9] {
			if piece == "" {
				piece = "1"
			}
			row += piece
		}
		rows = append(rows, row)
	}
	hand := ""
	for range 1 + rng.IntN(4) {
		hand += []string{"P", "L", "N", "S", "G", "B", "R"}[rng.IntN(7)]
	}
	for range rng.IntN(5) {
		hand += []string{"p", "l", "n", "s", "g", "b", "r"}[rng.IntN(7)]
	}
	p, err := shogi.Rules.Parse(fmt.Sprintf("%s b %s 1", strings.Join(rows, "/"), hand), core.Settings{})
	if err != nil {
		return nil
	}
	return p
}

// holdsOut reports whether the defender can avoid mate forever in p, where the attacker
// is to move: whether there is a set of positions with p such that after each check
// some reply leads back into the set. The solver only chooses replies, so that its
// errors cannot make the answer true. settled is false if bound positions were not
// enough to decide.
func holdsOut(s *mate.Solver, p core.Position, bound int) (holds, settled bool) {
	seen := map[string]bool{}
	key := func(p core.Position) string {
		text := p.String()
		return text[:strings.LastIndexByte(text, ' ')] // without the move number
	}
	queue := []core.Position{p}
	seen[key(p)] = true
	for len(queue) > 0 {
		p := queue[0].Clone()
		queue = queue[1:]
		checks, replies := new(core.MoveList), new(core.MoveList)
		p.Generate(core.AllMoves, checks)
		for _, check := range checks.Slice() {
			if !p.GivesCheck(check) {
				continue
			}
			p.Do(check, nil)
			replies.Clear()
			p.Generate(core.AllMoves, replies)
			escapes, unknown := false, false
			for _, known := range []bool{true, false} { // prefer known positions
				for _, reply := range replies.Slice() {
					if escapes {
						break
					}
					p.Do(reply, nil)
					k := key(p)
					if known {
						escapes = seen[k]
					} else {
						verdict := s.Solve(p, mate.Problem{ChecksOnly: true, GoOn: atMost(2_000)}).Verdict
						unknown = unknown || verdict == mate.Unknown
						if verdict == mate.Disproved {
							escapes = true
							seen[k] = true
							queue = append(queue, p.Clone())
						}
					}
					p.Undo()
				}
			}
			p.Undo()
			if len(seen) > bound || !escapes && unknown {
				return false, false
			}
			if !escapes {
				return false, true
			}
		}
	}
	return true, true
}

// Proofs and disproofs agree with brute force.
func TestAgreesWithLookingAtAllLines(t *testing.T) {
	const plies = 3
	problems := 80
	if must.Full() {
		problems = 1500
	}
	rng := rand.New(rand.NewPCG(1, 2))
	s := mate.New(1)
	mates, none, held := 0, 0, 0
	for range problems {
		p := randomProblem(rng)
		if p == nil {
			continue
		}
		want := forced(p, plies, true)
		a := s.Solve(p, mate.Problem{ChecksOnly: true, GoOn: atMost(4_000)})
		bounded := s.Solve(p, mate.Problem{ChecksOnly: true, Plies: plies})
		switch {
		case want && a.Verdict != mate.Proved:
			t.Errorf("%s: %v, there is a mate", p, a.Verdict)
		case !want && a.Verdict == mate.Proved && len(a.Line) <= plies:
			t.Errorf("%s: a mate in %d, there is none", p, len(a.Line))
		case want != (bounded.Verdict == mate.Proved) || bounded.Verdict == mate.Unknown:
			t.Errorf("%s: %v within %d plies, want %v", p, bounded.Verdict, plies, want)
		}
		if want {
			mates++
		}
		if a.Verdict != mate.Disproved {
			continue
		}
		none++
		if a.Nodes < 300 {
			if holds, settled := holdsOut(s, p, 50); settled {
				held++
				if !holds {
					t.Errorf("%s: there is said to be no mate, but the defender cannot hold out", p)
				}
			}
		}
	}
	t.Logf("%d mates, %d without, %d of them held for ever", mates, none, held)
	if mates < problems/50 || held < problems/100 {
		t.Error("the dice give too little to compare")
	}
}

// withHand returns p with a hand for the attacker, Black, and all other pieces in hand
// for White.
func withHand(t *testing.T, p core.Position, hand uint64) core.Position {
	t.Helper()
	holder := p.(mate.Holder)
	all := holder.Holdings(core.First) + holder.Holdings(core.Second)
	text := ""
	for kind, letter := range "PLNSGBR" {
		shift := 8 * (kind + 1)
		black := int(hand >> shift & 0xff)
		white := int(all>>shift&0xff) - black
		if black > 0 {
			text += fmt.Sprint(black) + string(letter)
		}
		if white > 0 {
			text += fmt.Sprint(white) + strings.ToLower(string(letter))
		}
	}
	if text == "" {
		text = "-"
	}
	return open(t, strings.Fields(p.String())[0]+" b "+text+" 1")
}

// A proof holds for all hands from the one it needs on, a disproof up to it.
func TestNeeds(t *testing.T) {
	problems := 250
	if must.Full() {
		problems = 6000
	}
	rng := rand.New(rand.NewPCG(9, 10))
	s := mate.New(1)
	proofs, refutations := 0, 0
	for range problems {
		p := randomProblem(rng)
		if p == nil {
			continue
		}
		first := s.Solve(p, mate.Problem{ChecksOnly: true, GoOn: atMost(1_000)})
		if first.Verdict == mate.Unknown || first.Verdict == mate.Proved && len(first.Line) > 1 && first.Nodes > 500 {
			continue
		}
		need := s.Need()
		if need == p.(mate.Holder).Holdings(core.First) {
			continue
		}
		q := withHand(t, p, need)
		again := s.Solve(q, mate.Problem{ChecksOnly: true, GoOn: atMost(20_000)})
		if again.Verdict != first.Verdict && again.Verdict != mate.Unknown {
			t.Errorf("%s: %v, but %s: %v", p, first.Verdict, q, again.Verdict)
		}
		if first.Verdict == mate.Proved {
			proofs++
		} else {
			refutations++
		}
	}
	t.Logf("%d proofs, %d refutations", proofs, refutations)
	if proofs < problems/50 {
		t.Error("the dice give too little to compare")
	}
}

// atMost limits a search to some nodes.
func atMost(limit uint64) func(uint64) bool { return func(nodes uint64) bool { return nodes < limit } }

// The same in chess, and by any moves.
func TestAgreesWithLookingAtAllLinesOfChess(t *testing.T) {
	const problems = 300
	rng := rand.New(rand.NewPCG(3, 4))
	s := mate.New(1)
	mates := 0
	for range problems {
		p := randomChess(rng)
		if p == nil {
			continue
		}
		for _, checks := range []bool{true, false} {
			want := forced(p, 3, checks)
			a := s.Solve(p, mate.Problem{ChecksOnly: checks, Plies: 3})
			if want != (a.Verdict == mate.Proved) || a.Verdict == mate.Unknown {
				t.Errorf("%s: %v (checks only: %v), want a mate: %v", p, a.Verdict, checks, want)
			}
			if want {
				mates++
			}
		}
	}
	t.Logf("%d mates", mates)
	if mates < problems/50 {
		t.Error("the dice give too little to compare")
	}
}

// randomChess returns a random chess position with a bare king and a few attackers, or
// nil if the position is not valid.
func randomChess(rng *rand.Rand) core.Position {
	var board [64]byte
	for _, piece := range []byte("kK" + string("QRBNPQ"[rng.IntN(6)]) + string("QRBNPR"[rng.IntN(6)]) + "p") {
		ranks := 8
		if piece == 'k' {
			ranks = 1
		}
		board[rng.IntN(8*ranks)] = piece
	}
	fen := ""
	for sq, piece := range board {
		if sq > 0 && sq%8 == 0 {
			fen += "/"
		}
		if piece == 0 {
			piece = '1'
		}
		fen += string(piece)
	}
	p, err := chess.Rules.Parse(fen+" w - - 0 1", core.Settings{})
	if err != nil {
		return nil
	}
	return p
}
