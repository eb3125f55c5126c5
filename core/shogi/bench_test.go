package shogi

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

const matsuri = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"

// BenchmarkPerft reports leaves per second; the one allocation is that of the
// lists of core.Perft.
func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name, sfen string
		depth      int
	}{{"start", StartSFEN, 5}, {"matsuri", matsuri, 3}} {
		b.Run(c.name, func(b *testing.B) {
			p := position(b, c.sfen)
			b.ReportAllocs()
			leaves := uint64(0)
			for b.Loop() {
				leaves += core.Perft(p, c.depth)
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mnps")
		})
	}
}
