package protocol

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/spelling"
)

// blindTime is the time for a move when no clock of ours could be read, or when nothing
// that was read ends the search.
const blindTime = 100 * time.Millisecond

// request is what a go command asks for.
type request struct {
	limits  core.Limits
	perft   int      // depth of "go perft", -1 if it was not understood
	counts  bool     // it is a "go perft"
	mate    bool     // the word mate was among the limits
	named   bool     // searchmoves named moves, legal or not
	endless bool     // something was not understood, and nothing else ends the search
	notes   []string // what was not understood

	dialect Dialect
	root    core.Position
	clocked bool    // there were words of a clock
	given   [2]bool // the time of that side was read
	byoyomi bool    // byoyomi was read
	ends    bool    // something other than a clock ends the search
}

// goKind is what follows a word of a go command.
type goKind uint8

const (
	alone  goKind = iota // nothing
	moves                // any number of moves
	number               // a number
	clock                // a number of a clock
)

// goWords are the words that begin a new part of a go command.
var goWords = map[string]goKind{
	"ponder": alone, "infinite": alone,
	"searchmoves": moves,
	"depth":       number, "nodes": number, "mate": number, "movetime": number, "perft": number,
	"wtime": clock, "btime": clock, "winc": clock, "binc": clock, "byoyomi": clock, "movestogo": clock,
}

// parseGo reads the words after "go", or the clock after "ponderhit", in any order.
// Words that make no sense are noted and ignored.
func parseGo(args []string, d Dialect, root core.Position) request {
	r := request{perft: -1, dialect: d, root: root}
	begins := func(word string) bool { _, ok := goWords[word]; return ok }
	for len(args) > 0 {
		word := ""
		if begins(args[0]) {
			word, args = args[0], args[1:]
		}
		end := slices.IndexFunc(args, begins)
		if end < 0 {
			end = len(args)
		}
		r.read(word, args[:end])
		args = args[end:]
	}
	r.conclude()
	return r
}

// read reads one part of a command: a word, possibly none, and what follows it.
func (r *request) read(word string, following []string) {
	switch kind := goWords[word]; {
	case word == "":
		r.skip(following)
	case kind == moves:
		r.limits.RootMoves = r.addMoves(r.limits.RootMoves, following)
	case kind == alone:
		r.limits.Ponder = r.limits.Ponder || word == "ponder"
		r.limits.Infinite = r.limits.Infinite || word == "infinite"
		r.ends = r.ends || r.limits.Infinite
		r.skip(following)
	default:
		r.clocked = r.clocked || kind == clock
		r.mate = r.mate || word == "mate"
		r.counts = r.counts || word == "perft"
		text := ""
		if len(following) > 0 {
			text = following[0]
			r.skip(following[1:])
		}
		// USI says "go mate infinite", and mate searches may omit the time.
		if text == "" && word == "mate" && r.dialect.Checkmate {
			return
		}
		if n, ok := r.integer(word, text); ok {
			r.set(word, n)
		}
	}
}

// set stores the number that follows a word.
func (r *request) set(word string, n int64) {
	l := &r.limits
	white, black := r.dialect.White, r.dialect.White.Other()
	ms := time.Duration(max(-maxMilliseconds, min(n, maxMilliseconds))) * time.Millisecond
	switch word {
	case "wtime":
		l.Time[white], r.given[white] = ms, true
	case "btime":
		l.Time[black], r.given[black] = ms, true
	case "winc":
		l.Increment[white] = max(0, ms)
	case "binc":
		l.Increment[black] = max(0, ms)
	case "byoyomi":
		l.Byoyomi, r.byoyomi = max(0, ms), true
	case "movestogo":
		l.MovesToGo = int(max(0, min(n, maxGame)))
	case "depth":
		l.Depth, r.ends = int(max(1, min(n, core.MaxPly-1))), true
	case "nodes":
		l.Nodes, r.ends = uint64(max(1, n)), true
	case "movetime":
		l.MoveTime, r.ends = max(time.Millisecond, ms), true
	case "mate":
		if r.dialect.Checkmate {
			l.MoveTime, r.ends = max(time.Millisecond, ms), true
			break
		}
		// In moves, the last of which is ours.
		l.Mate = int(2*max(1, min(n, core.MaxPly/2)) - 1)
	case "perft":
		r.perft = int(max(0, min(n, core.MaxPly)))
	}
}

// conclude decides how long the search may take, when all is read.
func (r *request) conclude() {
	l := &r.limits
	switch {
	case r.given[r.root.Side()] || r.byoyomi:
		l.HasClock = true
		for c := range l.Time {
			l.Time[c] = r.dialect.TimeLeft(l.Time[c], l.Increment[c])
		}
	case r.clocked && !r.ends:
		l.MoveTime = blindTime
	}
	r.endless = r.endless && !l.HasClock && !r.clocked && !r.ends && l.Mate == 0
}

// skip notes words that mean nothing where they are.
func (r *request) skip(words []string) {
	if len(words) == 0 {
		return
	}
	hint := spelling.Hint(words[0], slices.Sorted(maps.Keys(goWords)))
	r.notes = append(r.notes, fmt.Sprintf("ignored: go %q%s", printable(strings.Join(words, " "), 80), hint))
	r.endless = true
}

// integer returns the integer that text begins with; a number that is too large
// becomes the largest. Some front ends send fractions of a millisecond.
func (r *request) integer(word, text string) (int64, bool) {
	end := 0
	for end < len(text) && (text[end] >= '0' && text[end] <= '9' || end == 0 && (text[0] == '-' || text[0] == '+')) {
		end++
	}
	n, err := strconv.ParseInt(text[:end], 10, 64)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		r.notes = append(r.notes, fmt.Sprintf("ignored: go %s %q is not a number", word, printable(text, 80)))
		r.endless = true
		return 0, false
	case end < len(text) && text[end] != '.':
		r.notes = append(r.notes, fmt.Sprintf("go %s %q is read as %d", word, printable(text, 80), n))
	}
	return n, true
}

// unplayable reports whether searchmoves asks for moves none of which is legal, in a
// position that has others.
func (r *request) unplayable() bool {
	if !r.named || len(r.limits.RootMoves) > 0 {
		return false
	}
	var legal core.MoveList
	r.root.Generate(core.AllMoves, &legal)
	return legal.N > 0
}

// maxMilliseconds keeps times far from the ends of time.Duration.
const maxMilliseconds = 1 << 40

// addMoves appends the moves that the words name, each once.
func (r *request) addMoves(list []core.Move, words []string) []core.Move {
	r.named = r.named || len(words) > 0
	for _, text := range words {
		m, err := r.root.ParseMove(text)
		switch {
		case err != nil:
			r.notes = append(r.notes, fmt.Sprintf("ignored: searchmoves %q: %v", printable(text, 80), err))
		case !slices.ContainsFunc(list, func(x core.Move) bool { return x.ID() == m.ID() }):
			list = append(list, m)
		}
	}
	return list
}
