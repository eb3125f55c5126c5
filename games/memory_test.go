package games_test

import (
	"runtime"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

// TestMemoryPerThread tells what a search thread takes beside the table, and that
// it is what docs/smp.md says.
func TestMemoryPerThread(t *testing.T) {
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for _, c := range []struct {
		game      games.Game
		mebibytes float64
	}{
		{games.Chess, 5.0},
		{games.Shogi, 15.2},
	} {
		t.Run(c.game.Name, func(t *testing.T) {
			e := games.NewEngine()
			defer e.Close()
			with := func(threads int) float64 {
				if err := e.SetThreads(threads); err != nil {
					t.Fatal(err)
				}
				e.Go(c.game.Start(core.Settings{}), core.Limits{Depth: 4}, core.Listener{})
				e.Wait()
				return float64(heap())
			}
			one := with(1)
			per := (with(9) - one) / 8 / (1 << 20)
			t.Logf("%.1f MiB per thread", per)
			if per < c.mebibytes*0.9 || per > c.mebibytes*1.1 {
				t.Errorf("%.1f MiB per thread, docs/smp.md says %.1f", per, c.mebibytes)
			}
		})
	}
}
