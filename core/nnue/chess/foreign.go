package chess

import (
	"math"
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
)

// Foreign returns the networks of other engines that can be read: Stockfish 12
// to 13 and 15 to 19.
func Foreign() []*foreign.Architecture { return architectures }

var architectures = []*foreign.Architecture{
	{
		Name: "HalfKP 256x2-32-32", Origin: "Stockfish 12", Game: chess.Rules.Name, Inputs: halfKP,
		Version: 0x7AF32F16, InputsHash: 0x5D69D5B8, Strict: true,
		Hidden: 256, Choice: foreign.Choice{Stacks: 1}, First: 32, Second: 32,
		Value: value12, Unit: unit([2]int64{100, 260}, fixed(208), func(v, plies int64) int64 { return v * (100 - plies) / 100 }),
	},
	early("Stockfish 15", foreign.Straight, value15, 208),
	early("Stockfish 15.1", foreign.Squared, value151, 361),
	stacked("Stockfish 16", 1536, value16, unit(quarter, fixed(328), fraction(200, 214))),
	stacked("a Stockfish between 16 and 16.1", 2048, value16, unit(quarter, fixed(328), fraction(200, 214))),
	twofold("Stockfish 16.1", 2560, &foreign.Switch{Small: farAhead(1050), Value: value161}, value161,
		unit(quarter, truncated(356), fraction(200, 214))),
	// The networks of 17 and 17.1 have the same layout, but these digits.
	versioned(twofold("Stockfish 17.1", 3072, &foreign.Switch{Small: farAhead(962), Again: below(236), Value: value171}, value171,
		unit(quarter, winRate(-13.50030198, 40.92780883, -36.82753545, 386.83004070), damped(212))), "1c0000000000"),
	versioned(twofold("Stockfish 17", 3072, &foreign.Switch{Small: farAhead(962), Again: unsure, Value: value17Small}, value17,
		unit(quarter, winRate(-37.45051876, 121.19101539, -132.78783573, 420.70576692), damped(212))), "1111cefa1111"),
	small(),
	threats18(),
	threats19(),
}

// outputOf is the output of a network for a unit of Stockfish's.
const outputOf = 16

// quarter is what turns units of Stockfish 15.1 and later into ours, which the search is
// tuned to: in the positions of our games a win is as likely at 400 of theirs as at 100
// of ours.
var quarter = [2]int64{100, 400}

// unit returns the units of a version.
func unit(ours [2]int64, pawns func(core.Position, int64) float64, decay func(v, plies int64) int64) foreign.Unit {
	return foreign.Unit{Output: outputOf, Ours: ours, Pawns: pawns, Decay: func(p core.Position, v int64) int64 {
		return decay(v, int64(p.(*chess.Position).HalfmoveClock()))
	}}
}

// fixed returns how a version shows values whose pawn is the same everywhere.
func fixed(pawn int64) func(core.Position, int64) float64 {
	return func(_ core.Position, v int64) float64 { return float64(v) / float64(pawn) }
}

// truncated shows whole hundredths.
func truncated(pawn int64) func(core.Position, int64) float64 {
	return func(_ core.Position, v int64) float64 { return float64(100*v/pawn) / 100 }
}

// winRate shows hundredths of a value with which half of the games are won. That depends
// on the pieces on the board, by a polynomial.
func winRate(coefficients ...float64) func(core.Position, int64) float64 {
	return func(p core.Position, v int64) float64 {
		q := p.(*chess.Position)
		count := 0
		for k, value := range [...]int{chess.Pawn: 1, chess.Knight: 3, chess.Bishop: 3, chess.Rook: 5, chess.Queen: 9} {
			if value != 0 {
				count += value * pieceCount(q, core.PieceType(k))
			}
		}
		m, pawn := float64(min(max(count, 17), 78))/58, 0.0
		for _, c := range coefficients {
			pawn = pawn*m + c
		}
		return float64(int64(math.Round(100*float64(v)/pawn))) / 100 // no negative zero
	}
}

// fraction returns a value after plies without progress, as versions up to 16.1 have it.
func fraction(of, all int64) func(v, plies int64) int64 {
	return func(v, plies int64) int64 { return v * (of - plies) / all }
}

// damped does so as those from 17 on.
func damped(by int64) func(v, plies int64) int64 {
	return func(v, plies int64) int64 { return v - v*plies/by }
}

// early is a network of Stockfish 15 or 15.1, which have the same layout.
func early(origin string, tail foreign.Tail, value foreign.Scorer, pawn int64) *foreign.Architecture {
	a := stacked(origin, 1024, value, unit(quarter, fixed(pawn), fraction(195, 211)))
	a.Tail, a.Compressed = tail, false
	return a
}

// stacked is a network with HalfKAv2_hm and eight stacks.
func stacked(origin string, hidden int, value foreign.Scorer, u foreign.Unit) *foreign.Architecture {
	a := &foreign.Architecture{
		Name: halfKA.Name, Origin: origin, Game: chess.Rules.Name, Inputs: halfKA,
		Version: 0x7AF32F20, InputsHash: 0x7F234CB8, Strict: true, Compressed: true, Material: 8,
		Pooling: foreign.Product, Tail: foreign.Squared, Forward: [2]int32{600 * outputOf, 127 * 64},
		Value: value, Unit: u,
	}
	return a.Sized(hidden, 16, 32, foreign.Choice{Stacks: 8, Of: quarters})
}

// twofold is one that has a small network beside it.
func twofold(origin string, hidden int, s *foreign.Switch, value foreign.Scorer, u foreign.Unit) *foreign.Architecture {
	a := stacked(origin, hidden, value, u)
	a.Small = s
	return a
}

// versioned is one of files with these digits.
func versioned(a *foreign.Architecture, digits ...string) *foreign.Architecture {
	a.Files = digits
	return a
}

// small is the small network of Stockfish 16.1 to 18. The large one says how it counts.
func small() *foreign.Architecture {
	a := stacked("Stockfish 16.1", 128, value171, unit(quarter, fixed(208), damped(212)))
	a.SmallFor = "Stockfish 16.1 to 18"
	return a
}

// threats18 is a network with threats.
func threats18() *foreign.Architecture {
	a := twofold("Stockfish 18", 1024, &foreign.Switch{Small: farAhead(962), Again: below(277), Value: value18}, value18,
		unit(quarter, winRate(-72.32565836, 185.93832038, -144.58862193, 416.44950446), damped(199)))
	a.Name, a.InputsHash, a.Pooling = "HalfKAv2_hm and threats 1024x2-15-32", 0x8F234CB8, foreign.WideProduct
	a.Pairs = &foreign.Pairs{Pairs: threatPairs(false), Parts: []int{threats18Inputs}}
	return a
}

// threats19 is a network with threats and pairs of pawns.
func threats19() *foreign.Architecture {
	a := stacked("Stockfish 19", 1024, value19, unit(quarter, winRate(-142.72052667, 372.35176398, -340.71073572, 415.23490212), damped(199)))
	a.Name, a.Version, a.InputsHash = "HalfKAv2_hm, threats and pawns 1024x2-32-32", 0x6A448AFA, 0xCB685B13
	a.Pooling, a.Tail, a.Forward, a.First = foreign.WideProduct, foreign.Connected, [2]int32{600 * outputOf, 2 * 128 * 64}, 32
	a.Pairs = &foreign.Pairs{Pairs: threatPairs(true), Parts: []int{threats19Inputs, pawnPairInputs}, Apart: true}
	return a
}

// Stockfish does not take the output of a network as it is: the more pieces are on the
// board, the more it counts, and the less, the more its two parts differ. Divisions round
// towards zero.

func value12(_ core.Position, s foreign.Sums, _ int64) int64 {
	return s.Positional / outputOf * 5 / 4
}

func value15(p core.Position, s foreign.Sums, _ int64) int64 {
	npm := nonPawnMaterial(p)
	d := 10 - npm/1515
	v := ((128-d)*s.Material + (128+d)*s.Positional) / 128 / outputOf
	return v * (1036 + 22*npm/1024) / 1024
}

func value151(p core.Position, s foreign.Sums, _ int64) int64 {
	npm := nonPawnMaterial(p)
	return weighted(s, 24-npm/9560) * (1064 + 106*npm/5120) / 1024
}

func value16(p core.Position, s foreign.Sums, _ int64) int64 {
	return weighted(s, 24) * (945 + nonPawnMaterial(p)/64) / 1024
}

func value161(p core.Position, s foreign.Sums, _ int64) int64 {
	v := weighted(s, 24)
	v -= v * (size(s.Material-s.Positional)/outputOf + size(lead(p)-v)) / 32768
	return v * (915 + nonPawnMaterial(p)/64 + 9*pawns(p)) / 1024
}

// weighted is the sum of both parts, of which the second counts more by some 1024ths.
func weighted(s foreign.Sums, d int64) int64 {
	return ((1024-d)*s.Material + (1024+d)*s.Positional) / (1024 * outputOf)
}

// model17 is how versions from 17 on compute: the value is less the more the parts differ,
// and grows with the pieces.
type model17 struct{ complexity, pawn, more, all int64 }

var (
	model17Large = model17{17864, 532, 73921, 74715}
	model17Small = model17{18815, 553, 73921, 68104}
	model171     = model17{18000, 535, 77777, 77777}
	model18      = model17{18236, 534, 77871, 77871}
	model19      = model17{18236, 534, 91000, 91000}
)

func (m model17) of(p core.Position, v int64, s foreign.Sums) int64 {
	v -= v * size(s.Material/outputOf-s.Positional/outputOf) / m.complexity
	return v * (m.more + m.pawn*pawns(p) + nonPawnMaterial(p)) / m.all
}

// mixed is what both parts come to from 17 to 18.
func mixed(s foreign.Sums) int64 {
	return (125*(s.Material/outputOf) + 131*(s.Positional/outputOf)) / 128
}

// Stockfish 17 rounds to 16 and adds -1 or 1 by its key of the position; that noise is left
// out.
func value17(p core.Position, s foreign.Sums, _ int64) int64 {
	return model17Large.of(p, mixed(s), s) / 16 * 16
}
func value17Small(p core.Position, s foreign.Sums, _ int64) int64 {
	return model17Small.of(p, mixed(s), s) / 16 * 16
}
func value171(p core.Position, s foreign.Sums, _ int64) int64 { return model171.of(p, mixed(s), s) }
func value18(p core.Position, s foreign.Sums, _ int64) int64  { return model18.of(p, mixed(s), s) }
func value19(p core.Position, s foreign.Sums, _ int64) int64 {
	return model19.of(p, s.Material/outputOf+s.Positional/outputOf, s)
}

// farAhead returns what chooses the small network: one side is ahead by more than a bound.
func farAhead(bound int64) func(core.Position) bool {
	return func(p core.Position) bool { return size(lead(p)) > bound }
}

// below returns what asks the large network again: the small one says less than a bound.
func below(bound int64) func(foreign.Sums) bool {
	return func(s foreign.Sums) bool { return size(mixed(s)) < bound }
}

// unsure is the rule of Stockfish 17.
func unsure(s foreign.Sums) bool {
	v := mixed(s)
	return v*(s.Material/outputOf) < 0 || size(v) < 227
}

func size(v int64) int64 { return max(v, -v) }

// values are what pieces are worth in Stockfish's units; pawns are counted apart.
var values = [...]int64{chess.Knight: 781, chess.Bishop: 825, chess.Rook: 1276, chess.Queen: 2538}

// pawnValue is what a pawn is worth.
const pawnValue = 208

// nonPawnMaterial returns the value of all pieces but pawns and kings.
func nonPawnMaterial(p core.Position) (sum int64) {
	position := p.(*chess.Position)
	for k, value := range values {
		if value != 0 {
			sum += value * int64(pieceCount(position, core.PieceType(k)))
		}
	}
	return sum
}

// lead returns how much material the side to move is ahead.
func lead(p core.Position) (sum int64) {
	position := p.(*chess.Position)
	count := func(k core.PieceType) int64 {
		us := position.Side()
		return int64(bits.OnesCount64(position.Pieces(us, k)) - bits.OnesCount64(position.Pieces(us.Other(), k)))
	}
	for k, value := range values {
		if value != 0 {
			sum += value * count(core.PieceType(k))
		}
	}
	return sum + pawnValue*count(chess.Pawn)
}

// pawns returns the number of pawns.
func pawns(p core.Position) int64 { return int64(pieceCount(p.(*chess.Position), chess.Pawn)) }

// pieceCount returns the number of pieces of a kind.
func pieceCount(p *chess.Position, k core.PieceType) int {
	return bits.OnesCount64(p.Pieces(core.First, k) | p.Pieces(core.Second, k))
}
