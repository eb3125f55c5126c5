package protocol_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// In a transcript "> " marks what the front end sends and "* " what the session asks of
// its engine; the rest is printed.
func runTranscript(t *testing.T, transcript string, prepare func(*fakeEngine)) {
	t.Helper()
	runAfter(t, "", transcript, prepare)
}

// runAfter is runTranscript in a session that was greeted with a handshake.
func runAfter(t *testing.T, handshake, transcript string, prepare func(*fakeEngine)) {
	t.Helper()
	s, e, out := newSession(t)
	s.Line(handshake)
	if prepare != nil {
		prepare(e)
	}
	out.reset()
	for _, line := range strings.Split(transcript, "\n") {
		if command, ok := strings.CutPrefix(line, "> "); ok {
			out.line(line)
			s.Line(command)
			if !strings.Contains(command, "perft") {
				e.settle()
			} else {
				s.Wait()
			}
		}
	}
	e.Stop()
	e.Wait()
	if got, want := strings.TrimSpace(withoutMeasured(out.String())), strings.TrimSpace(transcript); got != want {
		t.Errorf("got\n%s\n\nwant\n%s", got, want)
	}
}

func TestTranscripts(t *testing.T) {
	for _, c := range []struct{ name, transcript string }{
		{"handshake in UCI", `
> uci
id name Test 1
id author somebody
option name Threads type spin default 1 min 1 max 1024
option name Hash type spin default 16 min 1 max 33554432
option name MultiPV type spin default 1 min 1 max 256
option name Ponder type check default false
option name Skill Level type spin default 20 min 0 max 20
option name UCI_LimitStrength type check default false
option name EvalFile type string default <embedded>
option name UCI_Chess960 type check default false
option name SyzygyPath type string default <empty>
option name SyzygyProbeDepth type spin default 1 min 1 max 100
option name Syzygy50MoveRule type check default true
option name SyzygyProbeLimit type spin default 7 min 0 max 7
option name OwnBook type check default false
option name BookFile type string default <empty>
option name BookDepth type spin default 255 min 0 max 10000
option name BookVariety type spin default 100 min 0 max 100
option name UCI_AnalyseMode type check default false
option name UCI_RatingAdv type spin default 0 min -10000 max 10000
option name Move Overhead type spin default 10 min 0 max 5000
option name nodestime type spin default 0 min 0 max 10000
option name UCI_ShowWDL type check default false
option name Debug Log File type string default <empty>
option name UCI_Opponent type string default <empty>
option name UCI_EngineAbout type string default Nitoryu plays chess over UCI and shogi over USI, https://github.com/nitoryu/nitoryu
option name Clear Hash type button
option name NumaPolicy type combo default auto var auto var none
uciok
> isready
* prepare
readyok`},
		{"handshake in USI switches the game and the defaults", `
> usi
* new game
* threads 1
* hash 256
* overhead 50ms
* spread threads true
id name Test 1
id author somebody
option name Threads type spin default 1 min 1 max 1024
option name USI_Hash type spin default 256 min 1 max 33554432
option name MultiPV type spin default 1 min 1 max 600
option name USI_Ponder type check default false
option name SkillLevel type spin default 20 min 0 max 20
option name USI_LimitStrength type check default false
option name EvalFile type string default <embedded>
option name EvalDir type string default <empty>
option name FV_SCALE type spin default 16 min 1 max 128
option name MaxMovesToDraw type spin default 0 min 0 max 100000
option name EnteringKingRule type combo default CSARule27 var CSARule27 var CSARule27H var CSARule24 var CSARule24H var TryRule var NoEnteringKing
option name USI_OwnBook type check default true
option name BookDir type string default book
option name BookFile type string default no_book
option name BookMoves type spin default 16 min 0 max 10000
option name ConsiderBookMoveCount type check default false
option name NarrowBook type check default false
option name BookIgnoreRate type spin default 0 min 0 max 100
option name BookEvalDiff type spin default 30 min 0 max 30000
option name BookEvalBlackLimit type spin default 0 min -30000 max 30000
option name BookEvalWhiteLimit type spin default -140 min -30000 max 30000
option name BookDepthLimit type spin default 16 min 0 max 99999
option name BookOnTheFly type check default false
option name IgnoreBookPly type check default false
option name FlippedBook type check default true
option name ResignValue type spin default 99999 min 0 max 99999
option name DrawValueBlack type spin default 0 min -30000 max 30000
option name DrawValueWhite type spin default 0 min -30000 max 30000
option name DepthLimit type spin default 0 min 0 max 246
option name NodesLimit type spin default 0 min 0 max 2147483647
option name GenerateAllLegalMoves type check default false
option name Stochastic_Ponder type check default false
option name Move_Overhead type spin default 50 min 0 max 5000
option name NetworkDelay type spin default 120 min 0 max 10000
option name MinimumThinkingTime type spin default 0 min 0 max 100000
option name RoundUpToFullSecond type check default false
option name SlowMover type spin default 100 min 1 max 1000
option name PvInterval type spin default 300 min 0 max 1000000
option name ConsiderationMode type check default false
option name OutputFailLHPV type check default true
option name DebugLogFile type string default <empty>
option name Clear_Hash type button
option name NumaPolicy type combo default auto var auto var none
usiok
> d
ooooo

Sfen: 5 1
Key: 000000000000000A
Legal moves: 3`},
		{"a search without a handshake", `
> go depth 3
* go depth=3
info depth 3 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1 t1 t1 t1
bestmove t1 ponder t1
> d
oooo

Fen: 4 1
Key: 0000000000000008
Legal moves: 3`},
		{"positions", `
> position startpos moves
> d
oooo

Fen: 4 1
Key: 0000000000000008
Legal moves: 3
>   position   startpos	moves t1   t2
> d
o

Fen: 1 1
Key: 0000000000000002
Legal moves: 1
Last move: t2
> position fen 3 2 moves t3
> d


Fen: 0 1
Key: 0000000000000000
Legal moves: 0
Last move: t3
The game is over by checkmate
> position fen 9 1
> eval
* prepare
|o|
Evaluation: cp 18 for the side to move (50 %), by tokens`},
		{"bad positions are rejected as a whole and the one before stays", `
> position fen 3 1
> position startpos moves t1 t9
info string ERROR position rejected: move 2 illegal in 3 2: no move (token 5 "t9")
> position fen 3 1 moves t2 t2
info string ERROR position rejected: move 2 illegal in 1 2: only 1 left (token 7 "t2")
> position fen x 1
info string ERROR position rejected: bad number of tokens "x" (token 3 "x 1")
> position fen fen 3 1
info string ERROR position rejected: bad number of tokens "fen" (token 3 "fen 3 1")
> position fen
info string ERROR position rejected: no position follows (token 2 "fen")
> position startpos fen 3 1
info string ERROR position rejected: expected moves (token 3 "fen")
> position position startpos
info string ERROR position rejected: expected startpos, fen or sfen (token 2 "position")
> position
info string ERROR position rejected: nothing follows
> d
info string ERROR the last position was rejected; this is the one before
ooo

Fen: 3 1
Key: 0000000000000006
Legal moves: 3
> go depth 1
info string ERROR no valid position: the last one was rejected
bestmove (none)
> go mate 3
info string ERROR no valid position: the last one was rejected
bestmove (none)
> go infinite searchmoves t9
info string ERROR no valid position: the last one was rejected
> isready
readyok
> ponderhit
> stop
bestmove (none)
> go ponder wtime 100
info string ERROR no valid position: the last one was rejected
> ponderhit
bestmove (none)
> go ponder wtime 100
info string ERROR no valid position: the last one was rejected
> stop
bestmove (none)
> go perft 2
info string ERROR no valid position: the last one was rejected
> perft 2
info string ERROR no valid position: the last one was rejected
> eval
info string ERROR no valid position: the last one was rejected
> ucinewgame
* new game
> go depth 1
info string ERROR no valid position: the last one was rejected
bestmove (none)
> position startpos moves t3
> go depth 1
* go depth=1
info depth 1 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1
bestmove t1`},
		{"bad positions in USI", `
> usi
* new game
* threads 1
* hash 256
* overhead 50ms
* spread threads true
id name Test 1
id author somebody
option name Threads type spin default 1 min 1 max 1024
option name USI_Hash type spin default 256 min 1 max 33554432
option name MultiPV type spin default 1 min 1 max 600
option name USI_Ponder type check default false
option name SkillLevel type spin default 20 min 0 max 20
option name USI_LimitStrength type check default false
option name EvalFile type string default <embedded>
option name EvalDir type string default <empty>
option name FV_SCALE type spin default 16 min 1 max 128
option name MaxMovesToDraw type spin default 0 min 0 max 100000
option name EnteringKingRule type combo default CSARule27 var CSARule27 var CSARule27H var CSARule24 var CSARule24H var TryRule var NoEnteringKing
option name USI_OwnBook type check default true
option name BookDir type string default book
option name BookFile type string default no_book
option name BookMoves type spin default 16 min 0 max 10000
option name ConsiderBookMoveCount type check default false
option name NarrowBook type check default false
option name BookIgnoreRate type spin default 0 min 0 max 100
option name BookEvalDiff type spin default 30 min 0 max 30000
option name BookEvalBlackLimit type spin default 0 min -30000 max 30000
option name BookEvalWhiteLimit type spin default -140 min -30000 max 30000
option name BookDepthLimit type spin default 16 min 0 max 99999
option name BookOnTheFly type check default false
option name IgnoreBookPly type check default false
option name FlippedBook type check default true
option name ResignValue type spin default 99999 min 0 max 99999
option name DrawValueBlack type spin default 0 min -30000 max 30000
option name DrawValueWhite type spin default 0 min -30000 max 30000
option name DepthLimit type spin default 0 min 0 max 246
option name NodesLimit type spin default 0 min 0 max 2147483647
option name GenerateAllLegalMoves type check default false
option name Stochastic_Ponder type check default false
option name Move_Overhead type spin default 50 min 0 max 5000
option name NetworkDelay type spin default 120 min 0 max 10000
option name MinimumThinkingTime type spin default 0 min 0 max 100000
option name RoundUpToFullSecond type check default false
option name SlowMover type spin default 100 min 1 max 1000
option name PvInterval type spin default 300 min 0 max 1000000
option name ConsiderationMode type check default false
option name OutputFailLHPV type check default true
option name DebugLogFile type string default <empty>
option name Clear_Hash type button
option name NumaPolicy type combo default auto var auto var none
usiok
> position sfen x
info string ERROR position rejected: bad number of tokens "x" (token 3 "x")
> go byoyomi 10
info string ERROR no valid position: the last one was rejected
bestmove resign
> go infinite
info string ERROR no valid position: the last one was rejected
> gameover draw
bestmove resign
> go mate 1000
info string ERROR no valid position: the last one was rejected
checkmate timeout
> go mate infinite
info string ERROR no valid position: the last one was rejected
checkmate timeout
> position startpos
> go mate 1500
* mate
* go movetime=1.5s
checkmate timeout`},
		{"a position rejected while a search runs does not touch that", `
> go infinite
* go infinite=yes
info depth 1 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1 t1 t1 t1
> position nowhere
info string ERROR position rejected: expected startpos, fen or sfen (token 2 "nowhere")
> stop
bestmove t1 ponder t1
> go depth 1
info string ERROR no valid position: the last one was rejected
bestmove (none)
> uci
id name Test 1
id author somebody
option name Threads type spin default 1 min 1 max 1024
option name Hash type spin default 16 min 1 max 33554432
option name MultiPV type spin default 1 min 1 max 256
option name Ponder type check default false
option name Skill Level type spin default 20 min 0 max 20
option name UCI_LimitStrength type check default false
option name EvalFile type string default <embedded>
option name UCI_Chess960 type check default false
option name SyzygyPath type string default <empty>
option name SyzygyProbeDepth type spin default 1 min 1 max 100
option name Syzygy50MoveRule type check default true
option name SyzygyProbeLimit type spin default 7 min 0 max 7
option name OwnBook type check default false
option name BookFile type string default <empty>
option name BookDepth type spin default 255 min 0 max 10000
option name BookVariety type spin default 100 min 0 max 100
option name UCI_AnalyseMode type check default false
option name UCI_RatingAdv type spin default 0 min -10000 max 10000
option name Move Overhead type spin default 10 min 0 max 5000
option name nodestime type spin default 0 min 0 max 10000
option name UCI_ShowWDL type check default false
option name Debug Log File type string default <empty>
option name UCI_Opponent type string default <empty>
option name UCI_EngineAbout type string default Nitoryu plays chess over UCI and shogi over USI, https://github.com/nitoryu/nitoryu
option name Clear Hash type button
option name NumaPolicy type combo default auto var auto var none
uciok
> go depth 1
info string ERROR no valid position: the last one was rejected
bestmove (none)`},
		{"no move to make", `
> position fen 0 1
> go depth 2
* go depth=2
info depth 0 score mate 0
bestmove (none)
> go infinite
* go infinite=yes
info depth 0 score mate 0
> isready
readyok
> stop
bestmove (none)
> go ponder wtime 100
* go time=100ms/0s ponder=yes
info depth 0 score mate 0
> ponderhit
* ponderhit
bestmove (none)
> go ponder wtime 100
* go time=100ms/0s ponder=yes
info depth 0 score mate 0
> stop
bestmove (none)
> position fen 0 1 draw
> go depth 2
* go depth=2
info depth 0 score cp 0
bestmove (none)
> stop`},
		{"infinite waits for stop, once", `
> go infinite
* go infinite=yes
info depth 1 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1 t1 t1 t1
> ponderhit
> isready
readyok
> stop
bestmove t1 ponder t1
> stop
> isready
* prepare
readyok`},
		{"ponder hit with the clock of go", `
> go ponder wtime 1000 btime 2000
* go time=1s/2s ponder=yes
info depth 1 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1 t1 t1 t1
> ponderhit
* ponderhit
bestmove t1 ponder t1
> ponderhit`},
		{"early ponder: the clock comes with the hit", `
> go ponder
* go ponder=yes
info depth 1 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1 t1 t1 t1
> ponderhit btime 100 wtime 200 byoyomi 50
* ponderhit time=200ms/100ms byoyomi=50ms
bestmove t1 ponder t1`},
		{"a hit with words that are no clock", `
> go ponder wtime 100
* go time=100ms/0s ponder=yes
info depth 1 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1 t1 t1 t1
> ponderhit now
* ponderhit
bestmove t1 ponder t1`},
		{"ponder missed", `
> go ponder depth 2
* go depth=2 ponder=yes
info depth 2 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1 t1 t1 t1
> stop
bestmove t1 ponder t1
> ponderhit`},
		{"a second go ends the first", `
> go infinite
* go infinite=yes
info depth 1 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1 t1 t1 t1
> position startpos moves t3
> go depth 2
bestmove t1 ponder t1
* go depth=2
info depth 2 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1
bestmove t1`},
		{"gameover and new games end a search", `
> go infinite
* go infinite=yes
info depth 1 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1 t1 t1 t1
> gameover lose
bestmove t1 ponder t1
> go ponder
* go ponder=yes
info depth 1 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1 t1 t1 t1
> usinewgame
bestmove t1 ponder t1
* new game`},
		{"options during a search wait for its end, in order", `
> go infinite
* go infinite=yes
info depth 1 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1 t1 t1 t1
> setoption name Threads value 4
> setoption name Hash value 2097152
> setoption name Clear Hash
> stop
bestmove t1 ponder t1
> isready
* threads 4
* hash 2097152
info string ERROR hash of 2097152 MiB failed, keeping the old one
* clear hash
* prepare
readyok`},
		{"analysis", `
> setoption name UCI_AnalyseMode value true
> go wtime 100
* go time=100ms/0s analysis=yes
info depth 1 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1 t1 t1 t1
bestmove t1 ponder t1
> setoption name UCI_AnalyseMode value false
> go depth 1
* go depth=1
info depth 1 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1 t1 t1 t1
bestmove t1 ponder t1`},
		{"lines that are not commands", `
> # go infinite
> xyzzy 1 2 3
info string unknown command: "xyzzy 1 2 3"
> info string hi` + " \x1b[31m\xff" + `
info string unknown command: "info string hi ?[31m?"
> joho isready
* prepare
readyok
> what is d
info string unknown command: "what is d"
> debug on
> register later
> stop
> ponderhit`},
		{"xboard is told what this speaks, in the form of its protocol", `
> xboard
Error (unknown command): xboard; Test 1 speaks UCI (chess) and USI (shogi)
> protover 2
info string unknown command: "protover 2"
> play xboard
info string unknown command: "play xboard"`},
		{"settings reach the game at the next position", `
> setoption name UCI_Chess960 value true
> d
oooo

Fen: 4 1
Key: 0000000000000008
Legal moves: 3
> position startpos moves T1
> go depth 1
* go depth=1
info depth 1 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv T1 T1 T1
bestmove T1 ponder T1
> setoption name MaxMovesToDraw value 3
> position startpos moves T1
> go depth 1
* go depth=1
info depth 1 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv T1 T1
bestmove T1`},
		{"perft", `
> go perft 2
t1: 3
t2: 2
t3: 1

Nodes searched: 6
> perft 3
t1: 3
t2: 1
t3: 0

Nodes searched: 4
> position fen 9 1
> perft 5
t1: 50
t2: 31
t3: 15

Nodes searched: 96
> perft 0

Nodes searched: 1
> perft
info string ignored: go perft "" is not a number
> go perft many
info string ignored: go perft "many" is not a number`},
		{"further commands get their arguments and an idle engine", `
> go infinite
* go infinite=yes
info depth 1 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1 t1 t1 t1
> bench 16 1
bestmove t1 ponder t1
benched [16 1]`},
		{"eval is refused while a search runs", `
> go infinite
* go infinite=yes
info depth 1 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1 t1 t1 t1
> eval
info string ERROR eval: a search is running
> stop
bestmove t1 ponder t1`},
	} {
		t.Run(c.name, func(t *testing.T) { runTranscript(t, c.transcript, nil) })
	}
}

func TestReports(t *testing.T) {
	for _, c := range []struct {
		name, transcript string
		search           func(core.Position, core.Limits, core.Listener) core.Result
	}{
		{"bounds, ranks, mates, faults", `
> setoption name MultiPV value 2
> go nodes 5
* go nodes=5 multipv=2
info string ERROR two lines of one
info depth 7 currmove t2 currmovenumber 2 nodes 2 nps 2000 hashfull 0 time 1
info depth 7 seldepth 9 multipv 1 score cp -20 upperbound nodes 3 nps 3000 hashfull 0 time 1 pv t3 t1
info depth 7 seldepth 9 multipv 1 score mate 2 lowerbound nodes 3 nps 3000 hashfull 1000 time 1 pv t2
info depth 7 seldepth 9 multipv 2 score mate -1 nodes 3 nps 3000 hashfull 1000 time 1
bestmove t3`, func(_ core.Position, _ core.Limits, to core.Listener) core.Result {
			i := core.Info{Depth: 7, SelDepth: 9, Rank: 1, Nodes: 3, HashFull: -1}
			to.Fault(errors.New("two lines\nof one"))
			to.Current(core.CurrentMove{Depth: 7, Move: take(2)[0], Number: 2, Nodes: 2})
			i.Score, i.Bound, i.PV = -20, core.Upper, take(3, 1)
			to.Info(i)
			i.Score, i.Bound, i.PV, i.HashFull = core.WinIn(3), core.Lower, take(2, 3), 2000
			to.Info(i)
			i.Score, i.Bound, i.PV, i.Rank = core.LossIn(2), core.Exact, nil, 2
			to.Info(i)
			return core.Result{Best: take(3)[0], Ponder: take(2)[0]}
		}},
		{"an expected reply that ends the game is not pondered on", `
> go depth 1
* go depth=1
bestmove t1`, func(core.Position, core.Limits, core.Listener) core.Result {
			return core.Result{Best: take(1)[0], Ponder: take(3)[0]}
		}},
		{"what an unfinished iteration cost", `
> go nodes 900
* go nodes=900
info depth 1 seldepth 0 multipv 1 score cp 0 nodes 500 nps 500000 hashfull 0 time 1 pv t1
info nodes 900 nps 300000 time 3
bestmove t1`, func(_ core.Position, _ core.Limits, to core.Listener) core.Result {
			to.Info(core.Info{Depth: 1, Rank: 1, Bound: core.Exact, PV: take(1), Nodes: 500, Elapsed: time.Millisecond})
			return core.Result{Best: take(1)[0], Nodes: 900, Elapsed: 3 * time.Millisecond}
		}},
		{"a win by endgame tables", `
> go depth 1
* go depth=1
info depth 7 seldepth 9 multipv 1 score cp 19997 nodes 3 nps 3000 hashfull 0 tbhits 12 time 1 pv t1
info depth 8 seldepth 9 multipv 1 score cp -20000 nodes 3 nps 3000 hashfull 0 tbhits 12 time 1 pv t1
bestmove t1`, func(_ core.Position, _ core.Limits, to core.Listener) core.Result {
			i := core.Info{Depth: 7, SelDepth: 9, Rank: 1, Score: core.TableWinIn(3), Bound: core.Exact, PV: take(1), Nodes: 3, Endgames: 12}
			to.Info(i)
			i.Depth, i.Score = 8, -core.TableWinIn(0)
			to.Info(i)
			return core.Result{Best: take(1)[0]}
		}},
		{"no move from the engine", `
> go depth 1
* go depth=1
bestmove (none)`, func(core.Position, core.Limits, core.Listener) core.Result { return core.Result{} }},
		{"a declaration means nothing in chess", `
> go depth 1
* go depth=1
bestmove t2`, func(core.Position, core.Limits, core.Listener) core.Result {
			return core.Result{Best: take(2)[0], Declare: true}
		}},
		{"nothing follows the best move", `
> go depth 1
* go depth=1
bestmove t2
> stop`, func(_ core.Position, _ core.Limits, to core.Listener) core.Result {
			to.Done(core.Result{Best: take(2)[0]})
			to.Fault(errors.New("late"))
			return core.Result{Best: take(1)[0]} // a second answer
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			runTranscript(t, c.transcript, func(e *fakeEngine) { e.search = c.search })
		})
	}
}

func TestUSIReports(t *testing.T) {
	s, e, out := newSession(t)
	s.Line("usi")
	e.search = func(_ core.Position, l core.Limits, to core.Listener) core.Result {
		to.Info(core.Info{Depth: 3, SelDepth: 4, Rank: 1, Score: core.WinIn(5), Bound: core.Exact,
			PV: take(1), Nodes: 50, Elapsed: 2 * time.Millisecond})
		return core.Result{Best: take(1)[0], Declare: l.Depth == 2}
	}
	for _, c := range []struct{ name, commands, want string }{
		{"one line has no rank", "position startpos\ngo depth 1",
			"* go depth=1\ninfo depth 3 seldepth 4 score mate 5 nodes 50 nps 25000 hashfull 0 time 2 pv t1\nbestmove t1\n"},
		{"declaration", "position sfen 5 1 declare\ngo depth 2",
			"* go depth=2\ninfo depth 3 seldepth 4 score mate 5 nodes 50 nps 25000 hashfull 0 time 2 pv t1\nbestmove win\n"},
		{"declaration without a move", "position sfen 0 1 declare\ngo depth 2",
			"* go depth=2\ninfo depth 3 seldepth 4 score mate 5 nodes 50 nps 25000 hashfull 0 time 2\nbestmove win\n"},
		{"mated", "position sfen 0 1\ngo byoyomi 100", "* go time=0s/0s byoyomi=100ms\ninfo depth 0 score mate -0\nbestmove resign\n"},
		{"several lines have ranks, no more than moves", "setoption name USI_MultiPV value 500\nposition startpos\ngo depth 1",
			"* go depth=1 multipv=500\ninfo depth 3 seldepth 4 multipv 1 score mate 5 nodes 50 nps 25000 hashfull 0 time 2 pv t1\nbestmove t1\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out.reset()
			for _, line := range strings.Split(c.commands, "\n") {
				s.Line(line)
			}
			s.Wait()
			if got := out.String(); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

func TestPrepareError(t *testing.T) {
	runTranscript(t, `
> isready
* prepare
info string ERROR no memory, keeping 16 MiB
readyok`, func(e *fakeEngine) { e.prepareErr = errors.New("no memory,\nkeeping 16 MiB") })
}

// The memory of a new table is described before readyok, once.
func TestNewsOfTheTable(t *testing.T) {
	runTranscript(t, `
> go depth 2
* go depth=2
info depth 2 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1 t1 t1 t1
bestmove t1 ponder t1
> isready
* prepare
info string hash 16 MiB in pages
readyok
> isready
* prepare
readyok`, func(e *fakeEngine) { e.news = "hash 16 MiB in pages" })
}
