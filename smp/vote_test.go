package smp

import (
	"errors"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	chesseval "github.com/nitoryu/nitoryu/core/eval/chess"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/search"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestChoose(t *testing.T) {
	const a, b, c = core.Move(1), core.Move(2), core.Move(3)
	of := func(m core.Move, score core.Score, depth int) answer {
		return answer{move: m, score: score, depth: depth}
	}
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
		{"a win beats votes", []answer{of(a, 10, 9), of(a, 20, 9), of(b, core.WinIn(5), 5)}, 2},
		{"the shorter win", []answer{of(a, core.WinIn(7), 9), of(b, core.WinIn(5), 5)}, 1},
		{"the same win, deeper", []answer{of(a, core.WinIn(1), 1), of(a, core.WinIn(1), 9)}, 1},
		{"another win as short, deeper", []answer{of(a, core.WinIn(5), 6), of(b, core.WinIn(5), 9)}, 0},
		{"the same loss, deeper", []answer{of(a, core.LossIn(2), 1), of(a, core.LossIn(2), 9)}, 1},
		{"anything but a loss", []answer{of(a, -core.WinIn(4), 9), of(b, -300, 5)}, 1},
		{"far apart in depth", []answer{of(a, 10, 1), of(b, 0, 100)}, 1},
		{"as many as there can be", repeat(of(a, core.WinIn(1)-2000, 9), core.MaxThreads), 0},
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

// The answer of a search is the one that the vote chooses. The line reported last stands
// if its move is chosen.
func TestVoteIsTheAnswer(t *testing.T) {
	p := chess.Rules.Start(core.Settings{})
	e := New(Game{GameInfo: p.GameInfo(), Params: params.Chess(), Evaluators: chesseval.Classic()})
	defer e.Close()
	must.OK(t, e.SetThreads(4))
	elsewhere := 0 // searches whose answer is not that of the last thread
	for nodes := uint64(3000); nodes < 9000; nodes += 500 {
		e.NewGame()
		result := e.Search(p, core.Limits{Nodes: nodes})
		answers := slices.Clone(e.latest.answers)
		if len(answers) != 4 {
			t.Fatalf("%d answers of 4 threads", len(answers))
		}
		for i := range answers {
			answers[i].votes = 0
		}
		a := answers[choose(answers)]
		if reported := e.latest.reported; reported != nil { // its line stands if a agrees and is no deeper
			if line := reported.Lines()[0]; line.Move == a.move && reported.Depth() >= a.depth {
				a.score, a.depth = line.Score, reported.Depth()
			}
		}
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

// depths is a search.Control that ends a search at that depth.
type depths int

func (depths) Poll(nodes uint64) uint64               { return nodes + 1<<30 }
func (depths) Partial(*search.Worker, search.Partial) {}
func (depths) Current(int, core.Move, int)            {}
func (d depths) Iterated(w *search.Worker) int        { return (w.Depth() + 1) % (int(d) + 1) }

// A reported line stands if its move is that of the answer and no thread is deeper: the
// last report is never less deep.
func TestReportedLineStands(t *testing.T) {
	const mateInOne = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
	for _, c := range []struct {
		name     string
		fen      string
		depths   [2]depths // of the threads
		reported int       // thread whose line was reported last
		again    bool      // another line has to be reported
		depth    int       // of the answer
	}{
		{"a mate that both know, reported by the deeper one", mateInOne, [2]depths{1, 9}, 1, false, 9},
		{"a mate that both know, reported by the first", mateInOne, [2]depths{9, 1}, 0, false, 9},
		{"equally deep", chess.StartFEN, [2]depths{1, 1}, 1, false, 1},
		{"equally deep, reported by the first", chess.StartFEN, [2]depths{1, 1}, 0, false, 1},
		{"another is deeper", mateInOne, [2]depths{1, 9}, 0, true, 9},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := chess.Rules.Parse(c.fen, core.Settings{})
			must.OK(t, err)
			e := New(Game{GameInfo: p.GameInfo(), Params: params.Chess(), Evaluators: chesseval.Classic()})
			defer e.Close()
			must.OK(t, errors.Join(e.SetThreads(2), e.Prepare(p)))
			var infos []core.Info
			r := new(run)
			r.begin(e, p, core.Limits{}, core.Callbacks{Info: func(i core.Info) { infos = append(infos, i) }}, false)
			if _, done := r.prepare(); done {
				t.Fatal("nothing to search")
			}
			r.threads = e.pool
			for i, thread := range r.threads {
				task := r.task(thread)
				task.Control, task.FirstDepth, task.MaxDepth = c.depths[i], 1, 9
				thread.worker.Search(task)
			}
			r.reported, r.reportedNodes = r.threads[c.reported].worker, r.nodes()
			result := r.elect()
			if result.Depth != c.depth || len(infos) > 0 != c.again {
				t.Errorf("answer %+v, reported %+v", result, infos)
			}
		})
	}
}
