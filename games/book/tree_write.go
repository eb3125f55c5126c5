package book

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/internal/excerpt"
)

// Selection says which moves of a tree are written.
type Selection struct {
	MinCount int  // moves played less often are left out
	MinRate  int  // moves that scored less than this percentage are left out; moves without results stay
	MaxPly   int  // positions from this ply on are left out; 0: no limit
	Losing   bool // Polyglot: write moves that never scored a point too, with weight 0

	// Scored says that in positions with scores these count instead of games. Polyglot's
	// weights are 1000 for the best move, and 0 for a move that is worse by more than
	// Margin. YaneuraOu's moves have no counts, so that the best comes first.
	Scored bool
	Margin core.Score
}

// chosen returns the moves of a node to write.
func (s Selection) chosen(n *node) []edge {
	if s.late(n) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(n.edges), func(e edge) bool { return s.rare(&e) || s.poor(&e) })
}

func (s Selection) late(n *node) bool { return s.MaxPly > 0 && n.number > s.MaxPly }

func (s Selection) rare(e *edge) bool { return e.count < int64(s.MinCount) }

func (s Selection) poor(e *edge) bool {
	games := e.wins + e.draws + e.losses
	return games > 0 && 50*(2*e.wins+e.draws) < int64(s.MinRate)*games
}

// Choice counts the moves of a tree: the moves that a [Selection] of games writes, and the
// moves that it leaves out, by the first reason.
type Choice struct{ Written, Late, Rare, Poor, Losing int }

// Choose counts the moves of a tree of games that s writes and leaves out.
func (t *Tree) Choose(s Selection) (c Choice) {
	polyglot := t.rules.Name == chess.Rules.Name
	for i := range t.nodes {
		n := &t.nodes[i]
		for j := range n.edges {
			switch e := &n.edges[j]; {
			case s.late(n):
				c.Late++
			case s.rare(e):
				c.Rare++
			case s.poor(e):
				c.Poor++
			case polyglot && !s.Losing && e.weight() == 0:
				c.Losing++
			default:
				c.Written++
			}
		}
	}
	return c
}

// WritePolyglot writes a tree of chess as a Polyglot book, the same bytes for the same
// games. The weight of a move is two for each win and one for each draw, or how often it
// was played if no game has a result; moves without games have weight 1 if they have the
// best score of the position; see Selection.Scored for more. Where a weight does not fit 16
// bits, all weights of the position are scaled down.
func (t *Tree) WritePolyglot(w io.Writer, s Selection) error {
	if t.rules.Name != chess.Rules.Name {
		return fmt.Errorf("a book of %s cannot be written in Polyglot's format", t.rules.Name)
	}
	var records []record
	for i := range t.nodes {
		n := &t.nodes[i]
		edges := s.chosen(n)
		if len(edges) == 0 {
			continue
		}
		p, err := t.position(n)
		if err != nil {
			return err
		}
		keys := polyglotKeys(p.(*chess.Position))
		for j, weight := range fitWeights(s.weights(edges)) {
			m := p.ValidateMove(edges[j].move)
			if m == core.NoMove || weight == 0 && !s.Losing {
				continue
			}
			for _, key := range keys {
				records = append(records, record{key, toPolyglot(m), weight, 0})
			}
		}
	}
	slices.SortFunc(records, compareRecords)
	return writeRecords(w, records)
}

// fullWeight is the weight of the best move where weights are from scores.
const fullWeight = 1000

// weights returns the weights of moves.
func (s Selection) weights(edges []edge) []int64 {
	best := -core.Infinite
	for _, e := range edges {
		best = max(best, known(e.score))
	}
	weights := make([]int64, len(edges))
	for i, e := range edges {
		if s.Scored && best > -core.Infinite {
			if loss := best - known(e.score); loss <= s.Margin {
				weights[i] = fullWeight * int64(s.Margin+1-loss) / int64(s.Margin+1)
			}
			continue
		}
		weights[i] = e.weight()
		if e.count == 0 && e.score != core.NoScore && e.score == best {
			weights[i] = 1
		}
	}
	return weights
}

// fitWeights scales the weights of a position to 16 bits if one does not fit. No weight
// becomes 0.
func fitWeights(weights []int64) []uint16 {
	largest := int64(0)
	for _, w := range weights {
		largest = max(largest, w)
	}
	fit := make([]uint16, len(weights))
	for i, w := range weights {
		if largest > math.MaxUint16 && w > 0 {
			high, low := bits.Mul64(uint64(w), math.MaxUint16)
			scaled, _ := bits.Div64(high, low, uint64(largest))
			w = max(int64(scaled), 1)
		}
		fit[i] = uint16(w)
	}
	return fit
}

func writeRecords(w io.Writer, records []record) error {
	out := bufio.NewWriter(w)
	var buffer []byte
	for _, r := range records {
		buffer = r.append(buffer[:0])
		if _, err := out.Write(buffer); err != nil {
			return err
		}
	}
	return out.Flush()
}

// WriteYaneuraOu writes a tree of shogi as a book of YaneuraOu, sorted by position,
// the same bytes for the same games.
func (t *Tree) WriteYaneuraOu(w io.Writer, s Selection) error {
	if t.rules.Name != shogi.Rules.Name {
		return fmt.Errorf("a book of %s cannot be written in YaneuraOu's format", t.rules.Name)
	}
	order := make([]int32, 0, len(t.nodes))
	for i := range t.nodes {
		if len(t.nodes[i].edges) > 0 {
			order = append(order, int32(i))
		}
	}
	slices.SortFunc(order, func(a, b int32) int { return strings.Compare(t.nodes[a].key, t.nodes[b].key) })
	out := newYaneuraOuWriter(w)
	for _, i := range order {
		n := &t.nodes[i]
		edges := s.chosen(n)
		if len(edges) == 0 {
			continue
		}
		lines, err := t.lines(n, edges, s.Scored)
		if err != nil {
			return err
		}
		if err := out.write(entry{n.key, n.number, lines}); err != nil {
			return err
		}
	}
	return out.flush()
}

// lines returns moves as lines of a book. If scored is set, moves with scores have no
// counts.
func (t *Tree) lines(n *node, edges []edge, scored bool) ([]line, error) {
	scored = scored && slices.ContainsFunc(edges, func(e edge) bool { return e.score != core.NoScore })
	p, err := t.position(n)
	if err != nil {
		return nil, err
	}
	var lines []line
	for _, e := range edges {
		m := p.ValidateMove(e.move)
		l := line{move: p.FormatMove(m), score: e.score, depth: e.depth, count: clampCount(e.count)}
		if scored {
			l.count = 0
		}
		if id := t.reply(&e); id != 0 {
			p.Do(m, nil)
			l.reply = p.FormatMove(p.ValidateMove(id))
			p.Undo()
		}
		lines = append(lines, l)
	}
	slices.SortStableFunc(lines, compareLines)
	return lines, nil
}

// entry is a position of a book of YaneuraOu.
type entry struct {
	key    string
	number int
	lines  []line
}

// yaneuraouWriter writes a book of YaneuraOu. Entries come in the order of their keys.
type yaneuraouWriter struct {
	out    *bufio.Writer
	last   string
	begun  bool
	buffer []byte
}

func newYaneuraOuWriter(w io.Writer) *yaneuraouWriter {
	return &yaneuraouWriter{out: bufio.NewWriter(w)}
}

func (w *yaneuraouWriter) write(e entry) error {
	if !w.begun {
		w.begun = true
		w.out.WriteString(yaneuraouHeader + "\n")
	} else if e.key <= w.last {
		return fmt.Errorf("the position %s comes too late to be sorted", excerpt.Quote(e.key))
	}
	w.last = e.key
	w.buffer = fmt.Appendf(w.buffer[:0], "sfen %s %d\n", e.key, max(e.number, 1))
	for _, l := range e.lines {
		w.buffer = l.append(w.buffer)
	}
	_, err := w.out.Write(w.buffer)
	return err
}

func (w *yaneuraouWriter) flush() error {
	if !w.begun {
		w.out.WriteString(yaneuraouHeader + "\n")
	}
	return w.out.Flush()
}

// better returns the line to keep of two lines of the same move from different books:
// the line with the deeper score, or the later one. Counts add up.
func better(a, b line) line {
	count := clampCount(int64(a.count) + int64(b.count))
	reply := cmp.Or(b.reply, a.reply)
	if b.score == core.NoScore || a.score != core.NoScore && a.depth > b.depth {
		b, reply = a, cmp.Or(a.reply, b.reply)
	}
	b.count, b.reply = count, reply
	return b
}
