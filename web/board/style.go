package board

import (
	_ "embed"
	"strings"
)

// CSS is the style sheet of the pictures, for both games. Its colours follow the
// color-scheme of the page.
//
//go:embed board.css
var CSS string

// Style is what the boards of a game look like.
type Style struct {
	Layout
	kinds string // the letters of the kinds that have a shape, as for Black in FEN
	hand  string // the letters of the kinds that a hand holds, in its order
}

// Layout says where things are in a picture, in its own units and seen from the side of
// First. Squares are numbered from the top left, row by row; the slots of the hands,
// First's before Second's, come after them.
type Layout struct {
	Columns int      `json:"columns"`
	Rows    int      `json:"rows"`
	Size    [2]int   `json:"size"`   // of a square
	Origin  [2]int   `json:"origin"` // of the first square
	Slots   [][2]int `json:"slots"`  // the corners of the slots
	Turns   bool     `json:"turns"`  // pieces of the side at the top stand on their head
	View    [4]int   `json:"view"`   // left, top, width and height of all of it
	// With the class "wide" the stands of the hands are beside the board.
	WideSlots [][2]int `json:"wideSlots"`
	WideView  [4]int   `json:"wideView"`
}

// handOrder is the order in which SFENs tell of the pieces in hand.
const handOrder = "RBGSNLP"

// slotWidth is the room for a piece in hand, and standWidth that for a stand beside the board.
const slotWidth, standWidth = 114, 124

// For returns the style of a game, "chess" or "shogi", and false for any other.
func For(game string) (*Style, bool) {
	switch game {
	case "chess":
		return &Style{
			Layout: Layout{Columns: 8, Rows: 8, Size: [2]int{100, 100}, View: [4]int{0, 0, 800, 800}},
			kinds:  "pnbrqk",
		}, true
	case "shogi":
		l := Layout{Columns: 9, Rows: 9, Size: [2]int{100, 108}, Origin: [2]int{10, 154}, Turns: true, View: [4]int{0, 0, 950, 1254}}
		left, right, bottom := l.Origin[0]-standWidth, l.Origin[0]+950, l.Origin[1]+9*l.Size[1]
		l.WideView = [4]int{left - 14, l.Origin[1] - 34, right + standWidth - left + 12, bottom - l.Origin[1] + 40}
		last := len(handOrder) - 1
		for i := range handOrder {
			l.Slots = append(l.Slots, [2]int{l.Origin[0] + 6 + i*slotWidth, bottom + 12})
			l.WideSlots = append(l.WideSlots, [2]int{right + 4, bottom - (last-i+1)*l.Size[1] - 2})
		}
		for i := range handOrder {
			l.Slots = append(l.Slots, [2]int{l.Origin[0] + 900 - 106 - i*slotWidth, 6})
			l.WideSlots = append(l.WideSlots, [2]int{left - 4, l.Origin[1] + (last-i)*l.Size[1] + 2})
		}
		return &Style{Layout: l, kinds: "plnsgbrk", hand: handOrder}, true
	}
	return nil, false
}

// squares returns the number of squares.
func (s *Style) squares() int { return s.Columns * s.Rows }

// square returns the number of the square with a name of the protocols, e4 or 7f.
func (s *Style) square(name string) (int, bool) {
	if len(name) != 2 {
		return 0, false
	}
	column, row := int(name[0]-'a'), s.Rows-int(name[1]-'0')
	if s.Turns {
		column, row = s.Columns-int(name[0]-'0'), int(name[1]-'a')
	}
	return row*s.Columns + column, column >= 0 && column < s.Columns && row >= 0 && row < s.Rows
}

// Move returns where a move in protocol notation begins and ends: e2e4, 7g7f, or P*5e, a
// drop, which begins in a slot of the hand of First or, if second, of Second.
func (s *Style) Move(move string, second bool) (from, to int, ok bool) {
	if len(move) < 4 {
		return 0, 0, false
	}
	to, ok = s.square(move[2:4])
	if !ok {
		return 0, 0, false
	}
	if slot := strings.IndexByte(s.hand, move[0]); slot >= 0 && move[1] == '*' {
		if second {
			slot += len(s.hand)
		}
		return s.squares() + slot, to, true
	}
	from, ok = s.square(move[:2])
	return from, to, ok
}

// Hand returns the letters of the slots of a hand, in their order.
func (s *Style) Hand() string { return s.hand }

// Kinds returns the letters of the pieces by their kind in the rules of the game, promoted
// ones with a plus.
func (s *Style) Kinds() map[int]string {
	kinds := map[int]string{}
	for i, letter := range s.kinds {
		kinds[i+1] = strings.ToUpper(string(letter))
	}
	if s.Turns {
		for i, letter := range [...]string{"P", "L", "N", "S", "B", "R"} {
			kinds[len(s.kinds)+1+i] = "+" + letter
		}
	}
	return kinds
}
