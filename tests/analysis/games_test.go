package analysis

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/engine"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestMain(m *testing.M) { engine.Main(m) }

// players makes games full of mistakes: the engine plays them at a low level.
type players struct {
	t      *testing.T
	engine interface {
		Go(core.Position, core.Limits, core.Callbacks)
		Wait()
	}
}

// newPlayers returns players whose games are equal with equal seeds.
func newPlayers(t *testing.T, seed uint64) *players {
	t.Helper()
	const level = 6
	our := games.NewEngine()
	t.Cleanup(our.Close)
	our.SetSkill(level)
	our.SeedChoices(seed)
	must.OK(t, our.SetHash(1))
	return &players{t, our}
}

// play returns a game of at most so many plies, the first four of which are random.
func (p *players) play(g games.Game, seed uint64, plies int) *record.Game {
	p.t.Helper()
	rng := rand.New(rand.NewPCG(seed, 4))
	r, err := record.NewGame(g.Rules, "", core.Settings{})
	if err != nil {
		p.t.Fatal(err)
	}
	r.SetPlayer(core.First, fmt.Sprintf("First %d", seed))
	r.SetPlayer(core.Second, fmt.Sprintf("Second %d", seed))
	pos := g.Start(core.Settings{})
	n := r.Root
	for ply := range plies {
		var legal core.MoveList
		if pos.Generate(core.AllMoves, &legal); legal.N == 0 || pos.Verdict().Over() {
			break
		}
		m := legal.Moves[rng.IntN(legal.N)]
		if ply >= 4 {
			p.engine.Go(pos.Clone(), core.Limits{Nodes: 300}, core.Callbacks{Done: func(r core.Result) { m = r.Best }})
			p.engine.Wait()
		}
		if m = pos.ValidateMove(m.ID()); m == core.NoMove { // a declaration
			break
		}
		pos.Do(m, nil)
		n = n.Add(m)
	}
	return r
}

// store writes games to a file.
func store(t *testing.T, path string, f record.Format, list ...*record.Game) {
	t.Helper()
	var text bytes.Buffer
	w := record.NewWriter(&text, f, record.Options{})
	for _, g := range list {
		must.OK(t, w.Write(g))
	}
	must.Write(t, path, text.Bytes())
}
