package review

import (
	"regexp"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
)

// machines are what programs say of a move in comments, with what they call better in the
// first group that there is: Lichess, then ourselves in English and in Japanese.
var machines = []*regexp.Regexp{
	regexp.MustCompile(`(?:\([^()]{1,24}(?:→|->|\?)[^()]{1,24}\) *)?\b(?:Inaccuracy|Mistake|Blunder|Checkmate is now unavoidable|Lost forced checkmate sequence|Not the best checkmate sequence)\. (?:The best move was (\S+?)\.(?: |$)|(\S+) was best\.)`),
	regexp.MustCompile(`(?m)(?:\b(?:Inaccuracy|Mistake|Blunder)\. (?:[^\n]*\. )?|\bMisses a mate [^\n]*\. )Best was (\S+)\.$`),
	regexp.MustCompile(`(?m)^【[^】\n]{1,12}】[^\n]*最善手は([^。\n]+)。$`),
}

// shown are the commands of Chess.com and ChessBase that show such judgements.
var shown = regexp.MustCompile(`\[%(?:c_effect [^\]]*;type;(?:Inaccuracy|Mistake|Blunder|Miss|MissedWin|Incorrect)\b[^\]]*|evp [^\]]*)\]`)

// Forget takes out of the main line what programs said about its moves before: their
// sentences ("Blunder. Nf3 was best."), the glyphs ?!, ? and ?? that go with these, and the
// variations that begin with the better move and have no comments. All else is the
// annotator's, and stays. The error is about moves that are not legal.
func Forget(g *record.Game) error {
	parent := g.Root
	return g.Replay(func(p core.Position, n *record.Node) bool {
		if said, better := forget(g, n); said {
			parent.Children = slices.DeleteFunc(parent.Children, func(child *record.Node) bool {
				return child != n && bare(g, child) && begins(p, child.Move, better)
			})
		}
		parent = n
		return true
	})
}

// forget takes what programs said out of the comments of n. It reports whether they said
// anything, and what they call better.
func forget(g *record.Game, n *record.Node) (said bool, better string) {
	var left []string
	drawn := false
	for _, comment := range n.Comments {
		text := shown.ReplaceAllString(comment, "")
		drawn = drawn || text != comment
		for _, machine := range machines {
			for _, groups := range machine.FindAllStringSubmatch(text, -1) {
				said = true
				better = strings.Join(groups[1:], "")
			}
			text = machine.ReplaceAllString(text, "")
		}
		if text == comment {
			left = append(left, comment)
		} else if text = strings.TrimSpace(text); text != "" {
			left = append(left, text)
		}
	}
	if n.Comments = left; said || drawn && g.Prose(left) == "" {
		n.NAGs = slices.DeleteFunc(n.NAGs, func(nag int) bool { return nag == 2 || nag == 4 || nag == 6 })
	}
	return said, better
}

// bare reports whether a variation has nothing but moves.
func bare(g *record.Game, n *record.Node) bool {
	for ; n != nil; n = n.Main() {
		if len(n.Children) > 1 || len(n.NAGs) > 0 || len(n.Before) > 0 || n.Bookmark != "" || g.Prose(n.Comments) != "" {
			return false
		}
	}
	return true
}

// begins reports whether a text is a move of p, in the notation of chess or shogi.
func begins(p core.Position, m core.Move, text string) bool {
	plain := func(text string) string { return strings.Trim(text, "▲△☗☖+#!?") }
	if m = p.ValidateMove(m.ID()); m == core.NoMove || text == "" {
		return false
	}
	switch p.GameInfo().Name {
	case "chess":
		return plain(record.SAN(p, m)) == plain(text)
	default:
		return plain(record.Japanese(p, m, core.NoMove, record.Triangles)) == plain(text) || plain(record.Western(p, m)) == plain(text)
	}
}
