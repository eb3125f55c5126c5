// The texts of the page in each language. What the desk says comes in both languages, too,
// as {en, ja}.

const en = {
	skip: "To the board", games: "Game", chess: "Chess", shogi: "Shogi", modes: "What to do", play: "Play", analyse: "Analyse",
	otherLanguage: "日本語", theme: "Dark or light", settings: "Settings", restart: "New start", boardTitle: "Board", steps: "Steps",
	first: "To the start", back: "Back", forward: "Forward", last: "To the end", flip: "Flip the board",
	typeMove: "Move", enter: "Play it", notLegal: m => `“${m}” is no legal move here.`, ambiguous: m => `“${m}” can be several moves; say more.`,
	intro: "Chess and shogi against the engine Nitoryu. Make a move to begin.", more: "Side, start position, clock",
	newGame: "New game", startFrom: "Start", number960: "Number, 0 to 959", random: "random", yourSide: "Your side", anySide: "Random",
	level: "Opponent", byElo: "By Elo", eloAbout: "Plays about as well as a person with this rating.", elo: n => `Elo ${n}`,
	clock: "Clock", clockNone: "No clock", clockIncrement: "Time and increment", clockByoyomi: "Time and byoyomi", clockSudden: "Time for the game",
	minutes: "Minutes", seconds: "Seconds a move", begin: "Play", position: "The position on the board", chess960: "Chess960",
	noTime: "A clock needs some time.",
	game: "Game", yourMove: "Your move.", yourMoveCheck: "You are in check. Your move.", thinking: name => `${name} is thinking …`, notAtEnd: "You are looking back. The game goes on at its last position.",
	hint: "Hint", hintIs: (m, why) => `Hint: ${m}${why}`, hintThinking: "Looking for a hint …", takeBack: "Take back", offerDraw: "Offer a draw", declare: "Declare a win", resign: "Resign",
	drawRefused: "The engine declines the draw.", drawAgreed: "draw by agreement", reallyResign: "Resign this game?", reallyLeave: "The game is not over. Leave it?", leave: "Leave it",
	resigns: side => `${side} resigns`,
	youWin: "You win!", youLose: "You lose.", review: "Review", rematch: "Play again",
	edit: "Edit the position", editShort: "Edit", editHelp: "Choose a piece, then click on squares; or drag pieces, off the board to remove them.", palette: "Pieces", eraser: "remove pieces", mover: "move pieces",
	toMove: "To move", castling: "Castling", clear: "Clear", startPosition: "Start position", done: "Done", cancel: "Cancel", inHand: side => `In hand, ${side}`,
	kingSide: side => `${side} O-O`, queenSide: side => `${side} O-O-O`,
	engine: "Engine", startEngine: "Start", stopEngine: "Stop", lines: "Best lines", engineOptions: "Options", multipv: "Lines", threads: "Threads", hash: "Hash, MiB",
	depth: n => `depth ${n}`, nodes: n => `${n} nodes`, speed: n => `${n}/s`, engineOff: "Start the engine to see its best lines.", gameOver: "The game is over here.",
	moves: "Moves", promote: "Make this the main line", remove: "Delete from here", comment: "Comment",
	open: "Open", openTitle: "Open a game or a position", openHelp: "Paste FEN, SFEN, PGN, KIF, KI2 or CSA, or drop a file on the page.", file: "Choose a file", whichGame: "Game",
	nothingToOpen: "There is no game in it.", export: "Save", exportTitle: "Save the game", format: "Format", copy: "Copy", copied: "Copied.", download: "Download", close: "Close",
	thePosition: "Position", theMoves: "Moves of the protocol",
	language: "Language", colours: "Colours", bySystem: "as the system says", light: "light", dark: "dark", pieces: "Pieces of shogi", kanji: "kanji", letters: "letters and ways",
	figures: "Pieces of chess", figuresUsual: "usual", figuresPlain: "plain", boards: "Boards", boardsUsual: "grey and wood", boardsOther: "brown and paper", size: "Size of the board", sounds: "Sounds",
	chessNotation: "Moves of chess", shogiNotation: "Moves of shogi", coordinates: "Coordinates", showTargets: "Show where a piece may go",
	keys: "Keys: arrows move on the board, Enter takes up and puts down. Elsewhere ← → step through the game, Home and End jump, f flips the board, Space starts and stops the engine.",
	loading: "The engine is on its way.",
	lostServer: "The link to the engine is lost. The position is kept.", lostEngine: "The engine has ended. The position is kept.",
	reviewTitle: "Review", stop: "Stop", progress: (n, all) => `${n} of ${all} positions`, chances: "Chances", chancesHelp: "Expected points in percent, a draw being half. Click to go there.",
	chancesOf: side => `Chances of ${side} over the game`, chanceOf: (side, n) => `Chances of ${side}: ${n} %`,
	accuracy: "Accuracy", inaccuracies: "Inaccuracies", mistakes: "Mistakes", blunders: "Blunders", players: "Players",
	costly: "Moves that cost most", noCostly: "No move was an inaccuracy or worse.", turns: "Turning points", arrow: "The arrow shows the better move.", nothingToReview: "There are no moves to review yet.",
	you: "You", engineName: "Nitoryu", evaluation: "Evaluation", check: "check",
	promotes: "Promote", staysAs: "Do not promote", choose: "Promotion", handOf: side => `Hand of ${side}`,
	piece: (side, name) => `${side} ${name}`, fault: "Something went wrong:", startIs: "Start",
	faults: n => n === 1 ? "One thing in it was not understood:" : `${n} things in it were not understood:`, version: v => `Nitoryu ${v}`,
	gameFault: "This address has moves that are not legal; they were left out.",
};

const ja = {
	skip: "盤へ", games: "種目", chess: "チェス", shogi: "将棋", modes: "すること", play: "対局", analyse: "検討",
	otherLanguage: "English", theme: "明暗の切り替え", settings: "設定", restart: "再起動", boardTitle: "盤面", steps: "移動",
	first: "最初へ", back: "一手戻る", forward: "一手進む", last: "最後へ", flip: "盤を反転",
	typeMove: "指し手", enter: "指す", notLegal: m => `「${m}」という合法手はありません。`, ambiguous: m => `「${m}」に当たる手が複数あります。`,
	intro: "エンジンNitoryuとのチェスと将棋です。駒を動かすと対局が始まります。", more: "手番・開始局面・持ち時間",
	newGame: "新しい対局", startFrom: "開始局面", number960: "番号(0〜959)", random: "ランダム", yourSide: "あなたの手番", anySide: "ランダム",
	level: "相手", byElo: "Eloで指定", eloAbout: "このレーティングの人と同じくらいの強さです。", elo: n => `Elo ${n}`,
	clock: "持ち時間", clockNone: "なし", clockIncrement: "フィッシャー(加算)", clockByoyomi: "秒読み", clockSudden: "切れ負け",
	minutes: "分", seconds: "一手ごとの秒", begin: "対局開始", position: "盤上の局面", chess960: "チェス960",
	noTime: "持ち時間を入れてください。",
	game: "対局", yourMove: "あなたの番です。", yourMoveCheck: "王手です。あなたの番です。", thinking: name => `${name}が考えています…`, notAtEnd: "前の局面を見ています。対局は最後の局面で続きます。",
	hint: "ヒント", hintIs: (m, why) => `ヒント:${m}${why}`, hintThinking: "ヒントを探しています…", takeBack: "待った", offerDraw: "引き分けを提案", declare: "入玉宣言", resign: "投了",
	drawRefused: "引き分けの提案は断られました。", drawAgreed: "合意による引き分け", reallyResign: "投了しますか。", reallyLeave: "対局中です。やめますか。", leave: "やめる",
	resigns: side => `${side}の投了`,
	youWin: "あなたの勝ちです!", youLose: "あなたの負けです。", review: "棋譜解析", rematch: "もう一局",
	edit: "局面の編集", editShort: "編集", editHelp: "駒を選んでマスをクリックします。ドラッグでも動かせ、盤の外に出すと消えます。", palette: "駒", eraser: "駒を消す", mover: "駒を動かす",
	toMove: "手番", castling: "キャスリング", clear: "空にする", startPosition: "初期局面", done: "決定", cancel: "キャンセル", inHand: side => `${side}の持駒`,
	kingSide: side => `${side} O-O`, queenSide: side => `${side} O-O-O`,
	engine: "エンジン", startEngine: "開始", stopEngine: "停止", lines: "読み筋", engineOptions: "オプション", multipv: "候補手の数", threads: "スレッド", hash: "ハッシュ(MiB)",
	depth: n => `深さ${n}`, nodes: n => `${n}ノード`, speed: n => `毎秒${n}`, engineOff: "エンジンを開始すると読み筋が表示されます。", gameOver: "ここで終局です。",
	moves: "指し手", promote: "本譜にする", remove: "ここから削除", comment: "コメント",
	open: "開く", openTitle: "棋譜や局面を開く", openHelp: "FEN、SFEN、PGN、KIF、KI2、CSAを貼り付けるか、ファイルをページに落としてください。", file: "ファイルを選ぶ", whichGame: "対局",
	nothingToOpen: "棋譜が見つかりません。", export: "保存", exportTitle: "棋譜の保存", format: "形式", copy: "コピー", copied: "コピーしました。", download: "ダウンロード", close: "閉じる",
	thePosition: "局面", theMoves: "プロトコルの指し手",
	language: "言語", colours: "配色", bySystem: "システムに合わせる", light: "明るい", dark: "暗い", pieces: "将棋の駒", kanji: "漢字", letters: "アルファベットと動き",
	figures: "チェスの駒", figuresUsual: "標準", figuresPlain: "簡素", boards: "盤の色", boardsUsual: "灰色・木目", boardsOther: "茶色・紙", size: "盤の大きさ", sounds: "駒音",
	chessNotation: "チェスの棋譜", shogiNotation: "将棋の棋譜", coordinates: "座標", showTargets: "動ける場所を表示",
	keys: "キー:盤では矢印で移動、Enterで駒を取り上げて置きます。それ以外では←→で一手ずつ、Home・Endで最初と最後へ、fで反転、スペースでエンジンの開始と停止。",
	loading: "エンジンを読み込んでいます。",
	lostServer: "エンジンとの接続が切れました。局面は残っています。", lostEngine: "エンジンが終了しました。局面は残っています。",
	reviewTitle: "棋譜解析", stop: "中止", progress: (n, all) => `${all}局面中${n}局面`, chances: "勝率", chancesHelp: "期待される得点の割合(引き分けは半分)。クリックでその局面へ。",
	chancesOf: side => `${side}の勝率の推移`, chanceOf: (side, n) => `${side}の勝率 ${n}%`,
	accuracy: "正確さ", inaccuracies: "緩手", mistakes: "疑問手", blunders: "悪手", players: "対局者",
	costly: "損の大きい手", noCostly: "緩手以上の悪い手はありません。", turns: "勝負の分かれ目", arrow: "矢印はより良い手を示します。", nothingToReview: "まだ指し手がありません。",
	you: "あなた", engineName: "Nitoryu", evaluation: "評価", check: "王手",
	promotes: "成る", staysAs: "成らない", choose: "成り", handOf: side => `${side}の持駒`,
	piece: (side, name) => `${side}の${name}`, fault: "エラー:", startIs: "開始局面",
	faults: n => `読めない部分が${n}か所ありました:`, version: v => `Nitoryu ${v}`,
	gameFault: "アドレスに合法でない手があったため、省きました。",
};

export const texts = { en, ja };

// fill writes the texts of a language into all elements that ask for one: data-text,
// data-label and data-placeholder have the names.
export function fill(language) {
	const t = texts[language];
	document.documentElement.lang = language;
	for (const e of document.querySelectorAll("[data-text]")) e.textContent = t[e.dataset.text];
	for (const e of document.querySelectorAll("[data-label]")) {
		e.setAttribute("aria-label", t[e.dataset.label]);
		if (e.localName === "button") e.title = t[e.dataset.label];
	}
	for (const e of document.querySelectorAll("[data-placeholder]")) e.placeholder = t[e.dataset.placeholder];
}
