package review

import (
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/record"
)

// Phase is a part of a game.
type Phase uint8

// The phases, in their order.
const (
	Opening Phase = iota
	Middlegame
	Endgame
	Phases
)

var phaseWords = [Languages][Phases]string{
	English:  {"opening", "middlegame", "endgame"},
	Japanese: {"序盤", "中盤", "終盤"},
}

// Phase returns the name of a phase.
func (w *Words) Phase(p Phase) string { return phaseWords[w.Language][min(p, Endgame)] }

// divide fills in where the phases of the game begin.
func (r *Game) divide(s Standard) error {
	r.Begins = [Phases]int{Opening: 0, Middlegame: -1, Endgame: -1}
	if s.Phase == nil {
		return nil
	}
	p, err := r.Record.Position()
	if err != nil {
		return err
	}
	now, plies := Opening, 0
	look := func(p core.Position) {
		for next := min(s.Phase(p, now), Endgame); now < next; {
			now++
			r.Begins[now] = plies
		}
	}
	look(p)
	err = r.Record.Replay(func(p core.Position, n *record.Node) bool {
		plies++
		m := record.Play(p, n.Move)
		look(p)
		record.TakeBack(p, m)
		return true
	})
	r.sumPhases()
	return err
}

// sumPhases fills in what the players made of each phase.
func (r *Game) sumPhases() {
	weights := stakes(r.Chances)
	for c := range r.Players {
		for phase := range r.Players[c].Phases {
			r.Players[c].Phases[phase] = r.part(core.Color(c), weights, func(m *Move) bool { return r.phaseAt(m.Ply) == Phase(phase) })
		}
	}
}

// phaseAt returns the phase of the game after a number of half moves.
func (r *Game) phaseAt(plies int) Phase {
	phase := Opening
	for later, begin := range r.Begins {
		if begin >= 0 && begin <= plies {
			phase = Phase(later)
		}
	}
	return phase
}

// chessPhase divides a game by what is left: the opening ends when no more than 10 of the 14
// knights, bishops, rooks and queens are, or fewer than 4 pieces of a side stand on its
// first rank; with 6 of them the endgame begins. This is how Lichess does it, without how
// much the pieces of both sides are mixed (https://github.com/lichess-org/scalachess, Divider).
func chessPhase(p core.Position, _ Phase) Phase {
	placement, _, _ := strings.Cut(p.String(), " ")
	ranks := strings.Split(placement, "/")
	count := func(text, letters string) (n int) {
		for _, r := range text {
			if strings.ContainsRune(letters, r) {
				n++
			}
		}
		return n
	}
	pieces := count(placement, "nbrqNBRQ")
	home := min(count(ranks[0], "nbrqk"), count(ranks[len(ranks)-1], "NBRQK"))
	switch {
	case pieces <= 6:
		return Endgame
	case pieces <= 10 || home < 4:
		return Middlegame
	}
	return Opening
}

// shogiPhase divides a game by what has happened: the opening ends when a player has taken a
// rook, gold, silver, knight or lance, which is neither an exchange of bishops nor of pawns. The
// endgame begins after that, when a king is under attack and a move has not helped it.
func shogiPhase(p core.Position, now Phase) Phase {
	if fields := strings.Fields(p.String()); now == Opening && !strings.ContainsAny(fields[2], "RGSNLrgsnl") {
		return Opening
	}
	if danger(p.(*shogi.Position), p.Side().Other()) >= dangerous {
		return Endgame
	}
	return Middlegame
}

// dangerous is the danger of a king that is under attack.
const dangerous = 5

// danger returns how much the king of a side that is not to move is under attack: each of its squares
// that is attacked counts, and each enemy piece within three squares of it, twice within two; pawns
// count one less.
func danger(p *shogi.Position, c core.Color) (sum int) {
	king := p.KingSquare(c)
	for sq := range 81 {
		piece := p.PieceAt(core.Square(sq))
		distance := max(abs(sq/9-int(king)/9), abs(sq%9-int(king)%9))
		if piece.Type() == 0 || piece.Color() == c || distance > 3 {
			continue
		}
		if sum++; distance < 3 {
			sum++
		}
		if piece.Type() == shogi.Pawn {
			sum--
		}
	}
	turn(p, c, func() { sum += around(p, king, 9) })
	return sum
}
