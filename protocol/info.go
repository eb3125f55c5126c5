package protocol

import (
	"fmt"
	"strconv"
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// wishes are what options say about searches and what is printed about them.
type wishes struct {
	multiPV    int
	analysis   bool          // searches are for analysis
	resign     int           // how far below 0 a score is hopeless
	depth      int           // maximum; 0: none
	nodes      int           // maximum; 0: none
	draw       [2]core.Score // what a draw is worth when that side is to move
	sensible   bool          // leave out pointless moves
	stochastic bool          // ponder on the position before the expected move

	showWDL    bool
	interval   time.Duration // between two reports of a search in a game
	consider   bool          // show every report, whatever interval says
	hideBounds bool          // lines whose score is only a bound
	sharp      bool          // tell how sharp positions are
	proof      int           // replies of a mate's proof that are shown
}

// reporter prints the reports of one search. It has its own copy of the position to
// replay moves on, and of the options, which may change meanwhile.
type reporter struct {
	wishes
	session *Session
	mode    Mode
	dialect Dialect
	root    core.Position
	limits  core.Limits
	chances *core.Chances // nil: not shown
	phase   int           // of root

	sharpness *sharpness // nil: not shown
	throttle  throttle
	spaced    time.Duration // least time between two reports
	nodes     uint64        // in the last info line
	current   time.Time     // of the last line about the current move
}

// listener returns a listener that prints the reports of a search of root.
func (s *Session) listener(root core.Position, l core.Limits) core.Callbacks {
	r := &reporter{wishes: s.wishes, session: s, mode: s.mode, dialect: s.mode.Dialect, root: root.Clone(), limits: l}
	if r.showWDL {
		r.chances, r.phase = &s.mode.Chances, s.mode.Chances.PhaseOf(root)
	}
	// An analysis shows all it finds.
	if inGame(&l) {
		if !r.consider {
			r.spaced = r.interval
		}
	} else if r.wishes.sharp && s.mode.Sharpness != nil {
		r.sharpness = &sharpness{of: s.mode.Sharpness, phase: s.mode.Chances.PhaseOf(root)}
	}
	r.throttle.print, r.throttle.last = s.report, time.Now()
	return core.Callbacks{
		Info: r.info, Current: r.currentMove, Done: r.done,
		Fault: func(err error) { s.report(fail(err.Error())) },
	}
}

// Forced lines reach great depths in bursts of reports; some front ends hung on them.
const (
	deep         = 60
	deepInterval = 10 * time.Millisecond
)

func (r *reporter) info(i core.Info) {
	if r.hideBounds && i.Bound != core.Exact {
		return
	}
	r.nodes = i.Nodes
	wait := r.spaced
	if i.Depth > deep {
		wait = max(wait, deepInterval)
	}
	if r.session.personal.Load() {
		r.throttle.add(r.session.person.Report(r.mode, r.root, i), i.Rank <= 1, wait)
		return
	}
	remark := ""
	if r.sharpness != nil {
		remark = r.sharpness.hear(&i)
		i.Lines = min(i.Lines, max(1, r.multiPV))
	}
	if i.Rank <= 1 || i.Rank <= i.Lines {
		r.throttle.add(r.line(i), i.Rank <= 1, wait)
	}
	if remark != "" {
		r.throttle.add(remark, false, wait)
	}
}

// currentMove keeps front ends informed in a long iteration.
func (r *reporter) currentMove(c core.CurrentMove) {
	now := time.Now()
	if r.session.personal.Load() || now.Sub(r.current) < currentInterval {
		return
	}
	r.current = now
	full := max(0, min(c.HashFull, 1000))
	if r.dialect.RowPerInfo {
		r.session.report(countsLine(r.dialect, c.Nodes, c.Elapsed, full))
		return
	}
	line := "info depth " + strconv.Itoa(c.Depth) + " currmove " + r.root.FormatMove(c.Move) +
		" currmovenumber " + strconv.Itoa(c.Number)
	r.session.report(string(appendCounts([]byte(line), c.Nodes, c.Elapsed, full)))
}

func (r *reporter) done(result core.Result) {
	r.throttle.finish()
	r.session.remember(result)
	if s := r.session; s.personal.Load() {
		s.handle(answered, s.person.Answer(r.mode, r.root, result), nil)
		return
	}
	answer := bestMoveLine(r.dialect, r.root, result)
	if word := r.dialect.Resignation; word != "" && !result.Declare && r.resigns(&r.limits, result) {
		answer = "bestmove " + word
	}
	if result.Nodes > r.nodes { // the last iteration was cut short
		answer = countsLine(r.dialect, result.Nodes, result.Elapsed, -1) + "\n" + answer
	}
	r.session.handle(answered, answer, nil)
}

// currentInterval is the minimum time between two lines about the current move: more of
// them bury the lines of play.
const currentInterval = time.Second

// countsLine reports nodes and time without a line of play.
func countsLine(d Dialect, nodes uint64, elapsed time.Duration, hashFull int) string {
	b := appendSpent([]byte("info"), nodes, elapsed, hashFull)
	if !d.RowPerInfo {
		b = appendTime(b, elapsed)
	}
	return string(b)
}

// line formats a report in the order that Stockfish's tests fix and front ends rely on;
// the line of play comes last.
func (r *reporter) line(i core.Info) string {
	d := r.dialect
	b := append(make([]byte, 0, 256), "info"...)
	b = appendField(b, "depth", int64(i.Depth))
	if i.Depth == 0 { // the root has no move
		return string(append(append(b, " score "...), d.Score(i.Score)...))
	}
	b = appendField(b, "seldepth", int64(i.SelDepth))
	if d.OnlyRank || i.Lines > 1 {
		b = appendField(b, "multipv", int64(max(1, i.Rank)))
	}
	if i.Score != core.NoScore { // a book may have no score
		b = append(append(b, " score "...), d.Score(i.Score)...)
	}
	switch i.Bound {
	case core.Lower:
		b = append(b, " lowerbound"...)
	case core.Upper:
		b = append(b, " upperbound"...)
	}
	if r.chances != nil {
		win, draw, loss := r.chances.WDL(i.Score, r.phase)
		b = fmt.Appendf(b, " wdl %d %d %d", win, draw, loss)
	}
	b = appendSpent(b, i.Nodes, i.Elapsed, max(0, min(i.HashFull, 1000)))
	if i.Endgames > 0 {
		b = appendField(b, "tbhits", int64(i.Endgames))
	}
	b = appendTime(b, i.Elapsed)
	if line, _ := playable(r.root, i.PV); len(line) > 0 {
		b = append(b, " pv"...)
		for _, m := range line {
			b = append(append(b, ' '), m...)
		}
	}
	return string(b)
}

// appendCounts appends nodes, speed, use of the table and time.
func appendCounts(b []byte, nodes uint64, elapsed time.Duration, hashFull int) []byte {
	return appendTime(appendSpent(b, nodes, elapsed, hashFull), elapsed)
}

// appendSpent appends nodes, speed and, unless negative, use of the table in permille.
func appendSpent(b []byte, nodes uint64, elapsed time.Duration, hashFull int) []byte {
	b = appendField(b, "nodes", int64(nodes))
	b = appendField(b, "nps", int64(float64(nodes)*1000/float64(shown(elapsed))))
	if hashFull >= 0 {
		b = appendField(b, "hashfull", int64(hashFull))
	}
	return b
}

func appendTime(b []byte, elapsed time.Duration) []byte {
	return appendField(b, "time", shown(elapsed))
}

// shown returns a time in ms, at least 1.
func shown(elapsed time.Duration) int64 { return max(1, elapsed.Milliseconds()) }

func appendField(b []byte, name string, n int64) []byte {
	b = append(append(b, ' '), name...)
	return strconv.AppendInt(append(b, ' '), n, 10)
}

// playable returns the notation of the moves of pv up to the first one that is illegal
// or past the end of the game, and whether the game is over then. Match runners and
// sites reject longer lines, and lines from a shared table may be longer.
func playable(root core.Position, pv []core.Move) (line []string, over bool) {
	line = make([]string, 0, len(pv))
	for _, m := range pv {
		// Even a well-formed move may be illegal here.
		if m = root.ValidateMove(m.ID()); m == core.NoMove {
			break
		}
		line = append(line, root.FormatMove(m))
		root.Do(m, nil)
		if over = root.Verdict().Over(); over {
			break
		}
	}
	for range line {
		root.Undo()
	}
	return line, over
}

// bestMoveLine returns the answer to a go. The expected reply is left out unless the
// game goes on after both moves.
func bestMoveLine(d Dialect, root core.Position, r core.Result) string {
	if r.Declare && d.Declaration != "" {
		return "bestmove " + d.Declaration
	}
	line, over := playable(root, []core.Move{r.Best, r.Ponder})
	switch {
	case len(line) == 0:
		return "bestmove " + d.NoMove
	case len(line) == 2 && !over:
		return "bestmove " + line[0] + " ponder " + line[1]
	}
	return "bestmove " + line[0]
}
