package smp

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

func TestChoose(t *testing.T) {
	const a, b, c = core.Move(1), core.Move(2), core.Move(3)
	of := func(m core.Move, score core.Score, depth int) answer {
		return answer{move: m, score: score, depth: depth, reply: true}
	}
	short := of(a, 0, 9)
	short.reply = false
	for _, test := range []struct {
		name    string
		answers []answer
		want    int
	}{
		{"one thread", []answer{of(a, 10, 8)}, 0},
		{"no answer at all", []answer{{}, {}}, 0},
		{"the leader has none", []answer{{}, of(a, 10, 8)}, 1},
		{"a helper has none", []answer{of(a, 10, 8), {}}, 0},
		{"equal votes", []answer{of(a, 10, 8), of(b, 10, 8)}, 0},
		{"the better score", []answer{of(a, 10, 8), of(b, 40, 8)}, 1},
		{"a ply deeper, somewhat worse", []answer{of(a, 40, 8), of(b, 10, 9)}, 1},
		{"a ply deeper, far worse", []answer{of(a, 400, 8), of(b, 10, 9)}, 0},
		{"many against one", []answer{of(a, 20, 8), of(b, 10, 8), of(c, 10, 8), of(b, 10, 8), of(b, 10, 8)}, 1},
		{"seventeen outvote one that is a ply deeper", append([]answer{of(a, 0, 9)}, repeat(of(b, 0, 8), 17)...), 1},
		{"sixteen do not", append([]answer{of(a, 0, 9)}, repeat(of(b, 0, 8), 16)...), 0},
		{"the same move, deeper", []answer{of(a, 10, 8), of(a, 0, 9)}, 1},
		{"the same move, deeper but without a reply", []answer{of(a, 10, 8), short}, 0},
		{"a win beats votes", []answer{of(a, 10, 9), of(a, 20, 9), of(b, core.WinIn(5), 5)}, 2},
		{"the shorter win", []answer{of(a, core.WinIn(7), 9), of(b, core.WinIn(5), 5)}, 1},
		{"anything but a loss", []answer{of(a, -core.WinIn(4), 9), of(b, -300, 5)}, 1},
		{"far apart in depth", []answer{of(a, 10, 1), of(b, 0, 100)}, 1},
		{"as many as there can be", repeat(of(a, core.WinIn(1)-2000, 9), MaxThreads), 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := choose(test.answers); got != test.want {
				t.Errorf("answer %d of %+v, want %d", got, test.answers, test.want)
			}
		})
	}
}

func repeat(a answer, n int) (list []answer) {
	for range n {
		list = append(list, a)
	}
	return list
}
