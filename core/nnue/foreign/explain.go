package foreign

import (
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/options"
)

// Unit is how an engine counts.
type Unit struct {
	Output int64    // output of a network for one of the engine's own units
	Ours   [2]int64 // units of ours for units of the engine's
	// Varies says that what a unit is worth depends on how a file was trained; Ours is then
	// what most have, and Rescale corrects it.
	Varies bool
	// Pawns returns a value in pawns, as the engine prints it.
	Pawns func(p core.Position, v int64) float64
	// Decay returns a value after plies without progress; nil: that does not change it.
	Decay func(p core.Position, v int64) int64
}

// of returns a sum in the engine's own units, rounded towards zero.
func (u Unit) of(sum int64) int64 { return sum / u.Output }

// pawns returns a value as the engine prints it.
func (u Unit) pawns(p core.Position, v int64) string { return fmt.Sprintf("%+.2f", u.Pawns(p, v)) }

// PieceValues returns the value of each piece of the position to the network.
func (e *evaluator) PieceValues() []nnue.PieceValue {
	bucket := e.bucket()
	return e.Accumulators.PieceValues(func(own, enemy nnue.Accumulator) core.Score {
		accs := e.accumulators() // as if pairs of the piece stayed
		accs.pieces = [2]nnue.Accumulator{own, enemy}
		e.pool(accs)
		return e.score(e.source.network.Architecture.Value(e.Position(), e.sum(accs, bucket), options.DefaultDivisor))
	})
}

// Explain implements core.Explainer. What the stacks say of the position is in pawns, as
// the engine prints it that the network comes from.
func (e *evaluator) Explain() string { return e.explain(e.value(e.source.divisor)) }

// Explain implements core.Explainer.
func (d *double) Explain() string {
	text := d.explain(d.value(d.source.divisor))
	if _, ok := d.bySmall(); ok {
		return text + "The small network made the final value.\n"
	}
	return text
}

// explain explains a value in the engine's units.
func (e *evaluator) explain(value int64) string {
	var b strings.Builder
	b.WriteString(e.Draw(e.PieceValues()))
	a, p := e.source.network.Architecture, e.Position()
	buckets, used := e.Buckets()
	if a.Material > 0 {
		b.WriteString("bucket  material  positional   total, for the side to move\n")
		for i, s := range buckets {
			m, v := a.Unit.of(s.Material), a.Unit.of(s.Positional)
			mark := ""
			if i == used {
				mark = "  <- this position's"
			}
			fmt.Fprintf(&b, "%4d  %10s  %10s%8s%s\n", i, a.Unit.pawns(p, m), a.Unit.pawns(p, v), a.Unit.pawns(p, m+v), mark)
		}
	} else if len(buckets) > 1 {
		fmt.Fprintf(&b, "stack %d of %d, chosen by %s\n", used, len(buckets), a.Choice.Name)
	}
	if a.Unit.Decay != nil {
		value = a.Unit.Decay(p, value)
	}
	if p.Side() == core.Second {
		value = -value
	}
	fmt.Fprintf(&b, "as %s shows it: %s, for the side that began\n", a.Origin, a.Unit.pawns(p, value))
	return b.String()
}
