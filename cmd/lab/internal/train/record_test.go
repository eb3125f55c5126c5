package train

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/games"
)

func sorted(list []nnue.Placed) []nnue.Placed {
	slices.SortFunc(list, func(a, b nnue.Placed) int { return 1000*(int(a.At)-int(b.At)) + int(a.Piece) - int(b.Piece) })
	return list
}

// placed returns the pieces of a record as seen through a mirror.
func placed(r *record, m *mirror) []nnue.Placed {
	var u unpacked
	u.unpack(r, m)
	var list []nnue.Placed
	for _, p := range u.pieces[:u.n] {
		list = append(list, nnue.Placed{Piece: core.Piece(p >> 8), At: core.Place(p & 255)})
	}
	return list
}

func TestPack(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			same, flipped, positions := mirrorOf(nil), mirrorOf(g.Flip), 0
			var pieces []nnue.Placed
			for _, game := range randomGames(g.Rules, 3, 20) {
				err := game.Replay(g.Rules, core.Settings{}, func(p core.Position, _ core.Move, _ core.Score, _ bool) bool {
					positions++
					pieces = g.FeatureSets[0].Pieces(p, pieces[:0])
					bucket := g.FeatureSets[0].Bucket(p, nnue.MaxBuckets)
					l := label{core.Score(rng.IntN(1<<16) - 1<<15), int8(rng.IntN(3) - 1)}
					r, err := pack(pieces, g.FeatureSets[0].King, p.Side(), bucket, l)
					if err != nil {
						t.Fatalf("%s: %v", p, err)
					}
					if r.side() != p.Side() || r.bucket() != bucket || r.label() != l {
						t.Fatalf("%s: side %d, bucket %d of %d, label %v of %v", p, r.side(), r.bucket(), bucket, r.label(), l)
					}
					got := placed(&r, same)
					if !slices.Equal(sorted(got), sorted(pieces)) {
						t.Fatalf("%s: %v, want %v", p, got, pieces)
					}
					mirrored := placed(&r, flipped)
					for i := range mirrored {
						if mirrored[i].At.IsSquare() && g.Flip != nil {
							mirrored[i].At = core.Place(g.Flip(core.Square(mirrored[i].At)))
						}
					}
					if !slices.Equal(sorted(mirrored), got) {
						t.Fatalf("%s: flipped twice it is %v", p, mirrored)
					}
					return true
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			if positions < 500 {
				t.Errorf("only %d positions", positions)
			}
		})
	}
}

func TestPackRefuses(t *testing.T) {
	const king core.PieceType = 6
	kings := []nnue.Placed{{Piece: core.NewPiece(core.First, king), At: 4}, {Piece: core.NewPiece(core.Second, king), At: 60}}
	with := func(more ...nnue.Placed) []nnue.Placed { return append(slices.Clone(kings), more...) }
	var crowd []nnue.Placed
	for sq := range core.Place(39) {
		crowd = append(crowd, nnue.Placed{Piece: 1, At: sq + 5})
	}
	tests := []struct {
		name   string
		pieces []nnue.Placed
		bucket int
		label  label
		want   string
	}{
		{"nothing wrong", with(nnue.Placed{Piece: 1, At: core.HandPlace}), 15, label{-32768, 1}, ""},
		{"too many pieces", with(crowd...), 0, label{}, "41 pieces"},
		{"two on a square", with(nnue.Placed{Piece: 1, At: 4}), 0, label{}, "cannot be at 4"},
		{"a square off the board", with(nnue.Placed{Piece: 1, At: 81}), 0, label{}, "cannot be at 81"},
		{"nowhere", with(nnue.Placed{Piece: 1, At: core.Nowhere}), 0, label{}, "cannot be at 255"},
		{"no kind", with(nnue.Placed{Piece: 16, At: 5}), 0, label{}, "no piece 16"},
		{"no colour", with(nnue.Placed{Piece: 33, At: 5}), 0, label{}, "no piece 33"},
		{"a gap in a hand", with(nnue.Placed{Piece: 1, At: core.HandPlace + 1}), 0, label{}, "slots empty"},
		{"no king", kings[:1], 0, label{}, "1 and 0 kings"},
		{"two kings", with(nnue.Placed{Piece: core.NewPiece(core.First, king), At: 5}), 0, label{}, "2 and 1 kings"},
		{"a bucket too high", kings, 16, label{}, "bucket 16"},
		{"a large score", kings, 0, label{score: 1 << 15}, "out of range"},
		{"no result", kings, 0, label{result: 2}, "out of range"},
	}
	for _, tt := range tests {
		_, err := pack(tt.pieces, king, core.First, tt.bucket, tt.label)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestOrder(t *testing.T) {
	for _, n := range []uint64{1, 2, 3, 4, 5, 7, 64, 65, 1000, 4099} {
		o := newOrder(n, 1, 0)
		seen, still := make([]bool, n), 0
		for i := range n {
			at := o.at(i)
			if at >= n || seen[at] {
				t.Fatalf("of %d: place %d is not new", n, at)
			}
			seen[at] = true
			if at == i {
				still++
			}
		}
		if n >= 64 && still > 8 { // one on average
			t.Errorf("of %d: %d stay where they are", n, still)
		}
	}
	a, b, c := newOrder(1000, 1, 0), newOrder(1000, 1, 1), newOrder(1000, 2, 0)
	same, following := 0, 0
	for i := range uint64(999) {
		if a.at(i) == b.at(i) || a.at(i) == c.at(i) {
			same++
		}
		if a.at(i+1) == a.at(i)+1 {
			following++
		}
	}
	if same > 20 || following > 10 {
		t.Errorf("%d places are those of another pass or seed, %d follow one another", same, following)
	}
}
