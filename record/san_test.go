package record

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

func ExampleSAN() {
	p, _ := chess.Rules.Parse("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", core.Settings{})
	m, _ := p.ParseMove("h5f7")
	fmt.Println(SAN(p, m))
	// Output: Qxf7#
}

func ExampleParseSAN() {
	p, _ := chess.Rules.Parse("4k3/8/8/6N1/8/2N5/8/4K3 w - - 0 1", core.Settings{})
	m, err := ParseSAN(p, "N3e4!")
	fmt.Println(p.FormatMove(m), err)
	_, err = ParseSAN(p, "Ne4")
	fmt.Println(err)
	// Output:
	// c3e4 <nil>
	// move "Ne4" is ambiguous: Nce4, Nge4
}

const (
	openBoard  = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	castlings  = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	promotions = "1r2k3/P1P5/8/8/8/8/8/4K3 w - - 0 1"
	passant    = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
	queens     = "4k3/Q7/8/8/8/8/8/Q2Q3K w - - 0 1" // all three reach d4
	knights    = "4k3/8/8/6N1/8/2N5/8/4K3 w - - 0 1"
	bothCheck  = "6k1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 1"
	rookAway   = "4k3/8/8/8/8/8/8/R4K1R w HA - 0 1" // Chess960, castling by either rook
)

func TestSAN(t *testing.T) {
	tests := []struct{ name, fen, move, want string }{
		{"pawn", openBoard, "e2e4", "e4"},
		{"knight", openBoard, "g1f3", "Nf3"},
		{"castling kingside", castlings, "e1g1", "O-O"},
		{"castling queenside", castlings, "e1c1", "O-O-O"},
		{"castling with check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
		{"Chess960 castling", rookAway, "f1h1", "O-O"},
		{"Chess960 castling queenside", rookAway, "f1a1", "O-O-O"},
		{"promotion", promotions, "a7a8q", "a8=Q"},
		{"capturing promotion to a knight", promotions, "a7b8n", "axb8=N"},
		{"capturing promotion with check", promotions, "c7b8r", "cxb8=R+"},
		{"en passant", passant, "e5d6", "exd6"},
		{"by file", knights, "c3e4", "Nce4"},
		{"by rank", "4k3/8/8/R7/8/8/8/R6K w - - 0 1", "a1a3", "R1a3"},
		{"by file and rank", queens, "a1d4", "Qa1d4"},
		{"a pinned rival does not count", "4k3/4r3/8/8/8/8/4N3/N3K3 w - - 0 1", "a1c2", "Nc2"},
		{"king's capture", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2", "Kxe2"},
		{"mate", bothCheck, "a1a8", "Ra8#"},
		{"check", bothCheck, "e1e8", "Re8#"},
		{"check that is no mate", "6k1/5pp1/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8+"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := start(t, chess.Rules, test.fen, core.Settings{})
			m, err := p.ParseMove(test.move)
			must.OK(t, err)
			before := p.String()
			if got := SAN(p, m); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
			if p.String() != before {
				t.Errorf("the position is now %s", p)
			}
		})
	}
}

func TestSANOfShogi(t *testing.T) {
	p := shogi.Rules.Start(core.Settings{})
	m, err := p.ParseMove("7g7f")
	must.OK(t, err)
	if got := SAN(p, m); got != "7g7f" {
		t.Errorf("%s", got)
	}
	if _, err := ParseSAN(p, "7g7f"); err == nil {
		t.Error("algebraic notation was read in shogi")
	}
}

func TestParseSAN(t *testing.T) {
	tests := []struct{ name, fen, text, want string }{
		{"pawn", openBoard, "e4", "e2e4"},
		{"pawn with its letter", openBoard, "Pe4", "e2e4"},
		{"UCI", openBoard, "e2e4", "e2e4"},
		{"UCI of a knight", openBoard, "g1f3", "g1f3"},
		{"long", openBoard, "e2-e4", "e2e4"},
		{"long with a letter", openBoard, "Ng1-f3", "g1f3"},
		{"long capture", passant, "e5xd6", "e5d6"},
		{"blanks", openBoard, " Nf3 ", "g1f3"},
		{"opinion", openBoard, "Nf3!?", "g1f3"},
		{"a false check sign", openBoard, "Nf3+!", "g1f3"},
		{"over-disambiguated by file", openBoard, "Ngf3", "g1f3"},
		{"over-disambiguated by rank", openBoard, "N1f3", "g1f3"},
		{"over-disambiguated by both", openBoard, "Ng1f3", "g1f3"},
		{"capture sign where nothing is taken", openBoard, "Nxf3", "g1f3"},
		{"no capture sign", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "Ke2", "e1e2"},
		{"en passant", passant, "exd6", "e5d6"},
		{"en passant with its sign", passant, "exd6e.p.", "e5d6"},
		{"en passant with a blank", passant, "exd6 e.p.", "e5d6"},
		{"en passant without signs", passant, "ed6", "e5d6"},
		{"pawn capture by colon", passant, "e:d6", "e5d6"},
		{"a push instead of a capture", "4k3/8/3p4/3PpP2/8/8/8/4K3 w - e6 0 1", "f6", "f5f6"},
		{"castling", castlings, "O-O", "e1g1"},
		{"castling with check sign", castlings, "O-O-O+", "e1c1"},
		{"castling by zeros", castlings, "0-0", "e1g1"},
		{"castling long by zeros", castlings, "0-0-0", "e1c1"},
		{"castling in small letters", castlings, "o-o-o", "e1c1"},
		{"castling as UCI", castlings, "e1g1", "e1g1"},
		{"castling as long notation", castlings, "Ke1-c1", "e1c1"},
		{"Chess960 castling", rookAway, "O-O", "f1h1"},
		{"Chess960 castling as UCI", rookAway, "f1a1", "f1a1"},
		{"rook to the castling square", castlings, "Rf1", "h1f1"},
		{"promotion", promotions, "a8=Q", "a7a8q"},
		{"promotion without sign", promotions, "a8Q", "a7a8q"},
		{"promotion with brackets", promotions, "a8(R)", "a7a8r"},
		{"promotion with a slash", promotions, "a8/B", "a7a8b"},
		{"promotion in small letters", promotions, "a8n", "a7a8n"},
		{"promotion as UCI", promotions, "a7b8r", "a7b8r"},
		{"promotion in long notation", promotions, "c7xb8=Q+", "c7b8q"},
		{"a German knight", openBoard, "Sf3", "g1f3"},
		{"a German knight in long notation", openBoard, "Sg1-f3", "g1f3"},
		{"a German rook", castlings, "Tf1", "h1f1"},
		{"a German queen", queens, "Da1d4", "a1d4"},
		{"a German promotion", promotions, "a8D", "a7a8q"},
		{"a German bishop with brackets", promotions, "a8(L)", "a7a8b"},
		{"a German knight with its sign", promotions, "a8=S", "a7a8n"},
		{"by file and rank", queens, "Qa1d4", "a1d4"},
		{"bishop, not the pawn", "4k3/8/8/8/8/2p5/1P6/B3K3 w - - 0 1", "bxc3", "b2c3"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := start(t, chess.Rules, test.fen, core.Settings{})
			m, err := ParseSAN(p, test.text)
			must.OK(t, err)
			if got := p.FormatMove(m); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}

func TestParseSANRefuses(t *testing.T) {
	tests := []struct{ name, fen, text, want string }{
		{"empty", openBoard, "", "is no move"},
		{"signs only", openBoard, "+", "is no move"},
		{"a letter only", openBoard, "N", "is no move"},
		{"no square", openBoard, "Nf9", "is no move"},
		{"rank before file", openBoard, "N1gf3", "is no move"},
		{"two letters", openBoard, "NNf3", "is no move"},
		{"a letter of no piece", openBoard, "Cf3", "is no move"},
		{"null move", openBoard, "--", "passes the turn"},
		{"words", openBoard, "resigns", "is no move"},
		{"illegal", openBoard, "e5", "is not legal"},
		{"illegal as UCI", openBoard, "e2e5", "is illegal"},
		{"the wrong piece", openBoard, "Bg1f3", "another piece"},
		{"castling through pieces", openBoard, "O-O", "is not legal"},
		{"promotion off the last rank", openBoard, "e4=Q", "is not legal"},
		{"promotion of a knight", openBoard, "Nf3=Q", "is not legal"},
		{"pawn capture of nothing", openBoard, "exd3", "is not legal"},
		{"promotion to what", promotions, "a8", "ambiguous: a8=Q, a8=N, a8=R, a8=B"},
		{"two knights", knights, "Ne4", "ambiguous: Nce4, Nge4"},
		{"three queens", queens, "Qd4", "ambiguous: Qa1d4, Q7d4, Qdd4"},
		{"capture sign without the pawn's file", passant, "d6", "is not legal"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m, err := ParseSAN(start(t, chess.Rules, test.fen, core.Settings{}), test.text)
			if err == nil || !strings.Contains(err.Error(), test.want) || m != core.NoMove {
				t.Errorf("move %x, error %v, want %q", m, err, test.want)
			}
		})
	}
}

// frcStarts are initial positions of Chess960 with various squares of kings and rooks.
var frcStarts = []string{
	"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
	"rkrnbbqn/pppppppp/8/8/8/8/PPPPPPPP/RKRNBBQN w CAca - 0 1",
	"nqrkbrnb/pppppppp/8/8/8/8/PPPPPPPP/NQRKBRNB w FCfc - 0 1",
	"1r2k2r/8/8/8/8/8/8/R4K1R b HAhb - 3 20",
}

// pawnWalls has many captures en passant.
const pawnWalls = "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1"

// The notation of every move of random games names that move and no other.
func TestSANRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	seen := map[string]int{}
	for i := range 18 {
		fen, s := "", core.Settings{}
		switch i % 3 {
		case 1:
			fen, s = frcStarts[i/3%len(frcStarts)], core.Settings{Chess960: true}
		case 2:
			fen = pawnWalls
		}
		p := start(t, chess.Rules, fen, s)
		for ply := 0; ply < 120 && !p.Verdict().Over(); ply++ {
			names := map[string]bool{}
			for _, m := range legalMoves(p) {
				name := SAN(p, m)
				back, err := ParseSAN(p, name)
				if err != nil || back.ID() != m.ID() || names[name] {
					t.Fatalf("%s in %s: %v", name, p, err)
				}
				names[name] = true
			}
			m := randomMove(p, rng)
			count(seen, "castling", m.IsCastling())
			count(seen, "promotion", m.IsPromotion())
			count(seen, "en passant", m.IsEnPassant())
			p.Do(m, nil)
		}
	}
	for _, kind := range []string{"castling", "promotion", "en passant"} {
		if seen[kind] < 5 {
			t.Errorf("%d moves are of the kind %s", seen[kind], kind)
		}
	}
}

func count(seen map[string]int, kind string, is bool) {
	if is {
		seen[kind]++
	}
}

// Signs and words of check that other programs and books write behind a move.
func TestCheckSigns(t *testing.T) {
	for _, test := range []struct{ fen, want string }{
		{"7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8q"}, // with a check
		{"6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "e1e8"},
	} {
		p := start(t, chess.Rules, test.fen, core.Settings{})
		san := map[string]string{"e7e8q": "e8=Q", "e1e8": "Re8"}[test.want]
		for _, sign := range []string{"", "+", "++", "#", "†", "‡", "††", "≠", "+!", "†!?", "ch", "ch.", "dis.ch", "dbl.ch.", "mate", "+ch", " ch", "!ch"} {
			m, err := ParseSAN(p, san+sign)
			if err != nil || p.FormatMove(m) != test.want {
				t.Errorf("%q: %s, %v", san+sign, p.FormatMove(m), err)
			}
			if strings.HasPrefix(sign, "!") {
				continue // a comment may follow an opinion
			}
			g := readOne(t, "[FEN \""+test.fen+"\"]\n\n1. "+san+sign+" {kept} *", Hint{})
			if moves := g.Moves(); len(moves) != 1 || p.FormatMove(moves[0]) != test.want || len(g.Root.Main().Comments) != 1 {
				t.Errorf("%q: moves %v, comments %q", san+sign, moves, g.Root.Main().Comments)
			}
		}
	}
}
