package dataset

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

var background = context.Background

// files returns the names in the folder of a path.
func files(t *testing.T, path string) []string {
	entries, err := os.ReadDir(filepath.Dir(path))
	must.OK(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestMerge(t *testing.T) {
	for _, rules := range bothGames() {
		a, b, c := header(rules, 1, 2), header(rules, 3), header(rules, 2, 4)
		gamesA, gamesB, gamesC := randomGames(rules, 1, 6), randomGames(rules, 2, 5), randomGames(rules, 3, 4)
		gamesA[3].Run, gamesA[4].Run, gamesC[1].Run = 1, 1, 1
		want := multiset(a, gamesA)
		for _, more := range []map[string]int{multiset(b, gamesB), multiset(c, gamesC)} {
			for k, n := range more {
				want[k] += n
			}
		}
		dst := filepath.Join(t.TempDir(), "all")
		rep, err := Merge(background(), dst, []string{write(t, a, gamesA...), write(t, b, gamesB...), write(t, c, gamesC...)}, nil)
		if err != nil || rep.Games != 15 || rep.Damage.Any() {
			t.Fatalf("report %+v, error %v", rep, err)
		}
		h, got := read(t, dst)
		if err := h.same(header(rules, 1, 2, 3, 4)); err != nil {
			t.Errorf("%s: %v", rules.Name, err)
		}
		if !maps.Equal(multiset(h, got), want) {
			t.Errorf("%s: other games than those of the sources", rules.Name)
		}
		if names := files(t, dst); len(names) != 1 {
			t.Errorf("%s: files %v are left", rules.Name, names)
		}
	}
}

func TestMergeRefuses(t *testing.T) {
	a := write(t, header(chess.Rules, 1), foolsMate(t))
	b := write(t, header(shogi.Rules, 1))
	limited := header(chess.Rules, 1)
	limited.Settings.MoveLimit = 100
	c := write(t, limited)
	before := contents(t, a)
	dst := filepath.Join(t.TempDir(), "all")
	tests := []struct {
		name, dst string
		srcs      []string
		want      string
	}{
		{"no sources", dst, nil, "no file"},
		{"two games", dst, []string{a, b}, b + " do not go together: games of chess and of shogi"},
		{"two settings", dst, []string{a, c}, "move limit of 0 and of 100"},
		{"no such source", dst, []string{a, a + "x"}, "no such file"},
		{"into a source", a, []string{a, a}, a + ": file already exists"},
		{"into nowhere", filepath.Join(dst, "x"), []string{a}, "no such file"},
	}
	for _, tt := range tests {
		if _, err := Merge(background(), tt.dst, tt.srcs, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v does not say %q", tt.name, err, tt.want)
		}
	}
	if string(contents(t, a)) != string(before) {
		t.Error("a source was changed")
	}
	if names := files(t, dst); len(names) != 0 {
		t.Errorf("files %v are left", names)
	}
}

func TestShuffle(t *testing.T) {
	for _, rules := range bothGames() {
		h := header(rules, 1, 2)
		games := randomGames(rules, 1, 40)
		for i, g := range games {
			g.Run = i % 2
		}
		src := write(t, h, games...)
		for name, budget := range map[string]int64{"in memory": 1 << 30, "in a few files": 4000, "in many files": 400} {
			shuffle := func(seed uint64) []*Game {
				dst := filepath.Join(t.TempDir(), "shuffled")
				rep, err := shuffleGames(background(), dst, src, seed, budget, nil)
				if err != nil || rep.Games != 40 {
					t.Fatalf("report %+v, error %v", rep, err)
				}
				got, shuffled := read(t, dst)
				if err := got.same(h); err != nil || !maps.Equal(multiset(h, shuffled), multiset(h, games)) {
					t.Errorf("%s, %s: other games than those of the source (%v)", rules.Name, name, err)
				}
				if names := files(t, dst); len(names) != 1 {
					t.Errorf("files %v are left", names)
				}
				return shuffled
			}
			first, again, other := shuffle(1), shuffle(1), shuffle(2)
			if !slices.EqualFunc(first, again, equalGames) {
				t.Errorf("%s: the same seed gives another order", name)
			}
			if slices.EqualFunc(first, other, equalGames) || slices.EqualFunc(first, games, equalGames) {
				t.Errorf("%s: the order does not depend on the seed", name)
			}
		}
	}
}

// The buckets share the records, so that each of them fits in memory.
func TestShuffleBuckets(t *testing.T) {
	tests := []struct {
		name         string
		size, budget int64
		buckets      int
	}{
		{"fits in memory", 999, 1000, 1},
		{"two", 1000, 1000, 2},
		{"eleven", 1000, 100, 11},
		{"not too many", 1 << 40, 1000, maxBuckets},
	}
	for _, tt := range tests {
		s, err := newShuffler(t.TempDir(), tt.size, tt.budget, 1)
		must.OK(t, err)
		const mean = 100
		for range mean * tt.buckets {
			must.OK(t, s.add([]byte("game"), s.random()))
		}
		counts := make([]int, len(s.buckets))
		err = s.each(background(), true, nil, func(bucket int, _ []byte) error { counts[bucket]++; return nil })
		must.OK(t, errors.Join(err, s.close()))
		if len(counts) != tt.buckets || slices.Min(counts) < mean/2 || slices.Max(counts) > 2*mean {
			t.Errorf("%s: %d buckets with %d", tt.name, len(counts), counts)
		}
	}
}

// Every order of a few games is about equally likely, whatever the budget.
func TestShuffleIsUniform(t *testing.T) {
	const rounds = 300
	dir := t.TempDir()
	for name, budget := range map[string]int64{"in memory": 100, "in files": 1} {
		counts := map[string]int{}
		for seed := range uint64(rounds) {
			s, err := newShuffler(dir, 2, budget, seed)
			must.OK(t, err)
			for _, record := range []string{"a", "b", "c"} {
				must.OK(t, s.add([]byte(record), s.random()))
			}
			order := ""
			must.OK(t, s.each(background(), true, nil, func(_ int, r []byte) error { order += string(r); return nil }))
			must.OK(t, s.close())
			counts[order]++
		}
		for order, n := range counts { // expected 50, standard deviation 6.5
			if len(counts) != 6 || n < 24 || n > 76 {
				t.Errorf("%s: order %s came %d times of %d", name, order, n, rounds)
			}
		}
	}
}

func TestDedup(t *testing.T) {
	start := "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2"
	mate := foolsMate(t)
	otherScore, otherStart, shorter := foolsMate(t), foolsMate(t), foolsMate(t)
	otherScore.Scores[0]++
	otherStart.Start = start
	shorter.Moves, shorter.Scores = shorter.Moves[:3], shorter.Scores[:2]
	h := header(chess.Rules, 1)
	src := write(t, h, mate, otherScore, otherStart, shorter, mate)
	dst := filepath.Join(t.TempDir(), "unique")
	rep, err := Dedup(background(), dst, src, nil)
	if err != nil || rep != (Report{Games: 3, Dropped: 2}) {
		t.Errorf("report %+v, error %v", rep, err)
	}
	if _, got := read(t, dst); !slices.EqualFunc(got, []*Game{mate, otherStart, shorter}, equalGames) {
		t.Errorf("%d games are left", len(got))
	}
}

func TestImport(t *testing.T) {
	broken := errors.New("line 7: no such move")
	illegal := foolsMate(t)
	illegal.Moves[2] = 0
	list := func(err error, games ...*Game) iter.Seq2[*Game, error] {
		return func(yield func(*Game, error) bool) {
			for _, g := range games {
				if !yield(g, nil) {
					return
				}
			}
			if err != nil {
				yield(nil, err)
			}
		}
	}
	tests := []struct {
		name  string
		h     Header
		games iter.Seq2[*Game, error]
		want  string // part of the error, empty for success
	}{
		{"two games", header(chess.Rules, 1), list(nil, foolsMate(t), &Game{}), ""},
		{"an illegal move", header(chess.Rules, 1), list(nil, foolsMate(t), illegal), "game 7 of run 0: ply 2"},
		{"an error of the iterator", header(chess.Rules, 1), list(broken, foolsMate(t)), "line 7"},
		{"an invalid game", header(chess.Rules, 1), list(nil, &Game{Result: 3}), "result 3"},
		{"the wrong rules", header(shogi.Rules, 1), list(nil), "games of shogi cannot be replayed as chess"},
	}
	for _, tt := range tests {
		dst := filepath.Join(t.TempDir(), "imported")
		told := int64(0)
		rep, err := Import(background(), dst, tt.h, chess.Rules, tt.games, func(done, _ int64) { told = done })
		if tt.want == "" {
			if _, games := read(t, dst); err != nil || rep.Games != 2 || len(games) != 2 || told != 2 {
				t.Errorf("%s: report %+v, error %v", tt.name, rep, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v does not say %q", tt.name, err, tt.want)
		}
		if names := files(t, dst); len(names) != 0 {
			t.Errorf("%s: files %v are left", tt.name, names)
		}
	}
}

// operation is any of those that make a file from another.
type operation struct {
	name string
	run  func(ctx context.Context, dst, src string, p Progress) (Report, error)
}

func operations() []operation {
	return []operation{
		{"merge", func(ctx context.Context, dst, src string, p Progress) (Report, error) {
			return Merge(ctx, dst, []string{src}, p)
		}},
		{"dedup", Dedup},
		{"shuffle", func(ctx context.Context, dst, src string, p Progress) (Report, error) {
			return Shuffle(ctx, dst, src, 1, p)
		}},
		{"shuffle by files", func(ctx context.Context, dst, src string, p Progress) (Report, error) {
			return shuffleGames(ctx, dst, src, 1, 100, p)
		}},
	}
}

func TestOperationsOnDamagedFiles(t *testing.T) {
	src := write(t, header(chess.Rules, 1), randomGames(chess.Rules, 1, 5)...)
	text := contents(t, src)
	text[len(text)/2] ^= 1
	must.Write(t, src, text[:len(text)-1])
	for _, op := range operations() {
		dst := filepath.Join(t.TempDir(), "dst")
		rep, err := op.run(background(), dst, src, nil)
		if err != nil || rep.Games != 3 || rep.Damage.Places != 1 || rep.Damage.Bytes == 0 || rep.Damage.Tail == 0 {
			t.Errorf("%s: report %+v, error %v", op.name, rep, err)
		}
		if _, games := read(t, dst); len(games) != 3 {
			t.Errorf("%s: %d games", op.name, len(games))
		}
	}
}

func TestProgressAndCancel(t *testing.T) {
	src := write(t, header(chess.Rules, 1), randomGames(chess.Rules, 1, 5)...)
	for _, op := range operations() {
		var last float64
		calls := 0
		progress := func(done, total int64) {
			now := float64(done) / float64(total)
			if calls++; now < last || now > 1 {
				t.Errorf("%s: progress from %.3f to %.3f", op.name, last, now)
			}
			last = now
		}
		if _, err := op.run(background(), filepath.Join(t.TempDir(), "dst"), src, progress); err != nil || last < 0.99 {
			t.Errorf("%s: error %v, progress ends at %.3f", op.name, err, last)
		}
		for stop := 1; stop < calls; stop++ { // at each call, the last but one excepted: then all is done
			ctx, cancel := context.WithCancel(background())
			dst := filepath.Join(t.TempDir(), "dst")
			n := 0
			_, err := op.run(ctx, dst, src, func(int64, int64) {
				if n++; n == stop {
					cancel()
				}
			})
			if cancel(); !errors.Is(err, context.Canceled) && stop < calls-1 {
				t.Errorf("%s: cancelled at call %d of %d: error %v", op.name, stop, calls, err)
			}
			if names := files(t, dst); err != nil && len(names) != 0 {
				t.Errorf("%s: cancelled at call %d: files %v are left", op.name, stop, names)
			}
		}
	}
}

func TestMergeAddsUp(t *testing.T) {
	src := write(t, header(chess.Rules, 1), foolsMate(t), foolsMate(t))
	text := contents(t, src)
	text[len(text)-1] ^= 1
	must.Write(t, src, text)
	var last, total int64
	rep, err := Merge(background(), filepath.Join(t.TempDir(), "dst"), []string{src, src, src}, func(done, all int64) {
		if done < last {
			t.Errorf("progress from %d back to %d", last, done)
		}
		last, total = done, all
	})
	frame := int64(len(appendFrame(nil, foolsMate(t))))
	if want := (Report{Games: 3, Damage: Damage{Tail: 3 * frame}}); err != nil || rep != want {
		t.Errorf("report %+v, error %v", rep, err)
	}
	if all := int64(3 * len(text)); last != all || total != all {
		t.Errorf("progress ends at %d of %d, want %d", last, total, all)
	}
}

func TestOperationsRefuseToOverwrite(t *testing.T) {
	src := write(t, header(chess.Rules, 1), foolsMate(t))
	before := string(contents(t, src))
	for _, op := range operations() {
		if _, err := op.run(background(), src, src, nil); !errors.Is(err, fs.ErrExist) || string(contents(t, src)) != before {
			t.Errorf("%s: error %v", op.name, err)
		}
	}
}

func TestDistinct(t *testing.T) {
	tests := []struct {
		name        string
		keys, times uint64
	}{{"few", 1000, 3}, {"more than are remembered", 3 << 20, 1}}
	for _, tt := range tests {
		var d distinct
		for range tt.times {
			for i := range tt.keys {
				d.add((i + 1) * 0x9e3779b97f4a7c15 >> 7 * 0xbf58476d1ce4e5b9)
			}
		}
		got := d.repeated(int64(tt.keys * tt.times))
		want := 1 - 1/float64(tt.times)
		if got < want-0.005 || got > want+0.005 || len(d.seen) > distinctKeys {
			t.Errorf("%s: share %.4f, want %.4f; %d keys remembered", tt.name, got, want, len(d.seen))
		}
	}
}
