package nnue

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/core"
)

// PieceValue is the value of a piece at its place.
type PieceValue struct {
	Placed
	Value core.Score // of the position for core.First, less that without the piece
}

// PieceValues returns the value of each piece of the position to the network, kings left
// out. Of several pieces of a kind in hand it is that of the last one. The output layer
// stays that of the whole position.
func (e *Evaluator) PieceValues() []PieceValue {
	us := e.position.Side() & 1
	value := e.Evaluate()
	accs := [2]*int16{e.accumulator(us), e.accumulator(us ^ 1)}
	bucket := e.bucket()
	pieces := e.inputs.Pieces(e.position, nil)
	var tables [2]*Table
	var without [2]*int16
	for i, c := range [2]core.Color{us, us ^ 1} {
		tables[i] = &e.inputs.Tables[e.inputs.view(c, pieces)]
		without[i] = &aligned(e.network.Hidden)[0]
	}
	var all []PieceValue
	for _, p := range pieces {
		if p.Piece.Kind() == e.inputs.King || p.At.IsHand() && slices.Contains(pieces, Placed{p.Piece, p.At + 1}) {
			continue
		}
		for i := range accs {
			e.subs = e.subs[:0]
			if in := tables[i][p.Piece&(core.MaxPieces-1)][p.At]; in != None {
				e.subs = append(e.subs, e.weights(in))
			}
			e.kernels.sum(without[i], accs[i], nil, e.subs, e.network.Hidden)
		}
		difference := value - e.value(without[0], without[1], bucket)
		if us == core.Second {
			difference = -difference
		}
		all = append(all, PieceValue{p, difference})
	}
	return all
}

// Explain implements core.Explainer.
func (e *Evaluator) Explain() string {
	const width = 7
	squares := map[core.Place]PieceValue{}
	var hands []string
	for _, p := range e.inputs.Pieces(e.position, nil) {
		squares[p.At] = PieceValue{Placed: p} // kings have no value
	}
	for _, w := range e.PieceValues() {
		squares[w.At] = w
		if w.At.IsHand() {
			hands = append(hands, fmt.Sprintf("%s %+.2f", e.inputs.PieceName(w.Piece), pawns(w.Value)))
		}
	}
	var b strings.Builder
	edge := ""
	for _, rank := range e.inputs.Ranks {
		edge = strings.Repeat("+"+strings.Repeat("-", width), len(rank)) + "+\n"
		b.WriteString(edge)
		var values strings.Builder
		for _, sq := range rank {
			name, value := "", ""
			if w, ok := squares[core.Place(sq)]; ok {
				name = e.inputs.PieceName(w.Piece)
				if w.Piece.Kind() != e.inputs.King {
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
