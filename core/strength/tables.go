package strength

// ladders are the profiles of each game with their Elo; docs/strength.md tells
// what of it was measured and how to measure again. The profiles are spaced by
// hand; only the Elo follows from matches.
var ladders = map[string]Ladder{
	"chess": {[]rung{
		{300, Profile{50, 30, 250, 1, 0.6}},
		{390, Profile{50, 30, 210, 1, 0.35}},
		{518, Profile{50, 29, 170, 1, 0.17}},
		{566, Profile{60, 27, 125, 0.97, 0.08}},
		{751, Profile{150, 22, 80, 0.85, 0.03}},
		{862, Profile{400, 17, 48, 0.65, 0.012}},
		{1093, Profile{900, 12, 33, 0.45, 0.005}},
		{1294, Profile{1900, 10, 28, 0.3, 0.002}},
		{1518, Profile{3900, 8, 25, 0.15, 0.001}},
		{1669, Profile{5600, 7, 23.7, 0.05, 0.0005}},
		{1887, Profile{8000, 6, 22.5, 0, 0}},
		{2050, Profile{14000, 6, 19.5, 0, 0}},
		{2213, Profile{24000, 5, 17, 0, 0}},
		{2329, Profile{42000, 5, 14.5, 0, 0}},
		{2438, Profile{75000, 4, 12, 0, 0}},
		{2540, Profile{130000, 4, 10, 0, 0}},
		{2639, Profile{230000, 3, 8, 0, 0}},
		{2732, Profile{400000, 3, 6.5, 0, 0}},
	}},
	"shogi": {[]rung{
		{300, Profile{50, 30, 210, 1, 0.35}},
		{417, Profile{50, 29, 170, 1, 0.17}},
		{470, Profile{60, 27, 125, 0.97, 0.08}},
		{577, Profile{187, 22, 80, 0.85, 0.03}},
		{694, Profile{500, 17, 48, 0.65, 0.012}},
		{873, Profile{1125, 12, 33, 0.45, 0.005}},
		{1086, Profile{2375, 10, 28, 0.3, 0.002}},
		{1339, Profile{4875, 8, 25, 0.15, 0.001}},
		{1565, Profile{7000, 7, 23.7, 0.05, 0.0005}},
		{1791, Profile{10000, 6, 22.5, 0, 0}},
		{1954, Profile{17500, 6, 19.5, 0, 0}},
		{2117, Profile{30000, 5, 17, 0, 0}},
		{2233, Profile{52500, 5, 14.5, 0, 0}},
		{2342, Profile{93750, 4, 12, 0, 0}},
		{2444, Profile{162500, 4, 10, 0, 0}},
		{2543, Profile{287500, 3, 8, 0, 0}},
		{2636, Profile{500000, 3, 6.5, 0, 0}},
	}},
}
