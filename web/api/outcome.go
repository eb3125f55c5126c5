package api

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
)

// outcome is how a game ended by the rules.
type outcome struct {
	Result string `json:"result"` // as in PGN
	Reason string `json:"reason"` // the name of a core.Ending
	Text   Text   `json:"text"`
}

// chessReasons are endings for which chess has other words in Japanese than shogi.
var chessReasons = map[core.Ending]string{core.Stalemate: "ステイルメイト", core.Repetition: "同一局面3回"}

// outcomeOf returns how the game stands after what is claimed, nil if it goes on.
func outcomeOf(g games.Game, p core.Position, claimed claims, sides [2]Text) *outcome {
	v := p.Verdict()
	switch other := p.Side().Other(); {
	case v.Over():
	case claimed.Flagged:
		v = core.Verdict{Ending: core.TimeForfeit, Winner: other, Drawn: !p.CanWin(other)}
	case claimed.Declared:
		v = p.Claim().Verdict(p.Side())
	}
	if !v.Over() {
		return nil
	}
	reason := record.JapaneseEnding(v.Ending)
	if word := chessReasons[v.Ending]; word != "" && g.Name == games.Chess().Name {
		reason = word
	}
	o := &outcome{Result: record.ResultOf(v.Drawn, v.Winner).String(), Reason: v.Ending.String()}
	winner := sides[v.Winner&1]
	if v.Drawn {
		o.Text = Text{"Draw: " + o.Reason, "引き分け（" + reason + "）"}
	} else {
		o.Text = Text{winner.English + " wins: " + o.Reason, winner.Japanese + "の勝ち（" + reason + "）"}
	}
	return o
}

// sidesOf returns how the sides of a game are called that starts at p.
func sidesOf(p core.Position) [2]Text {
	english, japanese := record.Sides(p, false), record.Sides(p, true)
	var sides [2]Text
	for i := range sides {
		sides[i] = Text{english[i], japanese[i]}
	}
	return sides
}
