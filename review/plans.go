package review

import (
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// Features are what a side has in a position apart from material, each in about the worth of half
// a pawn: what lines lead to is compared by them.
type Features [Facts]float64

// plans finds what else a line leads to than material, from a difference on.
func (e *explanation) plans(least float64) {
	allowed, missed := 0, checks(e.p, e.best)
	e.played(func() { allowed = checks(e.p, e.reply) })
	switch {
	case allowed > 1 && allowed > missed:
		e.add(Reason{Fact: KingAttack, Line: e.reply}, false)
	case missed > 1 && missed > allowed:
		e.add(Reason{Fact: KingAttack, Line: e.best}, true)
	}
	e.castling()
	e.tokin()
	e.positional(least, core.MaxPly)
	e.tempo()
}

// checks returns how many checks the side to move gives with its first moves of a line.
func checks(p core.Position, line []core.Move) (n int) {
	const plies = 5
	line = line[:min(plies, len(line))]
	for i, m := range line {
		if i%2 == 0 && p.GivesCheck(m) {
			n++
		}
		p.Do(m, nil)
	}
	for range line {
		p.Undo()
	}
	return n
}

// castling finds that the right to castle is lost, or was to be used.
func (e *explanation) castling() {
	rights := func() string {
		if fields := strings.Fields(e.p.String()); e.DropPawn == 0 && len(fields) > 2 {
			return strings.Map(func(r rune) rune {
				if own := r < 'a'; r == '-' || own != (e.m.Side == core.First) {
					return -1
				}
				return r
			}, fields[2])
		}
		return ""
	}
	had, left := rights(), ""
	if had == "" || e.m.Move.IsCastling() {
		return
	}
	e.played(func() { left = rights() })
	if left == "" {
		e.add(Reason{Fact: Castling, Line: e.reply}, false)
		return
	}
	for i := 0; i < min(4, len(e.best)); i += 2 {
		if e.best[i].IsCastling() {
			for j := 1; j < min(lookahead, len(e.reply)); j += 2 {
				if e.reply[j].IsCastling() {
					return
				}
			}
			e.add(Reason{Fact: Castling, Line: e.best}, true)
			return
		}
	}
}

// tokin finds a dropped pawn that promotes.
func (e *explanation) tokin() {
	find := func(line []core.Move) bool {
		if len(line) == 0 {
			return false
		}
		_, ok := dangles(&look{Standard: e.Standard, p: e.p, line: line})
		return ok
	}
	allowed := false
	e.played(func() { allowed = find(e.reply) })
	switch missed := find(e.best); {
	case allowed && !missed:
		e.add(Reason{Fact: DanglingPawn, Line: e.reply}, false)
	case missed && !allowed:
		e.add(Reason{Fact: DanglingPawn, Line: e.best}, true)
	}
}

// positional compares what both lines lead to, and tells the greatest difference that is kept for so
// many plies.
func (e *explanation) positional(least float64, plies int) {
	const enough = 4
	if len(e.best) < enough || len(e.reply) < enough {
		return // who knows what they lead to
	}
	reply := append([]core.Move{e.m.Move}, e.reply...)
	now, best, played := e.lead(nil, 0), e.lead(e.best, lookahead+1), e.lead(reply, lookahead+1)
	lastBest, lastPlayed := e.lead(e.best, plies+1), e.lead(reply, plies+1)
	fact, most, missed := Fact(0), 0.0, false
	for f := range Facts { // not what is there now
		won, lost := min(best[f], lastBest[f])-now[f], now[f]-max(played[f], lastPlayed[f])
		if d := min(best[f]-played[f], lastBest[f]-lastPlayed[f]); d > most && max(won, lost) >= least && (d >= vague || f != Activity && f != KingShelter) {
			fact, most, missed = f, d, won > lost
		}
	}
	switch {
	case most < least:
	case missed:
		e.add(Reason{Fact: fact, Line: e.best}, true)
	default:
		e.add(Reason{Fact: fact, Line: e.reply}, false)
	}
}

// lead returns what the side that moves has more than the other one, after so many plies of a line, or
// fewer, where nothing is taken at once and nobody is in check.
func (e *explanation) lead(line []core.Move, plies int) (f Features) {
	line = line[:min(plies, len(line))]
	for _, m := range line {
		e.p.Do(m, nil)
	}
	n := len(line)
	for ; n > 1 && (e.p.InCheck() || line[n-1].IsCapture()); n-- {
		e.p.Undo()
	}
	if !e.p.InCheck() {
		own, other := e.Features(e.p, e.m.Side), e.Features(e.p, e.m.Side.Other())
		for i := range f {
			f[i] = own[i] - other[i]
		}
	}
	for range n {
		e.p.Undo()
	}
	return f
}

// tempo finds a piece that is attacked and moves.
func (e *explanation) tempo() {
	find := func(line []core.Move) []core.PieceType {
		if len(line) < 2 || !e.p.SEE(line[0], -e.Material/2) || line[0].IsCapture() && e.p.SEE(line[0], e.Material) {
			return nil // it is taken, or what it takes says more
		}
		l := look{Standard: e.Standard, p: e.p, line: line}
		for _, t := range l.threats() {
			if t.To() == line[1].From() {
				return []core.PieceType{t.Captured()}
			}
		}
		return nil
	}
	var kinds []core.PieceType
	e.played(func() { kinds = find(e.reply) })
	if kinds != nil {
		e.add(Reason{Fact: Tempo, Kinds: kinds, Line: e.reply}, false)
	} else if kinds = find(e.best); kinds != nil {
		e.add(Reason{Fact: Tempo, Kinds: kinds, Line: e.best}, true)
	}
}

// turn calls visit with c to move. In check it is not called if it is the other side's turn.
func turn(p core.Position, c core.Color, visit func()) {
	if p.Side() == c {
		visit()
	} else {
		pass(p, visit)
	}
}

// chessFeatures returns what a side has in a position of chess.
func chessFeatures(p core.Position, c core.Color) (f Features) {
	const (
		passed, weakPawn, pair, home = 2, 0.8, 1, 0.7
		shield, attacked             = 0.5, 0.5
		moves                        = 1.0 / 6
	)
	q := p.(*chess.Position)
	var pawns, enemies [8]uint8 // ranks of each file, as c sees them
	minors, bishops, unmoved := 0, [2]int{}, 0
	king := q.KingSquare(c)
	rank := func(sq int, of core.Color) int {
		if of == core.First {
			return sq >> 3
		}
		return 7 - sq>>3
	}
	near := 0
	for sq := range 64 {
		piece := q.PieceAt(core.Square(sq))
		own := piece.Color() == c
		switch piece.Type() {
		case chess.Pawn:
			if own {
				pawns[sq&7] |= 1 << rank(sq, c)
				if up := rank(sq, c) - rank(int(king), c); abs(sq&7-int(king)&7) <= 1 && up >= 0 && up <= 2 {
					near++
				}
			} else {
				enemies[sq&7] |= 1 << rank(sq, c)
			}
		case chess.Bishop, chess.Knight:
			if piece.Type() == chess.Bishop {
				bishops[piece.Color()]++
			}
			if own {
				if minors++; rank(sq, c) == 0 {
					unmoved++
				}
			}
		}
	}
	for file, ranks := range pawns {
		if ranks == 0 {
			continue
		}
		beside, ahead := uint8(0), uint8(0)
		for next := max(0, file-1); next <= min(7, file+1); next++ {
			ahead |= enemies[next]
			if next != file {
				beside |= pawns[next]
			}
		}
		foremost := 7
		for ; ranks>>foremost&1 == 0; foremost-- {
		}
		if ahead>>(foremost+1) == 0 {
			f[PassedPawn] += passed
		}
		if beside == 0 || ranks&(ranks-1) != 0 {
			f[Structure] -= weakPawn
		}
	}
	if bishops[c] > 1 && bishops[c.Other()] < 2 {
		f[BishopPair] = pair
	}
	f[Development] = -home * float64(unmoved)
	f[KingShelter] = shield * float64(near)
	turn(p, c, func() {
		f[KingShelter] -= attacked * float64(around(p, king, 8))
		var legal core.MoveList
		p.Generate(core.AllMoves, &legal)
		f[Activity] = moves * float64(legal.N)
	})
	return f
}

// shogiFeatures returns what a side has in a position of shogi.
func shogiFeatures(p core.Position, c core.Color) (f Features) {
	const (
		guard, attacked = 0.8, 0.5
		hand            = 1.0 / 120
		camp            = 1
		moves           = 1.0 / 8
	)
	q := p.(*shogi.Position)
	king := q.KingSquare(c)
	for sq := range 81 {
		piece := q.PieceAt(core.Square(sq))
		if piece.Type() == 0 || piece.Color() != c || piece.Type() == shogi.King {
			continue
		}
		k := piece.Type()
		guards := k == shogi.Gold || k == shogi.Silver || k >= shogi.ProPawn && k <= shogi.ProSilver
		if guards && abs(sq/9-int(king)/9) <= 2 && abs(sq%9-int(king)%9) <= 2 {
			f[KingShelter] += guard
		}
		rank := sq % 9
		if c == core.Second {
			rank = 8 - rank
		}
		if rank < 3 {
			f[Camp] += camp
		}
	}
	for k := shogi.Pawn; k <= shogi.Rook; k++ {
		f[Hands] += hand * float64(q.Hand(c, k)) * float64(p.GameInfo().Value[k])
	}
	turn(p, c, func() {
		f[KingShelter] -= attacked * float64(around(p, king, 9))
		var legal core.MoveList
		p.Generate(core.AllMoves, &legal)
		for _, m := range legal.Slice() {
			if !m.IsDrop() {
				f[Activity] += moves
			}
		}
	})
	return f
}

// around returns how many squares around a king the side not to move attacks, on a board that is n squares
// wide.
func around(p core.Position, king core.Square, n int) (count int) {
	attacked := p.Attacked()
	x, y := int(king)%n, int(king)/n
	for i := max(0, x-1); i <= min(n-1, x+1); i++ {
		for j := max(0, y-1); j <= min(n-1, y+1); j++ {
			count += attacked.Bit(core.Square(i + j*n))
		}
	}
	return count
}

func abs(x int) int { return max(x, -x) }
