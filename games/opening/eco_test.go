package opening_test

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/games/opening"
)

// ecoLines has a standard line of each ECO code: the code and the moves.
//
//go:embed testdata/eco.txt
var ecoLines string

// Every code from A00 to E99 is that of its standard line.
func TestCodes(t *testing.T) {
	number := 0
	for line := range strings.Lines(ecoLines) {
		code, moves, _ := strings.Cut(strings.TrimSpace(line), " ")
		if want := fmt.Sprintf("%c%02d", 'A'+number/100, number%100); code != want {
			t.Fatalf("line %d is of %s, not of %s", number+1, code, want)
		}
		number++
		start, played := play(t, chess.Rules, moves)
		if n := opening.NameOf(start, played); n.Code != code || n.English == "" || n.Japanese == "" || n.Family.English == "" || n.Family.Japanese == "" {
			t.Errorf("%s: %s %q, %q of %q, %q", line, n.Code, n.English, n.Japanese, n.Family.English, n.Family.Japanese)
		}
	}
	if number != 500 {
		t.Errorf("%d codes", number)
	}
}

// Lines that players know have their code and their name, also by other orders of the moves.
func TestFamousLines(t *testing.T) {
	const (
		open      = "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 "
		closed    = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 "
		declined  = "d4 d5 c4 e6 Nc3 Nf6 "
		orthodox  = declined + "Bg5 Be7 e3 O-O Nf3 "
		slav      = "d4 d5 c4 c6 Nf3 Nf6 Nc3 "
		nimzo     = "d4 Nf6 c4 e6 Nc3 Bb4 "
		kings     = "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 "
		grünfeld  = "d4 Nf6 c4 g6 Nc3 d5 "
		twoKnight = "e4 e5 Nf3 Nc6 Bc4 Nf6 "
	)
	for _, test := range []struct{ code, name, moves string }{
		{"B90", "Najdorf, English Attack", open + "a6 Be3 e5 Nb3 Be6 f3 Be7 Qd2 O-O"},
		{"B97", "Poisoned Pawn Accepted", open + "a6 Bg5 e6 f4 Qb6 Qd2 Qxb2 Rb1 Qa3"},
		{"B99", "Najdorf, Main Line", open + "a6 Bg5 e6 f4 Be7 Qf3 Qc7 O-O-O Nbd7 g4 b5"},
		{"B92", "Najdorf, Opočenský", open + "a6 Be2 e5 Nb3 Be7 O-O"},
		{"B84", "Scheveningen", open + "a6 Be2 e6 O-O"},
		{"B76", "Yugoslav Attack, 9.O-O-O", open + "g6 Be3 Bg7 f3 O-O Qd2 Nc6 O-O-O"},
		{"B78", "Yugoslav Attack", open + "g6 Be3 Bg7 f3 O-O Qd2 Nc6 Bc4 Bd7 O-O-O Rc8 Bb3"},
		{"B81", "Keres Attack", open + "e6 g4"},
		{"B89", "Velimirović Attack", open + "Nc6 Bc4 e6 Be3 Be7 Qe2"},
		{"B69", "Rauzer Attack, Main Line", open + "Nc6 Bg5 e6 Qd2 a6 O-O-O Bd7 f4 Be7 Nf3 b5 Bxf6"},
		{"B33", "Sveshnikov", "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5 Ndb5 d6 Bg5 a6 Na3 b5 Bxf6 gxf6 Nd5 f5"},
		{"B33", "Sveshnikov", "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6 Nc3 Nf6 Ndb5 d6 Bf4 e5 Bg5 a6 Na3 b5"},
		{"B32", "Kalashnikov", "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 e5 Nb5 d6"},
		{"B38", "Maróczy Bind", "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6 c4 Bg7 Be3 Nf6 Nc3 O-O"},
		{"B48", "Taimanov, English Attack", "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6 Nc3 Qc7 Be3 a6 Qd2 Nf6"},
		{"B42", "Kan", "e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6 Bd3 Bc5 Nb3"},
		{"B31", "Rossolimo", "e4 c5 Nf3 Nc6 Bb5 g6 Bxc6 dxc6"},
		{"B22", "Alapin", "e4 c5 c3 Nf6 e5 Nd5 d4 cxd4 Nf3"},
		{"B21", "Smith-Morra Gambit Accepted", "e4 c5 d4 cxd4 c3 dxc3 Nxc3 Nc6"},
		{"B23", "Grand Prix Attack", "e4 c5 Nc3 Nc6 f4 g6 Nf3 Bg7"},
		{"B12", "Advance", "e4 c6 d4 d5 e5 Bf5 Nf3 e6 Be2 c5"},
		{"B14", "Panov Attack", "e4 c6 c4 d5 exd5 cxd5 d4 Nf6 Nc3 e6 Nf3 Bb4"},
		{"B19", "Classical, Spassky", "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5 Ng3 Bg6 h4 h6 Nf3 Nd7 h5 Bh7"},
		{"B17", "Karpov", "e4 c6 d4 d5 Nd2 dxe4 Nxe4 Nd7 Ng5 Ngf6 Bd3"},
		{"B01", "Mieses-Kotroč", "e4 d5 exd5 Qxd5 Nc3 Qa5 d4 c6"},
		{"B05", "Modern", "e4 Nf6 e5 Nd5 d4 d6 Nf3 Bg4 Be2 e6 O-O"},
		{"B09", "Austrian Attack", "e4 g6 d4 Bg7 Nc3 d6 f4 Nf6 Nf3 O-O"},
		{"C18", "Winawer, Poisoned Pawn", "e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3 Ne7 Qg4 Qc7 Qxg7 Rg8 Qxh7"},
		{"C06", "Tarrasch", "e4 e6 d4 d5 Nd2 Nf6 e5 Nfd7 Bd3 c5 c3 Nc6 Ne2 cxd4 cxd4 f6 exf6 Nxf6"},
		{"C02", "Advance", "e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6 a3"},
		{"C11", "Steinitz", "e4 e6 d4 d5 Nc3 Nf6 e5 Nfd7 f4 c5 Nf3 Nc6 Be3 cxd4"},
		{"C89", "Marshall Attack", closed + "O-O c3 d5 exd5 Nxd5 Nxe5 Nxe5 Rxe5 c6"},
		{"C95", "Breyer", closed + "d6 c3 O-O h3 Nb8 d4 Nbd7 Nbd2 Bb7"},
		{"C92", "Zaitsev", closed + "O-O c3 d6 h3 Bb7 d4 Re8"},
		{"C99", "Chigorin", closed + "d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7 Nbd2 cxd4 cxd4 Nc6"},
		{"C67", "Berlin Wall", "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Nd6 Bxc6 dxc6 dxe5 Nf5 Qxd8+ Kxd8 Nc3"},
		{"C65", "Berlin, Anti-Berlin", "e4 e5 Nf3 Nc6 Bb5 Nf6 d3 Bc5 c3 O-O"},
		{"C69", "Exchange", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4"},
		{"C83", "Open, Classical", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4 d4 b5 Bb3 d5 dxe5 Be6 c3 Be7 Bc2"},
		{"C54", "Giuoco Piano", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 d6 c3 a6"},
		{"C52", "Evans Gambit: Main Line", "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O"},
		{"C57", "Fried Liver Attack", twoKnight + "Ng5 d5 exd5 Nxd5 Nxf7 Kxf7 Qf3+"},
		{"C59", "Two Knights Defence: Main Line", twoKnight + "Ng5 d5 exd5 Na5 Bb5+ c6 dxc6 bxc6 Be2 h6 Nf3 e4"},
		{"C57", "Traxler Counter-Attack", twoKnight + "Ng5 Bc5"},
		{"C45", "Scotch Game: Mieses", "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nxc6 bxc6 e5 Qe7"},
		{"C42", "Petrov Defence: Classical", "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5 Bd3"},
		{"C39", "Kieseritzky", "e4 e5 f4 exf4 Nf3 g5 h4 g4 Ne5"},
		{"C41", "Philidor Defence: Hanham", "e4 e5 Nf3 d6 d4 Nd7"},
		{"D37", "Harrwitz Attack", declined + "Nf3 Be7 Bf4 O-O e3"},
		{"D36", "Exchange, Main Line", declined + "cxd5 exd5 Bg5 c6 Qc2 Be7 e3 Nbd7 Bd3 O-O"},
		{"D58", "Tartakower", orthodox + "h6 Bh4 b6 Be2 Bb7"},
		{"D56", "Lasker Defence", orthodox + "h6 Bh4 Ne4 Bxe7 Qxe7"},
		{"D67", "Orthodox", orthodox + "Nbd7 Rc1 c6 Bd3 dxc4 Bxc4 Nd5 Bxe7 Qxe7 O-O"},
		{"D52", "Cambridge Springs", declined + "Bg5 Nbd7 Nf3 c6 e3 Qa5"},
		{"D38", "Ragozin", "d4 Nf6 c4 e6 Nf3 d5 Nc3 Bb4 cxd5 exd5 Bg5"},
		{"D39", "Vienna", declined + "Nf3 dxc4 e4 Bb4 Bg5"},
		{"D34", "Tarrasch Defence: Classical", "d4 d5 c4 e6 Nf3 c5 cxd5 exd5 Nc3 Nc6 g3 Nf6 Bg2 Be7 O-O O-O"},
		{"D41", "Semi-Tarrasch", declined + "Nf3 c5 cxd5 Nxd5 e4 Nxc3 bxc3 cxd4 cxd4 Bb4+"},
		{"D44", "Botvinnik", slav + "e6 Bg5 dxc4 e4 b5 e5 h6 Bh4 g5 Nxg5 hxg5"},
		{"D43", "Anti-Moscow Gambit", slav + "e6 Bg5 h6 Bh4 dxc4"},
		{"D48", "Meran", slav + "e6 e3 Nbd7 Bd3 dxc4 Bxc4 b5 Bd3 a6 e4 c5"},
		{"D19", "Dutch, Main Line", slav + "dxc4 a4 Bf5 e3 e6 Bxc4 Bb4 O-O O-O Qe2"},
		{"D15", "Chebanenko", slav + "a6 e3"},
		{"D27", "Queen's Gambit Accepted: Classical", "d4 d5 c4 dxc4 Nf3 Nf6 e3 e6 Bxc4 c5 O-O a6 Bb3"},
		{"D02", "London System", "d4 Nf6 Bf4 d5 Nf3 e6 e3 c5"},
		{"D05", "Colle System", "d4 d5 Nf3 Nf6 e3 e6 Bd3 c5 c3"},
		{"D87", "Spassky", grünfeld + "cxd5 Nxd5 e4 Nxc3 bxc3 Bg7 Bc4 c5 Ne2 O-O"},
		{"D85", "Modern Exchange", grünfeld + "cxd5 Nxd5 e4 Nxc3 bxc3 Bg7 Nf3 c5 Rb1 O-O"},
		{"D97", "Hungarian Variation", grünfeld + "Nf3 Bg7 Qb3 dxc4 Qxc4 O-O e4 a6"},
		{"D93", "Hungarian Attack", grünfeld + "Nf3 Bg7 Bf4 O-O e3"},
		{"E05", "Catalan Opening: Open", "d4 Nf6 c4 e6 g3 d5 Bg2 Be7 Nf3 O-O O-O dxc4 Qc2 a6"},
		{"E04", "Catalan Opening: Open", "d4 d5 c4 e6 Nf3 Nf6 g3 dxc4 Bg2 a6"},
		{"E15", "Nimzowitsch", "d4 Nf6 c4 e6 Nf3 b6 g3 Ba6 b3 Bb4+"},
		{"E12", "Petrosian", "d4 Nf6 c4 e6 Nf3 b6 a3 Bb7 Nc3 d5"},
		{"E11", "Bogo-Indian Defence", "d4 Nf6 c4 e6 Nf3 Bb4+ Bd2 Qe7"},
		{"E32", "Classical", nimzo + "Qc2 O-O a3 Bxc3+ Qxc3 b6"},
		{"E54", "Gligorić", nimzo + "e3 O-O Bd3 d5 Nf3 c5 O-O dxc4 Bxc4"},
		{"E41", "Hübner Variation", nimzo + "e3 c5 Bd3 Nc6 Nf3 Bxc3+ bxc3 d6"},
		{"E29", "Sämisch", nimzo + "a3 Bxc3+ bxc3 c5 e3 O-O Bd3 Nc6"},
		{"E99", "Mar del Plata", kings + "Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7 Ne1 Nd7 f3 f5"},
		{"E97", "Bayonet Attack", "Nf3 Nf6 c4 g6 Nc3 Bg7 d4 O-O e4 d6 Be2 e5 O-O Nc6 d5 Ne7 b4"},
		{"E87", "Sämisch", kings + "f3 O-O Be3 e5 d5"},
		{"E73", "Averbakh", kings + "Be2 O-O Bg5 h6"},
		{"E63", "Panno", "d4 Nf6 c4 g6 Nf3 Bg7 g3 O-O Bg2 d6 O-O Nc6 Nc3 a6"},
		{"A29", "Four Knights", "c4 e5 g3 Nf6 Bg2 d5 cxd5 Nxd5 Nc3 Nb6 Nf3 Nc6"},
		{"A36", "Botvinnik System", "c4 c5 Nc3 Nc6 g3 g6 Bg2 Bg7 e4"},
		{"A59", "Benko Gambit", "d4 Nf6 c4 c5 d5 b5 cxb5 a6 bxa6 Bxa6 Nc3 d6 e4 Bxf1 Kxf1 g6"},
		{"A70", "Benoni Defence", "d4 Nf6 c4 e6 Nf3 c5 d5 exd5 cxd5 d6 Nc3 g6 e4 Bg7 h3 O-O Bd3"},
		{"A52", "Budapest Gambit: Rubinstein", "d4 Nf6 c4 e5 dxe5 Ng4 Bf4 Nc6"},
		{"A87", "Leningrad", "d4 f5 g3 Nf6 Bg2 g6 c4 Bg7 Nf3 O-O"},
		{"A45", "Trompowsky Attack", "d4 Nf6 Bg5 Ne4 Bf4 c5"},
		{"A00", "Grob Opening", "g4 d5 Bg2"},
	} {
		start, moves := play(t, chess.Rules, test.moves)
		if n := opening.NameOf(start, moves); n.Code != test.code || !strings.Contains(n.English, test.name) {
			t.Errorf("%s is %s %s, not %s %s", test.moves, n.Code, n.English, test.code, test.name)
		}
	}
}

// A game that has not begun, or begins elsewhere, has neither a code nor a name.
func TestNoCode(t *testing.T) {
	for _, test := range []struct{ name, position, moves string }{
		{"no moves", chess.StartFEN, ""},
		{"an endgame", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4 Kd7"},
		{"knight odds", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1", "e4 e5 Nf3"},
		{"Chess960", "nrbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR w KQkq - 0 1", "e4 c5"},
	} {
		start, moves := playFrom(t, chess.Rules, test.position, test.moves)
		if n := opening.NameOf(start, moves); n.Code != "" || n.English != "" {
			t.Errorf("%s: %s %s", test.name, n.Code, n.English)
		}
	}
}
