package record

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

func ExampleJapanese() {
	p := shogi.Rules.Start(core.Settings{})
	previous := core.NoMove
	for _, text := range []string{"7g7f", "3c3d", "8h2b+", "3a2b", "B*5e"} {
		m, _ := p.ParseMove(text)
		fmt.Println(Japanese(p, m, previous, Pieces), Western(p, m), CSAMove(p, m))
		p.Do(m, nil)
		previous = m
	}
	// Output:
	// ☗７六歩 P-7f +7776FU
	// ☖３四歩 P-3d -3334FU
	// ☗２二角成 Bx2b+ +8822UM
	// ☖同　銀 Sx2b -3122GI
	// ☗５五角 B*5e +0055KA
}

func sfen(t testing.TB, text string) core.Position {
	t.Helper()
	p, err := shogi.Rules.Parse(text, core.Settings{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

// The cases of the rules of the Japan Shogi Association for pieces of one kind.
func TestJapaneseDistinction(t *testing.T) {
	tests := []struct{ name, sfen, moves string }{
		{"golds: right, left", "4k4/9/9/9/9/9/9/9/3G1G2K b - 1", "4i5h 金右 6i5h 金左"},
		{"golds: straight, right", "4k4/9/9/9/9/9/9/9/4GG2K b - 1", "5i5h 金直 4i5h 金右"},
		{"golds: up, beside", "4k4/9/9/9/9/9/9/5G3/4G3K b - 1", "5i5h 金上 4h5h 金寄"},
		{"golds: down, beside", "4k4/9/9/9/9/9/4G4/5G3/8K b - 1", "5g5h 金引 4h5h 金寄"},
		{"silvers: up, down", "4k4/9/9/9/9/9/3S5/9/3S4K b - 1", "6g5h 銀引 6i5h 銀上"},
		{"silvers: right and left of two ranks", "4k4/9/9/9/9/9/3S1S3/9/3S1S2K b - 1",
			"6g5h 銀左引 4g5h 銀右引 6i5h 銀左上 4i5h 銀右上"},
		{"promoted pawns on all sides", "4k4/9/9/9/9/9/4+P4/3+P5/3+P+P+P2K b - 1",
			"5g5h と引 6h5h と寄 6i5h と左上 5i5h と直 4i5h と右"},
		{"dragons: down, beside", "4k4/9/1+R7/9/9/9/9/1+R7/8K b - 1", "8c8d 龍引 8h8d 龍上"},
		{"dragons: the straight one is on the left", "4k4/9/9/9/9/9/9/3+R1+R3/8K b - 1", "6h5h 龍左 4h5h 龍右"},
		{"dragons: straight and right", "k8/9/9/9/9/9/9/9/4+R+R2K b - 1", "5i5h 龍左 4i5h 龍右"},
		{"horses", "k8/9/9/9/9/9/9/9/4+B+B2K b - 1", "5i5h 馬左 4i5h 馬右"},
		{"White sees it from above", "k2g1g3/9/9/9/9/9/9/9/8K w - 1", "6a5b 金右 4a5b 金左"},
		{"a pinned rival counts", "k3r4/9/9/9/9/9/9/4G1G2/4K4 b - 1", "3h4h 金右"},
		{"drop with a rival", "4k4/9/9/9/9/9/9/9/3G4K b G 1", "G*5h 金打 6i5h 金"},
		{"drop without a rival", "4k4/9/9/9/9/9/9/9/3+P4K b G 1", "G*5h 金 6i5h と"},
		{"promotion", "k8/9/9/4S4/9/9/9/9/8K b - 1", "5d5c+ 銀成 5d5c 銀不成"},
		{"promotion with a rival", "k8/9/9/3S1S3/9/9/9/9/8K b - 1", "6d5c+ 銀左成 4d5c 銀右不成"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			words := strings.Fields(test.moves)
			for i := 0; i+1 < len(words); i += 2 {
				p := sfen(t, test.sfen)
				m, err := p.ParseMove(words[i])
				must.OK(t, err)
				got := Japanese(p, m, m, NoMarks)
				if got != "同　"+words[i+1] {
					t.Errorf("%s is %s, want %s", words[i], got, words[i+1])
				}
				if back, err := ParseJapanese(p, got, m); err != nil || back != m {
					t.Errorf("%s is read as %s, error %v", got, p.FormatMove(back), err)
				}
			}
		})
	}
}

// Every legal move of many positions is read as it was written, in all notations, and no
// two are written alike.
func TestNotationsRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	starts := []string{
		shogi.StartSFEN,
		"4k4/9/2+P+P+P4/2+P1+P4/2+P+P+P4/9/2GSGSG2/3S1S3/4K4 b RBRB 1",
		"4k4/1+R5+R1/9/3N1N3/2S1S1S2/9/2+B3+B2/9/4K4 b 4G9P 1",
		"4k4/2gsgsg2/9/3g1s3/9/9/9/4L4/4K4 w rbrb3p 1",
	}
	for i := range 60 {
		p := sfen(t, starts[i%len(starts)])
		for range rng.IntN(40) {
			m := randomMove(p, rng)
			if m == core.NoMove {
				break
			}
			p.Do(m, nil)
		}
		var list core.MoveList
		p.Generate(core.AllMoves, &list)
		seen := map[string]bool{}
		for _, m := range list.Slice() {
			japanese, western, csa := Japanese(p, m, core.NoMove, Triangles), Western(p, m), CSAMove(p, m)
			if seen[japanese] || seen[western] || seen[csa] {
				t.Errorf("%s: two moves are %s, %s or %s", p, japanese, western, csa)
			}
			seen[japanese], seen[western], seen[csa] = true, true, true
			if back, err := ParseJapanese(p, japanese, core.NoMove); back != m {
				t.Errorf("%s: %s is read as %s, error %v", p, japanese, p.FormatMove(back), err)
			}
			if back, err := ParseJapanese(p, kifMove(m, core.NoMove), core.NoMove); back != m {
				t.Errorf("%s: %s is read as %s, error %v", p, kifMove(m, core.NoMove), p.FormatMove(back), err)
			}
			if back, err := ParseWestern(p, western); back != m {
				t.Errorf("%s: %s is read as %s, error %v", p, western, p.FormatMove(back), err)
			}
			if back, err := ParseCSA(p, csa); back != m {
				t.Errorf("%s: %s is read as %s, error %v", p, csa, p.FormatMove(back), err)
			}
		}
	}
}

func TestParseJapanese(t *testing.T) {
	const golds = "4k4/9/9/9/9/9/9/9/3G1G2K b G 1"
	tests := []struct{ name, sfen, text, want string }{
		{"a mark", shogi.StartSFEN, "▲７六歩", "7g7f"},
		{"another mark", shogi.StartSFEN, "☗７六歩", "7g7f"},
		{"small digits", shogi.StartSFEN, "76歩", "7g7f"},
		{"digits and a rank", shogi.StartSFEN, "7六歩", "7g7f"},
		{"an origin", shogi.StartSFEN, "７六歩(77)", "7g7f"},
		{"wide parentheses", shogi.StartSFEN, "７六歩（77）", "7g7f"},
		{"another king", "9/9/9/9/9/9/9/9/4K3k b - 1", "５八王", "5i5h"},
		{"another dragon", "4k4/9/9/9/9/9/9/1+R7/8K b - 1", "５八竜", "8h5h"},
		{"one character", "4k4/9/9/9/9/9/9/3+N5/8K b - 1", "５八圭", "6h5h"},
		{"the old word for up", golds, "５八金右行", "4i5h"},
		{"too much", golds, "５八金右上", "4i5h"},
		{"not promoting what cannot", golds, "５八金右不成", "4i5h"},
		{"drop", golds, "５八金打", "G*5h"},
		{"ambiguous", golds, "５八金", "ambiguous: ５八金右, ５八金左"},
		{"nothing there", golds, "５八金直", "is not legal"},
		{"illegal", shogi.StartSFEN, "５五歩", "is not legal"},
		{"illegal by origin", shogi.StartSFEN, "５五歩(57)", "is not legal"},
		{"another piece", shogi.StartSFEN, "７六銀(77)", "names another piece"},
		{"same square without a move", shogi.StartSFEN, "同歩", "no move before"},
		{"no piece", shogi.StartSFEN, "７六", "is no move"},
		{"strange word", shogi.StartSFEN, "７六歩下", "is no move"},
		{"dropping and promoting", golds, "５八金打成", "is no move"},
		{"dropping a king", golds, "５八玉打", "never in hand"},
		{"nothing", shogi.StartSFEN, "", "is no move"},
		{"a square outside", shogi.StartSFEN, "７六歩(70)", "is no move"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := sfen(t, test.sfen)
			m, err := ParseJapanese(p, test.text, core.NoMove)
			got := p.FormatMove(m)
			if err != nil {
				got = err.Error()
			}
			must.Has(t, got, test.want)
		})
	}
}

func TestParseWestern(t *testing.T) {
	const golds = "4k4/9/9/9/9/9/9/9/3G1G2K b G 1"
	tests := []struct{ name, sfen, text, want string }{
		{"plain", shogi.StartSFEN, "P-7f", "7g7f"},
		{"digits", shogi.StartSFEN, "P-76", "7g7f"},
		{"without a sign", shogi.StartSFEN, "P7f", "7g7f"},
		{"origin", golds, "G4i-5h", "4i5h"},
		{"origin in digits", golds, "G4958", "4i5h"},
		{"drop", golds, "G*5h", "G*5h"},
		{"old drop", golds, "G'5h", "G*5h"},
		{"promoted", "4k4/9/9/9/9/9/9/1+R7/8K b - 1", "+R-5h", "8h5h"},
		{"USI", shogi.StartSFEN, "7g7f", "7g7f"},
		{"ambiguous", golds, "G-5h", "is ambiguous: G4i-5h, G6i-5h"},
		{"illegal", shogi.StartSFEN, "P-5e", "is not legal"},
		{"promoted gold", golds, "+G-5h", "is no move"},
		{"nothing", golds, "", "is no move"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := sfen(t, test.sfen)
			m, err := ParseWestern(p, test.text)
			got := p.FormatMove(m)
			if err != nil {
				got = err.Error()
			}
			must.Has(t, got, test.want)
		})
	}
}
