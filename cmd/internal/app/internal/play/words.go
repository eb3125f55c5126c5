package play

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/board"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// outcome is how the game ended.
type outcome struct {
	result record.Result
	ending core.Ending
}

// judge ends the game if the rules do.
func (g *Game) judge() {
	if v := g.pos.Verdict(); v.Over() {
		g.over = &outcome{record.ResultOf(v.Drawn, v.Winner), v.Ending}
	}
}

// end ends the game by a verdict, and says so.
func (g *Game) end(v core.Verdict) { g.finish(record.ResultOf(v.Drawn, v.Winner), v.Ending) }

// finish ends the game in another way, and says so.
func (g *Game) finish(r record.Result, e core.Ending) {
	g.over, g.unsaved = &outcome{r, e}, len(g.moves) > 0
	g.autosave()
	g.tell()
}

// tell says how the game ended, if it did.
func (g *Game) tell() {
	if g.over == nil {
		return
	}
	style := g.Look.Style.Strong
	if winner, decided := g.over.result.Winner(); decided {
		style = g.Look.Style.Bad
		if winner == g.Person {
			style = g.Look.Style.Good
		}
	}
	g.say("%s", "%s", style(g.ended()))
	if g.AutoSave != "" && !g.unsaved {
		g.say("The game is in %s.", "棋譜は %s にあります。", g.AutoSave)
	}
}

// ended says in words how the game ended.
func (g *Game) ended() string {
	reason := g.reason()
	winner, decided := g.over.result.Winner()
	switch {
	case g.Japanese && !decided:
		return fmt.Sprintf("%s。まで%d手で引き分けです。", reason, len(g.moves))
	case g.Japanese:
		return fmt.Sprintf("%s。まで%d手で%sの勝ちです。", reason, len(g.moves), g.Look.Sides[winner])
	case !decided:
		return reason + ": a draw (1/2-1/2)."
	case g.shogi():
		return fmt.Sprintf("%s: %s wins.", reason, g.Look.Sides[winner])
	}
	return fmt.Sprintf("%s: %s wins (%s).", reason, g.Look.Sides[winner], g.over.result)
}

// endings say in words how a game ended. In English, %s is the losing side.
var endings = map[core.Ending]struct {
	english string
	shogi   string // English for shogi, "" if it is the same
	of      byte   // the side that stands in front of the Japanese: the loser or the winner; 0: neither
}{
	core.NoEnding:             {"By agreement", "", 0},
	core.Checkmate:            {"Checkmate", "", 0},
	core.Stalemate:            {"Stalemate", "%s has no legal move", 'l'},
	core.Repetition:           {"The position has occurred three times", "The position has occurred four times", 0},
	core.PerpetualCheck:       {"%s has repeated the position by perpetual check", "", 'l'},
	core.FiftyMoves:           {"Fifty moves without a capture or a pawn move", "", 0},
	core.InsufficientMaterial: {"Neither side can mate any more", "", 0},
	core.MoveLimit:            {"The limit of moves is reached", "", 0},
	core.Declaration:          {"Declaration by the entering king rule", "", 'w'},
	core.Resignation:          {"%s resigns", "", 'l'},
	core.TimeForfeit:          {"%s has run out of time", "", 'l'},
	core.IllegalMove:          {"%s has played an illegal move", "", 'l'},
	core.WrongDeclaration:     {"%s has declared without the right to", "", 'l'},
}

// JapaneseEnding names an ending of a game of shogi.
func JapaneseEnding(e core.Ending) string { return cmp.Or(record.JapaneseEnding(e), "終局") }

func (g *Game) reason() string {
	e, known := endings[g.over.ending]
	winner, decided := g.over.result.Winner()
	losing := g.Look.Sides[winner.Other()]
	switch {
	case g.Japanese && e.of == 'l':
		return losing + "の" + JapaneseEnding(g.over.ending)
	case g.Japanese && e.of == 'w' && decided:
		return g.Look.Sides[winner] + "の" + JapaneseEnding(g.over.ending)
	case g.Japanese:
		return JapaneseEnding(g.over.ending)
	case !known:
		return "The game is over by " + g.over.ending.String()
	case g.over.ending == core.TimeForfeit && !decided:
		return g.Look.Sides[g.pos.Side()] + " has run out of time, but the other side cannot mate"
	}
	text := e.english
	if g.shogi() {
		text = cmp.Or(e.shogi, text)
	}
	return strings.ReplaceAll(text, "%s", losing)
}

// judged says the score of an answer in words.
func (g *Game) judged(r *nitoryu.Result) string {
	side := g.pos.Side()
	if plies, mate := r.Score.Mate(); mate {
		winner := side
		if plies <= 0 {
			winner, plies = side.Other(), -plies
		}
		if g.Japanese {
			king := "のキング"
			if g.shogi() {
				king = "玉"
			}
			return fmt.Sprintf("%s%sに%d手詰があります", g.Look.Sides[winner.Other()], king, plies)
		}
		if g.shogi() && plies != 1 {
			return fmt.Sprintf("%s mates in %d plies", g.Look.Sides[winner], plies)
		}
		return fmt.Sprintf("%s mates in %s", g.Look.Sides[winner], cli.Plural((plies+1)/2, "move"))
	}
	win, loss, points := r.Chances.Win, r.Chances.Loss, core.Score(r.Score).Points()
	if side != core.First {
		win, loss, points = loss, win, -points
	}
	chance := float64(win+1000-loss) / 20
	win, loss = (win+5)/10, (loss+5)/10
	if g.Japanese {
		return fmt.Sprintf("評価値 %+d（%sから見て）、%s、%[2]sの勝率 %[4]d%%", points, g.Look.Sides[core.First], g.situation(chance), win)
	}
	return fmt.Sprintf("%+.2f for %s, who wins %d %%, draws %d %% and loses %d %%",
		float64(points)/100, g.Look.Sides[core.First], win, max(0, 100-win-loss), loss)
}

// situation returns what players call chances of First, in percent.
func (g *Game) situation(chance float64) string {
	words, err := review.NewWords(g.Record(), review.Japanese)
	if err != nil {
		return "" // does not happen: the game is played
	}
	return words.Situation(chance)
}

// draw shows the position.
func (g *Game) draw() {
	look := g.Look
	look.Last = g.last()
	for _, line := range board.Draw(g.pos, look) {
		g.print(line + "\n")
	}
}

// in returns the text in the language of the game.
func (g *Game) in(english, japanese string) string { return in(g.Japanese, english, japanese) }

func in(isJapanese bool, english, japanese string) string {
	if isJapanese {
		return japanese
	}
	return english
}

// say prints a line in the language of the game, broken where the terminal ends.
func (g *Game) say(english, japanese string, args ...any) {
	text := fmt.Sprintf(g.in(english, japanese), args...)
	if g.Width == nil {
		g.print(text + "\n")
		return
	}
	for _, line := range wrap(text, g.Width()) {
		g.print(line + "\n")
	}
}

// wrap breaks a line between words, and between the letters of Japanese.
func wrap(text string, width int) (lines []string) {
	line := ""
	for _, part := range parts(text) {
		if line != "" && cli.Columns(line)+cli.Columns(strings.TrimRight(part, " ")) > width {
			lines, line = append(lines, strings.TrimRight(line, " ")), strings.TrimLeft(part, " ")
			continue
		}
		line += part
	}
	return append(lines, line)
}

// parts cuts a text behind blanks and behind letters of two columns, but not where a line
// must not begin or end.
func parts(text string) (all []string) {
	const never, open = "、。）」：…ぁぃぅぇぉっゃゅょァィゥェォッャュョー", "（「"
	from, last := 0, ' '
	for i, r := range text {
		wide := unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Katakana, r) || strings.ContainsRune(open, r)
		breaks := last == ' ' && r != ' ' || wide && last != ' '
		if i > from && breaks && !strings.ContainsRune(never, r) && !strings.ContainsRune(open, last) {
			all, from = append(all, text[from:i]), i
		}
		last = r
	}
	return append(all, text[from:])
}

func (g *Game) print(text string) {
	if _, err := fmt.Fprint(g.Out, text); err != nil {
		g.fail(err)
	}
}
