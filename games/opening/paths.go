package opening

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/record"
)

//go:embed chess.txt
var chessTable string

//go:embed shogi.txt
var shogiTable string

// A table is read when it is first needed.
type table struct {
	once  sync.Once
	paths *Paths
}

var chessPaths, shogiPaths table

func (t *table) get(rules core.Rules, text string, parse parser) *Paths {
	t.once.Do(func() {
		if paths, err := read(rules, text, parse); err == nil { // a test reads both tables
			t.paths = paths
		}
	})
	return t.paths
}

// Chess returns the table of chess. A program that asks for the table of one game links no other.
func Chess() *Paths { return chessPaths.get(chess.Rules, chessTable, record.ParseSAN) }

// Shogi returns the table of shogi.
func Shogi() *Paths { return shogiPaths.get(shogi.Rules, shogiTable, core.Position.ParseMove) }

// Term is a word of players in both languages.
type Term struct{ English, Japanese string }

// In returns the term in Japanese or in English.
func (t Term) In(japanese bool) string {
	if japanese && t.Japanese != "" {
		return t.Japanese
	}
	return t.English
}

// Entry is a named position of a table.
type Entry struct {
	Term
	Code   string // ECO, A00 to E99; "" in shogi
	Family Term   // the name without its variation
}

// Paths is a table of openings: the positions on its lines, some of which have names. A
// position is found whatever the order of the moves was.
type Paths struct {
	entries map[uint64]*Entry // nil: on the way to a position with a name
	on      map[uint64]*Entry // the last named position on the way to one without a name
	next    map[uint64][]Continuation
}

// Continuation is a move by which lines of a table go on from a position.
type Continuation struct {
	Move  core.Move
	Lines int // number of such lines: the more, the more usual the move
}

// Of returns the table for the game with that name, nil if the game has none.
func Of(game string) *Paths {
	switch game {
	case chess.Rules.Name:
		return Chess()
	case shogi.Rules.Name:
		return Shogi()
	}
	return nil
}

// A parser reads a move of a table.
type parser func(p core.Position, text string) (core.Move, error)

// Read reads a table. Each line of it adds moves to the moves of the line above that
// is indented by one tab less:
//
//	CODE NAME=JAPANESE | MOVES
//
// Moves are in SAN for chess and as in USI for shogi. A name that begins with a colon is a
// variation of the nearest name above; text behind a colon is a variation, too. The code
// "-" means no code. The error names the first line that makes no sense: with moves that
// are not legal, or with a position that has a name.
func Read(rules core.Rules, text string) (*Paths, error) {
	if rules.Name == chess.Rules.Name {
		return read(rules, text, record.ParseSAN)
	}
	return read(rules, text, core.Position.ParseMove)
}

func read(rules core.Rules, text string, parse parser) (*Paths, error) {
	t := &Paths{entries: map[uint64]*Entry{}, on: map[uint64]*Entry{}, next: map[uint64][]Continuation{}}
	p := rules.Start(core.Settings{})
	type level struct {
		entry *Entry
		moves int // on the board when the line is done
	}
	type step struct {
		key  uint64
		move core.Move
	}
	var above []level
	var way []step // leads to the position on the board
	var ways [][]uint64
	families := familiesIn(text)
	number, played := 0, 0
	for line := range strings.Lines(text) {
		number++
		words := strings.TrimLeft(strings.TrimRight(line, "\r\n"), "\t")
		depth := len(line) - len(strings.TrimLeft(line, "\t"))
		if depth > len(above) {
			return nil, fmt.Errorf("line %d: it is indented too far", number)
		}
		above = above[:depth]
		family, base := Term{}, 0
		if depth > 0 {
			family, base = above[depth-1].entry.Family, above[depth-1].moves
		}
		for ; played > base; played-- {
			p.Undo()
		}
		way = way[:played]
		entry, moves, err := readEntry(words, family, families)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		for word := range strings.FieldsSeq(moves) {
			m, err := parse(p, word)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", number, err)
			}
			way = append(way, step{p.Key(), m})
			p.Do(m, nil)
			played++
		}
		var keys []uint64
		for _, s := range way {
			t.pass(s.key, s.move)
			keys = append(keys, s.key)
		}
		ways = append(ways, keys)
		if had := t.entries[p.Key()]; had != nil {
			return nil, fmt.Errorf("line %d: %s has the position of %s", number, entry.English, had.English)
		}
		t.entries[p.Key()] = entry
		above = append(above, level{entry, played})
	}
	for _, keys := range ways {
		var last *Entry
		for _, key := range keys {
			if e := t.entries[key]; e != nil {
				last = e
			} else if t.on[key] == nil {
				t.on[key] = last
			}
		}
	}
	return t, nil
}

// familiesIn returns the Japanese names of the families in a table.
func familiesIn(text string) map[string]string {
	families := map[string]string{}
	for line := range strings.Lines(text) {
		head, _, _ := strings.Cut(line, "|")
		_, name, _ := strings.Cut(strings.TrimSpace(head), " ")
		if english, japanese, translated := strings.Cut(name, "="); translated && !strings.Contains(english, ":") {
			families[strings.TrimSpace(english)] = strings.TrimSpace(japanese)
		}
	}
	return families
}

// readEntry reads a line without its indentation. family is the family of the line above.
func readEntry(line string, family Term, families map[string]string) (e *Entry, moves string, err error) {
	head, moves, found := strings.Cut(line, "|")
	code, name, named := strings.Cut(strings.TrimSpace(head), " ")
	if !found || !named {
		return nil, "", fmt.Errorf("%q is not CODE NAME | MOVES", line)
	}
	if code == "-" {
		code = ""
	}
	english, japanese, _ := strings.Cut(name, "=")
	e = &Entry{Code: code, Term: Term{strings.TrimSpace(english), strings.TrimSpace(japanese)}}
	own, variation, varies := strings.Cut(e.English, ":")
	switch {
	case !varies:
		e.Family = e.Term
	case own == "":
		e.Family = family
		e.English = family.English + ":" + variation
		e.Japanese = joined(family.Japanese, e.Japanese)
	default:
		e.Family = Term{English: own, Japanese: families[own]}
		if e.Family.Japanese != "" {
			e.Japanese = joined(e.Family.Japanese, e.Japanese)
		}
	}
	return e, moves, nil
}

func joined(family, variation string) string {
	if family == "" || strings.HasPrefix(variation, family) {
		return variation
	}
	return family + "、" + variation
}

// pass notes that a line goes on with m from the position with a key.
func (t *Paths) pass(key uint64, m core.Move) {
	if _, known := t.entries[key]; !known {
		t.entries[key] = nil
	}
	for i := range t.next[key] {
		if had := &t.next[key][i]; had.Move == m {
			had.Lines++
			return
		}
	}
	t.next[key] = append(t.next[key], Continuation{m, 1})
}

// Next returns how lines of the table go on from p, nothing where the table does not
// know p.
func (t *Paths) Next(p core.Position) []Continuation {
	if t == nil {
		return nil
	}
	return t.next[p.Key()]
}

// Knows reports whether p is on a line of the table.
func (t *Paths) Knows(p core.Position) bool {
	if t == nil {
		return false
	}
	_, ok := t.known(p)
	return ok
}

// known returns the name that p has in the table, or a position before it on a line, and whether it has
// the position at all.
func (t *Paths) known(p core.Position) (*Entry, bool) {
	e, ok := t.entries[p.Key()]
	if e == nil {
		e = t.on[p.Key()]
	}
	return e, ok
}
