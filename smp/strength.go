package smp

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/search"
	"github.com/nitoryu/nitoryu/core/strength"
)

// LimitElo says whether to play at the Elo that SetElo sets.
func (e *Engine) LimitElo(on bool) { e.setStrength(func(s *strength.Setting) { s.LimitElo = on }) }

// SetElo sets the Elo to play at when LimitElo is on. Outside the range of a game the
// nearest end counts.
func (e *Engine) SetElo(elo int) { e.setStrength(func(s *strength.Setting) { s.Elo = elo }) }

// SetSkill sets the skill level to play at when LimitElo is off, from 0, the weakest,
// to strength.FullSkill, which sets no limit.
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
	random := r.engine.random
	effort, haste := r.profile.Effort(random), strength.Thoughtful
	if effort == 1 {
		haste = strength.Glanced
	}
	if usual := r.usual(); len(usual) > 0 {
		if known := strength.Recall(ladder.Theory(setting), r.root.Plies()/2, usual, random); known != core.NoMove {
			r.limits.RootMoves, effort, haste = []core.Move{known}, 1, strength.Obvious
			r.shown, r.limits.MultiPV = 1, 1
		}
	}
	if r.legal.N == 1 {
		haste = strength.Obvious
	}
	if r.engine.pace.Human {
		r.pause = strength.Pause(haste, random)
	}
	if l := &r.limits; l.SoftNodes == 0 || l.SoftNodes > effort {
		l.SoftNodes = effort
	}
	if len(r.limits.RootMoves) != 1 {
		r.limits.MultiPV = max(r.limits.MultiPV, r.profile.Lines)
	}
}

// usual returns the moves that are usual at the root, unless the user says which moves to
// search.
func (r *run) usual() (usual []strength.Usual) {
	if of := r.engine.game.Usual; of != nil && len(r.limits.RootMoves) == 0 {
		usual = of(r.root)
	}
	return slices.DeleteFunc(usual, func(u strength.Usual) bool { return !slices.Contains(r.legal.Slice(), u.Move) })
}

// linger makes the answer of a weakened search wait as long as a person would think, or until
// the search is stopped. The engine's lock is held.
func (r *run) linger() {
	b := r.budget(&r.limits)
	wait := min(time.Duration(r.pause*float64(b.Soft)), b.Hard) - r.spent()
	if r.pause == 0 || r.stopped || !b.Timed || b.Exact || wait <= 0 {
		return
	}
	r.awaitsStop = true
	var over *time.Timer
	over = time.AfterFunc(wait, func() {
		r.engine.mu.Lock()
		defer r.engine.mu.Unlock()
		if r.lingers == over { // otherwise this memory already holds another run
			r.awaitsStop = false
			r.engine.changed.Broadcast()
		}
	})
	r.lingers = over
}

// chooseWeak returns the index of the line, best first, that the profile plays. There
// is at least one line.
func (r *run) chooseWeak(lines []search.RootMove) int {
	choices := make([]strength.Line, len(lines))
	for i := range lines {
		choices[i] = strength.Line{Move: lines[i].Move, Score: lines[i].Score}
	}
	memory := &r.engine.lastMoves[r.side]
	at := r.profile.Choose(r.root, r.root.Plies(), memory, choices, r.engine.random)
	memory.Add(lines[at].Move)
	return at
}
