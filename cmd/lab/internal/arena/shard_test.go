package arena

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core/chess"
)

// The shards of a division have each round once.
func TestShardsCoverAMatch(t *testing.T) {
	for _, rounds := range []int{1, 2, 7, 12} {
		for _, count := range []int{1, 2, 3, 5, 13} {
			have := make([]int, rounds)
			for number := range count {
				s, games := Shard{number + 1, count}, 0
				for r := range rounds {
					if s.has(r) {
						have[r]++
						games++
					}
				}
				if s.rounds(rounds) != games {
					t.Errorf("shard %s of %d rounds has %d, counted %d", s, rounds, s.rounds(rounds), games)
				}
			}
			for r, n := range have {
				if n != 1 {
					t.Errorf("round %d of %d is in %d of %d shards", r, rounds, n, count)
				}
			}
		}
	}
	if whole := (Shard{}); !whole.has(3) || whole.rounds(5) != 5 {
		t.Error("the zero value is not the whole match")
	}
}

func TestJoin(t *testing.T) {
	game := func(n int) Result { return Result{Game: n, Seats: [2]int{n % 2, 1 - n%2}} }
	first := Part{"a", Shard{1, 2}, []Result{game(4), game(0), game(1)}}
	second := Part{"b", Shard{2, 2}, []Result{game(3), game(2)}}
	for _, test := range []struct {
		name  string
		parts []Part
		want  string // games, or an error
	}{
		{"both", []Part{first, second}, "0 1 2 3 4"},
		{"one", []Part{second}, "2 3"},
		{"twice the same", []Part{first, first}, "a and a are both shard 1/2"},
		{"other divisions", []Part{first, {"c", Shard{2, 3}, nil}}, "a is shard 1/2 and c is shard 2/3"},
		{"a game of another shard", []Part{first, {"c", Shard{2, 2}, []Result{game(5)}}}, "c: game 5 is not in shard 2/2 of 3 rounds"},
		{"a game after the last", []Part{first, {"c", Shard{2, 2}, []Result{game(6)}}}, "c: game 6 is not in shard 2/2 of 3 rounds"},
		{"a game twice", []Part{{"c", Shard{1, 2}, []Result{game(0), game(0)}}}, "c: game 0 was played twice"},
		{"other seats", []Part{{"c", Shard{1, 2}, []Result{{Game: 1, Seats: [2]int{0, 1}}}}}, "c: game 1 has seats"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := match(chess.Rules, "", script(""))
			c.Rounds = 3
			got := ""
			if err := c.Join(test.parts); err != nil {
				got = err.Error()
			}
			for _, g := range c.Played {
				got += " " + string(rune('0'+g.Game))
			}
			if !strings.HasPrefix(strings.TrimSpace(got), test.want) {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}

// A shard that can be read is written as it was, but for zeros in front.
func FuzzShard(f *testing.F) {
	for _, text := range []string{"2/8", "1/1", "0/2", "3/2", "/", "1/", "-1/4", "02/08", "1/99999999999", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var s, again Shard
		if err := s.UnmarshalText([]byte(text)); err != nil {
			if s != again {
				t.Errorf("%q: error %v, but %v", text, err, s)
			}
			return
		}
		written, err := s.MarshalText()
		if err == nil {
			err = again.UnmarshalText(written)
		}
		if err != nil || again != s || s.Number < 1 || s.Number > s.Count {
			t.Errorf("%q: %v, written as %q, read as %v, error %v", text, s, written, again, err)
		}
	})
}
