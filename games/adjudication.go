package games

import "github.com/nitoryu/nitoryu/core"

// Adjudication says when the scores that engines report settle a game. The zero value
// never settles a game.
type Adjudication struct {
	WinScore  core.Score // of the winner at least, and of the loser with a minus sign
	WinMoves  int        // of each side in a row with such scores; 0: never
	OneSided  bool       // the loser's scores are enough
	DrawScore core.Score // largest magnitude
	DrawMoves int        // of each side in a row with such scores; 0: never
	DrawFrom  int        // first ply of a draw
	MaxPlies  int        // a longer game is drawn; 0: never
}

// A level score for long is a draw in chess; in shogi it means nothing. A lead that lasts
// wins a game of chess; in shogi it is often lost again.
var (
	chessSelfPlay = Adjudication{WinScore: 700, WinMoves: 4, DrawScore: 10, DrawMoves: 5, DrawFrom: 80}
	shogiSelfPlay = Adjudication{WinScore: 2000, WinMoves: 2}

	chessTuning = Adjudication{WinScore: 1000, WinMoves: 3, DrawScore: 10, DrawMoves: 8, DrawFrom: 79}
	shogiTuning = Adjudication{WinScore: 1000, WinMoves: 3}
)
