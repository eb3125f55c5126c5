package arena

import "github.com/nitoryu/nitoryu/core"

// Adjudication ends games whose outcome the contestants' own scores show. The
// zero value never does.
type Adjudication struct {
	DrawFrom    int        // first full move of a draw; 0: counted from the start
	DrawMoves   int        // moves of both sides in a row with scores within DrawScore; 0: never
	DrawScore   core.Score // largest magnitude
	ResignMoves int        // moves in a row with a score of -ResignScore or worse; 0: never
	ResignScore core.Score
	OneSided    bool // the loser's scores are enough; otherwise the winner has to agree
	MaxMoves    int  // full moves after which a game is drawn; 0: never
}

// judge watches one game.
type judge struct {
	Adjudication
	quiet  int    // plies in a row with scores near zero
	losing [2]int // moves in a row with a lost score
	won    [2]int // moves in a row with a won score
}

// see takes the score of a move of side, the ply-th of the game counted from 1.
// It returns true with the winner, or as a draw, if the game is settled.
func (j *judge) see(side core.Color, score core.Score, known bool, ply int) (over, drawn bool, winner core.Color) {
	within := known && score >= -j.DrawScore && score <= j.DrawScore
	j.quiet = extend(j.quiet, within)
	j.losing[side] = extend(j.losing[side], known && score <= -j.ResignScore)
	j.won[side] = extend(j.won[side], known && score >= j.ResignScore)
	move := (ply + 1) / 2
	switch other := side.Other(); {
	case j.ResignMoves > 0 && j.losing[side] >= j.ResignMoves && (j.OneSided || j.won[other] >= j.ResignMoves):
		return true, false, other
	case j.ResignMoves > 0 && !j.OneSided && j.won[side] >= j.ResignMoves && j.losing[other] >= j.ResignMoves:
		return true, false, side
	case j.DrawMoves > 0 && j.quiet >= 2*j.DrawMoves && move >= j.DrawFrom:
		return true, true, 0
	case j.MaxMoves > 0 && ply >= 2*j.MaxMoves:
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
