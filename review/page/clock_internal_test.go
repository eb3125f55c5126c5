package page

import (
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

func TestTimeControls(t *testing.T) {
	for _, test := range []struct {
		text            string
		base, increment time.Duration
	}{
		{"180+2", 3 * time.Minute, 2 * time.Second},
		{"600", 10 * time.Minute, 0},
		{"40/5400+30:1800+30", 90 * time.Minute, 30 * time.Second},
		{"00:25+30", 25 * time.Minute, 0},
		{"各6時間", 6 * time.Hour, 0},
		{"1時間30分+60秒", 90 * time.Minute, 0},
		{"30秒", 30 * time.Second, 0},
		{"10分切れ負け", 10 * time.Minute, 0},
		{"-", 0, 0}, {"?", 0, 0}, {"", 0, 0}, {"nodes=500", 0, 0}, {"1/86400", 24 * time.Hour, 0},
	} {
		c, known := controlOf(test.text)
		if c.base != test.base || c.increment != test.increment || known != (test.base > 0) {
			t.Errorf("%q is %+v, %v", test.text, c, known)
		}
	}
}

// What a move took follows from the clocks, and a clock from what the moves took.
func TestReckon(t *testing.T) {
	s := func(seconds int) record.Time { return record.Known(time.Duration(seconds) * time.Second) }
	none := record.Time{}
	for _, test := range []struct {
		name, control string
		clocks, spent []record.Time
		want          [][3]record.Time // clock and time of each move, and the clock when it began
	}{
		{"clocks", "60+2", []record.Time{s(60), s(50), s(40), none}, []record.Time{none, none, none, none},
			[][3]record.Time{{s(60), s(2), s(60)}, {s(50), s(12), s(60)}, {s(40), s(22), s(60)}, {none, none, s(50)}}},
		{"times", "60", []record.Time{none, none, none}, []record.Time{s(10), s(70), s(5)}, [][3]record.Time{{s(50), s(10), s(60)}, {s(0), s(70), s(60)}, {s(45), s(5), s(50)}}},
		{"byoyomi", "60", []record.Time{none, none, none}, []record.Time{s(70), s(1), s(25)}, [][3]record.Time{{s(0), s(70), s(60)}, {s(59), s(1), s(60)}, {s(0), s(25), s(0)}}},
		{"a clock that gains", "60", []record.Time{s(90)}, []record.Time{none}, [][3]record.Time{{s(90), none, s(60)}}},
		{"no control", "?", []record.Time{s(50), s(40), s(45)}, []record.Time{none, s(3), none}, [][3]record.Time{{s(50), none, none}, {s(40), s(3), s(43)}, {s(45), none, s(50)}}},
		{"what is known stays", "60", []record.Time{s(50)}, []record.Time{s(3)}, [][3]record.Time{{s(50), s(3), s(60)}}},
		{"a clock is missing", "60+2", []record.Time{s(60), s(60), none, s(58), s(40), s(50)}, []record.Time{none, none, none, none, none, none},
			[][3]record.Time{{s(60), s(2), s(60)}, {s(60), s(2), s(60)}, {none, none, s(60)}, {s(58), s(4), s(60)}, {s(40), none, none}, {s(50), s(10), s(58)}}},
	} {
		g := &record.Game{}
		g.Tags.Set(record.TagTimeControl, test.control)
		var moves []review.Move
		for i := range test.clocks {
			moves = append(moves, review.Move{Side: core.Color(i % 2), Clock: test.clocks[i], Spent: test.spent[i]})
		}
		begins := reckon(g, moves)
		for i, want := range test.want {
			if got := [3]record.Time{moves[i].Clock, moves[i].Spent, begins[i]}; got != want {
				t.Errorf("%s: clock, time and clock before of move %d are %v, want %v", test.name, i, got, want)
			}
		}
	}
}

// Whatever a record says of its time control, it is read or not.
func FuzzControl(f *testing.F) {
	for _, text := range []string{"180+2", "40/5400+30:1800", "00:25+30", "各6時間", "-"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if c, known := controlOf(text); c.base < 0 || c.increment < 0 || known && c.base > 1000*time.Hour {
			t.Errorf("%q is %+v", text, c)
		}
	})
}
