package protocol_test

import (
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// What a long iteration costs is reported at most once a second, with the current move but
// for front ends that would show an empty line: those get no depth or time without moves.
func TestLinesWithoutMoves(t *testing.T) {
	for _, c := range []struct {
		dialect string
		want    string
	}{
		{"uci", `
info depth 7 currmove t1 currmovenumber 0 nodes 0 nps 0 hashfull 3 time 3000
info depth 7 currmove t1 currmovenumber 4 nodes 400 nps 100 hashfull 3 time 4000
info depth 7 currmove t1 currmovenumber 8 nodes 800 nps 160 hashfull 3 time 5000
info nodes 900 nps 450 time 2000
bestmove t1
`},
		{"usi", `
info nodes 0 nps 0 hashfull 3
info nodes 400 nps 100 hashfull 3
info nodes 800 nps 160 hashfull 3
info nodes 900 nps 450
bestmove t1
`},
	} {
		t.Run(c.dialect, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, e, out := newSession(t)
				e.search = func(_ core.Position, _ core.Limits, to core.Callbacks) core.Result {
					for n := range 9 {
						to.Current(core.CurrentMove{Depth: 7, Move: take(1)[0], Number: n,
							Nodes: uint64(100 * n), Elapsed: 3*time.Second + time.Duration(n)*250*time.Millisecond, HashFull: 3})
						time.Sleep(250 * time.Millisecond)
					}
					return core.Result{Best: take(1)[0], Nodes: 900, Elapsed: 2 * time.Second}
				}
				s.Line(c.dialect)
				out.reset()
				s.Line("go depth 7")
				s.Wait()
				if got := regexp.MustCompile(`(?m)^\*.*\n`).ReplaceAllString(out.String(), ""); got != strings.TrimPrefix(c.want, "\n") {
					t.Errorf("got\n%swant%s", got, c.want)
				}
			})
		})
	}
}
