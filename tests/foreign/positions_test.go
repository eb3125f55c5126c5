package foreign

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/games"
)

// sampleSize is how many positions are compared. It divides evenly among the phases.
const sampleSize = 1008

// A playout is a way of choosing random moves. Plain ones alone would seldom empty the
// board or move a king across it.
type playout struct {
	hoards   [2]bool // captures and no drops, by side
	marches  bool    // kings forward
	promotes bool    // promotions
}

var playouts = []playout{
	{},
	{hoards: [2]bool{true, false}},
	{marches: true},
	{hoards: [2]bool{true, true}},
	{promotes: true},
	{hoards: [2]bool{false, true}},
	{marches: true, promotes: true},
	{hoards: [2]bool{true, false}, marches: true},
	{hoards: [2]bool{false, true}, marches: true},
}

// sampling is how the positions of a game are drawn.
type sampling struct {
	game    games.Game
	king    core.PieceType
	longest int                     // plies of a playout
	phases  int                     // number of phases, each of which gets the same share
	phase   func(core.Position) int // of a position; -1: not wanted
}

// chessSampling has one phase for each bucket of the networks of Stockfish: one to four
// pieces, five to eight, up to 32. A position in check is not wanted: Stockfish does not
// evaluate it.
var chessSampling = sampling{
	game: games.Chess(), king: chess.King, longest: 400, phases: 8,
	phase: func(p core.Position) int {
		if p.InCheck() {
			return -1
		}
		return (countPieces(p) - 1) / 4
	},
}

// shogiSampling has one phase for each network of the YaneuraOu editions that choose one by
// the ranks of both kings, which tells an opening from entered kings.
var shogiSampling = sampling{
	game: games.Shogi(), king: shogi.King, longest: 300, phases: 9,
	phase: func(p core.Position) int {
		q := p.(*shogi.Position)
		own, enemy := int(q.KingSquare(q.Side())%9), int(q.KingSquare(q.Side().Other())%9)
		if q.Side() == core.First {
			enemy = 8 - enemy
		} else {
			own = 8 - own
		}
		return own/3*3 + enemy/3
	},
}

// draw returns different positions, the same ones for equal seeds.
func (s sampling) draw(t *testing.T, seed uint64, size int) []core.Position {
	t.Helper()
	share := (size + s.phases - 1) / s.phases
	seen, filled := map[uint64]bool{}, make([]int, s.phases)
	var drawn []core.Position
	for n := uint64(0); len(drawn) < size; n++ {
		if n == 1_000_000 {
			t.Fatalf("%s: only %d positions in %d playouts; by phase: %v", s.game.Name, len(drawn), n, filled)
		}
		random := rand.New(rand.NewPCG(seed, n))
		way := playouts[n%uint64(len(playouts))]
		p := s.game.Start(core.Settings{})
		for range s.longest {
			m := s.pick(p, way, random)
			if m == core.NoMove || p.Verdict().Over() {
				break
			}
			p.Do(m, nil)
			phase := s.phase(p)
			if phase < 0 || filled[phase] == share || seen[p.Key()] || random.IntN(12) > 0 || len(drawn) == size {
				continue
			}
			seen[p.Key()] = true
			filled[phase]++
			drawn = append(drawn, p.Clone())
		}
	}
	return drawn
}

// pick returns a random legal move, half of the time one that fits the way, if there is
// one; core.NoMove if there is none at all.
func (s sampling) pick(p core.Position, way playout, random *rand.Rand) core.Move {
	var list core.MoveList
	p.Generate(core.AllMoves, &list)
	moves := list.Slice()
	if kept := without(moves, core.Move.IsDrop); way.hoards[p.Side()] && len(kept) > 0 {
		moves = kept
	}
	fitting := without(moves, func(m core.Move) bool { return !s.fits(p, m, way) })
	if len(fitting) > 0 && random.IntN(2) == 0 {
		moves = fitting
	}
	if len(moves) == 0 {
		return core.NoMove
	}
	return moves[random.IntN(len(moves))]
}

// without returns a copy of the list less some moves.
func without(list []core.Move, some func(core.Move) bool) []core.Move {
	return slices.DeleteFunc(slices.Clone(list), some)
}

func (s sampling) fits(p core.Position, m core.Move, way playout) bool {
	return way.hoards[p.Side()] && m.IsCapture() || way.promotes && m.IsPromotion() ||
		way.marches && m.PieceType() == s.king && s.forward(p.Side(), m) > 0
}

// forward returns how many ranks a move advances, negative if it retreats.
func (s sampling) forward(side core.Color, m core.Move) int {
	var ranks int
	if s.king == chess.King {
		ranks = int(m.To()>>3) - int(m.From()>>3)
	} else {
		ranks = int(m.From()%9) - int(m.To()%9)
	}
	if side == core.Second {
		return -ranks
	}
	return ranks
}

// board returns the first field of a FEN or SFEN.
func board(p core.Position) string { return strings.Fields(p.String())[0] }

// countPieces returns the number of pieces on the board.
func countPieces(p core.Position) (n int) {
	for _, r := range board(p) {
		if r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			n++
		}
	}
	return n
}

// Equal seeds draw equal positions, other seeds others.
func TestSamplesAreReproducible(t *testing.T) {
	for _, s := range []sampling{chessSampling, shogiSampling} {
		t.Run(s.game.Name, func(t *testing.T) {
			const size = sampleSize / 7
			first, again, other := s.draw(t, 1, size), s.draw(t, 1, size), s.draw(t, 2, size)
			same := 0
			for i := range first {
				if first[i].String() != again[i].String() {
					t.Fatalf("position %d is %s, then %s", i, first[i], again[i])
				}
				if first[i].String() == other[i].String() {
					same++
				}
			}
			if len(first) != size || len(other) != size || same > size/50 {
				t.Errorf("%d and %d positions, %d of them equal with other seeds", len(first), len(other), same)
			}
		})
	}
}

// The positions of chess reach from full boards to bare kings, with either side to move,
// and kings everywhere.
func TestChessSampleIsVaried(t *testing.T) {
	sides, kings, pieces, queens, castling := [2]int{}, map[core.Square]bool{}, map[int]int{}, 0, 0
	for _, p := range chessSampling.draw(t, 1, sampleSize) {
		q := p.(*chess.Position)
		sides[p.Side()]++
		pieces[countPieces(p)]++
		for _, c := range []core.Color{core.First, core.Second} {
			kings[q.KingSquare(c)] = true
			if bits.OnesCount64(q.Pieces(c, chess.Queen)) > 1 {
				queens++
			}
		}
		if strings.Fields(p.String())[2] != "-" {
			castling++
		}
		if p.InCheck() {
			t.Errorf("%s is a check", p)
		}
	}
	if sides[0] < 400 || sides[1] < 400 || len(kings) < 60 || len(pieces) < 30 || queens < 10 || castling < 50 {
		t.Errorf("%v to move; kings on %d squares; piece counts %v; %d times several queens; %d times castling rights", sides, len(kings), pieces, queens, castling)
	}
}

// The positions of shogi have hands of all sizes, promoted pieces of all kinds, checks, and
// kings everywhere: at home, in the middle and in the enemy's camp.
func TestShogiSampleIsVaried(t *testing.T) {
	sides, checks, kings, letters := [2]int{}, 0, [2]map[core.Square]bool{{}, {}}, map[string]int{}
	most, onBoard := map[rune]int{}, map[int]int{}
	for _, p := range shogiSampling.draw(t, 1, sampleSize) {
		q := p.(*shogi.Position)
		sides[p.Side()]++
		if p.InCheck() {
			checks++
		}
		onBoard[countPieces(p)/5]++
		for c, squares := range kings {
			squares[q.KingSquare(core.Color(c))] = true
		}
		for _, promoted := range strings.SplitAfter(board(p), "+")[1:] {
			letters[promoted[:1]]++
		}
		count := 0
		for _, r := range strings.Fields(p.String())[2] {
			switch {
			case r >= '0' && r <= '9':
				count = 10*count + int(r-'0')
			default:
				most[r] = max(most[r], count, 1)
				count = 0
			}
		}
	}
	if sides[0] < 400 || sides[1] < 400 || checks < 30 || len(kings[0]) < 75 || len(kings[1]) < 75 || len(onBoard) < 6 {
		t.Errorf("%v to move; %d checks; kings on %d and %d squares; by fives of pieces on the board %v", sides, checks, len(kings[0]), len(kings[1]), onBoard)
	}
	for _, r := range "plnsbrPLNSBR" {
		if letters[string(r)] < 20 {
			t.Errorf("only %d times a promoted %c", letters[string(r)], r)
		}
	}
	for kind, count := range map[rune]int{'p': 12, 'l': 3, 'n': 3, 's': 3, 'g': 3, 'b': 2, 'r': 2} {
		for _, r := range []rune{kind, kind - 'a' + 'A'} {
			if most[r] < count {
				t.Errorf("never more than %d of %c in hand", most[r], r)
			}
		}
	}
}
