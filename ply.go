package nitoryu

import (
	"errors"
	"iter"
	"slices"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
)

// Ply is a move of a game with what the record says of it.
type Ply struct {
	Move Move
	Side Side // that moves

	game   *Game
	above  *Ply // that is played before; nil: none
	node   *record.Node
	parent *record.Node
}

// Plies yields the moves of the main line, each with the position before it. The position is lent: it
// is valid until the next one, and moves that are played on it are taken back; a clone stays.
func (g *Game) Plies() iter.Seq2[*Position, *Ply] {
	root := g.Record().Root
	return g.line(root, root.Main(), nil)
}

// line yields the moves of a line: n, which stands below parent, and the main line behind it. above
// is the move of parent.
func (g *Game) line(parent, n *record.Node, above *Ply) iter.Seq2[*Position, *Ply] {
	return func(yield func(*Position, *Ply) bool) {
		p, first := g.before(above), true
		for parent, n, above := parent, n, above; n != nil && n.Terminal == record.NoTerminal; {
			if !first {
				if _, ok := p.follow(parent.Move); !ok {
					return
				}
			}
			move, ok := p.textOf(n.Move)
			if !ok {
				return
			}
			ply := &Ply{Move: move, Side: p.Side(), game: g, above: above, node: n, parent: parent}
			key, played := p.Key(), len(p.moves)
			if !yield(p, ply) {
				return
			}
			for len(p.moves) > played {
				p.Undo()
			}
			if len(p.moves) != played || p.Key() != key {
				p = g.before(above)
			}
			parent, n, above, first = n, n.Main(), ply, false
		}
	}
}

// textOf returns a move of a record that can be played.
func (p *Position) textOf(m core.Move) (Move, bool) {
	if m == core.NullMove {
		return Pass, !p.InCheck()
	}
	if m = p.board.ValidateMove(m.ID()); m == core.NoMove {
		return NoMove, false
	}
	return Move(p.board.FormatMove(m)), true
}

// before returns the position behind a move; nil means the beginning.
func (g *Game) before(above *Ply) *Position {
	var line []*record.Node
	for ; above != nil; above = above.above {
		line = append(line, above.node)
	}
	p := g.Start()
	for _, n := range slices.Backward(line) {
		p.follow(n.Move)
	}
	return p
}

// Positions yields the positions of the main line, the last one included. Each is lent as in
// [Game.Plies] are.
func (g *Game) Positions() iter.Seq[*Position] {
	return func(yield func(*Position) bool) {
		var last *Ply
		for p, ply := range g.Plies() {
			if last = ply; !yield(p) {
				return
			}
		}
		yield(g.before(last))
	}
}

// told returns what the record says of the move.
func (y *Ply) told() *record.Node {
	if y.node == nil {
		y.node = &record.Node{} // of the zero value
	}
	return y.node
}

// Comments returns the comments behind the move.
func (y *Ply) Comments() []string { return y.told().Comments }

// Comment adds a comment behind the move.
func (y *Ply) Comment(text string) { y.told().Comments = append(y.told().Comments, text) }

// Glyphs returns the numeric annotation glyphs (NAG) of the move: 1 is !, 2 is ?, 4 is ??.
func (y *Ply) Glyphs() []int { return y.told().NAGs }

// Glyph adds a numeric annotation glyph.
func (y *Ply) Glyph(nag int) { y.told().NAGs = append(y.told().NAGs, nag) }

// Spent returns the time that the move took; ok is false if the record does not tell.
func (y *Ply) Spent() (d time.Duration, ok bool) {
	return y.told().Spent.Duration, y.told().Spent.Known
}

// Clock returns the time that the side has left after the move; ok is false if the record does not
// tell.
func (y *Ply) Clock() (d time.Duration, ok bool) {
	return y.told().Clock.Duration, y.told().Clock.Known
}

// Score returns what the record says of the position after the move, as the side to move
// there sees it; ok is false if it says nothing.
func (y *Ply) Score() (s Score, ok bool) {
	if y.told().Eval == nil {
		return 0, false
	}
	return Score(y.node.Eval.Score).For(y.Side.Other(), First), true
}

// SetScore sets the score of the position after the move, as the side to move there sees
// it, and the depth in plies that it comes from.
func (y *Ply) SetScore(s Score, depth int) {
	y.told().Eval = &record.Eval{Score: core.Score(s.For(First, y.Side.Other())), Depth: depth}
}

// Variation adds a line that might have been played instead of the move. If one of its
// moves is not legal, nothing is added and the error is a [*MoveError].
func (y *Ply) Variation(moves ...Move) error {
	if y.game == nil {
		return errors.New("the move is of no game")
	}
	p := y.game.before(y.above)
	played := len(p.moves)
	if err := p.Play(moves...); err != nil {
		return err
	}
	n := y.parent
	for _, m := range p.moves[played:] {
		n = n.Add(m)
	}
	return nil
}

// Variations yields the lines that might have been played instead of the move, each as
// [Game.Plies] yields the main line. Lines that branch off later in them are variations of
// their moves; the first move of a variation has none of its own.
func (y *Ply) Variations() iter.Seq[iter.Seq2[*Position, *Ply]] {
	return func(yield func(iter.Seq2[*Position, *Ply]) bool) {
		if y.game == nil || y.node != y.parent.Main() {
			return
		}
		for _, n := range y.parent.Children[1:] {
			if n.Terminal == record.NoTerminal && !yield(y.game.line(y.parent, n, y.above)) {
				return
			}
		}
	}
}
