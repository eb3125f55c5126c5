package record

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// writeCSA writes a game as CSA, version 2.2, or 3.0 if it has something that only that version
// knows. header says whether to write the lines for the whole file first.
func writeCSA(out *strings.Builder, g *Game, e Encoding, header bool) error {
	if !g.isShogi() {
		return errors.New("CSA is for games of shogi")
	}
	p, err := g.Position()
	if err != nil {
		return err
	}
	if header {
		name := e.String()
		if e == ShiftJIS {
			name = "SHIFT_JIS"
		}
		fmt.Fprintf(out, csaEncoding+"%s\nV%s\n", name, csaVersion(g))
	} else {
		out.WriteString("/\n")
	}
	for _, tag := range g.Tags {
		writeCSATag(out, tag)
	}
	board := p.(*shogi.Position)
	writeCSAPosition(out, board)
	if g.Root == nil {
		return nil
	}
	writeCSANotes(out, g.Root, g.Root.comments(p, csaFacts))
	last := g.Root
	for n := g.Root.Main(); n != nil; n = n.Main() {
		if last.Terminal != NoTerminal {
			return errors.New("a move follows after the end of the game")
		}
		last = n
		if n.Terminal != NoTerminal {
			out.WriteString(n.csaWord(p.Side()) + "\n" + csaTime(n.Spent))
			writeCSANotes(out, n, n.Comments)
			if r, _ := n.told(p.Side()); r != g.Result && n.Terminal == OtherTerminal {
				writeCSANotes(out, &Node{}, []string{outcome(g.Result, g.Ending)}) // only KIF has words for every ending
			}
			continue
		}
		m, err := legal(p, n)
		if err != nil {
			return err
		}
		if m == core.NullMove {
			return errors.New("CSA has no word for a turn that is passed")
		}
		writeCSANotes(out, &Node{}, n.Before)
		out.WriteString(csaMove(p.Side(), m) + "\n" + csaTime(n.Spent))
		p.Do(m, nil)
		writeCSANotes(out, n, n.comments(p, csaFacts))
	}
	if end := g.end(last, p.Side(), outcome); end != nil && end != last {
		out.WriteString(end.csaWord(p.Side()) + "\n")
		writeCSANotes(out, end, end.Comments)
	}
	return nil
}

// csaVersion returns the version that a game needs.
func csaVersion(g *Game) string {
	for _, tag := range g.Tags {
		switch tag.Name {
		case TagNote, TagMaxMoves, "JISHOGI", "TIME+", "TIME-":
			return "3.0"
		case TagTimeControl:
			if csaTimeKey(tag.Value) == "TIME" {
				return "3.0"
			}
		}
	}
	if g.Root == nil {
		return "2.2"
	}
	for n := g.Root; n != nil; n = n.Main() {
		end := n
		if n.Main() == nil {
			end = g.end(n, core.First, outcome) // either side: the limit is the same
		}
		if end != nil && end.Terminal == ReachesLimit || n.Spent.Known && n.Spent.Duration%time.Second != 0 {
			return "3.0"
		}
	}
	return "2.2"
}

// csaTimeKey returns the keyword for a time control of this form.
func csaTimeKey(value string) string {
	parts := strings.Split(value, "+")
	if len(parts) == 3 && isDigits(strings.ReplaceAll(strings.Join(parts, ""), ".", "")) {
		return "TIME"
	}
	if len(parts) == 2 && strings.Contains(parts[0], ":") && isDigits(parts[1]) && isDigits(strings.ReplaceAll(parts[0], ":", "")) {
		return "TIME_LIMIT"
	}
	return kifOfTag(TagTimeControl)
}

func writeCSATag(out *strings.Builder, tag Tag) {
	value := strings.TrimSpace(flat(tag.Value))
	name := csaOfTag(tag.Name)
	switch tag.Name {
	case TagSente, TagGote:
		out.WriteString(name + value + "\n")
		return
	case TagHandicap, TagFEN, TagSetUp, TagResult:
		return
	case TagTimeControl:
		name = csaTimeKey(value)
	}
	if strings.ContainsAny(name, ":\r\n") || strings.TrimSpace(name) != name {
		return
	}
	fmt.Fprintf(out, "$%s:%s\n", name, value)
}

func writeCSAPosition(out *strings.Builder, p *shogi.Position) {
	if unnumbered(p.String()) == unnumbered(shogi.StartSFEN) {
		out.WriteString("PI\n+\n")
		return
	}
	for rank := range 9 {
		fmt.Fprintf(out, "P%d", rank+1)
		for file := 8; file >= 0; file-- {
			if piece := p.PieceAt(core.Square(9*file + rank)); piece != 0 {
				out.WriteString(csaSign(piece.Color()) + csaPieces[piece.Type()])
			} else {
				out.WriteString(" * ")
			}
		}
		out.WriteByte('\n')
	}
	for c := range core.Color(2) {
		if p.HandSize(c) == 0 {
			continue
		}
		out.WriteString("P" + csaSign(c))
		for k := shogi.Rook; k >= shogi.Pawn; k-- {
			out.WriteString(strings.Repeat("00"+csaPieces[k], p.Hand(c, k)))
		}
		out.WriteByte('\n')
	}
	out.WriteString(csaSign(p.Side()) + "\n")
}

// writeCSANotes writes comments and remarks.
func writeCSANotes(out *strings.Builder, n *Node, comments []string) {
	for _, comment := range comments {
		for line := range strings.SplitSeq(strings.ReplaceAll(comment, "\r", ""), "\n") {
			out.WriteString("'*" + line + "\n")
		}
	}
	for _, remark := range n.Remarks {
		if strings.HasPrefix(remark, "*") || strings.HasPrefix("'"+remark, csaEncoding) {
			remark = " " + remark
		}
		out.WriteString("'" + flat(remark) + "\n")
	}
}

func csaSign(c core.Color) string { return "+-"[c&1:][:1] }

// csaTime returns the line of a time, "" for an unknown time.
func csaTime(t Time) string {
	if !t.Known {
		return ""
	}
	d := max(0, t.Duration)
	text := fmt.Sprintf("T%d", d/time.Second)
	if rest := d % time.Second; rest > 0 {
		text += strings.TrimRight(fmt.Sprintf(".%09d", rest), "0")
	}
	return text + "\n"
}

// CSAMove returns a legal move of shogi as CSA writes it, +7776FU, with the piece as it is
// after the move. In a position of another game it returns protocol notation.
func CSAMove(p core.Position, m core.Move) string {
	if _, ok := p.(*shogi.Position); !ok {
		return p.FormatMove(m)
	}
	return csaMove(p.Side(), m)
}

func csaMove(side core.Color, m core.Move) string {
	from, kind := "00", m.PieceType()
	if !m.IsDrop() {
		from = csaSquare(m.From())
	}
	if m.IsPromotion() {
		kind = shogi.Promoted(kind)
	}
	return csaSign(side) + from + csaSquare(m.To()) + csaPieces[kind]
}

func csaSquare(sq core.Square) string { return fmt.Sprintf("%d%d", sq/9+1, sq%9+1) }
