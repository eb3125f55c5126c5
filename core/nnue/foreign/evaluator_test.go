package foreign_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/cpu"
	chessnet "github.com/nitoryu/nitoryu/core/nnue/chess"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
	shoginet "github.com/nitoryu/nitoryu/core/nnue/shogi"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

// kind is an architecture of a game, with few neurons, as the tests are slow otherwise. That
// evaluators compute what their engines do is shown in tests/foreign.
type kind struct {
	*foreign.Architecture
	rules  core.Rules
	starts []string
}

func kinds() (all []kind) {
	chessStarts := []string{
		chess.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/PPP4k/8/8/8/8/4Kppp/8 b - - 0 1",
		"q3k2q/8/8/3Pp3/8/8/8/RNBQKBNR w KQ e6 0 1",
	}
	shogiStarts := []string{
		shogi.StartSFEN,
		"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
		"4k4/9/4P4/9/9/9/9/9/4K4 b 2G2S2N2L5Prb2g2s2n2l12p 1",
		"1K7/+P+L+N6/9/9/4+R4/4+b4/9/6+s2/k8 b 2g2G 1",
	}
	for _, a := range chessnet.Foreign() {
		small := *a
		small.Hidden, small.SmallFor = 128, ""
		all = append(all, kind{&small, chess.Rules, chessStarts})
	}
	for _, a := range shoginet.Foreign() {
		for _, choice := range a.Choices {
			name := choice.Name
			if len(a.Choices) == 1 || slices.Contains([]string{"k3k3", "hand16_k9k9z", "k3k3_progress8", "progress8ek", "hand256"}, name) {
				all = append(all, kind{a.Sized(48, 8, 24, choice), shogi.Rules, shogiStarts})
			}
			if len(all)%3 == 0 { // not all stacks of all inputs
				break
			}
		}
	}
	return all
}

func open(t *testing.T, r core.Rules, text string) core.Position {
	t.Helper()
	p, err := r.Parse(text, core.Settings{})
	must.OK(t, err)
	return p
}

// source returns the evaluation by a random network.
func source(t *testing.T, k kind, seed uint64) core.EvaluatorFactory {
	t.Helper()
	s, err := foreign.NewSource(foreign.Random(k.Architecture, seed), nil, 0)
	must.OK(t, err)
	return s
}

// walk plays random moves and takes some back, and visits positions between.
func walk(t *testing.T, k kind, e core.Evaluator, seed uint64, visit func(p core.Position)) {
	random := rand.New(rand.NewPCG(seed, 3))
	for _, start := range k.starts {
		p := open(t, k.rules, start)
		e.Reset(p)
		visit(p)
		depth := 0
		for range 60 {
			var list core.MoveList
			p.Generate(core.AllMoves, &list)
			if list.N == 0 || depth > 0 && random.IntN(4) == 0 {
				if depth == 0 {
					break
				}
				p.Undo()
				e.Pop()
				depth--
			} else {
				p.Do(list.Moves[random.IntN(list.N)], e.Push())
				depth++
			}
			if random.IntN(2) == 0 { // several moves at once, too
				visit(p)
			}
		}
	}
}

// Evaluators say the same as new ones, on every level of instructions, wherever moves and
// undone moves lead them.
func TestEvaluator(t *testing.T) {
	defer func() { _ = cpu.Use(cpu.This().Best) }()
	values := map[string][]core.Score{}
	for _, level := range cpu.Levels() {
		must.OK(t, cpu.Use(level))
		for i, k := range kinds() {
			name := k.Game + "/" + k.String()
			t.Run(fmt.Sprintf("%s/%s", level, name), func(t *testing.T) {
				s := source(t, k, uint64(i))
				e, anew := s.New(), s.New()
				var got []core.Score
				walk(t, k, e, uint64(i), func(p core.Position) {
					value := e.Evaluate()
					if len(got)%10 == 0 {
						anew = s.New()
					}
					anew.Reset(p)
					if want := anew.Evaluate(); value != want {
						t.Fatalf("%s: %d after moves, %d anew", p, value, want)
					}
					got = append(got, value)
				})
				if different := len(slices.Compact(slices.Sorted(slices.Values(got)))); different < 20 {
					t.Errorf("only %d values", different)
				}
				if values[name] == nil {
					values[name] = got
				} else if !slices.Equal(values[name], got) {
					t.Error("other values than on another level")
				}
			})
		}
	}
}

// Of two networks, the small one counts where one side is far ahead, unless it says little.
func TestSmallNetwork(t *testing.T) {
	find := func(origin string) *foreign.Architecture {
		for _, a := range chessnet.Foreign() {
			if a.Origin == origin || origin == "" && a.SmallFor != "" {
				small := *a
				small.Hidden = 128
				return &small
			}
		}
		t.Fatalf("there is none of %s", origin)
		return nil
	}
	small := foreign.Random(find(""), 5)
	for _, origin := range []string{"Stockfish 16.1", "Stockfish 17", "Stockfish 17.1", "Stockfish 18"} {
		t.Run(origin, func(t *testing.T) {
			a := find(origin)
			large := foreign.Random(a, 6)
			s, err := foreign.NewSource(large, small, 0)
			must.OK(t, err)
			alone, err := foreign.NewSource(large, nil, 0)
			must.OK(t, err)
			k := kind{a, chess.Rules, []string{chess.StartFEN, "rnb1kb1r/pp3ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "4k3/8/8/8/8/8/PPPP4/R3K2R w KQ - 0 1", "q2qk2q/8/8/8/8/8/8/4K3 w - - 0 1"}}
			e, anew, big := s.New(), s.New(), alone.New()
			other, same := 0, 0
			walk(t, k, e, 9, func(p core.Position) {
				got := e.Evaluate()
				anew.Reset(p)
				if want := anew.Evaluate(); got != want {
					t.Fatalf("%s: %d after moves, %d anew", p, got, want)
				}
				big.Reset(p)
				switch {
				case got == big.Evaluate():
					same++
				case !a.Small.Small(p):
					t.Fatalf("%s: the small network counts", p)
				default:
					other++
				}
			})
			if other < 5 || same < 5 {
				t.Errorf("%d values are of the small network, %d of the large one", other, same)
			}
			if name := s.Name(); !strings.Contains(name, " and ") {
				t.Errorf("it is called %s", name)
			}
		})
	}
	for name, test := range map[string]struct {
		large, small *foreign.Network
		want         string
	}{
		"the small one alone":            {small, nil, "EvalFileSmall"},
		"a large one for the small":      {foreign.Random(find("Stockfish 17.1"), 1), foreign.Random(find("Stockfish 16"), 1), "no small network"},
		"a small one where none belongs": {foreign.Random(find("Stockfish 16"), 1), small, "has no small network beside it"},
	} {
		if _, err := foreign.NewSource(test.large, test.small, 0); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v does not say %q", name, err, test.want)
		}
	}
}

// A divisor changes what is shown, none is the usual one, and values do not depend on it.
func TestDivisor(t *testing.T) {
	halfKP := shoginet.Foreign()[0]
	k := kind{halfKP.Sized(64, 8, 32, halfKP.Choices[0]), shogi.Rules, nil}
	n := foreign.Random(k.Architecture, 3)
	shown, values := map[int]float64{}, map[core.Score]bool{}
	for _, divisor := range []int{0, 1, 16, 32} {
		source, err := foreign.NewSource(n, nil, divisor)
		must.OK(t, err)
		e := source.New()
		e.Reset(open(t, k.rules, "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"))
		values[e.Evaluate()] = true
		_, text, _ := strings.Cut(e.(core.Explainer).Explain(), "shows it: ")
		shown[divisor], err = strconv.ParseFloat(strings.Split(text, ",")[0], 64)
		must.OK(t, err)
	}
	if one := shown[1]; len(values) != 1 || one == 0 || shown[0] != shown[16] || math.Abs(shown[16]-one/16) > 0.02 || math.Abs(shown[32]-one/32) > 0.02 {
		t.Errorf("values %v, shown %v by divisor", values, shown)
	}
}

// What cannot be computed is refused.
func TestNewSourceErrors(t *testing.T) {
	a := kinds()[0].Architecture
	for _, test := range []struct {
		name   string
		change func(*foreign.Network)
		want   string
	}{
		{"no architecture", func(n *foreign.Network) { n.Architecture = nil }, "no architecture"},
		{"no value", func(n *foreign.Network) { n.Architecture.Value = nil }, "cannot be computed"},
		{"another number of sums of material", func(n *foreign.Network) { n.Architecture.Material = 4 }, "cannot be computed"},
		{"a weight missing", func(n *foreign.Network) { n.Weights = n.Weights[1:] }, "not as many"},
	} {
		copied := *a
		n := foreign.Random(&copied, 1)
		test.change(n)
		if _, err := foreign.NewSource(n, nil, 0); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v does not say %q", test.name, err, test.want)
		}
	}
}

// An evaluator explains what each piece and each stack says, and the value as its engine
// shows it.
func TestExplain(t *testing.T) {
	for i, k := range kinds() {
		e := source(t, k, uint64(i)).New().(core.Explainer)
		e.Reset(open(t, k.rules, k.starts[0]))
		text := e.Explain()
		lines := strings.Count(text, "\n")
		if strings.Contains(text, "<- this position's") != (k.Material > 0) || !strings.HasSuffix(text, ", for the side that began\n") || lines < 20 {
			t.Errorf("%s: %d lines:\n%s", k.Architecture, lines, text)
		}
	}
}
