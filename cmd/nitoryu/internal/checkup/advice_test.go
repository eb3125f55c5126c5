package checkup

import (
	"strings"
	"testing"
)

func known[T any](v T) *T { return &v }

// sound returns the report of a machine without faults.
func sound() Report {
	return Report{
		Processor: Processor{System: "linux/amd64 v1", Name: "A Processor", Best: "avx512", Used: "avx512"},
		Threads:   Threads{Processors: 8, Quota: known(0.0), Advised: 8},
		Memory:    Memory{Total: known[uint64](16 << 30), Available: known[uint64](12 << 30), Hash: 4096},
		Pages:     Pages{Transparent: known("madvise"), Table: "transparent huge pages", TableMiB: 64, Huge: known(100)},
		Speeds:    []Speed{{"chess", 8, 4e6, known(99)}, {"shogi", 8, 3e6, known(97)}},
		Timer:     Timer{200, 80, 400},
		Steal:     known(0.1),
	}
}

func TestAdvise(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Report)
		want   string // "": no advice
	}{
		{"a sound machine", func(*Report) {}, ""},
		{"nothing is known", func(r *Report) {
			*r = Report{Processor: Processor{System: "plan9/amd64 v1", Name: "A Processor", Best: "avx2", Used: "avx2"}, Threads: Threads{Processors: 1, Advised: 1}}
		}, ""},
		{"a limited instruction set", func(r *Report) { r.Processor.Used = "go" }, "limited to go, though the processor has avx512"},
		{"a virtual processor", func(r *Report) { r.Processor.Best, r.Processor.Used = "bmi2", "bmi2" }, "offers no AVX2"},
		{"AVX2 will do", func(r *Report) { r.Processor.Best, r.Processor.Used = "avx2", "avx2" }, ""},
		{"a build without assembly", func(r *Report) { r.Processor.Name, r.Processor.Best, r.Processor.Used = "", "go", "go" }, "-tags purego"},
		{"an arm64", func(r *Report) {
			r.Processor = Processor{System: "linux/arm64 v8.0", Best: "neon", Used: "neon"}
		}, ""},
		{"32 bits", func(r *Report) { r.Processor = Processor{System: "linux/386 sse2", Best: "go", Used: "go"} }, "32-bit build"},
		{"32 bits of another kind", func(r *Report) { r.Processor = Processor{System: "linux/arm 7", Best: "go", Used: "go"} }, "32-bit build"},
		{"a container", func(r *Report) { r.Threads = Threads{8, known(2.5), 2} }, "allow 2.5 of 8 processors: set Threads to 2"},
		{"a container that does not matter", func(r *Report) { r.Threads.Quota = known(8.0) }, ""},
		{"a container explains slow searches", func(r *Report) { r.Threads, r.Speeds[0].Share = Threads{8, known(0.5), 1}, known(50) }, "allow 0.5 of 8"},
		{"other programs", func(r *Report) { r.Speeds[1].Share = known(89) }, "only 89 % of the time of 8 processors"},
		{"hardly any other programs", func(r *Report) { r.Speeds[1].Share = known(90) }, ""},
		{"no huge pages", func(r *Report) { r.Pages.Transparent, r.Pages.Huge = known("never"), known(0) }, "echo madvise"},
		{"reserved pages", func(r *Report) { r.Pages.Transparent = known("never") }, ""},
		{"a kernel without huge pages", func(r *Report) { r.Pages.Transparent, r.Pages.Huge = known(""), known(0) }, "vm.nr_hugepages=2048"},
		{"scattered memory", func(r *Report) { r.Pages.Huge = known(40) }, "Only 40 % of the table"},
		{"unknown use of huge pages", func(r *Report) { r.Pages.Transparent, r.Pages.Huge = known("never"), nil }, ""},
		{"Windows", func(r *Report) {
			r.Processor.System, r.Pages = "windows/amd64 v1", Pages{Table: "plain pages"}
		}, "Lock pages in memory"},
		{"Windows with the right", func(r *Report) {
			r.Processor.System, r.Pages = "windows/amd64 v1", Pages{Table: "large pages"}
		}, ""},
		{"little memory", func(r *Report) { r.Memory.Available, r.Memory.Hash = known[uint64](400<<20), 128 }, "Only 400 MiB of memory are available: set USI_Hash, which is 256 by default, to 128"},
		{"enough memory", func(r *Report) { r.Memory.Available = known[uint64](512 << 20) }, ""},
		{"a greedy host", func(r *Report) { r.Steal = known(7.25) }, "took 7.2 % of"},
		{"late sleeps", func(r *Report) { r.Timer.Worst = 12_300 }, "A sleep ended 12.3 ms late: set Move Overhead (Move_Overhead in USI) to 30 or more"},
		{"hardly late sleeps", func(r *Report) { r.Timer.Worst = 4999 }, ""},
		{"just too late", func(r *Report) { r.Timer.Worst = 5000 }, " to 10 or more"},
		{"tables without distances", func(r *Report) { r.Tables = &Tables{Results: 145} }, "no distances"},
		{"complete tables", func(r *Report) { r.Tables = &Tables{Results: 145, Lengths: 145} }, ""},
		{"tables that are not there", func(r *Report) { r.Tables = &Tables{} }, ""}, // a fault, no advice
	} {
		t.Run(c.name, func(t *testing.T) {
			r := sound()
			c.change(&r)
			got := Advise(r)
			if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.Contains(got[0], c.want)) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestAdvisedThreads(t *testing.T) {
	for _, c := range []struct {
		name string
		t    Threads
		want int
	}{
		{"unknown limits", Threads{Processors: 8}, 8},
		{"no limit", Threads{Processors: 8, Quota: known(0.0)}, 8},
		{"whole processors", Threads{Processors: 8, Quota: known(3.9)}, 3},
		{"less than one", Threads{Processors: 8, Quota: known(0.2)}, 1},
		{"more than there are", Threads{Processors: 2, Quota: known(16.0)}, 2},
	} {
		if got := advisedThreads(c.t); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

func TestAdvisedHash(t *testing.T) {
	gib := func(n float64) *uint64 { return known(uint64(n * (1 << 30))) }
	for _, c := range []struct {
		name             string
		total, available *uint64
		nodes            float64 // per second
		want             int
	}{
		{"what three minutes fill", gib(64), gib(60), 1e6, 4096},
		{"half of the memory", gib(4), gib(4), 1e6, 2048},
		{"half of what is available", gib(64), gib(3), 1e6, 1024},
		{"a container", gib(1), gib(60), 1e6, 512},
		{"nothing is known", nil, nil, 1e6, 4096},
		{"hardly any memory", gib(0.01), gib(0.01), 1e6, 16},
		{"no search", gib(64), gib(60), 0, 16},
		{"more than the option takes", nil, nil, 1e15, 1 << 25},
	} {
		if got := advisedHash(Memory{Total: c.total, Available: c.available}, []Speed{{Nodes: c.nodes / 2}, {Nodes: c.nodes}}); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
