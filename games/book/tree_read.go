package book

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/internal/excerpt"
)

// Plant adds a position of which nothing is known, for a tree to grow from. It fails if
// the position is of another game.
func (t *Tree) Plant(p core.Position) error {
	if name := p.GameInfo().Name; name != t.rules.Name {
		return fmt.Errorf("a position of %s does not belong in a tree of %s", name, t.rules.Name)
	}
	t.node(p)
	return nil
}

// Searched is Plant for a position whose moves a search has seen, even if the search
// scored none of them. Score marks its position likewise.
func (t *Tree) Searched(p core.Position) error {
	err := t.Plant(p)
	if err == nil {
		t.nodes[t.node(p)].searched = true
	}
	return err
}

// Read adds the positions of a book of YaneuraOu: counts add up, and the deeper of two
// scores of a move stays. A Polyglot book cannot be read, for it does not say what its
// positions are. Moves that are not legal are left out, and the error, an
// [IllegalMovesError], says so when everything else has been read.
func (t *Tree) Read(b Book) error {
	source, ok := b.(*yaneuraou)
	if !ok || t.rules.Name != shogi.Rules.Name {
		return fmt.Errorf("%s: the positions of a %s book cannot be read into a tree of %s", b.Info().File, b.Info().Format, t.rules.Name)
	}
	var bad illegal
	var where core.Position
	for entry, err := range source.entries() {
		if err != nil {
			return err
		}
		p, err := t.rules.Parse(entry.key+" "+strconv.Itoa(max(entry.number, 1)), t.settings)
		if err != nil {
			return fmt.Errorf("%s: position %s: %w", source.name, excerpt.Quote(entry.key), err)
		}
		for _, l := range entry.lines {
			m, err := p.ParseMove(l.move)
			if err != nil {
				if bad.add(l.move); where == nil {
					where = p
				}
				continue
			}
			n, i, err := t.edge(p, m)
			if err != nil {
				return fmt.Errorf("%s: %w", source.name, err)
			}
			t.nodes[n].edges[i].count += int64(l.count)
			if l.score != core.NoScore {
				_ = t.Score(p, m, l.score, l.depth) // neither move nor score is wrong
			}
		}
	}
	if where == nil {
		return nil
	}
	return bad.err(source.name, where)
}

// Follow adds the moves that a book of any format has for a position, and for the
// positions that these moves lead to, up to a ply of the game; 0: no limit. The weight
// of a move counts as how often it was played. Moves that are not legal are left out,
// and the error, an [IllegalMovesError], says so when everything else has been added.
func (t *Tree) Follow(b Book, start core.Position, maxPly int) error {
	var bad *IllegalMovesError
	queue := []core.Position{start.Clone()}
	seen := map[string]bool{t.Key(start): true}
	if err := t.Plant(start); err != nil {
		return err
	}
	for ; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		if maxPly > 0 && p.Plies() >= maxPly {
			continue
		}
		moves, err := b.Moves(p, nil)
		if found := new(IllegalMovesError); errors.As(err, &found) {
			if bad == nil {
				bad = &IllegalMovesError{File: found.File, Position: found.Position, First: found.First}
			}
			bad.Count += found.Count
		} else if err != nil {
			return err
		}
		for _, m := range moves {
			n, i, err := t.edge(p, m.Move)
			if err != nil {
				return err
			}
			t.nodes[n].edges[i].count += int64(m.Weight)
			if m.HasScore() {
				_ = t.Score(p, m.Move, m.Score, m.Depth) // neither move nor score is wrong
			}
			after := p.Clone()
			after.Do(m.Move, nil)
			if key := t.Key(after); !seen[key] {
				seen[key] = true
				queue = append(queue, after)
			}
		}
	}
	if bad == nil {
		return nil
	}
	return bad
}

// Results says how the games with a move ended.
type Results struct {
	Move                core.MoveID
	Wins, Draws, Losses int64 // of the side that moves
}

// Results returns how the games of a tree ended after each move of a position, nothing
// if the tree lacks the position. It fails if the position is of another game.
func (t *Tree) Results(p core.Position) (all []Results, err error) {
	if name := p.GameInfo().Name; name != t.rules.Name {
		return nil, fmt.Errorf("a position of %s is not in a tree of %s", name, t.rules.Name)
	}
	if i, ok := t.index[t.Key(p)]; ok {
		for _, e := range t.nodes[i].edges {
			all = append(all, Results{e.move, e.wins, e.draws, e.losses})
		}
	}
	return all, nil
}
