//go:build !js

package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/must"
)

// Puzzles as records have their position, the solution, a theme and a rating.
func TestPuzzlesAsRecords(t *testing.T) {
	for _, test := range []struct {
		name, input, file string
		moves             int
		want              []string
	}{
		{"a mate", matePGN, "a.pgn", 3, []string{`[Theme "mate in 2"]`, `[PuzzleRating "1319"]`, `[FEN "r5k1/5ppp/8/8/8/8/3Q1PPP/3R2K1 w - - 0 1"]`, "1. Qd8+ Rxd8 2. Rxd8#"}},
		{"a queen that hangs", queenPGN, "b.pgn", 1, []string{`[Theme "hanging piece"]`, `[PuzzleRating "300"]`, "20. Nxd5"}},
		{"tsume", tsumeUSI, "c.kif", 3, []string{"*3手詰、推定レーティング", "５二銀打"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), test.file)
			_, told, err := analysed(t, test.input, slices.Concat([]string{"-", "--nodes", "2000", "--puzzles", path})...)
			must.OK(t, err)
			text, err := os.ReadFile(path)
			must.OK(t, err)
			g, err := record.NewReader(strings.NewReader(string(text)), record.Hint{Name: path}).Next()
			if err != nil || len(g.Moves()) != test.moves {
				t.Errorf("error %v, told %s, wrote\n%s", err, told, text)
			}
			must.Has(t, string(text), test.want...)
		})
	}
	_, _, err := analysed(t, tsumeUSI, "-", "--puzzles", "x.pgn")
	must.Say(t, err, "--puzzles: stdin, game 1 is a game of shogi, which PGN cannot hold")
}
