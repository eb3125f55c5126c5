package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/excerpt"
	"github.com/nitoryu/nitoryu/internal/schema"
	"github.com/nitoryu/nitoryu/record"
)

// gameRecord is a record as the page keeps it.
type gameRecord struct {
	setup
	Tags   tags        `json:"tags,omitempty"`
	Result string      `json:"result,omitempty"` // as in PGN; "" and "*": unfinished or unknown
	Ending core.Ending `json:"ending,omitempty"` // how the main line ended, by the name of a core.Ending
	Root   node        `json:"root"`
}

// node is a move of a record with what follows it, the main line first.
type node struct {
	Move    string         `json:"move,omitempty"` // "" at the root
	Before  string         `json:"before,omitempty"`
	Comment string         `json:"comment,omitempty"`
	Glyphs  []string       `json:"glyphs,omitempty"` // !, ?, !!, ??, !?, ?!, or $n as in PGN
	Shapes  []record.Shape `json:"shapes,omitempty"` // arrows and circles on the board
	// Commands are what comments of PGN say to other programs, as ChessBase writes [%evp ...] and [%mdl ...].
	Commands string        `json:"commands,omitempty"`
	Clock    *float64      `json:"clock,omitempty"` // seconds left after the move
	Spent    *float64      `json:"spent,omitempty"` // seconds used for the move
	Eval     *eval         `json:"eval,omitempty"`  // what an engine thinks of the position after the move
	Names    *schema.Names `json:"names,omitempty"`
	Next     []*node       `json:"next,omitempty"`
}

// eval is a score of the position after a move, for the side to move there.
type eval struct {
	Score nitoryu.Score `json:"score"`
	Depth int           `json:"depth,omitempty"`
}

// tags are the tags of a record in their order, an object.
type tags []record.Tag

// MarshalJSON implements [json.Marshaler].
func (t tags) MarshalJSON() ([]byte, error) {
	b := bytes.NewBufferString("{")
	seen := map[string]bool{}
	for _, tag := range t {
		if seen[tag.Name] {
			continue // the first one counts, as for record.Tags.Get
		}
		seen[tag.Name] = true
		name, err := json.Marshal(tag.Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(tag.Value)
		if err != nil {
			return nil, err
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (t *tags) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	first, err := d.Token()
	if err != nil || first == nil {
		return err
	}
	if first != json.Delim('{') {
		return errors.New("tags are an object")
	}
	*t = nil
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		value, err := d.Token()
		if err != nil {
			return err
		}
		text, ok := value.(string)
		if !ok {
			return fmt.Errorf("the tag %v is no text", name)
		}
		*t = append(*t, record.Tag{Name: name.(string), Value: text})
	}
	_, err = d.Token()
	return err
}

// glyphNames are the annotation glyphs that have a sign, by their number in PGN.
var glyphNames = [...]string{1: "!", "?", "!!", "??", "!?", "?!"}

// glyph returns the sign of a numeric annotation glyph.
func glyph(n int) string {
	if n > 0 && n < len(glyphNames) {
		return glyphNames[n]
	}
	return "$" + strconv.Itoa(n)
}

// parseGlyph reads the sign of an annotation glyph.
func parseGlyph(text string) (int, error) {
	if i := slices.Index(glyphNames[:], text); i > 0 {
		return i, nil
	}
	digits, numbered := strings.CutPrefix(text, "$")
	n, err := strconv.ParseUint(digits, 10, 8)
	if !numbered || err != nil {
		return 0, fmt.Errorf("%q is no annotation glyph", excerpt.Of(text))
	}
	return int(n), nil
}

// errTooMany says that a text has more moves than are read at once.
var errTooMany = fmt.Errorf("the records have more than %d moves; the rest is left out", maxNodes)

// teller writes records as the page keeps them.
type teller struct {
	left   int // moves that may still be told
	passes int // turns that were passed: lines end there, since pages have only moves
}

// game tells a record.
func (t *teller) game(g *record.Game) (gameRecord, error) {
	p, err := g.Position()
	if err != nil {
		return gameRecord{}, err
	}
	of, err := games.ByName(g.Rules.Name)
	if err != nil {
		return gameRecord{}, err
	}
	told := gameRecord{
		setup: setup{Game: g.Rules.Name, Position: p.String(), Chess960: g.Settings.Chess960},
		Tags:  tags(g.Tags), Result: g.Result.String(), Ending: g.Ending,
	}
	// Programs write games of Chess960 without saying so, too.
	if of.Standard != nil && of.Standard(p.Clone()) != "" {
		told.Chess960 = true
	}
	if g.Root == nil {
		return told, nil
	}
	told.Root, err = t.line(p, g.Root, core.NoMove, 0)
	return told, err
}

// line tells what begins with n, whose move was played to reach p.
func (t *teller) line(p core.Position, n *record.Node, previous core.Move, ply int) (node, error) {
	told := t.tell(n, p.Side())
	for _, child := range n.Children {
		if child.Terminal != record.NoTerminal {
			continue // the result says it
		}
		if child.Move == core.NullMove {
			t.passes++
			continue
		}
		if t.left--; t.left < 0 || ply >= maxMoves {
			return told, errTooMany
		}
		m := p.ValidateMove(child.Move.ID())
		if m == core.NoMove {
			return told, fmt.Errorf("%s is not legal in %s", p.FormatMove(child.Move), p)
		}
		text, name := p.FormatMove(m), schema.NamesOf(p, m, previous)
		p.Do(m, nil)
		next, err := t.line(p, child, m, ply+1)
		p.Undo()
		if err != nil {
			return told, err
		}
		next.Move, next.Names = text, &name
		told.Next = append(told.Next, &next)
	}
	return told, nil
}

// tell tells what is noted at a node; side is to move after it.
func (t *teller) tell(n *record.Node, side core.Color) node {
	told := node{Before: strings.Join(n.Before, "\n")}
	var rest string
	told.Shapes, rest = record.ShapesOf(facts.ReplaceAllString(strings.Join(n.Comments, "\n"), ""))
	for _, command := range commands.FindAllString(rest, -1) {
		told.Commands = strings.TrimSpace(told.Commands + " " + strings.TrimSpace(command))
	}
	told.Comment = strings.TrimSpace(commands.ReplaceAllString(rest, ""))
	for _, nag := range n.NAGs {
		told.Glyphs = append(told.Glyphs, glyph(nag))
	}
	told.Clock, told.Spent = seconds(n.Clock), seconds(n.Spent)
	if n.Eval != nil {
		told.Eval = &eval{Score: turned(nitoryu.Score(n.Eval.Score), side), Depth: n.Eval.Depth}
	}
	return told
}

// turned returns a score for a side from one for First, and back.
func turned(s nitoryu.Score, side core.Color) nitoryu.Score {
	return s.For(nitoryu.Side(side), nitoryu.First)
}

// facts are what comments of PGN say to programs, and nodes say in other ways.
var facts = regexp.MustCompile(`[ \t]*\[%(?:eval|clk|emt) [^\]]*\]`)

// commands are all others.
var commands = regexp.MustCompile(`[ \t]*\[%[A-Za-z_]+ [^\]]*\]`)

// seconds returns a time in seconds, nil if it is unknown.
func seconds(t record.Time) *float64 {
	if !t.Known {
		return nil
	}
	s := t.Duration.Seconds()
	return &s
}

// timeOf returns a time that is given in seconds.
func timeOf(s *float64) (record.Time, error) {
	const most = 1e6
	switch {
	case s == nil:
		return record.Time{}, nil
	case *s < 0 || *s > most:
		return record.Time{}, fmt.Errorf("%v are no seconds of a game", *s)
	}
	return record.Known(time.Duration(*s * float64(time.Second))), nil
}
