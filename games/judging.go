package games

import "github.com/nitoryu/nitoryu/review"

// The scales are those that players know: the curve of Lichess, fitted to games of its
// members, and that of ShogiHome. So are the names of losses, but for its two kinds of
// blunders, which are one here (https://lichess.org/page/accuracy).
var (
	chessJudging = review.Standard{Scale: 271.6, Inaccuracy: 5, Mistake: 10, Blunder: 15}
	shogiJudging = review.Standard{Scale: 600, Inaccuracy: 5, Mistake: 10, Blunder: 20}
)
