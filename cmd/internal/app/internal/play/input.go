package play

import (
	"errors"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
)

// notations are the ways in which the moves of a game may be typed, in the order in which
// they are tried.
func (g *Game) notations() []func(text string) (core.Move, error) {
	read := func(parse func(core.Position, string) (core.Move, error)) func(string) (core.Move, error) {
		return func(text string) (core.Move, error) { return parse(g.pos, text) }
	}
	if !g.shogi() {
		return []func(string) (core.Move, error){read(record.ParseSAN)}
	}
	japanese := func(text string) (core.Move, error) { return record.ParseJapanese(g.pos, text, g.last()) }
	return []func(string) (core.Move, error){g.pos.ParseMove, read(record.ParseWestern), japanese, read(record.ParseCSA)}
}

// examples show how moves are typed.
func (g *Game) examples() string {
	switch {
	case g.Japanese:
		return "７六歩、76歩、7g7f、P-7f（持駒は ５五歩打、P*5e など、成る手は ２二角成、8h2b+ など）"
	case g.shogi():
		return "7g7f, P-7f, ▲７六歩 or 76歩; a drop P*5e, a promotion 8h2b+"
	}
	return "e4, Nf3, O-O or e2e4; a promotion e8=Q or e7e8q"
}

// read reads a move. The error says why text is no legal move.
func (g *Game) read(text string) (core.Move, error) {
	var faults []error
	for _, spelled := range spellings(text) {
		for _, parse := range g.notations() {
			m, err := parse(spelled)
			if err == nil {
				return m, nil
			}
			faults = append(faults, err)
		}
	}
	return core.NoMove, mostHelpful(faults)
}

// spellings returns the text and other texts that it may stand for: pieces in capital letters,
// squares in small ones.
func spellings(text string) []string {
	all := []string{text}
	if text == "" || text[0] >= 0x80 {
		return all
	}
	lower := strings.ToLower(text)
	for _, other := range []string{lower, strings.ToUpper(lower[:1]) + lower[1:]} {
		if other != text {
			all = append(all, other)
		}
	}
	return all
}

// mostHelpful returns the fault that says most: "ambiguous" says more than "not legal", and
// "not legal" says more than "no move".
func mostHelpful(faults []error) error {
	for _, word := range []string{"is ambiguous", "legal: ", "legal", "another piece", "castl", "in hand", "from", "promot"} {
		for _, err := range faults {
			if strings.Contains(err.Error(), word) {
				return err
			}
		}
	}
	return errNoMove
}

var errNoMove = errors.New("this is no move")

// misread answers a line that is neither a command nor a move.
func (g *Game) misread(line string, err error) {
	if errors.Is(err, errNoMove) {
		g.say("%q is no move and no command%s. Moves are typed as %s.", "「%s」は指し手でもコマンドでもありません%s。指し手の入力例：%s", line, g.meant(line), g.examples())
		return
	}
	g.say("That is not possible: %[1]v.", "その手は指せません%[2]s。", err, japaneseFault(err))
}

// faults have the Japanese words for errors about moves of shogi.
var faults = []struct{ english, japanese string }{
	{"nifu", "二歩です"}, {"uchifuzume", "打ち歩詰めです"}, {"would be in check", "玉が取られます"},
	{"such piece in hand", "その駒は持っていません"}, {"never in hand", "その駒は打てません"}, {"is occupied", "駒のあるマスには打てません"},
	{"never move from there", "行き所のない駒になります"}, {"there is no piece", "そこに駒がありません"}, {"the opponent's", "相手の駒です"},
	{"own piece is in the way", "自分の駒があります"}, {"does not move so", "その駒はそこへ動けません"}, {"cannot promote", "成れない駒です"},
	{"last three ranks", "敵陣に入る手か出る手でないと成れません"}, {"must promote", "成らなければなりません"}, {"another piece", "駒の名前が違います"},
	{"no move before", "前の手がありません"},
}

// japaneseFault returns why a move is not possible, in Japanese behind a colon, "" if the
// error does not say it.
func japaneseFault(err error) string {
	if _, moves, found := strings.Cut(err.Error(), " is ambiguous: "); found {
		return "：" + strings.ReplaceAll(moves, ", ", "、") + " のどれかわかりません"
	}
	for _, f := range faults {
		if strings.Contains(err.Error(), f.english) {
			return "：" + f.japanese
		}
	}
	return ""
}
