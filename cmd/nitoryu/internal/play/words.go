package play

import (
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/nitoryu/internal/board"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
)

// outcome is how the game ended.
type outcome struct {
	result record.Result
	ending core.Ending
}

// judge ends the game if the rules do.
func (g *Game) judge() {
	v := g.pos.Verdict()
	switch {
	case !v.Over():
	case v.Drawn:
		g.over = &outcome{record.Draw, v.Ending}
	default:
		g.over = &outcome{record.WinOf(v.Winner), v.Ending}
	}
}

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
	g.say("%s", style(g.ended()))
	if g.AutoSave != "" && !g.unsaved {
		g.say("The game is in %s.", g.AutoSave)
	}
}

// ended says in words how the game ended.
func (g *Game) ended() string {
	reason := g.reason()
	winner, decided := g.over.result.Winner()
	switch {
	case !decided:
		return reason + ": a draw (1/2-1/2)."
	case g.shogi():
		return fmt.Sprintf("%s: %s wins.", reason, g.Look.Sides[winner])
	}
	return fmt.Sprintf("%s: %s wins (%s).", reason, g.Look.Sides[winner], g.over.result)
}

func (g *Game) reason() string {
	winner, _ := g.over.result.Winner()
	losing := g.Look.Sides[winner.Other()]
	switch g.over.ending {
	case core.NoEnding:
		return "By agreement"
	case core.Checkmate:
		return "Checkmate"
	case core.Stalemate:
		if g.shogi() {
			return losing + " has no legal move"
		}
		return "Stalemate"
	case core.Repetition:
		if g.shogi() {
			return "The position has occurred four times"
		}
		return "The position has occurred three times"
	case core.PerpetualCheck:
		return losing + " has repeated the position by perpetual check"
	case core.FiftyMoves:
		return "Fifty moves without a capture or a pawn move"
	case core.InsufficientMaterial:
		return "Neither side can mate any more"
	case core.MoveLimit:
		return "The limit of moves is reached"
	case core.Declaration:
		return "Declaration by the entering king rule"
	case core.Resignation:
		return losing + " resigns"
	case core.TimeForfeit:
		if g.over.result == record.Draw {
			return g.Look.Sides[g.pos.Side()] + " has run out of time, but the other side cannot mate"
		}
		return losing + " has run out of time"
	}
	return "The game is over by " + g.over.ending.String()
}

// judged says a score of the side to move in words.
func (g *Game) judged(s core.Score) string {
	side := g.pos.Side()
	if s.IsMate() {
		winner, plies := side, s.PliesToMate()
		if plies <= 0 {
			winner, plies = side.Other(), -plies
		}
		if g.shogi() && plies != 1 {
			return fmt.Sprintf("%s mates in %d plies", g.Look.Sides[winner], plies)
		}
		return fmt.Sprintf("%s mates in %s", g.Look.Sides[winner], cli.Plural((plies+1)/2, "move"))
	}
	win, _, loss := g.Game.Chances.WDL(s, g.Game.Chances.PhaseOf(g.pos))
	points := s.Points()
	if side != core.First {
		win, loss, points = loss, win, -points
	}
	win, loss = (win+5)/10, (loss+5)/10
	return fmt.Sprintf("%+.2f for %s, who wins %d %%, draws %d %% and loses %d %%",
		float64(points)/100, g.Look.Sides[core.First], win, max(0, 100-win-loss), loss)
}

// draw shows the position.
func (g *Game) draw() {
	look := g.Look
	look.Last = g.last()
	for _, line := range board.Draw(g.pos, look) {
		g.print(line + "\n")
	}
}

// say prints a line, broken where the terminal ends.
func (g *Game) say(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if g.Width == nil {
		g.print(text + "\n")
		return
	}
	for _, line := range wrap(text, g.Width()) {
		g.print(line + "\n")
	}
}

// wrap breaks a line between words.
func wrap(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Split(text, " ") {
		if line != "" && cli.Columns(line)+1+cli.Columns(word) > width {
			lines, line = append(lines, line), word
			continue
		}
		if line != "" || len(lines) == 0 && word == "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

func (g *Game) print(text string) {
	if _, err := fmt.Fprint(g.Out, text); err != nil {
		g.fail(err)
	}
}
