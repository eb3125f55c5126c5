package review

import (
	"fmt"
	"math"
	"math/bits"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
)

// Hash is the table of an engine that reviews, in MiB: more than a block of positions fills.
const Hash = 32

// Options say how a game is reviewed. The zero value is the review of "nitoryu analyse".
type Options struct {
	Quality Quality // how long positions are searched
	// Limits end the first search of a position in place of the nodes of the quality: by Nodes, Time
	// or Depth. Lines is how many best lines are kept of each position; 0: one. Verdicts do not
	// depend on it.
	Limits   nitoryu.Limits
	OneLine  bool    // the searcher cannot tell more than its best line
	From     int     // half moves in front that are not judged
	Unjudged [2]bool // sides whose moves are not judged
	// Standard is how moves are judged. The zero value is the game's, for the scores of our
	// own engine or, in [Run], of the searcher.
	Standard Standard
	Progress func(Progress) // called after each search, one call at a time; nil: nobody asks
	Memory   Memory         // nil: nothing is kept
}

// Progress is how far a review is, in searches of positions and comparisons of moves. Doubts add to
// them.
type Progress struct {
	Done, Total int
	Again       int // of the total, what verdicts depend on, beyond the first search of each position
	Known       int // of those done, what a Memory had
}

// Quality is how long positions are searched.
type Quality uint8

// The qualities.
const (
	Normal Quality = iota
	Fast
	Deep
	Once // each position is searched once, and nothing is confirmed
	Qualities
)

// qualities have the nodes of the first search of a position, and how many times as long the
// second one is where a verdict depends on it; 0: there is no second one.
var qualities = [Qualities]struct {
	name          string
	nodes, deeper uint64
}{Normal: {"normal", 60_000, 8}, Fast: {"fast", 20_000, 8}, Deep: {"deep", 400_000, 16}, Once: {"once", 200_000, 0}}

// String returns the name of the quality.
func (q Quality) String() string { return qualities[min(q, Once)].name }

// Nodes returns the nodes of the first search of a position.
func (q Quality) Nodes() uint64 { return qualities[min(q, Once)].nodes }

// Deeper returns how many times as long the second search is where a verdict depends on it; 0:
// nothing is searched again.
func (q Quality) Deeper() uint64 { return qualities[min(q, Once)].deeper }

// UnmarshalText implements [encoding.TextUnmarshaler]: it reads a name.
func (q *Quality) UnmarshalText(text []byte) error {
	for named := range Qualities {
		if named.String() == string(text) {
			*q = named
			return nil
		}
	}
	return fmt.Errorf("there is no quality %q", text)
}

// MarshalText implements [encoding.TextMarshaler] with the name.
func (q Quality) MarshalText() ([]byte, error) { return []byte(q.String()), nil }

// otherLines are searched of each position to see how much the best move matters, with a
// part of its nodes, or a number of plies less.
const otherLines, otherPart, otherPlies = 4, 4, 4

// First returns the limits of the first search of a position.
func (o *Options) First() nitoryu.Limits { return o.longer(1) }

// Verify returns the limits of the search that verifies a tactic.
func (o *Options) Verify() nitoryu.Limits { return o.longer(8) }

// longer returns the limits of a search that is longer than the first one by a factor.
func (o *Options) longer(times uint64) nitoryu.Limits {
	l := nitoryu.Limits{Nodes: o.Limits.Nodes, Time: o.Limits.Time, Depth: o.Limits.Depth, Lines: o.lines(), Analysis: true}
	if l.Nodes == 0 && l.Time == 0 && l.Depth == 0 {
		l.Nodes = o.Quality.Nodes()
	}
	if over, nodes := bits.Mul64(l.Nodes, times); over == 0 {
		l.Nodes = nodes
	} else {
		l.Nodes = math.MaxUint64
	}
	l.Time = time.Duration(times) * min(l.Time, math.MaxInt64/time.Duration(max(1, times)))
	if l.Depth > 0 && times > 1 {
		l.Depth = min(l.Depth+bits.Len64(times), core.MaxPly-1)
	}
	return l
}

// lines returns how many best lines are kept of each position.
func (o *Options) lines() int { return max(1, o.Limits.Lines) }

// searches are the searches of one position.
type searches struct {
	best   nitoryu.Limits // of the search for the best line
	others nitoryu.Limits // of another search, for several lines; not made without Lines
	more   nitoryu.Limits // of a third search, for lines that are only shown; not made without Lines
}

// searches returns how a position is searched, longer than the first time by a factor.
func (o *Options) searches(times uint64) searches {
	l := searches{best: o.longer(times)}
	l.best.Lines = 1
	if o.OneLine {
		return l
	}
	l.others = nitoryu.Limits{
		Nodes: (l.best.Nodes + otherPart - 1) / otherPart, Time: l.best.Time / otherPart, Depth: max(min(1, l.best.Depth), l.best.Depth-otherPlies), Lines: otherLines, Analysis: true,
	}
	if o.lines() > otherLines {
		l.more = l.others
		l.more.Lines = o.lines()
	}
	return l
}

// compared returns the limits of the searches after two moves that were compared several times before.
func (o *Options) compared(times int) nitoryu.Limits {
	factor := o.Quality.Deeper() / 2
	if times > 0 {
		factor = 2 * o.Quality.Deeper()
	}
	return o.searches(factor).best
}

// Begin returns the first of these positions that is looked at.
func (o *Options) Begin(positions int) int { return max(0, min(o.From, positions-1)) }

// Describe says how long positions are searched: "60,000 nodes a move, 8 times as much where a
// verdict depends on it".
func (o *Options) Describe(l Language) string {
	nodes, depth, or, each, again := "%s nodes", "depth %d", " or ", "%s a move", ", %d times as much where a verdict depends on it"
	if l == Japanese {
		nodes, depth, or, each, again = "%sノード", "深さ%d", "または", "一手%s", "、要所は%d倍"
	}
	var words []string
	first := o.First()
	if first.Nodes > 0 {
		words = append(words, fmt.Sprintf(nodes, thousands(first.Nodes)))
	}
	if first.Time > 0 {
		words = append(words, first.Time.Round(time.Millisecond).String())
	}
	if first.Depth > 0 {
		words = append(words, fmt.Sprintf(depth, first.Depth))
	}
	if n := len(words); n > 1 && l == English {
		words = []string{strings.Join(words[:n-1], ", "), words[n-1]}
	}
	text := fmt.Sprintf(each, strings.Join(words, or))
	if deeper := o.Quality.Deeper(); deeper > 0 {
		text += fmt.Sprintf(again, deeper)
	}
	return text
}

// thousands writes a number with commas.
func thousands(n uint64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
