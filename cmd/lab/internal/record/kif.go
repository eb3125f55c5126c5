package record

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// Names of the pieces by kind, in moves and in diagrams.
var (
	kifMovePieces = [core.MaxKinds]string{
		shogi.Pawn: "歩", shogi.Lance: "香", shogi.Knight: "桂", shogi.Silver: "銀", shogi.Gold: "金",
		shogi.Bishop: "角", shogi.Rook: "飛", shogi.King: "玉", shogi.ProPawn: "と", shogi.ProLance: "成香",
		shogi.ProKnight: "成桂", shogi.ProSilver: "成銀", shogi.Horse: "馬", shogi.Dragon: "龍",
	}
	kifBoardPieces = [core.MaxKinds]string{
		shogi.Pawn: "歩", shogi.Lance: "香", shogi.Knight: "桂", shogi.Silver: "銀", shogi.Gold: "金",
		shogi.Bishop: "角", shogi.Rook: "飛", shogi.King: "玉", shogi.ProPawn: "と", shogi.ProLance: "杏",
		shogi.ProKnight: "圭", shogi.ProSilver: "全", shogi.Horse: "馬", shogi.Dragon: "龍",
	}
	kifFiles = [9]string{"１", "２", "３", "４", "５", "６", "７", "８", "９"}
	kifRanks = [9]string{"一", "二", "三", "四", "五", "六", "七", "八", "九"}
	kifSides = [2]string{"先手", "後手"}
	// kifHandicapSides are the sides of a game with a handicap that has a name: the
	// weaker player is Black, the stronger one moves first.
	kifHandicapSides = [2]string{"下手", "上手"}
)

// kifHandicaps are the names of the usual handicaps by White's two back ranks. The
// format has more names, for three, five and seven pieces. They are left out, since
// ShogiHome refuses them and programs differ in which lance is missing in three pieces; all
// read a diagram.
var kifHandicaps = map[string]string{
	"lnsgkgsn1/1r5b1": "香落ち",
	"1nsgkgsnl/1r5b1": "右香落ち",
	"lnsgkgsnl/1r7":   "角落ち",
	"lnsgkgsnl/7b1":   "飛車落ち",
	"lnsgkgsn1/7b1":   "飛香落ち",
	"lnsgkgsnl/9":     "二枚落ち",
	"1nsgkgsn1/9":     "四枚落ち",
	"2sgkgs2/9":       "六枚落ち",
	"3gkg3/9":         "八枚落ち",
	"4k4/9":           "十枚落ち",
}

// WriteKIF writes a game of shogi as KIF in UTF-8, the .kifu of Kakinoki's
// format (http://kakinoki.o.oo7.jp/kif_format.html). Times are whole seconds.
// Search results stand in comments the way ShogiHome reads them, scores from
// sente's view; lines of play are left out.
func WriteKIF(w io.Writer, g *Game) error {
	start, ok := g.Start.(*shogi.Position)
	if !ok {
		return errors.New("KIF is for games of shogi")
	}
	var text strings.Builder
	writeKIFHeader(&text, g, start)
	var spent [2]time.Duration
	line := func(ply int, what string, side core.Color, elapsed time.Duration) {
		spent[side] += elapsed.Truncate(time.Second)
		fmt.Fprintf(&text, "%4d %s%s (%s)\n", ply, what, strings.Repeat(" ", max(0, 12-kifWidth(what))), kifTime(elapsed, spent[side]))
	}
	previous, ply := core.NoMove, 1
	err := g.Replay(func(p core.Position, m Move) bool {
		line(ply, kifMove(m.Move, previous), p.Side(), m.Elapsed)
		writeKIFComment(&text, p.Side(), m)
		previous = m.Move
		ply++
		return true
	})
	if err != nil {
		return err
	}
	end, _ := g.shogiEnd()
	line(ply, end, g.toMove(), 0)
	if g.Ending != core.NoEnding {
		fmt.Fprintf(&text, "*%s\n", g.Ending)
	}
	_, err = io.WriteString(w, text.String())
	return err
}

func writeKIFHeader(text *strings.Builder, g *Game, start *shogi.Position) {
	field := func(name, value string) {
		if value = oneLine(value); value != "" {
			fmt.Fprintf(text, "%s：%s\n", name, value)
		}
	}
	text.WriteString("#KIF version=2.0 encoding=UTF-8\n")
	if !g.Date.IsZero() {
		field("開始日時", g.Date.Format("2006/01/02 15:04:05"))
	}
	field("棋戦", g.Event)
	field("場所", g.Site)
	field("持ち時間", g.TimeControl)
	sides := kifSides
	handicap := kifHandicap(start)
	switch {
	case isUsualStart(start):
		field("手合割", "平手")
	case handicap != "":
		field("手合割", handicap)
		sides = kifHandicapSides
	default:
		field("手合割", "その他")
		writeKIFDiagram(text, start)
	}
	for c, side := range sides {
		field(side, g.Players[c])
	}
	text.WriteString("手数----指手---------消費時間--\n")
}

// isUsualStart reports whether p is the start of an even game, with any move number.
func isUsualStart(p *shogi.Position) bool {
	return unnumbered(p.String()) == unnumbered(shogi.StartSFEN)
}

// kifHandicap returns the name of the handicap with start p, or "".
func kifHandicap(p *shogi.Position) string {
	pieces, ok := strings.CutSuffix(unnumbered(p.String()), "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -")
	if !ok {
		return ""
	}
	return kifHandicaps[pieces]
}

// unnumbered returns an SFEN without the number of the move.
func unnumbered(sfen string) string { return sfen[:strings.LastIndexByte(sfen, ' ')] }

func writeKIFDiagram(text *strings.Builder, p *shogi.Position) {
	const edge = "+---------------------------+\n"
	hand := func(c core.Color) { fmt.Fprintf(text, "%sの持駒：%s\n", kifSides[c], kifHand(p, c)) }
	hand(core.Second)
	text.WriteString("  ９ ８ ７ ６ ５ ４ ３ ２ １\n" + edge)
	for rank := range 9 {
		text.WriteByte('|')
		for file := 8; file >= 0; file-- {
			owner, name := " ", "・"
			if piece := p.PieceAt(core.Square(9*file + rank)); piece != 0 {
				name = kifBoardPieces[piece.Kind()]
				if piece.Color() == core.Second {
					owner = "v"
				}
			}
			text.WriteString(owner + name)
		}
		text.WriteString("|" + kifRanks[rank] + "\n")
	}
	text.WriteString(edge)
	hand(core.First)
	text.WriteString(kifSides[p.Side()] + "番\n")
}

// kifHand lists the pieces in the hand of c, with their number if above one.
func kifHand(p *shogi.Position, c core.Color) string {
	var pieces []string
	for k := shogi.Rook; k >= shogi.Pawn; k-- {
		n := p.Hand(c, k)
		if n == 0 {
			continue
		}
		piece := kifMovePieces[k]
		if n >= 10 {
			piece += "十"
		}
		if n > 1 && n%10 > 0 {
			piece += kifRanks[n%10-1]
		}
		pieces = append(pieces, piece)
	}
	if pieces == nil {
		return "なし"
	}
	return strings.Join(pieces, "　")
}

// kifMove returns a move, "同" for the square of the one before.
func kifMove(m, previous core.Move) string {
	square := kifFiles[m.To()/9] + kifRanks[m.To()%9]
	if previous != core.NoMove && previous.To() == m.To() {
		square = "同　"
	}
	text := square + kifMovePieces[m.Kind()]
	switch {
	case m.IsDrop():
		return text + "打"
	case m.IsPromotion():
		text += "成"
	}
	return fmt.Sprintf("%s(%d%d)", text, m.From()/9+1, m.From()%9+1)
}

// kifWidth returns the columns of text; Japanese characters take two.
func kifWidth(text string) int {
	width := 0
	for _, r := range text {
		if width++; r >= 0x80 {
			width++
		}
	}
	return width
}

// kifTime returns the time of a move and the sum of the side's times.
func kifTime(elapsed, sum time.Duration) string {
	e, s := int(elapsed.Seconds()), int(sum.Seconds())
	return fmt.Sprintf("%2d:%02d/%02d:%02d:%02d", e/60, e%60, s/3600, s/60%60, s%60)
}

// writeKIFComment writes the search information of a move.
func writeKIFComment(text *strings.Builder, side core.Color, m Move) {
	if !m.Annotated {
		return
	}
	score := senteScore(m.Score, side)
	switch {
	case score >= core.MateBound:
		fmt.Fprintf(text, "**詰み=先手勝ち:%d手\n", score.PliesToMate())
	case score <= -core.MateBound:
		fmt.Fprintf(text, "**詰み=後手勝ち:%d手\n", -score.PliesToMate())
	default:
		fmt.Fprintf(text, "**評価値=%d\n", score)
	}
	if m.Depth > 0 {
		fmt.Fprintf(text, "**深さ=%d\n", m.Depth)
	}
	if m.Nodes > 0 {
		fmt.Fprintf(text, "**ノード数=%d\n", m.Nodes)
	}
}

// senteScore converts a score of side to sente's view.
func senteScore(s core.Score, side core.Color) core.Score {
	if side == core.Second {
		return -s
	}
	return s
}
