package strength

import "math"

// FullSkill is the skill level without a limit.
const FullSkill = 20

// Level is a skill level with a name in English and in Japanese.
type Level struct {
	Name, Japanese string
	Skill          int
}

// Levels returns the levels that have a name, the weakest first.
func Levels() []Level {
	return []Level{{"beginner", "入門", 0}, {"casual", "初級", 5}, {"club", "中級", 10}, {"expert", "上級", 15}, {"full", "最強", FullSkill}}
}

// Setting is the strength that the user has chosen.
type Setting struct {
	Skill    int  // 0, the weakest, to FullSkill
	LimitElo bool // play at Elo, whatever Skill is
	Elo      int
}

// Full is the setting without a limit.
var Full = Setting{Skill: FullSkill}

// Ladder holds the profiles of one game by their Elo.
type Ladder struct {
	rungs []rung // weakest first
}

// rung is a profile with its measured Elo.
type rung struct {
	elo int
	Profile
}

// Of returns the ladder of the game with that name, or false if the game has none.
func Of(game string) (Ladder, bool) {
	l, ok := ladders[game]
	return l, ok
}

// Range returns the lowest and the highest Elo of the ladder.
func (l Ladder) Range() (lowest, highest int) {
	return l.rungs[0].elo, l.rungs[len(l.rungs)-1].elo
}

// Limit returns the profile for a setting, or false for no limit. Every step of Skill is
// the same difference in Elo.
func (l Ladder) Limit(s Setting) (Profile, bool) {
	if s.LimitElo {
		return l.at(s.Elo), true
	}
	if s.Skill >= FullSkill {
		return Profile{}, false
	}
	return l.at(l.Elo(s.Skill)), true
}

// Elo returns the Elo of a skill level. For FullSkill it is the highest of the ladder,
// although that level plays above it.
func (l Ladder) Elo(skill int) int {
	lowest, highest := l.Range()
	return lowest + (highest-lowest)*max(0, min(FullSkill, skill))/FullSkill
}

// Theory returns how many moves of usual openings a player of a setting knows on average.
func (l Ladder) Theory(s Setting) float64 {
	const ignorant, each = 100, 125 // the Elo of a player who knows nothing, and the Elo for each further move
	elo := s.Elo
	if !s.LimitElo {
		elo = l.Elo(s.Skill)
	}
	lowest, highest := l.Range()
	return max(0, float64(max(lowest, min(highest, elo))-ignorant)/each)
}

// at returns the profile for an Elo, or the nearest one.
func (l Ladder) at(elo int) Profile {
	below := l.rungs[0]
	if elo <= below.elo {
		return below.Profile
	}
	for _, above := range l.rungs[1:] {
		if elo < above.elo {
			return between(below.Profile, above.Profile, float64(elo-below.elo)/float64(above.elo-below.elo))
		}
		below = above
	}
	return below.Profile
}

// between interpolates profiles: a for share 0, b for share 1. Nodes, lines and noise
// are interpolated by their logarithms, as Elo is about linear in these; shares, which
// may be 0, linearly.
func between(a, b Profile, share float64) Profile {
	mix := func(a, b float64) float64 { return math.Exp((1-share)*math.Log(a) + share*math.Log(b)) }
	return Profile{
		Nodes: uint64(math.Round(mix(float64(a.Nodes), float64(b.Nodes)))),
		Lines: int(math.Round(mix(float64(a.Lines), float64(b.Lines)))),
		Noise: mix(a.Noise, b.Noise),

		Glance: (1-share)*a.Glance + share*b.Glance,
		Slip:   (1-share)*a.Slip + share*b.Slip,
	}
}
