package review

import (
	"math"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
)

// Standard is how moves of one game are judged.
type Standard struct {
	// Results is what scores are worth in percent of the points.
	Results *core.Chances
	// Inaccuracy, Dubious, Mistake and Blunder are the losses, in percent of the points,
	// from which on a move has the name. Dubious may be 0: no move is called that.
	Inaccuracy, Dubious, Mistake, Blunder float64
	// Material is the least gain, in the values of [core.GameInfo], that explains anything.
	Material core.Score
	// Sacrifice is the least that is offered, so valued, by a move that sacrifices.
	Sacrifice core.Score
	// SacrificeGain is how much better than the next best move a sacrifice has to be, in percent of the points, where
	// sacrifices are common.
	SacrificeGain float64
	// At returns the piece on a square, 0 if there is none.
	At func(p core.Position, sq core.Square) core.Piece
	// Checks reports whether the piece on a square gives check to the side to move.
	Checks func(p core.Position, sq core.Square) bool
	// Slides are the directions in which kinds move far.
	Slides [core.MaxPieceTypes]directions
	// DropPawn is the kind of a pawn that may be dropped, Harmless one whose checks are no attack, 0 if
	// there is none.
	DropPawn, Harmless core.PieceType
	// BackRank says that players know mates on the back rank.
	BackRank bool
	// MayCastle reports whether a side has a right to castle. Nil: nobody castles.
	MayCastle func(p core.Position, c core.Color) bool
	// Features are what a side has in a position, apart from material.
	Features func(p core.Position, c core.Color) Features
	// Phase returns the phase that a game in position p is in, having been in phase now. A
	// game never goes back to an earlier one. Nil: all is opening.
	Phase func(p core.Position, now Phase) Phase
	// Held returns how many pieces of each kind a side has in hand. Nil: there are no hands.
	Held func(p core.Position, c core.Color) [core.MaxPieceTypes]int
	// Theory reports whether a position is one of known openings. Nil: no position is.
	Theory func(p core.Position) bool
	// Pieces are the names of the kinds.
	Pieces [Languages][core.MaxPieceTypes]string
}

// Chance returns what the side with a score may expect in a phase of [Standard.Results], in percent of the
// points, a draw being half a win.
func (s Standard) Chance(score nitoryu.Score, phase int) float64 {
	return s.Results.Points(core.Score(score), phase)
}

// chance is Chance for the side to move in p.
func (s Standard) chance(p core.Position, score nitoryu.Score) float64 {
	return s.Chance(score, s.Results.PhaseOf(p))
}

// Judgement is what a move was.
type Judgement uint8

// The judgements. Forced is the only legal move, Theory leads to a position of known openings, from the start
// on, Best is the engine's own choice; none of them is
// ever blamed.
const (
	Unjudged Judgement = iota
	Forced
	Theory
	Best
	Good
	Inaccuracy
	Dubious
	Mistake
	Blunder
)

var judgementNames = [...]string{"", "forced", "theory", "best", "good", "inaccuracy", "dubious", "mistake", "blunder"}

// String returns the name in English, "" for Unjudged.
func (j Judgement) String() string {
	if int(j) < len(judgementNames) {
		return judgementNames[j]
	}
	return ""
}

// MarshalText implements [encoding.TextMarshaler] with the name.
func (j Judgement) MarshalText() ([]byte, error) { return []byte(j.String()), nil }

// Sign returns the sign of a bad move, ?!, ? or ??, "" for others.
func (j Judgement) Sign() string {
	return map[Judgement]string{Inaccuracy: "?!", Mistake: "?", Blunder: "??"}[j.Coarse()]
}

// Bad reports whether the move is at least an inaccuracy.
func (j Judgement) Bad() bool { return j >= Inaccuracy }

// Coarse returns the judgement where only three kinds of bad moves have names: a dubious one is an
// inaccuracy.
func (j Judgement) Coarse() Judgement {
	if j == Dubious {
		return Inaccuracy
	}
	return j
}

// judge returns the name of a loss in percent of the points.
func (s Standard) judge(loss float64) Judgement {
	switch {
	case loss >= s.Blunder:
		return Blunder
	case loss >= s.Mistake:
		return Mistake
	case s.Dubious > 0 && loss >= s.Dubious:
		return Dubious
	case loss >= s.Inaccuracy:
		return Inaccuracy
	}
	return Good
}

// Accuracy returns how accurate a move is, 0 to 100, that loses that many percent of the
// points, by the curve that Lichess fitted to its games (https://lichess.org/page/accuracy).
func Accuracy(loss float64) float64 {
	if loss <= 0 {
		return 100
	}
	return max(0, min(100, 103.1668*math.Exp(-0.04354*loss)-2.1669))
}

// overall returns the accuracy of a side from the accuracies of its moves: the mean of the harmonic
// mean and of the mean weighted by how much was at stake around each move, as Lichess has
// it. A side without moves has 0.
func overall(accuracies, weights []float64) float64 {
	if len(accuracies) == 0 {
		return 0
	}
	sum, weight, inverse := 0.0, 0.0, 0.0
	for i, a := range accuracies {
		sum += a * weights[i]
		weight += weights[i]
		inverse += 1 / max(a, 1)
	}
	return (sum/weight + float64(len(accuracies))/inverse) / 2
}

// stakes returns the weight of each move: the standard deviation of the chances in a
// window around it, 0.5 to 12 percent. The window has a tenth of the chances, 2 to 8.
func stakes(chances []float64) []float64 {
	moves := len(chances) - 1
	window := max(2, min(8, moves/10))
	weights := make([]float64, max(0, moves))
	for i := range weights {
		end := max(min(i+2, len(chances)), min(window, len(chances)))
		weights[i] = max(0.5, min(12, deviation(chances[max(0, end-window):end])))
	}
	return weights
}

// deviation returns the standard deviation of values, at least one.
func deviation(values []float64) float64 {
	mean, square := 0.0, 0.0
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		square += (v - mean) * (v - mean) / float64(len(values))
	}
	return math.Sqrt(square)
}
