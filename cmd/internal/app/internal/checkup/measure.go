package checkup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/nets"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/smp/host"
)

// Options say what to check.
type Options struct {
	Version  string        // of the program
	Tables   string        // folders of endgame tables; "": none
	Books    []string      // files
	Search   time.Duration // for each game
	Sleeps   int           // of a millisecond
	Patience time.Duration // with books and tables together
}

// Usual returns the options of a check that takes less than five seconds.
func Usual() Options {
	return Options{Search: time.Second, Sleeps: 200, Patience: 1500 * time.Millisecond}
}

// testTable is the size in MiB of the table for the test.
const testTable = 64

// Measure checks this machine.
func Measure(o Options) *Report {
	s := system{}
	if runtime.GOOS == "linux" {
		s.FS = os.DirFS("/")
	}
	r := &Report{
		Version: o.Version, Processor: ThisProcessor(), Networks: networks(),
		Threads: Threads{Processors: runtime.NumCPU(), Advised: host.Processors()},
		Memory:  Memory{Available: s.field("proc/meminfo", "MemAvailable")},
		Pages: Pages{
			Transparent: s.transparent(),
			Reserved:    s.field("proc/meminfo", "HugePages_Total"), Free: s.field("proc/meminfo", "HugePages_Free"),
		},
		// Scripts read lists, not null.
		Nodes: []Node{}, Books: []Book{}, Faults: []string{}, Advice: []string{}, Warnings: []string{},
	}
	if quota, known := host.Quota(); known {
		r.Threads.Quota = &quota
	}
	if total := host.Memory(); total > 0 {
		r.Memory.Total = &total
	}
	r.Memory.Hash = advisedHash(r.Memory, r.Threads.Advised)
	before, known := host.ParseTicks(s.read("proc/stat"))
	r.try(s, o)
	r.Timer = sleepABit(o.Sleeps)
	if after, ok := host.ParseTicks(s.read("proc/stat")); ok && known {
		r.Steal = stolen(before, after)
	}
	end := time.Now().Add(o.Patience)
	r.openBooks(o.Books, end)
	r.openTables(o.Tables, end)
	r.Advice = append(r.Advice, Advise(*r)...)
	r.Warnings = append(r.Warnings, Warn(*r)...)
	return r
}

// networks describes the networks of this binary.
func networks() (all []Network) {
	for _, g := range games.All() {
		file := nets.File(g.Name)
		n := Network{Game: g.Name, Name: g.Evaluators.Name(), Bytes: len(file)}
		if net, err := nnue.Parse(file); err == nil {
			n.Hash = net.Hash
		}
		all = append(all, n)
	}
	return all
}

// try allocates a table and searches each game.
func (r *Report) try(s system, o Options) {
	engine := games.NewEngine()
	asked := inside.Wrap(engine)
	defer asked.Close()
	r.Pages.TableMiB = testTable
	if total := r.Memory.Total; total != nil && *total>>20 < 4*testTable {
		r.Pages.TableMiB = int(max(1, *total>>22))
	}
	start := games.Chess().Start(core.Settings{})
	before, known := s.huge()
	err := engine.SetHash(r.Pages.TableMiB)
	if err == nil {
		err = engine.Prepare(start)
	}
	if err != nil {
		r.Faults = append(r.Faults, "the table of a test: "+err.Error())
		return
	}
	r.Pages.Table = engine.Pages()
	if after, ok := s.huge(); ok && known {
		share := hugeShare(before, after, r.Pages.TableMiB)
		r.Pages.Huge = &share
	}
	for _, n := range engine.Machine() {
		r.Nodes = append(r.Nodes, Node{n.ID, n.Processors})
	}
	if err := engine.SetThreads(r.Threads.Advised); err != nil {
		r.Faults = append(r.Faults, err.Error())
		return
	}
	for _, g := range games.All() {
		if err := r.search(asked, g, o.Search); err != nil {
			r.Faults = append(r.Faults, fmt.Sprintf("a search of %s: %v", g.Name, err))
		}
	}
}

// hugeShare returns what percentage of a table is in huge pages, from the bytes in huge pages
// before and after its allocation.
func hugeShare(before, after uint64, mebibytes int) int {
	if after < before {
		return 0
	}
	return int(min(100, (after-before)*100/(uint64(mebibytes)<<20)))
}

// search measures the search of a game.
func (r *Report) search(engine nitoryu.Searcher, g games.Game, d time.Duration) error {
	start, err := nitoryu.Open(nitoryu.Setup{Variant: nitoryu.Variant(g.Name)})
	if err == nil {
		_, err = nitoryu.Ask(context.Background(), engine, start, nitoryu.Limits{Depth: 1}) // starts its threads
	}
	if err != nil {
		return err
	}
	before, known := processorTime()
	began := time.Now()
	result, err := nitoryu.Ask(context.Background(), engine, start, nitoryu.Limits{Time: d})
	elapsed := max(time.Since(began), time.Microsecond)
	if err == nil && result.Best == nitoryu.NoMove {
		err = errors.New("there is no move")
	}
	if err != nil {
		return err
	}
	speed := Speed{Game: g.Name, Threads: r.Threads.Advised, Nodes: float64(result.Nodes) / elapsed.Seconds()}
	if after, ok := processorTime(); ok && known {
		share := int(min(100, 100*(after-before)/(elapsed*time.Duration(speed.Threads))))
		speed.Share = &share
	}
	r.Speeds = append(r.Speeds, speed)
	return nil
}

// sleepABit measures how late sleeps of a millisecond end.
func sleepABit(times int) Timer {
	late := make([]int, times)
	for i := range late {
		began := time.Now()
		time.Sleep(time.Millisecond)
		late[i] = int((time.Since(began) - time.Millisecond).Microseconds())
	}
	return timer(late)
}

// timer sums up how late sleeps ended, in microseconds.
func timer(late []int) Timer {
	if len(late) == 0 {
		return Timer{}
	}
	slices.Sort(late)
	return Timer{Sleeps: len(late), Median: late[len(late)/2], Worst: late[len(late)-1]}
}
