package record

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// sides are the names of the sides, in an even game and in a game with a named handicap.
var sides = [2][2]string{{"先手", "後手"}, {"下手", "上手"}}

// kifWriter writes KIF and KI2.
type kifWriter struct {
	out   *strings.Builder
	board *shogi.Position
	ki2   bool
	base  int // number of the move before the first one
	names [2]string
	end   *Node // made if the main line has no terminal, or nil
	last  *Node // of the main line
	index int   // of the next move of KI2 on its line
	pad   int   // blanks to write in front of that move
}

// writeKIF writes a game as KIF or KI2. Times are whole seconds.
func writeKIF(out *strings.Builder, g *Game, ki2 bool, e Encoding) error {
	if !g.isShogi() {
		return errors.New("KIF is for games of shogi")
	}
	p, err := g.Position()
	if err != nil {
		return err
	}
	w := &kifWriter{out: out, board: p.(*shogi.Position), ki2: ki2, base: p.Plies()}
	w.header(g, e)
	if g.Root == nil {
		return nil
	}
	if err := w.prepare(g); err != nil {
		return err
	}
	w.annotations(g.Root, g.Root.comments(p, kifFacts))
	return w.line(g.Root, core.NoMove, [2]time.Duration{}, true)
}

// prepare finds the end of the main line.
func (w *kifWriter) prepare(g *Game) error {
	side := w.board.Side()
	w.last = g.Root
	for n := g.Root.Main(); n != nil; n = n.Main() {
		if w.last.Terminal != NoTerminal {
			return errors.New("a move follows after the end of the game")
		}
		w.last = n
		if n.Terminal == NoTerminal {
			side = side.Other()
		}
	}
	if end := g.end(w.last, side, g.japaneseOutcome); end != w.last {
		w.end = end
	}
	return nil
}

func (w *kifWriter) header(g *Game, e Encoding) {
	if !w.ki2 {
		name := e.String()
		if e == ShiftJIS {
			name = "Shift_JIS"
		}
		fmt.Fprintf(w.out, "#KIF version=2.0 encoding=%s\n", name)
	}
	named := handicapName(w.board, g.Tags.Get(TagHandicap))
	if w.board.Plies() > 0 {
		named = "" // the number of the move stands with the diagram only
	}
	w.names = sides[0]
	if named != "" && named != "平手" {
		w.names = sides[1]
	}
	handicap := false
	field := func(name, value string) { fmt.Fprintf(w.out, "%s：%s\n", name, value) }
	start := func() {
		if handicap {
			return
		}
		handicap = true
		if named != "" {
			field("手合割", named)
			return
		}
		field("手合割", "その他")
		w.diagram()
	}
	for _, tag := range g.Tags {
		switch tag.Name {
		case TagHandicap:
			start()
		case TagSente:
			start()
			field(w.names[core.First], strings.TrimSpace(flat(tag.Value)))
		case TagGote:
			start()
			field(w.names[core.Second], strings.TrimSpace(flat(tag.Value)))
		case TagFEN, TagSetUp, TagResult:
		default:
			if name := kifOfTag(tag.Name); isKIFKey(name) {
				field(name, strings.TrimSpace(flat(tag.Value)))
			}
		}
	}
	start()
	if !w.ki2 {
		w.out.WriteString("手数----指手---------消費時間--\n")
	}
}

// isKIFKey reports whether a line that begins with name is read as a field.
func isKIFKey(name string) bool {
	line := name + "：x"
	for _, statement := range [...]string{"+", "手数---", "手数=", "手数＝"} {
		if strings.HasPrefix(line, statement) {
			return false
		}
	}
	if _, hand := handOfKIF(name); hand || name == "" || strings.ContainsAny(name, "\r\n") {
		return false
	}
	key, value, _ := cutKey(line)
	return kindOfKIF(line) == kifField && key == name && value == "x"
}

func (w *kifWriter) diagram() {
	const edge = "+---------------------------+\n"
	hand := func(c core.Color) { fmt.Fprintf(w.out, "%sの持駒：%s\n", sides[0][c], HandText(w.board, c)) }
	hand(core.Second)
	w.out.WriteString("  ９ ８ ７ ６ ５ ４ ３ ２ １\n" + edge)
	for rank := range 9 {
		w.out.WriteByte('|')
		for file := 8; file >= 0; file-- {
			owner, name := " ", "・"
			if piece := w.board.PieceAt(core.Square(9*file + rank)); piece != 0 {
				name = boardPieces[piece.Type()]
				if piece.Color() == core.Second {
					owner = "v"
				}
			}
			w.out.WriteString(owner + name)
		}
		w.out.WriteString("|" + rankNames[rank] + "\n")
	}
	w.out.WriteString(edge)
	hand(core.First)
	w.out.WriteString(sides[0][w.board.Side()&1] + "番\n")
	if plies := w.board.Plies(); plies > 0 {
		fmt.Fprintf(w.out, "手数＝%d\n", plies)
	}
}

// HandText lists the pieces in the hand of c, with their number if above one.
func HandText(p *shogi.Position, c core.Color) string {
	var pieces []string
	for k := shogi.Rook; k >= shogi.Pawn; k-- {
		n := p.Hand(c, k)
		if n == 0 {
			continue
		}
		piece := movePieces[k]
		if n >= 10 {
			piece += "十"
		}
		if n > 1 && n%10 > 0 {
			piece += rankNames[n%10-1]
		}
		pieces = append(pieces, piece)
	}
	if pieces == nil {
		return "なし"
	}
	return strings.Join(pieces, "　")
}

// annotations writes the comments, remarks and bookmarks below a node.
func (w *kifWriter) annotations(n *Node, comments []string) {
	if len(comments)+len(n.Remarks) > 0 || n.Bookmark != "" {
		w.endRow()
	}
	w.comments(comments)
	for name := range strings.Lines(n.Bookmark) {
		w.out.WriteString("&" + strings.TrimSpace(flat(name)) + "\n")
	}
	for _, remark := range n.Remarks {
		if strings.HasPrefix(remark, "KIF") || strings.HasPrefix(remark, " ----") {
			remark = " '" + remark
		}
		w.out.WriteString("#" + flat(remark) + "\n")
	}
}

func (w *kifWriter) comments(comments []string) {
	for _, comment := range comments {
		for line := range strings.SplitSeq(strings.ReplaceAll(comment, "\r\n", "\n"), "\n") {
			w.out.WriteString("*" + line + "\n")
		}
	}
}

// endRow ends a line of moves of KI2.
func (w *kifWriter) endRow() {
	if w.index > 0 {
		w.out.WriteByte('\n')
	}
	w.index, w.pad = 0, 0
}

// line writes the moves behind n, whose position is on the board, and then the variations, the
// last ones first: every variation leaves the line that is read before it. spent is the time
// that each side has used.
func (w *kifWriter) line(n *Node, previous core.Move, spent [2]time.Duration, main bool) error {
	type branch struct {
		parent   *Node
		previous core.Move
		spent    [2]time.Duration
	}
	var branches []branch
	played := 0
	for n.Main() != nil {
		branches = append(branches, branch{n, previous, spent})
		if n = n.Children[0]; len(n.Before) > 0 {
			w.endRow()
			w.comments(n.Before)
		}
		if err := w.node(n, previous, &spent, len(branches[len(branches)-1].parent.Children) > 1); err != nil {
			return err
		}
		if n.Terminal != NoTerminal {
			break
		}
		previous = Play(w.board, n.Move)
		played++
	}
	w.finish(n, main)
	if n.Terminal != NoTerminal {
		// A terminal is not on the board.
	} else if len(branches) > 0 && played > 0 {
		TakeBack(w.board, n.Move)
		played--
	}
	for i := len(branches) - 1; i >= 0; i-- {
		b := branches[i]
		for k, variation := range b.parent.Children[1:] {
			if err := w.variation(variation, b.previous, b.spent, k+2 < len(b.parent.Children)); err != nil {
				return err
			}
		}
		if played > 0 {
			TakeBack(w.board, b.parent.Move)
			played--
		}
	}
	return nil
}

// variation writes a variation that begins with n.
func (w *kifWriter) variation(n *Node, previous core.Move, spent [2]time.Duration, more bool) error {
	w.endRow()
	fmt.Fprintf(w.out, "\n変化：%d手\n", w.board.Plies()+1)
	w.comments(n.Before)
	if err := w.node(n, previous, &spent, more); err != nil {
		return err
	}
	if n.Terminal != NoTerminal {
		w.finish(n, false)
		return nil
	}
	m := Play(w.board, n.Move)
	defer TakeBack(w.board, m)
	return w.line(n, m, spent, false)
}

// node writes a move or a terminal of the board's position. branches says whether variations to
// it follow.
func (w *kifWriter) node(n *Node, previous core.Move, spent *[2]time.Duration, branches bool) error {
	text := ""
	if n.Terminal != NoTerminal {
		text = n.kifWord()
		if w.ki2 && !w.onlyRow(n) || w.onlyTold(n) {
			return nil // finish closes the line
		}
		w.endRow()
	} else {
		m, err := legal(w.board, n)
		if err != nil {
			return err
		}
		if text = kifMove(m, previous); w.ki2 {
			w.row(Japanese(w.board, m, previous, Triangles))
		}
	}
	if side := w.board.Side() & 1; n.Spent.Known {
		spent[side] += n.Spent.Duration.Truncate(time.Second)
	}
	if !w.ki2 || n.Terminal != NoTerminal {
		w.numbered(n, text, spent, branches)
	}
	comments := n.Comments
	if n.Terminal == NoTerminal {
		m := Play(w.board, n.Move)
		comments = n.comments(w.board, kifFacts)
		TakeBack(w.board, m)
	}
	w.annotations(n, comments)
	return nil
}

// row writes a move of KI2, which has several moves on a line.
func (w *kifWriter) row(text string) {
	const width, count = 12, 6
	if w.index == count {
		w.endRow()
	}
	w.out.WriteString(strings.Repeat(" ", w.pad) + text)
	w.pad = max(1, width-columns(text))
	w.index++
}

// numbered writes a line of KIF.
func (w *kifWriter) numbered(n *Node, text string, spent *[2]time.Duration, branches bool) {
	fmt.Fprintf(w.out, "%4d %s", w.board.Plies()+1, text)
	if n.Spent.Known {
		side := w.board.Side() & 1
		if n.Total.Known {
			spent[side] = n.Total.Duration.Truncate(time.Second)
		}
		w.out.WriteString(strings.Repeat(" ", max(1, 13-columns(text))) + kifTime(n.Spent.Duration, spent[side]))
	}
	if branches {
		w.out.WriteByte('+')
	}
	w.out.WriteByte('\n')
}

// finish closes a line that ends with n.
func (w *kifWriter) finish(n *Node, main bool) {
	made := n
	if main && w.end != nil {
		if made = w.end; !w.ki2 {
			w.numbered(made, made.kifWord(), &[2]time.Duration{}, false)
			w.annotations(made, made.Comments)
		}
	}
	told := w.ki2 && made.Terminal != NoTerminal && !w.onlyRow(made) || w.onlyTold(made)
	if told || main && made.Terminal != NoTerminal {
		w.endRow()
		w.out.WriteString(w.sentence(made) + "\n")
	}
	if told {
		w.annotations(made, made.Comments)
	}
	w.endRow()
}

// sentence returns the words that close a line with a terminal.
func (w *kifWriter) sentence(n *Node) string {
	side := w.board.Side() & 1
	told := ""
	switch t := n.Terminal; t {
	case Resigns:
		told = w.names[side^1] + "の勝ち"
	case LosesOnTime:
		told = "時間切れにより" + w.names[side^1] + "の勝ち"
	case LosesByFoul, WinsByFoul, Declares, WinsByDefault, LosesByDefault:
		told = w.names[side] + "の" + terminalWords[t].kif
	case WinsByTry:
		told = "トライで" + w.names[side] + "の勝ち"
	case AgreesDraw:
		told = "引き分け"
	case OtherTerminal:
		if told = n.kifWord(); w.onlyTold(n) {
			told = n.Text
		} else if w.means(told) != NoTerminal {
			told = terminalWords[Breaks].kif
		}
	default:
		told = terminalWords[t].kif
		if word := n.kifWord(); w.means(word) == t {
			told = word
		}
	}
	return fmt.Sprintf("まで%d手で%s", w.board.Plies(), told)
}

// onlyTold reports whether the text of a terminal is a sentence, which can stand only behind
// まで, not in a row of its own.
func (w *kifWriter) onlyTold(n *Node) bool {
	return n.Terminal == OtherTerminal && n.Text != "" && n.kifWord() != n.Text &&
		flat(n.Text) == n.Text && strings.TrimSpace(n.Text) == n.Text && w.means(n.Text) == NoTerminal
}

// onlyRow reports whether the word for a terminal means something else behind まで, so that KI2
// writes it in a row of KIF.
func (w *kifWriter) onlyRow(n *Node) bool {
	return n.Terminal == OtherTerminal && n.Text != "" && n.kifWord() == n.Text && w.means(n.Text) != NoTerminal
}

// means returns the terminal that words mean in a closing sentence, NoTerminal if they stand
// for none.
func (w *kifWriter) means(told string) Terminal {
	terminal, _ := closingOf(told, w.board.Side())
	return terminal
}

// kifMove returns a move as KIF writes it, with its origin.
func kifMove(m, previous core.Move) string {
	if m == core.NullMove {
		return japanesePass
	}
	text := targetName(m, previous) + movePieces[m.PieceType()]
	switch {
	case m.IsDrop():
		return text + "打"
	case m.IsPromotion():
		text += "成"
	}
	return fmt.Sprintf("%s(%d%d)", text, m.From()/9+1, m.From()%9+1)
}

// columns returns the columns of text; Japanese characters take two.
func columns(text string) int {
	width := 0
	for _, r := range text {
		if width++; r >= 0x80 {
			width++
		}
	}
	return width
}

// kifTime returns the time of a move and the sum of the side's times.
func kifTime(spent, sum time.Duration) string {
	e, s := int(max(0, spent).Seconds()), int(max(0, sum).Seconds())
	return fmt.Sprintf("(%2d:%02d/%02d:%02d:%02d)", e/60, e%60, s/3600, s/60%60, s%60)
}
