package record

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nitoryu/nitoryu/core"
)

// pgnWidth is the width of PGN's movetext in characters; only comments exceed it.
const pgnWidth = 80

// pgnRoster are the tags that every game has, in their order.
var pgnRoster = [...]string{TagEvent, TagSite, TagDate, TagRound, TagWhite, TagBlack, TagResult}

// writePGN writes a game in the export format of PGN, followed by an empty line, but
// leaves the line breaks of comments as they are. A move and its comment stay on one
// line, since for some readers a line break between them ends the game.
func writePGN(out *strings.Builder, g *Game, o Options) error {
	if !g.isChess() {
		return errors.New("PGN is for games of chess")
	}
	p, err := g.Position()
	if err != nil {
		return err
	}
	for _, tag := range pgnTags(g) {
		fmt.Fprintf(out, "[%s \"%s\"]\n", tag.Name, pgnEscaper.Replace(flat(tag.Value)))
	}
	out.WriteByte('\n')
	w := pgnWriter{out: out, board: p, style: chessFacts}
	if g.Root != nil {
		if o.Reports {
			w.style = reportFacts
		}
		if o.Reports || o.Endings && (g.Ending == core.Resignation || g.Ending == core.Agreement) {
			w.ending = g.Ending
			for w.last = g.Root; w.last.Main() != nil; {
				w.last = w.last.Main()
			}
		}
		w.comments(w.told(g.Root), false)
		if g.Root.Main() == nil { // otherwise the first move would get them
			w.nags(g.Root)
		}
		w.remarks(g.Root)
		if err := w.line(g.Root, true); err != nil {
			return err
		}
	}
	w.word(g.Result.String())
	out.WriteString("\n\n")
	return nil
}

var pgnEscaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// pgnTags returns the tags to write: the tags of the game, and the others that the format
// requires.
func pgnTags(g *Game) []Tag {
	var tags Tags
	for _, tag := range g.Tags {
		if isTagName(tag.Name) && setUpTag(tag.Name) == tag.Name {
			tags = append(tags, tag)
		}
	}
	at := 0
	for _, name := range pgnRoster {
		if i := tags.index(name); i >= 0 {
			at = max(at, i+1)
			continue
		}
		value := "?"
		if name == TagDate {
			value = "????.??.??"
		}
		tags = slices.Insert(tags, at, Tag{name, value})
		at++
	}
	tags.Set(TagResult, g.Result.String())
	if g.Start == "" {
		tags.Delete(TagFEN)
		tags.Delete(TagSetUp)
	} else {
		if !tags.Has(TagFEN) {
			tags.Set(TagSetUp, "1")
		}
		tags.Set(TagFEN, g.Start)
	}
	if g.Settings.Chess960 && !tags.Has(TagVariant) {
		tags.Set(TagVariant, "Chess960")
	}
	if g.Ending > core.Declaration && !tags.Has(TagTermination) { // the moves do not show it
		tags.Set(TagTermination, g.Termination())
	}
	return tags
}

// Termination returns how the game ended, in the words of PGN's Termination tag.
func (g *Game) Termination() string {
	switch g.Ending {
	case core.TimeForfeit:
		return "time forfeit"
	case core.Adjudication:
		return "adjudication"
	case core.IllegalMove, core.WrongDeclaration:
		return "illegal move"
	case core.Crash, core.Hang:
		return "abandoned"
	case core.NoEnding, core.Interrupted:
		if g.Result == Unfinished {
			return "unterminated"
		}
	}
	return "normal"
}

// pgnWriter writes movetext.
type pgnWriter struct {
	out    *strings.Builder
	board  core.Position
	column int  // characters on the current line
	glue   bool // the next word follows without a blank
	style  factStyle
	last   *Node       // whose comment says the ending; nil: none
	ending core.Ending // of the game
	list   core.MoveList
}

// word writes a word, on a new line if it does not fit.
func (w *pgnWriter) word(word string) {
	w.put(word, w.column+1+utf8.RuneCountInString(word) > pgnWidth)
}

// put writes text behind a blank, or at the beginning of a new line.
func (w *pgnWriter) put(text string, newLine bool) {
	switch {
	case w.glue, w.column == 0:
	case newLine:
		w.newLine()
	default:
		w.out.WriteByte(' ')
		w.column++
	}
	w.glue = false
	w.out.WriteString(text)
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		w.column, text = 0, text[i+1:]
	}
	w.column += utf8.RuneCountInString(text)
}

func (w *pgnWriter) newLine() {
	w.out.WriteByte('\n')
	w.column = 0
}

// comments writes comments. Behind a move they stay on its line.
func (w *pgnWriter) comments(comments []string, stay bool) {
	for _, comment := range comments {
		comment = strings.TrimSpace(comment)
		switch {
		case comment == "":
		case !strings.Contains(comment, "}"):
			w.put("{"+comment+"}", !stay && w.column+len(comment) > pgnWidth)
		default: // braces cannot be escaped
			for line := range strings.SplitSeq(comment, "\n") {
				w.put("; "+line, false)
				w.newLine()
			}
		}
	}
}

// told returns the comments of a node whose position is on the board.
func (w *pgnWriter) told(n *Node) []string {
	comments := n.comments(w.board, w.style)
	if n == w.last && w.ending != core.NoEnding && endingIn(comments) != w.ending {
		comments = joinComment(slices.Clone(comments), w.ending.String(), ", ", true)
	}
	return comments
}

func (w *pgnWriter) nags(n *Node) {
	for _, nag := range n.NAGs {
		w.word("$" + strconv.Itoa(max(0, nag)))
	}
}

// remarks writes the lines that programs skip.
func (w *pgnWriter) remarks(n *Node) {
	for _, remark := range n.Remarks {
		if w.column > 0 {
			w.newLine()
		}
		w.out.WriteString("%" + flat(remark) + "\n")
	}
}

var flattener = strings.NewReplacer("\r", " ", "\n", " ")

// flat returns text without line breaks.
func flat(text string) string { return flattener.Replace(text) }

// line writes the moves behind a node, whose position is on the board. numbered says whether
// the first move needs a number even if it is Black's.
func (w *pgnWriter) line(n *Node, numbered bool) error {
	var played []core.Move
	defer func() {
		for _, m := range slices.Backward(played) {
			TakeBack(w.board, m)
		}
	}()
	for n.Main() != nil {
		main := n.Children[0]
		if main.Terminal != NoTerminal {
			return errors.New("a line of chess has no terminal node")
		}
		m, err := legal(w.board, main)
		if err != nil {
			return err
		}
		numbered = w.move(main, m, numbered)
		for _, variation := range n.Children[1:] {
			if err := w.variation(variation); err != nil {
				return err
			}
			numbered = true
		}
		do(w.board, m)
		played = append(played, m)
		n = main
	}
	return nil
}

// variation writes a variation in parentheses.
func (w *pgnWriter) variation(n *Node) error {
	m, err := legal(w.board, n)
	if err != nil {
		return err
	}
	w.word("(")
	w.glue = true
	numbered := w.move(n, m, true)
	do(w.board, m)
	err = w.line(n, numbered)
	TakeBack(w.board, m)
	if w.column > 0 {
		w.glue = true
	}
	w.word(")")
	return err
}

// move writes a move with its annotations, and returns whether the next move needs a
// number.
func (w *pgnWriter) move(n *Node, m core.Move, numbered bool) bool {
	w.comments(n.Before, false)
	numbered = numbered || len(n.Before) > 0
	text := sanMove(w.board, m, &w.list)
	number := strconv.Itoa(w.board.Plies()/2 + 1)
	switch {
	case w.board.Side() == core.First:
		w.word(number + ".")
	case numbered:
		w.word(number + "...")
	}
	do(w.board, m)
	if w.board.InCheck() {
		w.list.Clear()
		w.board.Generate(core.AllMoves, &w.list)
		text += "+"
		if w.list.N == 0 {
			text = text[:len(text)-1] + "#"
		}
	}
	comments := w.told(n)
	TakeBack(w.board, m)
	w.word(text)
	w.nags(n)
	w.comments(comments, true)
	w.remarks(n)
	return len(comments) > 0 || len(n.Remarks) > 0
}
