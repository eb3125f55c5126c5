package book

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// Tree is a book in memory: a graph of positions, in which transpositions meet, with what
// games and searches say about their moves. Add adds games, Read books and Score
// searches, and a tree is written as a book of either format. Backup gives every position
// the score that follows from the positions below it. A tree is a [Book], but is used by
// one goroutine at a time.
//
// It takes about 300 bytes of memory for each position that occurs or that a move leads to.
type Tree struct {
	rules    core.Rules
	settings core.Settings
	nodes    []node
	index    map[string]int32 // by key
	draw     core.Score       // for First, of the last Backup
}

// node is a position.
type node struct {
	key     string // FEN or SFEN without counters
	number  int    // the smallest move number at which it occurs, in plies from 1
	side    core.Color
	checked bool
	decided bool // the game is over by the rules
	// searched says that a search has seen the moves here. A score alone does not say
	// so: it may come from the move which leads here.
	searched bool
	score    core.Score // for the side to move, by a search or by the rules; core.NoScore: unknown
	depth    int
	edges    []edge
}

// edge is a move.
type edge struct {
	move                       core.MoveID
	child                      int32
	count, wins, draws, losses int64      // of the side that moves
	score                      core.Score // for the side that moves; core.NoScore: unknown
	depth                      int
	distance                   int // plies to the leaf that the score comes from; set by Backup
}

// weight returns how much the move deserves to be played by its results: two points for a
// win and one for a draw, as Polyglot counts; without results, by how often it was played.
func (e *edge) weight() int64 {
	if e.wins+e.draws+e.losses == 0 {
		return e.count
	}
	return 2*e.wins + e.draws
}

// NewTree returns an empty tree for a game.
func NewTree(rules core.Rules, s core.Settings) *Tree {
	return &Tree{rules: rules, settings: s, index: map[string]int32{}}
}

// Len returns the number of positions, including positions that moves lead to.
func (t *Tree) Len() int { return len(t.nodes) }

// Played is a move of a game.
type Played struct {
	Position core.Position // before the move; it is played on, and restored
	Move     core.Move
	Result   int8 // for core.First: 1 won, 0 drawn, -1 lost
	Unknown  bool // the game has no result
	Weight   int  // how often the game counts; 0: once
}

// Add adds a move of a game. It fails, and adds nothing, if the move is not legal or of
// another game.
func (t *Tree) Add(g Played) error {
	n, i, err := t.edge(g.Position, g.Move)
	if err != nil {
		return err
	}
	e := &t.nodes[n].edges[i]
	weight, result := int64(max(g.Weight, 1)), g.Result
	if g.Position.Side() == core.Second {
		result = -result
	}
	e.count += weight
	switch {
	case g.Unknown:
	case result > 0:
		e.wins += weight
	case result < 0:
		e.losses += weight
	default:
		e.draws += weight
	}
	return nil
}

// AddGames adds the moves of games up to a ply; 0: all. It stops at the first error.
func (t *Tree) AddGames(moves iter.Seq2[Played, error], maxPly int) error {
	for g, err := range moves {
		if err == nil && maxPly > 0 && g.Position.Plies() >= maxPly {
			continue
		}
		if err == nil {
			err = t.Add(g)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Score adds the score that a search of some depth gives a move, for the side to move.
// It replaces the score of an earlier search unless that search was deeper. It fails,
// and adds nothing, if the move is not legal or of another game.
func (t *Tree) Score(p core.Position, m core.Move, score core.Score, depth int) error {
	if score < -core.Mate || score > core.Mate {
		return fmt.Errorf("the score %d of the move %s is out of range", score, p.FormatMove(m))
	}
	n, i, err := t.edge(p, m)
	if err != nil {
		return err
	}
	e := &t.nodes[n].edges[i]
	if e.score == core.NoScore || depth >= e.depth {
		e.score, e.depth = score, depth
	}
	t.nodes[n].searched = true
	c := &t.nodes[e.child]
	if !c.decided && (c.score == core.NoScore || depth > c.depth) { // c.depth is one less
		c.score, c.depth = -advance(score), max(depth-1, 0)
	}
	return nil
}

// edge returns the node of p and the index of the edge of m, which it adds as needed.
func (t *Tree) edge(p core.Position, m core.Move) (n int32, i int, err error) {
	if name := p.GameInfo().Name; name != t.rules.Name {
		return 0, 0, fmt.Errorf("a position of %s does not belong in a tree of %s", name, t.rules.Name)
	}
	if m == core.NoMove || p.ValidateMove(m.ID()) != m {
		return 0, 0, fmt.Errorf("a move is not legal in %s", p)
	}
	n = t.node(p)
	if i := slices.IndexFunc(t.nodes[n].edges, func(e edge) bool { return e.move == m.ID() }); i >= 0 {
		return n, i, nil
	}
	p.Do(m, nil)
	child := t.node(p)
	p.Undo()
	edges := &t.nodes[n].edges
	*edges = append(*edges, edge{move: m.ID(), child: child, score: core.NoScore})
	return n, len(*edges) - 1, nil
}

// node returns the node of p, which it adds if needed.
func (t *Tree) node(p core.Position) int32 {
	key := t.Key(p)
	if i, ok := t.index[key]; ok {
		t.nodes[i].number = min(t.nodes[i].number, p.Plies()+1)
		return i
	}
	i := int32(len(t.nodes))
	n := node{key: key, number: p.Plies() + 1, side: p.Side(), checked: p.InCheck(), score: core.NoScore}
	switch v := p.Verdict(); v.Ending {
	case core.Checkmate, core.Stalemate, core.InsufficientMaterial, core.Declaration: // at any move number
		n.decided, n.score = true, core.Draw
		if !v.Drawn && v.Winner == p.Side() {
			n.score = core.WinIn(1)
		} else if !v.Drawn {
			n.score = core.LossIn(0)
		}
	}
	t.nodes = append(t.nodes, n)
	t.index[key] = i
	return i
}

// Key returns the key of a position in the tree: its FEN or SFEN without counters.
func (t *Tree) Key(p core.Position) string {
	text := p.String()
	fields := 4 // of a FEN
	if t.rules.Name == shogi.Rules.Name {
		fields = 3
	}
	for i, b := range []byte(text) {
		if b == ' ' {
			if fields--; fields == 0 {
				return text[:i]
			}
		}
	}
	return text
}

// position returns the position of a node.
func (t *Tree) position(n *node) (core.Position, error) {
	return t.rules.Parse(t.text(n), t.settings)
}

// text returns the FEN or SFEN of a node.
func (t *Tree) text(n *node) string {
	if t.rules.Name == shogi.Rules.Name {
		return n.key + " " + strconv.Itoa(n.number)
	}
	return n.key + " 0 " + strconv.Itoa((n.number+1)/2)
}

// Join adds the moves that lead from one position of the tree to another but were neither
// played nor searched: a transposition may save a side. It returns the number of moves
// added.
func (t *Tree) Join() (added int, err error) {
	list := new(core.MoveList)
	for i := range t.nodes {
		if len(t.nodes[i].edges) == 0 {
			continue // a leaf has its own score
		}
		p, err := t.position(&t.nodes[i])
		if err != nil {
			return added, err
		}
		list.Clear()
		p.Generate(core.AllMoves, list)
		for _, m := range list.Slice() {
			p.Do(m, nil)
			child, known := t.index[t.Key(p)]
			p.Undo()
			n := &t.nodes[i]
			if !known || slices.ContainsFunc(n.edges, func(e edge) bool { return e.move == m.ID() }) {
				continue
			}
			n.edges = append(n.edges, edge{move: m.ID(), child: child, score: core.NoScore})
			added++
		}
	}
	return added, nil
}

// Backup gives each move the score of the position that it leads to. The score of a
// position is the score of its best move, and so on down to the positions that have only a
// score. A play that repeats itself is a draw and counts draw for core.First; in shogi it
// is lost for the side that always gives check. Depths grow by one ply for each move, up to
// [MaxDepth], which stands for a repetition too. The moves of each position are sorted, the
// best first; among equal scores, the score that is reached sooner.
func (t *Tree) Backup(draw core.Score) {
	t.draw = draw
	s := solver{draw: draw, perpetual: t.rules.Name == shogi.Rules.Name, graph: make([]vertex, len(t.nodes))}
	for i := range t.nodes {
		n := &t.nodes[i]
		v := vertex{side: n.side, checked: n.checked, score: forFirst(n.score, n.side), depth: n.depth}
		if n.decided && n.score == core.Draw {
			v.score = draw
		}
		for _, e := range n.edges {
			v.moves = append(v.moves, e.child)
		}
		s.graph[i] = v
	}
	s.solve()
	for i := range t.nodes {
		n := &t.nodes[i]
		for j := range n.edges {
			e := &n.edges[j]
			c := &s.graph[e.child]
			if c.value == core.NoScore {
				e.score, e.depth = core.NoScore, 0
				continue
			}
			e.score, e.distance = recede(forFirst(c.value, n.side)), min(c.distance+1, MaxDepth)
			e.depth = min(c.depth+1, MaxDepth)
		}
		slices.SortStableFunc(n.edges, t.order(n.side))
	}
}

// order returns how the moves of a side are sorted: by score, then by how soon the
// score is reached, or how late if it is worse than a draw, then by how often the
// moves were played.
func (t *Tree) order(side core.Color) func(a, b edge) int {
	drawn := forFirst(t.draw, side)
	return func(a, b edge) int {
		sooner := cmp.Compare(a.distance, b.distance)
		if a.score < drawn {
			sooner = -sooner
		}
		return cmp.Or(cmp.Compare(known(b.score), known(a.score)), sooner, cmp.Compare(b.count, a.count), cmp.Compare(a.move, b.move))
	}
}

// known returns a score by which moves can be ordered: moves without a score come
// last.
func known(s core.Score) core.Score {
	if s == core.NoScore {
		return -core.Infinite
	}
	return s
}

// forFirst turns a score for side into a score for First, or back.
func forFirst(s core.Score, side core.Color) core.Score {
	if side == core.Second && s != core.NoScore {
		return -s
	}
	return s
}

// Moves implements [Book].
func (t *Tree) Moves(p core.Position, list []Move) ([]Move, error) {
	if name := p.GameInfo().Name; name != t.rules.Name {
		return list, fmt.Errorf("the book is of %s, but the position is of %s", t.rules.Name, name)
	}
	i, ok := t.index[t.Key(p)]
	if !ok {
		return list, nil
	}
	after := p.Clone()
	for _, e := range t.nodes[i].edges {
		m := p.ValidateMove(e.move)
		if m == core.NoMove {
			return list, errors.New("a move of the book is not legal in " + p.String())
		}
		move := Move{Move: m, Weight: clampCount(e.weight()), Score: e.score, Depth: e.depth, Count: clampCount(e.count)}
		if e.count == 0 {
			move.Weight = 1
		}
		if reply := t.reply(&e); reply != 0 {
			after.Do(m, nil)
			move.Reply = after.ValidateMove(reply)
			after.Undo()
		}
		list = append(list, move)
	}
	return list, nil
}

// reply returns the answer to a move: the best if there are scores, else the most played.
func (t *Tree) reply(e *edge) core.MoveID {
	c := &t.nodes[e.child]
	if len(c.edges) == 0 {
		return 0
	}
	return slices.MinFunc(c.edges, t.order(c.side)).move
}

// Info implements [Book].
func (t *Tree) Info() Info {
	return Info{Format: "Tree", Game: t.rules.Name, File: "memory", Positions: int64(len(t.nodes))}
}

// Close implements [Book]; there is nothing to close.
func (t *Tree) Close() error { return nil }

// clampCount returns a count that fits the fields of a book.
func clampCount(n int64) int { return int(min(n, maxCount)) }
