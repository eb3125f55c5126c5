// The texts of the page in each language. What the web API says comes in both languages,
// too, as {en, ja}; its faults have codes, which are translated here.

const en = {
	skip: "To the board", games: "Game", chess: "Chess", shogi: "Shogi", modes: "What to do", play: "Play", analyse: "Analyse",
	otherLanguage: "日本語", theme: "Dark or light", settings: "Settings", restart: "New start", boardTitle: "Board", steps: "Steps",
	first: "To the start", back: "Back", forward: "Forward", last: "To the end", flip: "Flip the board",
	typeMove: "Move", enter: "Play it", notLegal: m => `“${m}” is no legal move here.`, ambiguous: m => `“${m}” can be several moves; say more.`, notYourMove: "It is not your move here.",
	newGame: "New game", startFrom: "Start", number960: "Number, 0 to 959", random: "random", yourSide: "Who plays", anySide: "Random", twoPersons: "Two people", twoEngines: "Two engines",
	level: "Opponent", byElo: "By Elo", eloAbout: "Plays about as well as a person with this rating.", elo: n => `Elo ${n}`,
	clock: "Clock", clockNone: "No clock", clockIncrement: "Time and increment", clockByoyomi: "Time and byoyomi", clockSudden: "Time for the game",
	minutes: "Minutes", seconds: "Seconds a move", begin: "Play", position: "The position on the board", chess960: "Chess960",
	noTime: "A clock needs some time.",
	game: "Game", yourMove: "Your move.", yourMoveCheck: () => "You are in check. Your move.", thinking: name => `${name} is thinking …`, notAtEnd: "You are looking back. The game goes on at its last position.",
	toMoveNow: side => `${side} to move.`, ongoing: "Your game goes on, and it is your move.", ongoingEngine: "Your game goes on.", toGame: "To the game",
	hint: "Hint", hintIs: (m, why) => `Hint: ${m}${why}`, hintThinking: "Looking for a hint …", takeBack: "Take back", offerDraw: "Offer a draw", declare: "Declare a win", resign: "Resign",
	drawRefused: "The engine declines the draw.", drawAgreed: "draw by agreement", reallyResign: "Resign this game?", reallyLeave: "The game is not over. Leave it?", leave: "Leave it",
	gameLeft: "The game before was left.", stopGame: "Stop the game", brokenOff: "broken off", eventName: "A game on this page",
	reallyReplace: "The analysis has work that is not saved. Replace it?", replace: "Replace it", replaced: "The analysis was replaced.", undo: "Undo",
	resigns: side => `${side} resigns`,
	youWin: "You win!", youLose: "You lose.", review: "Review", rematch: "Play again",
	edit: "Edit the position", editShort: "Edit", editHelp: "Choose a piece, then click on squares; or drag pieces, off the board to remove them.", palette: "Pieces", eraser: "remove pieces", mover: "move pieces",
	toMove: "To move", castling: "Castling", clear: "Clear", startPosition: "Start position", done: "Done", cancel: "Cancel", inHand: side => `In hand, ${side}`,
	kingSide: side => `${side} O-O`, queenSide: side => `${side} O-O-O`,
	engine: "Engine", startEngine: "Start", stopEngine: "Stop", lines: "Best lines", engineOptions: "Options", multipv: "Lines", threads: "Threads", hash: "Hash, MiB",
	threat: "Threat", threatHint: "What the opponent could do now (x)", limit: "Search until", limitNone: "it is stopped", limitDepth: "a depth", limitSeconds: "so many seconds",
	depth: n => `depth ${n}`, nodes: n => `${n} nodes`, speed: n => `${n}/s`, engineOff: "Start the engine to see its best lines.", gameOver: "The game is over here.", engineBusy: "The engine thinks about its move in your game.",
	moves: "Moves", promote: "Make this the main line", remove: "Delete from here", comment: "Comment", glyphs: "Annotation", fold: "Fold variations", foldedLines: n => n === 1 ? "1 variation" : `${n} variations`,
	tags: "Details", tagsTitle: "Details of the game",
	tagNames: { White: "White", Black: "Black", WhiteElo: "White's Elo", BlackElo: "Black's Elo", Sente: "Sente", Gote: "Gote", Event: "Event", Site: "Site", Date: "Date", Round: "Round", StartTime: "Begin", TimeControl: "Time control" },
	open: "Open", openTitle: "Open a game or a position", openHelp: "Paste FEN, SFEN, PGN, KIF, KI2 or CSA, or drop a file on the page.", file: "Choose a file", whichGame: "Game", search: "Search for names, years, events",
	gamesFound: (n, all) => n === all ? `${all} games` : `${n} of ${all} games`, pliesOf: n => `${n} plies`, reading: "Reading …",
	fileTooLarge: (name, size, most) => `${name} has ${size} MiB. Files may have ${most} MiB: take one with fewer games.`,
	export: "Save", exportTitle: "Save the game", format: "Format", copy: "Copy", copied: "Copied.", download: "Download", close: "Close",
	copyLink: "Copy link", copiedLink: "The link was copied. It opens this game on any copy of this page.", copiedPosition: text => `Copied: ${text}`,
	thePosition: "Position", theMoves: "Moves of the protocol",
	language: "Language", colours: "Colours", bySystem: "as the system says", light: "light", dark: "dark", pieces: "Pieces of shogi", kanji: "kanji", letters: "letters",
	chessNotation: "Moves of chess", shogiNotation: "Moves of shogi", coordinates: "Coordinates", showTargets: "Show where a piece may go",
	keys: "Keys: arrows move on the board, Enter takes up and puts down. Elsewhere, and after a move by mouse, ← → and the wheel step through the game, Home and End jump, f flips the board, Space starts and stops the engine, x shows threats, Ctrl Z undoes, Ctrl V opens what was copied.",
	loading: "The engine is on its way.",
	lostServer: why => `The link to nitoryu serve is lost${why ? ` (${why})` : ""}. Game and analysis are kept. If it was ended, start it again and open the address that it prints; otherwise try a new start.`,
	lostEngine: why => `The engine has ended${why ? ` (${why})` : ""}. Game and analysis are kept. A new start goes on with another one.`,
	lostBecause: {
		busy: ({ most }) => `All ${most} engines are in use. Close another page of Nitoryu, then try a new start here; nitoryu serve --engines allows more.`,
		token: () => "This address is of an earlier start of nitoryu serve. Open the address that it printed at its last start.",
		"no token": () => "This address lacks its token. Open the whole address that nitoryu serve printed, with ?token= and what follows.",
	},
	reviewTitle: "Review", stop: "Stop", progress: (n, all) => `${n} of ${all} positions`, chances: "Chances", chancesHelp: "Expected points in percent, a draw being half. Click to go there.",
	chancesOf: side => `Chances of ${side} over the game`, chanceOf: (side, n) => `Chances of ${side}: ${n} %`,
	accuracy: "Accuracy", inaccuracies: "Inaccuracies", mistakes: "Mistakes", blunders: "Blunders", players: "Players",
	costly: "Moves that cost most", noCostly: "No move was an inaccuracy or worse.", turns: "Turning points", arrow: "The arrow shows the better move.", nothingToReview: "There are no moves to review yet.",
	you: "You", engineName: "Nitoryu", evaluation: "Evaluation", check: () => "check",
	promotes: "Promote", staysAs: "Do not promote", choose: "Promotion", handOf: side => `Hand of ${side}`,
	piece: (side, name) => `${side} ${name}`, fault: "Something went wrong:", startIs: "Start",
	faults: n => n === 1 ? "One thing in it was not understood:" : `${n} things in it were not understood:`, version: v => `Nitoryu ${v}`,
	addressFault: "The position in this address is not understood. The start position is shown instead.",
	gameFault: (ply, move) => `Move ${ply} in this address, ${move}, is not legal. It was left out with what follows.`,
	faultsByCode: {}, // the web API says them in English
};

const gameWord = (game, chess, shogi) => game === "chess" ? chess : shogi;

const ja = {
	skip: "盤へ移動", games: "ゲーム", chess: "チェス", shogi: "将棋", modes: "モード", play: "対局", analyse: "検討",
	otherLanguage: "English", theme: "ライト／ダーク切り替え", settings: "設定", restart: "再起動", boardTitle: "盤面", steps: "手順の移動",
	first: "最初の局面へ", back: "1手戻る", forward: "1手進む", last: "最後の局面へ", flip: "盤面反転",
	typeMove: "指し手", enter: "指す", notLegal: m => `「${m}」は指せません。`, ambiguous: m => `「${m}」に当てはまる手が複数あります。詳しく入力してください。`, notYourMove: "ここではあなたの手番ではありません。",
	newGame: "新規対局", startFrom: "開始局面", number960: "番号（0〜959）", random: "ランダム", yourSide: "対局者", anySide: "ランダム", twoPersons: "人間同士", twoEngines: "エンジン同士",
	level: "対戦相手", byElo: "レーティングで指定", eloAbout: "このレーティングの人と同じくらいの強さです。", elo: n => `レーティング${n}`,
	clock: "持ち時間", clockNone: "なし", clockIncrement: "フィッシャールール（加算）", clockByoyomi: "秒読み", clockSudden: "切れ負け",
	minutes: "分", seconds: "1手の秒数", begin: "対局開始", position: "盤上の局面", chess960: "チェス960",
	noTime: "持ち時間を入力してください。",
	game: "対局", yourMove: "あなたの手番です。", yourMoveCheck: game => `${gameWord(game, "チェックされています", "王手がかかっています")}。あなたの手番です。`, thinking: name => `${name}が考慮中です…`, notAtEnd: "途中の局面を表示しています。対局は最終局面から続きます。",
	toMoveNow: side => `${side}の手番です。`, ongoing: "対局中です。あなたの手番です。", ongoingEngine: "対局中です。", toGame: "対局に戻る",
	hint: "ヒント", hintIs: (m, why) => `ヒント：${m}${why.replace("(", "（").replace(")", "）").trim()}`, hintThinking: "ヒントを探しています…", takeBack: "待った", offerDraw: "引き分けを提案", declare: "入玉宣言", resign: "投了",
	drawRefused: "引き分けの提案は断られました。", drawAgreed: "合意により引き分け", reallyResign: "投了しますか？", reallyLeave: "対局中です。中断しますか？", leave: "中断する",
	gameLeft: "前の対局を中断しました。", stopGame: "対局を中断", brokenOff: "中断", eventName: "ブラウザでの対局",
	reallyReplace: "検討中の棋譜が保存されていません。破棄しますか？", replace: "破棄する", replaced: "検討中の棋譜を置き換えました。", undo: "元に戻す",
	resigns: side => `${side}の投了`,
	youWin: "あなたの勝ちです！", youLose: "あなたの負けです。", review: "棋譜解析", rematch: "もう一局",
	edit: "局面編集", editShort: "局面編集", editHelp: "駒を選んでマスをクリックします。ドラッグでも動かせます。盤の外に出すと取り除かれます。", palette: "駒", eraser: "駒を取り除く", mover: "駒を動かす",
	toMove: "手番", castling: "キャスリング", clear: "すべて取り除く", startPosition: "初期局面", done: "完了", cancel: "キャンセル", inHand: side => `${side}の持駒`,
	kingSide: side => `${side} O-O`, queenSide: side => `${side} O-O-O`,
	engine: "エンジン", startEngine: "検討開始", stopEngine: "検討停止", lines: "読み筋", engineOptions: "エンジン設定", multipv: "候補手の数", threads: "スレッド数", hash: "ハッシュ（MiB）",
	threat: "狙い", threatHint: "相手の次の狙いを表示（x）", limit: "検討の終了", limitNone: "停止するまで", limitDepth: "深さ", limitSeconds: "秒数",
	depth: n => `深さ${n}`, nodes: n => `ノード数${n}`, speed: n => `NPS ${n}`, engineOff: "検討を開始すると読み筋が表示されます。", gameOver: "終局しています。", engineBusy: "エンジンは対局の次の手を考慮中です。",
	moves: "棋譜", promote: "本譜にする", remove: "この手以降を削除", comment: "コメント", glyphs: "評価記号", fold: "分岐を折りたたむ", foldedLines: n => `分岐${n}手順`,
	tags: "棋譜情報", tagsTitle: "棋譜情報",
	tagNames: { White: "白", Black: "黒", WhiteElo: "白のレーティング", BlackElo: "黒のレーティング", Sente: "先手", Gote: "後手", Event: "棋戦", Site: "場所", Date: "日付", Round: "ラウンド", StartTime: "開始日時", TimeControl: "持ち時間" },
	open: "開く", openTitle: "棋譜・局面を開く", openHelp: "FEN、SFEN、PGN、KIF、KI2、CSAを貼り付けるか、ファイルをこのページにドロップしてください。", file: "ファイルを選択", whichGame: "対局", search: "対局者・年・棋戦で検索",
	gamesFound: (n, all) => n === all ? `${all}局` : `${all}局中${n}局`, pliesOf: n => `${n}手`, reading: "読み込み中…",
	fileTooLarge: (name, size, most) => `${name}は${size}MiBあります。開けるのは${most}MiBまでです。対局数の少ないファイルを選んでください。`,
	export: "保存", exportTitle: "棋譜の保存", format: "形式", copy: "コピー", copied: "コピーしました。", download: "ダウンロード", close: "閉じる",
	copyLink: "リンクをコピー", copiedLink: "リンクをコピーしました。このページがあればどこでもこの棋譜を開けます。", copiedPosition: text => `コピーしました：${text}`,
	thePosition: "局面", theMoves: "USI／UCIの指し手",
	language: "言語", colours: "配色", bySystem: "システムに合わせる", light: "ライト", dark: "ダーク", pieces: "将棋の駒", kanji: "漢字", letters: "アルファベット",
	chessNotation: "チェスの棋譜", shogiNotation: "将棋の棋譜", coordinates: "座標", showTargets: "駒の動ける場所を表示",
	keys: "キー操作：盤上では矢印キーで移動し、Enterで駒を持ち、置きます。それ以外とマウスで指した後は、←→とホイールで1手ずつ、Home・Endで最初と最後へ、fで盤面反転、スペースで検討の開始・停止、xで狙い、Ctrl＋Zで元に戻す、Ctrl＋Vでコピーした棋譜を開く。",
	loading: "エンジンを読み込んでいます。",
	lostServer: why => `nitoryu serveとの接続が切れました${why ? `（${why}）` : ""}。対局と検討は残っています。終了させた場合はもう一度起動し、表示されたアドレスを開いてください。それ以外は再起動を試してください。`,
	lostEngine: why => `エンジンが終了しました${why ? `（${why}）` : ""}。対局と検討は残っています。再起動すると別のエンジンで続けられます。`,
	lostBecause: {
		busy: ({ most }) => `${most}個のエンジンがすべて使用中です。Nitoryuの別のページを閉じてから再起動してください。nitoryu serve --enginesで数を増やせます。`,
		token: () => "このアドレスは以前に起動したnitoryu serveのものです。最後に起動したときに表示されたアドレスを開いてください。",
		"no token": () => "このアドレスにはトークンがありません。nitoryu serveが表示した、?token=以降を含むアドレスを開いてください。",
	},
	reviewTitle: "棋譜解析", stop: "中止", progress: (n, all) => `${all}局面中${n}局面を解析済み`, chances: "勝率", chancesHelp: "期待される得点の割合です（引き分けは半分）。クリックするとその局面に移動します。",
	chancesOf: side => `${side}の勝率の推移`, chanceOf: (side, n) => `${side}の勝率${n}％`,
	accuracy: "正確さ", inaccuracies: "緩手", mistakes: "疑問手", blunders: "悪手", players: "対局者",
	costly: "損の大きい手", noCostly: "緩手以下の手はありません。", turns: "勝負の分かれ目", arrow: "矢印は最善手です。", nothingToReview: "まだ指し手がありません。",
	you: "あなた", engineName: "Nitoryu", evaluation: "評価値", check: game => gameWord(game, "チェック", "王手"),
	promotes: "成る", staysAs: "成らない", choose: "成・不成", handOf: side => `${side}の持駒`,
	piece: (side, name) => `${side}の${name}`, fault: "エラー：", startIs: "開始局面",
	faults: n => `読み取れない箇所が${n}か所ありました：`, version: v => `Nitoryu ${v}`,
	addressFault: "アドレスの局面を読み取れません。初期局面を表示します。",
	gameFault: (ply, move) => `アドレスの${ply}手目「${move}」は指せないため、それ以降を省きました。`,
	faultsByCode: {
		"not understood": () => "要求を読み取れません。", "unknown request": () => "要求の種類が不明です。", internal: () => "内部エラーです。",
		"too large": ({ size, most }) => `データが大きすぎます（${size}バイト、上限${most}バイト）。`,
		"illegal move": ({ ply, move }) => `${ply}手目の「${move}」は指せません。`, "too many moves": ({ most }) => `指し手が多すぎます（上限${most}手）。`,
		position: ({ reason }) => `局面が正しくありません（${reason}）。`, start960: ({ most }) => `番号は0〜${most}です。`,
		"no game": () => "棋譜が見つかりません。", empty: () => "ファイルは空です。", foreign: ({ kind }) => `棋譜ではありません（${kind}）。`, "no format": () => "棋譜の形式を判別できません。",
		record: ({ line, reason }) => `${line}行目：${reason}`, passes: ({ line }) => `${line}行目：パスの後の手は省きました。`, format: ({ format }) => `「${format}」という形式はありません。`,
	},
};

export const texts = { en, ja };

// fill writes the texts of a language into all elements that ask for one: data-text,
// data-label, data-hint and data-placeholder have the names.
export function fill(language) {
	const t = texts[language];
	document.documentElement.lang = language;
	for (const e of document.querySelectorAll("[data-text]")) e.textContent = t[e.dataset.text];
	for (const e of document.querySelectorAll("[data-hint]")) e.title = t[e.dataset.hint];
	for (const e of document.querySelectorAll("[data-label]")) {
		e.setAttribute("aria-label", t[e.dataset.label]);
		if (e.localName === "button") e.title = t[e.dataset.label];
	}
	for (const e of document.querySelectorAll("[data-placeholder]")) e.placeholder = t[e.dataset.placeholder];
}
