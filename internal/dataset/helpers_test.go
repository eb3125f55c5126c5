package dataset

import (
	"io"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

func bothGames() []core.Rules { return []core.Rules{chess.Rules, shogi.Rules} }

func header(rules core.Rules, seeds ...uint64) Header {
	h := Header{Game: rules.Name}
	for _, seed := range seeds {
		h.Runs = append(h.Runs, Run{Seed: seed, Nodes: 5000, Engine: "test 1"})
	}
	return h
}

// randomGames plays legal games at random, at most 120 plies each.
func randomGames(rules core.Rules, seed uint64, n int) []*Game {
	rng := rand.New(rand.NewPCG(seed, 1))
	games := make([]*Game, n)
	for i := range games {
		games[i] = randomGame(rules, rng)
		games[i].Index = uint64(i)
	}
	return games
}

func randomGame(rules core.Rules, rng *rand.Rand) *Game {
	g := &Game{Random: 8}
	p := rules.Start(core.Settings{})
	var list core.MoveList
	for ply := 0; ply < 120 && !p.Verdict().Over(); ply++ {
		list.Clear()
		p.Generate(core.AllMoves, &list)
		m := list.Moves[rng.IntN(list.N)]
		g.Moves = append(g.Moves, m.ID())
		if ply >= g.Random {
			g.Scores = append(g.Scores, core.Score(rng.NormFloat64()*500))
		}
		p.Do(m, nil)
	}
	v := p.Verdict()
	g.Random = min(g.Random, len(g.Moves))
	g.Ending = v.Ending
	switch {
	case !v.Over():
		g.Ending = core.Adjudication
	case !v.Drawn:
		g.Result = 1 - 2*int8(v.Winner)
	}
	return g
}

// write makes a file of games and returns its path.
func write(t testing.TB, h Header, games ...*Game) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games")
	w, err := Create(path, h)
	must.OK(t, err)
	for _, g := range games {
		must.OK(t, w.Append(g))
	}
	must.OK(t, w.Close())
	return path
}

// readAll returns the games that a reader finds, and the damage.
func readAll(t testing.TB, r *Reader) ([]*Game, Damage) {
	t.Helper()
	var games []*Game
	for {
		g := new(Game)
		if err := r.Next(g); err == io.EOF {
			return games, r.Damage()
		} else if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
}

// read returns the games of a file without damage.
func read(t testing.TB, path string) (Header, []*Game) {
	t.Helper()
	r, err := Open(path)
	must.OK(t, err)
	games, damage := readAll(t, r)
	if damage.Any() {
		t.Errorf("%s: %v", path, damage)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	return r.Header(), games
}

// identity is a text that only equal games of equal runs share.
func identity(h Header, g *Game) string {
	c := *g
	c.Run = 0
	return h.Runs[g.Run].key() + string(appendPayload(nil, &c))
}

// multiset counts games by identity.
func multiset(h Header, games []*Game) map[string]int {
	set := map[string]int{}
	for _, g := range games {
		set[identity(h, g)]++
	}
	return set
}

func equalGames(a, b *Game) bool {
	return string(appendPayload(nil, a)) == string(appendPayload(nil, b))
}

func contents(t testing.TB, path string) []byte {
	t.Helper()
	return must.Read(t, path)
}

// moves returns the identities of moves in protocol notation.
func moves(t testing.TB, p core.Position, texts ...string) []core.MoveID {
	t.Helper()
	var ids []core.MoveID
	for _, text := range texts {
		m, err := p.ParseMove(text)
		must.OK(t, err)
		ids = append(ids, m.ID())
		p.Do(m, nil)
	}
	return ids
}

// foolsMate is the shortest game of chess, its first move random.
func foolsMate(t testing.TB) *Game {
	return &Game{
		Index: 7, Random: 1, Moves: moves(t, chess.Rules.Start(core.Settings{}), "f2f3", "e7e5", "g2g4", "d8h4"),
		Scores: []core.Score{80, -300, core.WinIn(1)}, Result: -1, Ending: core.Checkmate,
	}
}
