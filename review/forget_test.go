package review_test

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// What programs said before goes, whole; what the annotator said stays, word for word.
func TestForget(t *testing.T) {
	for _, test := range []struct{ name, moves, want string }{
		{
			"Lichess", "1. e4 e5 2. Qh5 $6 { (0.36 → -0.41) Inaccuracy. Nf3 was best. } { [%eval -0.41] [%clk 0:01:00] } (2. Nf3 Nc6 3. Bb5) 2... Nc6 *",
			"1. e4 e5 2. Qh5 {[%eval -0.41] [%clk 0:01:00]} 2... Nc6 *",
		},
		{"Lichess of old", "1. f3 $4 { (0.15 ? Mate in 11) Checkmate is now unavoidable. The best move was e4. } (1. e4) e5 *", "1. f3 e5 *"},
		{"Lichess on mates", "1. f3 $4 { (Mate in 3 → 1.68) Lost forced checkmate sequence. e4 was best. } (1. e4) e5 *", "1. f3 e5 *"},
		{"Chess.com", "1. e4 e5 2. Qh5 $6 {[%clk 0:15:19.9][%c_effect e5;square;e5;type;Inaccuracy]} Nc6 *", "1. e4 e5 2. Qh5 {[%clk 0:15:19.9]} 2... Nc6 *"},
		{"Lichess without comments", "1. f3 $4 { [%eval -0.9] [%clk 0:03:00] } 1... e5 *", "1. f3 {[%eval -0.9] [%clk 0:03:00]} 1... e5 *"},
		{"En Croissant", "1. e4 {[%eval +0.30]} 1... e5 2. Qh5 $6 {[%eval -0.41]} 2... Nc6 *", "1. e4 {[%eval +0.30]} 1... e5 2. Qh5 {[%eval -0.41]} 2... Nc6 *"},
		{"ChessBase", "{[%evp 0,3,20,20,-55,-40]} 1. f3 $2 {[%eval -55,24]} 1... e5 *", "1. f3 {[%eval -55,24]} 1... e5 *"},
		{"a person beside a score", "1. f3 $2 {[%eval -0.9] Ugly.} 1... e5 *", "1. f3 $2 {[%eval -0.9] Ugly.} 1... e5 *"},
		{"ourselves", "1. f3 e5 2. g4 $4 {[%eval #-1,3] Blunder. Lets Black mate in 1. Best was e3.} (2. e3 Nc6) Qh4# *", "1. f3 e5 2. g4 {[%eval #-1,3]} 2... Qh4# *"},
		{"ourselves in Japanese", "1. f3 e5 2. g4 $4 {【悪手】Qh4#以下、白のキングに1手詰。最善手はe3。} (2. e3) Qh4# *", "1. f3 e5 2. g4 Qh4# *"},
		{"with words of a person", "1. f3 $2 {I wanted to be clever. Mistake. e4 was best. Never again!} (1. e4) e5 *", "1. f3 {I wanted to be clever.  Never again!} 1... e5 *"},
		{"a person's glyph and words", "1. f3 $2 {A mistake: e4 was better.} (1. e4 e5) e5 *", "1. f3 $2 {A mistake: e4 was better.} (1. e4 e5) 1... e5 *"},
		{"a person's glyph and drawing", "1. f3 $2 {[%c_effect f3;square;f3;type;Mistake] Too clever.} e5 *", "1. f3 $2 {Too clever.} 1... e5 *"},
		{"a person's variation", "1. f3 $4 {Blunder. e4 was best.} (1. e4 {as always}) (1. d4) e5 *", "1. f3 (1. e4 {as always}) (1. d4) 1... e5 *"},
		{"a person's !?", "1. f3 $5 $14 {Mistake. e4 was best.} e5 *", "1. f3 $5 $14 e5 *"},
		{"words that only look alike", "1. f3 $6 {Inaccuracy.} e5 {The best was yet to come.} *", "1. f3 $6 {Inaccuracy.} 1... e5 {The best was yet to come.} *"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, err := record.NewReader(strings.NewReader(test.moves), record.Hint{}).Next()
			if err != nil {
				t.Fatal(err)
			}
			if err := review.Forget(g); err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			if err := record.Write(&b, g, record.PGN, record.Options{}); err != nil {
				t.Fatal(err)
			}
			_, got, _ := strings.Cut(b.String(), "\n\n")
			if got = strings.Join(strings.Fields(got), " "); got != strings.Join(strings.Fields(test.want), " ") {
				t.Errorf("left\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// What other programs say of shogi goes, too, each in its own form.
func TestForgetShogi(t *testing.T) {
	for _, test := range []struct{ name, comment, want string }{
		{"ShogiHome, even", "*互角\n*#評価値=35\n*#深さ=20\n", "#評価値=35\n#深さ=20"},
		{"ShogiHome, White is better", "*後手優勢\n*#評価値=-812\n", "#評価値=-812"},
		{"ShogiHome, a bad move", "*【悪手】\n*先手有利\n*#評価値=701\n", "#評価値=701"},
		{"ShogiHome, a bad move, mated", "*【大悪手】\n*#詰み=後手勝ち:7手\n", "#詰み=後手勝ち:7手"},
		{"ShogiHome, a handicap", "*上手勝勢\n**評価値=2100\n", "*評価値=2100"},
		{"ShogiHome and a person", "*ここが勝負どころ\n*互角\n*#評価値=35\n", "ここが勝負どころ\n#評価値=35"},
		{"ShogiGUI", "**解析 0 ○ 候補1 時間 00:15.9 深さ 24/31 ノード数 1234567 評価値 207 読み筋 ▲２六歩(27) △８四歩(83)\n", ""},
		{"ShogiGUI, two lines", "**解析 0 ○ 候補1 時間 00:15.9 深さ 24 ノード数 12 評価値 207 読み筋 ▲２六歩(27)\n**解析 0 候補2 時間 00:15.9 深さ 24 ノード数 12 評価値 -8 読み筋 ▲７八金(69)\n", ""},
		{"ShogiGUI, a mate", "**解析 0 × 候補1 時間 00:01.0 深さ 9 ノード数 99 評価値 +詰 7 読み筋 ▲２六歩(27)\n", ""},
		{"ShogiGUI's engines and a person", "**Engines 0 Some engine\n*よい手だった\n", "よい手だった"},
		{"Kishin Analytics", "*疑問手\n*評価値：-250（後手有利）\n*最善手：▲２六歩\n*読み筋：▲２六歩△８四歩\n", ""},
		{"Kishin Analytics and a person", "*評価値 +120\n*まだまだこれから\n", "まだまだこれから"},
		{"Piyo Shogi", "*#指し手[72]▲２六歩 △８四歩\n*#形勢[互角]\n", ""},
		{"Piyo Shogi and a person", "*#形勢[先手優勢]\n*飛車を振る\n", "飛車を振る"},
		{"floodgate", "** 123 +2726FU -8384FU #4567\n", ""},
		{"floodgate, one star", "* -48 -8384FU +2726FU\n", ""},
		{"a person on the situation", "*互角\n", "互角"},
		{"a person on a bad move", "*【悪手】これはひどい\n", "【悪手】これはひどい"},
		{"a person on a score", "*評価値は300だが難しい\n", "評価値は300だが難しい"},
		{"a person on the best move", "*最善手：２六歩だと思う\n", "最善手：２六歩だと思う"},
		{"a person's number", "*7手詰を逃す\n", "7手詰を逃す"},
		{"a person's sharp", "*#指し手について\n", "#指し手について"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, err := record.NewReader(strings.NewReader("手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n"+test.comment), record.Hint{}).Next()
			if err != nil {
				t.Fatal(err)
			}
			if err := review.Forget(g); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(g.Root.Main().Comments, "\n"); got != test.want {
				t.Errorf("left %q, want %q", got, test.want)
			}
		})
	}
}

// Whatever a comment says, what is left of it is forgotten no further, and the moves stay.
func FuzzForget(f *testing.F) {
	f.Add("(0.36 → -0.41) Inaccuracy. Nf3 was best. [%eval -0.41]", "Blunder. Loses a rook. Best was e3.")
	f.Add("[%c_effect e5;square;e5;type;Inaccuracy]", "【悪手】角を損する。最善手はe3。")
	f.Add("互角\n#評価値=12", "*解析 0 候補1 評価値 12\n* 12 +7776FU\n#形勢[互角]")
	f.Fuzz(func(t *testing.T, first, second string) {
		g, err := record.NewReader(strings.NewReader("1. e4 $4 (1. d4) 1... e5 $6 (1... c5 2. Nf3) 2. Nf3 *"), record.Hint{}).Next()
		if err != nil {
			t.Fatal(err)
		}
		g.Root.Main().Comments, g.Root.Main().Main().Comments = []string{first}, []string{second, first}
		written := func() string {
			if err := review.Forget(g); err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			if err := record.Write(&b, g, record.PGN, record.Options{}); err != nil {
				t.Fatal(err)
			}
			return b.String()
		}
		once := written()
		if moves := len(g.Moves()); moves != 3 {
			t.Errorf("%d moves are left", moves)
		}
		for range 8 { // what stands around a sentence may be another
			twice := written()
			if twice == once {
				return
			}
			once = twice
		}
		t.Errorf("there is always more to forget:\n%s", once)
	})
}
