package review

import (
	"github.com/nitoryu/nitoryu/core"
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
	return r.Record.Replay(func(p core.Position, n *record.Node) bool {
		plies++
		m := record.Play(p, n.Move)
		look(p)
		record.TakeBack(p, m)
		return true
	})
}
