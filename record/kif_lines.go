package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu/core"
)

// kifLine is a line of moves: what it adds to the first plies of another one.
type kifLine struct {
	parent int // index
	start  int // plies of the parent
	depth  int // of variations within variations
	nodes  []*Node
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
	plies := n - 1 - g.offset
	if !found || err != nil || plies < 0 {
		g.lost(line, errorf("variation %s has no number of a move", text))
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
		g.lost(line, fmt.Errorf("variation at move %d leaves no line that is known", n))
		return
	}
	for plies <= g.lines[parent].start && parent > 0 {
		parent = g.lines[parent].parent
		g.replays++
	}
	depth := g.lines[parent].depth + 1
	if depth > maxDepth {
		g.lost(line, fmt.Errorf("variations are nested more than %d deep", maxDepth))
		return
	}
	g.jump(path)
	g.lines = append(g.lines, kifLine{parent: parent, start: plies, depth: depth})
	g.current, g.broken, g.fresh = len(g.lines)-1, false, true
	if g.tail = g.Root; plies > 0 {
		g.tail = path[plies-1]
	}
}

// lost notes a variation that has no place, and is passed over.
func (g *kifGame) lost(line int, err error) {
	g.note(line, true, err)
	g.broken = true
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
		g.note(g.Source.Line, false, err)
		return nil, g.fault
	}
	g.decide(NoTerminal)
	g.flush(nil)
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
