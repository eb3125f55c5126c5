package protocol_test

import (
	"errors"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

// tellPosition reports which position is searched, and takes one token.
func tellPosition(p core.Position, _ core.Limits, to core.Callbacks) core.Result {
	to.Fault(errors.New("searching " + p.String()))
	to.Info(core.Info{Depth: 1, Rank: 1, Score: 1, Bound: core.Exact, PV: take(1), Nodes: 1})
	return core.Result{Best: take(1)[0], Nodes: 1}
}

// Stochastic_Ponder thinks about the position before the expected move; a hit begins the
// search of the game's position, and is answered once.
func TestStochasticPonder(t *testing.T) {
	for _, c := range []struct{ name, transcript string }{
		{"a hit with the clock of go", `
> setoption name Stochastic_Ponder value true
> position startpos moves t1 t2
> go ponder btime 1000 wtime 2000 byoyomi 10
* go time=1s/2s byoyomi=10ms ponder=yes
info string ERROR searching 4 2
> ponderhit
* go time=1s/2s byoyomi=10ms
info string ERROR searching 2 1
info depth 1 seldepth 0 score cp 1 nodes 1 nps 1000 hashfull 0 time 1 pv t1
bestmove t1
> ponderhit
> stop`},
		{"a hit with its own clock", `
> setoption name Stochastic_Ponder value true
> position startpos moves t1
> go ponder searchmoves t2
* go ponder=yes
info string ERROR searching 5 1
> ponderhit btime 100 wtime 200 binc 5 winc 5
* go time=100ms/200ms inc=5ms/5ms only=2
info string ERROR searching 4 2
info depth 1 seldepth 0 score cp 1 nodes 1 nps 1000 hashfull 0 time 1 pv t1
bestmove t1`},
		{"a miss is answered for the position that was searched", `
> setoption name Stochastic_Ponder value true
> position startpos moves t3
> go ponder
* go ponder=yes
info string ERROR searching 5 1
> stop
info depth 1 seldepth 0 score cp 1 nodes 1 nps 1000 hashfull 0 time 1 pv t1
bestmove t1
> ponderhit`},
		{"without a move there is nothing before", `
> setoption name Stochastic_Ponder value true
> position sfen 3 1
> go ponder
* go ponder=yes
info string ERROR searching 3 1
> ponderhit
* ponderhit
info depth 1 seldepth 0 score cp 1 nodes 1 nps 1000 hashfull 0 time 1 pv t1
bestmove t1`},
		{"not unless it is asked for", `
> position startpos moves t1
> go ponder
* go ponder=yes
info string ERROR searching 4 2
> ponderhit
* ponderhit
info depth 1 seldepth 0 score cp 1 nodes 1 nps 1000 hashfull 0 time 1 pv t1
bestmove t1`},
		{"a rejected position after it", `
> setoption name Stochastic_Ponder value true
> position startpos moves t1
> go ponder
* go ponder=yes
info string ERROR searching 5 1
> position nowhere
info string ERROR position rejected: expected startpos, fen or sfen (token 2 "nowhere")
> stop
info depth 1 seldepth 0 score cp 1 nodes 1 nps 1000 hashfull 0 time 1 pv t1
bestmove t1
> go ponder
info string ERROR no valid position: the last one was rejected
> ponderhit
bestmove resign`},
	} {
		t.Run(c.name, func(t *testing.T) {
			runAfter(t, "usi", c.transcript, func(e *fakeEngine) { e.search = tellPosition })
		})
	}
}

// A stop or ponderhit between a position and its go ponder is for that search.
func TestHastyEndOfPondering(t *testing.T) {
	for _, c := range []struct{ name, transcript string }{
		{"a hit", `
> position startpos moves t1
> ponderhit
> go ponder btime 1000 wtime 2000 byoyomi 10
* go time=1s/2s byoyomi=10ms ponder=yes
* ponderhit
info string ERROR searching 4 2
info depth 1 seldepth 0 score cp 1 nodes 1 nps 1000 hashfull 0 time 1 pv t1
bestmove t1`},
		{"a miss", `
> position startpos moves t1
> stop
> go ponder
* go ponder=yes
info string ERROR searching 4 2
info depth 1 seldepth 0 score cp 1 nodes 1 nps 1000 hashfull 0 time 1 pv t1
bestmove t1`},
		{"no valid position", `
> position nowhere
info string ERROR position rejected: expected startpos, fen or sfen (token 2 "nowhere")
> ponderhit
> go ponder
info string ERROR no valid position: the last one was rejected
bestmove resign`},
		{"before the position", `
> position startpos
> stop
> ponderhit
> position startpos moves t1
> go ponder
* go ponder=yes
info string ERROR searching 4 2
> ponderhit
* ponderhit
info depth 1 seldepth 0 score cp 1 nodes 1 nps 1000 hashfull 0 time 1 pv t1
bestmove t1`},
		{"no position in between", `
> position startpos moves t1
> go ponder
* go ponder=yes
info string ERROR searching 4 2
> stop
info depth 1 seldepth 0 score cp 1 nodes 1 nps 1000 hashfull 0 time 1 pv t1
bestmove t1
> stop
> ponderhit
> go ponder
* go ponder=yes
info string ERROR searching 4 2
> stop
info depth 1 seldepth 0 score cp 1 nodes 1 nps 1000 hashfull 0 time 1 pv t1
bestmove t1`},
		{"once only", `
> position startpos moves t1
> stop
> go infinite
* go infinite=yes
info string ERROR searching 4 2
info depth 1 seldepth 0 score cp 1 nodes 1 nps 1000 hashfull 0 time 1 pv t1
> stop
bestmove t1
> go ponder
* go ponder=yes
info string ERROR searching 4 2
> stop
info depth 1 seldepth 0 score cp 1 nodes 1 nps 1000 hashfull 0 time 1 pv t1
bestmove t1`},
	} {
		t.Run(c.name, func(t *testing.T) {
			runAfter(t, "usi", c.transcript, func(e *fakeEngine) { e.search = tellPosition })
		})
	}
}
