package record

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

// readAll returns the games of a text, and the faults as text.
func readAll(t testing.TB, text string, hint Hint) (games []*Game, faults []string) {
	t.Helper()
	for g, err := range NewReader(strings.NewReader(text), hint).All() {
		var fault *Error
		switch {
		case errors.As(err, &fault):
			faults = append(faults, err.Error())
		case err != nil:
			t.Fatal(err)
		default:
			games = append(games, g)
		}
	}
	return games, faults
}

// readOne returns the only game of a text.
func readOne(t testing.TB, text string, hint Hint) *Game {
	t.Helper()
	games, faults := readAll(t, text, hint)
	if len(games) != 1 || len(faults) > 0 {
		t.Fatalf("%d games, faults %q in\n%s", len(games), faults, text)
	}
	return games[0]
}

// write returns a game in a format.
func write(t testing.TB, g *Game, f Format, o Options) string {
	t.Helper()
	var out strings.Builder
	must.OK(t, Write(&out, g, f, o))
	return out.String()
}

// mainLine returns the moves of the main line in protocol notation.
func mainLine(t testing.TB, g *Game) string {
	t.Helper()
	var moves []string
	if err := g.Replay(func(p core.Position, n *Node) bool {
		moves = append(moves, p.FormatMove(n.Move))
		return true
	}); err != nil {
		t.Fatal(err)
	}
	return strings.Join(moves, " ")
}

// tree returns all that a tree holds, one node a line. The fields that a format lacks are
// left out: "time" in KI2, for instance.
func tree(g *Game, without ...string) string {
	var out strings.Builder
	keep := func(name string, value any) {
		if !slices.Contains(without, name) {
			fmt.Fprintf(&out, " %s=%v", name, value)
		}
	}
	var visit func(n *Node, depth int)
	visit = func(n *Node, depth int) {
		fmt.Fprintf(&out, "%d: move=%d", depth, n.Move)
		keep("terminal", n.Terminal)
		keep("nags", n.NAGs)
		comments := n.Comments
		if !g.isChess() { // several comments become one
			comments = []string{strings.Join(n.Comments, "\n")}
		}
		keep("before", fmt.Sprintf("%q", n.Before))
		keep("comments", fmt.Sprintf("%q", comments))
		keep("remarks", fmt.Sprintf("%q", n.Remarks))
		keep("bookmark", n.Bookmark)
		keep("time", fmt.Sprint(n.Spent, n.Clock))
		keep("eval", evalText(n.Eval))
		out.WriteByte('\n')
		for _, c := range n.Children {
			visit(c, depth+1)
		}
	}
	visit(g.Root, 0)
	return out.String()
}

// sameTree reports where two trees differ.
func sameTree(t testing.TB, got, want *Game, without ...string) {
	t.Helper()
	a, b := strings.Split(tree(got, without...), "\n"), strings.Split(tree(want, without...), "\n")
	for i := range max(len(a), len(b)) {
		switch {
		case i >= len(a) || i >= len(b):
			t.Fatalf("%d nodes, want %d", len(a), len(b))
		case a[i] != b[i]:
			t.Fatalf("node %d is\n%s\nwant\n%s", i, a[i], b[i])
		}
	}
}

func evalText(e *Eval) string {
	if e == nil {
		return "none"
	}
	return fmt.Sprint(e.Score, e.Depth, e.Nodes)
}

// randomGame returns a game with a random tree and random annotations.
func randomGame(t testing.TB, rules core.Rules, start string, s core.Settings, plies int, rng *rand.Rand) *Game {
	t.Helper()
	g, err := NewGame(rules, start, s)
	must.OK(t, err)
	g.SetPlayer(core.First, "Ada \"A\" \\ Ö.")
	g.SetPlayer(core.Second, "ベン")
	g.Tags.Set(TagEvent, "An event")
	g.Root.Comments = []string{"before it began"}
	p, _ := g.Position()
	grow(p, g.Root, plies, 3, rng)
	g.Result = Result(rng.IntN(4))
	if g.isShogi() {
		g.Result = Unfinished
	}
	return g
}

// grow adds a random line to n, whose position is p, with variations.
func grow(p core.Position, n *Node, plies, depth int, rng *rand.Rand) {
	played := 0
	for range plies {
		m := randomMove(p, rng)
		if m == core.NoMove {
			break
		}
		first := n.Add(m)
		annotate(p, first, rng)
		for depth > 0 && rng.IntN(8) == 0 {
			v := randomMove(p, rng)
			variation := n.Add(v)
			annotate(p, variation, rng)
			if rng.IntN(3) == 0 {
				variation.Before = []string{"instead"}
			}
			p.Do(v, nil)
			grow(p, variation, rng.IntN(6), depth-1, rng)
			p.Undo()
		}
		p.Do(m, nil)
		played++
		n = first
	}
	if p.GameInfo().Name == shogi.Rules.Name && rng.IntN(2) == 0 {
		end := &Node{Terminal: Resigns + Terminal(rng.IntN(int(LosesByFoul-Resigns)+1))}
		if rng.IntN(2) == 0 {
			end.Comments = []string{"the end"}
		}
		n.Children = append(n.Children, end)
	}
	for range played {
		p.Undo()
	}
}

func annotate(p core.Position, n *Node, rng *rand.Rand) {
	if rng.IntN(4) == 0 {
		n.Comments = []string{"a comment, 日本語\nof two lines"}
	}
	if p.GameInfo().Name == chess.Rules.Name {
		if rng.IntN(4) == 0 {
			n.NAGs = []int{rng.IntN(256)}
		}
		if rng.IntN(4) == 0 {
			n.Clock = Known(time.Duration(rng.IntN(1e8)) * time.Millisecond)
		}
		if rng.IntN(4) == 0 {
			n.Eval = &Eval{Score: core.Score(rng.IntN(2000) - 1000), Depth: rng.IntN(30)}
		}
		return
	}
	if rng.IntN(2) == 0 {
		n.Spent = Known(time.Duration(rng.IntN(4000)) * time.Second)
	}
	if rng.IntN(8) == 0 {
		n.Bookmark = "しおり"
	}
	if rng.IntN(4) == 0 {
		n.Eval = &Eval{Score: core.Score(rng.IntN(2000) - 1000)}
	}
}

// randomMove returns a random legal move, rare kinds of move preferred.
func randomMove(p core.Position, rng *rand.Rand) core.Move {
	var list core.MoveList
	p.Generate(core.AllMoves, &list)
	moves := list.Slice()
	if len(moves) == 0 {
		return core.NoMove
	}
	var rare []core.Move
	for _, m := range moves {
		if m.IsCastling() || m.IsEnPassant() || m.IsPromotion() || m.IsDrop() {
			rare = append(rare, m)
		}
	}
	if len(rare) > 0 && rng.IntN(2) == 0 {
		moves = rare
	}
	return moves[rng.IntN(len(moves))]
}

// start opens a position; an empty text is the usual one.
func start(t testing.TB, rules core.Rules, text string, s core.Settings) core.Position {
	t.Helper()
	if text == "" {
		return rules.Start(s)
	}
	p, err := rules.Parse(text, s)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

func legalMoves(p core.Position) []core.Move {
	var list core.MoveList
	p.Generate(core.AllMoves, &list)
	return list.Slice()
}
