package chess

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

// play plays moves in UCI notation, separated by blanks; "0000" is a null move.
func play(t *testing.T, p *Position, moves string) {
	t.Helper()
	for _, text := range strings.Fields(moves) {
		if text == "0000" {
			p.DoNull()
			continue
		}
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		p.Do(m, nil)
	}
}

func TestVerdict(t *testing.T) {
	mate := func(winner core.Color) core.Verdict { return core.Verdict{Ending: core.Checkmate, Winner: winner} }
	draw := func(e core.Ending) core.Verdict { return core.Verdict{Ending: e, Drawn: true} }
	for _, test := range []struct {
		name, fen, moves string
		want             core.Verdict
	}{
		{"initial position", StartFEN, "", core.Verdict{}},
		{"fool's mate", StartFEN, "f2f3 e7e5 g2g4 d8h4", mate(core.Second)},
		{"back rank", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", mate(core.First)},
		{"stalemate", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "", draw(core.Stalemate)},
		{"mate on the hundredth ply", "7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8", mate(core.First)},
		{"stalemate on the hundredth ply", "7k/8/5K2/8/8/8/8/6Q1 w - - 99 80", "f6f7", draw(core.FiftyMoves)},
		{"ninety-nine plies", "4k3/8/8/8/8/8/8/R3K3 w - - 98 80", "a1a2", core.Verdict{}},
		{"fifty moves", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "a1a2", draw(core.FiftyMoves)},
		{"fifty moves in check", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "a1a8", draw(core.FiftyMoves)},
		{"a capture resets the clock", "4k3/8/8/8/8/8/r7/R3K3 w - - 99 80", "a1a2", core.Verdict{}},
		{"a pawn move resets the clock", "4k3/8/8/8/8/8/P7/R3K3 w - - 99 80", "a2a3", core.Verdict{}},
		{"twofold", StartFEN, "g1f3 g8f6 f3g1 f6g8", core.Verdict{}},
		{"threefold", StartFEN, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", draw(core.Repetition)},
		{"threefold apart", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2 e8e7 a2a1 e7e8 a1a3 e8d8 a3a1 d8e8", draw(core.Repetition)},
		{"castling rights make a difference", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
			"e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8", core.Verdict{}},
		{"en passant makes a difference", "4k3/3p4/8/4P3/8/8/8/4K2R b - - 0 1",
			"d7d5 h1h2 e8e7 h2h1 e7e8 h1h2 e8e7 h2h1 e7e8", core.Verdict{}},
		{"kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", draw(core.InsufficientMaterial)},
		{"a knight", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "", draw(core.InsufficientMaterial)},
		{"a bishop", "4k3/b7/8/8/8/8/8/4K3 w - - 0 1", "", draw(core.InsufficientMaterial)},
		{"bishops of one colour", "4k3/b7/8/8/3B4/8/5B2/4K3 w - - 0 1", "", draw(core.InsufficientMaterial)},
		{"bishops on light squares", "4k3/1b6/8/8/4B3/8/8/4K3 w - - 0 1", "", draw(core.InsufficientMaterial)},
		{"bishops of both colours", "4k3/1b6/8/8/3B4/8/8/4K3 w - - 0 1", "", core.Verdict{}},
		{"two knights", "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", "", core.Verdict{}},
		{"knight and bishop", "4k3/b7/8/8/8/8/8/4KN2 w - - 0 1", "", core.Verdict{}},
		{"a pawn", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "", core.Verdict{}},
		{"a rook", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "", core.Verdict{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, test.fen, core.Settings{})
			play(t, p, test.moves)
			if got := p.Verdict(); got != test.want {
				t.Errorf("%s: %+v, want %+v", p, got, test.want)
			}
			_, drawn := p.Outcome(0)
			if want := test.want.Drawn && test.want.Ending != core.Stalemate; drawn != want {
				t.Errorf("%s: Outcome says %v, want %v", p, drawn, want)
			}
		})
	}
}

// Some draws end a game by themselves, others have to be claimed.
func TestFinalAndClaimable(t *testing.T) {
	const round = "g1f3 g8f6 f3g1 f6g8 " // back to the position
	drawn := func(e core.Ending) core.Verdict { return core.Verdict{Ending: e, Drawn: true} }
	for _, test := range []struct {
		name, fen, moves string
		final, claim     core.Verdict
	}{
		{"initial position", StartFEN, "", core.Verdict{}, core.Verdict{}},
		{"fool's mate", StartFEN, "f2f3 e7e5 g2g4 d8h4", core.Verdict{Ending: core.Checkmate, Winner: core.Second}, core.Verdict{}},
		{"stalemate", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "", drawn(core.Stalemate), core.Verdict{}},
		{"insufficient material", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "", drawn(core.InsufficientMaterial), core.Verdict{}},
		{"insufficient material for fifty moves", "4k3/8/8/8/8/8/8/4KN2 w - - 100 90", "", drawn(core.InsufficientMaterial), core.Verdict{}},
		{"twofold", StartFEN, round, core.Verdict{}, core.Verdict{}},
		{"threefold", StartFEN, round + round, core.Verdict{}, drawn(core.Repetition)},
		{"fourfold", StartFEN, strings.Repeat(round, 3), core.Verdict{}, drawn(core.Repetition)},
		{"fivefold", StartFEN, strings.Repeat(round, 4), drawn(core.FivefoldRepetition), core.Verdict{}},
		{"a move on", StartFEN, strings.Repeat(round, 4) + "e2e4", core.Verdict{}, core.Verdict{}},
		{"fivefold apart", StartFEN, strings.Repeat(round, 2) + "b1c3 b8c6 c3b1 c6b8 " + round, drawn(core.FivefoldRepetition), core.Verdict{}},
		{"ninety-nine plies", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "", core.Verdict{}, core.Verdict{}},
		{"fifty moves", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "a1a2", core.Verdict{}, drawn(core.FiftyMoves)},
		{"a ply before seventy-five", "4k3/8/8/8/8/8/8/R3K3 w - - 149 80", "", core.Verdict{}, drawn(core.FiftyMoves)},
		{"seventy-five moves", "4k3/8/8/8/8/8/8/R3K3 w - - 149 80", "a1a2", drawn(core.SeventyFiveMoves), core.Verdict{}},
		{"mate on the last ply", "7k/8/6K1/8/8/8/8/R7 w - - 149 80", "a1a8", core.Verdict{Ending: core.Checkmate, Winner: core.First}, core.Verdict{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, test.fen, core.Settings{})
			play(t, p, test.moves)
			if got := p.Final(); got != test.final {
				t.Errorf("%s ends: %+v, want %+v", p, got, test.final)
			}
			if got := p.Claimable(); got != test.claim {
				t.Errorf("%s is claimed: %+v, want %+v", p, got, test.claim)
			}
		})
	}
}

// FIDE 6.9: who oversteps the time against a side that cannot mate by any series of legal
// moves has drawn.
func TestCanWin(t *testing.T) {
	for _, test := range []struct {
		name, fen    string
		white, black bool
	}{
		{"initial position", StartFEN, true, true},
		{"bare kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", false, false},
		{"a rook against a bare king", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", true, false},
		{"whoever is to move", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1", true, false},
		{"a pawn against a bare king", "4k3/p7/8/8/8/8/8/4K3 w - - 0 1", false, true},
		{"a knight against a bare king", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", false, false},
		{"a knight against a queen", "4k2q/8/8/8/8/8/8/4KN2 w - - 0 1", false, true},
		{"a knight against queens", "4k1qq/8/8/8/8/8/8/4KN2 w - - 0 1", false, true},
		{"a knight against a queen and a rook", "4k1rq/8/8/8/8/8/8/4KN2 w - - 0 1", true, true},
		{"a knight against a rook", "4k2r/8/8/8/8/8/8/4KN2 w - - 0 1", true, true},
		{"a knight against a bishop", "4k2b/8/8/8/8/8/8/4KN2 w - - 0 1", true, true},
		{"a knight against a knight", "4k2n/8/8/8/8/8/8/4KN2 w - - 0 1", true, true},
		{"a knight against a pawn", "4k3/p7/8/8/8/8/8/4KN2 w - - 0 1", true, true},
		{"two knights against a bare king", "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", true, false},
		{"knight and bishop against a queen", "4k2q/8/8/8/8/8/8/3BKN2 w - - 0 1", true, true},
		{"a bishop against a bare king", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1", false, false},
		{"a bishop against a queen", "4k2q/8/8/8/8/8/8/4KB2 w - - 0 1", false, true},
		{"a bishop against a rook", "4k2r/8/8/8/8/8/8/4KB2 w - - 0 1", false, true},
		{"a bishop against a bishop of its colour", "4k1b1/8/8/8/8/8/8/4KB2 w - - 0 1", false, false},
		{"a bishop against a bishop of the other colour", "4k2b/8/8/8/8/8/8/4KB2 w - - 0 1", true, true},
		{"a bishop against a knight", "4k2n/8/8/8/8/8/8/4KB2 w - - 0 1", true, true},
		{"a bishop against a pawn", "4k3/p7/8/8/8/8/8/4KB2 w - - 0 1", true, true},
		{"bishops of both colours against a rook", "4k2r/8/8/8/8/8/4B3/4KBB1 w - - 0 1", true, true},
		{"bishops of one colour against a rook", "4k2r/8/8/8/8/8/6B1/4KB1B w - - 0 1", false, true},
		{"bishops of both colours against a bare king", "4k3/8/8/8/8/8/8/4KBB1 w - - 0 1", true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, test.fen, core.Settings{})
			if white, black := p.CanWin(core.First), p.CanWin(core.Second); white != test.white || black != test.black {
				t.Errorf("White can win: %v, Black: %v, want %v and %v", white, black, test.white, test.black)
			}
		})
	}
}

// TestOutcome has the repetitions that count within a searched line.
func TestOutcome(t *testing.T) {
	const rook = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
	for _, test := range []struct {
		name, fen, moves string
		ply              int
		want             bool
	}{
		{"once, inside the line", rook, "a1a2 e8e7 a2a1 e7e8", 4, true},
		{"once, deeper in the line", rook, "a1a3 e8e7 a3a2 e7e8 a2a1 e8e7 a1a2 e7e8", 6, true},
		{"once, after three moves each", rook, "a1a3 e8e7 a3a2 e7d8 a2a1 d8e8", 6, true},
		{"once, after three moves each, before", rook, "a1a3 e8e7 a3a2 e7d8 a2a1 d8e8", 5, false},
		{"once, before the line", rook, "a1a2 e8e7 a2a1 e7e8", 3, false},
		{"twice, before the line", rook, "a1a2 e8e7 a2a1 e7e8 a1a2 e8e7 a2a1 e7e8", 1, true},
		{"none", rook, "a1a2 e8e7 a2a1", 9, false},
		{"both sides pass", rook, "0000 0000", 9, false},
		{"through a null move", rook, "a1a2 0000 a2a1 0000", 9, false},
		{"null move before the cycle", rook, "0000 e8e7 a1a2 e7e8 a2a1", 9, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, test.fen, core.Settings{})
			play(t, p, test.moves)
			if score, drawn := p.Outcome(test.ply); drawn != test.want || score != core.Draw {
				t.Errorf("%s: Outcome(%d) is %d, %v", p, test.ply, score, drawn)
			}
		})
	}
}

// A repetition counts until something is captured or a pawn moves, wherever the game
// stands now.
func TestRepeated(t *testing.T) {
	const rook = "4k3/7p/8/8/8/8/P7/R3K3 w - - 0 1"
	for _, test := range []struct {
		name, moves string
		want        bool
	}{
		{"the first position", "", false},
		{"almost", "a1b1 e8e7 b1a1", false},
		{"the position itself", "a1b1 e8e7 b1a1 e7e8", true},
		{"an earlier one", "a1b1 e8e7 b1a1 e7e8 e1e2 e8d8", true},
		{"before a pawn move", "a1b1 e8e7 b1a1 e7e8 a2a3 e8d8", false},
		{"after a pawn move", "a2a3 e8e7 a1b1 e7e8 b1a1 e8e7", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, rook, core.Settings{})
			play(t, p, test.moves)
			if got := p.Repeated(); got != test.want {
				t.Errorf("%s: %v", p, got)
			}
		})
	}
}

func TestNoMoves(t *testing.T) {
	if got := open(t, "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", core.Settings{}).MateOrStalemate(7); got != core.LossIn(7) {
		t.Errorf("mate scores %d", got)
	}
	if got := open(t, "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", core.Settings{}).MateOrStalemate(7); got != core.Draw {
		t.Errorf("stalemate scores %d", got)
	}
}

func TestZugzwangProne(t *testing.T) {
	for fen, want := range map[string]bool{
		StartFEN:                                false,
		"4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1":     true,
		"4k2q/pp6/8/8/8/8/PP6/4K3 w - - 0 1":    true,
		"4k2q/pp6/8/8/8/8/PP6/4K3 b - - 0 1":    false,
		"4k3/pp6/8/8/8/8/PP6/4K2N w - - 0 1":    false,
		"4k3/8/8/8/8/8/8/4K3 b - - 0 1":         true,
		"4k3/8/8/8/8/8/8/R3K3 w - - 0 1":        false,
		"4k3/pp6/8/8/8/8/PP6/3BK3 w - - 0 1":    false,
		"3bk3/pp6/8/8/8/8/PP6/4K3 w - - 0 1":    true,
		"3nk3/pp6/8/8/8/8/PP6/4K2R b - - 12 80": false,
	} {
		if got := open(t, fen, core.Settings{}).ZugzwangProne(); got != want {
			t.Errorf("%s: %v", fen, got)
		}
	}
}

// Chess has no castling with a king or rook that is not at home.
func TestStandard(t *testing.T) {
	for _, test := range []struct {
		name, rights, want string // the FENs from the castling rights on
		board              string
	}{
		{"the start", "KQkq", "KQkq", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
		{"named by their files", "HAha", "KQkq", "r3k2r/8/8/8/8/8/8/R3K2R"},
		{"rooks inside", "KQkq", "-", "1r2k1r1/8/8/8/8/8/8/1R2K1R1"},
		{"rooks inside, named", "GBgb", "-", "1r2k1r1/8/8/8/8/8/8/1R2K1R1"},
		{"one rook inside", "KQkq", "Kkq", "r3k2r/8/8/8/8/8/8/1R2K2R"},
		{"the inner one of two rooks", "KB", "K", "4k3/8/8/8/8/8/8/RR2K2R"},
		{"a king beside its square", "KQkq", "kq", "r3k2r/8/8/8/8/8/8/R4K1R"},
		{"no rights", "-", "-", "1r2k1r1/8/8/8/8/8/8/1R2K1R1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			fen := func(rights string) string { return test.board + " w " + rights + " - 3 9" }
			p := open(t, fen(test.rights), core.Settings{})
			before := p.castlingField()
			left := standard(p)
			if got := p.String(); got != fen(test.want) || (left != "") != (before != test.want) {
				t.Errorf("%s, and said %q", got, left)
			}
			q := open(t, fen(test.want), core.Settings{})
			if p.Key() != q.Key() || *p.PartKeys() != *q.PartKeys() {
				t.Error("the keys are not those of the position without the rights")
			}
			var list core.MoveList
			p.Generate(core.AllMoves, &list)
			for _, m := range list.Slice() {
				if text := p.FormatMove(m); m.IsCastling() && text != "e1g1" && text != "e1c1" {
					t.Errorf("castling is written %s", text)
				}
			}
		})
	}
}
