package play

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/cmd/nitoryu/internal/board"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
)

// prepared is an engine whose moves are known beforehand.
type prepared struct {
	moves    []string // in the notation of the protocol; "win" declares
	score    core.Score
	newGames int
	asked    []core.Limits
}

func (e *prepared) Go(p core.Position, l core.Limits, to core.Listener) {
	e.asked = append(e.asked, l)
	r := core.Result{Score: e.score}
	var list core.MoveList
	if p.Generate(core.AllMoves, &list); list.N > 0 {
		r.Best = list.Moves[0]
	}
	if !l.Analysis && len(e.moves) > 0 {
		r.Declare = e.moves[0] == "win"
		r.Best, _ = p.ParseMove(e.moves[0])
		e.moves = e.moves[1:]
	}
	to.Done(r)
}

func (e *prepared) Stop()    {}
func (e *prepared) Wait()    {}
func (e *prepared) NewGame() { e.newGames++ }

// script is a game that is typed.
type script struct {
	game   games.Game
	start  string
	before string // moves, in the notation of the protocol
	person core.Color
	engine Engine
	change func(*Config)
	typed  string // lines, separated by semicolons
}

// boardRow fits the lines of drawings.
var boardRow = regexp.MustCompile(`^([1-8] |   [ah1-9] |  [１９] |[|+]).*$|in hand:|の持駒：`)

// run plays the script and returns what was printed, without boards.
func (s script) run(t *testing.T) (string, *Game) {
	t.Helper()
	full, g := s.play(t)
	var lines []string
	for line := range strings.Lines(full) {
		if !boardRow.MatchString(strings.TrimSuffix(line, "\n")) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, ""), g
}

// play plays the script and returns what was printed.
func (s script) play(t *testing.T) (string, *Game) {
	t.Helper()
	var out strings.Builder
	c := Config{
		Game: s.game, Start: s.start, Person: s.person, Engine: s.engine, Name: "Engine",
		Look: board.Look{Sides: [2]string{"White", "Black"}},
		Out:  &out, Now: func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) },
		Write: func(p core.Position, m, _ core.Move) string { return record.SAN(p, m) },
	}
	if s.game.Name == games.Shogi.Name {
		c.Look.Sides = [2]string{"Sente", "Gote"}
		c.Write = func(p core.Position, m, _ core.Move) string { return record.Western(p, m) }
	}
	if s.before != "" {
		text := "position startpos moves " + s.before + "\n"
		before, err := record.NewReader(strings.NewReader(text), record.Hint{}).Next()
		if err != nil {
			t.Fatal(err)
		}
		c.Moves = before.Moves()
	}
	if s.change != nil {
		s.change(&c)
	}
	g, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	lines := make(chan string, 1000)
	for line := range strings.SplitSeq(s.typed, ";") {
		if line != "" {
			lines <- line
		}
	}
	close(lines)
	if err := g.Run(lines, make(chan os.Signal)); err != nil {
		t.Fatal(err)
	}
	return out.String(), g
}

// reread writes the record of a game and reads it again.
func reread(t *testing.T, g *Game) *record.Game {
	t.Helper()
	again, err := record.NewReader(strings.NewReader(g.text()), record.Hint{}).Next()
	if err != nil {
		t.Fatalf("%v in\n%s", err, g.text())
	}
	return again
}
