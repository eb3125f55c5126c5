package dataset

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

func sorted(list []core.Placed) []core.Placed {
	slices.SortFunc(list, func(a, b core.Placed) int { return 1000*(int(a.At)-int(b.At)) + int(a.Piece) - int(b.Piece) })
	return list
}

// placed returns the pieces of a position as seen through a mirror.
func placed(r *Packed, m *Mirror) []core.Placed {
	var u Board
	u.Unpack(r, m)
	var list []core.Placed
	for _, p := range u.Pieces[:u.N] {
		list = append(list, core.Placed{Piece: core.Piece(p >> 8), At: core.Place(p & 255)})
	}
	return list
}

func TestPack(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			same, flipped, positions := MirrorOf(nil), MirrorOf(g.Flip), 0
			var pieces []core.Placed
			for _, game := range randomGames(g.Rules, 3, 20) {
				err := game.Replay(g.Rules, core.Settings{}, func(p core.Position, _ core.Move, _ core.Score, _ bool) bool {
					positions++
					pieces = g.FeatureSets[0].Pieces(p, pieces[:0])
					phase := g.FeatureSets[0].Phase(p)
					l := Label{core.Score(rng.IntN(1<<16) - 1<<15), int8(rng.IntN(4) - 1)}
					r, err := Pack(pieces, g.FeatureSets[0].King, p.Side(), phase, l)
					if err != nil {
						t.Fatalf("%s: %v", p, err)
					}
					if r.Side() != p.Side() || r.Phase() != phase || r.Label() != l {
						t.Fatalf("%s: side %d, phase %d of %d, label %v of %v", p, r.Side(), r.Phase(), phase, r.Label(), l)
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
	kings := []core.Placed{{Piece: core.NewPiece(core.First, king), At: 4}, {Piece: core.NewPiece(core.Second, king), At: 60}}
	with := func(more ...core.Placed) []core.Placed { return append(slices.Clone(kings), more...) }
	var crowd []core.Placed
	for sq := range core.Place(39) {
		crowd = append(crowd, core.Placed{Piece: 1, At: sq + 5})
	}
	tests := []struct {
		name   string
		pieces []core.Placed
		phase  int
		label  Label
		want   string
	}{
		{"nothing wrong", with(core.Placed{Piece: 1, At: core.HandPlace}), 63, Label{-32768, 1}, ""},
		{"too many pieces", with(crowd...), 0, Label{}, "41 pieces"},
		{"two on a square", with(core.Placed{Piece: 1, At: 4}), 0, Label{}, "cannot be at 4"},
		{"a square off the board", with(core.Placed{Piece: 1, At: 81}), 0, Label{}, "cannot be at 81"},
		{"nowhere", with(core.Placed{Piece: 1, At: core.Nowhere}), 0, Label{}, "cannot be at 255"},
		{"no kind", with(core.Placed{Piece: 16, At: 5}), 0, Label{}, "no piece 16"},
		{"no colour", with(core.Placed{Piece: 33, At: 5}), 0, Label{}, "no piece 33"},
		{"a gap in a hand", with(core.Placed{Piece: 1, At: core.HandPlace + 1}), 0, Label{}, "slots empty"},
		{"no king", kings[:1], 0, Label{}, "1 and 0 kings"},
		{"two kings", with(core.Placed{Piece: core.NewPiece(core.First, king), At: 5}), 0, Label{}, "2 and 1 kings"},
		{"a phase too high", kings, 64, Label{}, "phase 64"},
		{"a large score", kings, 0, Label{Score: 1 << 15}, "out of range"},
		{"a result beyond", kings, 0, Label{Result: 3}, "out of range"},
	}
	for _, tt := range tests {
		_, err := Pack(tt.pieces, king, core.First, tt.phase, tt.label)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.want)
		}
	}
}
