package games

import (
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/review"
)

// chessPhase divides a game by what is left: the opening ends when no more than 10 of the 14
// knights, bishops, rooks and queens are, or fewer than 4 pieces of a side stand on its
// first rank; with 6 of them the endgame begins. This is how Lichess does it, without how
// much the pieces of both sides are mixed (https://github.com/lichess-org/scalachess, Divider).
func chessPhase(p core.Position, _ review.Phase) review.Phase {
	placement, _, _ := strings.Cut(p.String(), " ")
	ranks := strings.Split(placement, "/")
	count := func(text, letters string) (n int) {
		for _, r := range text {
			if strings.ContainsRune(letters, r) {
				n++
			}
		}
		return n
	}
	pieces := count(placement, "nbrqNBRQ")
	home := min(count(ranks[0], "nbrqk"), count(ranks[len(ranks)-1], "NBRQK"))
	switch {
	case pieces <= 6:
		return review.Endgame
	case pieces <= 10 || home < 4:
		return review.Middlegame
	}
	return review.Opening
}

// shogiPhase divides a game by what has happened: the opening ends when a player has taken a
// rook, gold, silver, knight or lance, which is neither an exchange of bishops nor of pawns;
// with the first check after that the endgame begins.
func shogiPhase(p core.Position, now review.Phase) review.Phase {
	if fields := strings.Fields(p.String()); now == review.Opening && !strings.ContainsAny(fields[2], "RGSNLrgsnl") {
		return review.Opening
	}
	if p.InCheck() {
		return review.Endgame
	}
	return review.Middlegame
}
