package record

import (
	"strings"

	"github.com/nitoryu/nitoryu/core"
)

// endingWords name how a game of shogi ended where the words that end a line have no name for it, or
// one for the side that lost or won.
var endingWords = map[core.Ending]string{
	core.Stalemate: "指す手なし", core.PerpetualCheck: "連続王手の千日手", core.MoveLimit: "最大手数", core.Declaration: "入玉宣言",
	core.FiftyMoves: "50手ルール", core.InsufficientMaterial: "駒不足", core.FivefoldRepetition: "同一局面5回", core.SeventyFiveMoves: "75手ルール",
	core.Adjudication: "判定", core.Agreement: "合意", core.WrongDeclaration: "宣言の誤り", core.TimeForfeit: "時間切れ",
	core.IllegalMove: "反則", core.Crash: "エンジンの異常終了", core.Hang: "エンジンの応答なし",
}

// JapaneseEnding names how a game of shogi ended, "" if the ending is unknown.
func JapaneseEnding(e core.Ending) string {
	if word := endingWords[e]; word != "" || e == core.NoEnding {
		return word
	}
	for _, t := range terminalWords {
		if t.ending == e {
			return t.kif
		}
	}
	return ""
}

// outcome returns a comment about the end of a game, "1-0 by adjudication".
func outcome(r Result, e core.Ending) string {
	if e == core.NoEnding {
		return r.String()
	}
	return r.String() + outcomeBy + e.String()
}

const outcomeBy = " by "

// The words for results in Japanese. The name of the winning side stands before japaneseWin.
const (
	japaneseWin        = "の勝ち"
	japaneseDraw       = "引き分け"
	japaneseUnfinished = "勝敗なし"
)

// japaneseOutcome returns a comment about an end of the game in Japanese.
func (g *Game) japaneseOutcome(r Result, e core.Ending) string {
	names := sides[0]
	if p, err := g.Position(); err == nil {
		names = Sides(p, true)
	}
	return japaneseOutcome(r, e, names)
}

// japaneseOutcome returns a comment about the end of a game between two sides,
// 先手の勝ち（判定）.
func japaneseOutcome(r Result, e core.Ending, names [2]string) string {
	text := japaneseUnfinished
	if winner, decided := r.Winner(); decided {
		text = names[winner] + japaneseWin
	} else if r == Draw {
		text = japaneseDraw
	}
	if why := JapaneseEnding(e); why != "" {
		text += "（" + why + "）"
	}
	return text
}

// parseOutcome reads a comment about the end of a game.
func parseOutcome(text string) (r Result, e core.Ending, ok bool) {
	result, reason, _ := strings.Cut(text, outcomeBy)
	if r, ok = ParseResult(result); ok {
		return r, e, reason == "" || e.UnmarshalText([]byte(reason)) == nil
	}
	result, reason, _ = strings.Cut(text, "（")
	switch name, won := strings.CutSuffix(result, japaneseWin); {
	case won && (name == sides[0][core.First] || name == sides[1][core.First]):
		r = FirstWins
	case won && (name == sides[0][core.Second] || name == sides[1][core.Second]):
		r = SecondWins
	case result == japaneseDraw:
		r = Draw
	case result != japaneseUnfinished:
		return Unfinished, core.NoEnding, false
	}
	if reason == "" {
		return r, e, true
	}
	reason, closed := strings.CutSuffix(reason, "）")
	for e := core.Checkmate; e <= core.Agreement; e++ {
		if closed && JapaneseEnding(e) == reason {
			return r, e, true
		}
	}
	return Unfinished, core.NoEnding, false
}

// told returns the result and the ending of a terminal with side to move. A comment about the
// outcome that does not contradict the result takes precedence.
func (n *Node) told(side core.Color) (Result, core.Ending) {
	r, e := n.Terminal.Result(side), n.Terminal.Ending()
	for _, comment := range n.Comments {
		for line := range strings.SplitSeq(comment, "\n") {
			said, why, ok := parseOutcome(strings.TrimSpace(line))
			if !ok || r != Unfinished && said != r {
				continue
			}
			return said, why
		}
	}
	return r, e
}
