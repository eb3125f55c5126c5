package record

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu/core"
)

// kifLine is a line of moves: it has the nodes that follow the first plies of another line.
type kifLine struct {
	parent int // index
	start  int // plies of the parent
	depth  int // of variations within variations
	nodes  []*Node
}

// length returns the plies of a line, including the plies that it shares with its parents.
func (l *kifLine) length() int { return l.start + len(l.nodes) }

// branch begins a variation, 変化：9手. The variation leaves the last line read that is long
// enough.
func (g *kifGame) branch(line int, text string) {
	if g.nodes == 0 && !g.broken && g.foul == nil { // some records have such a line in their header
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
	plies := n - 1 - g.offset
	if !found || err != nil || plies < 0 {
		g.lost(line, errorf("variation %s has no number of a move", text))
		return
	}
	parent := g.leaves(plies)
	if g.lines[parent].length() < plies {
		g.lost(line, fmt.Errorf("variation at move %d leaves no line that is known", n))
		return
	}
	for plies <= g.lines[parent].start && parent > 0 {
		parent = g.lines[parent].parent
	}
	depth := g.lines[parent].depth + 1
	if depth > maxDepth {
		g.lost(line, fmt.Errorf("variations are nested more than %d deep", maxDepth))
		return
	}
	if !g.jump(parent, plies) {
		g.lost(line, fmt.Errorf("variation at move %d: the variations go back and forth too often", n))
		return
	}
	for k := len(g.long); k > 0 && g.lines[g.long[k-1]].length() <= g.lines[g.current].length(); k-- {
		g.long = g.long[:k-1]
	}
	g.long = append(g.long, g.current)
	g.lines = append(g.lines, kifLine{parent: parent, start: plies, depth: depth})
	g.current, g.broken, g.fresh = len(g.lines)-1, false, true
	if g.tail = g.Root; plies > 0 {
		g.tail = g.path[plies-1]
	}
}

// lost notes a variation that belongs nowhere and is skipped.
func (g *kifGame) lost(line int, err error) {
	g.note(line, true, err)
	g.broken = true
}

// leaves returns the line that a variation leaves after the given plies: the last line that is
// long enough, or else the current one.
func (g *kifGame) leaves(plies int) int {
	if plies <= len(g.path) {
		return g.current
	}
	short := sort.Search(len(g.long), func(i int) bool { return g.lines[g.long[i]].length() < plies })
	if short == 0 {
		return g.current
	}
	return g.long[short-1]
}

// jump brings the board to the position behind the first plies of a line. It reports false
// if moves have been played again too often.
func (g *kifGame) jump(index, plies int) bool {
	// The two lines part where they left the last line that they share.
	same := min(plies, len(g.path))
	for a, b := index, g.current; a != b; {
		if g.lines[a].depth < g.lines[b].depth {
			a, b = b, a
		}
		same = min(same, g.lines[a].start)
		a = g.lines[a].parent
	}
	g.replays += plies - same
	if g.replays > min(maxReplays, usualReplays+replaysPerMove*g.nodes) {
		return false
	}
	for _, n := range slices.Backward(g.path[same:]) {
		TakeBack(g.board, n.Move)
	}
	g.path = append(g.path[:same], make([]*Node, plies-same)...)
	for end := plies; end > same; index = g.lines[index].parent {
		if l := &g.lines[index]; l.start < end {
			begin := max(same, l.start)
			copy(g.path[begin:end], l.nodes[begin-l.start:])
			end = begin
		}
	}
	for _, n := range g.path[same:] {
		do(g.board, n.Move)
	}
	return true
}

// closing reads まで74手で後手の勝ち, which ends a line if nothing else has. Behind a row of the
// same words it says who has won.
func (g *kifGame) closing(line int, text string) {
	if !g.ready(line) || g.tail.Terminal != NoTerminal && g.tail.Terminal != OtherTerminal {
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
	if g.tail.Terminal == OtherTerminal {
		if g.current == 0 && g.tail.Text == told {
			g.winner = winner
		}
		return
	}
	if g.foul != nil {
		g.decide(terminal)
		return
	}
	node := &Node{Terminal: terminal}
	switch { // a terminal that shares its usual word with another one stays as it is
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
	case strings.Contains(text, "勝") && named != Unfinished && own: // it does not say how
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
	if !g.known && g.fault == nil {
		return nil, &Error{Line: g.Source.Line, Err: errors.New("the text is no KIF: it has neither moves nor fields that are known")}
	}
	if err := g.setUp(); err != nil {
		g.note(g.Source.Line, false, err)
		return nil, g.fault
	}
	g.decide(NoTerminal)
	g.flush(nil)
	for n, names := range g.bookmarks {
		n.Bookmark = strings.Join(names, "\n")
	}
	g.setResult()
	if g.winner != Unfinished {
		g.Result = g.winner
	}
	readFacts(g.Game, kifFacts)
	return g.done()
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
