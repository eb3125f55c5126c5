package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/web/board"
)

// signs are the glyphs of annotators by their numbers in PGN; the others stand as $ and number.
var signs = map[int]string{
	1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 8: "□", 10: "=", 11: "=", 12: "=", 13: "∞", 14: "+=", 15: "=+",
	16: "±", 17: "∓", 18: "+−", 19: "−+", 20: "+−", 21: "−+", 22: "⨀", 23: "⨀", 32: "⟳", 33: "⟳", 36: "→", 37: "→",
	40: "↑", 41: "↑", 44: "=∞", 45: "=∞", 132: "⇆", 133: "⇆", 138: "⊕", 139: "⊕", 140: "∆", 142: "⌓", 146: "N",
}

// signsOf returns the glyphs of a node: first those that judge the move, then the others.
func signsOf(n *record.Node) (move, rest string) {
	var others []string
	for _, nag := range n.NAGs {
		switch sign := signs[nag]; {
		case nag <= 0:
		case nag <= 6:
			move += sign
		case sign != "":
			others = append(others, sign)
		default:
			others = append(others, fmt.Sprintf("$%d", nag))
		}
	}
	return move, strings.Join(others, " ")
}

// remarks returns what the record says to a node, without what it says to programs.
func (c *content) remarks(n *record.Node) string {
	move, rest := signsOf(n)
	prose := c.game.Record.Prose(slices.Concat(n.Before, n.Comments))
	return strings.Join(strings.Fields(strings.Join([]string{move, rest, n.Bookmark, prose}, " ")), " ")
}

// shapes returns the arrows and circles that the record has at a node.
func (c *content) shapes(n *record.Node) (list []shape) {
	all, _ := record.ShapesOf(strings.Join(slices.Concat(n.Before, n.Comments), " "))
	for _, s := range all {
		if from, to, ok := c.style.Move(s.From+s.To, false); ok {
			list = append(list, shape{from, to, s.Colour})
		}
	}
	return list
}

// variation is a line of the record other than its main one. The page plays it from the
// position before the move that it replaces.
type variation struct {
	Hidden int         `json:"k,omitempty"` // moves in front that lead to it, and stand in another
	Moves  [][3]string `json:"m"`           // notation, change and remarks
}

// variations returns the variations to the main line below parent, those within others
// included. The position of parent is on the board.
func (c *content) variations(p core.Position, parent *record.Node, previous core.Move, start board.Position) (list []variation, err error) {
	for _, child := range parent.Children[min(1, len(parent.Children)):] {
		if list, err = c.variation(p, child, previous, start, nil, list); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// variation adds the variation that begins with n, and those to it, to a list. way is what
// leads to it from the position where the page begins to play.
func (c *content) variation(p core.Position, n *record.Node, previous core.Move, before board.Position, way [][3]string, list []variation) ([]variation, error) {
	at := len(list)
	list = append(list, variation{Hidden: len(way)})
	var played []core.Move
	defer func() {
		for range played {
			record.TakeBack(p, played[len(played)-1])
			played = played[:len(played)-1]
		}
	}()
	line := append([][3]string{}, way...)
	for ; n != nil; n = n.Main() {
		if n.Terminal != record.NoTerminal {
			line = append(line, [3]string{n.Text, "", c.remarks(n)})
			break
		}
		m := record.Play(p, n.Move)
		if m == core.NoMove {
			return nil, fmt.Errorf("a variation has a move that is not legal in %s", p)
		}
		record.TakeBack(p, m)
		text := c.words.Write(p, m, previous)
		if c.paired && (len(played) == 0 || p.Side() == core.First) {
			text = c.place(p.Plies()-c.offset) + text
		}
		after, delta, err := c.step(p, m, before)
		if err != nil {
			return nil, err
		}
		line = append(line, [3]string{text, delta, c.remarks(n)})
		played, previous, before = append(played, m), m, after
		if len(n.Children) > 1 {
			for _, child := range n.Children[1:] {
				if list, err = c.variation(p, child, m, after, line, list); err != nil {
					return nil, err
				}
			}
		}
	}
	list[at].Moves = line
	return list, nil
}
