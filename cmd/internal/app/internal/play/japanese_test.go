package play

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/must"
)

// japanese makes a game of shogi speak Japanese.
func japanese(c *Config) {
	c.Japanese = true
	c.Look.Symbols, c.Look.Japanese = true, true
	first := c.Game.Start(core.Settings{})
	if c.Start != "" {
		first, _ = c.Game.Parse(c.Start, core.Settings{})
	}
	c.Look.Sides = record.Sides(first, true)
	c.Write = record.People(true)
}

// english fits words that are no commands, names, moves or names of files.
var english = regexp.MustCompile(`[A-Za-z][a-z]{2,}`)

// A game in Japanese says all in Japanese: what commands answer, how it ends, and its record.
func TestJapanese(t *testing.T) {
	const (
		twoPieces = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
		rookAlone = "4k4/9/9/9/9/9/9/7R1/K8 b - 1"
		entered   = "K+R+R+B+B4/GGGGSSSS1/9/9/9/9/9/9/4k4 b - 1"
		dropping  = "4k4/9/9/9/9/9/9/3G1G3/4K4 b P 1"
		mating    = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
	)
	again := func(n int, text string) string { return strings.Repeat(text, n) }
	for _, c := range []struct {
		name, start, typed, answers string
		person                      core.Color
		score                       core.Score
		want                        string // separated by |
	}{
		{"moves", "", "７六歩;棋譜", "3c3d", core.First, 0, "あなたは先手、相手はEngineです。指し手を入力してください（help でコマンドの一覧）。\nあなた：1手目 ▲７六歩\n後手：2手目 △３四歩\n1. ▲７六歩 2. △３四歩\n"},
		{"a handicap", twoPieces, "76歩", "3c3d 4c4d", core.First, 0, "あなたは下手、|上手：1手目 △３四歩\n|下手：人間\n上手：Engine\n|手合割：二枚落ち\n"},
		{"resignation", "", "投了", "", core.First, 0, "先手の投了。まで0手で後手の勝ちです。\n"},
		{"mate", mating, "５二金", "", core.First, 0, "詰み。まで1手で先手の勝ちです。\n"},
		{"repetition", "", again(3, "2h3h;3h2h;"), again(3, "8b7b 7b8b "), core.First, 0, "千日手。まで12手で引き分けです。\n"},
		{"perpetual check", rookAlone, again(3, "５八飛;４八飛;") + "５八飛", again(3, "5a4a 4a5a "), core.First, 0, "先手の連続王手の千日手。まで13手で後手の勝ちです。\n"},
		{"declaration", entered, "宣言", "", core.First, 0, "先手の入玉宣言。まで0手で先手の勝ちです。\n"},
		{"too early", "", "declare", "", core.First, 0, "まだ宣言できません。"},
		{"a draw", "", "draw", "", core.First, 0, "千日手は自動的に引き分けになります。"},
		{"take back", "", "待った;76歩;undo;棋譜", "3c3d", core.First, 0, "待ったできる手がありません。\n|まだ一手も指されていません。\n"},
		{"advice", "", "ヒント;形勢", "", core.First, 35, "：評価値 +35（先手から見て）、互角、先手の勝率 |\n評価値 +35"},
		{"a mate to come", "", "eval", "", core.First, core.WinIn(5), "後手玉に5手詰があります\n"},
		{"being mated", "", "eval", "", core.First, core.LossIn(2), "先手玉に2手詰があります\n"},
		{"no move", "", "飛車", "", core.First, 0, "「飛車」は指し手でもコマンドでもありません。指し手の入力例："},
		{"a misspelt command", "", "resing", "", core.First, 0, "でもありません（resign のことですか）。"},
		{"not legal", "", "55歩", "", core.First, 0, "その手は指せません。\n"},
		{"nifu", "4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5e", "", core.First, 0, "その手は指せません：二歩です。\n"},
		{"nothing in hand", "", "R*5e", "", core.First, 0, "その手は指せません：その駒は持っていません。\n"},
		{"a move that the piece does not have", "", "8h5e", "", core.First, 0, "その手は指せません：その駒はそこへ動けません。\n"},
		{"ambiguous", dropping, "５七金", "", core.First, 0, "その手は指せません：５七金右、５七金左 のどれかわかりません。\n"},
		{"too much", "", "undo 3", "", core.First, 0, "undo の後の「3」は余分です。\n"},
		{"over", "", "投了;76歩", "", core.First, 0, "対局は終わっています。new、undo、save ファイル名、quit のどれかを入力してください。\n"},
		{"new", "", "76歩;再戦 後手", "3c3d 7g7f", core.First, 0, "前の対局の指し手：\n1. ▲７六歩 2. △３四歩\n新しい対局です。あなたは後手です。\n"},
		{"new as nobody", twoPieces, "new 王様", "3c3d", core.First, 0, "「王様」という手番はありません。下手か上手を指定してください。\n"},
		{"a level", "", "強さ x", "", core.First, 0, "「x」という強さはありません。"},
		{"saving", "", "save;save a.b", "", core.First, 0, "ファイル名がありません。例：save game.kif\n|保存できません：a.b：ファイル名の末尾は .kif、.ki2、.csa のどれかです\n"},
		{"help", "", "ヘルプ", "", core.First, 0, "\n  undo、待った           自分の手と相手の応手を取り消す\n|\n  save、保存 ファイル名  棋譜を保存する（.kif、.ki2、.csa）\n"},
		{"the record", "", "76歩;終了", "3c3d", core.First, 0, "棋戦：端末での対局\n|先手：人間\n後手：Engine\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _ := script{game: games.Shogi(), start: c.start, person: c.person, typed: c.typed, change: func(o *Config) {
				japanese(o)
				o.Levels = OurLevels("shogi")
			}, engine: &prepared{moves: strings.Fields(c.answers), score: c.score}}.run(t)
			for want := range strings.SplitSeq(c.want, "|") {
				must.Has(t, got, want)
			}
			said, _, _ := strings.Cut(got, "#KIF")
			for _, word := range english.FindAllString(said, -1) {
				if !isCommand(word) && !strings.Contains("Engine game kif csa resing", word) {
					t.Errorf("%q in\n%s", word, got)
				}
			}
		})
	}
}

func isCommand(word string) bool {
	for _, c := range commands() {
		if c.name == word {
			return true
		}
	}
	return false
}

// The clock of a game in Japanese, and that a flag falls.
func TestJapaneseClock(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	var prompts []string
	got, _ := script{game: games.Shogi(), typed: "76歩;投了", engine: &prepared{moves: []string{"3c3d"}}, change: func(c *Config) {
		japanese(c)
		c.Clock = Clock{Time: time.Minute, Byoyomi: 30 * time.Second}
		c.Now = func() time.Time { now = now.Add(3 * time.Second); return now }
		c.Ask = func(prompt string) { prompts = append(prompts, prompt) }
	}}.run(t)
	all := strings.Join(prompts, "|")
	must.Has(t, all, "先手 0:54（秒読み30秒）> |", "|後手 0:54（秒読み30秒） 考慮中… |", "|（終局）> |", "|棋譜の保存先（Enter だけなら保存しません）：")
	if !strings.Contains(got, "先手の投了。まで2手で後手の勝ちです。\n") {
		t.Error(got)
	}
	got, _ = script{game: games.Shogi(), typed: "76歩", engine: &prepared{}, change: func(c *Config) {
		japanese(c)
		c.Clock = Clock{Byoyomi: time.Second}
		c.Now = func() time.Time { now = now.Add(3 * time.Second); return now }
	}}.run(t)
	if !strings.Contains(got, "先手の時間切れ。まで0手で後手の勝ちです。\n") {
		t.Error(got)
	}
}

// Lines of Japanese break between letters, but not in front of a full stop or behind a
// bracket.
func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"one two three", 8, "one two|three"},
		{"指し手を入力してください。", 12, "指し手を入力|してくださ|い。"},
		{"指し手を入力してください。", 24, "指し手を入力してくださ|い。"},
		{"手（ヘルプ）を", 6, "手（ヘ|ルプ）|を"},
		{"save ファイル名", 8, "save |ファイル|名"},
	} {
		if got := strings.Join(wrap(c.text, c.width), "|"); strings.ReplaceAll(got, " |", "|") != strings.ReplaceAll(c.want, " |", "|") {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
