package strength

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

// Every ladder rises: more Elo never comes with less effort or more error.
func TestLaddersRise(t *testing.T) {
	for game, l := range ladders {
		if len(l.rungs) < 2 {
			t.Errorf("%s: %d rungs", game, len(l.rungs))
		}
		for i, r := range l.rungs {
			if r.Nodes < 1 || r.Lines < 1 || r.Noise <= 0 || r.Glance < 0 || r.Glance > 1 || r.Slip < 0 || r.Slip > 1 {
				t.Errorf("%s: rung %d is %+v, which cannot be mixed with others", game, i, r)
			}
			if i == 0 {
				continue
			}
			if b := l.rungs[i-1]; r.elo <= b.elo || r.Nodes < b.Nodes || r.Lines > b.Lines || r.Noise >= b.Noise || r.Glance > b.Glance || r.Slip > b.Slip {
				t.Errorf("%s: %+v does not rise to %+v", game, b, r)
			}
		}
	}
}

func TestLimit(t *testing.T) {
	l := Ladder{[]rung{
		{1000, Profile{Nodes: 10, Lines: 8, Noise: 100, Glance: 1, Slip: 0.5}},
		{2000, Profile{Nodes: 1000, Lines: 2, Noise: 1}},
	}}
	for _, c := range []struct {
		name    string
		set     Setting
		limited bool
		want    Profile
	}{
		{"full strength", Full, false, Profile{}},
		{"full strength with an Elo that is not in force", Setting{Skill: FullSkill, Elo: 1000}, false, Profile{}},
		{"lowest Elo", Setting{Skill: FullSkill, LimitElo: true, Elo: 1000}, true, l.rungs[0].Profile},
		{"highest Elo", Setting{Skill: FullSkill, LimitElo: true, Elo: 2000}, true, l.rungs[1].Profile},
		{"below the range", Setting{LimitElo: true, Elo: -5}, true, l.rungs[0].Profile},
		{"above the range", Setting{LimitElo: true, Elo: 9000}, true, l.rungs[1].Profile},
		{"half way", Setting{LimitElo: true, Elo: 1500}, true, Profile{Nodes: 100, Lines: 4, Noise: 10, Glance: 0.5, Slip: 0.25}},
		{"Elo before skill", Setting{Skill: 0, LimitElo: true, Elo: 2000}, true, l.rungs[1].Profile},
		{"lowest skill", Setting{Skill: 0}, true, l.rungs[0].Profile},
		{"skill half way", Setting{Skill: 10}, true, Profile{Nodes: 100, Lines: 4, Noise: 10, Glance: 0.5, Slip: 0.25}},
		{"skill below the range", Setting{Skill: -9}, true, l.rungs[0].Profile},
		{"skill above the range", Setting{Skill: 30}, false, Profile{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, limited := l.Limit(c.set)
			got.Noise = math.Round(got.Noise*1e6) / 1e6
			if got != c.want || limited != c.limited {
				t.Errorf("got %+v, %v, want %+v, %v", got, limited, c.want, c.limited)
			}
		})
	}
}

func TestOf(t *testing.T) {
	for _, game := range []string{"chess", "shogi"} {
		if _, ok := Of(game); !ok {
			t.Errorf("no ladder of %s", game)
		}
	}
	if _, ok := Of("nim"); ok {
		t.Error("a ladder of nim")
	}
}

// shares chooses many times and returns how often each line was chosen, in percent.
func shares(p Profile, g core.Game, plies int, memory Memory, lines []Line) []float64 {
	const times = 20000
	r := rand.New(rand.NewPCG(1, 2))
	share := make([]float64, len(lines))
	for range times {
		share[p.Choose(g, plies, &memory, lines, r)] += 100. / times
	}
	return share
}

func checkShares(t *testing.T, share, from, to []float64) {
	t.Helper()
	for i, s := range share {
		if s < from[i]-1e-6 || s > to[i]+1e-6 {
			t.Errorf("line %d is chosen in %.1f %% of cases, want %v to %v", i, s, from[i], to[i])
		}
	}
}

func TestChoose(t *testing.T) {
	start := chess.Rules.Start(core.Settings{})
	var legal core.MoveList
	start.Generate(core.AllMoves, &legal)
	many := make([]core.Score, 30) // one sound line, the others lose a knight
	for i := range many[1:] {
		many[i+1] = -320
	}
	rest := func(first, each float64) []float64 {
		return append([]float64{first}, slices.Repeat([]float64{each}, 29)...)
	}
	for _, c := range []struct {
		name        string
		noise, slip float64
		scores      []core.Score
		from, to    []float64 // percent of each
	}{
		{"one line", 100, 0, []core.Score{-300}, []float64{100}, []float64{100}},
		{"one line, carelessly", 100, 1, []core.Score{-300}, []float64{100}, []float64{100}},
		{"equal lines", 10, 0, []core.Score{20, 20}, []float64{48, 48}, []float64{52, 52}},
		// 1/(1+1/e) is 73.1 %.
		{"worse by the noise, nearly", 27.0270, 0, []core.Score{0, -27}, []float64{71, 25}, []float64{75, 29}},
		{"a beginner overlooks half a pawn", 250, 0, []core.Score{0, -50}, []float64{52, 42}, []float64{58, 48}},
		{"but sees a piece, of however many", 250, 0, many, rest(100, 0), rest(100, 0)},
		{"unless it is a slip", 250, 0.1, many, rest(90, 0.1), rest(92, 0.6)},
		{"a pawn matters less when much is won", 60, 0, []core.Score{1500, 1400}, []float64{55, 35}, []float64{65, 45}},
		{"and so does a piece when all is lost", 60, 0, []core.Score{-2000, -2300}, []float64{65, 15}, []float64{85, 35}},
		{"a mate is seen", 250, 0, []core.Score{core.WinIn(1), 900}, []float64{100, 0}, []float64{100, 0}},
		{"whatever its place", 250, 0, []core.Score{900, core.WinIn(1)}, []float64{0, 100}, []float64{0, 100}},
		{"even when there is a longer one", 250, 0, []core.Score{core.WinIn(1), core.WinIn(3)}, []float64{100, 0}, []float64{100, 0}},
		{"a slip overlooks a knight", 150, 1, []core.Score{0, -320}, []float64{65, 25}, []float64{75, 35}},
		{"a queen less often", 150, 1, []core.Score{0, -950}, []float64{82, 10}, []float64{90, 18}},
		{"and no mate", 150, 1, []core.Score{core.WinIn(1), 900}, []float64{99.8, 0}, []float64{100, 0.2}},
		{"a fair player does not even slip badly", 30, 1, []core.Score{0, -320}, []float64{97, 0.5}, []float64{99.5, 3}},
		{"mates far away are alike", 60, 0, []core.Score{core.WinIn(21), core.WinIn(25)}, []float64{45, 40}, []float64{60, 55}},
		{"no level walks into a mate", 250, 0, []core.Score{-900, core.LossIn(2)}, []float64{100, 0}, []float64{100, 0}},
		{"a mate on the spot has a value", 60, 0, []core.Score{0, core.LossIn(0)}, []float64{100, 0}, []float64{100, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			lines := make([]Line, len(c.scores))
			for i, s := range c.scores {
				lines[i] = Line{legal.Moves[i%legal.N], s}
			}
			checkShares(t, shares(Profile{Noise: c.noise, Slip: c.slip}, start, openingPlies, Memory{}, lines), c.from, c.to)
		})
	}
}

// A line that loses little is left out if a capture punishes it at once, unless the player slips.
func TestHangs(t *testing.T) {
	const (
		pawn   = "4k3/8/3p4/8/2N5/8/8/4K3 w - - 0 1"
		knight = "4k3/8/8/3n4/2N5/8/3P4/4K3 w - - 0 1"
		silver = "4k4/9/9/9/4p4/9/4S4/9/4K4 b - 1"
	)
	for _, c := range []struct {
		name     string
		rules    core.Rules
		board    string
		move     string
		loss     core.Score
		slip     float64
		other    string  // loses nothing
		from, to float64 // percent of move
	}{
		// Boltzmann's shares of losses of 80, 40 and 30, and of half of 80: 42, 46, 47 and 46 %
		{"nothing takes it", chess.Rules, pawn, "c4e3", 80, 0, "e1d1", 40, 45},
		{"a pawn takes it", chess.Rules, pawn, "c4e5", 80, 0, "e1d1", 0, 0},
		{"but the loss is too small to notice", chess.Rules, pawn, "c4e5", 30, 0, "e1d1", 45, 49},
		{"a slip", chess.Rules, pawn, "c4e5", 80, 1, "e1d1", 44, 48},
		{"it is guarded against its like", chess.Rules, knight, "c4e3", 80, 0, "e1d1", 40, 45},
		{"and is not", chess.Rules, knight, "c4b6", 80, 0, "e1d1", 0, 0},
		{"a promotion takes nothing", chess.Rules, "4k3/8/8/8/8/8/2p5/4K3 w - - 0 1", "e1e2", 80, 0, "e1d2", 40, 45},
		{"a pawn takes it, in shogi", shogi.Rules, silver, "5g5f", 40, 0, "5i4i", 0, 0},
		{"nothing takes it, in shogi", shogi.Rules, silver, "5g4f", 40, 0, "5i4i", 44, 48},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, c.rules, c.board)
			m, err := p.ParseMove(c.move)
			must.OK(t, err)
			other, err := p.ParseMove(c.other)
			must.OK(t, err)
			got := shares(Profile{Noise: 250, Slip: c.slip}, p, openingPlies, Memory{}, []Line{{m, -c.loss}, {other, 0}})
			checkShares(t, got, []float64{c.from, 100 - c.to}, []float64{c.to, 100 - c.from})
		})
	}
}

// What a move is decides between equal scores, the more the weaker the player.
func TestTaste(t *testing.T) {
	const (
		chessBoard = "3qk3/8/2p5/3p1n2/4P3/8/8/R3K3 w - - 0 1" // exd5 is an even trade, exf5 wins a knight
		shogiBoard = "4k4/9/9/2p1p4/2P6/4G4/9/9/4K4 b P 1"
	)
	hasty, careful := Profile{Noise: 100, Glance: 1}, Profile{Noise: 10}
	for _, c := range []struct {
		name     string
		rules    core.Rules
		board    string
		p        Profile
		before   string // "": none
		moves    [2]string
		from, to float64 // percent of the first
	}{
		// Boltzmann's shares of scores that differ by 4, 1 and 3 times the noise: 98.2, 73.1 and 95.3 %
		{"a capture that wins", chess.Rules, chessBoard, hasty, "", [2]string{"e4f5", "e1d1"}, 97, 99},
		{"an even trade", chess.Rules, chessBoard, hasty, "", [2]string{"e4d5", "e1d1"}, 71, 75},
		{"a player who searches need not capture", chess.Rules, chessBoard, careful, "", [2]string{"e4f5", "e1d1"}, 48, 52},
		{"a quiet move", chess.Rules, chessBoard, hasty, "", [2]string{"e1f1", "e1d1"}, 48, 52},
		{"the way back", chess.Rules, chessBoard, careful, "b1a1", [2]string{"a1b1", "e1d1"}, 3.5, 6},
		{"the way on", chess.Rules, chessBoard, careful, "a2a1", [2]string{"a1b1", "e1d1"}, 48, 52},
		{"a capture that wins, in shogi", shogi.Rules, shogiBoard, hasty, "", [2]string{"7e7d", "5i4i"}, 97, 99},
		{"the way back in shogi", shogi.Rules, shogiBoard, careful, "4i5i", [2]string{"5i4i", "5f6e"}, 3.5, 6},
		{"a drop is no way back", shogi.Rules, shogiBoard, careful, "4i5i", [2]string{"P*4i", "5f6e"}, 48, 52},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, c.rules, c.board)
			before := core.NoMove
			if c.before != "" {
				// The move led here, so that its opposite is legal: a king's or rook's.
				back, err := p.ParseMove(c.before[2:] + c.before[:2])
				must.OK(t, err)
				before = core.NewMove(back.To(), back.From(), back.PieceType(), 0)
			}
			var lines []Line
			for _, text := range c.moves {
				m, err := p.ParseMove(text)
				must.OK(t, err)
				lines = append(lines, Line{Move: m, Score: 10})
			}
			checkShares(t, shares(c.p, p, openingPlies, Memory{before}, lines), []float64{c.from, 100 - c.to}, []float64{c.to, 100 - c.from})
		})
	}
}

// A piece does not go back to where it was a few moves ago, and rooks and kings do not begin
// games. Two boxes of noise are a share of 12 %, three of 5 %.
func TestManners(t *testing.T) {
	move := func(p core.Position, text string) core.Move {
		m, err := p.ParseMove(text)
		must.OK(t, err)
		return m
	}
	quiet := func(from, to core.Square, k core.PieceType) core.Move { return core.NewMove(from, to, k, 0) }
	const castles = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5"
	for _, c := range []struct {
		name     string
		rules    core.Rules
		board    string
		plies    int
		memory   Memory
		moves    [2]string
		from, to float64 // percent of the first
	}{
		{"a rook that was here three moves ago", chess.Rules, castles, openingPlies, Memory{quiet(50, 42, 1), quiet(0, 1, 4)}, [2]string{"a1b1", "d2d3"}, 48, 52},
		{"and goes back", chess.Rules, castles, openingPlies, Memory{quiet(50, 42, 1), quiet(1, 0, 4)}, [2]string{"a1b1", "d2d3"}, 3.5, 6},
		{"by two steps", chess.Rules, castles, openingPlies, Memory{quiet(2, 0, 4), quiet(50, 42, 1), quiet(1, 2, 4)}, [2]string{"a1b1", "d2d3"}, 3.5, 6},
		{"another rook stood there", chess.Rules, castles, openingPlies, Memory{quiet(1, 2, 4)}, [2]string{"a1b1", "d2d3"}, 48, 52},
		{"castling in the opening", chess.Rules, castles, 8, Memory{}, [2]string{"e1g1", "d2d3"}, 86, 90},
		{"and later", chess.Rules, castles, openingPlies, Memory{}, [2]string{"e1g1", "d2d3"}, 48, 52},
		{"a rook in the opening", chess.Rules, castles, 8, Memory{}, [2]string{"h1g1", "d2d3"}, 10, 14},
		{"a king in the opening", chess.Rules, castles, 8, Memory{}, [2]string{"e1f1", "d2d3"}, 1, 3},
		{"a lance in the opening", shogi.Rules, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 0, Memory{}, [2]string{"9i9h", "7g7f"}, 3.5, 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, c.rules, c.board)
			lines := []Line{{Move: move(p, c.moves[0])}, {Move: move(p, c.moves[1])}}
			checkShares(t, shares(Profile{Noise: 50}, p, c.plies, c.memory, lines), []float64{c.from, 100 - c.to}, []float64{c.to, 100 - c.from})
		})
	}
}

// Who knows more theory recalls usual moves more often, the most usual most.
func TestRecall(t *testing.T) {
	usual := []Usual{{core.NewMove(1, 2, 1, 0), 30}, {core.NewMove(3, 4, 1, 0), 10}}
	r := rand.New(rand.NewPCG(1, 2))
	const times = 10000
	for _, theory := range []float64{0, 1, 9} {
		var counts [2]int
		for range times {
			switch Recall(theory, 9, usual, r) {
			case usual[0].Move:
				counts[0]++
			case usual[1].Move:
				counts[1]++
			}
		}
		known := float64(counts[0]+counts[1]) / times
		if math.Abs(known-theory*0.75/(1+theory*0.75)) > 0.02 || math.Abs(float64(counts[0])-3*float64(counts[1])) > 0.1*times {
			t.Errorf("with %g moves of theory: %v of %d", theory, counts, times)
		}
	}
	for _, test := range []struct {
		name   string
		theory float64
		played int
		weight int // of the second move
		known  float64
		second bool
	}{
		{"the first moves are known for sure", 16, 0, 10, 1, true},
		{"the last of them", 16, 3, 10, 1, true},
		{"the next is not", 16, 4, 10, 12.0 / 13, true},
		{"who knows little knows none for sure", 0, 0, 10, 0, false},
		{"what hardly anybody plays is not recalled", 16, 0, 3, 1, false},
		{"nor anything that is not usual", 16, 0, 0, 1, false},
	} {
		usual := []Usual{{usual[0].Move, 300}, {usual[1].Move, test.weight}}
		known, second := 0, false
		for range times {
			m := Recall(test.theory, test.played, usual, r)
			if m != core.NoMove {
				known++
			}
			second = second || m == usual[1].Move
		}
		if math.Abs(float64(known)/times-test.known) > 0.02 || second != test.second {
			t.Errorf("%s: %d of %d are known, the second move %t", test.name, known, times, second)
		}
	}
	if m := Recall(99, 0, slices.Repeat(usual[:1], 101), r); m != core.NoMove {
		t.Errorf("recalls %v where every move is rare", m)
	}
	if m := Recall(9, 9, nil, r); m != core.NoMove {
		t.Errorf("recalls %v of nothing", m)
	}
	l, _ := Of("chess")
	low, high := l.Theory(Setting{Skill: 0}), l.Theory(Setting{LimitElo: true, Elo: 2000})
	if low < 1 || low > 3 || high < 12 || high > 20 || l.Theory(Setting{LimitElo: true, Elo: 9000}) > 25 {
		t.Errorf("a beginner knows %g moves, an expert %g", low, high)
	}
}

// Most moves take less than the usual time, some much more, none too much; obvious ones are
// played at once.
func TestPause(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	mean := map[Haste]float64{}
	long := 0
	for _, h := range []Haste{Thoughtful, Glanced, Obvious} {
		for range 10000 {
			p := Pause(h, r)
			if p <= 0 || p > 2.5 {
				t.Fatalf("a pause of %g", p)
			}
			if mean[h] += p / 10000; h == Thoughtful && p > 1.5 {
				long++
			}
		}
	}
	if mean[Thoughtful] < 0.7 || mean[Thoughtful] > 1.1 || mean[Glanced] > 0.6*mean[Thoughtful] || mean[Obvious] > 0.25*mean[Thoughtful] || long < 1000 || long > 3000 {
		t.Errorf("mean pauses %v, %d long ones", mean, long)
	}
}

func parse(t *testing.T, rules core.Rules, text string) core.Position {
	t.Helper()
	p, err := rules.Parse(text, core.Settings{})
	must.OK(t, err)
	return p
}

func TestEffort(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, glance := range []float64{0, 0.25, 1} {
		p := Profile{Nodes: 900, Glance: glance}
		glances := 0
		for range 10000 {
			switch p.Effort(r) {
			case 1:
				glances++
			case 900:
			default:
				t.Fatal("an effort that is neither of the two")
			}
		}
		if share := float64(glances) / 10000; math.Abs(share-glance) > 0.02 {
			t.Errorf("%g of all moves at a glance, want %g", share, glance)
		}
	}
}

// feel keeps the order of all scores.
func TestFeelRises(t *testing.T) {
	for s := -core.Mate + 1; s <= core.Mate-1; s++ {
		if a, b := feel(s-1), feel(s); a >= b && s > -core.Mate+2 {
			t.Fatalf("%d feels like %g, but %d like %g", s-1, a, s, b)
		}
	}
	if feel(0) != 0 || feel(100) != -feel(-100) {
		t.Errorf("feel(0) is %g, feel(100) %g, feel(-100) %g", feel(0), feel(100), feel(-100))
	}
}

func BenchmarkChoose(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	g := chess.Rules.Start(core.Settings{})
	lines := make([]Line, 30)
	p := Profile{Noise: 100}
	b.ReportAllocs()
	for b.Loop() {
		p.Choose(g, 0, &Memory{}, lines, r)
	}
}

func ExampleLadder_Limit() {
	chess, _ := Of("chess")
	lowest, highest := chess.Range()
	weakest, limited := chess.Limit(Setting{LimitElo: true, Elo: lowest})
	fmt.Println(lowest < highest, limited, weakest.Nodes)
	_, limited = chess.Limit(Full)
	fmt.Println(limited)
	// Output:
	// true true 50
	// false
}
