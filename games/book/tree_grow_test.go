package book

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// linesTo returns the lines to leaves, with their costs.
func linesTo(t *testing.T, start core.Position, leaves []Leaf) string {
	t.Helper()
	var lines []string
	for _, leaf := range leaves {
		p := start.Clone()
		line := []string{}
		for _, id := range leaf.Line {
			m := p.ValidateMove(id)
			line = append(line, p.FormatMove(m))
			p.Do(m, nil)
		}
		if want := strings.Fields(p.String())[:4]; !slices.Equal(strings.Fields(leaf.Position)[:4], want) {
			t.Errorf("%s does not lead to %s", line, leaf.Position)
		}
		lines = append(lines, fmt.Sprintf("%s:%d", strings.Join(line, " "), leaf.Cost))
	}
	return strings.Join(lines, ", ")
}

func TestGrowth(t *testing.T) {
	// The start is searched, and so is the reply to its best move; 1.f4 is from a game.
	tree := NewTree(chess.Rules, core.Settings{})
	score(t, tree, "e2e4", 30, 8)
	score(t, tree, "d2d4", 20, 8)
	score(t, tree, "h2h4", -40, 8)
	score(t, tree, "e2e4 e7e5", -30, 8)
	score(t, tree, "e2e4 c7c5", -50, 8)
	addGame(t, tree, "d2d4 d7d5 c2c4", 1, 0, 0)
	addGame(t, tree, "f2f4", 1, 0, 0)
	tree.Backup(0)
	all := Growth{PerPly: 5, Margin: core.Infinite}
	tests := []struct {
		name   string
		change func(g *Growth)
		want   string
	}{
		{"leaves alone", func(*Growth) {}, "f2f4:5, e2e4 e7e5:10, d2d4 d7d5 c2c4:25, e2e4 c7c5:30, h2h4:75"},
		{"what no search has seen", func(g *Growth) { g.Inner = true }, "f2f4:5, e2e4 e7e5:10, d2d4:15, e2e4 c7c5:30, h2h4:75"},
		{"a margin", func(g *Growth) { g.Inner, g.Margin = true, 10 }, "f2f4:5, e2e4 e7e5:10, d2d4:15"},
		{"the best moves", func(g *Growth) { g.Inner, g.Margin = true, 0 }, "f2f4:5, e2e4 e7e5:10"},
		{"a ply", func(g *Growth) { g.Inner, g.MaxPly = true, 2 }, "f2f4:5, d2d4:15, h2h4:75"},
		{"a score", func(g *Growth) { g.Inner, g.MaxScore = true, 35 }, "f2f4:5, e2e4 e7e5:10, d2d4:15"},
	}
	start := position(t, chess.Rules, "")
	if first := tree.Leaves(start, 1, all); len(first) != 1 {
		t.Errorf("%d leaves, want 1", len(first))
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := all
			test.change(&g)
			leaves := tree.Leaves(start, 10, g)
			if got := linesTo(t, start, leaves); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
			for _, leaf := range leaves {
				if !strings.HasPrefix(leaf.Position, leaf.Key+" ") {
					t.Errorf("the key of %s is %s", leaf.Position, leaf.Key)
				}
			}
		})
	}
}

// Games that are won, over or searched without a move are no leaves.
func TestNoLeaves(t *testing.T) {
	start := position(t, chess.Rules, "")
	tests := []struct {
		name string
		make func(tree *Tree)
		want string
	}{
		{"nothing", func(*Tree) {}, ""},
		{"planted", func(tree *Tree) { _ = tree.Plant(start) }, ":0"},
		{"searched in vain", func(tree *Tree) { _ = tree.Searched(start) }, ""},
		{"a forced win", func(tree *Tree) { score(t, tree, "e2e4", core.WinIn(5), 8) }, ""},
		{"mate", func(tree *Tree) {
			addGame(t, tree, "f2f3 e7e5 g2g4", 0, 0, 0)
			score(t, tree, "f2f3 e7e5 g2g4 d8h4", core.WinIn(1), 1)
		}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tree := NewTree(chess.Rules, core.Settings{})
			test.make(tree)
			tree.Backup(0)
			if got := linesTo(t, start, tree.Leaves(start, 9, Growth{Margin: core.Infinite})); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
	tree := NewTree(chess.Rules, core.Settings{})
	for name, add := range map[string]func(core.Position) error{"Plant": tree.Plant, "Searched": tree.Searched} {
		if err := add(position(t, shogi.Rules, "")); err == nil || tree.Len() > 0 {
			t.Errorf("%s: a position of another game, error %v", name, err)
		}
	}
}

func TestWeightsOfScores(t *testing.T) {
	tree := NewTree(chess.Rules, core.Settings{})
	score(t, tree, "e2e4", 30, 8)
	score(t, tree, "d2d4", 20, 8)
	score(t, tree, "c2c4", 10, 8)
	score(t, tree, "h2h4", -40, 8)
	addGame(t, tree, "f2f4 e7e5", 1, 0, 0)
	b := openBytes(t, polyglotOf(t, tree, Selection{Scored: true, Margin: 20}), Options{})
	for _, test := range []struct{ position, want string }{
		{"", "e2e4*1000 d2d4*523 c2c4*47"},
		{"rnbqkbnr/pppppppp/8/8/5P2/8/PPPPP1PP/RNBQKBNR b KQkq - 0 1", ""},
	} {
		p := position(t, chess.Rules, test.position)
		moves, err := b.Moves(p, nil)
		if got := describe(p, moves); got != test.want || err != nil {
			t.Errorf("%s, %v, want %s", got, err, test.want)
		}
	}
}

// In a book of shogi the best move comes first, not the one that was played most.
func TestOrderOfScores(t *testing.T) {
	tree := NewTree(shogi.Rules, core.Settings{})
	score(t, tree, "7g7f", 30, 8)
	score(t, tree, "2g2f", 10, 8)
	addGame(t, tree, "2g2f 3c3d", 1, 9, 0)
	for _, test := range []struct {
		scored bool
		start  string
	}{{true, "7g7f 30 0, 2g2f 10 0"}, {false, "2g2f 10 9, 7g7f 30 0"}} {
		text := string(yaneuraouOf(t, tree, Selection{Scored: test.scored}))
		var got []string
		for line := range strings.Lines(text) {
			if words := strings.Fields(line); len(words) == 5 && words[0] != "sfen" {
				got = append(got, fmt.Sprintf("%s %s %s", words[0], words[2], words[4]))
			}
		}
		if all := strings.Join(got, ", "); !strings.Contains(all, test.start) {
			t.Errorf("scored %v: %s\n%s", test.scored, all, text)
		}
		if !strings.Contains(text, "3c3d none") || !strings.Contains(text, " 9\n") {
			t.Errorf("scored %v: the position without scores has no counts\n%s", test.scored, text)
		}
	}
}

func TestFollow(t *testing.T) {
	games := NewTree(chess.Rules, core.Settings{})
	addGame(t, games, "e2e4 e7e5 g1f3 b8c6", 1, 3, 0)
	addGame(t, games, "d2d4 d7d5", 0, 0, 0)
	// A transposition, and a position that the start does not lead to.
	addGame(t, games, "g1f3 b8c6 e2e4 e7e5", 0, 0, 0)
	b := openBytes(t, polyglotOf(t, games, Selection{Losing: true}), Options{})
	for _, test := range []struct {
		maxPly, positions int
		want              string
	}{
		{0, games.Len(), "e2e4*6>e7e5 g1f3*1>b8c6 d2d4*1>d7d5"},
		{1, 4, "e2e4*6 g1f3*1 d2d4*1"},
	} {
		tree := NewTree(chess.Rules, core.Settings{})
		if err := tree.Follow(b, position(t, chess.Rules, ""), test.maxPly); err != nil {
			t.Fatal(err)
		}
		if got := lookup(t, tree, ""); got != test.want || tree.Len() != test.positions {
			t.Errorf("to ply %d: %s, want %s; %d positions, want %d", test.maxPly, got, test.want, tree.Len(), test.positions)
		}
	}
	if err := NewTree(shogi.Rules, core.Settings{}).Follow(b, position(t, shogi.Rules, ""), 0); err == nil {
		t.Error("a book of chess in a tree of shogi")
	}
}

// A book of shogi brings counts, scores and illegal moves.
func TestFollowYaneuraOu(t *testing.T) {
	const file = yaneuraouHeader + "\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n" +
		"7g7f none 40 10 7\n1a1b none 0 0 1\n2g2f none 30 10 2\n"
	start := position(t, shogi.Rules, "")
	tree := NewTree(shogi.Rules, core.Settings{})
	found := new(IllegalMovesError)
	if err := tree.Follow(openBytes(t, []byte(file), Options{}), start, 0); !errors.As(err, &found) || found.Count != 1 {
		t.Errorf("error %v", err)
	}
	moves, err := tree.Moves(start, nil)
	if err != nil || len(moves) != 2 || moves[0].Count != 7 || moves[0].Score != 40 || moves[1].Depth != 10 {
		t.Errorf("error %v, %+v", err, moves)
	}
}

func TestRateOfMoves(t *testing.T) {
	tree := NewTree(chess.Rules, core.Settings{})
	addGame(t, tree, "e2e4", 1, 1, 0)
	addGame(t, tree, "e2e4", -1, 1, 0)
	addGame(t, tree, "d2d4", 0, 1, 0)
	addGame(t, tree, "c2c4", -1, 1, 0)
	score(t, tree, "g1f3", 10, 8) // without results
	for _, test := range []struct{ rate, want int }{{0, 4}, {1, 3}, {50, 3}, {51, 1}} {
		s := Selection{MinRate: test.rate}
		if got := len(s.chosen(&tree.nodes[0])); got != test.want {
			t.Errorf("%d percent: %d moves, want %d", test.rate, got, test.want)
		}
	}
}
