package review_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/tests/must"
)

// player answers with the last legal moves, and with scores that it is told, by ply; others are 0.
type player struct {
	scores map[int]nitoryu.Score
	only   map[int]nitoryu.Score // by ply: the score of every move but its choice
	deaf   bool                  // searches all moves, whatever it is asked
	mute   bool                  // has no move where it may not search all
	asked  []string              // what it was asked: ply, nodes and lines, and of how many moves if not of all; - is a new game
	fail   int                   // the number of the question that fails, from 1; 0: none
	stop   func()                // called then in place of an error
	seen   func(p *nitoryu.Position)
}

var errPlayer = errors.New("the engine is broken")

func (e *player) NewGame(context.Context) error { e.asked = append(e.asked, "-"); return nil }
func (e *player) Close() error                  { return nil }

func (e *player) Search(ctx context.Context, p *nitoryu.Position, l nitoryu.Limits) (*nitoryu.Search, error) {
	asked := fmt.Sprintf("%d:%dx%d", p.Plies(), l.Nodes, l.Lines)
	if len(l.Moves) > 0 {
		asked += fmt.Sprintf("/%d", len(l.Moves))
	}
	e.asked = append(e.asked, asked)
	if e.seen != nil {
		e.seen(p)
	}
	if len(e.asked) == e.fail {
		if e.stop == nil {
			return nil, errPlayer
		}
		e.stop()
	}
	search, report := nitoryu.NewSearch(func() {}, nil)
	legal := p.Legal()
	if len(l.Moves) > 0 && e.mute {
		report.Finish(nitoryu.Result{Nodes: 1}, nil)
		return search, nil
	}
	choice := legal[len(legal)-1]
	if len(l.Moves) > 0 && !e.deaf {
		legal = l.Moves
	}
	slices.Reverse(legal)
	for i, m := range legal[:min(l.Lines, len(legal))] {
		score := e.scores[p.Plies()] - nitoryu.Score(i)
		if worse, ok := e.only[p.Plies()]; ok && m != choice {
			score = worse
		}
		report.Line(nitoryu.Line{Rank: i + 1, Depth: 1, Score: score, Moves: []nitoryu.Move{m}})
	}
	report.Finish(nitoryu.Result{Best: legal[0], Nodes: l.Nodes}, ctx.Err())
	return search, nil
}

// All moves but the only good one are searched as long as it, once, before it is praised.
func TestTheOnlyMoveIsConfirmed(t *testing.T) {
	const first = "- 4:100x1 3:100x1 2:100x1 1:100x1 0:100x1 4:25x4 3:25x4 2:25x4 1:25x4 0:25x4 - 0:800x1 "
	for _, test := range []struct {
		name   string
		player player
		want   string
	}{
		{"it knows which moves it may search", player{}, first + "0:800x1/19"},
		{"it has no move then", player{mute: true}, first + "0:800x1/19 0:200x4"},
		{"it does not know", player{deaf: true}, first + "0:800x1/19 0:200x4"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, err := nitoryu.NewGame(nitoryu.Setup{})
			must.OK(t, err)
			for range 4 {
				legal := g.Position().Legal()
				must.OK(t, g.Play(legal[len(legal)-1]))
			}
			e := &test.player
			e.only = map[int]nitoryu.Score{0: -200}
			r, err := review.Run(t.Context(), e, g, review.Options{Limits: nitoryu.Limits{Nodes: 100}, Standard: unread(review.OwnStandardOf("chess"))})
			must.OK(t, err)
			if got := strings.Join(e.asked, " "); got != test.want || r.Moves[0].Praise != review.OnlyMove {
				t.Errorf("searched %s\nwant     %s\nit is %q, %s", got, test.want, r.Moves[0].Praise, r.Moves[0].Played)
			}
		})
	}
}

// The same move with another promotion is none of the others.
func TestOthersAreNoPromotionsOfTheSameMove(t *testing.T) {
	p, err := nitoryu.Open(nitoryu.Setup{Position: "8/P7/8/6r1/8/7k/8/N6K w - - 0 1"})
	must.OK(t, err)
	e := &player{}
	if r, err := review.AskWithout(t.Context(), e, p, "a7a8q", nitoryu.Limits{Nodes: 1, Lines: 1}); err != nil || r.Lines[0].First()[:2] != "a1" || !slices.Equal(e.asked, []string{"0:1x1/2"}) {
		t.Errorf("asked %s, error %v, %v", e.asked, err, r.Lines)
	}
}

// gameOf reads a game.
func gameOf(t testing.TB, text string) *nitoryu.Game {
	t.Helper()
	for g, err := range nitoryu.ReadGames(strings.NewReader(text), "") {
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	t.Fatal("there is no game")
	return nil
}

// What is searched, in which order, and how long.
func TestRunSearches(t *testing.T) {
	const long = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *" // two blocks of positions
	of := func(o review.Options) review.Options {
		o.Limits.Nodes, o.Standard = 100, unread(review.OwnStandardOf("chess"))
		return o
	}
	tests := []struct {
		name    string
		text    string
		scores  map[int]nitoryu.Score
		options review.Options
		want    string
	}{
		{"from the last block back", long, nil, of(review.Options{}), "- 10:100x1 9:100x1 8:100x1 10:25x4 9:25x4 8:25x4" +
			" - 7:100x1 6:100x1 5:100x1 4:100x1 3:100x1 2:100x1 1:100x1 0:100x1 7:25x4 6:25x4 5:25x4 4:25x4 3:25x4 2:25x4 1:25x4 0:25x4"},
		{"from a move on", long, nil, of(review.Options{From: 9}), "- 10:100x1 9:100x1 10:25x4 9:25x4"},
		{"beyond the end", "1. e4 *", nil, of(review.Options{From: 9}), "- 1:100x1 1:25x4"},
		{"more lines are asked for last", "1. e4 *", nil, of(review.Options{Limits: nitoryu.Limits{Lines: 6}}), "- 1:100x1 0:100x1 1:25x4 0:25x4 1:25x6 0:25x6"},
		{"who tells one line is asked for no more", "1. e4 *", nil, of(review.Options{OneLine: true}), "- 1:100x1 0:100x1"},
		{
			"what a verdict depends on is searched longer, and moves are compared", "1. e4 e5 2. Nf3 *", map[int]nitoryu.Score{3: 40}, of(review.Options{OneLine: true}),
			"- 3:100x1 2:100x1 1:100x1 0:100x1 - 3:800x1 2:800x1 - - 3:400x1 - 3:400x1 - 0:800x1 - - 1:400x1 - 1:400x1",
		},
		{
			"what is still not clear is compared once more", "1. e4 e5 2. Nf3 *", map[int]nitoryu.Score{3: 90}, of(review.Options{Quality: review.Deep, OneLine: true}),
			"- 3:100x1 2:100x1 1:100x1 0:100x1 - 3:1600x1 2:1600x1 1:1600x1 - - 3:800x1 - 3:800x1 - - 3:3200x1 - 3:3200x1",
		},
		{"or nothing is", "1. e4 e5 2. Nf3 *", map[int]nitoryu.Score{3: 40}, of(review.Options{Quality: review.Once, OneLine: true}), "- 3:100x1 2:100x1 1:100x1 0:100x1"},
		{
			"the rules say what a move comes to that ends the game", "[FEN \"7k/5Q2/8/6K1/8/8/8/8 w - - 0 1\"]\n\n1. Kg6 1/2-1/2", map[int]nitoryu.Score{0: 30}, of(review.Options{OneLine: true}),
			"- 0:100x1 - - 1:400x1 - - 1:1600x1",
		},
		{"there is nothing to search", "[FEN \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\"]\n\n1/2-1/2", nil, of(review.Options{}), ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e := &player{scores: test.scores}
			told := review.Progress{}
			o := test.options
			o.Progress = func(now review.Progress) {
				if now.Done != told.Done+1 || now.Total < now.Done || now.Known != 0 {
					t.Errorf("told %+v after %+v", now, told)
				}
				told = now
			}
			if _, err := review.Run(t.Context(), e, gameOf(t, test.text), o); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(e.asked, " "); got != test.want || told.Done != told.Total {
				t.Errorf("searched %s\nwant     %s\ntold %+v", got, test.want, told)
			}
		})
	}
}

// However many searches told lines of a position, each begins with a move of its own, the best with that of the
// longest search.
func TestRunLines(t *testing.T) {
	r, err := review.Run(t.Context(), &player{scores: map[int]nitoryu.Score{3: 60}}, gameOf(t, "1. e4 e5 2. Nf3 *"), review.Options{Limits: nitoryu.Limits{Lines: 6}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Moves {
		seen := map[nitoryu.Move]bool{}
		for at, l := range r.Moves[i].Before.Lines {
			if seen[l.First()] || l.Rank != at+1 {
				t.Errorf("ply %d: line %d of rank %d begins with %s", i+1, at+1, l.Rank, l.First())
			}
			seen[l.First()] = true
		}
		if len(seen) != 6 {
			t.Errorf("ply %d: %d lines", i+1, len(seen))
		}
	}
}

// Who wins by declaration is asked for a move all the same, which is worth a win.
func TestRunDeclarations(t *testing.T) {
	const enough = "position sfen 4K4/RRG1GGGSS/PPPP5/9/9/9/9/9/4k4 b BBNNL 1 moves N*5h"
	for _, test := range []struct {
		name  string
		text  string
		score nitoryu.Score
		want  nitoryu.Score
	}{
		{"a win", enough, 10, nitoryu.Score(core.TableWinIn(0))},
		{"a mate is more", enough, nitoryu.Score(core.WinIn(5)), nitoryu.Score(core.WinIn(5))},
		{"too few points", strings.Replace(enough, "BBNNL", "N", 1), 10, 10},
	} {
		e := &player{scores: map[int]nitoryu.Score{0: test.score}, seen: func(p *nitoryu.Position) {
			if p.Claim().Over {
				t.Errorf("%s: the engine may declare", test.name)
			}
		}}
		r, err := review.Run(t.Context(), e, gameOf(t, test.text), review.Options{Quality: review.Once})
		if err != nil || r.Moves[0].Before.Lines[0].Score != test.want {
			t.Errorf("%s: error %v, score %v, want %v", test.name, err, r.Moves[0].Before.Lines[0].Score, test.want)
		}
	}
}

// shelf is a memory.
type shelf struct {
	mu       sync.Mutex
	thoughts map[[2]int]review.Thought
}

func (s *shelf) Recall(round, position int) (review.Thought, bool) {
	t, known := s.thoughts[[2]int{round, position}]
	return t, known
}

func (s *shelf) Keep(round, position int, t review.Thought) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.thoughts[[2]int{round, position}] = t
	return nil
}

// What a memory has is not searched again, unless it makes no sense, and whole blocks only.
func TestMemory(t *testing.T) {
	const text = "1. e4 e5 2. Nf3 *"
	scores := map[int]nitoryu.Score{3: 40}
	kept := &shelf{thoughts: map[[2]int]review.Thought{}}
	first := &player{scores: scores}
	o := review.Options{Limits: nitoryu.Limits{Nodes: 100}, Memory: kept, Standard: unread(review.OwnStandardOf("chess"))}
	want, err := review.Run(t.Context(), first, gameOf(t, text), o)
	if err != nil {
		t.Fatal(err)
	}
	const answer, comparison = 0, 2 // rounds
	for _, test := range []struct {
		name   string
		damage func(all map[[2]int]review.Thought)
		asked  int // 4 searches in the first round, each with one for other lines, 2 in the second and 2 comparisons
	}{
		{"all is known", func(map[[2]int]review.Thought) {}, 0},
		{"an answer is missing", func(all map[[2]int]review.Thought) { delete(all, [2]int{answer, 1}) }, 8},
		{"an answer has no lines", func(all map[[2]int]review.Thought) { all[[2]int{answer, 1}] = review.Thought{} }, 8},
		{"a line is not legal", func(all map[[2]int]review.Thought) {
			all[[2]int{answer, 1}] = review.Thought{Answer: nitoryu.Result{Lines: []nitoryu.Line{{Moves: []nitoryu.Move{"e2e4"}}}}}
		}, 8},
		{"there is no such score", func(all map[[2]int]review.Thought) {
			all[[2]int{answer, 1}] = review.Thought{Answer: nitoryu.Result{Lines: []nitoryu.Line{{Score: 99999, Moves: []nitoryu.Move{"e7e5"}}}}}
		}, 8},
		{"other moves were compared", func(all map[[2]int]review.Thought) {
			other := all[[2]int{comparison, 2}]
			other.Compared.Best = "a2a3"
			all[[2]int{comparison, 2}] = other
		}, 2},
		{"an answer stands for a comparison", func(all map[[2]int]review.Thought) { all[[2]int{comparison, 2}] = all[[2]int{answer, 2}] }, 2},
	} {
		all := &shelf{thoughts: map[[2]int]review.Thought{}}
		for place, thought := range kept.thoughts {
			all.thoughts[place] = thought
		}
		test.damage(all.thoughts)
		e := &player{scores: scores}
		o.Memory = all
		r, err := review.Run(t.Context(), e, gameOf(t, text), o)
		searches := 0
		for _, what := range e.asked {
			if what != "-" {
				searches++
			}
		}
		if err != nil || searches != test.asked || fmt.Sprint(r.Moves) != fmt.Sprint(want.Moves) {
			t.Errorf("%s: error %v, %d searches, want %d; moves\n%v\nwant\n%v", test.name, err, searches, test.asked, r.Moves, want.Moves)
		}
		if got, want := fmt.Sprint(all.thoughts), fmt.Sprint(kept.thoughts); got != want {
			t.Errorf("%s: kept\n%s\nwant\n%s", test.name, got, want)
		}
	}
}

// A review ends with the first fault, or with its context.
func TestRunEnds(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	for _, test := range []struct {
		name string
		e    *player
		want error
	}{
		{"a fault", &player{fail: 4}, errPlayer},
		{"a context that is done", &player{fail: 4, stop: stop}, context.Canceled},
	} {
		if _, err := review.Run(ctx, test.e, gameOf(t, "1. e4 e5 2. Nf3 *"), review.Options{}); !errors.Is(err, test.want) || len(test.e.asked) != 4 {
			t.Errorf("%s: error %v, %d questions", test.name, err, len(test.e.asked))
		}
	}
}

// Moves of a side that is not judged are not blamed, and the standard is that of who is asked.
func TestRunJudges(t *testing.T) {
	scores := map[int]nitoryu.Score{1: 100, 2: 100}
	run := func(e nitoryu.Searcher, o review.Options) *review.Game {
		t.Helper()
		o.Quality = review.Once
		r, err := review.Run(t.Context(), e, gameOf(t, "1. f3 e5 *"), o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	whole := run(&player{scores: scores}, review.Options{})
	if whole.Moves[0].Judgement == review.Good || whole.Moves[1].Judgement != review.Blunder {
		t.Errorf("judged %v and %v", whole.Moves[0].Judgement, whole.Moves[1].Judgement)
	}
	if part := run(&player{scores: scores}, review.Options{Unjudged: [2]bool{true, false}}); part.Moves[0].Judgement != review.Unjudged || part.Moves[1].Judgement != review.Blunder {
		t.Errorf("of one side %v and %v", part.Moves[0].Judgement, part.Moves[1].Judgement)
	}
	for _, test := range []struct {
		name string
		want review.Standard
	}{{"Nitoryu", unread(review.OwnStandardOf("chess"))}, {"Nitoryu 1.0", unread(review.OwnStandardOf("chess"))}, {"Nitoryuu", unread(review.StandardOf("chess"))}, {"", unread(review.StandardOf("chess"))}} {
		r := run(named{&player{scores: scores}, test.name}, review.Options{})
		if want := 100 - test.want.Chance(100, 78); r.Chances[1] != want {
			t.Errorf("%q: a chance of %v, want %v", test.name, r.Chances[1], want)
		}
	}
}

// named is a searcher with a name.
type named struct {
	*player
	name string
}

func (n named) Name() string { return n.name }

func TestOptions(t *testing.T) {
	for _, test := range []struct {
		name    string
		options review.Options
		want    [review.Languages]string
	}{
		{"as usual", review.Options{}, [...]string{"60,000 nodes a move, 8 times as much where a verdict depends on it", "一手60,000ノード、要所は8倍"}},
		{"once", review.Options{Quality: review.Once}, [...]string{"200,000 nodes a move", "一手200,000ノード"}},
		{
			"all limits", review.Options{Quality: review.Deep, Limits: nitoryu.Limits{Nodes: 1_234_567, Time: 1_500_000_000, Depth: 9}},
			[...]string{"1,234,567 nodes, 1.5s or depth 9 a move, 16 times as much where a verdict depends on it", "一手1,234,567ノードまたは1.5sまたは深さ9、要所は16倍"},
		},
	} {
		for l, want := range test.want {
			if got := test.options.Describe(review.Language(l)); got != want {
				t.Errorf("%s: %q, want %q", test.name, got, want)
			}
		}
	}
	most := nitoryu.Limits{Nodes: math.MaxUint64, Time: math.MaxInt64, Depth: core.MaxPly - 1}
	if got := (&review.Options{Limits: most}).Verify(); got.Nodes != most.Nodes || got.Time < most.Time/8*8 || got.Depth != most.Depth {
		t.Errorf("what is longer than the longest search has %+v", got)
	}
	for q := range review.Qualities {
		var same review.Quality
		if text, err := q.MarshalText(); err != nil || same.UnmarshalText(text) != nil || same != q {
			t.Errorf("%v is read as %v", q, same)
		}
	}
	if q := review.Deep; q.UnmarshalText([]byte("deeper")) == nil || q != review.Deep {
		t.Errorf("an unknown quality is %v", q)
	}
}
