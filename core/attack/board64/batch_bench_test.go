package board64

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

func BenchmarkList(b *testing.B) {
	var x tables
	for sq := range core.Square(64) {
		x.lines[sq] = 0
		for _, d := range []int{-17, -15, -10, -6, 6, 10, 15, 17} {
			to := int(sq) + d
			if to >= 0 && to < 64 && max(to&7-int(sq)&7, int(sq)&7-to&7) <= 2 {
				x.leaps[sq] |= 1 << to
			}
		}
	}
	for _, c := range []struct {
		name  string
		batch Batch
	}{
		{"initial", Batch{Leapers: 0x42, Bishops: 0x2c, Rooks: 0x89, Occupied: 0xffff00000000ffff, Targets: ^uint64(0xffff), Walks: [4]uint64{0, 0, 0xff0000, 0xff000000}}},
		{"kiwipete", Batch{Leapers: 1<<18 | 1<<36, Bishops: 1<<11 | 1<<12 | 1<<21, Rooks: 1<<0 | 1<<7 | 1<<21,
			Occupied: 0x917d731812a4ff91, Targets: ^uint64(0x181024ff91), Walks: [4]uint64{1 << 44, 1 << 44, 0x20000030000, 0x40400000}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			c.batch.Leaps, c.batch.Lines, c.batch.Victims, c.batch.Stems = &x.leaps, &x.lines, &x.victims, &x.stems
			var list core.MoveList
			for b.Loop() {
				list.N = 0
				c.batch.List(&list)
			}
			b.ReportMetric(float64(list.N), "moves")
		})
	}
}
