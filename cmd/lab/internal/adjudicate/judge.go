package adjudicate

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

// Judge watches one game.
type Judge struct {
	games.Adjudication
	level  int    // plies in a row with scores near zero
	losing [2]int // moves of each side in a row with a lost score
	won    [2]int // moves of each side in a row with a won score
}

// See takes the score of a move of side, the ply-th of the game counted from 1; known
// says whether there is one. It returns whether the game is settled, and then whether
// it is drawn or who has won.
func (j *Judge) See(side core.Color, score core.Score, known bool, ply int) (over, drawn bool, winner core.Color) {
	j.level = extend(j.level, known && score >= -j.DrawScore && score <= j.DrawScore)
	j.losing[side] = extend(j.losing[side], known && score <= -j.WinScore)
	j.won[side] = extend(j.won[side], known && score >= j.WinScore)
	switch other := side.Other(); {
	case j.WinMoves > 0 && j.losing[side] >= j.WinMoves && (j.OneSided || j.won[other] >= j.WinMoves):
		return true, false, other
	case j.WinMoves > 0 && !j.OneSided && j.won[side] >= j.WinMoves && j.losing[other] >= j.WinMoves:
		return true, false, side
	case j.DrawMoves > 0 && j.level >= 2*j.DrawMoves && ply >= j.DrawFrom,
		j.MaxPlies > 0 && ply >= j.MaxPlies:
		return true, true, 0
	}
	return false, false, 0
}

func extend(run int, more bool) int {
	if more {
		return run + 1
	}
	return 0
}
