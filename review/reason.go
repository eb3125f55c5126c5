package review

import "github.com/nitoryu/nitoryu/core"

// Reason is a fact that says why a move was bad. It stands in a line that the search
// found, and can be checked on the board.
type Reason struct {
	Fact   Fact
	Missed bool             // it is about what should have been played
	Plies  int              // to mate, of Mate; 0: the mate is proved, its shortest line is not known
	Kinds  []core.PieceType // the pieces concerned; 0 is the king
	Paid   []core.PieceType // the pieces given for them, of Material
	Line   []core.Move      // the line: after the move, or instead of it for what it misses
}

// Fact is a kind of reason.
type Fact uint8

// The facts, of the opponent's answer to a bad move or, if it was missed, of the move that was
// better. Some cannot be missed, and some only be missed; see [Fact.Known].
const (
	Mate          Fact = iota + 1 // it mates by force
	BackRank                      // so, too, on the first rank, behind the king's own pawns
	TableWin                      // endgame tables know that it wins
	Draw                          // the game is drawn by force: repetition, stalemate, too little material
	Stalemate                     // so, too, by stalemate
	Brinkmate                     // it threatens a mate that cannot be stopped (hisshi)
	MateThreat                    // it threatens mate (tsumero)
	TooSlow                       // so, too, where the better move threatens mate and the bad one does not
	WrongExchange                 // it takes back more than the bad move took
	PutEnPrise                    // it takes the piece that moved
	Undefended                    // it takes a piece that the bad move no longer defends
	Threat                        // it takes what it threatened to take before
	Hanging                       // it takes a piece for nothing
	Fork                          // one piece attacks all of Kinds at once, and takes one of them
	Discovery                     // the piece that moves opens an attack on Kinds
	Skewer                        // the first of Kinds has to move, and the second behind it is taken
	Pin                           // the first of Kinds cannot move because of the second, and is taken
	Trap                          // a piece is attacked and has no safe square
	Overload                      // a defender is drawn away from what it defends
	DoubleAttack                  // two pieces attack Kinds
	DanglingPawn                  // a dropped pawn promotes next
	StrikingPawn                  // a dropped pawn draws a piece away
	Promotion                     // a piece promotes
	Material                      // Kinds are won for Paid
	LaterMaterial                 // so, too, but many moves later
	KingAttack                    // checks follow each other
	Castling                      // the right to castle is lost
	KingShelter                   // the king has fewer defenders, and more attackers
	PassedPawn                    // there is a passed pawn more
	Structure                     // pawns become isolated or doubled
	BishopPair                    // both bishops against one
	Development                   // fewer pieces have left their first squares
	Hands                         // there is more in hand
	Camp                          // more pieces have promoted, or stand in the enemy camp
	Activity                      // the pieces have more moves
	Tempo                         // a piece is attacked and has to move
	Trade                         // a piece is exchanged for an equal one
	OwnTrade                      // so, too, by the bad move
	Attack                        // a piece is attacked
	Chances                       // nothing of all that is known: one side has the better chances
	Margin                        // so, too: one that is ahead gets further ahead
	Facts
)

// factTexts are the names and the words of the facts, first of what a bad move allows, then of what
// it misses. {move} is the first move of the line.
var factTexts = [Facts]struct {
	name            string
	allowed, missed [Languages]string
}{
	Mate: {
		"mate",
		[Languages]string{"lets {opponent} mate {mate} by {move}", "{move}以下、{mated}に{mate}"},
		[Languages]string{"misses a mate {mate}", "{length}詰み逃し"},
	},
	BackRank: {
		"back-rank mate",
		[Languages]string{"lets {opponent} mate {mate} on the back rank by {move}", "{move}以下、{mated}に最下段での{mate}"},
		[Languages]string{"misses a mate {mate} on the back rank", "最下段での{length}詰み逃し"},
	},
	TableWin: {
		"table win",
		[Languages]string{"loses, as endgame tables know, to {move}", "{move}で負けると終盤データベースが示している"},
		[Languages]string{"gives up a win that endgame tables know", "終盤データベースの示す勝ちを逃した"},
	},
	Draw: {
		"draw",
		[Languages]string{"lets the win slip into a draw", "勝ちを逃して引き分けになる"},
		[Languages]string{"misses a draw by {move}", "{move}で引き分けにする手があった"},
	},
	Stalemate: {
		"stalemate",
		[Languages]string{"lets {opponent} escape by stalemate", "ステイルメイトで引き分けになる"},
		[Languages]string{"misses {move}, which leads to stalemate", "{move}からステイルメイトで引き分けにする手があった"},
	},
	Brinkmate: {
		"brinkmate",
		[Languages]string{"allows {move}, after which the mate cannot be stopped", "{move}で必至がかかる"},
		[Languages]string{},
	},
	MateThreat: {
		"mate threat",
		[Languages]string{"allows {move}, which threatens mate", "{move}で詰めろがかかる"},
		[Languages]string{"misses {move}, which threatens mate", "{move}で詰めろをかける手があった"},
	},
	TooSlow: {
		"slow attack",
		[Languages]string{"is a move too slow, as {move} threatens mate first", "{move}と先に詰めろをかけられ、一手遅い"},
		[Languages]string{},
	},
	WrongExchange: {
		"wrong exchange",
		[Languages]string{"loses {pieces}{price} in the exchange after {move}", "{move}と取り返され、{price}{pieces}損"},
		[Languages]string{},
	},
	PutEnPrise: {
		"piece put en prise",
		[Languages]string{"puts {pieces} where {move} takes it", "{pieces}を{move}とただで取られる所へ動かした"},
		[Languages]string{},
	},
	Undefended: {
		"undefended piece",
		[Languages]string{"no longer defends {pieces}, which {move} takes", "{pieces}の守りが外れ、{move}と取られる"},
		[Languages]string{},
	},
	Threat: {
		"overlooked threat",
		[Languages]string{"does not meet the threat of {move}, which wins {pieces}{price}", "{move}で{price}{pieces}を取るねらいを受けていない"},
		[Languages]string{},
	},
	Hanging: {
		"hanging piece",
		[Languages]string{"leaves {pieces} hanging to {move}", "{move}で{pieces}がただで取られる"},
		[Languages]string{"does not take {pieces} that hangs", "ただで取れる{pieces}を取らなかった"},
	},
	Fork: {
		"fork",
		[Languages]string{"allows {move}, a fork of {pieces}", "{move}で{pieces}の両取りがかかる"},
		[Languages]string{"misses {move}, a fork of {pieces}", "{move}で{pieces}の両取りをかける手があった"},
	},
	Discovery: {
		"discovered attack",
		[Languages]string{"allows {move}, a discovered attack on {pieces}", "{move}で開き攻撃が{pieces}に当たる"},
		[Languages]string{"misses {move}, a discovered attack on {pieces}", "{move}で{pieces}を開き攻撃する手があった"},
	},
	Skewer: {
		"skewer",
		[Languages]string{"allows {move}, a skewer of {pieces}", "{move}で{pieces}の串刺しになる"},
		[Languages]string{"misses {move}, a skewer of {pieces}", "{move}で{pieces}を串刺しにする手があった"},
	},
	Pin: {
		"pin",
		[Languages]string{"allows {move}, which pins {first} to {second}", "{move}で{first}が{second}に縛られて動けない"},
		[Languages]string{"misses {move}, which pins {first} to {second}", "{move}で{first}を{second}に縛る手があった"},
	},
	Trap: {
		"trapped piece",
		[Languages]string{"allows {move}, which traps {pieces}", "{move}で{pieces}の逃げ場がなくなる"},
		[Languages]string{"misses {move}, which traps {pieces}", "{move}で{pieces}の逃げ場をなくす手があった"},
	},
	Overload: {
		"overloaded piece",
		[Languages]string{"allows {move}, which draws away {pieces} that defends something else", "{move}で、別の駒を守る{pieces}がつり上げられる"},
		[Languages]string{"misses {move}, which draws away {pieces} that defends something else", "{move}で、別の駒を守る{pieces}をつり上げる手があった"},
	},
	DoubleAttack: {
		"double attack",
		[Languages]string{"allows {move}, a double attack on {pieces}", "{move}で{pieces}に同時に当たる"},
		[Languages]string{"misses {move}, a double attack on {pieces}", "{move}で{pieces}に同時に当てる手があった"},
	},
	DanglingPawn: {
		"dangling pawn",
		[Languages]string{"allows {move}, a dropped pawn that promotes next", "{move}と垂らされ、と金ができる"},
		[Languages]string{"misses {move}, a dropped pawn that promotes next", "{move}と垂らしてと金を作る手があった"},
	},
	StrikingPawn: {
		"striking pawn",
		[Languages]string{"allows {move}, a dropped pawn that draws {pieces} away", "{move}の叩きで{pieces}がつり上げられる"},
		[Languages]string{"misses {move}, a dropped pawn that draws {pieces} away", "{move}と叩いて{pieces}をつり上げる手があった"},
	},
	Promotion: {
		"promotion",
		[Languages]string{"lets {pieces} promote after {move}", "{move}から{promoted}を作られる"},
		[Languages]string{"misses {move}, after which {pieces} promotes", "{move}から{promoted}を作る手があった"},
	},
	Material: {
		"material",
		[Languages]string{"loses {pieces}{price} after {move}", "{move}から{price}{pieces}損"},
		[Languages]string{"misses a chance to win {pieces}{price} by {move}", "{move}から{price}{pieces}得の手があった"},
	},
	LaterMaterial: {
		"later material",
		[Languages]string{"loses {pieces}{price} in the long run after {move}", "{move}から、いずれ{price}{pieces}損"},
		[Languages]string{"misses {move}, which wins {pieces}{price} in the long run", "{move}から、いずれ{price}{pieces}得の手があった"},
	},
	KingAttack: {
		"attack on the king",
		[Languages]string{"exposes the king to {move} and the checks that follow", "{move}から王手が続く"},
		[Languages]string{"misses {move} and the checks that follow", "{move}から王手を続ける手があった"},
	},
	Castling: {
		"castling",
		[Languages]string{"gives up castling", "キャスリングができなくなる"},
		[Languages]string{"does not castle", "キャスリングしなかった"},
	},
	KingShelter: {
		"king's shelter",
		[Languages]string{"leaves the king with less shelter after {move}", "{move}から{king}の守りが弱くなる"},
		[Languages]string{"misses {move}, which exposes the enemy king", "{move}で相手の{king}の守りを崩す手があった"},
	},
	PassedPawn: {
		"passed pawn",
		[Languages]string{"gives {opponent} a passed pawn more after {move}", "{move}から{opponent}にパスポーンが増える"},
		[Languages]string{"misses a passed pawn that {move} leads to", "{move}からパスポーンを作る手があった"},
	},
	Structure: {
		"pawn structure",
		[Languages]string{"weakens the pawns, as after {move}", "{move}からポーンの形が崩れる"},
		[Languages]string{"misses {move}, which weakens the pawns of {opponent}", "{move}で{opponent}のポーンの形を崩す手があった"},
	},
	BishopPair: {
		"bishop pair",
		[Languages]string{"gives {opponent} the pair of bishops after {move}", "{move}から{opponent}だけがビショップを二つ持つ"},
		[Languages]string{"misses {move}, which wins the pair of bishops", "{move}でビショップを二つ残す手があった"},
	},
	Development: {
		"development",
		[Languages]string{"falls behind in development after {move}", "{move}から駒の展開が遅れる"},
		[Languages]string{"misses {move}, which develops faster", "{move}で駒を早く展開する手があった"},
	},
	Hands: {
		"pieces in hand",
		[Languages]string{"gives {opponent} {pieces} more in hand after {move}", "{move}から{opponent}の持ち駒に{pieces}が加わる"},
		[Languages]string{"misses {move}, which gets {pieces} more in hand", "{move}から持ち駒に{pieces}を加える手があった"},
	},
	Camp: {
		"enemy camp",
		[Languages]string{"lets {opponent} into the camp after {move}", "{move}から自陣に入られる"},
		[Languages]string{"misses {move}, which enters the enemy camp", "{move}から敵陣に入る手があった"},
	},
	Activity: {
		"activity",
		[Languages]string{"leaves the pieces less active after {move}", "{move}から駒の働きが悪くなる"},
		[Languages]string{"misses {move}, which makes the pieces more active", "{move}で駒の働きを良くする手があった"},
	},
	Tempo: {
		"tempo",
		[Languages]string{"loses time, as {move} attacks {pieces}", "{move}の{pieces}取りで先手を取られる"},
		[Languages]string{"misses {move}, which gains time by attacking {pieces}", "{move}の{pieces}取りで先手を取る手があった"},
	},
	Trade: {
		"trade",
		[Languages]string{"lets {opponent} exchange {traded} by {move}", "{move}で{traded}を交換される"},
		[Languages]string{"misses {move}, which exchanges {traded}", "{move}で{traded}を交換する手があった"},
	},
	OwnTrade: {
		"exchange",
		[Languages]string{"exchanges {traded}, as {move} takes back", "{move}と取り返され、{traded}の交換になる"},
		[Languages]string{},
	},
	Attack: {
		"attack",
		[Languages]string{"allows {move}, which attacks {pieces}", "{move}で{pieces}に当てられる"},
		[Languages]string{"misses {move}, which attacks {pieces}", "{move}で{pieces}に当てる手があった"},
	},
	Chances: {
		"better chances",
		[Languages]string{"gives {opponent} the better chances after {move}", "{move}から{opponent}が指しやすくなる"},
		[Languages]string{"gives up the better chances, which {move} keeps", "{move}で優位を保つ手があった"},
	},
	Margin: {
		"greater advantage",
		[Languages]string{"makes the advantage of {opponent} greater after {move}", "{move}から{opponent}との差が広がる"},
		[Languages]string{"gives back a part of the advantage, which {move} keeps", "{move}でリードを保つ手があった"},
	},
}

// draws reports whether the fact is a draw.
func (f Fact) draws() bool { return f == Draw || f == Stalemate }

// mates reports whether the fact is a forced mate.
func (f Fact) mates() bool { return f == Mate || f == BackRank }

// Known reports whether there are reasons of that fact: that a bad move allows it, or misses it.
func (f Fact) Known(missed bool) bool { return f.text(missed)[English] != "" }

// Name returns the name of the fact in English: "allows fork", "misses fork".
func (f Fact) Name(missed bool) string {
	name := factTexts[min(f, Facts-1)].name
	if missed {
		return "misses " + name
	}
	return "allows " + name
}

// text returns the words for a fact.
func (f Fact) text(missed bool) *[Languages]string {
	t := &factTexts[min(f, Facts-1)]
	if missed {
		return &t.missed
	}
	return &t.allowed
}
