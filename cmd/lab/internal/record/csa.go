package record

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// csaPieces are the names of the pieces by kind.
var csaPieces = [core.MaxKinds]string{
	shogi.Pawn: "FU", shogi.Lance: "KY", shogi.Knight: "KE", shogi.Silver: "GI", shogi.Gold: "KI",
	shogi.Bishop: "KA", shogi.Rook: "HI", shogi.King: "OU", shogi.ProPawn: "TO", shogi.ProLance: "NY",
	shogi.ProKnight: "NK", shogi.ProSilver: "NG", shogi.Horse: "UM", shogi.Dragon: "RY",
}

// csaMate is the score that stands for a forced win.
const csaMate = 30000

// WriteCSA writes a game of shogi in the CSA format, version 2.2
// (http://www2.computer-shogi.org/protocol/record_v22.html), in UTF-8. Times are
// whole seconds. Search results stand in comments as on floodgate: the score from
// sente's view, then the moves that are expected to follow.
func WriteCSA(w io.Writer, g *Game) error {
	start, ok := g.Start.(*shogi.Position)
	if !ok {
		return errors.New("CSA is for games of shogi")
	}
	var text strings.Builder
	writeCSAHeader(&text, g)
	writeCSAPosition(&text, start)
	err := g.Replay(func(p core.Position, m Move) bool {
		fmt.Fprintf(&text, "%s\nT%d\n", csaMove(p.Side(), m.Move), int(m.Elapsed.Seconds()))
		if m.Annotated {
			fmt.Fprintf(&text, "'** %d%s\n", csaScore(senteScore(m.Score, p.Side())), csaLine(p, m))
		}
		return true
	})
	if err != nil {
		return err
	}
	_, end := g.shogiEnd()
	text.WriteString(end + "\n")
	if g.Ending != core.NoEnding {
		fmt.Fprintf(&text, "'*%s\n", g.Ending)
	}
	_, err = io.WriteString(w, text.String())
	return err
}

func writeCSAHeader(text *strings.Builder, g *Game) {
	field := func(name, value string) {
		if value = oneLine(value); value != "" {
			text.WriteString(name + value + "\n")
		}
	}
	text.WriteString("'CSA encoding=UTF-8\nV2.2\n")
	field("N+", g.Players[core.First])
	field("N-", g.Players[core.Second])
	field("$EVENT:", g.Event)
	field("$SITE:", g.Site)
	if !g.Date.IsZero() {
		field("$START_TIME:", g.Date.Format("2006/01/02 15:04:05"))
	}
	// $TIME_LIMIT has no room for increments and fractions of a second.
	field("'time control ", g.TimeControl)
}

func writeCSAPosition(text *strings.Builder, p *shogi.Position) {
	if isUsualStart(p) {
		text.WriteString("PI\n+\n")
		return
	}
	for rank := range 9 {
		fmt.Fprintf(text, "P%d", rank+1)
		for file := 8; file >= 0; file-- {
			if piece := p.PieceAt(core.Square(9*file + rank)); piece != 0 {
				text.WriteString(csaSign(piece.Color()) + csaPieces[piece.Kind()])
			} else {
				text.WriteString(" * ")
			}
		}
		text.WriteByte('\n')
	}
	for c := range core.Color(2) {
		text.WriteString("P" + csaSign(c))
		for k := shogi.Rook; k >= shogi.Pawn; k-- {
			text.WriteString(strings.Repeat("00"+csaPieces[k], p.Hand(c, k)))
		}
		text.WriteByte('\n')
	}
	text.WriteString(csaSign(p.Side()) + "\n")
}

func csaSign(c core.Color) string { return "+-"[c&1:][:1] }

// csaMove formats a move, which names the piece after promotion.
func csaMove(side core.Color, m core.Move) string {
	from, kind := "00", m.Kind()
	if !m.IsDrop() {
		from = csaSquare(m.From())
	}
	if m.IsPromotion() {
		kind = shogi.Promoted(kind)
	}
	return csaSign(side) + from + csaSquare(m.To()) + csaPieces[kind]
}

func csaSquare(sq core.Square) string { return fmt.Sprintf("%d%d", sq/9+1, sq%9+1) }

func csaScore(s core.Score) int {
	switch {
	case s >= core.MateBound:
		return csaMate
	case s <= -core.MateBound:
		return -csaMate
	}
	return int(s)
}

// csaLine returns the PV after the move, each move after a blank. It leaves out a PV that
// does not begin with the move, and the illegal part of a PV.
func csaLine(p core.Position, m Move) string {
	var text strings.Builder
	board := p.Clone()
	for i, word := range strings.Fields(m.PV) {
		next, err := board.ParseMove(word)
		if err != nil || i == 0 && next.ID() != m.Move.ID() {
			break
		}
		if i > 0 {
			text.WriteString(" " + csaMove(board.Side(), next))
		}
		board.Do(next, nil)
	}
	return text.String()
}
