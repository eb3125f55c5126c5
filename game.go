package nitoryu

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
)

// Game is a game as a record holds it: a beginning, tags, moves with their comments and
// variations, and a result. Make one with [NewGame], or read it with [ReadGames].
type Game struct {
	record *record.Game
	rules  games.Game
}

// NewGame returns a game without moves. The error is a [*SetupError].
func NewGame(s Setup) (*Game, error) {
	p, err := Open(s)
	if err != nil {
		return nil, err
	}
	g := &Game{rules: p.game}
	settings := core.Settings{Chess960: s.Chess960, MoveLimit: s.MoveLimit, EnteringKing: s.EnteringKing}
	if g.record, err = record.NewGame(p.game.Rules, p.String(), settings); err != nil {
		return nil, &SetupError{s, err}
	}
	return g, nil
}

// ReadGames reads games of chess (PGN) and of shogi (KIF, KI2, CSA, JKF), in any encoding that
// programs write. The format is recognised by the text, else by the name of the file, which
// may be "". With an error about one game, the game is what could be read of it, or nil;
// the next ones follow.
func ReadGames(r io.Reader, name string) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for read, err := range record.NewReader(r, record.Hint{Name: name}).All() {
			var g *Game
			if read != nil {
				var unknown error
				g, unknown = FromRecord(read)
				err = errors.Join(err, unknown)
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// FromRecord returns a game that shares all it has with one of package record.
func FromRecord(g *record.Game) (*Game, error) {
	rules, err := games.ByName(g.Rules.Name)
	if err != nil {
		return nil, err
	}
	return &Game{g, rules}, nil
}

// Record returns the record, which the game shares with whoever asks.
func (g *Game) Record() *record.Game { return g.record }

// Write writes the game in the format of a file name: .pgn, .kif, .ki2 or .csa, for
// example. The error says if the format is not for the game.
func (g *Game) Write(w io.Writer, name string) error {
	f := record.FormatOf(name)
	if f == record.UnknownFormat {
		return fmt.Errorf("no format is known for the file name %q", name)
	}
	return record.Write(w, g.record, f, record.Options{})
}

// Variant returns what is played.
func (g *Game) Variant() Variant { return Variant(g.rules.Name) }

// Tag returns what the record says under a name of PGN, such as White, Black, Date or
// Event, for shogi Sente and Gote; "" if it says nothing.
func (g *Game) Tag(name string) string {
	return g.record.Tags.Get(name)
}

// SetTag sets what the record says under a name.
func (g *Game) SetTag(name, text string) { g.record.Tags.Set(name, text) }

// Result returns 1-0, 0-1, 1/2-1/2, or * for a game that is not over.
func (g *Game) Result() string { return g.record.Result.String() }

// SetResult sets the result. The error says that there is no such one.
func (g *Game) SetResult(text string) error {
	r, known := record.ParseResult(text)
	if !known {
		return fmt.Errorf("%q is no result", text)
	}
	g.record.Result = r
	return nil
}

// Start returns the position in which the game begins.
func (g *Game) Start() *Position {
	p, err := g.record.Position()
	if err != nil {
		p = g.rules.Start(core.Settings{}) // does not happen: it was opened when the game was made
	}
	return &Position{core: p, game: g.rules, start: g.record.Start}
}

// Play adds moves at the end of the main line. If one of them is not legal, none is added
// and the error is a [*MoveError]; another one says that the record tells how the game ended
// there.
func (g *Game) Play(moves ...Move) error {
	end, n := g.Start(), g.record.Root
	for n.Main() != nil {
		if n = n.Main(); n.Terminal != record.NoTerminal {
			return errors.New("the game is over")
		}
		end.follow(n.Move)
	}
	return add(n, end, moves)
}

// add adds a line below n, whose position is p.
func add(n *record.Node, p *Position, moves []Move) error {
	if err := p.Clone().Play(moves...); err != nil {
		return err
	}
	for _, m := range moves {
		move, err := p.core.ParseMove(string(m))
		if err != nil {
			return &MoveError{Move: m, Err: err} // does not happen: it was played above
		}
		n = n.Add(move)
		p.do(move)
	}
	return nil
}

// Plies yields the moves of the main line, each with the position before it, which belongs
// to the caller.
func (g *Game) Plies() iter.Seq2[*Position, *Ply] {
	return line(g.record.Root, g.record.Root.Main(), g.Start())
}

// line yields the moves of a line: n, which stands below parent, and the main line behind it.
// from is the position of parent.
func line(parent, n *record.Node, from *Position) iter.Seq2[*Position, *Ply] {
	return func(yield func(*Position, *Ply) bool) {
		p := from.Clone()
		for above, n := parent, n; n != nil && n.Terminal == record.NoTerminal; above, n = n, n.Main() {
			before := p.Clone()
			move, ok := p.follow(n.Move)
			if !ok || !yield(before, &Ply{move, n, above, before.Clone()}) {
				return
			}
		}
	}
}

// Positions yields the positions of the main line, the last one included. Each is valid until
// the next one; a clone stays.
func (g *Game) Positions() iter.Seq[*Position] {
	return func(yield func(*Position) bool) {
		p := g.Start()
		for n, ok := g.record.Root, true; ok && yield(p); {
			if n = n.Main(); n == nil || n.Terminal != record.NoTerminal {
				return
			}
			_, ok = p.follow(n.Move)
		}
	}
}

// follow plays a move of a record and returns it; ok is false if it cannot be played. No
// program can be told of a turn that is passed: the position begins anew behind it.
func (p *Position) follow(m core.Move) (played Move, ok bool) {
	if m == core.NullMove {
		if record.Play(p.core, m) == core.NoMove {
			return NoMove, false
		}
		p.start, p.moves, p.texts = p.core.String(), nil, nil
		return Pass, true
	}
	if m = p.core.ValidateMove(m.ID()); m == core.NoMove {
		return NoMove, false
	}
	p.do(m)
	return p.Last(), true
}

// Ply is a move of a game with what the record says of it.
type Ply struct {
	Move   Move
	node   *record.Node
	parent *record.Node
	before *Position
}

// Comments returns the comments behind the move.
func (p *Ply) Comments() []string { return p.node.Comments }

// Comment adds a comment behind the move.
func (p *Ply) Comment(text string) { p.node.Comments = append(p.node.Comments, text) }

// Glyphs returns the numeric annotation glyphs (NAG) of the move: 1 is !, 2 is ?, 4 is ??.
func (p *Ply) Glyphs() []int { return p.node.NAGs }

// Glyph adds a numeric annotation glyph.
func (p *Ply) Glyph(nag int) { p.node.NAGs = append(p.node.NAGs, nag) }

// Spent returns the time that the move took; ok is false if the record does not tell.
func (p *Ply) Spent() (d time.Duration, ok bool) { return p.node.Spent.Duration, p.node.Spent.Known }

// Score returns what the record says of the position after the move, as the side to move
// there sees it; ok is false if it says nothing.
func (p *Ply) Score() (s Score, ok bool) {
	if p.node.Eval == nil {
		return 0, false
	}
	return Score(p.node.Eval.Score).For(p.before.Side().Other(), First), true
}

// SetScore sets the score of the position after the move, as the side to move there sees
// it, and the depth in plies that it comes from.
func (p *Ply) SetScore(s Score, depth int) {
	p.node.Eval = &record.Eval{Score: core.Score(s.For(First, p.before.Side().Other())), Depth: depth}
}

// Variation adds a line that might have been played instead of the move. If one of its
// moves is not legal, nothing is added and the error is a [*MoveError].
func (p *Ply) Variation(moves ...Move) error { return add(p.parent, p.before.Clone(), moves) }

// Variations yields the lines that might have been played instead of the move, each as
// [Game.Plies] yields the main line. Lines that branch off later in them are variations of
// their moves; the first move of a variation has none of its own.
func (p *Ply) Variations() iter.Seq[iter.Seq2[*Position, *Ply]] {
	return func(yield func(iter.Seq2[*Position, *Ply]) bool) {
		if p.node != p.parent.Main() {
			return
		}
		for _, n := range p.parent.Children[1:] {
			if n.Terminal == record.NoTerminal && !yield(line(p.parent, n, p.before)) {
				return
			}
		}
	}
}
