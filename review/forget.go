package review

import (
	"regexp"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
)

// programs are what programs say of a move in comments, one row for each. The group kept stays,
// any other is the move that they call better.
var programs = []struct {
	name string
	says *regexp.Regexp
}{
	{"Lichess", regexp.MustCompile(`(?:\([^()]{1,24}(?:→|->|\?)[^()]{1,24}\) *)?\b(?:Inaccuracy|Mistake|Blunder|Checkmate is now unavoidable|Lost forced checkmate sequence|Not the best checkmate sequence)\. (?:The best move was (\S+?)\.(?: |$)|(\S+) was best\.)`)},
	{"Nitoryu", regexp.MustCompile(`(?m)(?:\b(?:Inaccuracy|Mistake|Blunder)\. (?:[^\n]*\. )?|\bMisses a mate [^\n]*\. )Best was (\S+)\.$`)},
	{"Nitoryu in Japanese", regexp.MustCompile(`(?m)^【[^】\n]{1,12}】[^\n]*最善手は([^。\n]+)。$`)},
	{"ShogiHome", regexp.MustCompile(`(?m)^(?:【(?:緩手|疑問手|悪手|大悪手)】\n?|` + situation + `\n)+(?P<kept>[#*](?:評価値|詰み)=)`)},
	{"ShogiGUI", regexp.MustCompile(`(?m)^\*(?:(?:解析|検討) [^\n]*(?:評価値|候補)|Engines \d)[^\n]*(?:\n|$)`)},
	{"Kishin Analytics", regexp.MustCompile(`(?m)^(?:【?(?:最善手|次善手|好手|妙手|疑問手|悪手|大悪手|緩手)】?\n)?評価値[ :：＝=]*[-+−＋－]?\d[\d,]*(?: ?[（(][^）)\n]*[）)])?` +
		`(?:\n(?:最善手|推奨手|候補手?\d*|読み筋|形勢|(?:期待)?勝率|一致率)[ :：＝=][^\n]*)*(?:\n|$)`)},
	{"Piyo Shogi", regexp.MustCompile(`(?m)^#(?:指し手|形勢|最善手|候補手?\d*|読み筋|評価値)\[[^\]\n]*\][^\n]*(?:\n|$)`)},
	{"floodgate", regexp.MustCompile(`(?m)^\*? ?-?\d+(?: [-+]\d{4}[A-Z]{2})+(?: #\d+)? *(?:\n|$)`)},
}

// situation is what ShogiHome calls a score, before it.
const situation = `(?:互角|(?:先手|後手|下手|上手)(?:有望|有利|優勢|勝勢))`

// shown are the commands of Chess.com and ChessBase that show such judgements.
var shown = regexp.MustCompile(`\[%(?:c_effect [^\]]*;type;(?:Inaccuracy|Mistake|Blunder|Miss|MissedWin|Incorrect)\b[^\]]*|evp [^\]]*)\]`)

// scored finds a score: a glyph beside nothing but a score was written by a program, as Lichess without
// comments, ChessBase and En Croissant do.
var scored = regexp.MustCompile(`\[%eval [^\]]*\]`)

// Forget takes out of the main line what programs said about its moves before: their
// sentences ("Blunder. Nf3 was best."), the glyphs ?!, ? and ?? that go with these or with a
// score alone, and the variations that begin with the better move and have no comments. All
// else is the annotator's, and stays. The error is about moves that are not legal.
func Forget(g *record.Game) error {
	parent := g.Root
	forget(g, parent)
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
	drawn := false // scores and drawings
	for _, comment := range n.Comments {
		text := shown.ReplaceAllString(comment, "")
		drawn = drawn || text != comment || scored.MatchString(comment)
		for _, program := range programs {
			for _, groups := range program.says.FindAllStringSubmatch(text, -1) {
				said, better = true, ""
				for i, name := range program.says.SubexpNames()[1:] {
					if name != "kept" {
						better += groups[1+i]
					}
				}
			}
			text = program.says.ReplaceAllString(text, "${kept}")
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
