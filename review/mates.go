package review

import (
	"context"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/mate"
	"github.com/nitoryu/nitoryu/smp/yield"
)

const (
	// MateNodes is how long a review looks for a mate: some tenths of a second.
	MateNodes = 1 << 16

	quickNodes  = 1 << 11 // for threats
	solverTable = 16      // MiB
)

// solvers look for mates, as problems of the game have them. They end with their
// context.
type solvers struct {
	ctx        context.Context
	checksOnly bool
	yielder    yield.Yielder
}

// goOn returns what ends a search after a number of nodes.
func (s *solvers) goOn(most uint64) func(uint64) bool {
	return func(nodes uint64) bool {
		s.yielder.Yield()
		return nodes < most && s.ctx.Err() == nil
	}
}

// prover returns a prover that looks for mates of any length by checks alone, for a number of nodes.
func (s *solvers) prover(most uint64) prover {
	m := mate.New(solverTable)
	return func(p core.Position) []core.Move {
		return m.Solve(p, mate.Problem{ChecksOnly: true, GoOn: s.goOn(most)}).Line // of a proof, or nil
	}
}

// solver returns a solver of problems within a number of plies.
func (s *solvers) solver() solver {
	m := mate.New(solverTable)
	return func(p core.Position, plies int) ([]core.Move, bool) {
		answer := m.Solve(p, mate.Problem{ChecksOnly: s.checksOnly, Plies: plies, GoOn: s.goOn(MateNodes)})
		return answer.Line, answer.Verdict != mate.Unknown
	}
}
