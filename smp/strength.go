package smp

import (
	"math/rand/v2"

	"github.com/nitoryu/nitoryu/core/search"
	"github.com/nitoryu/nitoryu/core/strength"
)

// LimitElo says whether to play at the Elo that SetElo sets.
func (e *Engine) LimitElo(on bool) { e.setStrength(func(s *strength.Setting) { s.LimitElo = on }) }

// SetElo sets the Elo to play at when LimitElo is on. Outside the range of a game the
// nearest end counts.
func (e *Engine) SetElo(elo int) { e.setStrength(func(s *strength.Setting) { s.Elo = elo }) }

// SetSkill sets the skill level to play at when LimitElo is off, from 0, the weakest,
// to strength.FullSkill, which is no limit.
func (e *Engine) SetSkill(level int) { e.setStrength(func(s *strength.Setting) { s.Skill = level }) }

func (e *Engine) setStrength(set func(*strength.Setting)) {
	e.lockIdle()
	defer e.mu.Unlock()
	set(&e.strength)
}

// SeedChoices makes play below full strength repeatable: equal seeds play equal games.
func (e *Engine) SeedChoices(seed uint64) {
	e.lockIdle()
	defer e.mu.Unlock()
	e.random = rand.New(rand.NewPCG(seed, seed))
}

// newRandom returns a randomly seeded source, so that games differ.
func newRandom() *rand.Rand { return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())) }

// applySkill makes r a search of the strength that is set. Only moves of a game are
// weakened: analysis and mate searches are always at full strength.
func (r *run) applySkill() {
	ladder, ok := strength.Of(r.root.GameInfo().Name)
	if !ok || r.limits.Mate > 0 || r.limits.Infinite || r.limits.Analysis || r.mateFirst {
		return
	}
	setting := r.engine.strength
	if elo := r.limits.Elo; elo != 0 {
		setting = strength.Setting{LimitElo: true, Elo: elo}
	}
	if r.profile, r.weak = ladder.Limit(setting); !r.weak {
		return
	}
	effort := r.profile.Effort(r.engine.random)
	if l := &r.limits; l.SoftNodes == 0 || l.SoftNodes > effort {
		l.SoftNodes = effort
	}
	r.limits.MultiPV = max(r.limits.MultiPV, r.profile.Lines)
}

// chooseWeak returns the index of the line, best first, that the profile plays. There
// is at least one line.
func (r *run) chooseWeak(lines []search.RootMove) int {
	choices := make([]strength.Line, len(lines))
	for i := range lines {
		choices[i] = strength.Line{Move: lines[i].Move, Score: lines[i].Score}
	}
	last := &r.engine.lastMoves[r.root.Side()]
	at := r.profile.Choose(r.root, *last, choices, r.engine.random)
	*last = lines[at].Move
	return at
}
