package smp

import (
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	chesseval "github.com/nitoryu/nitoryu/core/eval/chess"
	"github.com/nitoryu/nitoryu/core/params"
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

// What a search answers is what the answers of its threads choose.
func TestVoteIsTheAnswer(t *testing.T) {
	p := chess.Rules.Start(core.Settings{})
	e := New(Game{Traits: p.Traits(), Params: params.Chess(), NewEvaluator: chesseval.New})
	defer e.Close()
	if err := e.SetThreads(4); err != nil {
		t.Fatal(err)
	}
	elsewhere := 0 // searches whose answer is not that of the last thread
	for nodes := uint64(3000); nodes < 9000; nodes += 500 {
		var result core.Result
		e.NewGame()
		e.Go(p.Clone(), core.Limits{Nodes: nodes}, core.Listener{Done: func(r core.Result) { result = r }})
		e.Wait()
		answers := slices.Clone(e.latest.answers)
		if len(answers) != 4 {
			t.Fatalf("%d answers of 4 threads", len(answers))
		}
		for i := range answers {
			answers[i].votes = 0
		}
		a := answers[choose(answers)]
		if result.Best != a.move || result.Score != a.score || result.Depth != a.depth {
			t.Errorf("%d nodes: answer %+v, want %+v", nodes, result, a)
		}
		if last := answers[3]; last.move != a.move || last.score != a.score || last.depth != a.depth {
			elsewhere++
		}
	}
	if elsewhere == 0 {
		t.Error("the last thread was chosen each time: nothing was tested")
	}
}
