package nnue_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/cpu"
	"github.com/nitoryu/nitoryu/core/nnue"
	chessnet "github.com/nitoryu/nitoryu/core/nnue/chess"
	shoginet "github.com/nitoryu/nitoryu/core/nnue/shogi"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

// game is a game with a second implementation of its inputs, from the text of a
// position alone.
type game struct {
	rules  core.Rules
	inputs *nnue.FeatureSet
	starts []string
	// see returns the inputs that are on for the side to move and for its opponent,
	// and the bucket of n.
	see func(position string, n int) (own, enemy []int, bucket int)
}

var games = []game{
	{chess.Rules, chessnet.FeatureSets()[0], []string{
		chess.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/PPP4k/8/4Pp2/8/8/4Kppp/8 w - f6 0 1",
		"4k3/8/8/8/8/8/4K3/8 b - - 0 1",
		"2rkr3/8/8/8/8/8/8/1R1K2R1 w GBec - 0 1",
	}, seeChess},
	{shogi.Rules, shoginet.FeatureSets()[0], []string{
		shogi.StartSFEN,
		"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
		"4k4/9/4P4/9/9/9/9/9/4K4 b 2G2S2N2L5Prb2g2s2n2l12p 1",
		"4k4/9/4P4/9/9/9/9/9/9 b 2R2B4G4S4N4L17P 1", // no king of Black's
		"9/9/9/9/4K4/9/9/9/9 w 18p 1",
	}, seeShogi},
	{chess.Rules, chessnet.FeatureSets()[1], []string{
		chess.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/PPP4k/8/4Pp2/8/8/4Kppp/8 w - f6 0 1",
		"8/2k5/5n2/8/3Q4/8/8/6K1 b - - 0 1",
	}, seeChessZones},
	{shogi.Rules, shoginet.FeatureSets()[2], []string{
		shogi.StartSFEN,
		"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
		"4k4/9/4P4/9/9/9/9/9/4K4 b 2G2S2N2L5Prb2g2s2n2l12p 1",
		"9/2k6/9/9/9/9/9/6K2/9 b 9p9P 1",
	}, seeShogiZones},
	{chess.Rules, chessnet.FeatureSets()[2], []string{
		chess.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2k5/5n2/8/3Q4/8/8/6K1 b - - 0 1",
		"8/8/2k5/5n2/3Q4/8/3K4/8 w - - 0 1",
	}, seeEightZones},
	{shogi.Rules, shoginet.FeatureSets()[1], []string{
		shogi.StartSFEN,
		"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
		"9/2k6/9/9/9/9/9/6K2/9 b 9p9P 1",
	}, seeShogiMirrored},
}

// seeChess is the definition of chess768hm and of the buckets of chess.
func seeChess(fen string, n int) (own, enemy []int, bucket int) {
	return chessInputs(fen, n, func(_, _ int) int { return 0 })
}

// seeChessZones is the definition of chess768hmx4.
func seeChessZones(fen string, n int) (own, enemy []int, bucket int) {
	return chessInputs(fen, n, func(file, rank int) int {
		switch {
		case rank >= 2:
			return 3
		case rank == 1:
			return 2
		case file >= 2:
			return 1
		}
		return 0
	})
}

// seeEightZones is the definition of chess768hmx8.
func seeEightZones(fen string, n int) (own, enemy []int, bucket int) {
	return chessInputs(fen, n, func(file, rank int) int {
		switch {
		case rank >= 5:
			return 7
		case rank >= 3:
			return 6
		case rank == 2:
			return 5
		case rank == 1:
			return 3 + file/2
		}
		return max(file-1, 0)
	})
}

// chessInputs returns the inputs with the zone of a king by its file, counted from the nearer
// edge, and its rank.
func chessInputs(fen string, n int, zoneOf func(file, rank int) int) (own, enemy []int, bucket int) {
	words := strings.Fields(fen)
	type piece struct{ kind, file, rank int } // kind 0 to 5; white's first
	var sides [2][]piece
	rank, file := 7, 0
	for _, r := range words[0] {
		switch {
		case r == '/':
			rank, file = rank-1, 0
		case unicode.IsDigit(r):
			file += int(r - '0')
		default:
			c := 0
			if unicode.IsLower(r) {
				c = 1
			}
			sides[c] = append(sides[c], piece{strings.IndexRune("PNBRQK", unicode.ToUpper(r)), file, rank})
			file++
		}
	}
	view := func(c int) (on []int) {
		mirrored, zone := false, 0
		for _, p := range sides[c] {
			if p.kind != 5 {
				continue
			}
			mirrored = p.file >= 4
			rank := p.rank
			if c == 1 {
				rank = 7 - rank
			}
			zone = zoneOf(min(p.file, 7-p.file), rank)
		}
		for owner, pieces := range sides {
			for _, p := range pieces {
				if c == 1 {
					p.rank = 7 - p.rank
				}
				if mirrored {
					p.file = 7 - p.file
				}
				block := p.kind
				if owner != c {
					block += 6
				}
				on = append(on, 768*zone+64*block+8*p.rank+p.file)
			}
		}
		return on
	}
	us := strings.Index("wb", words[1])
	return view(us), view(1 - us), (len(sides[0]) + len(sides[1]) - 2) * n / 31
}

// seeShogi is the definition of shogi2344 and of the buckets of shogi.
func seeShogi(sfen string, n int) (own, enemy []int, bucket int) {
	return shogiInputs(sfen, n, false, false)
}

// seeShogiMirrored is the definition of shogi2344hm.
func seeShogiMirrored(sfen string, n int) (own, enemy []int, bucket int) {
	return shogiInputs(sfen, n, true, false)
}

// seeShogiZones is the definition of shogi2344x3.
func seeShogiZones(sfen string, n int) (own, enemy []int, bucket int) {
	return shogiInputs(sfen, n, true, true)
}

func shogiInputs(sfen string, n int, mirrors, zones bool) (own, enemy []int, bucket int) {
	const letters, king = "PLNSGBRK", 7 // then the promoted ones, a gold and a king left out
	words := strings.Fields(sfen)
	type piece struct{ kind, file, rank int } // files from the right, ranks from the top
	var sides [2][]piece
	var hands [2][7]int
	side := func(r rune) int {
		if unicode.IsLower(r) {
			return 1
		}
		return 0
	}
	rank, file, promoted := 0, 8, false
	for _, r := range words[0] {
		switch {
		case r == '/':
			rank, file = rank+1, 8
		case unicode.IsDigit(r):
			file -= int(r - '0')
		case r == '+':
			promoted = true
		default:
			kind := strings.IndexRune(letters, unicode.ToUpper(r))
			if promoted {
				kind = 8 + strings.IndexRune("PLNSBR", unicode.ToUpper(r))
			}
			promoted = false
			sides[side(r)] = append(sides[side(r)], piece{kind, file, rank})
			file--
		}
	}
	held, count := 0, 0
	for _, r := range words[2] {
		switch {
		case unicode.IsDigit(r):
			count = 10*count + int(r-'0')
		case r != '-':
			count = max(count, 1)
			hands[side(r)][strings.IndexRune(letters, unicode.ToUpper(r))] = count
			held += count
			count = 0
		}
	}
	view := func(c int) (on []int) {
		zone, mirrored := 0, false
		for _, p := range sides[c] {
			if !mirrors || p.kind != king {
				continue
			}
			file, rank := p.file, p.rank // as c sees it
			if c == 1 {
				file, rank = 8-file, 8-rank
			}
			mirrored = file > 4
			switch {
			case !zones:
			case rank < 6:
				zone = 2
			case file >= 3 && file <= 5:
				zone = 1
			}
		}
		for owner, pieces := range sides {
			for _, p := range pieces {
				file, rank := p.file, p.rank
				if c == 1 {
					file, rank = 8-file, 8-rank
				}
				if mirrored {
					file = 8 - file
				}
				sq := 9*file + rank
				if owner != c {
					sq += 14 * 81
				}
				on = append(on, 81*p.kind+sq)
			}
			first := 28 * 81
			if owner != c {
				first += 38
			}
			for kind, most := range []int{18, 4, 4, 4, 4, 2, 2} {
				for i := range hands[owner][kind] {
					on = append(on, first+i)
				}
				first += most
			}
		}
		for i := range on {
			on[i] += 2344 * zone
		}
		return on
	}
	us := strings.Index("bw", words[1])
	return view(us), view(1 - us), min(held, 15) * n / 16
}

// evaluator returns an evaluator by a network.
func evaluator(t testing.TB, g game, n *nnue.Network) core.Evaluator {
	t.Helper()
	s, err := nnue.NewSource(n, g.inputs)
	must.OK(t, err)
	return s.New()
}

// open reads a position of a game.
func open(t testing.TB, g game, text string) core.Position {
	t.Helper()
	p, err := g.rules.Parse(text, core.Settings{Chess960: true})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

// walk plays moves forward and back at random, null moves among them, with an
// evaluator that follows.
type walk struct {
	position core.Position
	eval     core.Evaluator
	random   *rand.Rand
	line     []bool // the moves since Reset; true for a null move
	list     core.MoveList
	saw      map[string]int // how often each kind of move was played
}

// begin starts a new line from the current position.
func (w *walk) begin(p core.Position) {
	w.position, w.line = p, w.line[:0]
	w.eval.Reset(p)
}

// step plays a move or takes one back. It returns false where the game ends.
func (w *walk) step() bool {
	p, last := w.position, len(w.line)-1
	switch {
	case last >= 0 && (w.random.IntN(3) == 0 || last+1 == core.MaxPly):
		if w.line[last] {
			p.UndoNull()
		} else {
			p.Undo()
			w.eval.Pop()
		}
		w.line = w.line[:last]
		w.saw["a move taken back"]++
		return true
	case !p.InCheck() && w.random.IntN(20) == 0:
		p.DoNull()
		w.line = append(w.line, true)
		w.saw["a null move"]++
		return true
	}
	w.list.Clear()
	p.Generate(core.AllMoves, &w.list)
	if w.list.N == 0 {
		return false
	}
	m := w.list.Moves[w.random.IntN(w.list.N)]
	for range 3 { // prefer rare moves
		if m.IsCapture() || m.IsPromotion() || m.IsCastling() {
			break
		}
		m = w.list.Moves[w.random.IntN(w.list.N)]
	}
	d := w.eval.Push()
	p.Do(m, d)
	w.line = append(w.line, false)
	w.count(m, d)
	return true
}

// count counts the kinds of a move.
func (w *walk) count(m core.Move, d *core.DirtyPieces) {
	mover := d.Mover()
	for name, is := range map[string]bool{
		"castling":            m.IsCastling(),
		"en passant":          m.IsEnPassant(),
		"a capture":           m.IsCapture() && !m.IsPromotion(),
		"a promotion":         m.IsPromotion() && !m.IsCapture(),
		"both":                m.IsPromotion() && m.IsCapture(),
		"a drop":              m.IsDrop(),
		"a capture by a king": m.IsCapture() && mover.From.IsSquare() && w.position.GameInfo().Value[m.PieceType()] == 0,
		"a king on the other half": mover.From.IsSquare() && w.position.GameInfo().Value[m.PieceType()] == 0 &&
			(mover.From^mover.To)&4 != 0,
	} {
		if is {
			w.saw[name]++
		}
	}
}

// expected are the kinds of moves that must have been played; others are of one game
// only.
var expected = map[string][]string{
	"chess": {"a move taken back", "a null move", "castling", "en passant", "a capture", "a promotion", "both", "a capture by a king", "a king on the other half"},
	"shogi": {"a move taken back", "a null move", "a capture", "a promotion", "both", "a drop", "a capture by a king"},
}

// An evaluator that follows random games, with moves taken back and null moves, agrees
// with the definition in each position, with the kernels of each level.
func TestEvaluatorFollowsGames(t *testing.T) {
	number := 200
	if must.Full() {
		number = 1000
	}
	defer func() { _ = cpu.Use(cpu.This().Best) }()
	for _, g := range games {
		saw := map[string]int{}
		for _, size := range []struct {
			hidden, buckets int
			layers          []int
		}{{32, 1, nil}, {96, 8, nil}, {64, 8, []int{16, 32}}, {192, 2, []int{32, 16}}} {
			for _, level := range cpu.Levels() {
				must.OK(t, cpu.Use(level))
				random := rand.New(rand.NewPCG(7, uint64(size.hidden)))
				n := network(t, g, size.hidden, size.buckets, random, size.layers...)
				w := walk{eval: evaluator(t, g, n), random: random, saw: saw}
				values := map[core.Score]bool{}
				for i := range number / len(cpu.Levels()) {
					w.begin(open(t, g, g.starts[i%len(g.starts)]))
					for range 10 + random.IntN(100) {
						if !w.step() {
							break
						}
						switch {
						case random.IntN(3) > 0: // several moves until the next value
							continue
						case random.IntN(20) == 0: // a search from a later position
							w.begin(w.position)
						}
						got, want := w.eval.Evaluate(), slow(g, n, w.position.String())
						if got != want {
							t.Fatalf("%s, %s, %v: %s is %d, want %d", g.rules.Name, level, size, w.position, got, want)
						}
						values[want] = true
					}
				}
				if len(values) < 100 || values[core.EvalBound] || values[-core.EvalBound] {
					t.Errorf("%s: %d different values tell little", g.rules.Name, len(values))
				}
			}
		}
		for _, name := range expected[g.rules.Name] {
			if saw[name] == 0 {
				t.Errorf("%s: no %s was played", g.rules.Name, name)
			}
		}
	}
}

// Every input of a view is a piece at a place in its table, and views with inputs of
// their own lie one behind the other.
func TestTables(t *testing.T) {
	for _, g := range games {
		in := g.inputs
		for i, v := range in.KingBuckets {
			if v.First%in.Block() != 0 || v.First+in.Block() > in.Count {
				t.Errorf("%s, view %d: begins at %d of %d", in.Name, i, v.First, in.Count)
			}
		}
		for i := range in.Tables {
			used := make([]int, in.Block())
			for p := range in.Tables[i] {
				for _, index := range in.Tables[i][p] {
					if index == nnue.None {
						continue
					}
					if int(index) >= in.Count {
						t.Fatalf("%s, table %d: input %d of %d", in.Name, i, index, in.Count)
					}
					used[index]++
				}
				if in.Tables[i][p][core.Nowhere] != nnue.None {
					t.Errorf("%s, table %d: piece %d is an input where it is not", in.Name, i, p)
				}
			}
			for index, n := range used {
				if n != 1 {
					t.Errorf("%s, table %d: input %d is %d pieces at places", in.Name, i, index, n)
				}
			}
		}
	}
}

// Buckets are 0 to n-1, from the start of a game on, and one bucket is bucket 0.
func TestBuckets(t *testing.T) {
	for _, g := range games {
		for n := 1; n <= nnue.MaxBuckets; n++ {
			seen := map[int]bool{}
			for _, text := range g.starts {
				random := rand.New(rand.NewPCG(3, 4))
				w := walk{eval: evaluator(t, g, network(t, g, 32, 1, random)), random: random, saw: map[string]int{}}
				w.begin(open(t, g, text))
				for range 300 {
					b := g.inputs.Bucket(g.inputs.Phase(w.position), n)
					if b < 0 || b >= n {
						t.Fatalf("%s: %s is in bucket %d of %d", g.rules.Name, w.position, b, n)
					}
					seen[b] = true
					if !w.step() {
						break
					}
				}
			}
			if len(seen) < n/2+1 {
				t.Errorf("%s: random games reach %d buckets of %d", g.rules.Name, len(seen), n)
			}
		}
	}
}

// A search line of full length fits and does not allocate.
func TestLongLineWithoutAllocation(t *testing.T) {
	for i, g := range games {
		random := rand.New(rand.NewPCG(5, 6))
		layers := []int{16, 32}[:2*(i/2%2)] // every other pair of games
		w := walk{eval: evaluator(t, g, network(t, g, 64, 4, random, layers...)), random: random, saw: map[string]int{}}
		p := open(t, g, g.starts[0]).Clone()
		w.begin(p)
		values := map[core.Score]bool{}
		if n := testing.AllocsPerRun(5, func() {
			plies := 0
			for range core.MaxPly {
				w.list.Clear()
				p.Generate(core.AllMoves, &w.list)
				if w.list.N == 0 {
					break
				}
				p.Do(w.list.Moves[random.IntN(w.list.N)], w.eval.Push())
				plies++
				if plies%2 == 0 {
					values[w.eval.Evaluate()] = true
				}
			}
			for range plies {
				p.Undo()
				w.eval.Pop()
			}
			clear(values)
		}); n > 0 {
			t.Errorf("%s: %v allocations", g.rules.Name, n)
		}
	}
}
