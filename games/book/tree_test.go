package book

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

// addGame adds a game from the usual start, its moves separated by spaces.
func addGame(t testing.TB, tree *Tree, moves string, result int8, weight, maxPly int) {
	t.Helper()
	err := tree.AddGames(func(yield func(Played, error) bool) {
		p := tree.rules.Start(tree.settings)
		for text := range strings.FieldsSeq(moves) {
			m, err := p.ParseMove(text)
			if !yield(Played{Position: p, Move: m, Result: result, Weight: weight}, err) {
				return
			}
			p.Do(m, nil)
		}
	}, maxPly)
	must.OK(t, err)
}

func polyglotOf(t testing.TB, tree *Tree, s Selection) []byte {
	t.Helper()
	var out bytes.Buffer
	must.OK(t, tree.WritePolyglot(&out, s))
	return out.Bytes()
}

func yaneuraouOf(t testing.TB, tree *Tree, s Selection) []byte {
	t.Helper()
	var out bytes.Buffer
	must.OK(t, tree.WriteYaneuraOu(&out, s))
	return out.Bytes()
}

func TestPolyglotOfGames(t *testing.T) {
	const italian = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1"
	tests := []struct {
		name string
		add  func(t *testing.T, tree *Tree)
		s    Selection
		at   string // moves before the lookup
		want string
	}{
		{"two points a win, one a draw", func(t *testing.T, tree *Tree) {
			addGame(t, tree, "e2e4", 1, 0, 0)
			addGame(t, tree, "e2e4", 0, 0, 0)
			addGame(t, tree, "d2d4", 0, 0, 0)
			addGame(t, tree, "c2c4", -1, 0, 0)
		}, Selection{}, "", "e2e4*3 d2d4*1"},
		{"games without a result", func(t *testing.T, tree *Tree) {
			p := position(t, chess.Rules, "")
			m, _ := p.ParseMove("e2e4")
			must.OK(t, tree.Add(Played{Position: p, Move: m, Result: 1, Unknown: true, Weight: 7}))
		}, Selection{}, "", "e2e4*7"},
		{"moves that always lost", func(t *testing.T, tree *Tree) { addGame(t, tree, "e2e4", -1, 0, 0) }, Selection{Losing: true}, "", "e2e4*0"},
		{"Black's view", func(t *testing.T, tree *Tree) { addGame(t, tree, italian, -1, 0, 0) }, Selection{}, "e2e4", "e7e5*2"},
		{"castling", func(t *testing.T, tree *Tree) { addGame(t, tree, italian, 1, 0, 0) }, Selection{}, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5", "e1g1*2"},
		{"games that count often", func(t *testing.T, tree *Tree) {
			addGame(t, tree, "e2e4", 1, 5, 0)
			addGame(t, tree, "d2d4", 1, 2, 0)
		}, Selection{}, "", "e2e4*10 d2d4*4"},
		{"weights beyond 16 bits", func(t *testing.T, tree *Tree) {
			addGame(t, tree, "e2e4", 1, 1_000_000, 0)
			addGame(t, tree, "d2d4", 1, 500_000, 0)
			addGame(t, tree, "c2c4", 0, 1, 0)
		}, Selection{}, "", "e2e4*65535 d2d4*32767 c2c4*1"},
		{"rare moves", func(t *testing.T, tree *Tree) {
			addGame(t, tree, "e2e4 e7e5", 1, 5, 0)
			addGame(t, tree, "d2d4 d7d5", 1, 4, 0)
		}, Selection{MinCount: 5}, "", "e2e4*10"},
		{"the last ply that is written", func(t *testing.T, tree *Tree) { addGame(t, tree, "e2e4 e7e5 g1f3", 0, 0, 0) }, Selection{MaxPly: 2}, "e2e4", "e7e5*1"},
		{"beyond it", func(t *testing.T, tree *Tree) { addGame(t, tree, "e2e4 e7e5 g1f3", 0, 0, 0) }, Selection{MaxPly: 2}, "e2e4 e7e5", ""},
		{"beyond what was added", func(t *testing.T, tree *Tree) { addGame(t, tree, "e2e4 e7e5 g1f3", 0, 0, 2) }, Selection{}, "e2e4 e7e5", ""},
		{"transpositions meet", func(t *testing.T, tree *Tree) {
			addGame(t, tree, "d2d4 d7d5 c2c4 e7e6 b1c3", 1, 0, 0)
			addGame(t, tree, "c2c4 e7e6 d2d4 d7d5 g1f3", 0, 0, 0)
		}, Selection{}, "d2d4 e7e6 c2c4 d7d5", "b1c3*2 g1f3*1"},
		{"scores without games", func(t *testing.T, tree *Tree) {
			score(t, tree, "e2e4", 6, 9)
			score(t, tree, "d2d4", 3, 9)
			score(t, tree, "c2c4", 0, 9)
		}, Selection{}, "", "e2e4*1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tree := NewTree(chess.Rules, core.Settings{})
			test.add(t, tree)
			file := polyglotOf(t, tree, test.s)
			p := position(t, chess.Rules, "", strings.Fields(test.at)...)
			if len(file) == 0 {
				t.Fatal("nothing was written")
			}
			moves, err := openBytes(t, file, Options{}).Moves(p, nil)
			if got := describe(p, moves); got != test.want || err != nil {
				t.Errorf("%s, %v, want %s", got, err, test.want)
			}
		})
	}
}

func TestYaneuraOuOfGames(t *testing.T) {
	tree := NewTree(shogi.Rules, core.Settings{})
	addGame(t, tree, "7g7f 3c3d 2g2f", 1, 0, 0)
	addGame(t, tree, "7g7f 8c8d", -1, 2, 0)
	addGame(t, tree, "2g2f 3c3d 7g7f 4c4d", 0, 0, 0)
	score(t, tree, "2g2f", 33, 12)
	const want = `#YANEURAOU-DB2016 1.00
sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL w - 4
4c4d none 0 0 1
sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3
2g2f 4c4d 0 0 1
sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL b - 3
7g7f 4c4d 0 0 1
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2
8c8d none 0 0 2
3c3d 2g2f 0 0 1
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL w - 2
3c3d 7g7f 0 0 1
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
7g7f 8c8d 0 0 3
2g2f 3c3d 33 12 1
`
	file := yaneuraouOf(t, tree, Selection{})
	if string(file) != want {
		t.Errorf("wrote\n%s", file)
	}
	for _, fly := range []bool{false, true} {
		p := shogiStart(t)
		moves, err := openBytes(t, file, Options{OnTheFly: fly}).Moves(p, nil)
		if got := describe(p, moves); got != "7g7f*3>8c8d 2g2f*1=33/12>3c3d" || err != nil {
			t.Errorf("%s, %v", got, err)
		}
	}
	again := NewTree(shogi.Rules, core.Settings{})
	must.OK(t, again.Read(openBytes(t, file, Options{})))
	if second := yaneuraouOf(t, again, Selection{}); !bytes.Equal(second, file) {
		t.Errorf("read and written again\n%s", second)
	}
	if short := yaneuraouOf(t, tree, Selection{MinCount: 2, MaxPly: 1}); strings.Count(string(short), "\n") != 3 || !bytes.Contains(short, []byte("7g7f 8c8d 0 0 3")) {
		t.Errorf("selected\n%s", short)
	}
}

// randomGames adds games of random moves in some order.
func randomGames(t testing.TB, rules core.Rules, order []int) *Tree {
	tree := NewTree(rules, core.Settings{})
	list := new(core.MoveList)
	for _, game := range order {
		random := rand.New(rand.NewPCG(uint64(game), 1))
		p := rules.Start(core.Settings{})
		for range 20 {
			list.Clear()
			if p.Generate(core.AllMoves, list); list.N == 0 || p.Verdict().Over() {
				break
			}
			m := list.Moves[random.IntN(min(list.N, 3))]
			must.OK(t, tree.Add(Played{Position: p, Move: m, Result: int8(game%3 - 1), Unknown: game%7 == 0}))
			p.Do(m, nil)
		}
	}
	return tree
}

// Equal games make equal files, in whatever order they come.
func TestFilesAreReproducible(t *testing.T) {
	order := rand.New(rand.NewPCG(1, 1)).Perm(200)
	sorted := slices.Sorted(slices.Values(order))
	a := polyglotOf(t, randomGames(t, chess.Rules, order), Selection{})
	b := polyglotOf(t, randomGames(t, chess.Rules, sorted), Selection{})
	if !bytes.Equal(a, b) || len(a) < 1000 {
		t.Errorf("Polyglot: %d and %d bytes differ", len(a), len(b))
	}
	a = yaneuraouOf(t, randomGames(t, shogi.Rules, order), Selection{})
	b = yaneuraouOf(t, randomGames(t, shogi.Rules, sorted), Selection{})
	if !bytes.Equal(a, b) || len(a) < 1000 {
		t.Errorf("YaneuraOu: %d and %d bytes differ", len(a), len(b))
	}
}

// What a tree knows is what its files know.
func TestFilesHaveTheTree(t *testing.T) {
	for _, rules := range []core.Rules{chess.Rules, shogi.Rules} {
		tree := randomGames(t, rules, []int{1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13})
		write := polyglotOf
		if rules.Name == shogi.Rules.Name {
			write = yaneuraouOf
		}
		file := openBytes(t, write(t, tree, Selection{Losing: true}), Options{Game: rules.Name})
		for i := range tree.nodes {
			p, err := tree.position(&tree.nodes[i])
			must.OK(t, err)
			a, errA := tree.Moves(p, nil)
			b, errB := file.Moves(p, nil)
			if errA != nil || errB != nil || len(a) != len(b) {
				t.Fatalf("%s: %v, %v; %v, %v", p, a, errA, b, errB)
			}
			for _, m := range a {
				found := slices.IndexFunc(b, func(other Move) bool { return other.Move == m.Move })
				if found < 0 {
					t.Fatalf("%s: %s is missing", p, p.FormatMove(m.Move))
				}
				if want := b[found]; rules.Name == chess.Rules.Name && want.Weight != m.Weight || rules.Name != chess.Rules.Name && (want.Count != m.Count || want.Reply != m.Reply) {
					t.Errorf("%s: %+v, want %+v", p, m, want)
				}
			}
		}
	}
}

// Moves that are not legal are named when the rest has been read.
func TestReadIgnoresIllegalMoves(t *testing.T) {
	file := []byte("sfen " + shogi.StartSFEN + "\n7g7e none\n7g7f none\n2g2e none\n")
	tree := NewTree(shogi.Rules, core.Settings{})
	err := tree.Read(openBytes(t, file, Options{}))
	var illegal *IllegalMovesError
	if !errors.As(err, &illegal) || illegal.Count != 2 || illegal.First != `"7g7e"` || illegal.Position != shogi.StartSFEN {
		t.Errorf("error %v", err)
	}
	if got := lookup(t, tree, ""); got != "7g7f*1" {
		t.Errorf("read %s", got)
	}
	err = tree.Read(openBytes(t, []byte("sfen nonsense b - 1\n7g7f none\n"), Options{}))
	must.Say(t, err, `test: position "nonsense b -": sfen: `)
}

func TestTreeErrors(t *testing.T) {
	tree := NewTree(chess.Rules, core.Settings{})
	p, s := position(t, chess.Rules, ""), shogiStart(t)
	e4, _ := p.ParseMove("e2e4")
	after := position(t, chess.Rules, "", "e2e4")
	drop, _ := s.ParseMove("7g7f")
	polyglotBook := openBytes(t, records(record{key: 1}), Options{})
	tests := []struct {
		name string
		err  error
		want string
	}{
		{"an illegal move", tree.Add(Played{Position: after, Move: e4}), "a move is not legal in rnbqkbnr"},
		{"no move", tree.Add(Played{Position: p}), "a move is not legal"},
		{"another game", tree.Add(Played{Position: s, Move: drop}), "a position of shogi does not belong in a tree of chess"},
		{"a score of nothing", tree.Score(p, e4, core.NoScore, 1), "the score 32002 of the move e2e4 is out of range"},
		{"Polyglot of shogi", NewTree(shogi.Rules, core.Settings{}).WritePolyglot(nil, Selection{}), "a book of shogi cannot be written"},
		{"YaneuraOu of chess", tree.WriteYaneuraOu(nil, Selection{}), "a book of chess cannot be written"},
		{"reading Polyglot", tree.Read(polyglotBook), "test: the positions of a Polyglot book cannot be read"},
		{"an iterator that fails", tree.AddGames(func(yield func(Played, error) bool) { yield(Played{}, fmt.Errorf("broken")) }, 0), "broken"},
		{"merging formats", MergeYaneuraOu(nil, polyglotBook), "test: is no book of YaneuraOu"},
		{"merging games", MergePolyglot(nil, openBytes(t, []byte("sfen x b - 1\n"), Options{})), "test: is no Polyglot book"},
	}
	for _, test := range tests {
		if test.err == nil || !strings.Contains(test.err.Error(), test.want) {
			t.Errorf("%s: error %v, want %s", test.name, test.err, test.want)
		}
	}
	if tree.Len() != 0 {
		t.Errorf("%d positions were added by mistake", tree.Len())
	}
}

// score adds the score of the last of some moves from the usual start.
func score(t testing.TB, tree *Tree, moves string, s core.Score, depth int) {
	t.Helper()
	all := strings.Fields(moves)
	p := position(t, tree.rules, "", all[:len(all)-1]...)
	m, err := p.ParseMove(all[len(all)-1])
	must.OK(t, err)
	must.OK(t, tree.Score(p, m, s, depth))
}

func lookup(t testing.TB, tree *Tree, moves string) string {
	t.Helper()
	p := position(t, tree.rules, "", strings.Fields(moves)...)
	list, err := tree.Moves(p, nil)
	must.OK(t, err)
	return describe(p, list)
}

func TestBackup(t *testing.T) {
	tree := NewTree(shogi.Rules, core.Settings{})
	score(t, tree, "7g7f", 80, 10)
	score(t, tree, "2g2f", 40, 10)
	score(t, tree, "7g7f 3c3d", -20, 12)
	score(t, tree, "7g7f 8c8d", -70, 12)
	score(t, tree, "2g2f 8c8d", -45, 11)
	score(t, tree, "7g7f 3c3d 2g2f", 25, 14)
	score(t, tree, "7g7f 3c3d 2g2f", 99, 3) // not as deep
	score(t, tree, "2g2f 3c3d", -90, 11)
	if got, want := lookup(t, tree, "7g7f 3c3d"), "2g2f*1=25/14"; got != want {
		t.Errorf("before: %s, want %s", got, want)
	}
	tree.Backup(0)
	// 7g7f 3c3d 2g2f and 2g2f 3c3d 7g7f are the same, but nobody played the latter.
	for _, test := range []struct{ moves, want string }{
		{"", "2g2f*1=45/12>8c8d 7g7f*1=25/16>3c3d"},
		{"7g7f", "3c3d*1=-25/15>2g2f 8c8d*1=-70/12"},
		{"2g2f", "8c8d*1=-45/11 3c3d*1=-90/11"},
	} {
		if got := lookup(t, tree, test.moves); got != test.want {
			t.Errorf("after %q: %s, want %s", test.moves, got, test.want)
		}
	}
	addGame(t, tree, "2g2f 3c3d 6g6f", 0, 0, 0) // so that the position is no leaf
	if n, err := tree.Join(); n != 1 || err != nil {
		t.Errorf("%d moves join, %v", n, err)
	}
	tree.Backup(0)
	for _, test := range []struct{ moves, want string }{
		{"2g2f 3c3d", "7g7f*1=25/14 6g6f*1"},
		{"2g2f", "3c3d*1=-25/15>7g7f 8c8d*1=-45/11"},
		{"", "2g2f*1=25/16>3c3d 7g7f*1=25/16>3c3d"},
	} {
		got := lookup(t, tree, test.moves)
		if got != test.want {
			t.Errorf("joined, after %q: %s, want %s", test.moves, got, test.want)
		}
	}
	if n, err := tree.Join(); n != 0 || err != nil {
		t.Errorf("%d moves join again, %v", n, err)
	}
}

// Repetition is a draw, and of the value that a draw has.
func TestBackupOfRepetitions(t *testing.T) {
	tests := []struct {
		name string
		draw core.Score
		want string
	}{
		{"Black has better than a draw", 0, "g1f3*1=-10/6>d7d5 e2e4*1=-30/5"},
		{"even more so", 15, "g1f3*1=-10/6>d7d5 e2e4*1=-30/5"},
		{"a draw is best for both", -20, "g1f3*1=-20/9999>g8f6 e2e4*1=-30/5"},
		{"White has better than a draw, at once or after a repetition", -60, "e2e4*1=-30/5 g1f3*1=-30/9>g8f6"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tree := NewTree(chess.Rules, core.Settings{})
			addGame(t, tree, "g1f3 g8f6 f3g1 f6g8", 0, 0, 0)
			score(t, tree, "e2e4", -30, 5)
			score(t, tree, "g1f3 d7d5", 10, 5)
			tree.Backup(test.draw)
			if got := lookup(t, tree, ""); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}

// A side that gives check all the time loses in shogi, and has to do something else.
func TestBackupOfPerpetualCheck(t *testing.T) {
	const text = "8k/9/9/9/9/9/9/9/K6R1 b - 1"
	tree := NewTree(shogi.Rules, core.Settings{})
	p := position(t, shogi.Rules, text)
	for _, move := range []string{"2i1i", "1a2a", "1i2i", "2a1a"} {
		m, err := p.ParseMove(move)
		if err == nil {
			err = tree.Add(Played{Position: p, Move: m})
		}
		must.OK(t, err)
		p.Do(m, nil)
	}
	p = position(t, shogi.Rules, text)
	m, _ := p.ParseMove("9i9h")
	must.OK(t, tree.Score(p, m, -300, 4))
	tree.Backup(0)
	moves, err := tree.Moves(p, nil)
	if got, want := describe(p, moves), "2i1i*1=-300/9999>1a2a 9i9h*1=-300/4"; got != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}

// Of equal scores, the better side takes the one that is nearer, the worse one does not.
func TestBackupPrefers(t *testing.T) {
	for _, test := range []struct {
		score core.Score
		want  string
	}{
		{40, "e2e4*1=40/5 d2d4*1=40/5>d7d5"},
		{-40, "d2d4*1=-40/5>d7d5 e2e4*1=-40/5"},
	} {
		tree := NewTree(chess.Rules, core.Settings{})
		score(t, tree, "e2e4", test.score, 5)
		score(t, tree, "d2d4", test.score, 1)
		score(t, tree, "d2d4 d7d5", -test.score, 4)
		tree.Backup(0)
		if got := lookup(t, tree, ""); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}

// A draw by the rules counts like a repetition, and a mate that a search saw is as far away
// as it said.
func TestBackupOfDrawsAndMates(t *testing.T) {
	tree := NewTree(chess.Rules, core.Settings{})
	p := position(t, chess.Rules, "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1")
	for text, s := range map[string]core.Score{"e1d2": core.NoScore, "e1d1": core.LossIn(6), "e1e2": core.NoScore, "e1f2": core.WinIn(7)} {
		m, err := p.ParseMove(text)
		if err == nil && s == core.NoScore {
			err = tree.Add(Played{Position: p, Move: m})
		} else if err == nil {
			err = tree.Score(p, m, s, 9)
		}
		must.OK(t, err)
	}
	tree.Backup(-33)
	moves, err := tree.Moves(p, nil)
	want := fmt.Sprintf("e1f2*1=%d/9 e1d2*1=-33/1 e1d1*1=%d/9 e1e2*1", core.WinIn(7), core.LossIn(6))
	if got := describe(p, moves); got != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}

// Mates are known by the rules.
func TestBackupOfMates(t *testing.T) {
	tree := NewTree(chess.Rules, core.Settings{})
	addGame(t, tree, "f2f3 e7e5 g2g4 d8h4", -1, 0, 0)
	score(t, tree, "f2f3 e7e5 e2e4", -50, 8)
	score(t, tree, "f2f3 e7e5 g2g4 d7d5", 400, 8)
	tree.Backup(0)
	if got, want := lookup(t, tree, "f2f3 e7e5 g2g4"), fmt.Sprintf("d8h4*2=%d/1 d7d5*1=400/8", core.WinIn(1)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := lookup(t, tree, "f2f3 e7e5"), fmt.Sprintf("e2e4*1=-50/8 g2g4*0=%d/2>d8h4", core.LossIn(2)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestMergePolyglot(t *testing.T) {
	a := records(record{1, 10, 5, 0}, record{1, 11, 3, 7}, record{5, 10, 1, 0})
	b := records(record{1, 11, 4, 9}, record{2, 10, 60000, 0}, record{5, 10, 1, 8}, record{9, 1, 1, 0})
	c := records(record{2, 10, 60000, 0}, record{2, 11, 12000, 0})
	want := records(record{1, 11, 7, 7}, record{1, 10, 5, 0}, record{2, 10, 65535, 0}, record{2, 11, 6553, 0}, record{5, 10, 2, 8}, record{9, 1, 1, 0})
	var out bytes.Buffer
	err := MergePolyglot(&out, openBytes(t, a, Options{}), openBytes(t, b, Options{}), openBytes(t, c, Options{}))
	if err != nil || !bytes.Equal(out.Bytes(), want) {
		t.Errorf("%x, %v, want %x", out.Bytes(), err, want)
	}
	broken := openBytes(t, records(record{key: 1}, record{key: 2}, record{key: 3}), Options{}).(*polyglot)
	broken.r = bytes.NewReader(records(record{key: 1}, record{key: 3}, record{key: 2}))
	must.Say(t, MergePolyglot(&out, broken), "test: is corrupt: the records are not sorted near byte 32")
}

func TestMergeYaneuraOu(t *testing.T) {
	const (
		a = "sfen a b - 9\n7g7f 3c3d 10 8 2\n2g2f none\nsfen c b - 1\n7g7f 3c3d 1 1 1\nsfen d b - 1\n2g2f 3c3d 9 1\n"
		b = "sfen a b - 3\n7g7f none 20 5 1\n6g6f none 7 7 9\nsfen b b - 1\n# nothing\nsfen b b P 1\n7g7f 3c3d\n"
		c = "sfen c b - 4\n7g7f 8c8d 5 1 1\nsfen d b - 2\n2g2f none 3 2\nsfen a b - 5\n2g2f 3c3d 4 4\n"
		// The third file is not sorted.
		want = yaneuraouHeader + "\nsfen a b - 3\n6g6f none 7 7 9\n7g7f 3c3d 10 8 3\n2g2f 3c3d 4 4 2\n" +
			"sfen b b P 1\n7g7f 3c3d 0 0 1\nsfen c b - 1\n7g7f 8c8d 5 1 2\nsfen d b - 1\n2g2f 3c3d 3 2 2\n"
	)
	for _, fly := range []bool{false, true} {
		var books []Book
		for _, text := range []string{a, b, c} {
			books = append(books, openBytes(t, []byte(text), Options{OnTheFly: fly}))
		}
		if fly != books[0].Info().OnTheFly || books[2].Info().OnTheFly {
			t.Fatal("not opened as expected")
		}
		var out bytes.Buffer
		if err := MergeYaneuraOu(&out, books...); err != nil || out.String() != want {
			t.Errorf("%v, wrote\n%s", err, out.Bytes())
		}
	}
	// A merge of one book is that book, sorted, however it is read.
	file, _ := synthetic(300, "\n")
	var sums []string
	for _, o := range []Options{{}, {OnTheFly: true}} {
		var out bytes.Buffer
		must.OK(t, MergeYaneuraOu(&out, openBytes(t, file, o)))
		sums = append(sums, out.String())
	}
	if sums[0] != sums[1] || len(sums[0]) < 10_000 {
		t.Errorf("merged %d bytes loaded, %d on the fly", len(sums[0]), len(sums[1]))
	}
}

// Books of games merge into the book of all games, where no count is cut.
func TestMergeOfGames(t *testing.T) {
	all, some, others := []int{1, 2, 3, 4, 5, 6, 8, 9}, []int{1, 2, 3, 4}, []int{5, 6, 8, 9}
	open := func(file []byte) Book { return openBytes(t, file, Options{}) }
	var out bytes.Buffer
	losing := Selection{Losing: true}
	err := MergePolyglot(&out, open(polyglotOf(t, randomGames(t, chess.Rules, some), losing)), open(polyglotOf(t, randomGames(t, chess.Rules, others), losing)))
	if want := polyglotOf(t, randomGames(t, chess.Rules, all), losing); err != nil || !bytes.Equal(out.Bytes(), want) {
		t.Errorf("Polyglot: %d bytes, %v, want %d", out.Len(), err, len(want))
	}
}

func TestReply(t *testing.T) {
	tree := NewTree(chess.Rules, core.Settings{})
	addGame(t, tree, "e2e4 e7e5 g1f3", 1, 0, 0)
	p := position(t, chess.Rules, "")
	b := openBytes(t, polyglotOf(t, tree, Selection{Losing: true}), Options{})
	moves, err := b.Moves(p, nil)
	if err != nil || len(moves) != 1 {
		t.Fatal(moves, err)
	}
	if moves[0].Reply != core.NoMove {
		t.Error("a Polyglot book has no replies")
	}
	after := position(t, chess.Rules, "", "e2e4")
	if reply := Reply(b, p, moves[0]); after.FormatMove(reply) != "e7e5" {
		t.Errorf("reply %s", after.FormatMove(reply))
	}
	end := position(t, chess.Rules, "", "e2e4", "e7e5")
	moves, _ = b.Moves(end, nil)
	if reply := Reply(b, end, moves[0]); reply != core.NoMove {
		t.Errorf("reply %v at the end of the book", reply)
	}
}
