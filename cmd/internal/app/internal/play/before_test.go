package play

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/must"
)

// A game that goes on with a record keeps what the record says: its names and other tags, its comments, glyphs, clocks
// and variations. What says how the game ended goes, if it has not ended so.
func TestRecordsBefore(t *testing.T) {
	const (
		club = `[Event "Club championship"]
[Site "Leeds"]
[Date "2019.05.04"]
[Round "3"]
[White "Smith"]
[Black "Jones"]
[Result "1-0"]
[WhiteElo "1820"]
[TimeControl "5400+30"]
[Termination "time forfeit"]

{A rainy day.} 1. e4 $1 {[%clk 1:29:50] Best by test.} 1... e5 {[%clk 1:29:12]}
(1... c5 {was my plan} 2. Nf3) 2. Nf3 {[%clk 1:28:00] time forfeit} 1-0
`
		ours = `[White "Human"]
[Black "Engine"]

1. e4 e5 {[%emt 0:00:02] resignation} 1-0
`
		dojo = `開始日時：2019/05/04
棋戦：道場の対局
手合割：平手
先手：山田
後手：佐藤
手数----指手---------消費時間--
*雨の日
   1 ７六歩(77)   ( 0:05/00:00:05)
*定跡
   2 ３四歩(33)   ( 0:10/00:00:10)
   3 ２六歩(27)   ( 0:07/00:00:12)
   4 投了         ( 0:09/00:00:19)
*ここで投了とは
まで3手で先手の勝ち

変化：2手
   2 ８四歩(83)   ( 0:00/00:00:00)
*これもある
`
	)
	both := func(texts ...string) []string { return texts }
	chess := both(`[Event "Club championship"]`, `[Site "Leeds"]`, `[Date "2019.05.04"]`, `[Round "3"]`, `[White "Smith"]`, `[Black "Jones"]`,
		`[WhiteElo "1820"]`, `[TimeControl "5400+30"]`)
	shogi := both("開始日時：2019/05/04", "棋戦：道場の対局", "先手：山田", "後手：佐藤")
	for _, c := range []struct {
		name, text, typed, answers string
		game                       games.Game
		has, not                   []string
	}{
		{"nothing is played", club, "", "", games.Chess(),
			append(chess, `[Termination "time forfeit"]`, "{A rainy day.} 1. e4 $1 {[%clk 1:29:50] Best by test.} 1... e5 {[%clk 1:29:12]} (1... c5 {was my plan} 2. Nf3) 2. Nf3 {[%clk 1:28:00] time forfeit} 1-0"), nil},
		{"a move and the answer", club, "Nc6", "f1b5", games.Chess(),
			append(chess, "{A rainy day.} 1. e4 $1 {[%clk 1:29:50] Best by test.} 1... e5 {[%clk 1:29:12]} (1... c5 {was my plan} 2. Nf3) 2. Nf3 {[%clk 1:28:00]} {From here on the opponent is Engine} 2... Nc6 {[%emt 0:00:00]} 3. Bb5 {[%emt 0:00:00]} *"),
			both("Termination", "forfeit", "Human")},
		{"another move in place of one of the record", club, "undo;d6", "g1f3 f1c4", games.Chess(),
			append(chess, "1... d6 {[%emt 0:00:00]} (1... e5 {[%clk 1:29:12]} 2. Nf3 {[%clk 1:28:00] time forfeit}) (1... c5 {was my plan} 2. Nf3) 2. Nf3 {[%emt 0:00:00]} *"), both("Termination")},
		{"a variation of the record is played", club, "undo;c5", "g1f3", games.Chess(),
			append(chess, "1... c5 {was my plan} (1... e5 {[%clk 1:29:12]} 2. Nf3 {[%clk 1:28:00] time forfeit}) 2. Nf3 *"), both("Termination")},
		{"moves are taken back", club, "undo;resign", "", games.Chess(),
			append(chess, `[Result "1-0"]`, "{A rainy day.} 1. e4 $1 {[%clk 1:29:50] Best by test.} {resignation} 1-0"), both("e5", "c5")},
		{"the player of the record", ours, "Nc6", "g1f3", games.Chess(), both(`[White "Human"]`, `[Black "Engine"]`), both("opponent")},
		{"a game that was resigned", ours, "Nf3", "b8c6", games.Chess(), both("1. e4 e5 {[%emt 0:00:02]} 2. Nf3 {[%emt 0:00:00]} 2... Nc6 {[%emt 0:00:00]} *"), both("resignation")},
		{"shogi: nothing is played", dojo, "", "", games.Shogi(),
			append(shogi, "*雨の日", "*定跡", "*これもある", "*ここで投了とは", "投了         ( 0:09/00:00:19)", "まで3手で先手の勝ち"), nil},
		{"shogi: a move and the answer", dojo, "84歩", "2f2e", games.Shogi(),
			append(shogi, "*雨の日", "1 ７六歩(77)   ( 0:05/00:00:05)\n*定跡", "*ここからの相手はEngine", "4 ８四歩(83)", "5 ２五歩(26)   ( 0:00/00:00:12)",
				"変化：4手\n   4 投了         ( 0:09/00:00:19)\n*ここで投了とは", "変化：2手\n   2 ８四歩(83)", "*これもある"), both("まで")},
		{"shogi: the game is resigned", dojo, "84歩;投了", "2f2e", games.Shogi(), append(shogi, "まで5手で先手の勝ち"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			before, err := record.NewReader(strings.NewReader(c.text), record.Hint{}).Next()
			must.OK(t, err)
			was := text(t, before)
			s := script{game: c.game, typed: c.typed, engine: &prepared{moves: strings.Fields(c.answers)}, change: func(o *Config) {
				o.Before, o.Japanese = before, c.game.Name == games.Shogi().Name
				p, err := before.Position()
				must.OK(t, err)
				for _, m := range before.Moves() {
					p.Do(p.ValidateMove(m.ID()), nil)
				}
				o.Person = p.Side()
			}}
			_, g := s.run(t)
			got := g.text()
			if c.game.Name == games.Chess().Name {
				got = strings.ReplaceAll(got, "\n", " ")
			}
			for _, want := range c.has {
				if !strings.Contains(got, want) {
					t.Errorf("%s\nlacks %s", got, want)
				}
			}
			for _, never := range c.not {
				if strings.Contains(got, never) {
					t.Errorf("%s\nhas %s", got, never)
				}
			}
			if r := reread(t, g); len(r.Moves()) != len(g.moves) {
				t.Errorf("%d moves in\n%s", len(r.Moves()), got)
			}
			if text(t, before) != was {
				t.Error("the record before has changed")
			}
		})
	}
}

// text writes a record.
func text(t *testing.T, g *record.Game) string {
	t.Helper()
	f := record.PGN
	if g.Rules.Name == games.Shogi().Name {
		f = record.KIF
	}
	var b strings.Builder
	must.OK(t, record.Write(&b, g, f, record.Options{}))
	return b.String()
}

// A file that holds nothing but the game may be written again, in its encoding.
func TestReplacedFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.kif")
	var b strings.Builder
	before, err := record.NewReader(strings.NewReader("先手：山田\n後手：佐藤\n   1 ７六歩(77)\n"), record.Hint{}).Next()
	must.OK(t, err)
	must.OK(t, record.Write(&b, before, record.KIF, record.Options{Encoding: record.ShiftJIS}))
	must.OK(t, os.WriteFile(file, []byte(b.String()), 0o600))
	for i := range 2 {
		text, err := os.ReadFile(file)
		must.OK(t, err)
		before, err = record.NewReader(strings.NewReader(string(text)), record.Hint{Name: file}).Next()
		must.OK(t, err)
		if n := len(before.Moves()); n != 1+2*i || before.Source.Encoding != record.ShiftJIS || before.Player(0) != "山田" {
			t.Fatalf("%d moves in %v\n%s", n, before.Source.Encoding, text)
		}
		typed, answer := "34歩", "2g2f"
		if i > 0 {
			typed, answer = "84歩", "2f2e"
		}
		script{game: games.Shogi(), typed: typed, person: 1, engine: &prepared{moves: []string{answer}}, change: func(c *Config) {
			c.Before, c.AutoSave, c.Replaces, c.Now = before, file, file, time.Now
		}}.run(t)
	}
}
