package syzygy

import (
	"testing"

	"github.com/nitoryu/nitoryu/core/chess"
)

// constant writes a table in which every position has the same number: one for White to
// move and one for Black.
func constant(t *testing.T, name string, kind int, white, black byte) []byte {
	t.Helper()
	m, ok := parseMaterial(name)
	if !ok {
		t.Fatalf("no material %s", name)
	}
	e := newEnding(name)
	pieces := []byte{}
	for i := len(e.men) - 1; i >= 0; i-- { // pawns first
		b := byte(map[byte]int{'P': 1, 'N': 2, 'B': 3, 'R': 4, 'Q': 5, 'K': 6}[e.men[i].kind])
		if e.men[i].black {
			b |= 8
		}
		pieces = append(pieces, b|b<<4)
	}
	both := m.count(0, chess.Pawn) > 0 && m.count(1, chess.Pawn) > 0
	var orders []byte
	var parts []*packed
	for lead := 0; lead == 0 || m.hasPawns() && lead < 4; lead++ {
		if orders = append(orders, 0); both {
			orders = append(orders, 0x11)
		}
		orders = append(orders, pieces...)
		if parts = append(parts, &packed{constant: true, value: white}); kind == wdlFile {
			parts = append(parts, &packed{constant: true, value: black})
		}
	}
	data := assemble(m, kind, orders, parts)
	if _, err := parse(data, m, kind); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return data
}

// A capture en passant that is the only legal move decides, whatever a table says that
// knows nothing of it. With another move, the table counts.
func TestOnlyPassant(t *testing.T) {
	tables := inMemory(map[string][]byte{
		"KPPPvKP.rtbw":  constant(t, "KPPPvKP", wdlFile, 2, 2), // stalemate
		"KPPPvKPP.rtbw": constant(t, "KPPPvKPP", wdlFile, 2, 2),
		"KPPvKP.rtbw":   constant(t, "KPPvKP", wdlFile, 4, 0),
		"KPPvKPP.rtbw":  constant(t, "KPPvKPP", wdlFile, 4, 0),
	})
	tests := []struct {
		name, fen string
		want      WDL
	}{
		{"no capture", "k7/2K5/1P6/8/3pP3/3P4/8/8 b - - 0 1", Draw},
		{"only en passant", "k7/2K5/1P6/8/3pP3/3P4/8/8 b - e3 0 1", Loss},
		{"and another move", "k7/2K4p/1P6/8/3pP3/3P4/8/8 b - e3 0 1", Draw},
		{"the same for White", "8/8/3p4/3Pp3/8/1p6/2k5/K7 w - e6 0 1", Loss},
	}
	for _, test := range tests {
		p := position(t, test.fen)
		if w, ok := tables.WDL(p); w != test.want || !ok {
			t.Errorf("%s: %v %v, want %v", test.name, w, ok, test.want)
		}
	}
}

// Wins that come too late. No table of up to four pieces has one.
func TestCursed(t *testing.T) {
	tables := inMemory(map[string][]byte{
		"KQvK.rtbw": constant(t, "KQvK", wdlFile, 3, 1),
		"KQvK.rtbz": constant(t, "KQvK", dtzFile, 10, 0),
	})
	tests := []struct {
		fen   string
		wdl   WDL
		plies int
	}{
		{"8/8/8/8/8/2k5/8/K6Q w - - 0 1", CursedWin, 121},
		{"8/2K5/8/8/8/8/8/k6q b - - 0 1", CursedWin, 121},
		{"8/8/8/8/8/2k5/8/K6Q b - - 0 1", BlessedLoss, -122},
		{"8/8/8/8/8/8/3k4/K3Q3 b - - 0 1", Draw, 0}, // takes the queen
	}
	for _, test := range tests {
		p := position(t, test.fen)
		w, ok := tables.WDL(p)
		plies, ok2 := tables.DTZ(p)
		if !ok || !ok2 || w != test.wdl || plies != test.plies {
			t.Errorf("%s: %v %d, want %v %d", test.fen, w, plies, test.wdl, test.plies)
		}
	}
	p := position(t, tests[0].fen)
	for _, o := range []RootOptions{{}, {NoFiftyMoves: true}} {
		want := CursedWin
		if o.NoFiftyMoves {
			want = Win
		}
		if moves, _, ok := tables.Root(p, o); !ok || moves[0].WDL != want || moves[0].Rank <= 0 || moves[0].Rank >= certainRank {
			t.Errorf("%+v: %+v", o, moves)
		}
	}
}
