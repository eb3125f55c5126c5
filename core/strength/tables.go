package strength

import "github.com/nitoryu/nitoryu/core"

// manners are how much people like to move each kind of piece in the opening, in units of
// noise: in chess knights and bishops before rooks and queens, and the king to castle; in
// shogi not the pieces of the edge.
var manners = map[string]struct {
	kinds    [core.MaxPieceTypes]float64
	castling float64
}{
	"chess": {kinds: [core.MaxPieceTypes]float64{2: 0.5, 3: 0.5, 4: -2, 5: -1, 6: -4}, castling: 2},
	"shogi": {kinds: [core.MaxPieceTypes]float64{2: -3, 3: -1, 4: 0.5, 5: 0.3, 8: 0.3}},
}

// ladders are the profiles of each game with their Elo; results/strength.md tells
// which of this was measured and how to measure it again. The profiles are spaced by
// hand; only the Elo follows from matches.
var ladders = map[string]Ladder{
	"chess": {[]rung{
		{300, Profile{50, 30, 250, 1, 0.75}},
		{430, Profile{50, 30, 210, 1, 0.5}},
		{588, Profile{50, 29, 170, 1, 0.27}},
		{761, Profile{60, 27, 125, 0.97, 0.12}},
		{897, Profile{150, 22, 80, 0.85, 0.03}},
		{1018, Profile{400, 17, 48, 0.65, 0.012}},
		{1315, Profile{900, 12, 33, 0.45, 0.005}},
		{1550, Profile{1900, 10, 28, 0.3, 0.002}},
		{1774, Profile{3900, 8, 25, 0.15, 0.001}},
		{1857, Profile{5600, 7, 23.7, 0.05, 0.0005}},
		{1938, Profile{8000, 6, 22.5, 0, 0}},
		{2062, Profile{14000, 6, 19.5, 0, 0}},
		{2178, Profile{24000, 5, 17, 0, 0}},
		{2295, Profile{42000, 5, 14.5, 0, 0}},
		{2414, Profile{75000, 4, 12, 0, 0}},
		{2523, Profile{130000, 4, 10, 0, 0}},
		{2632, Profile{230000, 3, 8, 0, 0}},
		{2735, Profile{400000, 3, 6.5, 0, 0}},
	}},
	"shogi": {[]rung{
		{100, Profile{50, 400, 500, 1, 0.92}},
		{213, Profile{50, 280, 380, 1, 0.82}},
		{312, Profile{50, 170, 305, 1, 0.72}},
		{435, Profile{50, 95, 290, 1, 0.6}},
		{562, Profile{50, 45, 275, 1, 0.48}},
		{670, Profile{50, 30, 262, 1, 0.36}},
		{725, Profile{50, 28, 222, 1, 0.25}},
		{784, Profile{55, 28, 140, 0.98, 0.16}},
		{867, Profile{200, 21, 73, 0.84, 0.03}},
		{944, Profile{1000, 12, 35, 0.58, 0.006}},
		{1049, Profile{2375, 10, 28, 0.3, 0.002}},
		{1328, Profile{4875, 8, 25, 0.15, 0.001}},
		{1544, Profile{7000, 7, 23.7, 0.05, 0.0005}},
		{1745, Profile{10000, 6, 22.5, 0, 0}},
		{1868, Profile{17500, 6, 19.5, 0, 0}},
		{1990, Profile{30000, 5, 17, 0, 0}},
		{2077, Profile{52500, 5, 14.5, 0, 0}},
		{2158, Profile{93750, 4, 12, 0, 0}},
		{2235, Profile{162500, 4, 10, 0, 0}},
		{2309, Profile{287500, 3, 8, 0, 0}},
		{2379, Profile{500000, 3, 6.5, 0, 0}},
	}},
}
