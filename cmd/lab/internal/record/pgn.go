package record

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// lineWidth is the maximum width of PGN's movetext in characters.
const lineWidth = 80

// WritePGN writes a game of chess in the export format of PGN (S. Edwards,
// Portable Game Notation Specification, 1994), followed by an empty line. Moves
// carry the comments that match managers for engines write, {+0.31/12 0.051s}
// with further details behind commas; the comment of the last one ends with the
// ending. Mates count plies: +M5 is a mate by the third move.
func WritePGN(w io.Writer, g *Game) error {
	if g.Start == nil || !isChess(g.Start) {
		return errors.New("PGN is for games of chess")
	}
	var text strings.Builder
	writeTags(&text, g)
	if err := writeMovetext(&text, g); err != nil {
		return err
	}
	_, err := io.WriteString(w, text.String())
	return err
}

func writeTags(text *strings.Builder, g *Game) {
	tag := func(name, value string) {
		fmt.Fprintf(text, "[%s \"%s\"]\n", name, tagEscaper.Replace(oneLine(value)))
	}
	orUnknown := func(value string) string {
		if value == "" {
			return "?"
		}
		return value
	}
	date := "????.??.??"
	if !g.Date.IsZero() {
		date = g.Date.Format(pgnDate)
	}
	tag("Event", orUnknown(g.Event))
	tag("Site", orUnknown(g.Site))
	tag("Date", date)
	tag("Round", orUnknown(g.Round))
	tag("White", orUnknown(g.Players[core.First]))
	tag("Black", orUnknown(g.Players[core.Second]))
	tag("Result", g.Result.String())
	if fen := g.Start.String(); g.Chess960 || fen != chess.StartFEN {
		tag("SetUp", "1")
		tag("FEN", fen)
	}
	if g.Chess960 {
		tag("Variant", "fischerandom")
	}
	if !g.Date.IsZero() {
		tag("Time", g.Date.Format(time.TimeOnly))
	}
	if g.TimeControl != "" {
		tag("TimeControl", g.TimeControl)
	}
	tag("Termination", g.pgnTermination())
	tag("PlyCount", strconv.Itoa(len(g.Moves)))
	text.WriteByte('\n')
}

const pgnDate = "2006.01.02"

var tagEscaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// oneLine returns text with every run of white space replaced by one blank.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func writeMovetext(text *strings.Builder, g *Game) error {
	out := wrapper{text: text}
	ply := g.Start.Plies()
	last := ply + len(g.Moves) - 1
	err := g.Replay(func(p core.Position, m Move) bool {
		san := SAN(p, m.Move)
		switch {
		case p.Side() == core.First:
			san = fmt.Sprintf("%d. %s", ply/2+1, san)
		case ply == g.Start.Plies():
			san = fmt.Sprintf("%d... %s", ply/2+1, san)
		}
		ending := core.NoEnding
		if ply == last {
			ending = g.Ending
		}
		out.commented(san, annotation(m, ending))
		ply++
		return true
	})
	if len(g.Moves) == 0 {
		out.commented("", annotation(Move{}, g.Ending))
	}
	out.word(g.Result.String())
	text.WriteString("\n\n")
	return err
}

// wrapper writes words into lines.
type wrapper struct {
	text   *strings.Builder
	column int // characters on the current line
}

func (w *wrapper) word(word string) {
	if word == "" {
		return
	}
	width := utf8.RuneCountInString(word)
	switch {
	case w.column == 0:
	case w.column+1+width > lineWidth:
		w.text.WriteByte('\n')
		w.column = 0
	default:
		w.text.WriteByte(' ')
		w.column++
	}
	w.text.WriteString(word)
	w.column += width
}

// commented writes a move and its comment, either of which may be empty. The comment begins
// on the line of the move: for some readers, such as fastchess, a line break between them
// ends the game.
func (w *wrapper) commented(move, comment string) {
	words := []string{move}
	if comment != "" {
		words = strings.Fields("{" + comment + "}")
		words[0] = strings.TrimSpace(move + " " + words[0])
	}
	for _, word := range words {
		w.word(word)
	}
}

// annotation returns the comment of a move, empty if there is nothing to say.
func annotation(m Move, ending core.Ending) string {
	var parts []string
	told := ""
	if m.Annotated {
		told = fmt.Sprintf("%s/%d ", formatScore(m.Score), m.Depth)
	}
	if m.Annotated || m.Elapsed > 0 {
		parts = append(parts, fmt.Sprintf("%s%.3fs", told, m.Elapsed.Seconds()))
	}
	if m.SelDepth > 0 {
		parts = append(parts, fmt.Sprintf("sd=%d", m.SelDepth))
	}
	if m.Nodes > 0 {
		parts = append(parts, fmt.Sprintf("n=%d", m.Nodes))
	}
	if m.PV != "" {
		parts = append(parts, `pv="`+commentText(m.PV)+`"`)
	}
	if ending != core.NoEnding {
		parts = append(parts, ending.String())
	}
	return strings.Join(parts, ", ")
}

// commentText returns text without characters that would end a comment or a part of it.
func commentText(text string) string {
	return oneLine(strings.NewReplacer("{", " ", "}", " ", `"`, " ", ",", " ").Replace(text))
}

// formatScore returns a score in pawns, or the plies to a mate as +M5 or -M4.
func formatScore(s core.Score) string {
	switch {
	case s >= core.MateBound:
		return fmt.Sprintf("+M%d", s.PliesToMate())
	case s <= -core.MateBound:
		return fmt.Sprintf("-M%d", -s.PliesToMate())
	case s == 0:
		return "0.00"
	}
	return fmt.Sprintf("%+.2f", float64(s)/100)
}
