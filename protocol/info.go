package protocol

import (
	"strconv"
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// listener returns a listener that prints the reports of one search. It has its own
// copy of the position to replay moves on.
func (s *Session) listener() core.Listener {
	root, d := s.root.Clone(), s.mode.Dialect
	reported := uint64(0) // nodes in the last info line
	var current time.Time // of the last line about the current move
	return core.Listener{
		Info: func(i core.Info) {
			reported = i.Nodes
			s.report(infoLine(d, root, i))
		},
		Current: func(c core.CurrentMove) {
			now := time.Now()
			if d.RowPerInfo() || now.Sub(current) < currentInterval {
				return
			}
			current = now
			s.report("info depth " + strconv.Itoa(c.Depth) + " currmove " + root.FormatMove(c.Move) +
				" currmovenumber " + strconv.Itoa(c.Number))
		},
		Note: func(text string) { s.report(note(text)) },
		Done: func(r core.Result) {
			answer := bestMoveLine(d, root, r)
			if r.Nodes > reported { // the last iteration was cut short
				answer = countsLine(d, r.Nodes, r.Elapsed, -1) + "\n" + answer
			}
			s.remember(r)
			s.handle(answered, answer, nil)
		},
	}
}

// currentInterval is the minimum time between two lines about the current move: more of
// them bury the lines of play.
const currentInterval = time.Second

// countsLine reports nodes and time without a line of play.
func countsLine(d Dialect, nodes uint64, elapsed time.Duration, hashFull int) string {
	b := appendSpent([]byte("info"), nodes, elapsed, hashFull)
	if !d.RowPerInfo() {
		b = appendTime(b, elapsed)
	}
	return string(b)
}

// infoLine formats a report in the order that Stockfish's tests fix and front ends rely
// on; the line of play comes last.
func infoLine(d Dialect, root core.Position, i core.Info) string {
	b := append(make([]byte, 0, 256), "info"...)
	b = appendField(b, "depth", int64(i.Depth))
	if i.Depth == 0 { // the root has no move
		return string(append(append(b, " score "...), d.Score(i.Score)...))
	}
	b = appendField(b, "seldepth", int64(i.SelDepth))
	if d.ShowRank(i.Lines) {
		b = appendField(b, "multipv", int64(max(1, i.Rank)))
	}
	b = append(append(b, " score "...), d.Score(i.Score)...)
	switch i.Bound {
	case core.Lower:
		b = append(b, " lowerbound"...)
	case core.Upper:
		b = append(b, " upperbound"...)
	}
	b = appendCounts(b, i.Nodes, i.Elapsed, max(0, min(i.HashFull, 1000)))
	if line, _ := playable(root, i.PV); len(line) > 0 {
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
		if m = root.Expand(m.ID()); m == core.NoMove {
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
	if r.Declare && d.Declaration() != "" {
		return "bestmove " + d.Declaration()
	}
	line, over := playable(root, []core.Move{r.Best, r.Ponder})
	switch {
	case len(line) == 0:
		return "bestmove " + d.NoMove()
	case len(line) == 2 && !over:
		return "bestmove " + line[0] + " ponder " + line[1]
	}
	return "bestmove " + line[0]
}
