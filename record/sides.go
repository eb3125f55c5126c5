package record

import "github.com/nitoryu/nitoryu/core"

// Sides returns the names of the sides in a game that starts at p, in English or Japanese. In a
// handicap game of shogi, the sides have other names.
func Sides(p core.Position, japanese bool) [2]string {
	if isChess(p) {
		if japanese {
			return [2]string{"白", "黒"}
		}
		return [2]string{"White", "Black"}
	}
	name := handicapName(p, "")
	handicap := name != "" && name != evenGame
	switch {
	case japanese && handicap:
		return sides[1]
	case japanese:
		return sides[0]
	case handicap:
		return [2]string{"Shitate", "Uwate"}
	}
	return [2]string{"Sente", "Gote"}
}
