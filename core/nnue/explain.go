package nnue

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/core"
)

// PieceValue is the value of a piece at its place.
type PieceValue struct {
	core.Placed
	Value core.Score // of the position for core.First, less that without the piece
}

// PieceValues returns the value of each piece of the position, kings left out, given the
// value of two accumulators for the side to move, which is the first. Several pieces
// of a kind in hand have the value of the last one.
func (a *Accumulators) PieceValues(value func(own, enemy Accumulator) core.Score) []PieceValue {
	us := a.position.Side() & 1
	accs := [2]Accumulator{a.Of(us), a.Of(us ^ 1)}
	whole := value(accs[0], accs[1])
	pieces := a.Inputs.Pieces(a.position, nil)
	var views [2]*KingBucket
	var without [2]Accumulator
	for i, c := range [2]core.Color{us, us ^ 1} {
		views[i] = &a.Inputs.KingBuckets[a.Inputs.view(c, pieces)]
		without[i].Neurons = Aligned[int16](a.Hidden)
		if len(a.material) > 0 {
			without[i].Material = new(Material)
		}
	}
	var all []PieceValue
	for _, p := range pieces {
		if p.Piece.Type() == a.Inputs.King || p.At.IsHand() && slices.Contains(pieces, core.Placed{Piece: p.Piece, At: p.At + 1}) {
			continue
		}
		for i := range accs {
			a.subs = a.subs[:0]
			if in := a.Inputs.Tables[views[i].Table].of(p); in != None {
				a.subs = append(a.subs, int32(views[i].First)+int32(in))
			}
			a.kernels.sum(&without[i].Neurons[0], &accs[i].Neurons[0], &a.Weights[0], nil, a.subs, a.Hidden)
			if len(a.material) > 0 {
				a.kernels.sumMaterial(without[i].Material, accs[i].Material, &a.Material[0], nil, a.subs)
			}
		}
		difference := whole - value(without[0], without[1])
		if us == core.Second {
			difference = -difference
		}
		all = append(all, PieceValue{p, difference})
	}
	return all
}

// Draw draws the position with what each piece is worth to First, in pawns of chess.
func (a *Accumulators) Draw(values []PieceValue) string {
	const width = 7
	squares := map[core.Place]PieceValue{}
	var hands []string
	for _, p := range a.Inputs.Pieces(a.position, nil) {
		squares[p.At] = PieceValue{Placed: p} // kings have no value
	}
	for _, w := range values {
		squares[w.At] = w
		if w.At.IsHand() {
			hands = append(hands, fmt.Sprintf("%s %+.2f", a.Inputs.PieceName(w.Piece), pawns(w.Value)))
		}
	}
	var b strings.Builder
	edge := ""
	for _, rank := range a.Inputs.Ranks {
		edge = strings.Repeat("+"+strings.Repeat("-", width), len(rank)) + "+\n"
		b.WriteString(edge)
		var values strings.Builder
		for _, sq := range rank {
			name, value := "", ""
			if w, ok := squares[core.Place(sq)]; ok {
				name = a.Inputs.PieceName(w.Piece)
				if w.Piece.Type() != a.Inputs.King {
					value = fmt.Sprintf("%+.2f", pawns(w.Value))
				}
			}
			fmt.Fprintf(&b, "|%4s   ", name)
			fmt.Fprintf(&values, "|%6s ", value)
		}
		b.WriteString("|\n" + values.String() + "|\n")
	}
	b.WriteString(edge)
	if len(hands) > 0 {
		b.WriteString("in hand, the last of each kind: " + strings.Join(hands, ", ") + "\n")
	}
	return b.String()
}

// pawns returns a score in pawns of chess.
func pawns(s core.Score) float64 { return float64(s) / 100 }
