package opening

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/lines"
)

//go:embed formations.txt
var formationTable string

// formationOnce reads the table when it is first needed.
var formationOnce struct {
	sync.Once
	set *formationSet
	err error
}

func formations() (*formationSet, error) {
	o := &formationOnce
	o.Do(func() { o.set, o.err = readFormations(formationTable) })
	return o.set, o.err
}

// kind is what a formation is; formations.txt explains the kinds.
type kind uint8

const (
	fact kind = iota
	rook
	form
	castle
	plan
	trick
	tactic
)

var kinds = map[string]kind{"fact": fact, "rook": rook, "form": form, "castle": castle, "plan": plan, "trick": trick, "tactic": tactic}

// formation is a name for what a side of shogi has on the board.
type formation struct {
	Term
	kind   kind
	family Term
	versus bool // told of who meets a ranging rook
	ways   []way
}

// way is a row of the table: one way to come to a formation.
type way struct {
	conditions []condition // of a position and the move to it
	asks       []ask       // of other formations, once the game is over
	from, by   int         // plies
	id         int         // counts the ways of the table
}

// ask is a condition about formations above in the table.
type ask struct {
	not, other bool
	any        []int
}

// formationSet is a table of formations.
type formationSet struct {
	all  []formation
	ids  map[string]int // by name in Japanese
	ways int            // of all
}

// readFormations reads a table as formations.txt describes it.
func readFormations(text string) (*formationSet, error) {
	t := &formationSet{ids: map[string]int{}}
	if number, err := lines.Each(strings.NewReader(text), len(text)+1, t.read); err != nil {
		return nil, fmt.Errorf("line %d: %w", number, err)
	}
	return t, nil
}

// read reads a row.
func (t *formationSet) read(line string) error {
	fields := strings.Split(line, "|")
	if len(fields) != 3 {
		return fmt.Errorf("%q is not NAME | CONDITIONS | PLIES", line)
	}
	w, err := t.way(fields[1], strings.TrimSpace(fields[2]))
	if err != nil {
		return err
	}
	if head := strings.TrimSpace(fields[0]); head != "" {
		f, err := t.head(head)
		if err != nil {
			return err
		}
		t.ids[f.Japanese] = len(t.all)
		t.all = append(t.all, f)
	}
	if len(t.all) == 0 {
		return fmt.Errorf("the first row has no name")
	}
	w.id = t.ways
	t.ways++
	last := &t.all[len(t.all)-1]
	last.ways = append(last.ways, w)
	return nil
}

// head reads the name of a row.
func (t *formationSet) head(text string) (f formation, err error) {
	word, name, _ := strings.Cut(text, " ")
	word, f.versus = strings.CutSuffix(word, "*")
	k, known := kinds[word]
	japanese, english, named := strings.Cut(name, "=")
	if !known || !named {
		return f, fmt.Errorf("%q is not KIND NAME = ENGLISH", text)
	}
	english, family, _ := strings.Cut(english, "<")
	f.kind, f.Term = k, Term{strings.TrimSpace(english), strings.TrimSpace(japanese)}
	f.family = Term{Japanese: strings.TrimSpace(family)}
	if _, twice := t.ids[f.Japanese]; twice {
		return f, fmt.Errorf("%s stands twice", f.Japanese)
	}
	return f, nil
}

// familyOf returns the family of a formation, itself if the table names none.
func (t *formationSet) familyOf(f *formation) Term {
	if id, known := t.ids[f.family.Japanese]; known {
		return t.all[id].Term
	}
	return f.Term
}

// way reads the conditions and plies of a row.
func (t *formationSet) way(conditions, plies string) (w way, err error) {
	from, by, ranged := strings.Cut(plies, "-")
	w.by = math.MaxInt
	if w.from, err = strconv.Atoi(from); err == nil && by != "" {
		w.by, err = strconv.Atoi(by)
	}
	if !ranged || err != nil || w.from > w.by {
		return w, fmt.Errorf("%q is not FROM-BY", plies)
	}
	for word := range strings.FieldsSeq(conditions) {
		if isName := strings.ContainsFunc(word, func(r rune) bool { return r >= 0x80 }); isName {
			a, err := t.ask(word)
			if err != nil {
				return w, err
			}
			w.asks = append(w.asks, a)
			continue
		}
		c, ok := readCondition(word)
		if !ok {
			return w, fmt.Errorf("%q is not a condition", word)
		}
		w.conditions = append(w.conditions, c)
	}
	return w, nil
}

// ask reads a condition about other formations.
func (t *formationSet) ask(word string) (a ask, err error) {
	names, not := strings.CutPrefix(word, "-")
	names, other := strings.CutPrefix(names, "~")
	a.not, a.other = not, other
	for name := range strings.SplitSeq(names, "/") {
		id, known := t.ids[name]
		if !known {
			return a, fmt.Errorf("no row above has the name %s", name)
		}
		a.any = append(a.any, id)
	}
	return a, nil
}

// condition is something that a position, or the move to it, has to have, as the side sees it
// whose formation is looked for.
type condition struct {
	not     bool
	source  source
	pieces  uint32        // a set of pieces: bit 0 is an empty square, the pieces of the other side begin at bit 16
	squares []core.Square // on the board, or where the move went; none: anywhere
	steps   []step        // from where the move went
	count   int           // which piece is met in a direction, or how many there have to be
}

type source uint8

const (
	onBoard source = iota
	beside         // a square beside the move's
	ahead          // what is met in a direction from there
	inHand
	moved      // a move or a drop
	taken      // a capture
	dropped    // a drop
	retaken    // the move before took a pawn beside the square of this one
	threatened // what the piece that moved would win, or checks
	takers     // what attacks it
	guarded    // another piece of the side protects it
	evading    // the side was in check
	mating     // the move mates
)

// sources begin words about pieces that are not on a square.
var sources = map[string]source{"hand": inHand, "threat": threatened, "takers": takers}

// wholes are words of their own.
var wholes = map[string]source{"guarded": guarded, "evades": evading, "mate": mating}

// step is a way over the board.
type step struct{ file, rank int }

var steps = map[string]step{
	"n": {0, -1}, "ne": {-1, -1}, "e": {-1, 0}, "se": {-1, 1}, "s": {0, 1}, "sw": {1, 1}, "w": {1, 0}, "nw": {1, -1},
	"nne": {-1, -2}, "nnw": {1, -2},
}

// from returns the square one step away from another.
func (d step) from(sq core.Square) (core.Square, bool) {
	file, rank := int(sq)/9+d.file, int(sq)%9+d.rank
	return core.Square(file*9 + rank), file >= 0 && file < 9 && rank >= 0 && rank < 9
}

// readCondition reads a word of the table such as K7h.
func readCondition(word string) (c condition, ok bool) {
	word, c.not = strings.CutPrefix(word, "-")
	if whole, found := wholes[word]; found {
		c.source = whole
		return c, true
	}
	c.count = 1
	kind, pieces, ofSource := strings.Cut(word, ":")
	if ofSource {
		if c.source, ok = sources[kind]; !ok {
			return c, false
		}
		word = pieces
	}
	rest := strings.TrimLeft(word, pieceLetters+strings.ToLower(pieceLetters)+".")
	for _, letter := range word[:len(word)-len(rest)] {
		c.pieces |= 1 << pieceOf(letter)
	}
	if c.pieces == 0 || c.pieces&1 != 0 && (ofSource || strings.HasPrefix(rest, "x")) {
		return c, false
	}
	if ofSource {
		return c, c.source == inHand && rest == "" || c.source != inHand && c.readCount(rest)
	}
	if mark, way, found := strings.Cut(rest, "@"); found {
		switch {
		case mark == "x":
			c.source = retaken
		case mark != "":
			return c, false
		case strings.ToUpper(way) == way:
			c.source = ahead
			far := strings.TrimRight(way, "0123456789")
			return c, c.readCount(way[len(far):]) && c.readSteps(strings.ToLower(far))
		default:
			c.source = beside
		}
		return c, c.readSteps(way)
	}
	for mark, of := range map[string]source{">": moved, "x": taken, "*": dropped} {
		if where, found := strings.CutPrefix(rest, mark); found {
			if c.source, rest = of, where; rest == "" {
				return c, true
			}
		}
	}
	if len(rest) == 1 && isRank(rest[0]) && c.source != onBoard {
		for file := range core.Square(9) {
			c.squares = append(c.squares, file*9+core.Square(rest[0]-'a'))
		}
		return c, true
	}
	for name := range strings.SplitSeq(rest, "/") {
		if len(name) != 2 || name[0] < '1' || name[0] > '9' || !isRank(name[1]) {
			return c, false
		}
		c.squares = append(c.squares, square(name))
	}
	return c, true
}

// readCount reads a number, 1 if there is none.
func (c *condition) readCount(text string) bool {
	if text == "" {
		return true
	}
	n, err := strconv.Atoi(text)
	c.count = n
	return err == nil && n > 0
}

// readSteps reads directions such as n/ne.
func (c *condition) readSteps(text string) bool {
	for name := range strings.SplitSeq(text, "/") {
		d, known := steps[name]
		if !known || c.source == ahead && max(d.rank, -d.rank) > 1 {
			return false
		}
		c.steps = append(c.steps, d)
	}
	return true
}

// pieceLetters name the pieces in the order of their numbers.
const pieceLetters = "PLNSGBRKTUVWHD"

// pieceOf returns the number of a piece in sets of pieces.
func pieceOf(letter rune) int {
	if letter == '.' {
		return 0
	}
	if i := strings.IndexRune(pieceLetters, letter); i >= 0 {
		return i + 1
	}
	return 16 + 1 + strings.IndexRune(strings.ToLower(pieceLetters), letter)
}

func isRank(letter byte) bool { return letter >= 'a' && letter <= 'i' }

// square returns the number of a square with a name like 7g.
func square(name string) core.Square { return core.Square(name[0]-'1')*9 + core.Square(name[1]-'a') }
