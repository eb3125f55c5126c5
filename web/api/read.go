package api

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/sniff"
	"github.com/nitoryu/nitoryu/record"
)

// readRequest asks for the records in a text, or in a file whose encoding is not known.
type readRequest struct {
	Text  string `json:"text"`
	Bytes []byte `json:"bytes"` // of the file, in base64; then Text is not used
	Game  string `json:"game"`  // for texts that fit several
	Name  string `json:"name"`  // of the file, if there is one
	List  bool   `json:"list"`  // what games there are, without their moves
	Pick  *int   `json:"pick"`  // one of the games of the list; nil: all, as far as there is room
}

// readAnswer are records, and what was wrong with the text.
type readAnswer struct {
	Format  string       `json:"format,omitempty"`
	Records []gameRecord `json:"records"`
	Games   []listed     `json:"games,omitempty"`
	Faults  []problem    `json:"faults"`
}

// listed is a game in a list.
type listed struct {
	Number int    `json:"number"` // to pick it by
	Game   string `json:"game"`
	Tags   tags   `json:"tags"`
	Result string `json:"result"`
	Plies  int    `json:"plies"` // of the main line
}

// listTags are the tags that a list shows.
var listTags = []string{
	record.TagWhite, record.TagBlack, record.TagSente, record.TagGote, record.TagDate, record.TagStartTime, record.TagEvent, record.TagRound,
}

// read answers a request for the records in a text. A text without any is an error.
func (*API) read(request []byte) (any, error) {
	r, err := decode[readRequest](request)
	if err != nil {
		return nil, err
	}
	reader, err := r.reader()
	if err != nil {
		return nil, err
	}
	c := collector{wants: &r, left: maxNodes, answer: readAnswer{Records: []gameRecord{}, Faults: []problem{}}}
	for {
		g, err := reader.Next()
		if err == io.EOF {
			break
		}
		if more, err := c.add(g, err); err != nil {
			return nil, err
		} else if !more {
			break
		}
	}
	a := &c.answer
	if len(a.Records)+len(a.Games) == 0 {
		switch {
		case reader.Format() == record.UnknownFormat:
			return nil, faultf("no format", nil, "line 1: the text has no format that is known")
		case c.first != nil:
			return nil, c.first
		case c.number > 0: // all were passed over
			return nil, faultf("no game", nil, "there is no game %d: they are numbered 0 to %d", *r.Pick, c.number-1)
		}
		return nil, faultf("no game", nil, "there is no game in the text")
	}
	a.Format = reader.Format().String()
	return *a, nil
}

// reader returns a reader of the games in the text or the file.
func (r *readRequest) reader() (*record.Reader, error) {
	if r.Bytes == nil {
		r.Bytes = []byte(strings.TrimSpace(r.Text) + "\n")
	}
	if len(bytes.TrimSpace(r.Bytes)) == 0 {
		return nil, faultf("empty", nil, "there is no game in the text: it is empty")
	}
	if kind := sniff.NoText(r.Bytes); kind != "" {
		return nil, faultf("foreign", args{"kind": kind}, "this is no record of a game but %s", kind)
	}
	hint := record.Hint{Name: r.Name, Rules: games.Guess(string(r.Bytes[:min(len(r.Bytes), 1<<10)])).Rules}
	if r.Game != "" {
		g, err := games.ByName(r.Game)
		if err != nil {
			return nil, &fault{"unknown game", nil, err}
		}
		hint.Rules = g.Rules
	}
	return record.NewReader(bytes.NewReader(r.Bytes), hint), nil
}

// collector collects the games of a text.
type collector struct {
	wants  *readRequest
	left   int // moves that may still be told
	number int // of games so far
	first  error
	answer readAnswer
}

// add takes what a reader returned, and reports whether it wants more.
func (c *collector) add(g *record.Game, err error) (more bool, failed error) {
	var wrong *record.Error
	if err != nil && !errors.As(err, &wrong) {
		return false, err
	}
	if wrong != nil {
		c.fault(wrong.Line, "record", wrong.Err)
	}
	if g == nil {
		return true, nil
	}
	number := c.number
	c.number++
	switch {
	case c.wants.List:
		c.answer.Games = append(c.answer.Games, headOf(g, number))
		return true, nil
	case c.wants.Pick != nil && *c.wants.Pick != number:
		return true, nil
	}
	t := teller{left: c.left}
	told, err := t.game(g)
	if err != nil {
		c.fault(g.Source.Line, "record", err)
		return !errors.Is(err, errTooMany), nil
	}
	c.left = t.left
	if t.passes > 0 {
		c.fault(g.Source.Line, "passes", errPasses)
	}
	c.answer.Records = append(c.answer.Records, told)
	return c.wants.Pick == nil, nil
}

// fault notes what is wrong at a line.
func (c *collector) fault(line int, code string, err error) {
	f := &fault{code, args{"line": line, "reason": err.Error()}, fmt.Errorf("line %d: %w", line, err)}
	if c.first == nil {
		c.first = f
	}
	const most = 100 // of which a page shows a few
	if len(c.answer.Faults) < most {
		c.answer.Faults = append(c.answer.Faults, problemOf(f))
	}
}

// errPasses is about games of lessons.
var errPasses = errors.New("a side passes its turn; what follows there is left out")

// headOf describes a game for a list.
func headOf(g *record.Game, number int) listed {
	l := listed{Number: number, Game: g.Rules.Name, Tags: tags{}, Result: g.Result.String()}
	for _, name := range listTags {
		if value := g.Tags.Get(name); value != "" {
			l.Tags = append(l.Tags, record.Tag{Name: name, Value: value})
		}
	}
	if g.Root == nil {
		return l
	}
	for n := g.Root.Main(); n != nil && n.Terminal == record.NoTerminal; n = n.Main() {
		l.Plies++
	}
	return l
}
