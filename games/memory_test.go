package games_test

import (
	"os"
	"regexp"
	"runtime"
	"strconv"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

// TestMemoryPerThread measures the memory of a search thread without the table, which
// docs/build/smp.md quotes.
func TestMemoryPerThread(t *testing.T) {
	page, err := os.ReadFile("../docs/build/smp.md")
	must.OK(t, err)
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			said := regexp.MustCompile(`Everything of one thread .*\b` + g.Name + ` ([0-9.]+) MiB`).FindSubmatch(page)
			if said == nil {
				t.Fatalf("docs/build/smp.md does not say \"%s N MiB\" in its row \"Everything of one thread\"", g.Name)
			}
			mebibytes, err := strconv.ParseFloat(string(said[1]), 64)
			must.OK(t, err)
			e := games.NewEngine()
			defer e.Close()
			with := func(threads int) float64 {
				must.OK(t, e.SetThreads(threads))
				e.Search(g.Start(core.Settings{}), core.Limits{Depth: 4})
				return float64(heap())
			}
			one := with(1)
			per := (with(9) - one) / 8 / (1 << 20)
			t.Logf("%.1f MiB per thread", per)
			if per < mebibytes*0.9 || per > mebibytes*1.1 {
				t.Errorf("%.1f MiB per thread, docs/build/smp.md says %.1f: write the new number there", per, mebibytes)
			}
		})
	}
}
