package checkup

import (
	"slices"
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
		{"no huge pages", func(r *Report) { r.Pages.Transparent = known("never") }, "echo madvise"},
		{"reserved pages", func(r *Report) { r.Pages.Transparent, r.Pages.Reserved = known("never"), known[uint64](64) }, ""},
		{"none are reserved", func(r *Report) { r.Pages.Transparent, r.Pages.Reserved = known("never"), known[uint64](0) }, "echo madvise"},
		{"a kernel without huge pages", func(r *Report) { r.Pages.Transparent = known("") }, "vm.nr_hugepages=2048"},
		{"unknown pages", func(r *Report) { r.Pages.Transparent = nil }, ""},
		{"little memory", func(r *Report) { r.Memory.Total, r.Memory.Hash = known[uint64](400<<20), 128 }, "only 400 MiB of memory: set USI_Hash, which is 256 by default, to 128"},
		{"enough memory", func(r *Report) { r.Memory.Total = known[uint64](512 << 20) }, ""},
		{"Windows", func(r *Report) {
			r.Processor.System, r.Pages = "windows/amd64 v1", Pages{Table: "plain pages"}
		}, "Lock pages in memory"},
		{"Windows with the right", func(r *Report) {
			r.Processor.System, r.Pages = "windows/amd64 v1", Pages{Table: "large pages"}
		}, ""},
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

func TestAdvisedHash(t *testing.T) {
	gib := func(n float64) *uint64 { return known(uint64(n * (1 << 30))) }
	for _, c := range []struct {
		name    string
		total   *uint64
		threads int
		want    int
	}{
		{"what three minutes of a thread fill", gib(64), 1, 4096},
		{"what 16 threads fill", gib(1024), 16, 65536},
		{"half of the memory", gib(4), 8, 2048},
		{"a container", gib(1), 8, 512},
		{"nothing is known", nil, 64, 256},
		{"hardly any memory", gib(0.01), 1, 16},
		{"more than the option takes", gib(1 << 30), 1 << 30, 1 << 25},
	} {
		if got := advisedHash(Memory{Total: c.total}, c.threads); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// A busy machine is not called one that is set up well.
func TestWarn(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Report)
		want   []string // parts, in this order
	}{
		{"a sound machine", func(*Report) {}, nil},
		{"nothing is known", func(r *Report) { *r = Report{Speeds: []Speed{{"chess", 1, 1e5, nil}}} }, nil},
		{"a busy machine", func(r *Report) { r.Speeds = []Speed{{"chess", 8, 1e6, known(97)}, {"shogi", 8, 1e6, known(43)}} }, []string{"a search got 43 % of their time"}},
		{"hardly busy", func(r *Report) { r.Speeds = []Speed{{"chess", 8, 1e6, known(90)}} }, nil},
		{"memory in pieces", func(r *Report) { r.Pages.Huge = known(31) }, []string{"Only 31 % of the test table"}},
		{"no huge pages at all", func(r *Report) { r.Pages.Transparent, r.Pages.Huge = known("never"), known(0) }, nil}, // advice
		{"a busy host", func(r *Report) { r.Steal = known(2.0) }, []string{"took away 2.0 %"}},
		{"late sleeps", func(r *Report) { r.Timer = Timer{200, 80, 12_500} }, []string{"up to 12.5 ms late", "Move Overhead to 25"}},
		{"little memory left", func(r *Report) { r.Memory.Available = known[uint64](100 << 20) }, []string{"100 MiB are available"}},
		{"all of it", func(r *Report) {
			r.Speeds, r.Steal, r.Timer = []Speed{{"chess", 8, 1e6, known(4)}}, known(60.0), Timer{200, 9000, 90_000}
		}, []string{"4 % of their time", "60.0 %", "90.0 ms late"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := sound()
			c.change(&r)
			r.Warnings = Warn(r)
			rest := strings.Join(r.Warnings, "\n")
			for _, want := range c.want {
				_, after, ok := strings.Cut(rest, want)
				if !ok {
					t.Fatalf("%q, want %q", r.Warnings, c.want)
				}
				rest = after
			}
			if well := r.Changes()[0] == Nothing; well != (c.want == nil) {
				t.Errorf("it concludes %q", r.Changes())
			}
		})
	}
}

// Whatever else runs, a machine gets the same advice.
func TestAdviceIgnoresMeasurements(t *testing.T) {
	busy := func(r *Report) {
		r.Memory.Available = known[uint64](100 << 20)
		r.Pages.Huge, r.Pages.Free = known(3), known[uint64](0)
		r.Speeds = []Speed{{"chess", 8, 1e3, known(4)}, {"shogi", 8, 900, known(3)}}
		r.Timer, r.Steal = Timer{200, 9000, 90_000}, known(60.0)
	}
	for name, change := range map[string]func(*Report){
		"a sound machine": func(*Report) {},
		"a container":     func(r *Report) { r.Threads = Threads{8, known(2.5), 2} },
		"no huge pages":   func(r *Report) { r.Pages.Transparent = known("never") },
		"little memory":   func(r *Report) { r.Memory.Total = known[uint64](400 << 20) },
	} {
		idle := sound()
		change(&idle)
		loaded := idle
		busy(&loaded)
		if a, b := Advise(idle), Advise(loaded); !slices.Equal(a, b) {
			t.Errorf("%s: %q, and under load %q", name, a, b)
		}
		if a, b := advisedHash(idle.Memory, 8), advisedHash(loaded.Memory, 8); a != b {
			t.Errorf("%s: a table of %d MiB, and under load of %d", name, a, b)
		}
	}
}
