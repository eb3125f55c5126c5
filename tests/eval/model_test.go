package eval

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
	engine "github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

// follower is an evaluator with a second one that starts anew for each value.
type follower struct {
	name         string
	source       core.EvaluatorFactory
	eval, fresh  core.Evaluator
	layer        *nnue.Transformer // nil: no network
	values, sums int
}

// followers returns the evaluations of a game: the hand-crafted one, that by our network,
// and those by small random networks of each kind of other engines.
func followers(t *testing.T, g engine.Game, random *rand.Rand) (all []*follower) {
	add := func(name string, s core.EvaluatorFactory, layer *nnue.Transformer) {
		all = append(all, &follower{name: name, source: s, eval: s.New(), fresh: s.New(), layer: layer})
	}
	add("classic", g.Classic, nil)
	net := g.Network()
	in, err := g.InputsNamed(net.Inputs)
	must.OK(t, err)
	add("ours", g.Evaluators, &nnue.Transformer{Inputs: in, Hidden: net.Hidden, Weights: net.Weights, Bias: net.Bias})
	layered := smallLayers(t, g, random)
	s, err := nnue.NewSource(layered, g.FeatureSets[0])
	must.OK(t, err)
	add("ours with small layers", s, &nnue.Transformer{Inputs: g.FeatureSets[0], Hidden: layered.Hidden, Weights: layered.Weights, Bias: layered.Bias})
	seen := map[string]bool{}
	for _, a := range g.Foreign {
		name := a.Inputs.Name
		if a.Pairs != nil {
			name = a.Name
		}
		if seen[name] {
			continue
		}
		seen[name] = true
		n := smallNetwork(*a, random)
		s, err := foreign.NewSource(n, nil, 0)
		must.OK(t, err)
		layer := &nnue.Transformer{Inputs: a.Inputs, Hidden: n.Architecture.Hidden, Weights: n.Weights, Bias: n.Bias}
		for i := len(n.Material) - a.Inputs.Count*a.Material; i < len(n.Material); i += nnue.MaterialBuckets {
			layer.Material = append(layer.Material, nnue.Material(n.Material[i:]))
		}
		add(name, s, layer)
	}
	return all
}

// smallLayers returns a random network of ours with small layers and few neurons.
func smallLayers(t *testing.T, g engine.Game, random *rand.Rand) *nnue.Network {
	in := g.FeatureSets[0]
	n, err := nnue.New(nnue.Header{Game: g.Name, Inputs: in.Name, Count: in.Count, Hidden: nnue.PairedStep, Buckets: 2, Layers: []int{16, 32}, Scale: 400, Name: "noise"})
	must.OK(t, err)
	for i := range n.Weights {
		n.Weights[i] = int16(random.IntN(121) - 60)
	}
	for i := range n.Bias {
		n.Bias[i] = int16(random.IntN(255))
	}
	for i := range n.Stacks {
		for _, l := range n.Stacks[i] {
			for j := range l.Weights {
				l.Weights[j] = int8(random.IntN(31) - 15)
			}
		}
	}
	return n
}

// smallNetwork returns a random network of an architecture with few neurons.
func smallNetwork(a foreign.Architecture, random *rand.Rand) *foreign.Network {
	if a.Hidden == 0 {
		a = *a.Sized(32, 8, 32, a.Choices[0])
	}
	if a.Hidden = 32; a.Pairs != nil {
		a.Hidden = nnue.PairStep
	}
	return foreign.Random(&a, random.Uint64())
}

// check compares the value with one computed anew, and the accumulators of a network with
// the sum over all pieces.
func (f *follower) check(t *testing.T, p core.Position) {
	t.Helper()
	got := f.eval.Evaluate()
	if f.values++; f.values%2000 == 0 { // without any memory
		f.fresh = f.source.New()
	}
	f.fresh.Reset(p)
	if want := f.fresh.Evaluate(); got != want {
		t.Fatalf("%s, %s: %d after moves, %d anew", f.name, p, got, want)
	}
	if f.layer == nil {
		return
	}
	f.sums++
	for c := range core.Color(2) {
		acc := f.eval.(interface {
			Of(core.Color) nnue.Accumulator
		}).Of(c)
		neurons, material := f.sum(p, c)
		if !slices.Equal(acc.Neurons, neurons) || acc.Material != nil && *acc.Material != material {
			t.Fatalf("%s, %s: the accumulator of side %d is %v %v, the sum of its pieces %v %v", f.name, p, c, acc.Neurons, acc.Material, neurons, material)
		}
	}
}

// sum adds up the inputs of a side.
func (f *follower) sum(p core.Position, c core.Color) (neurons []int16, material nnue.Material) {
	in := f.layer.Inputs
	pieces := in.Pieces(p, nil)
	number := in.KingBucket[c][0]
	for _, piece := range pieces {
		if piece.Piece == core.NewPiece(c, in.King) {
			number = in.KingBucket[c][piece.At]
		}
	}
	view := in.KingBuckets[number]
	neurons = slices.Clone(f.layer.Bias)
	add := func(input int) {
		for i, w := range f.layer.Weights[input*f.layer.Hidden:][:f.layer.Hidden] {
			neurons[i] += w
		}
		if len(f.layer.Material) > 0 {
			for i, w := range f.layer.Material[input] {
				material[i] += w
			}
		}
	}
	for _, piece := range pieces {
		if input := in.Tables[view.Table][piece.Piece][piece.At]; input != nnue.None {
			add(view.First + int(input))
		}
	}
	for range in.Missing(len(pieces)) {
		add(view.First)
	}
	return neurons, material
}

// starts are positions with all that is special.
var starts = map[string][]string{
	"chess": {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/PPP4k/8/4Pp2/8/8/4Kppp/8 w - f6 0 1", "2rkr3/8/8/8/8/8/8/1R1K2R1 w GBec - 0 1"},
	"shogi": {"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
		"4k4/9/4P4/9/9/9/9/9/4K4 b 2G2S2N2L5Prb2g2s2n2l12p 1"},
}

// Every evaluation follows random games, with moves taken back and null moves, and is
// asked for its value now and then: values equal those of an evaluator that knows only
// the position, and accumulators the sums of the weights of all pieces. NITORYU_PLIES is
// how many plies are played.
func TestModel(t *testing.T) {
	plies := must.Plies(t, 4000)
	for _, g := range engine.All() {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			random, began := rand.New(rand.NewPCG(uint64(plies), 5)), time.Now()
			all := followers(t, g, random)
			done, games := 0, 0
			for ; done < plies; games++ {
				done += follow(t, g, all, random, starts[g.Name][games%len(starts[g.Name])])
				if games%10_000 == 9_999 {
					t.Logf("%d plies, %.0f a second", done, float64(done)/time.Since(began).Seconds())
				}
			}
			for _, f := range all {
				t.Logf("%s: %d values and %d accumulators compared", f.name, f.values, 2*f.sums)
			}
			t.Logf("%d games, %d plies, %.0f a second", games, done, float64(done)/time.Since(began).Seconds())
		})
	}
}

// follow plays a game and returns its plies.
func follow(t *testing.T, g engine.Game, all []*follower, random *rand.Rand, start string) (plies int) {
	p, err := g.Parse(start, core.Settings{Chess960: true})
	must.OK(t, err)
	root := func() {
		for _, f := range all {
			f.eval.Reset(p)
		}
	}
	root()
	var line []bool // moves since the root; true for a null move
	list := new(core.MoveList)
	for length := 20 + random.IntN(200); plies < length; plies++ {
		switch n := random.IntN(100); {
		case n < 25 && len(line) > 0:
			if last := len(line) - 1; line[last] {
				p.UndoNull()
				line = line[:last]
			} else {
				p.Undo()
				for _, f := range all {
					f.eval.Pop()
				}
				line = line[:last]
			}
		case n < 28 && !p.InCheck():
			p.DoNull()
			line = append(line, true)
		case n < 30 || len(line) == core.MaxPly: // a search from here
			root()
			line = line[:0]
		default:
			list.Clear()
			p.Generate(core.AllMoves, list)
			if list.N == 0 {
				return plies + 1
			}
			m := list.Moves[random.IntN(list.N)]
			var d core.DirtyPieces
			p.Do(m, &d)
			for _, f := range all {
				*f.eval.Push() = d
			}
			line = append(line, false)
		}
		for _, f := range all {
			if random.IntN(3) == 0 { // not always, so that several moves are made up for
				f.check(t, p)
			}
		}
	}
	return plies
}
