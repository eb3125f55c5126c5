package record

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/internal/excerpt"
)

// Game is a game of chess or shogi with its variations.
type Game struct {
	Rules    core.Rules
	Settings core.Settings // for the start position; Chess960 is set for games of Chess960
	Start    string        // FEN or SFEN; empty: the initial position
	Tags     Tags
	Root     *Node // before the first move; never nil in games that were read
	Result   Result
	Ending   core.Ending // how the main line ended, if the record or its last position says so
	Source   Source
}

// Source says where a game was read from. It has no influence on writing, with one exception:
// if a game was read from EPD, all its tags are written to EPD as operations. [Source.Options]
// returns the options that write a file of the same kind.
type Source struct {
	Format   Format
	Encoding Encoding
	BOM      bool
	CRLF     bool
	Number   int // of the game in its stream, from 1
	Line     int // where it begins, from 1
}

// Options returns the options that write a file like the one that the game was read from.
func (s Source) Options() Options { return Options{Encoding: s.Encoding, BOM: s.BOM, CRLF: s.CRLF} }

// Node is a position of the tree, reached by its move from the parent. The first child
// continues the line, the others are variations.
//
// In shogi, the last node of a line may be no move but say how the line ended: its Move is
// NoMove and its Terminal is set.
type Node struct {
	Move     core.Move // NoMove at the root and in terminal nodes, core.NullMove where the turn is passed
	Terminal Terminal
	Text     string   // the move as the record has it; only used for terminal nodes
	NAGs     []int    // numeric annotation glyphs of PGN
	Before   []string // comments in front of the move
	Comments []string // comments behind the move; at the root, in front of the first one
	Remarks  []string // lines that programs skip: % in PGN, # in KIF, ' in CSA
	Bookmark string   // of KIF; several bookmarks are separate lines
	Spent    Time     // time used for the move
	Total    Time     // time that the side has used so far, in KIF; if unknown, the sum of Spent
	Clock    Time     // time left after the move, in PGN
	Eval     *Eval    // an engine's evaluation of the position after the move, or nil
	Children []*Node
}

// Time is a time that may be unknown. The zero value is unknown.
type Time struct {
	Duration time.Duration
	Known    bool
}

// Known returns the time d.
func Known(d time.Duration) Time { return Time{d, true} }

// Main returns the node that continues the line, nil at its end.
func (n *Node) Main() *Node {
	if len(n.Children) == 0 {
		return nil
	}
	return n.Children[0]
}

// Add appends a child with move m and returns it. It is a variation if n has children.
func (n *Node) Add(m core.Move) *Node {
	child := &Node{Move: m}
	n.Children = append(n.Children, child)
	return child
}

// Clone returns a copy of n and of all nodes below it.
func (n *Node) Clone() *Node {
	c := *n
	c.NAGs, c.Before, c.Comments, c.Remarks = slices.Clone(n.NAGs), slices.Clone(n.Before), slices.Clone(n.Comments), slices.Clone(n.Remarks)
	if n.Eval != nil {
		eval := *n.Eval
		eval.PV = slices.Clone(eval.PV)
		c.Eval = &eval
	}
	c.Children = slices.Clone(n.Children)
	for i, child := range c.Children {
		c.Children[i] = child.Clone()
	}
	return &c
}

// NewGame returns a game without moves. start is a FEN or SFEN, empty for the initial position.
// The error says what is wrong with start.
func NewGame(rules core.Rules, start string, s core.Settings) (*Game, error) {
	g := &Game{Rules: rules, Settings: s, Start: start, Root: &Node{}}
	_, err := g.Position()
	if err != nil {
		return nil, err
	}
	return g, nil
}

// Position opens the start position.
func (g *Game) Position() (core.Position, error) {
	if g.Rules.Start == nil || g.Rules.Parse == nil {
		return nil, errors.New("the game has no rules")
	}
	if g.Start == "" {
		return g.Rules.Start(g.Settings), nil
	}
	return g.Rules.Parse(g.Start, g.Settings)
}

func (g *Game) isChess() bool { return g.Rules.Name == chess.Rules.Name }
func (g *Game) isShogi() bool { return g.Rules.Name == shogi.Rules.Name }

// Play plays a move of a record on p: a legal move, or [core.NullMove] by a side that is not in check. It
// returns the move in full, NoMove if it cannot be played.
func Play(p core.Position, m core.Move) core.Move {
	if m = inFull(p, m); m != core.NoMove {
		do(p, m)
	}
	return m
}

// do is Play for a move in full that is known to be legal.
func do(p core.Position, m core.Move) {
	if m == core.NullMove {
		p.DoNull()
	} else {
		p.Do(m, nil)
	}
}

// inFull returns a move as [Play] does, without playing it.
func inFull(p core.Position, m core.Move) core.Move {
	if m != core.NullMove {
		return p.ValidateMove(m.ID())
	}
	m, _ = pass(p)
	return m
}

// TakeBack takes back m, which [Play] played.
func TakeBack(p core.Position, m core.Move) {
	if m == core.NullMove {
		p.UndoNull()
	} else {
		p.Undo()
	}
}

// Passes reports whether a side passes its turn in the main line. Lessons do this, although no
// rules allow it.
func (g *Game) Passes() bool { return slices.Contains(g.Moves(), core.NullMove) }

// Replay calls visit with the position before each move of the main line, in order, until visit
// returns false. visit may play on the position if it takes its moves back. The line may have
// null moves, which [Play] can play. An illegal move is an error; terminal nodes are skipped.
func (g *Game) Replay(visit func(p core.Position, n *Node) bool) error {
	p, err := g.Position()
	if err != nil || g.Root == nil {
		return err
	}
	for n := g.Root.Main(); n != nil && n.Terminal == NoTerminal; n = n.Main() {
		m, err := legal(p, n)
		if err != nil {
			return err
		}
		if !visit(p, n) {
			return nil
		}
		do(p, m)
	}
	return nil
}

// legal returns the move of n in full, or an error if it is not legal in p.
func legal(p core.Position, n *Node) (core.Move, error) {
	if n.Move == core.NullMove {
		return pass(p)
	}
	if m := inFull(p, n.Move); n.Move != core.NoMove && m != core.NoMove {
		return m, nil
	}
	text := n.Text
	if text == "" {
		text = p.FormatMove(n.Move)
	}
	return core.NoMove, afterEnd(p, text, fmt.Errorf("move %s of the game is not legal in %s", excerpt.Quote(text), p))
}

// afterEnd returns err, which says why a text is no legal move of p; if p has no legal move at all, it says that
// the game is over there.
func afterEnd(p core.Position, text string, err error) error {
	var legal core.MoveList
	p.Generate(core.AllMoves, &legal)
	if v := p.Verdict(); v.Over() && legal.N == 0 {
		return fmt.Errorf("%s comes too late: the game is over by %s", excerpt.Quote(text), v.Ending)
	}
	return err
}

// pass returns a null move, or an error if it would leave a king to be taken.
func pass(p core.Position) (core.Move, error) {
	if p.InCheck() {
		return core.NoMove, errors.New("the side to move passes its turn while it is in check")
	}
	return core.NullMove, nil
}

// Moves returns the moves of the main line.
func (g *Game) Moves() []core.Move {
	var moves []core.Move
	if g.Root == nil {
		return nil
	}
	for n := g.Root.Main(); n != nil && n.Terminal == NoTerminal; n = n.Main() {
		moves = append(moves, n.Move)
	}
	return moves
}

// Walk calls visit for every node but the root with the position before its move: a move, then
// the variations to it, then what follows the move. visit may play on the position if it takes
// its moves back, and may add children to the node. The first error of visit, or the first
// illegal move, ends the walk, and Walk returns the error.
func (g *Game) Walk(visit func(p core.Position, n *Node) error) error {
	p, err := g.Position()
	if err != nil || g.Root == nil {
		return err
	}
	return walk(p, g.Root, visit)
}

// walk visits the nodes below n, whose position is p.
func walk(p core.Position, n *Node, visit func(core.Position, *Node) error) error {
	var played []core.Move
	defer func() {
		for _, m := range slices.Backward(played) {
			TakeBack(p, m)
		}
	}()
	for n.Main() != nil {
		children := slices.Clone(n.Children) // visit may add to them
		for i, child := range children {
			m := core.NoMove
			if child.Terminal == NoTerminal {
				var err error
				if m, err = legal(p, child); err != nil {
					return err
				}
			}
			if err := visit(p, child); err != nil {
				return err
			}
			if i == 0 || m == core.NoMove {
				continue
			}
			do(p, m)
			err := walk(p, child, visit)
			TakeBack(p, m)
			if err != nil {
				return err
			}
		}
		if n = children[0]; n.Terminal != NoTerminal {
			return nil
		}
		m, err := legal(p, n)
		if err != nil {
			return err
		}
		do(p, m)
		played = append(played, m)
	}
	return nil
}

// Result is how a game ended.
type Result uint8

// The results. The zero value is an unfinished game.
const (
	Unfinished Result = iota
	FirstWins
	SecondWins
	Draw
)

// WinOf returns the result of a game that c won.
func WinOf(c core.Color) Result { return FirstWins + Result(c&1) }

// ResultOf returns the result of a game that was drawn, or that winner won.
func ResultOf(drawn bool, winner core.Color) Result {
	if drawn {
		return Draw
	}
	return WinOf(winner)
}

// Winner returns who won, and false if there is no winner.
func (r Result) Winner() (core.Color, bool) {
	return core.Color(r-FirstWins) & 1, r == FirstWins || r == SecondWins
}

// String returns the result as PGN writes it.
func (r Result) String() string {
	switch r {
	case FirstWins:
		return "1-0"
	case SecondWins:
		return "0-1"
	case Draw:
		return "1/2-1/2"
	}
	return "*"
}

// ParseResult reads a result as PGN writes it, with any dash. A half may also be written ½, and
// a draw as a single half.
func ParseResult(text string) (Result, bool) {
	switch plain(text) {
	case "*":
		return Unfinished, true
	case "1-0":
		return FirstWins, true
	case "0-1":
		return SecondWins, true
	case "1/2-1/2", "1/2", "½-½", "½":
		return Draw, true
	}
	return Unfinished, false
}
