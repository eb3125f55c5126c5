package opening_test

import (
	_ "embed"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/games/opening"
	"github.com/nitoryu/nitoryu/record"
)

//go:embed testdata/shogi.txt
var shogiGames string

// shogiGame is a game whose names are known.
type shogiGame struct {
	name  string
	sides [2][]string
	moves string
}

func readGames(t *testing.T) (games []shogiGame) {
	t.Helper()
	for line := range strings.Lines(shogiGames) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "|")
		if len(fields) != 4 {
			t.Fatalf("%q", line)
		}
		games = append(games, shogiGame{strings.TrimSpace(fields[0]), [2][]string{strings.Fields(fields[1]), strings.Fields(fields[2])}, fields[3]})
	}
	return games
}

// had returns what a side had, in Japanese.
func had(n opening.Name, c core.Color) (names []string) {
	for _, term := range slices.Concat(n.Strategies[c], n.Tactics[c], []opening.Term{n.Castles[c]}) {
		names = append(names, term.Japanese)
	}
	return names
}

// rotated returns moves of USI as the other side plays them.
func rotated(moves string) string {
	var out []string
	for move := range strings.FieldsSeq(moves) {
		letters := []byte(move)
		for i, b := range letters {
			switch {
			case b >= '1' && b <= '9':
				letters[i] = '1' + '9' - b
			case b >= 'a' && b <= 'i':
				letters[i] = 'a' + 'i' - b
			}
		}
		out = append(out, string(letters))
	}
	return strings.Join(out, " ")
}

// Games have the names that players give them, whoever of both sides begins.
func TestShogiGames(t *testing.T) {
	games := readGames(t)
	if len(games) < 50 {
		t.Errorf("%d games", len(games))
	}
	for _, g := range games {
		t.Run(g.name, func(t *testing.T) {
			start, moves := play(t, shogi.Rules, g.moves)
			n := opening.NameOf(start, moves)
			if n.Japanese != g.name || n.English == "" || n.Family.English == "" || n.Family.Japanese == "" {
				t.Errorf("%q (%q), of %q: %q, %q", n.Japanese, n.English, n.Family.Japanese, had(n, core.First), had(n, core.Second))
			}
			for c := range core.Color(2) {
				for _, want := range g.sides[c] {
					if got := had(n, c); !slices.Contains(got, want) {
						t.Errorf("side %d: %q, without %s", c, got, want)
					}
				}
			}
			start, moves = playFrom(t, shogi.Rules, strings.Replace(shogi.StartSFEN, " b ", " w ", 1), rotated(g.moves))
			m := opening.NameOf(start, moves)
			if m.Japanese != n.Japanese || !slices.Equal(had(m, core.First), had(n, core.Second)) || !slices.Equal(had(m, core.Second), had(n, core.First)) {
				t.Errorf("rotated: %q: %q, %q", m.Japanese, had(m, core.First), had(m, core.Second))
			}
		})
	}
}

// A handicap names its games, and the sides have what they have.
func TestHandicapGames(t *testing.T) {
	for _, test := range []struct{ handicap, moves, first, second string }{
		{"香落ち", "3c3d", "", ""},
		{"角落ち", "6a5b 7g7f 5a6b 2h6h 6b7b 5i4h", "四間飛車", ""},
		{"飛車落ち", "3c3d 7g7f 4c4d 4g4f 3a4b 3i4h 4b4c 4h4g 4a3b 4g5f 5a4a 2h4h", "右四間飛車", ""},
		{"飛香落ち", "", "", ""},
		{"二枚落ち", "7a6b 4g4f 5c5d 4f4e 6b5c 3g3f 6a6b 3f3e", "二歩突っ切り", ""},
		{"六枚落ち", "6a5b 7g7f", "", ""},
		{"三枚落ち", "", "", ""},
	} {
		t.Run(test.handicap, func(t *testing.T) {
			sfen, _ := record.Handicap(test.handicap)
			start, moves := playFrom(t, shogi.Rules, sfen, test.moves)
			n := opening.NameOf(start, moves)
			if n.Japanese != test.handicap || n.Family != n.Term || !strings.HasPrefix(n.English, "Handicap") {
				t.Errorf("%+v", n)
			}
			for c, want := range []string{test.first, test.second} {
				if got := had(n, core.Color(c)); want != "" && !slices.Contains(got, want) {
					t.Errorf("side %d: %q", c, got)
				}
			}
			if got := had(n, core.Second); slices.Contains(got, "居飛車") {
				t.Errorf("who has no rook: %q", got)
			}
		})
	}
}

// Moves that have a name, and moves like them that have none.
func TestTactics(t *testing.T) {
	for _, test := range []struct{ name, position, move, want string }{
		{"a pawn that will promote", "4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*2d", "垂れ歩"},
		{"a pawn too far away", "4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*2f", ""},
		{"a pawn that strikes a silver", "4k4/9/2s6/9/9/9/9/9/4K4 b P 1", "P*7d", "叩きの歩"},
		{"a pawn before a pawn", "4k4/9/2p6/9/9/9/9/9/4K4 b P 1", "P*7d", "合わせの歩"},
		{"a pawn that shuts out a rook", "4k4/9/9/9/9/9/1r7/9/4K4 b P 1", "P*8h", ""},
		{"a pawn below a gold", "4k4/9/9/9/9/9/9/4G4/K7r b P 1", "P*5i", "金底の歩"},
		{"a pawn beside a gold", "4k4/9/9/9/9/9/9/4G4/K7r b P 1", "P*6i", ""},
		{"a silver before a knight", "4k4/9/2n6/9/9/9/9/9/4K4 b S 1", "S*7d", "桂頭の銀"},
		{"a silver beside the king", "9/4k4/9/9/9/9/9/9/4K4 b S 1", "S*4b", "腹銀"},
		{"a silver fork", "k8/2g1r4/9/9/9/9/9/9/8K b S 1", "S*6a", "割り打ちの銀"},
		{"a silver that attacks one piece", "k8/2g6/9/9/9/9/9/9/4K4 b S 1", "S*6a", ""},
		{"a knight fork", "k8/9/9/2s1g4/9/9/9/9/4K4 b N 1", "N*6f", "ふんどしの桂"},
		{"a knight that moves there", "k8/9/9/2s1g4/9/9/9/4N4/4K4 b - 1", "5h6f", ""},
		{"a bishop from far away", "k8/9/9/9/9/9/9/9/4K4 b B 1", "B*1h", "遠見の角"},
		{"of Second", "4k4/9/9/9/9/9/9/9/4K4 w p 1", "P*8f", "垂れ歩"},
	} {
		t.Run(test.name, func(t *testing.T) {
			start, moves := playFrom(t, shogi.Rules, test.position, test.move)
			n := opening.NameOf(start, moves)
			var got []string
			for _, terms := range n.Tactics {
				for _, term := range terms {
					got = append(got, term.Japanese)
				}
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// Random moves are nobody's surprise, and build no castle that takes many moves.
func TestRandomGamesHaveHarmlessNames(t *testing.T) {
	harmless := "相居飛車 相振り飛車 相中飛車 中飛車 四間飛車 三間飛車 向かい飛車 九間飛車 袖飛車 右四間飛車 角換わり 相掛かり 矢倉 雁木 ゴキゲン中飛車 石田流 棒銀 早繰り銀 腰掛け銀"
	strange := 0
	const games = 300
	for seed := range uint64(games) {
		rng := rand.New(rand.NewPCG(seed, 62))
		start := shogi.Rules.Start(core.Settings{})
		p := start.Clone()
		var moves []core.Move
		for range 60 {
			var list core.MoveList
			p.Generate(core.Tactical, &list)
			p.Generate(core.Quiet, &list)
			if list.N == 0 || p.Verdict().Over() {
				break
			}
			m := list.Slice()[rng.IntN(list.N)]
			p.Do(m, nil)
			moves = append(moves, m)
		}
		n := opening.NameOf(start, moves)
		if name, _, _ := strings.Cut(n.Japanese, "対"); name != "" && !slices.Contains(strings.Fields(harmless), name) {
			strange++
			t.Logf("seed %d: %s", seed, n.Japanese)
		}
	}
	if strange > games/20 {
		t.Errorf("%d of %d random games have the name of something", strange, games)
	}
}
