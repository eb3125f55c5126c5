package review

import (
	"fmt"
	"math"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/plural"
	"github.com/nitoryu/nitoryu/record"
)

// Language is one in which findings are told.
type Language uint8

// The languages.
const (
	English Language = iota
	Japanese
	Languages
)

var languageNames = [Languages]string{English: "en", Japanese: "ja"}

// String returns the code of the language, en or ja.
func (l Language) String() string { return languageNames[min(l, Japanese)] }

// UnmarshalText implements [encoding.TextUnmarshaler]: it reads a code.
func (l *Language) UnmarshalText(text []byte) error {
	for known := range Languages {
		if known.String() == string(text) {
			*l = known
			return nil
		}
	}
	return fmt.Errorf("there is no language %q", text)
}

// Words tell findings.
type Words struct {
	Language Language
	Pieces   [core.MaxPieceTypes]string // the names of the kinds
	Sides    [2]string                  // First's and Second's
	Plies    bool                       // mates are counted in plies instead of moves
	Write    record.Notation
}

// NewWords returns the words for a game, with moves as players of the language write them. The error is
// about the position in which it begins.
func NewWords(g *record.Game, l Language) (*Words, error) {
	p, err := g.Position()
	if err != nil {
		return nil, err
	}
	return wordsAt(p, l)
}

// wordsAt returns the words for a game that starts at p.
func wordsAt(p core.Position, l Language) (*Words, error) {
	of, err := games.ByName(p.GameInfo().Name)
	if err != nil {
		return nil, err
	}
	return &Words{
		Language: l, Pieces: StandardOf(of.Name).Pieces[l], Sides: record.Sides(p, l == Japanese), Plies: of.Tsume,
		Write: record.People(l == Japanese),
	}, nil
}

var judgementWords = [Languages][Blunder + 1]string{
	English:  judgementNames,
	Japanese: {Forced: "一択", Theory: "定跡", Best: "最善手", Good: "好手", Inaccuracy: "緩手", Dubious: "疑問手", Mistake: "悪手", Blunder: "大悪手"},
}

var praiseWords = [Languages][Praises]string{
	English:  praiseNames,
	Japanese: {OnlyMove: "唯一の好手", Great: "妙手", Brilliant: "絶妙手"},
}

// Praise returns the name of a praise, "" for NoPraise.
func (w *Words) Praise(p Praise) string { return praiseWords[w.Language][min(p, Praises-1)] }

// Judgement returns the name of a judgement.
func (w *Words) Judgement(j Judgement) string { return judgementWords[w.Language][min(j, Blunder)] }

// What a bad move missed, behind its judgement.
var (
	missedWins  = [Languages]string{English: ", missed win", Japanese: "、勝ちを逃す"}
	missedMates = [Languages]string{English: ", missed mate", Japanese: "、詰み逃し"}
)

// Verdict returns what a move was: its praise, or its judgement and whether it missed a win.
func (w *Words) Verdict(m *Move) string {
	switch {
	case m.Praise != NoPraise:
		return w.Praise(m.Praise)
	case m.MissedMate > 0 || m.MissedWin && mates(&m.Before) > 0:
		return w.Judgement(m.Judgement) + missedMates[w.Language]
	case m.MissedWin:
		return w.Judgement(m.Judgement) + missedWins[w.Language]
	}
	return w.Judgement(m.Judgement)
}

// Say returns what there is to say of a move of p: the comment on it, else what it was.
func (w *Words) Say(p core.Position, m *Move) string {
	if m.Telling() {
		return w.Comment(p, m)
	}
	return w.Verdict(m)
}

// Reason returns a reason of a move of p as the rest of a sentence: "lets White mate in 4 by Qh5".
func (w *Words) Reason(p core.Position, m *Move, r *Reason) string {
	move := ""
	if len(r.Line) > 0 {
		if !r.Missed {
			p.Do(m.Move, nil)
			defer p.Undo()
		}
		move = w.Write(p, r.Line[0], core.NoMove)
	}
	first, second, traded := "", "", ""
	if len(r.Kinds) > 1 {
		first, second = w.kinds(r.Kinds[:1]), w.kinds(r.Kinds[1:2])
		traded = w.traded(r.Kinds[0], r.Kinds[1])
	}
	price := ""
	switch {
	case len(r.Paid) == 0:
	case w.Language == Japanese:
		price = w.kinds(r.Paid) + "と引き換えに"
	default:
		price = " for " + w.kinds(r.Paid)
	}
	text := strings.NewReplacer("{move}", move, "{opponent}", w.Sides[m.Side.Other()&1], "{mate}", w.mate(r.Plies), "{length}", w.length(r.Plies), "{mated}", w.king(m.Side), "{king}", w.Pieces[0],
		"{pieces}", w.kinds(r.Kinds), "{promoted}", w.promoted(r.Kinds), "{first}", first, "{second}", second, "{traded}", traded, "{price}", price).Replace(r.Fact.text(r.Missed)[w.Language])
	return strings.ReplaceAll(text, "  ", " ")
}

// mate returns the length of a mate, as far as it is known.
func (w *Words) mate(plies int) string {
	switch {
	case w.Language == Japanese && plies == 0:
		return "詰み"
	case w.Language == Japanese:
		return fmt.Sprintf("%d手詰", plies)
	case plies == 0:
		return "by force"
	case w.Plies:
		return "in " + plural.Of(plies, "ply")
	}
	return fmt.Sprintf("in %d", (plies+1)/2)
}

// length returns the length of a mate that was missed in Japanese, in front of the word for that.
func (w *Words) length(plies int) string {
	if plies == 0 {
		return ""
	}
	return w.mate(plies) + "の"
}

// king returns the king of a side in Japanese: 後手玉.
func (w *Words) king(side core.Color) string {
	if w.Plies {
		return w.Sides[side&1] + w.Pieces[0]
	}
	return w.Sides[side&1] + "の" + w.Pieces[0]
}

// promoted returns what pieces promote to, in Japanese. What a pawn of chess becomes is not told.
func (w *Words) promoted(kinds []core.PieceType) string {
	var after []core.PieceType
	for _, k := range kinds {
		if !w.Plies || shogi.Promoted(k) == 0 {
			return "昇格した駒"
		}
		after = append(after, shogi.Promoted(k))
	}
	return w.kinds(after)
}

// Mark returns a side as it stands in front of what is told of it: ☗ and ☖ for shogi in Japanese, else
// its name with a blank.
func (w *Words) Mark(side core.Color) string {
	if w.Language == Japanese && w.Plies {
		return record.Pieces[side&1]
	}
	return w.Sides[side&1] + " "
}

// situations are the words for chances, from the least on that they are for, in percent of the side that has
// the better ones, {side}. Players have them in Japanese alone.
var situations = [...]struct {
	least float64
	word  string
}{{92, "{side}勝勢"}, {79, "{side}優勢"}, {62, "{side}有利"}, {50, "互角"}}

// Situation returns what chances of First, in percent, are called in Japanese, "" in English.
func (w *Words) Situation(chance float64) string {
	if w.Language != Japanese || math.IsNaN(chance) {
		return ""
	}
	side := core.First
	if chance < 50 {
		side, chance = core.Second, 100-chance
	}
	for _, s := range situations {
		if chance >= s.least {
			return strings.ReplaceAll(s.word, "{side}", w.Sides[side])
		}
	}
	return ""
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

// traded returns what an exchange is of: "queens", "a bishop for a knight".
func (w *Words) traded(given, taken core.PieceType) string {
	switch {
	case w.Language == Japanese && given == taken:
		return w.Pieces[given]
	case w.Language == Japanese:
		return w.kinds([]core.PieceType{given, taken})
	case given == taken:
		return w.Pieces[given] + "s"
	}
	return w.piece(given, 1) + " for " + w.piece(taken, 1)
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
