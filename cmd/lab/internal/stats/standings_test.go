package stats

import (
	"slices"
	"strings"
	"testing"
)

// game is the arguments of Add.
type game struct {
	first, second int
	result        Result
	pair          int
}

func standings(t *testing.T, names []string, games []game) *Standings {
	t.Helper()
	s := NewStandings(names)
	for _, g := range games {
		s.Add(g.first, g.second, g.result, g.pair)
	}
	return s
}

var roundRobin = []game{
	{0, 1, Win, 0}, {1, 0, Loss, 0}, // 2 points for player 0
	{0, 1, Draw, 1}, {1, 0, Win, 1}, // 1/2
	{0, 2, Win, 2}, {1, 2, Win, 3}, {2, 1, Loss, 3}, {2, 0, Draw, 2}, // 3/2 for 0, 2 for 1, mixed
	{1, 2, Draw, 4}, // without its second game
}

func TestVersus(t *testing.T) {
	s := standings(t, []string{"a", "b", "c", "d"}, roundRobin)
	tests := []struct {
		name  string
		i, j  int
		games Games
		pairs Pairs
	}{
		{"a against b", 0, 1, Games{2, 1, 1}, Pairs{0, 1, 0, 0, 1}},
		{"b against a", 1, 0, Games{1, 1, 2}, Pairs{1, 0, 0, 1, 0}},
		{"a against c", 0, 2, Games{1, 1, 0}, Pairs{3: 1}},
		{"a pair is open", 1, 2, Games{2, 1, 0}, Pairs{4: 1}},
		{"the same reversed", 2, 1, Games{0, 1, 2}, Pairs{0: 1}},
		{"never played", 0, 3, Games{}, Pairs{}},
		{"itself", 0, 0, Games{}, Pairs{}},
		{"nobody", 0, 7, Games{}, Pairs{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if games, pairs := s.Versus(test.i, test.j); games != test.games || pairs != test.pairs {
				t.Errorf("%v %v, want %v %v", games, pairs, test.games, test.pairs)
			}
		})
	}
}

// A repeated number begins another pair.
func TestPairNumbersAgain(t *testing.T) {
	s := standings(t, []string{"a", "b"}, []game{
		{0, 1, Win, 5}, {1, 0, Loss, 5}, {0, 1, Draw, 5}, {1, 0, Draw, 5}, {0, 1, Loss, 5},
	})
	if games, pairs := s.Versus(0, 1); games != (Games{2, 2, 1}) || pairs != (Pairs{0, 0, 1, 0, 1}) {
		t.Errorf("%v %v", games, pairs)
	}
}

func TestTable(t *testing.T) {
	s := standings(t, []string{"c", "idle", "a", "b"}, []game{
		{2, 3, Win, 0}, {3, 2, Draw, 0}, // 3/2 for a
		{2, 0, Win, 1}, {0, 2, Loss, 1}, // 2 for a
		{3, 0, Win, 2}, // 1 for b, pair open
		{0, 3, Loss, 3},
	})
	want := []Standing{
		{2, "a", Games{3, 1, 0}, Pairs{0, 0, 0, 1, 1}, Pairs{0, 0, 0, 1, 1}.Estimate()},
		{3, "b", Games{2, 1, 1}, Pairs{1: 1}, Pairs{1: 1}.Estimate()},
		{0, "c", Games{0, 0, 4}, Pairs{0: 1}, Pairs{0: 1}.Estimate()},
		{1, "idle", Games{}, Pairs{}, Games{}.Estimate()},
	}
	if got := s.table(); !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

func TestTableWithoutPairs(t *testing.T) {
	s := standings(t, []string{"a", "b"}, []game{{0, 1, Loss, 0}, {0, 1, Draw, 1}, {0, 1, Draw, 2}})
	table := s.table()
	if table[0].Name != "b" || table[0].Estimate != (Games{1, 2, 0}).Estimate() || table[0].Pairs != (Pairs{}) {
		t.Errorf("%v", table)
	}
}

func TestTies(t *testing.T) {
	// Many, as short slices are sorted stably by any sort.
	names, games, want := make([]string, 41), []game{}, []int{}
	for i := 0; i < 40; i += 2 {
		games = append(games, game{40, i, Draw, i})
		want = append(want, i)
	}
	want = append(want, 40)
	for i := 1; i < 40; i += 2 {
		want = append(want, i)
	}
	var order []int
	for _, row := range standings(t, names, games).table() {
		order = append(order, row.Player)
	}
	if !slices.Equal(order, want) {
		t.Errorf("order %v: want equal scores by index, those without games last", order)
	}
}

// The caller's names may change afterwards.
func TestNamesAreCopied(t *testing.T) {
	names := []string{"a", "b"}
	s := NewStandings(names)
	names[0] = "x"
	if s.table()[0].Name != "a" {
		t.Error("the name changed")
	}
}

func TestString(t *testing.T) {
	t.Run("nobody", func(t *testing.T) {
		if got := NewStandings(nil).String(); strings.Count(got, "\n") != 1 {
			t.Errorf("%q", got)
		}
	})
	t.Run("two players have no cross table", func(t *testing.T) {
		if got := NewStandings([]string{"a", "b"}).String(); strings.Contains(got, "W-D-L") {
			t.Errorf("%s", got)
		}
	})
	t.Run("many players fit in the width", func(t *testing.T) {
		names := make([]string, 12)
		for i := range names {
			names[i] = strings.Repeat("将", 20+2*i)
		}
		s := NewStandings(names)
		for i := range names {
			for range 300 {
				for _, r := range []Result{Win, Draw, Loss} {
					s.Add(i, (i+1)%len(names), r, 0)
				}
			}
		}
		text := s.String()
		for line := range strings.Lines(text) {
			if n := len([]rune(line)) - 1; n > 100 {
				t.Errorf("%d columns: %s", n, line)
			}
		}
		if cells := strings.Count(text, " 300-300-300"); cells != 2*len(names) {
			t.Errorf("%d cells with games, want %d:\n%s", cells, 2*len(names), text)
		}
		if !strings.Contains(text, "  "+strings.Repeat("将", nameWidth-1)+"… ") ||
			!strings.Contains(text, strings.Repeat("将", nameWidth)+" ") {
			t.Errorf("names are not cut to %d:\n%s", nameWidth, text)
		}
	})
}
