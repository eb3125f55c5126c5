package datagen

import (
	"fmt"
	"math/rand/v2"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/games/opening"
	"github.com/nitoryu/nitoryu/internal/dataset"
)

// Sampling says which static values from within the searches of a game are kept. A search
// computes hundreds of values for each move, and each tells another network what this network
// knows.
type Sampling struct {
	Every int        // one value in this many, on average; 0: none
	Most  core.Score // larger values are left out
	Near  int        // and those of positions more than this many moves from the game's, unless it is 0
}

// String returns what is kept, as a header of values says it.
func (s Sampling) String() string {
	text := fmt.Sprintf("one of %d up to %d", s.Every, s.Most)
	if s.Near > 0 {
		text += fmt.Sprintf(", %d moves from the game at most", s.Near)
	}
	return text
}

// MostValue is the usual bound of values: beyond it a game is decided.
const MostValue core.Score = 5000

// Validate returns an error if nothing can be kept like that.
func (s Sampling) Validate() error {
	switch {
	case s.Every < 0:
		return fmt.Errorf("one of %d values cannot be kept", s.Every)
	case s.Every > 0 && (s.Most < 1 || s.Most > core.EvalBound):
		return fmt.Errorf("the largest value to keep has to be 1 to %d, not %d", core.EvalBound, s.Most)
	case s.Near < 0:
		return fmt.Errorf("values cannot be %d moves from the game", s.Near)
	}
	return nil
}

// sampler keeps some of the values of a game.
type sampler struct {
	Sampling
	teacher core.Evaluator // the values are its own; nil: those of the search
	inputs  *nnue.FeatureSet
	chance  *rand.Rand
	on      bool
	skip    int // values until the next one that is kept
	kept    []dataset.Packed
	pieces  []core.Placed
	err     error // the first error
}

// begin forgets the values of the game before. What is kept depends only on seed and number of
// the game.
func (s *sampler) begin(seed, index uint64) {
	s.chance = opening.Source(^seed, index) // other random numbers than the game uses
	s.kept = s.kept[:0]
	s.pause()
}

// pause draws how many values are passed over.
func (s *sampler) pause() { s.skip = s.chance.IntN(2*s.Every - 1) }

// see takes the value of a position for its side to move. Only for values that are kept the teacher is asked.
func (s *sampler) see(p core.Position, value core.Score) {
	if !s.on {
		return
	}
	if s.skip > 0 {
		s.skip--
		return
	}
	s.pause()
	if s.teacher != nil {
		s.teacher.Reset(p)
		value = s.teacher.Evaluate()
	}
	if value > s.Most || value < -s.Most {
		return
	}
	s.pieces = s.inputs.Pieces(p, s.pieces[:0])
	packed, err := dataset.Pack(s.pieces, s.inputs.King, p.Side(), s.inputs.Phase(p), dataset.Label{Score: value, Result: dataset.NoResult})
	if err != nil {
		if s.err == nil {
			s.err = fmt.Errorf("%s: %w", p, err)
		}
		return
	}
	s.kept = append(s.kept, packed)
}

// sampledFactory makes evaluators that show their values to a sampler.
type sampledFactory struct {
	core.EvaluatorFactory
	sampler *sampler
}

func (f sampledFactory) New() core.Evaluator {
	return &sampledEvaluator{Evaluator: f.EvaluatorFactory.New(), sampler: f.sampler}
}

// sampledEvaluator shows its values to a sampler. The position that it follows is the one that the
// search plays its moves on.
type sampledEvaluator struct {
	core.Evaluator
	position core.Position
	moves    int // that were played since the position of the game
	sampler  *sampler
}

func (e *sampledEvaluator) Reset(p core.Position) {
	e.position, e.moves = p, 0
	e.Evaluator.Reset(p)
}

func (e *sampledEvaluator) Push() *core.DirtyPieces {
	e.moves++
	return e.Evaluator.Push()
}

func (e *sampledEvaluator) Pop() {
	e.moves--
	e.Evaluator.Pop()
}

func (e *sampledEvaluator) Evaluate() core.Score {
	value := e.Evaluator.Evaluate()
	if near := e.sampler.Near; near == 0 || e.moves <= near {
		e.sampler.see(e.position, value)
	}
	return value
}
