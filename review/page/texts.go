package page

import "github.com/nitoryu/nitoryu/review"

// texts are the fixed texts of a page in one language.
type texts struct {
	Lang                                                                                                           string
	Theme, Start, Unfinished, Wins, Drawn                                                                          string
	Board, Shortcuts, First, Back, Forward, End, Flip, NextMistake, Letter, Pieces, Hand, Arrow, Reply             string
	Moves, Lines, NoLines, NotJudged, Return                                                                       string
	Chances, ChancesHelp, Graph, Time, Spent                                                                       string
	Players, Accuracy, Loss, Best, Agreement, Inaccuracies, Mistakes, Blunders, Played                             string
	OnlyMoves, Great, Brilliant, Praised, MissedWins, MissedMates                                                  string
	Sharp, SharpHelp, Definition                                                                                   string
	Turns, Costly, NoCostly, Move, Before, After, Comment                                                          string
	Judged, OneSide, From, Comma, Colon                                                                            string // which moves are judged: of a side, from a move on
	Event, Site, Round, Date, Control, Opening, Handicap, Result, Engine                                           string
	Games, Game                                                                                                    string
	Strategies, Castles, Tactics, Versus, NewMove, Unnamed                                                         string
	Record, Instead, Signs                                                                                         string // what the annotator says
	Exercises, ExercisesHelp, Find, Task, Right, Wrong, Show, Next, Leave                                          string
	ByPlayer, ByOpening, BySide, ByPhase, ByClock, ByTime                                                          string // totals of a shelf
	Player, Side, Phase, Left, Points, KnownMoves, LossFirst, LossSecond, Rate, RateHelp, OpeningHelp, Sort, Count string
	Said, SaidBad                                                                                                  string // read aloud after a move: the move, its judgement, the side, its chances
}

var textsOf = [review.Languages]texts{
	review.English: {
		Lang:  "en",
		Board: "Board",
		Moves: "Moves", Lines: "Best lines", NoLines: "The game is over here.", NotJudged: "This position was not analysed.",
		First: "To the start", Back: "Back", Forward: "Forward", End: "To the end", Flip: "Flip the board", NextMistake: "Next mistake", Letter: "Letters on the pieces",
		Theme: "Dark or light", Start: "Start", Return: "Back to the game",
		Chances: "Chances", ChancesHelp: "Expected points in percent, a draw being half. Click to go there.", Time: "Time per move", Spent: "Time used",
		Players: "Players", Accuracy: "Accuracy", Loss: "Average loss", Played: "Moves judged", Best: "Best moves", Agreement: "Agrees with the engine",
		Inaccuracies: "Inaccuracies", Mistakes: "Mistakes", Blunders: "Blunders",
		OnlyMoves: "Only moves", Great: "Great moves", Brilliant: "Brilliant moves", Praised: "Only, great and brilliant moves", MissedWins: "Missed wins", MissedMates: "Missed short mates",
		Sharp: "Sharpness of the positions", SharpHelp: "The band below the curve shows how easy it is to go wrong in each position.", Definition: "Definition",
		Turns: "Turning points", Arrow: "The green arrow shows the better move.", Reply: "The red one shows the answer.", Costly: "Moves that cost most", NoCostly: "No move was an inaccuracy or worse.", Move: "Move",
		Before: "Before", After: "After", Comment: "Comment",
		Judged: "Judged", OneSide: "only the moves of %s", From: "from move %s on", Comma: ", ", Colon: ": ",
		Event: "Event", Site: "Site", Round: "Round", Date: "Date", Control: "Time control", Opening: "Opening", Handicap: "Handicap",
		Result: "Result", Engine: "Judged by", Games: "Games", Game: "Game", Pieces: "Pieces as text", Hand: "in hand",
		Shortcuts: "← → step, Home and End jump, f flips the focused board; swipe or tap on touch screens.", Graph: "Chances of %s over the game, in percent",
		Strategies: "Strategies", Castles: "Castles", Tactics: "Tactics", Versus: " – ", NewMove: "Left the book", Unnamed: "(no name)",
		Record: "Record", Instead: "Variations of the record", Signs: "Notes of the record",
		Exercises: "Exercises", ExercisesHelp: "Positions in which a mistake was made: find the better move. The costliest come first.",
		Find: "Find the better moves", Task: "%s to move. What is better than the move of the game? Choose its piece, then where it goes.",
		Right: "Right!", Wrong: "No, that is not it. Try again.", Show: "Show the move", Next: "Next exercise", Leave: "Leave the exercises",
		ByPlayer: "By player", ByOpening: "By opening", BySide: "By side", ByPhase: "By phase", ByClock: "By time left", ByTime: "By time used for the move",
		Count: "Games", Player: "Player", Side: "Side", Phase: "Phase", Left: "Time left", Points: "Points", KnownMoves: "Known", OpeningHelp: "Points and loss of the side that moves first, loss of the other, and how many half moves are known.",
		LossFirst: "Loss 1st", LossSecond: "2nd", Rate: "Bad of 100", RateHelp: "Mistakes and blunders in a hundred moves.", Sort: "Choose a head to sort by it.",
		Unfinished: "unfinished", Wins: "%s wins", Drawn: "draw", Said: "%s. Chances of %s: %d%%.", SaidBad: "%s, %s. Chances of %s: %d%%.",
	},
	review.Japanese: {
		Lang:  "ja",
		Board: "盤面",
		Moves: "指し手", Lines: "最善の読み筋", NoLines: "ここで終局です。", NotJudged: "この局面は解析していません。",
		First: "最初へ", Back: "一手戻る", Forward: "一手進む", End: "最後へ", Flip: "盤を反転", NextMistake: "次の悪い手", Letter: "駒をアルファベットで表示",
		Theme: "明暗の切り替え", Start: "開始局面", Return: "本譜に戻る",
		Chances: "勝率", ChancesHelp: "期待勝率（引き分けは0.5勝）。クリックでその局面へ。", Time: "一手ごとの消費時間", Spent: "消費時間",
		Players: "対局者", Accuracy: "正確さ", Loss: "平均損失", Played: "解析した手数", Best: "最善手", Agreement: "一致率",
		Inaccuracies: "緩手・疑問手", Mistakes: "悪手", Blunders: "大悪手",
		OnlyMoves: "唯一の好手", Great: "妙手", Brilliant: "絶妙手", Praised: "唯一の好手・妙手・絶妙手", MissedWins: "勝ちを逃した手", MissedMates: "短手数の詰み逃し",
		Sharp: "局面の難しさ", SharpHelp: "グラフの下の帯は、局面ごとの間違えやすさです。", Definition: "定義",
		Turns: "勝負の分かれ目", Arrow: "緑の矢印はより良い手を示します。", Reply: "赤の矢印は相手の応手です。", Costly: "損の大きい手", NoCostly: "緩手以上の悪い手はありません。", Move: "手",
		Before: "前", After: "後", Comment: "解説",
		Judged: "解析対象", OneSide: "%sの指し手のみ", From: "%s手目以降", Comma: "、", Colon: "：",
		Event: "棋戦", Site: "場所", Round: "回戦", Date: "日付", Control: "持ち時間", Opening: "戦型", Handicap: "手合割",
		Result: "結果", Engine: "解析", Games: "対局一覧", Game: "対局", Pieces: "局面を文字で表示", Hand: "持駒",
		Shortcuts: "←→で一手ずつ、Home・Endで最初と最後へ、盤にフォーカスがあればfで反転。タッチではスワイプかタップ。", Graph: "%sの勝率の推移（%%）",
		Strategies: "戦法", Castles: "囲い", Tactics: "手筋", Versus: " 対 ", NewMove: "定跡を離れた手", Unnamed: "（名称なし）",
		Record: "棋譜", Instead: "棋譜の変化", Signs: "棋譜の注釈",
		Exercises: "練習問題", ExercisesHelp: "悪い手が指された局面です。より良い手を見つけてください。損の大きい順です。",
		Find: "より良い手を探す", Task: "%sの手番です。実戦より良い手は？　駒を選び、行き先を選んでください。",
		Right: "正解です。", Wrong: "その手ではありません。もう一度。", Show: "答えを見る", Next: "次の問題", Leave: "練習をやめる",
		ByPlayer: "対局者別", ByOpening: "戦型・オープニング別", BySide: "手番別", ByPhase: "局面の進み別", ByClock: "残り時間別", ByTime: "一手の消費時間別",
		Count: "局数", Player: "対局者", Side: "手番", Phase: "段階", Left: "残り時間", Points: "勝敗", KnownMoves: "既知", OpeningHelp: "先手側の勝敗と損失、後手側の損失、定跡にある手数です。",
		LossFirst: "先手側の損失", LossSecond: "後手側の損失", Rate: "100手あたりの悪手数", RateHelp: "100手あたりの悪手と大悪手の数です。", Sort: "見出しを選ぶと並べ替えます。",
		Unfinished: "中断", Wins: "%sの勝ち", Drawn: "引き分け", Said: "%s。%sの勝率%d%%。", SaidBad: "%s、%s。%sの勝率%d%%。",
	},
}
