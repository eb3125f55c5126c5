package deepen_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/deepen"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/games/book"
	"github.com/nitoryu/nitoryu/tests/must"
)

// oracle is an engine whose scores follow from the position alone.
type oracle struct{ fail func(position string) error }

func (oracle) NewGame(context.Context) error { return nil }
func (oracle) Close() error                  { return nil }
func number(words ...string) (n core.Score)  { return core.Score(sum(words...) % 101) }
func sum(words ...string) uint32 {
	h := fnv.New32a()
	fmt.Fprint(h, words)
	return h.Sum32()
}

func (o oracle) Search(ctx context.Context, p *nitoryu.Position, l nitoryu.Limits) (*nitoryu.Search, error) {
	text := p.String()
	if o.fail != nil {
		if err := o.fail(text); err != nil {
			return nil, err
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	moves := p.Legal()
	slices.Sort(moves)
	r := nitoryu.Result{Best: moves[0]}
	base := nitoryu.Score(number(text)) - 50
	for i := range min(l.Lines, len(moves)) {
		r.Lines = append(r.Lines, nitoryu.Line{Rank: i + 1, Depth: 5, Score: base - nitoryu.Score(10*i), Moves: moves[i : i+1], Nodes: 7})
	}
	// Bounds, which a program may tell last, are not believed.
	r.Lines = append(r.Lines, nitoryu.Line{Rank: 9, Bound: nitoryu.AtLeast, Score: 999, Moves: []nitoryu.Move{"nonsense"}})
	search, report := nitoryu.NewSearch(func() {}, nil)
	report.Finish(r, nil)
	return search, nil
}

// config returns a run and where its searches go.
func config(rules core.Rules, positions int) (*deepen.Config, *[]deepen.Search) {
	found := new([]deepen.Search)
	return &deepen.Config{
		Rules: rules, Root: rules.Start(core.Settings{}), Tree: book.NewTree(rules, core.Settings{}),
		Growth: book.Growth{PerPly: 5, Margin: 15, Inner: true}, Limits: nitoryu.Limits{Nodes: 1, Lines: 3}, Threads: 1, Positions: positions,
		Start: func(context.Context) (nitoryu.Searcher, error) { return oracle{}, nil },
		Finished: func(s *deepen.Search, _ deepen.Progress) error {
			*found = append(*found, *s)
			return nil
		},
	}, found
}

// written returns the book of a tree.
func written(t testing.TB, tree *book.Tree) string {
	t.Helper()
	var out bytes.Buffer
	write := tree.WritePolyglot
	if tree.Info().Game == shogi.Rules.Name {
		write = tree.WriteYaneuraOu
	}
	must.OK(t, write(&out, book.Selection{Scored: true, Margin: 15}))
	return out.String()
}

// A run that is interrupted after any search goes on as if it had not been.
func TestResume(t *testing.T) {
	for _, rules := range []core.Rules{chess.Rules, shogi.Rules} {
		t.Run(rules.Name, func(t *testing.T) {
			const positions = 24
			whole, all := config(rules, positions)
			p, err := deepen.Run(t.Context(), whole)
			if err != nil || p.Searches != positions || p.Nodes != 7*positions || p.Positions != whole.Tree.Len() || len(p.Best) == 0 {
				t.Fatalf("error %v, %+v", err, p)
			}
			seen := map[string]bool{}
			for _, s := range *all {
				if seen[s.Position] || len(s.Moves) != 3 || s.Moves[0].Depth != 5 {
					t.Errorf("searched again, or badly: %+v", s)
				}
				seen[s.Position] = true
			}
			for cut := range positions + 1 {
				part, more := config(rules, positions)
				part.Done = slices.Clone((*all)[:cut])
				if _, err := deepen.Run(t.Context(), part); err != nil {
					t.Fatal(err)
				}
				if got := append(part.Done, *more...); fmt.Sprint(got) != fmt.Sprint(*all) {
					t.Errorf("after %d searches the run takes another way", cut)
				}
				if written(t, part.Tree) != written(t, whole.Tree) {
					t.Errorf("after %d searches the book is another", cut)
				}
			}
		})
	}
}

// The same where one look at the book decides on several searches.
func TestResumeWithinABatch(t *testing.T) {
	const positions = 602
	whole, all := config(chess.Rules, positions)
	whole.Growth.Margin = 30
	if _, err := deepen.Run(t.Context(), whole); err != nil {
		t.Fatal(err)
	}
	last := (*all)[positions-1].Known
	if last == positions-1 {
		t.Fatal("there is no batch")
	}
	for _, cut := range []int{last, last + 1, positions - 2} {
		part, more := config(chess.Rules, positions)
		part.Growth.Margin = 30
		part.Done = slices.Clone((*all)[:cut])
		if _, err := deepen.Run(t.Context(), part); err != nil {
			t.Fatal(err)
		}
		if got := append(part.Done, *more...); fmt.Sprint(got) != fmt.Sprint(*all) {
			t.Errorf("after %d searches the run takes another way", cut)
		}
	}
}

func TestThreads(t *testing.T) {
	c, found := config(chess.Rules, 100)
	c.Threads, c.Growth.Margin = 4, 200 // every move: with less, an order of searches may leave none to go on with
	if p, err := deepen.Run(t.Context(), c); err != nil || p.Searches != 100 {
		t.Fatalf("error %v, %+v", err, p)
	}
	seen := map[string]bool{}
	for _, s := range *found {
		if seen[s.Position] {
			t.Errorf("%s was searched twice", s.Position)
		}
		seen[s.Position] = true
	}
}

// Without more positions that are worth it, the run ends by itself.
func TestComplete(t *testing.T) {
	for _, threads := range []int{1, 3} {
		c, _ := config(chess.Rules, 0)
		c.Threads, c.Growth.MaxPly = threads, 2
		p, err := deepen.Run(t.Context(), c)
		if err != nil || p.Searches < 2 || p.Searches > 4 {
			t.Errorf("%d threads: error %v, %+v", threads, err, p)
		}
	}
}

// The last look at the book may find fewer positions than it asks for.
func TestCompleteWithinABatch(t *testing.T) {
	c, found := config(shogi.Rules, 0)
	c.Growth.MaxPly, c.Growth.Margin, c.Limits.Lines = 4, core.Infinite, 7
	p, err := deepen.Run(t.Context(), c)
	if err != nil || p.Searches != len(*found) || p.Searches-(*found)[len(*found)-1].Known > 1 {
		t.Errorf("error %v, %+v", err, p)
	}
	for _, leaf := range c.Tree.Leaves(c.Root, 9, c.Growth) {
		t.Errorf("%s is left", leaf.Position)
	}
}

// Positions are searched side by side as soon as there are some.
func TestSideBySide(t *testing.T) {
	c, _ := config(chess.Rules, 3)
	c.Threads = 2
	root := c.Root.String()
	met := make(chan bool)
	c.Start = func(context.Context) (nitoryu.Searcher, error) {
		return oracle{func(position string) error {
			if position == root {
				return nil
			}
			select {
			case met <- true:
			case <-met:
			case <-time.After(must.Patience):
				return errors.New("nobody else is searching")
			}
			return nil
		}}, nil
	}
	if _, err := deepen.Run(t.Context(), c); err != nil {
		t.Error(err)
	}
}

func TestFailures(t *testing.T) {
	broken := errors.New("broken")
	tests := []struct {
		name   string
		change func(c *deepen.Config, cancel context.CancelFunc)
		want   string
	}{
		{"no engine", func(c *deepen.Config, _ context.CancelFunc) {
			c.Start = func(context.Context) (nitoryu.Searcher, error) { return nil, broken }
		}, "broken"},
		{"an engine that fails", func(c *deepen.Config, _ context.CancelFunc) {
			c.Start = func(context.Context) (nitoryu.Searcher, error) {
				return oracle{func(string) error { return broken }}, nil
			}
		}, "broken"},
		{"a full disk", func(c *deepen.Config, _ context.CancelFunc) {
			c.Finished = func(*deepen.Search, deepen.Progress) error { return broken }
		}, "broken"},
		{"Ctrl-C", func(c *deepen.Config, cancel context.CancelFunc) {
			c.Finished = func(*deepen.Search, deepen.Progress) error { cancel(); return nil }
		}, "context canceled"},
		{"an earlier search of nowhere", func(c *deepen.Config, _ context.CancelFunc) {
			c.Done = []deepen.Search{{Position: "nowhere"}}
		}, "search 1: "},
		{"an illegal move", func(c *deepen.Config, _ context.CancelFunc) {
			c.Done = []deepen.Search{{Position: c.Root.String(), Moves: []deepen.Move{{Move: "e2e5"}}}}
		}, "search 1: "},
		{"a score out of range", func(c *deepen.Config, _ context.CancelFunc) {
			c.Done = []deepen.Search{{Position: c.Root.String(), Moves: []deepen.Move{{Move: "e2e4", Score: 40000}}}}
		}, "search 1: the score 40000"},
		{"a strange number", func(c *deepen.Config, _ context.CancelFunc) {
			c.Done = []deepen.Search{{Position: c.Root.String(), Known: 9}}
		}, "search 1 follows from 9"},
		{"a negative number", func(c *deepen.Config, _ context.CancelFunc) {
			c.Done = []deepen.Search{{Position: c.Root.String(), Known: -1}}
		}, "search 1: -1 known"},
		{"a root of another game", func(c *deepen.Config, _ context.CancelFunc) { c.Root = shogi.Rules.Start(core.Settings{}) }, "shogi"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			c, _ := config(chess.Rules, 10)
			c.Threads = 2
			test.change(c, cancel)
			_, err := deepen.Run(ctx, c)
			must.Say(t, err, test.want)
		})
	}
}

// A draw is worth to each side what the run says.
func TestDraw(t *testing.T) {
	for _, test := range []struct {
		position string
		want     core.Score
	}{{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 30}, {"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", -30}} {
		c, _ := config(chess.Rules, 1)
		c.Root, _ = chess.Rules.Parse(test.position, core.Settings{})
		c.Draw = 30
		got := make(chan core.Score, 1)
		c.Start = func(context.Context) (nitoryu.Searcher, error) { return asked{got: got}, nil }
		if _, err := deepen.Run(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		if draw := <-got; draw != test.want {
			t.Errorf("%s: a draw is worth %d, want %d", test.position, draw, test.want)
		}
	}
}

// asked tells what a draw is worth in its searches.
type asked struct {
	oracle
	got chan core.Score
}

func (a asked) Search(ctx context.Context, p *nitoryu.Position, l nitoryu.Limits) (*nitoryu.Search, error) {
	a.got <- core.Score(l.Draw)
	return a.oracle.Search(ctx, p, l)
}

func Example() {
	rules := chess.Rules
	tree := book.NewTree(rules, core.Settings{})
	p, err := deepen.Run(context.Background(), &deepen.Config{
		Rules: rules, Root: rules.Start(core.Settings{}), Tree: tree,
		Growth: book.Growth{PerPly: 10, Margin: 50, Inner: true},
		Limits: nitoryu.Limits{Nodes: 1000, Lines: 3}, Threads: 1, Positions: 5,
		Start:    func(context.Context) (nitoryu.Searcher, error) { return oracle{}, nil },
		Finished: func(*deepen.Search, deepen.Progress) error { return nil }, // a journal is written here
	})
	fmt.Println(p.Searches, "searches, error", err)
	// Output:
	// 5 searches, error <nil>
}
