package webapi

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

// reasons are the endings that follow from the rules, in Japanese.
var reasons = map[core.Ending]string{
	core.Checkmate: "詰み", core.Stalemate: "ステイルメイト", core.Repetition: "千日手", core.PerpetualCheck: "連続王手の千日手",
	core.FiftyMoves: "50手ルール", core.InsufficientMaterial: "駒不足", core.MoveLimit: "最大手数",
	core.Declaration: "入玉宣言", core.WrongDeclaration: "宣言の誤り", core.TimeForfeit: "時間切れ",
}

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
	result := record.WinOf(v.Winner)
	if v.Drawn {
		result = record.Draw
	}
	reason := reasons[v.Ending]
	if g.Name == games.Chess.Name && v.Ending == core.Repetition {
		reason = "同一局面3回"
	}
	o := &outcome{Result: result.String(), Reason: v.Ending.String()}
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
