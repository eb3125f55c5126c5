package book

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

func ExampleRead() {
	file := strings.NewReader("# two openings\nstartpos moves 7g7f 3c3d\n7g7f 8c8d 2g2f\n")
	openings, err := Read(file, "book.txt", shogi.Rules, core.Settings{}, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, o := range openings {
		_, _, p, _ := o.Play(shogi.Rules, core.Settings{})
		fmt.Println(o.Moves, p)
	}
	// Output:
	// [7g7f 3c3d] lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3
	// [7g7f 8c8d] lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3
}

func ExampleOrder() {
	fmt.Println(Order(5, 1, false), Order(5, 1, true))
	// Output: [0 1 2 3 4] [4 0 3 2 1]
}

const (
	sicilian   = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
	frc        = "rkrnbbqn/pppppppp/8/8/8/8/PPPPPPPP/RKR5 w CAca - 0 1"
	shogiStart = "lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3"
)

func TestRead(t *testing.T) {
	moves := func(texts ...string) Opening { return Opening{Moves: texts} }
	type test struct {
		name, file string
		want       []Opening
	}
	chessTests := []test{
		{"FEN", sicilian + "\n" + sicilian, []Opening{{Start: sicilian}, {Start: sicilian}}},
		{"FEN with its word", "fen " + sicilian, []Opening{{Start: sicilian}}},
		{"EPD", strings.TrimSuffix(sicilian, " 0 2") + ` id "sicilian"; fmvn 2;`, []Opening{{Start: sicilian}}},
		{"en passant that means nothing", strings.Replace(sicilian, "- 0", "c6 0", 1), []Opening{{Start: sicilian}}},
		{"the usual start", chess.StartFEN + "\nstartpos\nposition startpos\n", []Opening{{}, {}, {}}},
		{"position", "position fen " + sicilian + " moves g1f3 d7d6", []Opening{{sicilian, []string{"g1f3", "d7d6"}}}},
		{"FEN and moves", sicilian + " moves Nf3", []Opening{{sicilian, []string{"g1f3"}}}},
		{"FEN and no moves", sicilian + " moves", []Opening{{Start: sicilian}}},
		{"startpos and moves", "startpos moves e2e4 c7c5", []Opening{moves("e2e4", "c7c5")}},
		{"moves", "moves e2e4\ne2e4 c7c5", []Opening{moves("e2e4"), moves("e2e4", "c7c5")}},
		{"SAN", "1. e4 c5 2.Nf3 2...d6\nd4", []Opening{moves("e2e4", "c7c5", "g1f3", "d7d6"), moves("d2d4")}},
		{"castling is no number", "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0", []Opening{moves("g1f3", "g8f6", "g2g3", "g7g6", "f1g2", "f8g7", "e1g1")}},
		{"empty lines and comments", "\ufeff\r\n# e5\r\n\r\ne4\r\n  #\r\n", []Opening{moves("e2e4")}},
		{"PGN", "\n[Event \"x\"]\n\n1. e4 {good} c5 (1... e5) *\n\n[FEN \"" + sicilian + "\"]\n2. Nf3 1-0\n",
			[]Opening{moves("e2e4", "c7c5"), {sicilian, []string{"g1f3"}}}},
		{"PGN after a comment", "\ufeff% x\n; y\n1. e4 *", []Opening{moves("e2e4")}},
		{"PGN with a broken variation", "[Event \"x\"]\n1. e4 (1. d5) c5 *", []Opening{moves("e2e4", "c7c5")}},
		{"a tag that ends with a backslash", "[Event \"Club night\"]\n[Source \"D:\\bases\\\"]\n[White \"Engine 7 /Level 6\\\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 1-0\n",
			[]Opening{moves("e2e4", "e7e5", "g1f3")}},
	}
	shogiTests := []test{
		{"SFEN", shogiStart, []Opening{{Start: shogiStart}}},
		{"SFEN with its word", "sfen " + shogiStart, []Opening{{Start: shogiStart}}},
		{"SFEN with operations", shogiStart + " ;id \"x\"", []Opening{{Start: shogiStart}}},
		{"SFEN without a number", strings.TrimSuffix(shogiStart, " 3"), []Opening{{Start: strings.TrimSuffix(shogiStart, "3") + "1"}}},
		{"SFEN and moves", "sfen " + shogiStart + " moves 2g2f", []Opening{{shogiStart, []string{"2g2f"}}}},
		{"position", "position sfen " + shogiStart + " moves 2g2f", []Opening{{shogiStart, []string{"2g2f"}}}},
		{"position startpos", "position startpos moves 7g7f 3c3d 8h2b+", []Opening{moves("7g7f", "3c3d", "8h2b+")}},
		{"KIF", "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n", []Opening{moves("7g7f", "3c3d")}},
		{"KI2", "▲７六歩 △３四歩\n", []Opening{moves("7g7f", "3c3d")}},
		{"CSA, two games", "V2.2\nPI\n+\n+7776FU\n/\nPI\n+\n+2726FU\n-8384FU\n%TORYO\n", []Opening{moves("7g7f"), moves("2g2f", "8c8d")}},
		{"USI moves", "7g7f 3c3d 8h2b+ 3a2b B*4e", []Opening{moves("7g7f", "3c3d", "8h2b+", "3a2b", "B*4e")}},
	}
	run := func(rules core.Rules, tests []test) {
		for _, test := range tests {
			t.Run(rules.Name+"/"+test.name, func(t *testing.T) {
				got, err := Read(strings.NewReader(test.file), "x", rules, core.Settings{}, 0)
				must.OK(t, err)
				if !reflect.DeepEqual(got, test.want) {
					t.Errorf("%q, want %q", got, test.want)
				}
			})
		}
	}
	run(chess.Rules, chessTests)
	run(shogi.Rules, shogiTests)
}

func TestReadChess960(t *testing.T) {
	tests := []struct{ name, file string }{
		{"FEN", frc + " moves b1c1"},
		{"X-FEN", strings.Replace(frc, "CAca", "KQkq", 1) + " moves O-O"},
		{"PGN", "[Variant \"Chess960\"]\n[FEN \"" + frc + "\"]\n1. O-O *"},
		{"PGN without the variant", "[FEN \"" + frc + "\"]\n1. O-O *"},
	}
	want := []Opening{{frc, []string{"b1c1"}}}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Read(strings.NewReader(test.file), "x", chess.Rules, core.Settings{Chess960: true}, 0)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%q, want %q; error %v", got, want, err)
			}
		})
	}
}

func TestReadPlies(t *testing.T) {
	foolsMate := "f2f3 e7e5 g2g4 d8h4"
	tests := []struct {
		name, file string
		plies      int
		want       []string
	}{
		{"all", "e2e4 c7c5 g1f3", 0, []string{"e2e4", "c7c5", "g1f3"}},
		{"two", "e2e4 c7c5 g1f3", 2, []string{"e2e4", "c7c5"}},
		{"more than there are", "e2e4", 9, []string{"e2e4"}},
		{"before the mate", foolsMate, 3, []string{"f2f3", "e7e5", "g2g4"}},
		{"PGN before the mate", "[White \"x\"]\n1. f3 e5 2. g4 Qh4# 0-1", 3, []string{"f2f3", "e7e5", "g2g4"}},
		{"nonsense beyond", "e2e4 and so on", 1, []string{"e2e4"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Read(strings.NewReader(test.file), "x", chess.Rules, core.Settings{}, test.plies)
			if err != nil || len(got) != 1 || !slices.Equal(got[0].Moves, test.want) {
				t.Errorf("%q, want %q; error %v", got, test.want, err)
			}
		})
	}
}

func TestReadRefuses(t *testing.T) {
	tests := []struct {
		name  string
		rules core.Rules
		file  string
		want  string
	}{
		{"nothing", chess.Rules, "\n# x\n", "x: no openings"},
		{"an empty file", shogi.Rules, "", "x: no openings"},
		{"bad FEN", chess.Rules, sicilian + "\n\n8/8/8 w - - 0 1", "x:3: board"},
		{"bad SFEN", shogi.Rules, "sfen 9/9 b - 1", "x:1: sfen: 2 ranks"},
		{"bad move", chess.Rules, "e2e4\ne2e4 e7e5 e1e3", `x:2: ply 3: move "e1e3" is illegal`},
		{"bad move behind numbers", chess.Rules, "1. e4 e5 2. Ke3", `x:1: ply 3: move "Ke3" is not legal`},
		{"bad move in shogi", shogi.Rules, "startpos moves 7g7f 7g7f", "x:1: ply 2: 7g7f is not legal"},
		{"a word", chess.Rules, "hello", `x:1: ply 1: "hello" is no move`},
		{"position without one", chess.Rules, "position rubbish moves e2e4", "x:1: board"},
		{"checkmate", chess.Rules, "e2e4\nf2f3 e7e5 g2g4 d8h4", "x:2: the game is already over: checkmate"},
		{"stalemate", chess.Rules, "k7/2Q5/8/8/8/8/8/K7 b - - 0 1", "x:1: the game is already over: stalemate"},
		{"bare kings", chess.Rules, "k7/8/8/8/8/8/8/K7 b - - 0 1", "x:1: the game is already over: insufficient material"},
		{"fifty moves", chess.Rules, "k7/8/8/8/8/8/8/KR6 b - - 100 90", "x:1: the game is already over: fifty-move rule"},
		{"repetition", chess.Rules, strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 2), "x:1: the game is already over: repetition"},
		{"repetition in shogi", shogi.Rules, strings.Repeat("2h3h 8b7b 3h2h 7b8b ", 3), "x:1: the game is already over: repetition"},
		{"mate in shogi", shogi.Rules, "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "x:1: the game is already over: checkmate"},
		{"PGN with a bad move", chess.Rules, "[White \"x\"]\n1. e4 *\n\n[White \"y\"]\n1. e4\nKe4 *", "x:6: ply 2"},
		{"PGN with a null move", chess.Rules, "[White \"x\"]\n1. e4 -- 2. d4 *", "x:1: a side passes its turn"},
		{"CSA with a bad move", shogi.Rules, "V2.2\nPI\n+\n+7776FU\n+2726FU\n", "x:5: "},
		{"KIF in chess", chess.Rules, "手合割：平手\n   1 ７六歩(77)\n", "x:1: ply 1"},
		{"PGN of a finished game", chess.Rules, "[White \"x\"]\n1. e4 *\n\n[White \"y\"]\n1. f3 e5 2. g4 Qh4# *", "x:4: the game is already over: checkmate"},
		{"PGN of Chess960", chess.Rules, "\n[Variant \"Chess960\"]\n[FEN \"" + frc + "\"]\n*", "x:2: the game is Chess960"},
		{"a long line", chess.Rules, "e2e4\n" + strings.Repeat("#", maxLine+1), "x:2: the line is longer than"},
		{"white space without end", chess.Rules, strings.Repeat("\n", 10_000) + "e2e5", "x:10001: ply 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Read(strings.NewReader(test.file), "x", test.rules, core.Settings{}, 0)
			if err == nil || !strings.HasPrefix(err.Error(), test.want) || got != nil {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

func TestReadFails(t *testing.T) {
	fire := errors.New("disk on fire")
	for _, begin := range []string{"", "e4\n", "[White \"x\"]\n"} {
		_, err := Read(io.MultiReader(strings.NewReader(begin), iotest.ErrReader(fire)), "x", chess.Rules, core.Settings{}, 0)
		if !errors.Is(err, fire) {
			t.Errorf("after %q: %v", begin, err)
		}
	}
}

func TestPlay(t *testing.T) {
	tests := []struct {
		name       string
		rules      core.Rules
		opening    Opening
		start, end string
	}{
		{"usual start", chess.Rules, Opening{}, chess.StartFEN, chess.StartFEN},
		{"chess", chess.Rules, Opening{sicilian, []string{"g1f3"}}, sicilian,
			"rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"},
		{"shogi", shogi.Rules, Opening{shogiStart, []string{"2g2f"}}, shogiStart,
			"lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL w - 4"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			start, moves, end, err := test.opening.Play(test.rules, core.Settings{})
			if err != nil || start.String() != test.start || end.String() != test.end || len(moves) != len(test.opening.Moves) {
				t.Errorf("from %s by %d moves to %s, error %v", start, len(moves), end, err)
			}
		})
	}
}

// The position after an opening has its history: two more rounds, not three, make a
// threefold repetition.
func TestPlayKeepsHistory(t *testing.T) {
	round := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	_, _, p, err := Opening{Moves: round}.Play(chess.Rules, core.Settings{})
	must.OK(t, err)
	for _, text := range round {
		m, err := p.ParseMove(text)
		must.OK(t, err)
		p.Do(m, nil)
	}
	if got := p.Verdict().Ending; got != core.Repetition {
		t.Errorf("verdict %s", got)
	}
}

func TestPlayRefuses(t *testing.T) {
	tests := []struct {
		name    string
		opening Opening
		want    string
	}{
		{"position", Opening{Start: "8/8 w"}, "board"},
		{"move", Opening{Moves: []string{"e2e4", "e2e4"}}, "ply 2: "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, _, _, err := test.opening.Play(chess.Rules, core.Settings{})
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

func TestOrder(t *testing.T) {
	identity := make([]int, 100)
	for i := range identity {
		identity[i] = i
	}
	a, b := Order(100, 7, true), Order(100, 8, true)
	switch {
	case !slices.Equal(Order(100, 7, false), identity):
		t.Error("without shuffling the order is not the order of the book")
	case slices.Equal(a, b), slices.Equal(a, identity):
		t.Error("the seed does not matter")
	case !slices.Equal(a, Order(100, 7, true)):
		t.Error("the same seed gives another order")
	}
	slices.Sort(a)
	if !slices.Equal(a, identity) {
		t.Errorf("some openings are missing: %v", a)
	}
	if len(Order(0, 1, true)) != 0 {
		t.Error("an order of nothing")
	}
}

// All places are equally likely for every opening.
func TestOrderIsFair(t *testing.T) {
	const n, rounds = 6, 6000
	var counts [n][n]int
	for seed := range rounds {
		for place, opening := range Order(n, uint64(seed), true) {
			counts[place][opening]++
		}
	}
	for place, row := range counts {
		for opening, count := range row {
			if count < 850 || count > 1150 {
				t.Errorf("opening %d stands at place %d in %d of %d orders", opening, place, count, rounds)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("[White \"x\"]\n1. e4 (d4) *\n", 3)
	f.Add("position startpos moves e2e4\n"+sicilian+" moves Nf3\nsfen "+shogiStart+" moves 2g2f", 0)
	f.Add("1. e4 e5\n7g7f 3c3d\nstartpos\n"+shogiStart, -1)
	f.Fuzz(func(t *testing.T, file string, plies int) {
		for _, rules := range []core.Rules{chess.Rules, shogi.Rules} {
			openings, err := Read(strings.NewReader(file), "x", rules, core.Settings{}, plies)
			if err != nil {
				continue
			}
			for _, o := range openings {
				if _, _, p, err := o.Play(rules, core.Settings{}); err != nil || p.Verdict().Over() || plies > 0 && len(o.Moves) > plies {
					t.Errorf("%q gave %q: %v", file, o, err)
				}
			}
		}
	})
}
