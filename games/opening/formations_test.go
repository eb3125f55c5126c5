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

//go:embed testdata/structures.txt
var structures string

// What has a name has it whatever the order of the moves, and what only looks like it has not.
func TestStructures(t *testing.T) {
	for line := range strings.Lines(structures) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.SplitN(line, "|", 3)
		if len(fields) < 2 {
			t.Fatalf("%q", line)
		}
		name, not := strings.CutPrefix(strings.TrimSpace(fields[0]), "-")
		var moves, replies []string
		if moves = strings.Fields(fields[1]); len(fields) > 2 {
			replies = strings.Fields(fields[2])
		}
		t.Run(line, func(t *testing.T) {
			for silver := 0; len(replies) < len(moves); silver++ {
				replies = append(replies, []string{"7a6b", "6b7a"}[silver%2])
			}
			var all []string
			for i, m := range moves {
				all = append(all, m, replies[i])
			}
			start, played := play(t, shogi.Rules, strings.Join(all, " "))
			n := opening.NameOf(start, played)
			if got := had(n, core.First); slices.Contains(got, name) == not {
				t.Errorf("%s: %q", n.Japanese, got)
			}
		})
	}
}

// A king that reaches the enemy camp has entered it, and if both do, both have.
func TestEnteringKings(t *testing.T) {
	for _, test := range []struct{ name, position, moves, want string }{
		{"one rank away", "4k4/9/9/9/1K7/9/9/9/9 b - 1", "8e8d", ""},
		{"in the camp", "4k4/9/9/1K7/9/9/9/9/9 b - 1", "8d8c", "入玉"},
		{"deeper", "4k4/9/9/1K7/9/9/9/9/9 b - 1", "8d8c 5a5b 8c8b 5b5c 8b8a", "入玉"},
		{"both", "9/9/9/1K7/9/7k1/9/9/9 b - 1", "8d8c 2f2g", "入玉 相入玉"},
	} {
		start, moves := playFrom(t, shogi.Rules, test.position, test.moves)
		var got []string
		for _, term := range opening.NameOf(start, moves).Strategies[core.First] {
			got = append(got, term.Japanese)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %q", test.name, got)
		}
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
		{"of Second", "4k4/9/9/9/9/9/9/9/4K4 w p 1", "P*8f", "垂れ歩"},
		{"a pawn that strikes a silver", "4k4/9/2s6/9/9/9/9/9/4K4 b P 1", "P*7d", "叩きの歩"},
		{"a pawn that strikes a king", "9/4k4/9/9/9/9/9/9/4K4 b P 1", "P*5c", "叩きの歩"},
		{"a pawn before a pawn", "4k4/9/2p6/9/9/9/9/9/4K4 b P 1", "P*7d", "合わせの歩"},
		{"a pawn far from a silver", "4k4/9/2s6/9/9/9/9/9/4K4 b P 1", "P*7e", ""},
		{"a pawn that shuts out a rook", "4k4/9/9/9/9/9/1r7/9/4K4 b P 1", "P*8h", ""},
		{"a pawn behind one that was taken", "4k4/9/7p1/9/7P1/9/9/9/4K4 b P 1", "2e2d 2c2d P*2e", "継ぎ歩"},
		{"where it was taken with a silver", "4k4/9/7s1/9/7P1/9/9/9/4K4 b P 1", "2e2d 2c2d P*2e", "叩きの歩"},
		{"where a pawn took on another file", "4k4/9/6p2/9/6P2/9/9/9/4K4 b P 1", "3e3d 3c3d P*2e", ""},
		{"a pawn where gold, silver and knight meet", "4k4/1n1s5/2g6/9/9/9/9/9/4K4 b P 1", "P*7d", "叩きの歩"},
		{"a pawn where gold, silver and knight take", "4k4/1n7/2gs5/9/9/9/9/9/4K4 b P 1", "P*7d", "叩きの歩 焦点の歩"},
		{"a pawn where rook and bishop take", "4k4/1r7/9/9/9/9/9/5b3/K8 b P 1", "P*8d", "垂れ歩 焦点の歩"},
		{"a pawn where two take", "4k4/9/2gs5/9/9/9/9/9/4K4 b P 1", "P*7d", "叩きの歩"},
		{"a pawn below a gold", "4k4/9/9/9/9/9/9/4G4/K7r b P 1", "P*5i", "金底の歩"},
		{"a pawn below a silver", "4k4/9/9/9/9/9/9/4S4/3K4r b P 1", "P*5i", "底歩"},
		{"a pawn beside a gold", "4k4/9/9/9/9/9/9/4G4/6K2 b P 1", "P*6i", ""},
		{"a pawn below nothing", "4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*3i", ""},
		{"a lance on the last rank", "4k4/9/9/9/9/9/9/9/4K4 b L 1", "L*2i", "下段の香"},
		{"a lance elsewhere", "4k4/9/9/9/9/9/9/9/4K4 b L 1", "L*2h", ""},
		{"a lance at a silver before a gold", "4k4/7g1/9/7s1/9/9/9/9/4K4 b L 1", "L*2g", "田楽刺し"},
		{"a lance at a silver before a pawn", "4k4/7p1/9/7s1/9/9/9/9/4K4 b L 1", "L*2g", ""},
		{"a lance at a pawn before a gold", "4k4/7g1/9/7p1/9/9/9/9/4K4 b L 1", "L*2g", ""},
		{"a lance that a silver takes", "4k4/7g1/9/9/9/7s1/9/9/4K4 b L 1", "L*2g", ""},
		{"a knight before a pawn", "4k4/9/2p6/9/9/9/9/9/4K4 b N 1", "N*7d", "歩頭の桂"},
		{"a knight that jumps before a pawn", "4k4/9/2p6/9/9/3N5/9/9/4K4 b - 1", "6f7d", "歩頭の桂"},
		{"a knight beside a pawn", "4k4/9/2p6/9/9/9/9/9/4K4 b N 1", "N*6c", ""},
		{"a knight behind a knight", "4k4/9/9/9/2N6/9/9/9/4K4 b N 1", "N*8g", "継ぎ桂"},
		{"a knight beside a knight", "4k4/9/9/9/2N6/9/9/9/4K4 b N 1", "N*8e", ""},
		{"a knight fork", "k8/9/9/2s1g4/9/9/9/9/4K4 b N 1", "N*6f", "ふんどしの桂"},
		{"a knight fork of king and gold", "9/9/9/2k1g4/9/9/9/9/4K4 b N 1", "N*6f", "ふんどしの桂"},
		{"a knight at one piece", "k8/9/9/2s6/9/9/9/9/4K4 b N 1", "N*6f", ""},
		{"a knight that moves there", "k8/9/9/2s1g4/9/9/9/4N4/4K4 b - 1", "5h6f", "両取り"},
		{"a silver before a knight", "4k4/9/2n6/9/9/9/9/9/4K4 b S 1", "S*7d", "桂頭の銀"},
		{"a silver beside a knight", "4k4/9/2n6/9/9/9/9/9/4K4 b S 1", "S*6c", ""},
		{"a silver beside the king", "9/4k4/9/9/9/9/9/9/4K4 b S 1", "S*4b", "腹銀"},
		{"a silver two files from the king", "9/4k4/9/9/9/9/9/9/4K4 b S 1", "S*3b", ""},
		{"a silver at the king's shoulder", "9/4k4/9/9/9/9/9/9/4K4 b S 1", "S*6c", "肩銀"},
		{"a silver behind the king", "9/4k4/9/9/9/9/9/9/4K4 b S 1", "S*5a", "尻銀"},
		{"a silver behind and beside the king", "9/4k4/9/9/9/9/9/9/4K4 b S 1", "S*4a", "裾銀"},
		{"a silver before the king", "9/4k4/9/9/9/9/9/9/4K4 b S 1", "S*5c", ""},
		{"a silver fork", "k8/2g1r4/9/9/9/9/9/9/8K b S 1", "S*6a", "割り打ちの銀"},
		{"a silver fork of promoted pieces", "k8/2g1+r4/9/9/9/9/9/9/8K b S 1", "S*6a", "割り打ちの銀"},
		{"a silver that attacks one piece", "k8/2g6/9/9/9/9/9/9/4K4 b S 1", "S*6a", ""},
		{"a silver between a gold and a pawn", "k8/2g1p4/9/9/9/9/9/9/8K b S 1", "S*6a", ""},
		{"a rook at a king and a silver", "9/9/9/7k1/9/9/9/2s6/K8 b R 1", "R*2h", "十字飛車 両取り"},
		{"a rook that moves to a bishop and a gold", "k8/9/9/2b6/9/9/9/9/g1R5K b - 1", "7i7h", ""},
		{"a rook at a bishop and a gold", "k8/6b2/9/9/9/g8/9/9/R7K b - 1", "9i3i", ""},
		{"a rook that turns to a bishop and a gold", "k8/6b2/9/9/9/g7R/9/9/8K b - 1", "1f3f", "十字飛車 両取り"},
		{"a rook at a king and a lance", "9/9/9/7k1/9/9/9/2l6/K8 b R 1", "R*2h", ""},
		{"where both are protected", "6k2/6b2/9/9/g8/g7R/9/9/8K b - 1", "1f3f", ""},
		{"where a silver takes the rook", "k8/6b2/9/9/6s2/g7R/9/9/8K b - 1", "1f3f", ""},
		{"a rook at two pieces of one file", "k8/6b2/9/9/9/8R/9/6g2/8K b - 1", "1f3f", "両取り"},
		{"a bishop at king and rook", "9/2k6/9/9/9/9/7r1/9/K8 b B 1", "B*4e", "王手飛車 両取り"},
		{"a bishop at a king and a protected gold", "9/2k6/9/9/9/9/7g1/7p1/K8 b B 1", "B*4e", "両取り"},
		{"a bishop at a king and a gold that a gold protects", "9/2k6/9/9/9/9/7g1/7g1/K8 b B 1", "B*4e", ""},
		{"a bishop at a king alone", "9/2k6/9/9/9/9/9/9/K8 b B 1", "B*4e", ""},
		{"a bishop that a pawn takes", "9/2k6/9/5p3/9/9/7r1/9/K8 b B 1", "B*4e", ""},
		{"a bishop from far away", "k8/9/9/9/9/9/9/9/4K4 b B 1", "B*1h", "遠見の角"},
		{"a bishop on the next file", "k8/9/9/9/9/9/9/9/4K4 b B 1", "B*2g", ""},
		{"a piece put far from the king", "4k4/9/9/9/8r/9/9/9/K7r b G 1", "G*5i", "中合い"},
		{"next to the king", "4k4/9/9/9/8r/9/9/9/K7r b G 1", "G*8i", ""},
		{"where a gold protects it", "4k4/9/9/9/8r/9/9/4G4/K7r b S 1", "S*5i", ""},
		{"where there is no check", "4k4/9/9/9/8r/9/9/9/K8 b G 1", "G*5i", ""},
		{"a gold on the head", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", "頭金"},
		{"which the king takes", "4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5b", ""},
		{"a gold beside the king", "8k/9/6G1P/9/9/9/9/9/4K4 b G 1", "G*2a", ""},
		{"a gold beside a king without a way out", "8k/7p1/6N1P/9/9/9/9/9/4K4 b G 1", "G*2a", "腹金 雪隠詰め"},
		{"a gold behind the king", "9/3+P1+P3/4k4/9/3PPP3/9/9/9/4K4 b G 1", "G*5b", "尻金"},
		{"a knight that mates", "7nk/7bl/9/9/9/9/9/9/4K4 b N 1", "N*2c", "吊るし桂 雪隠詰め"},
		{"a knight that checks", "8k/9/9/9/9/9/9/9/4K4 b N 1", "N*2c", ""},
		{"a mate in the centre", "9/9/9/3G1G3/4k4/9/3+P1+P3/9/4K4 b G 1", "G*5d", "尻金 都詰め"},
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
	harmless := "初手7八飛 2手目3二飛 相居飛車 相振り飛車 相中飛車 中飛車 四間飛車 三間飛車 向かい飛車 九間飛車 袖飛車 右四間飛車 角換わり 相掛かり 矢倉 雁木 ゴキゲン中飛車 石田流 棒銀 早繰り銀 腰掛け銀"
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
