package protocol_test

import (
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
)

func TestGoMateInUSI(t *testing.T) {
	counts := core.Info{Nodes: 500, Elapsed: time.Second, HashFull: 7}
	line := func(plies int, moves ...int) core.Info {
		return core.Info{Depth: plies, Score: core.WinIn(plies), Bound: core.Exact, PV: take(moves...), Nodes: 500, Elapsed: time.Second}
	}
	for _, c := range []struct {
		name    string
		command string
		infos   []core.Info
		score   core.Score
		want    string
	}{
		{"a line", "go mate 1000", []core.Info{line(3, 1, 1, 3)}, core.WinIn(3), `
* go movetime=1s
info depth 3 score mate 3 nodes 500 nps 500 hashfull 0 time 1000 pv t1 t1 t3
checkmate t1 t1 t3`},
		{"progress, then a line", "go mate infinite", []core.Info{counts, counts, line(1, 2)}, core.WinIn(1), `
* go
info nodes 500 nps 500 hashfull 7
info nodes 500 nps 500 hashfull 7
info depth 1 score mate 1 nodes 500 nps 500 hashfull 0 time 1000 pv t2
checkmate t2`},
		{"no mate", "go mate", nil, core.LossIn(0), "\n* go\ncheckmate nomate"},
		{"nothing proved", "go nodes 70 mate infinite", []core.Info{counts}, 0, `
* go nodes=70
info nodes 500 nps 500 hashfull 7
checkmate timeout`},
		{"a proof without a line", "go mate 20", nil, core.WinIn(3), "\n* go movetime=20ms\ncheckmate timeout"},
		{"a line with an illegal move", "go mate 0", []core.Info{line(3, 3, 3, 3)}, core.WinIn(3), `
* go movetime=1ms
checkmate timeout`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, e, out := newSession(t)
			e.search = func(_ core.Position, _ core.Limits, to core.Callbacks) core.Result {
				for _, i := range c.infos {
					to.Info(i)
				}
				return core.Result{Score: c.score}
			}
			s.Line("usi")
			out.reset()
			s.Line(c.command)
			s.Wait()
			want := "* mate" + c.want
			if got := strings.TrimSpace(out.String()); got != want {
				t.Errorf("got\n%s\n\nwant\n%s", got, want)
			}
		})
	}
}

// MateTree has the proof shown, each line of play as a remark, before the answer.
func TestMateTree(t *testing.T) {
	s, e, out := newSession(t)
	e.search = func(_ core.Position, l core.Limits, to core.Callbacks) core.Result {
		to.Info(core.Info{Depth: 3, Score: core.WinIn(3), Bound: core.Exact, PV: take(1, 1, 3)})
		if l.Proof == 2 {
			last := &core.Proof{Move: take(3)[0], Plies: 1}
			to.Proof(&core.Proof{Move: take(1)[0], Plies: 3, Replies: []core.Defence{{Move: take(1)[0], Next: last}, {Move: take(2)[0]}}})
		}
		return core.Result{Score: core.WinIn(3)}
	}
	const line = "info depth 3 score mate 3 nodes 0 nps 0 hashfull 0 time 1 pv t1 t1 t3\n"
	const proof = "info string proof t1 t1 t3\ninfo string proof t1 t2 ...\n"
	s.Line("usi")
	for _, c := range []struct{ option, want string }{{"0", line}, {"2", line + proof}, {"0", line}} {
		out.reset()
		s.Line("setoption name MateTree value " + c.option)
		s.Line("go mate infinite")
		s.Wait()
		if got, want := out.String(), "* mate\n* go\n"+c.want+"checkmate t1 t1 t3\n"; got != want {
			t.Errorf("with MateTree %s got\n%s\nwant\n%s", c.option, got, want)
		}
	}
}
