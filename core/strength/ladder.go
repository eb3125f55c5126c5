package strength

import "math"

// FullSkill is the skill level that is no limit.
const FullSkill = 20

// Setting is how strong the user wants the engine to be.
type Setting struct {
	Skill    int  // 0, the weakest, to FullSkill
	LimitElo bool // play at Elo, whatever Skill says
	Elo      int
}

// Full is the setting without a limit.
var Full = Setting{Skill: FullSkill}

// Ladder says what strength costs in one game.
type Ladder struct {
	rungs []rung // weakest first
}

// rung is a profile with the Elo that it was measured to have.
type rung struct {
	elo int
	Profile
}

// Of returns the ladder of the game with that name, or false if there is none.
func Of(game string) (Ladder, bool) {
	l, ok := ladders[game]
	return l, ok
}

// Range returns the lowest and the highest Elo of the ladder.
func (l Ladder) Range() (lowest, highest int) {
	return l.rungs[0].elo, l.rungs[len(l.rungs)-1].elo
}

// Limit returns the profile that plays as set, or false for no limit. The steps
// of Skill have all the same height in Elo.
func (l Ladder) Limit(s Setting) (Profile, bool) {
	if s.LimitElo {
		return l.at(s.Elo), true
	}
	if s.Skill >= FullSkill {
		return Profile{}, false
	}
	lowest, highest := l.Range()
	return l.at(lowest + (highest-lowest)*max(0, s.Skill)/FullSkill), true
}

// at returns the profile that plays at an Elo, or the nearest there is.
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

// between returns the profile that lies the given share of the way from a to b.
// Strength goes with the logarithm of nodes and noise; a share may be 0.
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
