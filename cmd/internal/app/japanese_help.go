//go:build !js && !wasip1

package app

import (
	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/csa"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
)

// japaneseHelp are the help texts in Japanese, by the first line of a command's help.
var japaneseHelp = map[string]cli.Help{
	"nitoryu": {
		Details: "Nitoryu はチェス（UCI）と将棋（USI）のエンジンです。\n\n" +
			"引数なしでは標準入出力でプロトコルを話します。将棋やチェスのソフトに登録するか、\n" +
			"端末で help と入力してください。サブコマンド：",
		Summary: "詳しくは nitoryu help サブコマンド。プロトコルのコマンドも指定できます。1つなら\n" +
			"そのまま、複数ならそれぞれを引用符で囲みます。1つずつ順に実行されます。\n\n" +
			"  nitoryu go depth 10\n" +
			"  nitoryu \"position startpos moves e2e4\" \"go movetime 1000\"\n" +
			"  nitoryu usi \"go depth 8\"\n" +
			"  nitoryu genfens 10 seed 1          （OpenBench 用のランダムな開始局面）\n",
	},
	"nitoryu analyse": {Summary: "棋譜を解析する。端末では局面を検討する"},
	"nitoryu play":    {Summary: "チェスか将棋を対局する"},
	"nitoryu serve":   {Summary: "ブラウザで対局と検討をする盤を開く"},
	"nitoryu csa":     {Summary: "floodgate などのサーバーで将棋を対局する"},
	"nitoryu mcp":     {Summary: "言語モデルの質問に Model Context Protocol で答える"},
	"nitoryu remote":  {Summary: "このマシンのエンジンを、Lichess の検討盤で使えるようにする"},
	"nitoryu eval":    {Summary: "局面の静的評価を表示する"},
	"nitoryu d":       {Summary: "局面を表示する"},
	"nitoryu moves":   {Summary: "局面の合法手を表示する"},
	"nitoryu webapi":  {Summary: "局面と棋譜についての質問に JSON で答える"},
	"nitoryu bench":   {Summary: "決まった局面を探索して、シグネチャと速度を測る"},
	"nitoryu mate":    {Summary: "詰みの問題を、すべての解とともに解く"},
	"nitoryu perft":   {Summary: "perft（合法手の数え上げ）を実行する"},
	"nitoryu cpu":     {Summary: "使っている命令セットとその理由を表示する"},
	"nitoryu check":   {Summary: "このマシンの設定を調べ、直すところを示す"},
	"nitoryu net":     {Summary: "評価関数のファイルの内容と由来を表示する"},
	"nitoryu options": {Summary: "両プロトコルのオプションを一覧する"},
	"nitoryu version": {Summary: "バージョンを表示する"},
	"nitoryu help":    {Summary: "この説明か、指定したサブコマンドの説明を表示する"},

	"nitoryu analyse [flags] [chess or shogi] [FEN or SFEN]": {
		Details: "局面（省略すると初期局面）を表示して検討します。端末では表がその場で更新され、\n" +
			"それ以外では1行ずつ、プロトコルの表記で出力されます。局面は startpos moves 7g7f や\n" +
			"position sfen ... のようなプロトコルの行でも指定できます。評価値に続けて、勝率\n" +
			"（引き分けは半分）と、勝ち・引き分け・負け（w/d/l）の割合を表示します。\n" +
			"Ctrl-C で探索を終えます。\n\n" +
			"  nitoryu analyse --time 30s --multipv 3\n" +
			"  nitoryu analyse shogi --engine \"/opt/shogi/engine -q\" --option EvalDir=/opt/shogi/eval\n",
		Flags: map[string]string{
			"time": "考える時間。0は無制限で、--depth だけを指定したときも無制限", "depth": "探索する深さ（手数）。0は無制限", "multipv": "表示する候補手の数",
			"view":    "評価値をどちらから見るか。white（将棋では sente とも）は先に指す側、mover は手番の側",
			"threads": "探索スレッド数", "hash": "置換表の大きさ（MiB）", "game": gameInJapanese,
			"engine": engineInJapanese, "option": optionInJapanese, "syzygy": tablesInJapanese, "notation": notationInJapanese, "pieces": piecesInJapanese,
		},
	},
	"nitoryu analyse [flags] GAME...": {
		Details: "棋譜を解析します。ファイル、フォルダー（中も調べます）、.zip・.gz・.zst、\n" +
			"- で標準入力を読みます。形式は PGN、KIF、KI2、CSA、UCI や USI の行などです。\n" +
			"一手ごとに、勝つ見込みをどれだけ損ねたかを判定し、エンジンの評価とより良い手を\n" +
			"付けて棋譜を書きます。悪手とする前に、前後の局面を8倍か16倍長く探索し直します。\n" +
			"docs/use/analysis.md をご覧ください。\n\n" +
			"  nitoryu analyse game.kif > annotated.kif\n" +
			"  nitoryu analyse games/ --out annotated/ --journal games.analysis\n" +
			"  nitoryu analyse game.kif --quality deep --side sente --html pages/\n" +
			"  nitoryu analyse game.pgn --engine stockfish --option Hash=256\n",
		Flags: map[string]string{
			"quality": "解析の質：fast、normal、deep。once は各局面を一度だけ探索し、確認はしない",
			"nodes":   "各局面の最初の探索のノード数（--quality の値に代わる）", "time": "各局面の最初の探索の時間", "depth": "各局面の最初の探索の深さ",
			"multipv": "表示する候補手の数。判定には影響しない", "threads": "同時に探索する局面の数", "together": "一度に1局面を、全スレッドで探索する",
			"hash": "各エンジンの置換表の大きさ（MiB）", "engine": engineInJapanese, "option": optionInJapanese, "syzygy": tablesInJapanese,
			"eval": "評価関数のファイル。省略するとエンジンに付属のもの", "book": "定跡ファイル（Polyglot か YaneuraOu）。定跡を離れた手をページに示す",
			"side": "片方の手だけを判定する：white、black、sente、gote", "player": "名前にこの文字列を含む対局者の手だけを判定し、ほかの棋譜は省く",
			"from": "何手目から判定するか", "format": "出力の形式：pgn、kif、ki2、csa、jkf、jsonl、端末で読む txt。省略すると元の形式（USI の行は KIF、UCI の行は PGN）",
			"out": "書き込むファイルかフォルダー。フォルダーには読み込んだファイルごとに書く。省略すると標準出力", "html": "棋譜ごとのページと目次を書くフォルダー",
			"puzzles": "棋譜に現れた手筋と詰みの問題を書くファイル", "exercises": "悪手の前の局面を、より良い手を探す問題として書くファイル",
			"lang": "言葉：en か ja。省略すると将棋の棋譜は日本語、ほかは英語", "journal": "結果を保存するファイル。中断しても同じコマンドで再開できる",
		},
	},
	"nitoryu play [flags] [chess or shogi] [FEN, SFEN or file]": {
		Details: "あなたと対局します。将棋の指し手は７六歩、7g7f、P-7f など、チェスは e4、Nf3、e2e4\n" +
			"など、好きな書き方で入力できます。help でコマンドの一覧（待った、ヒント、形勢、保存、\n" +
			"強さなど）を表示します。終了するには quit か 終了 と入力します。端末では棋譜を保存する\n" +
			"ファイル名を尋ね、それ以外では棋譜を出力します。Ctrl-C でエンジンはすぐに指し、\n" +
			"入力待ちで2回押すと終了します。FEN や SFEN の代わりに startpos moves 7g7f などと\n" +
			"書けば、その手順の続きから対局します（千日手と棋譜に数えます）。棋譜のファイルを\n" +
			"指定すれば、最後の対局の続きを指します。対局者名、コメント、変化はそのまま残ります。\n" +
			"対局が一つだけのファイルには、同じ名前で保存できます。\n\n" +
			"  nitoryu play shogi --level 初級\n" +
			"  nitoryu play shogi --level 1500 --side 後手 --clock 5m --increment 3s\n" +
			"  nitoryu play shogi --handicap 飛車落ち --byoyomi 30s --save game.kif\n" +
			"  nitoryu play --engine stockfish --level 1500\n",
		Flags: map[string]string{
			"game": gameInJapanese, "level": "強さ：入門、初級、中級、上級、最強、0から20までのスキルレベル、レーティング。ほかのエンジンではレーティングか最強。docs/use/strength.md をご覧ください",
			"side": "あなたの手番：先手か後手（チェスは white か black）、振り駒。省略すると先手か、局面の手番の側", "handicap": "将棋の手合割（エンジンが上手）：香落ち、角落ち、飛車落ち、二枚落ち、四枚落ち、六枚落ちなど",
			"entering-king": "将棋の入玉のルール：CSARule27（27点法）、CSARule24（24点法）、TryRule（トライルール）、NoEnteringKing（なし）。駒落ちでは末尾に H の付くものになる",
			"time":          "持ち時間がないときの一手の最長時間と、ヒントの時間", "clock": "持ち時間", "increment": "一手ごとに加算される時間", "byoyomi": "秒読み：持ち時間を使い切った後の一手の時間",
			"nodes": "一手で探索するノード数（--time に代わる）", "seed": "強さを下げたときの手の選び方を再現するための数。0は指定なし",
			"threads": "探索スレッド数。強さを下げたときは常に1", "hash": "置換表の大きさ（MiB）", "engine": engineInJapanese, "option": optionInJapanese, "syzygy": tablesInJapanese,
			"pace":     "human：強さを下げて持ち時間があるとき、人と同じくらい時間を使って指す。--option HumanPace=true と同じ",
			"notation": notationInJapanese, "pieces": piecesInJapanese, "save": "棋譜のファイル。一手ごとに書く。.pgn、将棋では .kif、.ki2、.csa",
		},
	},
	"nitoryu serve [flags]": {
		Details: "対局と検討のための盤を開きます。表示されたアドレスをブラウザで開いてください。\n" +
			"--address を指定しなければこのマシンからだけ、トークン付きのアドレスを知る人だけが\n" +
			"使えます。ページごとに専用のエンジンが動きます。Ctrl-C で終わります。\n" +
			"docs/use/web.md をご覧ください。\n\n" +
			"  nitoryu serve --open\n" +
			"  nitoryu serve --threads 4 --hash 512\n",
		Flags: map[string]string{
			"address": "待ち受ける host:port。ポート0は空いているポート。省略すると " + usualAddress + "、使用中なら空いているポート",
			"public":  "TLS のプロキシを通してブラウザから見えるページの URL", "token-file": "新しいトークンの代わりに使うトークンを書いたファイル",
			"open": "ブラウザでページを開く", "engines": "同時にエンジンを使えるページの数", "threads": "全エンジンの探索スレッド数の合計。各エンジンは少なくとも1",
			"hash": "全エンジンの置換表の合計（MiB）。各エンジンは少なくとも16", "option": "全エンジンのオプション NAME=VALUE（開くファイルなど）",
		},
	},
	"nitoryu csa [flags] HOST": {
		Details: "floodgate など、CSA プロトコルのサーバーで将棋を対局します。HOST にはポートも\n" +
			"指定できます（省略すると " + csa.Port + "）。対局相手を待ち、一手ごとに評価値と読み筋を送り、\n" +
			"接続が切れると、間隔を延ばしながら接続し直します。棋譜はサーバーの付けた対局名で\n" +
			"CSA と KIF に保存します。パスワードは環境変数 " + passwordVariable + " か\n" +
			"--password-file で指定します。Ctrl-C で対局後に、2回押すとすぐに終わります。\n" +
			"docs/use/csa.md をご覧ください。\n\n" +
			"  nitoryu csa HOST --name MyBot --password-file password\n" +
			"  nitoryu csa HOST --name MyBot --room floodgate-300-10F --games 10 --out games\n",
		Flags: map[string]string{
			"name": "サーバーでの名前", "password-file": passwordVariable + " の代わりにパスワードを書いたファイル",
			"room": "対局の種類。floodgate ではパスワードの前に付ける（floodgate-300-10F など）", "games": "終局まで指す対局の数。0は Ctrl-C まで",
			"tries": "対局のないまま続けて何度接続したらあきらめるか。0はあきらめない", "out": "棋譜のフォルダー", "ponder": "相手の手番でも考える",
			"comments": "評価値と読み筋を送る", "resign": "この評価値だけ不利になったら投了する（100が1歩）。0は詰みまで指す",
			"max-moves": "引き分けになる手数。サーバーが知らせないときに指定する。0は指定なし", "time": "サーバーに時計がないときの一手の時間", "nodes": "一手で探索する最大のノード数。0は無制限",
			"overhead": "一手ごとに、通信のために残しておく時間", "threads": "探索スレッド数", "hash": "置換表の大きさ（MiB）", "engine": engineInJapanese, "option": optionInJapanese,
		},
	},
	"nitoryu mcp [flags]": {
		Details: "言語モデルの質問に、標準入出力の Model Context Protocol で答えます。指せる手、\n" +
			"その手で何が起こるか、エンジンの読み、悪手の理由などです。モデルを動かす\n" +
			"プログラムから起動します。使い方は docs/use/mcp.md をご覧ください。\n" +
			"入力が終わると終了します。\n\n" +
			"  nitoryu mcp\n" +
			"  nitoryu mcp --threads 4 --hash 512 --tables /syzygy --lang ja\n",
		Flags: map[string]string{
			"lang": "言葉の言語（en か ja）。省略するとロケールの言語。質問ごとに変えられる", "time": "一回の探索の最長時間", "patience": "長い棋譜の検討など、答えをあきらめるまでの時間",
			"threads": "探索スレッド数", "hash": "置換表の大きさ（MiB）", "tables": "Syzygy のフォルダー。PATH と同じ区切りで並べる",
		},
	},
	"nitoryu remote [flags] lichess": {
		Details: "このマシンのエンジンを、Lichess の自分のアカウントの検討盤で使えるようにします。\n" +
			"盤のメニューで選んでください。局面は Lichess から届き、読み筋を送り返します。\n" +
			"こちらへの接続は受け付けません。トークンは環境変数 " + lichessVariable + " か\n" +
			"--token-file で指定します（スコープ engine:read と engine:write が必要）。\n" +
			"Ctrl-C で終わります。docs/use/lichess.md をご覧ください。\n\n" +
			"  nitoryu remote lichess --token-file token\n" +
			"  nitoryu remote lichess --threads 4 --hash 1024 --option SyzygyPath=/tables\n",
		Flags: map[string]string{
			"token-file": lichessVariable + " の代わりにトークンを書いたファイル", "name": "盤に表示されるエンジンの名前。同じ名前のエンジンは一つだけ登録される",
			"threads": "盤から指定できる探索スレッド数の上限", "hash": "盤から指定できる置換表の大きさの上限（MiB）", "tries": "続けて何度失敗したらあきらめるか。0はあきらめない",
			"site": "Lichess、または同じ API のサーバーのアドレス", "broker": "局面を配るサーバーのアドレス", "option": "エンジンのオプション NAME=VALUE（開くファイルなど）",
		},
	},
}

// Descriptions of flags that several commands share.
const (
	gameInJapanese     = "chess（チェス）か shogi（将棋）。省略すると局面に合うほう、局面もなければチェス"
	engineInJapanese   = "ほかのエンジンのコマンド（チェスは UCI、将棋は USI）。引数は引用符で囲む"
	optionInJapanese   = "そのエンジン（--engine がなければ Nitoryu）のオプション NAME=VALUE。何度でも指定できる"
	tablesInJapanese   = "チェスの終盤データベース（Syzygy）のフォルダー。--option SyzygyPath=... と同じ"
	notationInJapanese = "指し手の表記：san、japanese、western、uci、usi。省略するとチェスは SAN、将棋は日本語"
	piecesInJapanese   = "駒の文字：symbols（漢字と絵文字）か letters（英字）。省略すると端末が表示できるほう"
)
