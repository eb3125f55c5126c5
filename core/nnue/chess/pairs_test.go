package chess

import (
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/nnue"
)

// counts are pairs with how often each is listed.
type counts map[nnue.Pair]int

func (c counts) add(l *nnue.PairList, times int) {
	for _, p := range l.All() {
		if c[p] += times; c[p] == 0 {
			delete(c, p)
		}
	}
}

// Moves are taken back one after another: each time what is left are the pairs of the
// position before.
func TestPairsOfMovesTakenBack(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		chess960  bool
	}{
		{"the first position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false},
		{"castling, promotion, en passant", "r3k2r/P1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", false},
		{"pieces that change places", "bqrkr1nn/pppppppp/8/8/8/8/PPPPPPPP/1NRKR2B w CEce - 0 1", true},
		{"a king that stays", "nrk1bbqn/pppppppp/8/8/8/8/PPPPPPPP/1RK5 w Bb - 0 1", true},
		{"sliders behind each other", "1k1r3r/3r3q/8/3QR3/3R4/8/8/K2R3B w - - 0 1", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(5, 6))
			for _, pawns := range []bool{false, true} {
				tracker := threatPairs(pawns).Tracker()
				for range 40 {
					p, err := chess.Rules.Parse(test.fen, core.Settings{Chess960: test.chess960})
					if err != nil {
						t.Fatal(err)
					}
					var positions []counts
					var moves []core.DirtyPieces
					for range 24 {
						positions = append(positions, pairsOf(tracker, p))
						var list core.MoveList
						p.Generate(core.AllMoves, &list)
						if list.N == 0 {
							break
						}
						moves = append(moves, core.DirtyPieces{})
						p.Do(list.Moves[random.IntN(list.N)], &moves[len(moves)-1])
					}
					now := pairsOf(tracker, p)
					for i := len(moves) - 1; i >= 0; i-- {
						var added, removed nnue.PairList
						tracker.Back(&moves[i], &added, &removed)
						now.add(&added, -1)
						now.add(&removed, 1)
						compare(t, p, now, positions[i])
						var list nnue.PairList
						tracker.List(&list)
						left := counts{}
						left.add(&list, 1)
						compare(t, p, left, positions[i])
					}
				}
			}
		})
	}
}

func pairsOf(t nnue.PairTracker, p core.Position) counts {
	var list nnue.PairList
	t.Set(p)
	t.List(&list)
	all := counts{}
	all.add(&list, 1)
	return all
}

func compare(t *testing.T, p core.Position, got, want counts) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d pairs, want %d", p, len(got), len(want))
	}
	for pair, n := range want {
		if got[pair] != n {
			t.Fatalf("%s: pair %x is there %d times, want %d", p, pair, got[pair], n)
		}
	}
}
