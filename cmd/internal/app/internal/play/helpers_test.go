package play

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/board"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/must"
)

// prepared is an engine whose moves are known beforehand.
type prepared struct {
	moves    []string // in the notation of the protocol; "win" declares
	score    core.Score
	newGames int
	asked    []nitoryu.Limits
	fault    error // of every search
}

// advice is how many lines the tests ask for in searches that are no moves.
const advice = 1

func (e *prepared) Search(_ context.Context, p *nitoryu.Position, l nitoryu.Limits) (*nitoryu.Search, error) {
	search, report := nitoryu.NewSearch(func() {}, nil)
	report.Finish(e.answer(p, l), e.fault)
	return search, nil
}

// answer gives the next answer.
func (e *prepared) answer(p *nitoryu.Position, l nitoryu.Limits) nitoryu.Result {
	e.asked = append(e.asked, l)
	if e.fault != nil {
		return nitoryu.Result{}
	}
	r := nitoryu.Result{Score: nitoryu.Score(e.score), Chances: p.Chances(nitoryu.Score(e.score))}
	if legal := p.Legal(); len(legal) > 0 {
		r.Best = legal[0]
	}
	if l.Lines != advice && len(e.moves) > 0 {
		r.Declare, r.Resign = e.moves[0] == "win", e.moves[0] == "resign"
		r.Best = nitoryu.Move(e.moves[0])
		e.moves = e.moves[1:]
	}
	return r
}

func (e *prepared) NewGame(context.Context) error { e.newGames++; return nil }
func (e *prepared) Close() error                  { return nil }

// script is a game that is typed.
type script struct {
	game   games.Game
	start  string
	before string // moves, in the notation of the protocol
	person core.Color
	engine nitoryu.Searcher
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
		Game: s.game, Start: s.start, Person: s.person, Engine: s.engine, Name: "Engine", Advice: nitoryu.Limits{Lines: advice},
		Look: board.Look{Sides: [2]string{"White", "Black"}},
		Out:  &out, Now: func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) },
		Write: record.People(false),
	}
	if s.game.Name == games.Shogi().Name {
		c.Look.Sides = [2]string{"Sente", "Gote"}
	}
	if s.before != "" {
		text := "position startpos moves " + s.before + "\n"
		before, err := record.NewReader(strings.NewReader(text), record.Hint{}).Next()
		must.OK(t, err)
		c.Before = before
	}
	if s.change != nil {
		s.change(&c)
	}
	g, err := New(c)
	must.OK(t, err)
	lines := make(chan string, 1000)
	for line := range strings.SplitSeq(s.typed, ";") {
		if line != "" {
			lines <- line
		}
	}
	close(lines)
	must.OK(t, g.Run(lines, make(chan os.Signal)))
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

// watched tells of the positions that it is asked about.
type watched struct {
	prepared
	see func(p *nitoryu.Position)
}

func (e *watched) Search(ctx context.Context, p *nitoryu.Position, l nitoryu.Limits) (*nitoryu.Search, error) {
	e.see(p)
	return e.prepared.Search(ctx, p, l)
}
