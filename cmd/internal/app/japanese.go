//go:build !js && !wasip1

package app

import (
	"slices"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
)

// language returns the user's language if it is Japanese, nil for English.
func language() *cli.Language {
	if !cli.Japanese() {
		return nil
	}
	return &japanese
}

// japanese has the Japanese messages outside of games: last messages about errors, progress and
// help. Package play has the messages within a game.
var japanese = cli.Language{
	Colon: "：",
	Help:  japaneseHelp,
	Sentences: slices.Concat([]cli.Sentence{
		// The end of a job.
		{English: "interrupted", Other: "中断しました"},
		{English: "out of time", Other: "時間切れです"},
		{English: "interrupted; with --journal FILE the same command could go on now", Other: "中断しました。--journal FILE を付けておけば、同じコマンドで続きから再開できます"},
		{English: "interrupted; the same command goes on with what is in %s", Other: "中断しました。同じコマンドで、%s にあるところから再開できます"},
		{English: "%s; the same command goes on with what is in %s", Other: "%s。同じコマンドで、%s にあるところから再開できます"},
		{English: "1 fault, and no game is left", Other: "問題が1件あり、解析できる棋譜がありません"},
		{English: "%d faults, and no game is left", Other: "問題が%s件あり、解析できる棋譜がありません"},
		{English: "1 fault; the rest is done", Other: "問題が1件ありました。残りは終わっています"},
		{English: "%d faults; the rest is done", Other: "問題が%s件ありました。残りは終わっています"},
		{English: "1 fault of this machine or its files", Other: "このマシンかファイルに問題が1件あります"},
		{English: "%d faults of this machine or its files", Other: "このマシンかファイルに問題が%s件あります"},

		// Progress.
		{English: ", ETA %s", Other: "、残り%s"},
		{English: "reading %s", Other: "%s を読み込み中"},
		{English: "%s, game %d: %s %d % accurate, %d ?!, %d ?, %d ??; %s %d % accurate, %d ?!, %d ?, %d ??",
			Other: "%s、第%s局：%s 正確さ%s%%、?! %s、? %s、?? %s／%s 正確さ%s%%、?! %s、? %s、?? %s"},
		{English: "%s, game %d: %s %d % accurate, %d ?!, %d ?, %d ??", Other: "%s、第%s局：%s 正確さ%s%%、?! %s、? %s、?? %s"},
		{English: "%s, game %d is the same game as %s, game %d", Other: "%s、第%s局は%s、第%s局と同じ棋譜です"},
		{English: "%d games in all are there twice", Other: "重複した棋譜は全部で%s局です"},
		{English: "%s: this is no record of games but %s", Other: "%s：棋譜ではありません（%s）"},
		{English: "%s, game %d: no moves", Other: "%s、第%s局：指し手なし"},
		{English: "%s, game %d: %s", Other: "%s、第%s局：%s"},
		{English: "%s, game %d, puzzles", Other: "%s、第%s局、問題を探索中"},
		{English: "%s and %s are of different games, which no record holds: give --format jsonl, or a folder with --out", Other: "%s と %s はチェスと将棋なので、一つの棋譜にできません。--format jsonl か、--out にフォルダーを指定してください"},
		{English: "%s, game %d", Other: "%s、第%s局"},

		{English: "Nitoryu %s plays chess (UCI) and shogi (USI). Type help, or go depth 16.", Other: "Nitoryu %s：チェス（UCI）と将棋（USI）のエンジンです。help か go depth 16 と入力してください。"},

		{English: "%s: %d tactics and %d mates", Other: "%s：手筋%s題、詰み%s題"},
		{English: "%s: %d tactic and %d mates", Other: "%s：手筋%s題、詰み%s題"},
		{English: "%s: %d tactics and %d mate", Other: "%s：手筋%s題、詰み%s題"},
		{English: "%s: %d tactic and %d mate", Other: "%s：手筋%s題、詰み%s題"},
		{English: "%s: %d exercises", Other: "%s：問題%s題"},
		{English: "%s: %d exercise", Other: "%s：問題%s題"},
		{English: "%d games without a player \"%s\" left out", Other: "%s局に「%s」という対局者がいないので省きました"},
		{English: "%d game without a player \"%s\" left out", Other: "%s局に「%s」という対局者がいないので省きました"},
		{English: "none of %d games has a player \"%s\"", Other: "%s局のどれにも「%s」という対局者がいません"},
		{English: "none of %d game has a player \"%s\"", Other: "%s局のどれにも「%s」という対局者がいません"},
		{English: "%s: there are no games", Other: "%s：棋譜がありません"},
		{English: "%s: the folder has no games: no %s", Other: "%s：このフォルダーに棋譜がありません（%s）"},
		{English: "%s: the archive has no games: no %s", Other: "%s：この書庫に棋譜がありません（%s）"},
		{English: "%s; the rest of the game is analysed", Other: "%s。棋譜の残りは解析します"},
		{English: "%s; the game is analysed up to there", Other: "%s。そこまでを解析します"},

		// Words of the command line.
		{English: "there is no flag --%s; did you mean --%s?", Other: "--%s というフラグはありません。--%s のことですか"},
		{English: "there is no flag %s; did you mean %s?", Other: "%s というフラグはありません。%s のことですか"},
		{English: "there is no flag %s in front of a subcommand; see nitoryu help", Other: "サブコマンドの前に置ける %s というフラグはありません。nitoryu help をご覧ください"},
		{English: "there is no flag --%s; see %s", Other: "--%s というフラグはありません。%s をご覧ください"},
		{English: "--%s needs a value (%s): %s", Other: "--%s には値（%s）が必要です"},
		{English: "--%s needs --%s, the time that it is added to", Other: "--%s には、加算される持ち時間 --%s が必要です"},
		{English: "--%s \"%s\" needs a unit, e.g. %s", Other: "--%s の値「%s」には単位が必要です。例：%s"},
		{English: "--%s \"%s\" is too large", Other: "--%s の値「%s」は大きすぎます"},
		{English: "--%s \"%s\" is not a duration such as 5s, 500ms or 2m", Other: "--%s の値「%s」は 5s、500ms、2m のような時間ではありません"},
		{English: "--%s \"%s\" is not a whole number of 0 or more", Other: "--%s の値「%s」は0以上の整数ではありません"},
		{English: "--%s \"%s\" is not a whole number", Other: "--%s の値「%s」は整数ではありません"},
		{English: "--%s \"%s\" is not a number", Other: "--%s の値「%s」は数ではありません"},
		{English: "--%s \"%s\" is neither true nor false", Other: "--%s の値「%s」は true でも false でもありません"},
		{English: "--%s \"%s\" cannot be used: %s", Other: "--%s の値「%s」は使えません：%s"},
		{English: "\"%s\" is one word too many: put quotes around words with blanks between them; see %s", Other: "「%s」は余分です。空白を含む語は全体を引用符で囲んでください。%s をご覧ください"},
		{English: "\"%s\" is one word too many; see %s", Other: "「%s」は余分です。%s をご覧ください"},
		{English: "\"%s\" behind the position is one word too many", Other: "局面の後の「%s」は余分です"},
		{English: "there is no subcommand or command \"%s\"; did you mean \"%s\"?", Other: "「%s」というコマンドはありません。%s のことですか"},
		{English: "there is no subcommand or command \"%s\"%s", Other: "「%s」というコマンドはありません。nitoryu help をご覧ください"},
		{English: "there is no subcommand \"%s\"; did you mean \"%s\"?", Other: "「%s」というサブコマンドはありません。%s のことですか"},
		{English: "there is no level \"%s\": choose %s", Other: "「%s」という強さはありません。入門、初級、中級、上級、最強、0から20までのスキルレベル、レーティングのどれかを指定してください"},
		{English: "the engine has no levels: it lacks the options UCI_LimitStrength and UCI_Elo", Other: "このエンジンの強さは変えられません。UCI_LimitStrength と UCI_Elo のオプションがありません"},
		{English: "there is no handicap \"%s\"; did you mean \"%s\"?", Other: "「%s」という手合割はありません。%s のことですか"},
		{English: "there is no handicap \"%s\"; choose %s", Other: "「%s」という手合割はありません。香落ち、右香落ち、角落ち、飛車落ち、飛香落ち、二枚落ち、四枚落ち、六枚落ち、八枚落ち、十枚落ちのどれかを指定してください"},
		{English: "there is no side \"%s\" in shogi: choose %s", Other: "「%s」という手番はありません。先手か後手を指定してください"},
		{English: "there is no side \"%s\" in chess: choose %s", Other: "「%s」という手番はありません。white か black を指定してください"},
		{English: "there is no %s \"%s\"; did you mean \"%s\"?", Other: "「%[2]s」は使えません。%[3]s のことですか"},
		{English: "there is no %s \"%s\"; choose %s or %s", Other: "「%[2]s」は使えません。%[3]s、%[4]s のどれかを指定してください"},
		{English: "there is no option \"%s\"", Other: "「%s」というオプションはありません"},
		{English: "the option \"%s\" has no value; write NAME=VALUE", Other: "オプション「%s」に値がありません。NAME=VALUE と書いてください"},
		{English: "--%s must not be negative: %s", Other: "--%s に負の値は指定できません：%s"},
		{English: "--%s must be at least %s, not %s", Other: "--%s は%s以上でなければなりません（指定は %s）"},
		{English: "--%s must be above %s, not %s", Other: "--%s は%sより大きくなければなりません（指定は %s）"},
		{English: "--%s must be %s to %s, not %s", Other: "--%s は%sから%sまでです（指定は %s）"},
		{English: "--%s has to be %s to %s, not %s", Other: "--%s は%sから%sまでです（指定は %s）"},
		{English: "--nodes must be above 0", Other: "--nodes は0より大きくなければなりません"},
		{English: "a clock must not be negative", Other: "持ち時間に負の値は指定できません"},
		{English: "--%s and --%s exclude each other", Other: "--%s と --%s は同時に指定できません"},
		{English: "--seed is for the levels of our own engine", Other: "--seed は Nitoryu の強さの指定でだけ使えます"},
		{English: "a handicap is a position of its own: leave the other one out", Other: "手合割を指定したときは、局面は指定できません"},
		{English: "there are no handicaps in chess", Other: "チェスに手合割はありません"},
		{English: "--option is for the engine that --engine names", Other: "--option は --engine で指定したエンジンのためのものです"},
		{English: "the command is empty", Other: "コマンドが空です"},
		{English: "a quote is not closed: %s", Other: "引用符が閉じていません：%s"},
		{English: "--%s counts half moves from 1, not %s", Other: "--%s は1手目を1と数えます（指定は %s）"},
		{English: "--side and --player choose the moves to judge in two ways; give one of them", Other: "--side と --player はどちらか一方だけを指定してください"},
		{English: "a search needs a limit above 0: --nodes, --time or --depth", Other: "探索には0より大きい上限が必要です。--nodes、--time、--depth のどれかを指定してください"},

		// Files, positions and engines.
		{English: "there is no file, folder, game or position \"%s\"", Other: "「%s」というファイルもフォルダーもゲームも局面もありません"},
		{English: "open %s: no such file or directory", Other: "%s というファイルはありません"},
		{English: "stat %s: no such file or directory", Other: "%s というファイルはありません"},
		{English: "%s: no such file or directory", Other: "%s：そのようなファイルはありません"},
		{English: "no such file or directory", Other: "そのようなファイルはありません"},
		{English: "open %s: permission denied", Other: "%s を開く権限がありません"},
		{English: "permission denied", Other: "権限がありません"},
		{English: "%s is not a file", Other: "%s はファイルではありません"},
		{English: "%s is read, so it cannot be written; choose another --%s", Other: "%s は読み込み元なので書き込めません。別の --%s を指定してください"},
		{English: "another process is writing it", Other: "別のプロセスが書き込んでいます"},
		{English: "%s; wait for it, or choose another --journal", Other: "%s。終わるまで待つか、別の --journal を指定してください"},
		{English: "this journal is of another analysis: %s; choose another file", Other: "別の解析のジャーナルです（%s）。別のファイルを指定してください"},
		{English: "this is a position of %s, not of %s", Other: "%[2]sの局面ではありません（%[1]sの局面です）"},
		{English: "the position is missing", Other: "局面がありません"},
		{English: "the engine has no move in %s", Other: "エンジンの指し手がありません：%s"},
		{English: "give the file of one network; see nitoryu net --help", Other: "評価関数のファイルを1つ指定してください。nitoryu net --help をご覧ください"},
		{English: "the depth is missing, as in nitoryu perft 5; see %s", Other: "深さを指定してください（例：nitoryu perft 5）。%s をご覧ください"},
		{English: "the last word must be the depth, 0 to 20, not \"%s\"", Other: "最後に深さ（0から20まで）を指定してください。「%s」は深さではありません"},
		{English: "shogi", Other: "将棋"},
		{English: "chess", Other: "チェス"},

		// An engine that is offered.
		{English: "%s is offered at %s: choose it in the menu there", Other: "%s を %s で使えます。盤のメニューで選んでください"},
		{English: "an analysis ended early: %s", Other: "検討が途中で終わりました：%s"},
		{English: "there is no token: set %s or give --token-file", Other: "トークンがありません。環境変数 %s か --token-file で指定してください"},
		{English: "the token is not accepted: it needs the scopes engine:read and engine:write", Other: "トークンが違います。スコープ engine:read と engine:write が必要です"},
		{English: "the site is missing, as in %s; see %s", Other: "サイトを指定してください（例：%s）。%s をご覧ください"},

		// Games on a server.
		{English: "%s is logged in at %s", Other: "%s として %s にログインしました"},
		{English: "%s; next try in %s", Other: "%s。%s後に接続し直します"},
		{English: "given up at try %d: %s", Other: "%s回試みましたが、あきらめます：%s"},
		{English: "the game %s was rejected", Other: "対局 %s は成立しませんでした"},
		{English: "game %s: %s against %s", Other: "対局 %s：%s 対 %s"},
		{English: "won by %s at move %d: %s", Other: "%[2]s手で勝ち（%[1]s）：%[3]s"},
		{English: "lost by %s at move %d: %s", Other: "%[2]s手で負け（%[1]s）：%[3]s"},
		{English: "drawn by %s at move %d: %s", Other: "%[2]s手で引き分け（%[1]s）：%[3]s"},
		{English: "broken off at move %d: %s", Other: "%s手で中断：%s"},
		{English: "the game is not saved: %s", Other: "棋譜を保存できません：%s"},
		{English: "no further game; Ctrl-C once more breaks off", Other: "この対局で終わります。もう一度 Ctrl-C を押すと中断します"},
		{English: "the server has closed the connection", Other: "サーバーが接続を切りました"},
		{English: "the server does not answer", Other: "サーバーの応答がありません"},
		{English: "the server does not accept name and password", Other: "名前かパスワードが違います"},
		{English: "the server does not accept name and password for now", Other: "今はログインできません"},
		{English: "there is no password: set %s or give --password-file", Other: "パスワードがありません。環境変数 %s か --password-file で指定してください"},
		{English: "the host is missing, as in %s; see %s", Other: "サーバーを指定してください（例：%s）。%s をご覧ください"},
		{English: "--out: there is no folder %s", Other: "--out のフォルダー %s がありません"},

		// Help.
		{English: " (default \"club\")", Other: "（既定値 中級）"},
		{English: " (default \"%s\")", Other: "（既定値 %s）"},
		{English: " (default %s)", Other: "（既定値 %s）"},
	}, endingsInJapanese()),
}

// endingsInJapanese are the names of how games end.
func endingsInJapanese() (names []cli.Sentence) {
	for e := core.Checkmate; e <= core.Agreement; e++ {
		if e != core.Interrupted { // of programs, too
			names = append(names, cli.Sentence{English: e.String(), Other: record.JapaneseEnding(e)})
		}
	}
	return names
}
