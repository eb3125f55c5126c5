package record

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/plural"
)

// kifParser reads KIF and KI2; lines of moves of both may be mixed.
type kifParser struct {
	lines    *lineReader
	settings core.Settings
	format   Format
	spare    core.Position
}

// kifGame is a game while it is being read.
type kifGame struct {
	shogiReading
	path    []*Node   // the moves played on the board
	lines   []kifLine // the main line and the variations
	current int       // index of the line that is being read
	long    []int     // lines before the current one, each longer than the lines behind it

	bookmarks map[*Node][]string
	known     bool // more than comments and unknown fields was read

	turn         bool   // the diagram says whose turn it is
	handicap     string // as the record has it
	handicapLine int
	offset       int  // number of the move before the first one
	fresh        bool // a variation has begun and has no move yet
	broken       bool // the rest of the current line is skipped
	replays      int
	winner       Result // named by a closing sentence
}

// next implements parser.
func (p *kifParser) next() (*Game, error) {
	g := &kifGame{shogiReading: newShogiReading(p.settings, &p.spare), lines: make([]kifLine, 1), bookmarks: map[*Node][]string{}}
	defer func() { p.lines.again += g.replays }()
	return readShogi(p.lines, g)
}

// ends implements shogiGame.
func (g *kifGame) ends(text string) bool { return g.text && startsKIF(text) }

// stop implements shogiGame: the fault is in the main line.
func (g *kifGame) stop(line int, err error) {
	g.note(line, false, err)
	g.broken = true
}

// lineFault notes a fault in the current line, and skips the rest of the line.
func (g *kifGame) lineFault(line int, err error) {
	g.note(line, g.current > 0, err)
	g.broken = true
}

func (g *kifGame) add(l line) {
	kind, text := kindOfKIF(l.text), strings.TrimSpace(l.text)
	remark := strings.TrimLeftFunc(l.text, unicode.IsSpace) // with the blanks at its end
	if kind != kifBlank && kind != kifRemark {
		g.begin(l.number)
	}
	g.known = g.known || kind >= kifRank && kind < kifField
	switch kind {
	case kifRemark:
		if !strings.HasPrefix(remark, "#KIF") && !strings.HasPrefix(remark, "# ----") && !g.broken {
			g.tail.Remarks = append(g.tail.Remarks, remark[1:])
		}
	case kifComment:
		if !g.broken {
			g.comment = append(g.comment, remark[1:])
		}
	case kifBookmark:
		if name := strings.TrimSpace(text[1:]); !g.broken && name != "" {
			g.bookmarks[g.tail] = append(g.bookmarks[g.tail], name)
		}
	case kifRank:
		if g.board == nil {
			g.startLine = l.number
			g.diagram.row(l.number, text)
		}
	case kifRow:
		number, move := cutNumber(text)
		n, _ := strconv.Atoi(number)
		g.numbered(l.number, n, move)
	case kifMoves:
		g.moves(l.number, text)
	case kifVariation:
		g.branch(l.number, text)
	case kifClosing:
		g.closing(l.number, text)
	case kifField:
		g.field(l.number, text)
	}
}

// field reads a line of the header.
func (g *kifGame) field(line int, text string) {
	switch text {
	case "先手番", "下手番":
		g.diagram.side, g.turn, g.known = core.First, true, true
		return
	case "後手番", "上手番":
		g.diagram.side, g.turn, g.known = core.Second, true, true
		return
	}
	if strings.HasPrefix(text, "手数---") {
		g.text, g.known = true, true
		return
	}
	for _, prefix := range [...]string{"手数＝", "手数="} {
		if after, found := strings.CutPrefix(text, prefix); found {
			if n, _ := strconv.Atoi(firstWord(after)); g.board == nil {
				g.diagram.plies = min(max(0, n), 100_000)
			}
			return
		}
	}
	key, value, ok := cutKey(text)
	if !ok || key == "" || strings.HasPrefix(key, "+") {
		return // 盤面反転, the frame of the diagram, and other lines
	}
	if c, hand := handOfKIF(key); hand {
		g.diagram.hand(line, c, value)
		g.known = true
		return
	}
	value = strings.TrimSpace(value)
	if key == "手合割" {
		g.handicap, g.handicapLine = value, line
	}
	tag := tagOfKIF(key)
	g.known = g.known || tag != key
	g.Tags = append(g.Tags, Tag{tag, value})
}

// setUp opens the start position, given by the diagram or the handicap.
func (g *kifGame) setUp() error {
	if g.board != nil {
		return nil
	}
	start, known := handicapStart(g.handicap)
	switch d := &g.diagram; {
	case d.rows > 0:
		if !g.turn && start != "" {
			d.side = core.Second
		}
		if d.err != nil {
			return d.err
		}
		if d.rows < 9 {
			return at(g.startLine, fmt.Errorf("the diagram has %s, want 9", plural.Of(d.rows, "rank")))
		}
		g.setStart()
		start = g.Start
	case known || g.handicap == "":
	case strings.HasSuffix(g.handicap, "将棋") || strings.HasSuffix(g.handicap, "しょうぎ"):
		return at(g.handicapLine, errorf("%s is a game of its own: shogi of nine by nine squares is read here", g.handicap))
	default:
		return at(g.handicapLine, errorf("handicap %s has no diagram", g.handicap))
	}
	g.Start = start
	if err := g.setBoard("start position"); err != nil {
		return err
	}
	g.offset = g.board.Plies()
	return nil
}

// flush gives the lines of a comment to their node.
func (g *kifGame) flush(next *Node) {
	if g.comment == nil {
		return
	}
	text := strings.Join(g.comment, "\n")
	g.comment = nil
	if g.fresh && next != nil && len(g.tail.Children) > 0 { // otherwise the variation only continues the line
		next.Before = append(next.Before, text)
	} else {
		g.tail.Comments = append(g.tail.Comments, text)
	}
}

// push adds a node to the current line.
func (g *kifGame) push(line int, n *Node) bool {
	if err := g.count(); err != nil {
		g.lineFault(line, err)
		return false
	}
	if g.tail.Terminal != NoTerminal {
		g.lineFault(line, errorf("a move follows after %s", g.tail.Text))
		return false
	}
	g.flush(n)
	g.fresh = false
	g.tail.Children = append(g.tail.Children, n)
	g.tail = n
	if n.Terminal == NoTerminal {
		current := &g.lines[g.current]
		current.nodes = append(current.nodes, n)
		g.path = append(g.path, n)
		do(g.board, n.Move)
	}
	return true
}

// previous returns the last move on the board.
func (g *kifGame) previous() core.Move {
	if len(g.path) == 0 {
		return core.NoMove
	}
	return g.path[len(g.path)-1].Move
}

// parse reads a move, which may be a null move.
func (g *kifGame) parse(text string) (core.Move, error) {
	if text == japanesePass {
		return pass(g.board)
	}
	return ParseJapanese(g.board, text, g.previous())
}

// illegal holds an illegal move back until it is known whether the record calls it illegal,
// too.
func (g *kifGame) illegal(line, number int, n *Node, err error) {
	g.flush(nil)
	g.foul = newFoul(line, n.Text, fmt.Errorf("move %d: %w", number, afterEnd(g.board, n.Text, err)))
	g.foul.end.Spent, g.foul.end.Total = n.Spent, n.Total
}

// decide settles an illegal move that is held back: the move ends the line if t says that it
// broke the rules; otherwise it is a fault.
func (g *kifGame) decide(t Terminal) (ended bool) {
	f, comment := g.foul, g.comment
	if g.foul = nil; f == nil {
		return false
	}
	g.comment = nil
	if !t.blames() {
		g.lineFault(f.line, f.err)
		return false
	}
	g.push(f.line, f.end)
	g.comment = f.comment(comment)
	return true
}

// ready opens the position for a line of moves, and reports whether the line is read.
func (g *kifGame) ready(line int) bool {
	g.text = true
	if g.broken {
		return false
	}
	if err := g.setUp(); err != nil {
		g.lineFault(line, err)
		return false
	}
	return true
}

// numbered reads a move of KIF behind its number.
func (g *kifGame) numbered(line, number int, text string) {
	text, spent, total := cutTimes(text)
	node := &Node{Text: text, Spent: spent, Total: total}
	if g.decide(terminalOfKIF(text)) || !g.ready(line) {
		return
	}
	if len(g.path) == 0 && g.current == 0 && g.tail == g.Root {
		g.offset = max(0, number-1)
	}
	if beginsMove(text) {
		m, err := g.parse(text)
		if err != nil {
			g.illegal(line, number, node, err)
			return
		}
		node.Move = m
	} else if node.Terminal = terminalOfKIF(text); text == "" {
		g.lineFault(line, fmt.Errorf("move %d is missing", number))
		return
	}
	g.push(line, node)
}

// cutTimes splits the text of a move from its times, ( 0:16/00:00:16).
func cutTimes(text string) (move string, spent, total Time) {
	move = text
	at := 0
	for range 4 { // an origin comes before the times; text with many parentheses is no move
		open := strings.IndexByte(text[at:], '(')
		if open < 0 {
			break
		}
		at += open + 1
		inside, _, closed := strings.Cut(text[at:], ")")
		if !closed {
			break
		}
		if !strings.Contains(inside, ":") {
			continue
		}
		move = text[:at-1]
		first, second, _ := strings.Cut(inside, "/")
		if d, ok := parseClock(strings.TrimSpace(first)); ok {
			spent = Known(d)
		}
		if d, ok := parseClock(strings.TrimSpace(second)); ok {
			total = Known(d)
		}
		break
	}
	move = strings.TrimSpace(move)
	if !beginsMove(move) {
		if i := strings.IndexFunc(move, func(r rune) bool { return unicode.IsSpace(r) || r == '(' || r == '（' }); i >= 0 {
			move = move[:i]
		}
	}
	move = strings.TrimRightFunc(move, func(r rune) bool { return unicode.IsSpace(r) || r == '+' })
	return move, spent, total
}

// moves reads a line of moves of KI2, each behind a mark.
func (g *kifGame) moves(line int, text string) {
	const marks = "▲△▼▽☗☖"
	if g.Source.Format == UnknownFormat {
		g.Source.Format = KI2
	}
	for text = strings.TrimLeft(text, marks); text != ""; {
		word, rest := text, ""
		if i := strings.IndexAny(text, marks); i >= 0 {
			word, rest = text[:i], strings.TrimLeft(text[i:], marks)
		}
		text = rest
		word = strings.TrimSpace(word)
		if g.decide(terminalOfKIF(word)) {
			continue
		}
		if !g.ready(line) {
			return
		}
		node := &Node{Text: word}
		if beginsMove(word) {
			m, err := g.parse(word)
			if err != nil {
				g.illegal(line, g.offset+len(g.path)+1, node, err)
				continue
			}
			node.Move = m
		} else {
			node.Text, _, _ = cutTimes(word)
			node.Terminal = terminalOfKIF(node.Text)
			if node.Terminal == OtherTerminal {
				g.lineFault(line, errorf("%s is no move", word))
				return
			}
		}
		if !g.push(line, node) {
			return
		}
	}
}
