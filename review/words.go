package review

import (
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/core"
)

// Language is one in which findings are told.
type Language uint8

// The languages.
const (
	English Language = iota
	Japanese
	Languages
)

// Words tell findings.
type Words struct {
	Language Language
	Pieces   [core.MaxPieceTypes]string // the names of the kinds
	Sides    [2]string                  // those of First and Second
	Plies    bool                       // mates are counted in plies instead of moves
	// Line writes moves that follow a position, which it leaves as it was.
	Line func(p core.Position, moves []core.Move) string
}

var judgementWords = [Languages][Blunder + 1]string{
	English:  judgementNames,
	Japanese: {Forced: "一択", Best: "最善手", Good: "好手", Inaccuracy: "緩手", Dubious: "疑問手", Mistake: "悪手", Blunder: "大悪手"},
}

// Judgement returns the name of a judgement.
func (w *Words) Judgement(j Judgement) string { return judgementWords[w.Language][min(j, Blunder)] }

var drawWords = [Languages]string{English: "lets the win slip into a draw", Japanese: "勝ちを逃して引き分けになる"}

// Reason returns a reason as the rest of a sentence about a move of side, without its
// line: "lets White mate in 4".
func (w *Words) Reason(r *Reason, side core.Color) string {
	opponent := w.Sides[side.Other()&1]
	kinds := w.kinds(r.Kinds)
	price := ""
	switch {
	case len(r.Paid) == 0:
	case w.Language == Japanese:
		price = w.kinds(r.Paid) + "と引き換えに"
	default:
		price = " for " + w.kinds(r.Paid)
	}
	if w.Language == Japanese {
		switch r.Fact {
		case AllowsMate:
			return fmt.Sprintf("%sに%d手詰めがある", opponent, r.Plies)
		case MissesMate:
			return fmt.Sprintf("%d手詰めを逃した", r.Plies)
		case LosesMaterial:
			return price + kinds + "を損する"
		case HangsPiece:
			return kinds + "がただで取られる"
		case AllowsFork:
			return kinds + "の両取りがかかる"
		case MissesMaterial:
			return price + kinds + "を得する手があった"
		}
		return drawWords[Japanese]
	}
	switch r.Fact {
	case AllowsMate:
		return fmt.Sprintf("lets %s mate in %s", opponent, w.distance(r.Plies))
	case MissesMate:
		return "misses a mate in " + w.distance(r.Plies)
	case LosesMaterial:
		return "loses " + kinds + price
	case HangsPiece:
		return "leaves " + kinds + " hanging"
	case AllowsFork:
		return "allows a fork of " + kinds
	case MissesMaterial:
		return "misses a chance to win " + kinds + price
	}
	return drawWords[English]
}

// distance returns the length of a mate.
func (w *Words) distance(plies int) string {
	if w.Plies {
		return fmt.Sprintf("%d plies", plies)
	}
	return fmt.Sprint((plies + 1) / 2)
}

// kinds returns a list of pieces in words: "a rook and two pawns". Without any it is
// material.
func (w *Words) kinds(kinds []core.PieceType) string {
	var names []string
	for i := 0; i < len(kinds); {
		n := 1
		for i+n < len(kinds) && kinds[i+n] == kinds[i] {
			n++
		}
		names = append(names, w.piece(kinds[i], n))
		i += n
	}
	switch {
	case w.Language == Japanese && len(names) == 0:
		return "駒"
	case w.Language == Japanese:
		return strings.Join(names, "と")
	case len(names) == 0:
		return "material"
	case len(names) == 1:
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

var numbers = [...]string{2: "two", 3: "three", 4: "four"}

// piece returns a number of pieces of a kind. Kind 0 is the king, of a check.
func (w *Words) piece(k core.PieceType, n int) string {
	name := w.Pieces[k]
	switch {
	case w.Language == Japanese && n > 1:
		return fmt.Sprintf("%s%d枚", name, n)
	case w.Language == Japanese:
		return name
	case n > 1 && n < len(numbers):
		return numbers[n] + " " + name + "s"
	case n > 1:
		return fmt.Sprintf("%d %ss", n, name)
	case k == 0:
		return "the " + name
	}
	return "a " + name
}
