package nitoryu

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/excerpt"
)

// MarshalText implements [encoding.TextMarshaler] with String.
func (p *Position) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]: it opens a FEN or SFEN. One of Chess960 is
// known by its castling rights, if they name the files of rooks. After an error the position is as
// it was.
func (p *Position) UnmarshalText(text []byte) error {
	s := Setup{Position: string(text)}
	if fields := strings.Fields(s.Position); len(fields) > 2 && games.GuessRules(s.Position).Name == string(Chess) {
		s.Chess960 = strings.Trim(fields[2], "KQkq-") != ""
	}
	return p.set(s, nil)
}

// positionJSON is a position in JSON.
type positionJSON struct {
	Setup
	Moves []Move `json:"moves,omitempty"`
}

// MarshalJSON implements [json.Marshaler].
func (p *Position) MarshalJSON() ([]byte, error) {
	return json.Marshal(positionJSON{p.Setup(), p.Moves()})
}

// UnmarshalJSON implements [json.Unmarshaler]: it reads what MarshalJSON writes, or a string with a
// FEN or SFEN. After an error the position is as it was.
func (p *Position) UnmarshalJSON(text []byte) error {
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte(`"`)) {
		var fen string
		if err := json.Unmarshal(text, &fen); err != nil {
			return err
		}
		return p.UnmarshalText([]byte(fen))
	}
	var told positionJSON
	if err := json.Unmarshal(text, &told); err != nil {
		return err
	}
	return p.set(told.Setup, told.Moves)
}

// set makes p what a setup and moves lead to.
func (p *Position) set(s Setup, moves []Move) error {
	opened, err := Open(s)
	if err == nil {
		err = opened.Play(moves...)
	}
	if err != nil {
		return err
	}
	*p = *opened
	return nil
}

// named returns which of some names a text is. The error lists them.
func named(names []string, what string, text []byte) (int, error) {
	i := slices.Index(names, string(text))
	if i < 0 {
		return 0, fmt.Errorf("there is no %s %s, only %s", what, excerpt.Quote(string(text)), strings.Join(names, ", "))
	}
	return i, nil
}

// milliseconds is a time in JSON. It is read as text, too: "1.5s".
type milliseconds time.Duration

// MarshalJSON implements [json.Marshaler].
func (m milliseconds) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(m)/float64(time.Millisecond), 'f', -1, 64), nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (m *milliseconds) UnmarshalJSON(text []byte) error {
	var words string
	if json.Unmarshal(text, &words) == nil && words != "" {
		d, err := time.ParseDuration(words)
		*m = milliseconds(d)
		return err
	}
	var number float64
	if err := json.Unmarshal(text, &number); err != nil {
		return err
	}
	ns := math.Round(number * float64(time.Millisecond))
	if math.Abs(ns) >= math.MaxInt64 {
		return fmt.Errorf("%s milliseconds are too many", text)
	}
	*m = milliseconds(ns)
	return nil
}

// plainLimits and plainClock are what they are called, without methods.
type (
	plainLimits Limits
	plainClock  Clock
)

// limitsJSON are limits in JSON: fields that stand here take the place of those below.
type limitsJSON struct {
	*plainLimits
	Time milliseconds `json:"time,omitempty"`
}

// clockJSON is a clock in JSON.
type clockJSON struct {
	*plainClock
	Left      [2]milliseconds `json:"left"`
	Increment [2]milliseconds `json:"increment"`
	Byoyomi   milliseconds    `json:"byoyomi,omitempty"`
}

// MarshalJSON implements [json.Marshaler]. Times are in milliseconds.
func (l Limits) MarshalJSON() ([]byte, error) {
	return json.Marshal(limitsJSON{(*plainLimits)(&l), milliseconds(l.Time)})
}

// UnmarshalJSON implements [json.Unmarshaler]. Times are in milliseconds, or text such as "1.5s". A
// field that limits do not have is an error: a limit that is not understood would not end a search.
func (l *Limits) UnmarshalJSON(text []byte) error {
	var read Limits
	told := limitsJSON{plainLimits: (*plainLimits)(&read)}
	if err := strictly(text, &told); err != nil {
		return err
	}
	read.Time = time.Duration(told.Time)
	*l = read
	return nil
}

// MarshalJSON implements [json.Marshaler]. Times are in milliseconds.
func (c Clock) MarshalJSON() ([]byte, error) {
	told := clockJSON{plainClock: (*plainClock)(&c), Byoyomi: milliseconds(c.Byoyomi)}
	for s := range c.Left {
		told.Left[s], told.Increment[s] = milliseconds(c.Left[s]), milliseconds(c.Increment[s])
	}
	return json.Marshal(told)
}

// UnmarshalJSON implements [json.Unmarshaler]. Times are read as in [Limits].
func (c *Clock) UnmarshalJSON(text []byte) error {
	var read Clock
	told := clockJSON{plainClock: (*plainClock)(&read)}
	if err := strictly(text, &told); err != nil {
		return err
	}
	for s := range told.Left {
		read.Left[s], read.Increment[s] = time.Duration(told.Left[s]), time.Duration(told.Increment[s])
	}
	read.Byoyomi = time.Duration(told.Byoyomi)
	*c = read
	return nil
}

// strictly reads JSON into v, which has all its fields.
func strictly(text []byte, v any) error {
	if string(text) == "null" {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(v)
}
