package protocol

import (
	"fmt"
	"strconv"
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// blindTime is what a move may take when a front end gives the clock of the
// opponent only.
const blindTime = 100 * time.Millisecond

// request is what a go command asks for.
type request struct {
	limits core.Limits
	perft  int      // depth of "go perft", -1 if it was not understood
	counts bool     // it is a "go perft"
	mate   bool     // the word mate was among the limits
	notes  []string // what was not understood
}

// goWords are the words that begin a new part of a go command, and whether a
// number follows.
var goWords = map[string]bool{
	"searchmoves": false, "ponder": false, "infinite": false,
	"wtime": true, "btime": true, "winc": true, "binc": true, "byoyomi": true, "movestogo": true,
	"depth": true, "nodes": true, "mate": true, "movetime": true, "perft": true,
}

// parseGo reads the words after "go", or the clock after "ponderhit", in any
// order. Words that make no sense are noted and left out.
func parseGo(args []string, d Dialect, root core.Position) request {
	r := request{perft: -1}
	l := &r.limits
	white, black := d.White(), d.White().Other()
	var clock [2]bool // whose time was given
	byoyomi := false
	ends := false // something ends the search without a clock

	for i := 0; i < len(args); i++ {
		word := args[i]
		numeric, known := goWords[word]
		if !known {
			continue
		}
		if !numeric {
			switch word {
			case "ponder":
				l.Ponder = true
			case "infinite":
				l.Infinite, ends = true, true
			case "searchmoves":
				for i+1 < len(args) {
					if _, next := goWords[args[i+1]]; next {
						break
					}
					i++
					l.RootMoves = addMove(l.RootMoves, root, args[i], &r)
				}
			}
			continue
		}
		switch word {
		case "mate":
			r.mate = true
		case "perft":
			r.counts = true
		}
		text := ""
		if i+1 < len(args) {
			if _, next := goWords[args[i+1]]; !next {
				i++
				text = args[i]
			}
		}
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			// USI says "go mate infinite", and mate searches may omit the time.
			if word != "mate" || !d.Checkmate() {
				r.notes = append(r.notes, fmt.Sprintf("ignored: go %s %q is no number", word, printable(text, 80)))
			}
			continue
		}
		ms := time.Duration(max(-maxMilliseconds, min(n, maxMilliseconds))) * time.Millisecond
		switch word {
		case "wtime":
			l.Time[white], clock[white] = ms, true
		case "btime":
			l.Time[black], clock[black] = ms, true
		case "winc":
			l.Increment[white] = max(0, ms)
		case "binc":
			l.Increment[black] = max(0, ms)
		case "byoyomi":
			l.Byoyomi, byoyomi = max(0, ms), true
		case "movestogo":
			l.MovesToGo = int(max(0, min(n, maxGame)))
		case "depth":
			l.Depth, ends = int(max(1, min(n, core.MaxPly-1))), true
		case "nodes":
			l.Nodes, ends = uint64(max(1, n)), true
		case "movetime":
			l.MoveTime, ends = max(time.Millisecond, ms), true
		case "mate":
			if d.Checkmate() {
				l.MoveTime = max(time.Millisecond, ms)
				break
			}
			// In moves, of which the last is our own.
			l.Mate, ends = int(2*max(1, min(n, core.MaxPly/2))-1), true
		case "perft":
			r.perft = int(max(0, min(n, core.MaxPly)))
		}
	}

	own := root.Side()
	switch {
	case clock[own] || byoyomi:
		l.HasClock = true
		for c := range l.Time {
			l.Time[c] = d.TimeLeft(l.Time[c], l.Increment[c])
		}
	case clock[own.Other()] && !ends:
		l.MoveTime = blindTime
	}
	return r
}

// maxMilliseconds keeps times far from the ends of time.Duration.
const maxMilliseconds = 1 << 40

// addMove appends the move that text spells, unless it is there already.
func addMove(moves []core.Move, root core.Position, text string, r *request) []core.Move {
	m, err := root.ParseMove(text)
	if err != nil {
		r.notes = append(r.notes, fmt.Sprintf("ignored: searchmoves %q: %v", printable(text, 80), err))
		return moves
	}
	for _, x := range moves {
		if x.ID() == m.ID() {
			return moves
		}
	}
	return append(moves, m)
}
