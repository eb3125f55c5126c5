package train

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/tests/must"
)

// resultAt is where a packed position has its result.
const resultAt = 53

// numbered returns positions from a number on, which they hold.
func numbered(first, n int) []dataset.Packed {
	list := make([]dataset.Packed, n)
	for i := range list {
		list[i] = dataset.Packed{uint64(first + i), uint64(i%3) << resultAt}
	}
	return list
}

// filled returns a set of numbered records.
func filled(t *testing.T, n, partitions int, memory int64) *Set {
	t.Helper()
	s := newSet(partitions, memory, t.TempDir())
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	for from := 0; from < n; from += 5003 {
		must.OK(t, s.add(numbered(from, min(5003, n-from))))
	}
	must.OK(t, s.seal())
	return s
}

const pageBytes = int64(dataset.PackedSize) << pageBits

// Partitions are random samples of all positions, in memory or in a file.
func TestSet(t *testing.T) {
	const n = 5<<pageBits + 7
	for _, partitions := range []int{1, 3, 16} {
		memory := filled(t, n, partitions, MinMemory)
		if _, ok := memory.File(); ok || memory.Len() != n || memory.Partitions() != partitions {
			t.Errorf("%d positions in %d partitions, a file: %v", memory.Len(), memory.Partitions(), ok)
		}
		seen := map[uint64]bool{}
		for i := range memory.parts {
			all := records(&memory.parts[i].list)
			if d := len(all) - n/partitions; d < -n/20 || d > n/20 {
				t.Errorf("partition %d of %d has %d of %d positions", i, partitions, len(all), n)
			}
			runs := 0
			for j, r := range all {
				seen[r[0]] = true
				if j > 0 && r[0] == all[j-1][0]+1 {
					runs++
				}
			}
			if most := 2 * len(all) / partitions; partitions > 1 && runs > most {
				t.Errorf("partition %d of %d: %d of %d positions follow the one before them", i, partitions, runs, len(all))
			}
		}
		if len(seen) != n {
			t.Errorf("%d of %d positions are there", len(seen), n)
		}
		for name, bytes := range map[string]int64{"nothing": 0, "a page": pageBytes, "two pages": 2 * pageBytes, "all but a page": 5 * pageBytes} {
			file := filled(t, n, partitions, bytes)
			if size, ok := file.File(); !ok || size != n*int64(dataset.PackedSize) {
				t.Errorf("%s in memory, %d partitions: %d bytes in a file", name, partitions, size)
			}
			for i := range file.parts {
				if file.parts[i].pages != nil {
					t.Errorf("%s: pages of partition %d are in memory", name, i)
				}
				l, err := file.partition(i, new(list))
				if err != nil || !slices.Equal(records(l), records(&memory.parts[i].list)) {
					t.Errorf("%s in memory, %d partitions: error %v, or partition %d is another one", name, partitions, err, i)
				}
			}
			if file.Fingerprint() != memory.Fingerprint() || *file.Count() != *memory.Count() {
				t.Errorf("%s: another fingerprint, or other counts", name)
			}
		}
	}
	a, b := filled(t, n, 1, MinMemory), filled(t, n, 2, MinMemory)
	if a.Fingerprint() == b.Fingerprint() || a.Fingerprint() == filled(t, n-1, 1, MinMemory).Fingerprint() {
		t.Error("other orders have the same fingerprint")
	}
	if c := a.Count()[0]; c[0]+c[1]+c[2] != n || c[1]-c[2] > 20 {
		t.Errorf("counts %v", c)
	}
}

// While a set is filled, it holds no more pages than allowed, and one for each partition.
func TestSetIsBounded(t *testing.T) {
	const partitions, allowed = 4, 10
	s := newSet(partitions, allowed*pageBytes, t.TempDir())
	for i := range 40 {
		must.OK(t, s.add(numbered(i<<pageBits, 1<<pageBits)))
		pages := 0
		for i := range s.parts {
			pages += len(s.parts[i].pages)
		}
		if pages > allowed || s.file != nil && pages > partitions {
			t.Fatalf("%d pages after %d", pages, i)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// No file is left, whatever the process was doing.
func TestSetLeavesNothing(t *testing.T) {
	names := func(folder string) (list []string) {
		entries, err := os.ReadDir(folder)
		must.OK(t, err)
		for _, e := range entries {
			list = append(list, e.Name())
		}
		return list
	}
	s := filled(t, 9000, 2, 0)
	if list := names(s.folder); os.PathSeparator == '/' && len(list) > 0 {
		t.Errorf("a kill would leave %v", list)
	}
	must.OK(t, s.Close())
	if list := names(s.folder); len(list) > 0 {
		t.Errorf("%v is left", list)
	}
	s.file = nil // closed
	g := games.Chess()
	played := randomGames(g.Rules, 1, 20)
	played[19].Moves[30] = 0xffff
	temp := t.TempDir()
	if _, err := Load(context.Background(), g, []string{writeGames(t, g.Rules, played...)}, Options{Held: 0.1, Threads: 2, Temp: temp}, func(Reading) {}); err == nil {
		t.Error("no error")
	}
	if list := names(temp); len(list) > 0 {
		t.Errorf("%v is left after an error", list)
	}
}

// A file that cannot be made, written or read is an error that says so.
func TestSetFails(t *testing.T) {
	g := games.Chess()
	games := writeGames(t, g.Rules, randomGames(g.Rules, 1, 20)...)
	nowhere := filepath.Join(t.TempDir(), "nowhere")
	if _, err := Load(context.Background(), g, []string{games}, Options{Held: 0.1, Threads: 2, Temp: nowhere}, func(Reading) {}); !errors.Is(err, os.ErrNotExist) || !strings.HasPrefix(err.Error(), "the temporary file of positions") || !strings.Contains(err.Error(), nowhere) {
		t.Errorf("without a folder: error %v", err)
	}
	full, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no /dev/full")
	}
	s := &Set{counts: new(Counts), parts: make([]partition, 1), file: full, buffer: make([]byte, pageBytes)}
	err = errors.Join(s.add(numbered(0, 3<<pageBits)), s.seal())
	must.Say(t, err, "temporary file of positions, after 0 MB", "no space left")
	c, _ := small(t, g)
	c.Training = filled(t, 40000, 2, 0)
	r := open(t, c)
	must.OK(t, c.Training.file.Truncate(1000))
	must.Say(t, r.Go(context.Background()), "temporary file of positions")
}

// Each pass shows all positions once, in another order, and flips half of them; where the
// positions are makes no difference, nor where a stream begins.
func TestStream(t *testing.T) {
	const n = 40000
	for _, partitions := range []int{1, 2, 7} {
		var first []uint64 // the stream of the first kind
		for _, memory := range []int64{MinMemory, 0} {
			name := fmt.Sprintf("%d partitions, %d bytes", partitions, memory)
			set := filled(t, n, partitions, memory)
			show := func(s *turns, from, to int) (list []uint64) {
				for i := uint64(from); i < uint64(to); i++ {
					turn, err := s.seek(i)
					must.OK(t, err)
					list = append(list, turn.at(i)[0])
				}
				return list
			}
			all := show(&turns{set: set, seed: 5}, 0, 3*n)
			visits := map[string]bool{} // the orders of partitions
			for pass := range uint64(10) {
				visit := ""
				for at := pass * n; at < (pass+1)*n; {
					turn := set.turn(at, 5)
					visit += fmt.Sprint(turn.part)
					at = turn.end
				}
				visits[visit] = true
			}
			if partitions == 7 && len(visits) < 9 || partitions == 2 && len(visits) != 2 {
				t.Errorf("%s: partitions are visited in the orders %v", name, visits)
			}
			for pass := range 3 {
				seen, same, near := make([]bool, n), 0, 0
				for i, x := range all[pass*n:][:n] {
					if seen[x] {
						t.Fatalf("%s: pass %d shows %d twice", name, pass, x)
					}
					seen[x] = true
					if pass > 0 && all[(pass-1)*n+i] == x {
						same++
					}
					if before := all[max(0, pass*n+i-1)]; x < before+50 && before < x+50 {
						near++
					}
				}
				if same > 20 || near > n*3/1000*2 {
					t.Errorf("%s: pass %d has %d positions in the place that they had before, and %d beside one of their game", name, pass, same, near)
				}
			}
			if first == nil {
				first = all
			} else if !slices.Equal(first, all) {
				t.Errorf("%s: the stream is another one", name)
			}
			s := &turns{set: set, seed: 5}
			for _, from := range []int{n + 3, 10, 2*n + n/2, 2*n - 5} {
				if !slices.Equal(show(s, from, from+10), all[from:from+10]) {
					t.Errorf("%s: the stream from %d on is another one", name, from)
				}
			}
			if slices.Equal(show(&turns{set: set, seed: 6}, 0, 50), all[:50]) {
				t.Errorf("%s: the seed makes no difference", name)
			}
		}
	}
	for _, g := range games.All() {
		c, _ := small(t, g)
		r, flips := open(t, c), 0
		for at := range uint64(n) {
			if r.flips(at) {
				flips++
			}
		}
		if d := flips - n/2; g.Flip == nil && flips > 0 || g.Flip != nil && (d < -n/20 || d > n/20) {
			t.Errorf("%s: %d of %d positions are flipped", g.Name, flips, n)
		}
	}
}

// A run from a file makes the same network as one from memory, however often it is killed.
func TestRunFromFile(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			played := randomGames(g.Rules, 7, 12)
			run := func(threads int, memory int64, change func(*Config)) (*Run, *Config) {
				c, _ := small(t, g)
				d := load(t, g, Options{Held: 0.3, Threads: threads, Memory: memory, partition: 500}, played...)
				if _, ok := d.Training.File(); ok != (memory == 1) || d.Training.Partitions() < 3 {
					t.Fatalf("a file: %v, %d partitions", ok, d.Training.Partitions())
				}
				c.Training, c.Validation, c.Positions = d.Training, d.Validation, int64(d.Training.Len())
				c.Visits = 3*c.Positions + 100
				change(c)
				return open(t, c), c
			}
			r, _ := run(2, MinMemory, func(*Config) {})
			finish(t, r)
			want := file(t, r)
			r, _ = run(5, 1, func(*Config) {})
			finish(t, r)
			if !bytes.Equal(file(t, r), want) {
				t.Error("a run from a file makes another network")
			}
			checkpoint := filepath.Join(t.TempDir(), "checkpoint")
			for starts := 0; ; starts++ {
				r, c := run(2, 1, func(c *Config) { c.Checkpoint = checkpoint })
				if r.Finished() {
					if !bytes.Equal(file(t, r), want) || starts < 3 {
						t.Errorf("after %d starts the network is another one", starts)
					}
					break
				}
				ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
				c.Progress = func(p Progress) {
					if p.Step%3 == 0 {
						cancel()
					}
				}
				must.OK(t, r.Go(ctx))
				cancel()
			}
		})
	}
}

// The number of partitions depends on the number of positions.
func TestPartitions(t *testing.T) {
	for positions, want := range map[int64]int{25: 1, partitionSize - 1: 1, partitionSize: 2, 6 * partitionSize: 7, 1 << 38: maxPartitions} {
		if got := new(Options).partitions(positions); got != want {
			t.Errorf("%d positions: %d partitions, want %d", positions, got, want)
		}
	}
}

// Progress ends with all bytes and all positions.
func TestReading(t *testing.T) {
	g := games.Chess()
	one, two := writeGames(t, g.Rules, randomGames(g.Rules, 1, 200)...), writeGames(t, g.Rules, randomGames(g.Rules, 2, 300)...)
	sources, most, err := sourcesOf([]string{one, two})
	must.OK(t, err)
	size := sources[0].bytes + sources[1].bytes
	if most < size/5 {
		t.Errorf("at most %d positions in %d bytes of games", most, size)
	}
	var last Reading
	d, err := Load(context.Background(), g, []string{one, two}, Options{Held: 0.2, Threads: 2, Memory: MinMemory}, func(r Reading) {
		if r.Done <= last.Done || r.Positions <= last.Positions || r.Bytes != size {
			t.Errorf("%+v after %+v", r, last)
		}
		last = r
	})
	must.OK(t, err)
	if last != (Reading{size, size, d.Training.Len() + d.Held()}) || len(d.Files) != 2 || d.Games() != 500 {
		t.Errorf("the last is %+v of %d bytes; files %+v", last, size, d.Files)
	}
}

// Positions held out are thinned evenly.
func TestHeld(t *testing.T) {
	for n, want := range map[int]int{7: 1, 8: 1, 9: 2, 16: 2, 17: 4, 1000: 128} {
		h := newHeld(8)
		for i := range n {
			h.add(numbered(i, 1))
		}
		if got := (n + want - 1) / want; h.Len() != got {
			t.Errorf("%d of %d positions, want %d", h.Len(), n, got)
		}
		for i, r := range records(&h.list) {
			if r[0] != uint64(i*want) {
				t.Errorf("%d positions: place %d is %d, want %d", n, i, r[0], i*want)
			}
		}
	}
}
