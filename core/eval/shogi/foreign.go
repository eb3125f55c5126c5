package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// Foreign returns the networks of other engines that can be read: those of YaneuraOu and
// of the engines that share its format.
func Foreign() []*foreign.Architecture { return architectures }

var architectures = []*foreign.Architecture{
	halfKPArchitecture("HalfKP 256x2-32-32", 256, 32, 32, 0x3E5AA6EE, 0x5D69D7B8, 0x63337156),
	halfKPArchitecture("HalfKP 512x2-16-32", 512, 16, 32, 0x3E5AA772, 0x5D69D1B8, 0x633376CA),
	halfKPArchitecture("HalfKP 512x2-8-64", 512, 8, 64, 0x3E5AA71C, 0x5D69D1B8, 0x633376A4),
	halfKPArchitecture("HalfKP 1024x2-8-32", 1024, 8, 32, 0x3E5AB7EC, 0x5D69DDB8, 0x63336A54),
	halfKPArchitecture("HalfKP 1024x2-8-64", 1024, 8, 64, 0x3E5AB79C, 0x5D69DDB8, 0x63336A24),
	{
		// YaneuraOu doubles the neurons of the file, clamps them to 254 and divides their
		// products by 512. That is the same.
		Name: "SFNN-1536", Origin: "YaneuraOu", Game: shogi.Rules.Name, Inputs: halfKA,
		Version: 0x7AF32F16, Hash: 0x3C203B32, TransformerHash: 0x5F134AB8, StackHash: 0x6333718A, Compressed: true,
		Hidden: 1536, Stacks: 9, First: 16, Second: 32,
		Pooling: foreign.Product, Squares: true, Forward: [2]int32{1, 1},
		Score: scoreOf, Unit: foreign.Unit{Output: core.DefaultDivisor, Pawn: pawnOf, Score: ours},
	},
}

func halfKPArchitecture(name string, hidden, first, second int, hash, transformer, stack uint32) *foreign.Architecture {
	return &foreign.Architecture{
		Name: name, Origin: "YaneuraOu", Game: shogi.Rules.Name, Inputs: halfKP,
		Version: 0x7AF32F16, Hash: hash, TransformerHash: transformer, StackHash: stack,
		Hidden: hidden, Stacks: 1, First: first, Second: second,
		Score: scoreOf, Unit: foreign.Unit{Output: core.DefaultDivisor, Pawn: pawnOf, Score: ours},
	}
}

// pawnOf is what YaneuraOu shows as a hundred.
const pawnOf = 90

// ours is how many of YaneuraOu's units are one of ours: a player who is 600 of its hundredths
// ahead wins 73 of 100 games, as with 268 of ours.
const ours = 2

// scoreOf turns the output of a network into our units.
func scoreOf(_ core.Position, s foreign.Sums, divisor int64) int64 {
	return s.Positional / divisor / ours
}
