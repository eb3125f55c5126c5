package smp

import (
	"math/rand/v2"

	"github.com/nitoryu/nitoryu/core/search"
	"github.com/nitoryu/nitoryu/core/strength"
)

// LimitElo says whether to play at the Elo that SetElo sets.
func (e *Engine) LimitElo(on bool) { e.setStrength(func(s *strength.Setting) { s.LimitElo = on }) }

// SetElo sets the Elo to play at when LimitElo is on. What lies outside the
// range of a game is taken for the nearest Elo within.
func (e *Engine) SetElo(elo int) { e.setStrength(func(s *strength.Setting) { s.Elo = elo }) }

// SetSkill sets the skill level to play at when LimitElo is off: 0, the weakest,
// to strength.FullSkill, which is no limit.
func (e *Engine) SetSkill(level int) { e.setStrength(func(s *strength.Setting) { s.Skill = level }) }

func (e *Engine) setStrength(set func(*strength.Setting)) {
	e.lockIdle()
	defer e.mu.Unlock()
	set(&e.strength)
}

// SeedChoices makes play below full strength repeatable: equal seeds choose alike
// in equal games.
func (e *Engine) SeedChoices(seed uint64) {
	e.lockIdle()
	defer e.mu.Unlock()
	e.random = rand.New(rand.NewPCG(seed, seed))
}

// newRandom returns a source of numbers of its own, so that games differ.
func newRandom() *rand.Rand { return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())) }

// weaken makes r a search for the strength that is set. Levels are for the moves of
// a game: analysis and searches for mate are always at full strength.
func (r *run) weaken() {
	ladder, ok := strength.Of(r.root.Traits().Name)
	if !ok || r.limits.Mate > 0 || r.limits.Infinite || r.limits.Analysis || r.solves {
		return
	}
	if r.profile, r.weak = ladder.Limit(r.engine.strength); !r.weak {
		return
	}
	effort := r.profile.Effort(r.engine.random)
	if l := &r.limits; l.SoftNodes == 0 || l.SoftNodes > effort {
		l.SoftNodes = effort
	}
	r.limits.MultiPV = max(r.limits.MultiPV, r.profile.Lines)
}

// misjudge returns which of the lines, best first and at least one, the profile plays.
func (r *run) misjudge(lines []search.RootMove) int {
	choices := make([]strength.Line, len(lines))
	for i := range lines {
		choices[i] = strength.Line{Move: lines[i].Move, Score: lines[i].Score}
	}
	before := &r.engine.before[r.root.Side()]
	at := r.profile.Choose(r.root, *before, choices, r.engine.random)
	*before = lines[at].Move
	return at
}
