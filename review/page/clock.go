package page

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// control is a time control as far as records tell it: the time for the game and what each
// move adds.
type control struct{ base, increment time.Duration }

// The forms of time controls: seconds in PGN, hours and minutes in CSA, words in KIF.
var (
	secondsControl  = regexp.MustCompile(`^(?:\d+/)?(\d{1,6})(?:\+(\d{1,4}))?(?::|$)`)
	minutesControl  = regexp.MustCompile(`^(\d{1,3}):(\d{2})\+\d+$`)
	japaneseControl = regexp.MustCompile(`^各?(?:(\d{1,3})時間)?(?:(\d{1,3})分)?(?:(\d{1,3})秒)?`)
)

// controlOf reads the time control of a record; false: it tells none.
func controlOf(text string) (control, bool) {
	number := func(digits string, unit time.Duration) time.Duration {
		n, _ := strconv.Atoi(digits) // no digits are 0
		return time.Duration(n) * unit
	}
	text = strings.TrimSpace(text)
	if m := minutesControl.FindStringSubmatch(text); m != nil {
		return control{base: number(m[1], time.Hour) + number(m[2], time.Minute)}, true
	}
	if m := secondsControl.FindStringSubmatch(text); m != nil {
		return control{number(m[1], time.Second), number(m[2], time.Second)}, true
	}
	m := japaneseControl.FindStringSubmatch(text)
	c := control{base: number(m[1], time.Hour) + number(m[2], time.Minute) + number(m[3], time.Second)}
	return c, c.base > 0
}

// reckon fills in the times that follow from others: what a move took from the clocks before
// and after it, and the clock from what all moves took. A clock that has run out stays at 0:
// byoyomi is not known. It returns what the clocks had when the moves began.
func reckon(g *record.Game, moves []review.Move) (begins []record.Time) {
	c, known := controlOf(g.Tags.Get(record.TagTimeControl))
	var left [2]record.Time
	if known {
		left = [2]record.Time{record.Known(c.base), record.Known(c.base)}
	}
	for i := range moves {
		m := &moves[i]
		mine := &left[m.Side&1]
		if known && mine.Known {
			switch spent := mine.Duration + c.increment - m.Clock.Duration; {
			case m.Clock.Known && !m.Spent.Known && spent >= 0:
				m.Spent = record.Known(spent)
			case m.Spent.Known && !m.Clock.Known:
				m.Clock = record.Known(max(0, mine.Duration+c.increment-m.Spent.Duration))
			}
		}
		if !mine.Known && m.Clock.Known && m.Spent.Known {
			*mine = record.Known(max(0, m.Clock.Duration+m.Spent.Duration-c.increment))
		}
		begins = append(begins, *mine)
		*mine = m.Clock
	}
	return begins
}
