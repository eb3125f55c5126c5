package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// Foreign returns the networks of other engines that can be read: YaneuraOu and
// of the engines that share its format, of any size.
func Foreign() []*foreign.Architecture { return architectures }

var architectures = newArchitectures()

// newArchitectures returns the two kinds of networks, each with all inputs.
func newArchitectures() (list []*foreign.Architecture) {
	one, choices := []foreign.Choice{{Stacks: 1}}, newChoices()
	inputs := []struct {
		*nnue.FeatureSet
		hash uint32
		name string // in names of SFNN
	}{
		{halfKP, 0x5D69D5B8, "halfkp"},
		{newHalf("HalfKA_hm2", oneKing, true), 0x7F234CB8, "halfkahm2"},
		{newHalf("HalfKA2", oneKing, false), 0x5F234CB8, "halfka2"},
		{newKP(), 0x3F5717FF, "kp"},
		{newHalf("HalfKP_vm", noKings, true), 0x0B6B1D9A, "halfkpvm"},
		{newHalf("HalfKA_hm1", bothKings, true), 0x7F134CB8, "halfkahm1"},
		{newHalf("HalfKA1", bothKings, false), 0x5F134CB8, "halfka1"},
	}
	for _, in := range inputs {
		list = append(list, &foreign.Architecture{
			Name: in.Name, Origin: "YaneuraOu", Game: shogi.Rules.Name, Inputs: in.FeatureSet,
			Version: 0x7AF32F16, InputsHash: in.hash, Choices: one,
			Value: value, Unit: units,
		})
	}
	for _, in := range inputs {
		list = append(list, &foreign.Architecture{
			Name: "SFNN_" + in.name, Origin: "YaneuraOu", Game: shogi.Rules.Name, Inputs: in.FeatureSet, Progress: halfKP,
			Version: 0x7AF32F16, Fixed: [2]uint32{0x5F134AB8, 0x6333718A}, Compressed: true, Choices: choices,
			Pooling: foreign.Product, Tail: foreign.Squared, Forward: [2]int32{1, 1}, Shortcut: true,
			Value: value, Unit: units,
		})
	}
	return list
}

// units are the units of YaneuraOu. Two of its units are one of ours: a player who is 600 of its
// hundredths ahead wins 73 of 100 games, as with 268 of ours, if trainers keep to that. It
// shows 90 as a hundred.
var units = foreign.Unit{
	Output: options.DefaultDivisor, Ours: [2]int64{1, 2}, Varies: true,
	Pawns: func(_ core.Position, v int64) float64 { return float64(v) / 90 },
}

// value is the output of a network divided by FV_SCALE.
func value(_ core.Position, s foreign.Sums, divisor int64) int64 { return s.Positional / divisor }
