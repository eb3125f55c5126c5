package record

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// kifParser reads KIF and KI2; lines of moves of both may be mixed.
type kifParser struct {
	lines    *lineReader
	settings core.Settings
	format   Format
}

// kifGame is a game while it is being read.
type kifGame struct {
	*Game
	board   core.Position // nil until the first move or the end
	path    []*Node       // the moves played on the board
	tail    *Node         // the last node that was read: a move, a terminal or the root
	comment []string      // lines of the comment that belongs to tail, or to the next move
	lines   []kifLine     // the main line and the variations
	current int           // index of the line that is being read

	diagram  diagram
	turn     bool   // the diagram says whose turn it is
	handicap string // as the record has it
	base     int    // number of the last move before the first one
	fresh    bool   // a variation has begun and has no move yet
	broken   bool   // the rest of the current line is passed over
	begun    bool
	text     bool // the moves have begun
	nodes    int
	replays  int
	size     int
	winner   Result // as a closing sentence says
	foul     *foul  // behind tail; nil: none
	fault    *Error
}

// kifLine is a line of moves: what it adds to the first plies of another one.
type kifLine struct {
	parent int // index
	start  int // plies of the parent
	depth  int // of variations within variations
	nodes  []*Node
}

// next implements parser.
func (p *kifParser) next() (*Game, error) {
	g := &kifGame{Game: &Game{Rules: shogi.Rules, Settings: p.settings, Root: &Node{}}, lines: make([]kifLine, 1)}
	g.tail = g.Root
	for {
		l, ok := p.lines.next()
		switch {
		case !ok && (p.lines.err != io.EOF || !g.begun):
			return nil, p.lines.err
		case !ok:
			return g.finish()
		case l.fault != nil:
			g.begin(l.number)
			g.broken = true
			g.fail(l.number, false, l.fault)
			continue
		case g.text && startsKIF(l.text):
			p.lines.hold(l)
			return g.finish()
		}
		if g.size += len(l.text); g.size > maxText {
			g.broken = true
			g.fail(l.number, false, fmt.Errorf("the game has more than %d bytes", maxText))
			g.comment = nil
		} else {
			g.add(l)
		}
	}
}

func (g *kifGame) begin(line int) {
	if !g.begun {
		g.begun, g.Source.Line = true, line
	}
}

// fail notes the first fault of the main line, or of a variation if there is none.
func (g *kifGame) fail(line int, variation bool, err error) {
	g.fault = worst(g.fault, &Error{Line: line, Aside: variation, Err: err})
}

// lineFault notes a fault in the current line, the rest of which is passed over.
func (g *kifGame) lineFault(line int, err error) {
	g.fail(line, g.current > 0, err)
	g.broken = true
}

func (g *kifGame) add(l line) {
	kind, text := kindOfKIF(l.text), strings.TrimSpace(l.text)
	note := strings.TrimLeftFunc(l.text, unicode.IsSpace) // with the blanks at its end
	if kind != kifBlank && kind != kifRemark {
		g.begin(l.number)
	}
	switch kind {
	case kifRemark:
		if !strings.HasPrefix(note, "#KIF") && !strings.HasPrefix(note, "# ----") && !g.broken {
			g.tail.Remarks = append(g.tail.Remarks, note[1:])
		}
	case kifComment:
		if !g.broken {
			g.comment = append(g.comment, note[1:])
		}
	case kifBookmark:
		if name := strings.TrimSpace(text[1:]); !g.broken && name != "" {
			g.tail.Bookmark = strings.TrimPrefix(g.tail.Bookmark+"\n"+name, "\n")
		}
	case kifRank:
		if g.board == nil {
			g.diagram.row(text)
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
		g.field(text)
	}
}

// field reads a line of the header.
func (g *kifGame) field(text string) {
	switch text {
	case "先手番", "下手番":
		g.diagram.side, g.turn = core.First, true
		return
	case "後手番", "上手番":
		g.diagram.side, g.turn = core.Second, true
		return
	}
	if strings.HasPrefix(text, "手数---") {
		g.text = true
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
		return // 盤面反転, the frame of the diagram, and what else there is
	}
	if c, hand := handOfKIF(key); hand {
		g.diagram.hand(c, value)
		return
	}
	value = strings.TrimSpace(value)
	if key == "手合割" {
		g.handicap = value
	}
	g.Tags = append(g.Tags, Tag{tagOfKIF(key), value})
}

// setUp opens the start position: that of the diagram, or of the handicap.
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
			return fmt.Errorf("the diagram has %d ranks, want 9", d.rows)
		}
		if start = d.sfen(); start == shogi.StartSFEN {
			start = ""
		}
	case known || g.handicap == "":
	default:
		return errorf("handicap %s has no diagram", g.handicap)
	}
	g.Start = start
	p, err := g.Position()
	if err != nil {
		g.Start = ""
		return fmt.Errorf("start position: %w", err)
	}
	g.board, g.base = p, p.Plies()
	return nil
}

// flush gives the lines of a comment to their node.
func (g *kifGame) flush(next *Node) {
	if g.comment == nil {
		return
	}
	text := strings.Join(g.comment, "\n")
	g.comment = nil
	if g.fresh && next != nil && len(g.tail.Children) > 0 { // else it only goes on with the line
		next.Before = append(next.Before, text)
	} else {
		g.tail.Comments = append(g.tail.Comments, text)
	}
}

// push adds a node to the current line.
func (g *kifGame) push(line int, n *Node) bool {
	if g.nodes++; g.nodes > maxNodes {
		g.lineFault(line, fmt.Errorf("the game has more than %d moves", maxNodes))
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

// parse reads a move, which may be none.
func (g *kifGame) parse(text string) (core.Move, error) {
	if text == japanesePass {
		return pass(g.board)
	}
	return ParseJapanese(g.board, text, g.previous())
}

// illegal holds a move that is not legal until it is known whether the record says so, too.
func (g *kifGame) illegal(line, number int, n *Node, err error) {
	g.flush(nil)
	g.foul = newFoul(line, n.Text, fmt.Errorf("move %d: %w", number, err))
	g.foul.end.Spent, g.foul.end.Total = n.Spent, n.Total
}

// decide takes the move that is held for the end of the line, if t says that it broke the
// rules, or else for a fault.
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
		g.base = max(0, number-1)
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
				g.illegal(line, g.base+len(g.path)+1, node, err)
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

// branch begins a variation, 変化：9手. It leaves the line that was read last and is long
// enough.
func (g *kifGame) branch(line int, text string) {
	if g.nodes == 0 && !g.broken && g.foul == nil { // some have such a line in their header
		return
	}
	g.text = true
	g.decide(NoTerminal)
	g.flush(nil)
	number, _, found := strings.Cut(strings.TrimLeft(strings.TrimPrefix(text, "変化"), "：: 　"), "手")
	number = strings.Map(func(r rune) rune {
		if r >= '０' && r <= '９' {
			return r - '０' + '0'
		}
		return r
	}, strings.TrimSpace(number))
	n, err := strconv.Atoi(number)
	plies := n - 1 - g.base
	if !found || err != nil || plies < 0 {
		g.broken = true
		g.fail(line, true, errorf("variation %s has no number of a move", text))
		return
	}
	parent := g.current
	if plies > len(g.path) {
		parent = len(g.lines) - 1
		for parent > 0 && g.lines[parent].start+len(g.lines[parent].nodes) < plies {
			parent--
			g.replays++
		}
	}
	path := g.pathTo(parent, plies)
	if path == nil && plies > 0 || g.replays > maxReplays {
		g.broken = true
		g.fail(line, true, fmt.Errorf("variation at move %d leaves no line that is known", n))
		return
	}
	for plies <= g.lines[parent].start && parent > 0 {
		parent = g.lines[parent].parent
		g.replays++
	}
	depth := g.lines[parent].depth + 1
	if depth > maxDepth {
		g.broken = true
		g.fail(line, true, fmt.Errorf("variations are nested more than %d deep", maxDepth))
		return
	}
	g.jump(path)
	g.lines = append(g.lines, kifLine{parent: parent, start: plies, depth: depth})
	g.current, g.broken, g.fresh = len(g.lines)-1, false, true
	if g.tail = g.Root; plies > 0 {
		g.tail = path[plies-1]
	}
}

// pathTo returns the first plies of a line, nil if it is shorter.
func (g *kifGame) pathTo(index, plies int) []*Node {
	if plies <= len(g.path) && index == g.current {
		return g.path[:plies]
	}
	if g.lines[index].start+len(g.lines[index].nodes) < plies {
		return nil
	}
	path := make([]*Node, plies)
	for end := plies; end > 0; {
		l := &g.lines[index]
		if l.start < end {
			copy(path[l.start:end], l.nodes)
			end = l.start
		}
		index = l.parent
		g.replays++
	}
	g.replays += plies
	return path
}

// jump brings the board to the end of path.
func (g *kifGame) jump(path []*Node) {
	same := 0
	for same < min(len(path), len(g.path)) && path[same] == g.path[same] {
		same++
	}
	for _, n := range slices.Backward(g.path[same:]) {
		TakeBack(g.board, n.Move)
	}
	for _, n := range path[same:] {
		do(g.board, n.Move)
	}
	g.path = append(g.path[:same], path[same:]...)
}

// closing reads まで74手で後手の勝ち, which ends a line if nothing else has.
func (g *kifGame) closing(line int, text string) {
	if !g.ready(line) || g.tail.Terminal != NoTerminal {
		return
	}
	_, told, found := strings.Cut(text, "手で")
	if !found {
		if _, told, found = strings.Cut(text, "手"); !found {
			return
		}
	}
	told = strings.TrimSpace(told)
	terminal, winner := closingOf(told, g.board.Side())
	if g.foul != nil {
		g.decide(terminal)
		return
	}
	node := &Node{Terminal: terminal}
	switch { // terminals that share their usual word with another one keep their own
	case terminal != NoTerminal && terminalOfKIF(told) == terminal:
		node.Text = told
	case terminal == AgreesDraw:
		node.Text = "引き分け"
	}
	switch {
	case terminal == NoTerminal && told == "":
		return
	case terminal == NoTerminal:
		node.Terminal, node.Text = OtherTerminal, told
	}
	if g.current == 0 {
		g.winner = winner
	}
	g.push(line, node)
}

// closingOf returns what a closing sentence means with side to move: the terminal, and the
// winner that it names.
func closingOf(text string, side core.Color) (Terminal, Result) {
	named := Unfinished
	switch {
	case strings.Contains(text, "先手"), strings.Contains(text, "下手"):
		named = FirstWins
	case strings.Contains(text, "後手"), strings.Contains(text, "上手"):
		named = SecondWins
	}
	own := named == WinOf(side)
	pick := func(mover, other Terminal) Terminal {
		if own || named == Unfinished {
			return mover
		}
		return other
	}
	for _, t := range [...]Terminal{Breaks, Repeats, Impasse, HasNoMate} {
		if strings.Contains(text, terminalWords[t].kif) {
			return t, Unfinished
		}
	}
	switch {
	case strings.Contains(text, "反則勝ち"):
		return pick(WinsByFoul, LosesByFoul), named
	case strings.Contains(text, "反則負け"):
		return pick(LosesByFoul, WinsByFoul), Unfinished
	case strings.Contains(text, "時間切れ"), strings.Contains(text, "切れ負け"):
		return LosesOnTime, Unfinished
	case strings.Contains(text, "入玉勝ち"), strings.Contains(text, "宣言勝ち"):
		return Declares, named
	case strings.Contains(text, "トライ"):
		return WinsByTry, named
	case strings.Contains(text, "不戦勝"):
		return pick(WinsByDefault, LosesByDefault), named
	case strings.Contains(text, "不戦敗"):
		return pick(LosesByDefault, WinsByDefault), Unfinished
	case strings.Contains(text, "引き分け"), strings.Contains(text, "引分"):
		return AgreesDraw, Draw
	case strings.Contains(text, "詰"):
		return IsMated, Unfinished
	case strings.Contains(text, "勝") && named != Unfinished && own: // how, is not told
		return NoTerminal, named
	case strings.Contains(text, "勝") && named != Unfinished:
		return Resigns, named
	}
	if t := terminalOfKIF(text); t != OtherTerminal { // まで13手で投了
		return t, Unfinished
	}
	return NoTerminal, Unfinished
}

// finish returns the game and the first error in it.
func (g *kifGame) finish() (*Game, error) {
	if err := g.setUp(); err != nil {
		g.fail(g.Source.Line, false, err)
		return nil, g.fault
	}
	g.decide(NoTerminal)
	g.flush(nil)
	g.setResult()
	if g.winner != Unfinished {
		g.Result = g.winner
	}
	readFacts(g.Game, kifFacts)
	if g.fault != nil {
		return g.Game, g.fault
	}
	return g.Game, nil
}

// setResult sets result and ending of a game of shogi by the end of its main line.
func (g *Game) setResult() {
	p, err := g.Position()
	if err != nil {
		return
	}
	side := p.Side()
	for n := g.Root.Main(); n != nil; n = n.Main() {
		if n.Terminal != NoTerminal {
			g.Result, g.Ending = n.told(side)
		}
		side = side.Other()
	}
}
