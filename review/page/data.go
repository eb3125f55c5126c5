package page

import (
	"strconv"

	"github.com/nitoryu/nitoryu/web/board"
)

// data is what the script of a page gets. It needs no rules: each move comes with what it
// changes on the board, as [board.Position.Dirty] writes it.
type data struct {
	Layout *board.Layout     `json:"layout"`
	Hand   string            `json:"hand"`  // the letters of the slots of a hand
	Start  string            `json:"start"` // what the start position changes of an empty board
	Names  map[string]string `json:"names"` // of the pieces, by their letters
	InHand string            `json:"inHand"`
	Sides  [2]string         `json:"sides"`
	Mark   string            `json:"mark"` // in front of the chances of First
	Arrow  string            `json:"arrow"`
	Reply  string            `json:"reply"`
	Right  string            `json:"right"` // what is said to a move that was found
	Wrong  string            `json:"wrong"`
	Task   string            `json:"task"`   // with the side to move
	Source string            `json:"source"` // in front of what the record says
	Plies  []ply             `json:"plies"`  // one more than there are moves
}

// ply is a position of the game and the move that led to it.
type ply struct {
	Side      int         `json:"p,omitempty"` // to move
	Delta     string      `json:"d,omitempty"`
	Text      string      `json:"t"`
	Glyph     string      `json:"g,omitempty"`
	Class     string      `json:"j,omitempty"` // of the judgement or praise
	Say       string      `json:"a,omitempty"` // read aloud
	Comment   string      `json:"c,omitempty"`
	Remark    string      `json:"r,omitempty"` // glyphs and comments of the record
	Find      [][]int     `json:"x,omitempty"` // where the moves begin and end that are better than the next one
	Best      []int       `json:"b,omitempty"` // where the better move begins and ends
	Reply     []int       `json:"y,omitempty"` // the same of the answer that shows why the move is bad
	Chance    *float64    `json:"w,omitempty"` // of First, in percent; nil: not known
	Situation string      `json:"e,omitempty"` // what these chances are called
	Clocks    [2]string   `json:"k,omitzero"`  // time left, or used where that is not known
	Lines     []line      `json:"l,omitempty"`
	Instead   []variation `json:"v,omitempty"` // of the record, in place of the move
	Shapes    []shape     `json:"h,omitempty"` // arrows and circles of the record
}

// shape is an arrow or, where it ends where it begins, a circle: its ends and a colour, G, R, Y or B.
type shape struct {
	From   int    `json:"f"`
	To     int    `json:"t"`
	Colour string `json:"c"`
}

// line is a best line.
type line struct {
	Score string      `json:"s"` // as First sees it
	Depth int         `json:"n"`
	Moves [][2]string `json:"m"` // notation and change
}

// Ends returns the places that a move changed first: where it began and where it ended.
func (ply) Ends(delta string, places int) (ends []int) {
	for i := 0; i+2 <= len(delta) && len(ends) < 2; {
		n, err := strconv.Atoi(delta[i : i+2])
		if err != nil || n >= places {
			break
		}
		ends = append(ends, n)
		if i += 3; i <= len(delta) && delta[i-1] == '+' {
			i++
		}
	}
	return ends
}
