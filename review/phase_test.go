package review_test

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/review"
)

func TestPhases(t *testing.T) {
	const o, m, e = review.Opening, review.Middlegame, review.Endgame
	for _, test := range []struct {
		name      string
		game      games.Game
		position  string
		now, want review.Phase
	}{
		{"chess at the start", games.Chess(), chess.StartFEN, o, o},
		{"four pieces gone", games.Chess(), "r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R w KQkq - 0 9", o, m},
		{"one less gone", games.Chess(), "r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 9", o, o},
		{"White has left the first rank", games.Chess(), "rnbqkbnr/pppppppp/8/8/2BB4/2NQ1N2/PPPPPPPP/R3K2R w KQkq - 0 9", o, m},
		{"Black has left the first rank", games.Chess(), "r4rk1/ppqpbppp/2n1bn2/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 9", o, m},
		{"six pieces left", games.Chess(), "r2qk2r/pppppppp/8/8/8/8/PPPPPPPP/R2QK2R w KQkq - 0 20", o, e},
		{"seven left", games.Chess(), "r2qk2r/pppppppp/8/8/8/8/PPPPPPPP/R1BQK2R w KQkq - 0 20", m, m},
		{"shogi at the start", games.Shogi(), shogi.StartSFEN, o, o},
		{"bishops and pawns in hand", games.Shogi(), "lnsgkgsnl/1r7/pppppp1pp/9/9/9/PP1PPPPPP/7R1/LNSGKGSNL b BPbp 9", o, o},
		{"check by the bishop", games.Shogi(), "lnsgkgsnl/1r7/ppppp1+Bpp/9/9/9/PP1PPPPPP/7R1/LNSGKGSNL w Pbp 8", o, o},
		{"a silver in hand", games.Shogi(), "lnsgkg1nl/1r5b1/pppppp1pp/9/9/9/PP1PPPPPP/1B5R1/LNSGKGSNL w S2p 9", o, m},
		{"dropped again", games.Shogi(), "lnsgkg1nl/1r5b1/pppppp1pp/9/9/3S5/PP1PPPPPP/1B5R1/LNSGKGSNL w 2p 9", m, m},
		{"a check that can be met", games.Shogi(), "lnsgkg1nl/1r2S2b1/pppp1p1pp/9/9/9/PP1PPPPPP/1B5R1/LNSGKGSNL w 3p 9", m, m},
		{"pieces near the king", games.Shogi(), "ln1g1g1nl/1r1ks2b1/pppp1p1pp/4S4/3G5/9/PP1PPPPPP/1B5R1/LN1GK2NL b S3p 9", m, e},
		{"they are pawns", games.Shogi(), "ln1g1g1nl/1r1ks2b1/pppp1p1pp/4P4/3P5/9/PP3PPPP/1B5R1/LN1GK2NL b S 9", m, m},
		{"so near it is no opening for those who have taken nothing", games.Shogi(), "ln1g1g1nl/1r1ks2b1/pppp1p1pp/4S4/3G5/9/PP1PPPPPP/1B5R1/LN1GK2NL b 3p 9", o, o},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := test.game.Parse(test.position, core.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			if got := review.StandardOf(test.game.Name).Phase(p, test.now); got != test.want {
				t.Errorf("phase %d, want %d", got, test.want)
			}
		})
	}
}
