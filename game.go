package nitoryu

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/excerpt"
	"github.com/nitoryu/nitoryu/record"
)

// Game is a game as a record holds it: a beginning, tags, moves with their comments and
// variations, and a result. Make one with [NewGame], or read it with [ReadGames]; the zero value
// is a game of chess without moves. As text, and in a string of JSON, it is PGN or KIF.
type Game struct {
	record *record.Game // nil: a game of chess without moves

	// Of the main line, as far as it was followed.
	last *record.Node // nil: nothing was
	end  *Position    // behind it
}

// NewGame returns a game without moves. The error is a [*SetupError].
func NewGame(s Setup) (*Game, error) {
	p, err := Open(s)
	if err != nil {
		return nil, err
	}
	rules, err := games.RulesOf(string(p.Variant()))
	if err != nil {
		return nil, &SetupError{s, err}
	}
	r, err := record.NewGame(rules, p.start, s.settings())
	if err != nil {
		return nil, &SetupError{s, err}
	}
	return &Game{record: r}, nil
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
				g = &Game{record: read}
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// FromRecord returns a game that shares all it has with one of package record. Its moves may be added
// to there, but not be taken away.
func FromRecord(g *record.Game) (*Game, error) {
	if g == nil {
		return nil, errors.New("there is no record")
	}
	if _, err := games.RulesOf(g.Rules.Name); err != nil {
		return nil, err
	}
	return &Game{record: g}, nil
}

// Record returns the game as package record has it, with all that a record tells. It shares all
// it has, see [FromRecord].
func (g *Game) Record() *record.Game {
	if g.record == nil {
		g.record = &record.Game{Rules: chess.Rules}
	}
	if g.record.Root == nil {
		g.record.Root = &record.Node{}
	}
	return g.record
}

// Write writes the game in the format of a file name: .pgn, .kif, .ki2 or .csa, for
// example. The error is [ErrFormat] if that is not for the game.
func (g *Game) Write(w io.Writer, name string) error {
	f := record.FormatOf(name)
	if of := f.Game(); f == record.UnknownFormat || of != "" && of != string(g.Variant()) {
		return fmt.Errorf("%s: %w", excerpt.Quote(name), ErrFormat)
	}
	return record.Write(w, g.Record(), f, record.Options{Endings: true})
}

// MarshalText implements [encoding.TextMarshaler]: a game of chess is PGN, one of shogi KIF.
func (g *Game) MarshalText() ([]byte, error) {
	name := ".pgn"
	if g.Variant() == Shogi {
		name = ".kif"
	}
	var text bytes.Buffer
	err := g.Write(&text, name)
	return text.Bytes(), err
}

// UnmarshalText implements [encoding.TextUnmarshaler]: it reads one game in any format. After an
// error the game is as it was.
func (g *Game) UnmarshalText(text []byte) error {
	var read *Game
	for one, err := range ReadGames(bytes.NewReader(text), "") {
		switch {
		case err != nil:
			return err
		case read != nil:
			return errors.New("the text has more than one game")
		}
		read = one
	}
	if read == nil {
		return errors.New("the text has no game")
	}
	*g = *read
	return nil
}

// String returns the game as text, see [Game.MarshalText].
func (g *Game) String() string {
	text, err := g.MarshalText()
	if err != nil {
		return err.Error()
	}
	return strings.TrimRight(string(text), "\n")
}

// Variant returns what is played.
func (g *Game) Variant() Variant { return Variant(g.Record().Rules.Name) }

// Setup returns how the game begins.
func (g *Game) Setup() Setup { return g.Start().Setup() }

// Tag returns what the record says under a name of PGN, such as White, Black, Date or
// Event, for shogi Sente and Gote; "" if it says nothing.
func (g *Game) Tag(name string) string { return g.Record().Tags.Get(name) }

// Tags yields the names and values of all tags, in the order of the record.
func (g *Game) Tags() iter.Seq2[string, string] { return all(g.Record().Tags) }

// all yields names and values.
func all(tags record.Tags) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, t := range tags {
			if !yield(t.Name, t.Value) {
				return
			}
		}
	}
}

// SetTag sets what the record says under a name.
func (g *Game) SetTag(name, text string) { g.Record().Tags.Set(name, text) }

// Start returns the position in which the game begins.
func (g *Game) Start() *Position {
	r := g.Record()
	board, err := r.Position()
	if err != nil {
		board = r.Rules.Start(core.Settings{}) // does not happen: it was opened when the game was made
	}
	p := &Position{board: board}
	if text := board.String(); r.Start != "" && text != r.Rules.Start(r.Settings).String() {
		p.start = text
	}
	return p
}

// follow goes on to the end of the main line, which is the same as the last time unless moves were added.
func (g *Game) follow() {
	if g.last == nil {
		g.last, g.end = g.Record().Root, g.Start()
	}
	for n := g.last.Main(); n != nil && n.Terminal == record.NoTerminal; n = n.Main() {
		if _, ok := g.end.follow(n.Move); !ok {
			return
		}
		g.last = n
	}
}

// Position returns the position at the end of the main line, which belongs to the caller.
func (g *Game) Position() *Position {
	g.follow()
	return g.end.Clone()
}

// Moves returns the moves of the main line.
func (g *Game) Moves() []Move {
	moves := []Move{}
	p := g.Start()
	for n := g.Record().Root.Main(); n != nil && n.Terminal == record.NoTerminal; n = n.Main() {
		m, ok := p.follow(n.Move)
		if !ok {
			break
		}
		moves = append(moves, m)
	}
	return moves
}

// Play adds moves at the end of the main line, however long it is at the same cost. If one of them
// is not legal, none is added and the error is a [*MoveError]; it is [ErrGameOver] if the record
// says how the game ended, or the rules say that it has. Moves that end the game by the rules set the
// outcome.
func (g *Game) Play(moves ...Move) error {
	if len(moves) == 0 {
		return nil
	}
	if err := g.goesOn(); err != nil {
		return err
	}
	played := len(g.end.moves)
	if err := g.end.Play(moves...); err != nil {
		return err
	}
	for _, m := range g.end.moves[played:] {
		g.last = g.last.Add(m)
	}
	if o := g.end.Outcome(); o.Over {
		g.SetOutcome(o)
	}
	return nil
}

// goesOn returns an error if moves cannot be added.
func (g *Game) goesOn() error {
	g.follow()
	if n := g.last.Main(); n != nil || g.Outcome().Over {
		return ErrGameOver
	}
	return nil
}

// Outcome tells how the game ended: as the record says, or else by the rules. A game that was broken
// off is not over and has the ending Interrupted.
func (g *Game) Outcome() Outcome {
	r := g.Record()
	o := outcomeFrom(r.Result, r.Ending)
	switch {
	case o.Over && o.Ending.contradicts(o.Drawn):
		o.Ending = "" // the last position is one in which a draw might have been claimed
	case !o.Over && o.Ending != Interrupted:
		g.follow()
		return g.end.Outcome()
	}
	return o
}

// contradicts reports whether no game ends so that is drawn, or decided.
func (e Ending) contradicts(drawn bool) bool {
	switch e {
	case Checkmate, Resignation, PerpetualCheck, WrongDeclaration:
		return drawn
	case InsufficientMaterial, Repetition, FivefoldRepetition, FiftyMoves, SeventyFiveMoves, MoveLimit, Agreement:
		return !drawn
	}
	return false
}

// SetOutcome sets how the game ended. The zero value lets it go on.
func (g *Game) SetOutcome(o Outcome) {
	r := g.Record()
	r.Result = o.record()
	r.Ending, _ = o.Ending.core()
	r.Tags.Delete(record.TagTermination)
	g.follow()
	if n := g.last.Main(); n != nil && n.Terminal != record.NoTerminal {
		g.last.Children = g.last.Children[1:]
	}
}

// Result returns 1-0, 0-1, 1/2-1/2, or * for a game that is not over.
func (g *Game) Result() string { return g.Outcome().Result() }

// SetResult sets the result, and forgets how the game ended. The error says that there is no such
// result.
func (g *Game) SetResult(text string) error {
	var o Outcome
	if err := o.set(text, ""); err != nil {
		return err
	}
	g.SetOutcome(o)
	return nil
}

// Resign ends the game: a side gives up. The error is [ErrGameOver] if it has ended.
func (g *Game) Resign(s Side) error {
	if err := g.goesOn(); err != nil {
		return err
	}
	g.SetOutcome(Outcome{Over: true, Winner: s.Other() & 1, Ending: Resignation})
	return nil
}

// Claim ends the game by what the side to move may claim, see [Position.Claim]. The error is
// [ErrNoClaim], or [ErrGameOver] if the game has ended.
func (g *Game) Claim() error {
	if err := g.goesOn(); err != nil {
		return err
	}
	o := g.end.Claim()
	if !o.Over {
		return ErrNoClaim
	}
	g.SetOutcome(o)
	return nil
}

// follow plays a move of a record and returns it; ok is false if it cannot be played. No
// program can be told of a turn that is passed: the position begins anew behind it.
func (p *Position) follow(m core.Move) (played Move, ok bool) {
	if m == core.NullMove {
		if record.Play(p.board, m) == core.NoMove {
			return NoMove, false
		}
		p.start, p.moves = p.board.String(), nil
		return Pass, true
	}
	if m = p.board.ValidateMove(m.ID()); m == core.NoMove {
		return NoMove, false
	}
	p.do(m)
	return Move(p.board.FormatMove(m)), true
}
