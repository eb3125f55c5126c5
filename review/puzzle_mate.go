package review

import (
	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
)

// mate returns the line of a mate in p that is proved to have a single first move, nil if p has no
// such mate. r is the answer about the position, previous that a move before.
func (f *finder) mate(p core.Position, r, previous *nitoryu.Result) []core.Move {
	most := 0
	if f.Prove != nil {
		most = len(f.Prove(p))
	} else if !mated(previous) {
		most = mates(r)
	}
	if most < shortestMate {
		return nil
	}
	n, line := f.shortest(p, most)
	if n < shortestMate || f.another(p, line[0], n) {
		return nil
	}
	return f.resist(p, n)
}

// mated reports whether the side to move was mated anyway. A mate that goes on is no news:
// a bare king is mated in many positions of a game.
func mated(r *nitoryu.Result) bool {
	if len(r.Lines) == 0 {
		return false
	}
	plies, mate := r.Lines[0].Score.Mate()
	return mate && plies <= 0
}

// shortest returns the plies of the shortest mate, of at most that many, and a line;
// 0 if it is not known.
func (f *finder) shortest(p core.Position, most int) (int, []core.Move) {
	for n := 1; n <= most; n += 2 {
		line, known := f.Solve(p, n)
		switch {
		case !known:
			return 0, nil
		case line != nil:
			return n, line
		}
	}
	return 0, nil
}

// another reports whether a move other than first might mate in n plies: it does not if
// there is a reply after which there is no mate in the plies that are left. Pointless moves
// of shogi, see [core.Quiet], are no others.
func (f *finder) another(p core.Position, first core.Move, n int) bool {
	var moves core.MoveList
	p.Generate(core.Tactical, &moves)
	p.Generate(core.Quiet, &moves)
	for _, m := range moves.Slice() {
		if m == first || f.ChecksOnly && !p.GivesCheck(m) {
			continue
		}
		p.Do(m, nil)
		escapes := p.Verdict().Drawn || f.escape(p, n-1) != core.NoMove
		p.Undo()
		if !escapes {
			return true
		}
	}
	return false
}

// escape returns a reply after which it is proved that there is no mate within the plies
// that are left, the reply included, or NoMove.
func (f *finder) escape(p core.Position, plies int) core.Move {
	var replies core.MoveList
	p.Generate(core.AllMoves, &replies)
	for _, m := range replies.Slice() {
		known := plies <= 1
		if !known {
			p.Do(m, nil)
			var line []core.Move
			line, known = f.Solve(p, plies-1)
			known = known && line == nil
			p.Undo()
		}
		if known {
			return m
		}
	}
	return core.NoMove
}

// resist returns the line of a mate whose shortest is n plies, with replies that make it
// take as many; nil if one of them is not known.
func (f *finder) resist(p core.Position, n int) []core.Move {
	q := p.Clone()
	var line []core.Move
	for ; n > 0; n -= 2 {
		best, _ := f.Solve(q, n)
		if best == nil {
			return nil
		}
		line = append(line, best[0])
		q.Do(best[0], nil)
		if n == 1 {
			break
		}
		reply := f.escape(q, n-3)
		if reply == core.NoMove {
			return nil
		}
		line = append(line, reply)
		q.Do(reply, nil)
	}
	return line
}
