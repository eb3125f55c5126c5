package record

import (
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu/core"
)

// maxRating is the largest plausible rating.
const maxRating = 10_000

// Rating returns the rating of the player of a side, and false if the record has none: in PGN
// the tags WhiteElo and BlackElo, in CSA the comment that floodgate writes,
// 'black_rate:name:1234.5.
func (g *Game) Rating(c core.Color) (rating int, known bool) {
	if g.isChess() {
		return parseRating(g.Tags.Get([2]string{"WhiteElo", "BlackElo"}[c&1]))
	}
	if g.Root == nil {
		return 0, false
	}
	prefix := [2]string{"black_rate:", "white_rate:"}[c&1]
	for _, remark := range g.Root.Remarks {
		if operands, ok := strings.CutPrefix(remark, prefix); ok {
			return parseRating(operands[strings.LastIndexByte(operands, ':')+1:])
		}
	}
	return 0, false
}

// parseRating reads a rating above 0, with or without a fraction.
func parseRating(text string) (int, bool) {
	value, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return int(value), err == nil && value >= 1 && value <= maxRating
}
