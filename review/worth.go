package review

import (
	"fmt"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
)

// Worth is a score as boards show it: as First sees it, whoever is to move.
type Worth struct {
	Score     Text    `json:"score"`     // in pawns and moves to mate in chess, in points and plies in shogi: +0.35, −M4
	Chance    float64 `json:"chance"`    // of First, in percent
	Situation Text    `json:"situation"` // what players call these chances, "" where they have no word
}

// Tongues are the words of a game in all languages.
type Tongues [Languages]*Words

// NewTongues returns those for a game that starts at p.
func NewTongues(p core.Position) (t Tongues, err error) {
	for l := range t {
		if t[l], err = wordsAt(p, Language(l)); err != nil {
			return t, err
		}
	}
	return t, nil
}

// Worth returns what a score of side is worth, which expects so many percent of the points by it.
func (t *Tongues) Worth(s nitoryu.Score, points float64, side core.Color) Worth {
	chance := ofFirst(side, points)
	return Worth{
		Score: t.Score(core.Score(s), side), Chance: chance, Situation: t.text(func(w *Words) string { return w.Situation(chance) }),
	}
}

// Score is [Words.Score] in all languages.
func (t *Tongues) Score(s core.Score, side core.Color) Text {
	return t.text(func(w *Words) string { return w.Score(s, side) })
}

// text returns what the words of each language tell.
func (t *Tongues) text(tell func(*Words) string) Text {
	return Text{tell(t[English]), tell(t[Japanese])}
}

// byTables are the points from which on a score of chess is a win by endgame tables, as other engines have them, too.
const byTables = 15000

// Score returns a score, which is one of side, as First sees it.
func (w *Words) Score(s core.Score, side core.Color) string {
	if side == core.Second {
		s = -s
	}
	sign := "+"
	if s < 0 {
		sign, s = "−", -s
	}
	switch {
	case s.IsMate() && w.Language == Japanese:
		sign += "詰"
	case s.IsMate():
		sign += "M"
	case w.Plies:
		return sign + fmt.Sprint(s.Points())
	case s.Points() >= byTables:
		return sign + "TB"
	default:
		return sign + fmt.Sprintf("%.2f", float64(s.Points())/100)
	}
	if w.Plies {
		return sign + fmt.Sprint(s.PliesToMate())
	}
	return sign + fmt.Sprint((s.PliesToMate()+1)/2)
}
