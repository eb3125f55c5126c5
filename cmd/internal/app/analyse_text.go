//go:build !js

package app

import (
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/review"
)

// plainText is the value of --format for people at a terminal.
const plainText = "txt"

// textual reports whether games are written as text of our own, which is no format of records.
func (o *gameOptions) textual() bool { return o.format == jsonLines || o.format == plainText }

// thoughtOf returns what the engine thinks of the position before the i-th move, or of the last one.
func (f *finding) thoughtOf(i int) *nitoryu.Result {
	if i < len(f.game.Moves) {
		return &f.game.Moves[i].Before
	}
	return &f.game.Last
}

// text returns a game as it is told to a person at a terminal: a line for each move, with the score and First's
// chances after it and what there is to say of the move.
func (f *finding) text() ([]byte, error) {
	g, w := f.game, f.words
	japanese := w.Language == review.Japanese
	var b strings.Builder
	var names [2]string
	for c := range names {
		if names[c] = g.Players[c].Name; names[c] == "" {
			names[c] = w.Sides[c]
		}
	}
	fmt.Fprintf(&b, "%s – %s  %s\n", names[0], names[1], g.Record.Result)
	if name := strings.TrimSpace(f.opening.Code + " " + f.opening.In(japanese)); name != "" {
		fmt.Fprintln(&b, name)
	}
	fmt.Fprintf(&b, "%s\n\n", summary(g, w, w.Language))
	shogi := g.Record.Rules.Name == games.Shogi().Name
	previous := core.NoMove
	i := 0
	err := g.Each(func(p core.Position, m *review.Move) {
		n := p.Plies()
		number := fmt.Sprintf("%d. ", n/2+1)
		switch {
		case shogi:
			number = fmt.Sprintf("%d ", n+1)
		case n%2 == 1:
			number = fmt.Sprintf("%d... ", n/2+1)
		}
		move := fmt.Sprintf("%6s", number) + w.Write(p, m.Move, previous) + m.Sign()
		i++
		said, score := "", ""
		if after := f.thoughtOf(i); len(after.Lines) > 0 {
			score = w.Score(core.Score(after.Lines[0].Score), m.Side.Other())
		}
		if m.Judgement != review.Unjudged {
			said = w.Say(p, m)
		}
		said = strings.TrimSpace(w.Situation(g.Chances[i]) + " " + said)
		room := strings.Repeat(" ", max(1, 26-cli.Columns(move)-cli.Columns(score)))
		line := fmt.Sprintf("%s%s%s  %3.0f %%  %s", move, room, score, g.Chances[i], said)
		fmt.Fprintln(&b, strings.TrimRight(line, " "))
		previous = m.Move
	})
	b.WriteByte('\n')
	return []byte(b.String()), err
}
