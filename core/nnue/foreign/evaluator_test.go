package foreign_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/cpu"
	chesseval "github.com/nitoryu/nitoryu/core/eval/chess"
	shogieval "github.com/nitoryu/nitoryu/core/eval/shogi"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// man is a piece on the board or in hand, as a FEN or SFEN has it.
type man struct {
	letter     byte // upper case
	promoted   bool
	owner      int // 0: White, Black of shogi
	file, rank int // from the left of the diagram and from its top; file -1: in hand
	nth        int // in hand: the number of such pieces before
}

// men reads a FEN or SFEN, without any help from the rules.
func men(text string) (list []man, side int) {
	words := strings.Fields(text)
	first := "w"
	if strings.Count(words[0], "/") == 8 {
		first = "b"
	}
	owner := func(r rune) int {
		if unicode.IsUpper(r) {
			return 0
		}
		return 1
	}
	for rank, row := range strings.Split(words[0], "/") {
		file, promoted := 0, false
		for _, r := range row {
			switch {
			case unicode.IsDigit(r):
				file += int(r - '0')
			case r == '+':
				promoted = true
			default:
				list = append(list, man{byte(unicode.ToUpper(r)), promoted, owner(r), file, rank, 0})
				file, promoted = file+1, false
			}
		}
	}
	if first == "b" && words[2] != "-" {
		count := 0
		for _, r := range words[2] {
			if unicode.IsDigit(r) {
				count = 10*count + int(r-'0')
				continue
			}
			for n := range max(count, 1) {
				list = append(list, man{byte(unicode.ToUpper(r)), false, owner(r), -1, 0, n})
			}
			count = 0
		}
	}
	if words[1] != first {
		side = 1
	}
	return list, side
}

// king returns the king of a side.
func king(list []man, side int) man {
	return list[slices.IndexFunc(list, func(m man) bool { return m.letter == 'K' && m.owner == side })]
}

// The features that are on for a side, by the definitions of their engines.

// chessHalfKP is HalfKP of Stockfish 12.
func chessHalfKP(list []man, side int) (on []int) {
	square := func(m man) int {
		if side == 1 { // turned around
			return 8*m.rank + 7 - m.file
		}
		return 8*(7-m.rank) + m.file
	}
	k := square(king(list, side))
	for _, m := range list {
		if m.letter != 'K' {
			on = append(on, 641*k+1+64*(2*strings.IndexByte("PNBRQ", m.letter)+(m.owner^side))+square(m))
		}
	}
	return on
}

// chessHalfKA is HalfKAv2_hm of Stockfish 15.
func chessHalfKA(list []man, side int) (on []int) {
	own := king(list, side)
	square := func(m man) (file, rank int) {
		file, rank = m.file, 7-m.rank
		if side == 1 { // flipped
			rank = m.rank
		}
		if own.file < 4 { // mirrored
			file = 7 - file
		}
		return file, rank
	}
	f, r := square(own)
	bucket := 4*(7-r) + 7 - f
	for _, m := range list {
		plane := 10
		if m.letter != 'K' {
			plane = 2*strings.IndexByte("PNBRQ", m.letter) + (m.owner ^ side)
		}
		f, r := square(m)
		on = append(on, 704*bucket+64*plane+8*r+f)
	}
	return on
}

// bona is the number of a piece (BonaPiece) of YaneuraOu for a side, -1 for a king.
func bona(m man, side int, mirror bool) int {
	enemy := m.owner ^ side
	if m.file < 0 {
		base := map[byte][2]int{'P': {1, 20}, 'L': {39, 44}, 'N': {49, 54}, 'S': {59, 64}, 'G': {69, 74}, 'B': {79, 82}, 'R': {85, 88}}
		return base[m.letter][enemy] + m.nth
	}
	if m.letter == 'K' {
		return -1
	}
	plane := strings.IndexByte("PLNSGB.R", m.letter)
	switch {
	case m.promoted && strings.IndexByte("PLNS", m.letter) >= 0:
		plane = 4
	case m.promoted:
		plane++
	}
	return 90 + 81*(2*plane+enemy) + shogiSquare(m, side, mirror)
}

// shogiSquare is 9 times the file plus the rank.
func shogiSquare(m man, side int, mirror bool) int {
	file, rank := 8-m.file, m.rank
	if side == 1 {
		file, rank = 8-file, 8-rank
	}
	if mirror {
		file = 8 - file
	}
	return 9*file + rank
}

// shogiHalfKP is HalfKP of YaneuraOu.
func shogiHalfKP(list []man, side int) (on []int) {
	k := shogiSquare(king(list, side), side, false)
	for _, m := range list {
		if b := bona(m, side, false); b >= 0 {
			on = append(on, 1548*k+b)
		}
	}
	for range 40 - len(list) { // pieces that are nowhere
		on = append(on, 1548*k)
	}
	return on
}

// shogiHalfKA is HalfKA_hm2 of YaneuraOu.
func shogiHalfKA(list []man, side int) (on []int) {
	own := king(list, side)
	mirror := shogiSquare(own, side, false) >= 45
	k := shogiSquare(own, side, mirror)
	for _, m := range list {
		b := bona(m, side, mirror)
		if b < 0 {
			b = 1548 + shogiSquare(m, side, mirror)
		}
		on = append(on, 1629*k+b)
	}
	for range 40 - len(list) {
		on = append(on, 1629*k)
	}
	return on
}

// chessBucket and shogiBucket are the stacks of the networks that have several.
func chessBucket(list []man, _ int) int { return (len(list) - 1) / 4 }

func shogiBucket(list []man, side int) int {
	third := func(owner int) int {
		rank := king(list, owner).rank
		if owner == 1 {
			rank = 8 - rank
		}
		return rank / 3
	}
	return 3*third(side) + third(1-side)
}

// slow computes the sums of a stack by the definition of the network.
func slow(n *foreign.Network, own, enemy []int, bucket int) (s foreign.Sums) {
	a := n.Architecture
	var inputs []int
	var material [2]int64
	for i, on := range [2][]int{own, enemy} {
		neurons := make([]int, a.Hidden)
		for j := range neurons {
			sum := n.Bias[j]
			for _, f := range on {
				sum += n.Weights[f*a.Hidden+j]
			}
			neurons[j] = max(0, min(127, int(sum)))
		}
		for _, f := range on {
			if a.Material > 0 {
				material[i] += int64(n.Material[f*a.Material+bucket])
			}
		}
		if a.Pooling == foreign.Product {
			for j := range a.Hidden / 2 {
				neurons[j] = neurons[j] * neurons[j+a.Hidden/2] / 128
			}
			neurons = neurons[:a.Hidden/2]
		}
		inputs = append(inputs, neurons...)
	}
	s.Material = (material[0] - material[1]) / 2
	stack := n.Stacks[bucket]
	dense := func(l foreign.Layer, in []int) []int {
		out := make([]int, l.Outputs)
		for o := range out {
			out[o] = int(l.Bias[o])
			for i, v := range in {
				out[o] += v * int(l.Weights[o*l.Inputs+i])
			}
		}
		return out
	}
	clip := func(sums []int) (out []int) {
		for _, v := range sums {
			out = append(out, max(0, min(127, v>>6)))
		}
		return out
	}
	sums := dense(stack[0], inputs)
	if a.Forward[1] != 0 {
		last := len(sums) - 1
		s.Positional = int64(sums[last]) * int64(a.Forward[0]) / int64(a.Forward[1])
		sums = sums[:last]
	}
	var hidden []int
	if a.Squares {
		for _, v := range sums {
			hidden = append(hidden, min(127, v*v>>19))
		}
	}
	hidden = append(hidden, clip(sums)...)
	s.Positional += int64(dense(stack[2], clip(dense(stack[1], hidden)))[0])
	return s
}

// kind is an architecture with a second implementation of its features.
type kind struct {
	*foreign.Architecture
	rules  core.Rules
	starts []string
	see    func(list []man, side int) []int
	bucket func(list []man, side int) int
}

// kinds are all architectures, with fewer neurons, as the tests are slow otherwise.
func kinds() (all []kind) {
	chessStarts := []string{
		chess.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/PPP4k/8/8/8/8/4Kppp/8 b - - 0 1",
	}
	shogiStarts := []string{
		shogi.StartSFEN,
		"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
		"4k4/9/4P4/9/9/9/9/9/4K4 b 2G2S2N2L5Prb2g2s2n2l12p 1",
		"1K7/+P+L+N6/9/9/4+R4/4+b4/9/6+s2/k8 b 2g2G 1",
	}
	add := func(a *foreign.Architecture, k kind) {
		small := *a
		small.Hidden = 64
		k.Architecture = &small
		all = append(all, k)
	}
	for _, a := range chesseval.Foreign() {
		k := kind{rules: chess.Rules, starts: chessStarts, see: chessHalfKP, bucket: func([]man, int) int { return 0 }}
		if a.Stacks > 1 {
			k.see, k.bucket = chessHalfKA, chessBucket
		}
		add(a, k)
	}
	for _, a := range shogieval.Foreign() {
		k := kind{rules: shogi.Rules, starts: shogiStarts, see: shogiHalfKP, bucket: func([]man, int) int { return 0 }}
		if a.Stacks > 1 {
			k.see, k.bucket = shogiHalfKA, shogiBucket
		}
		add(a, k)
	}
	return all
}

// bucketer is an evaluator of this package.
type bucketer interface {
	core.Explainer
	Buckets() (all []foreign.Sums, used int)
}

func open(t *testing.T, r core.Rules, text string) core.Position {
	t.Helper()
	p, err := r.Parse(text, core.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Evaluators agree with the definition of their networks in every stack, on every level
// of instructions, wherever moves and undone moves lead them.
func TestEvaluator(t *testing.T) {
	defer func() { _ = cpu.Use(cpu.This().Best) }()
	for _, level := range cpu.Levels() {
		if err := cpu.Use(level); err != nil {
			t.Fatal(err)
		}
		for i, k := range kinds() {
			t.Run(fmt.Sprintf("%s/%s/%s", level, k.Game, k.Architecture), func(t *testing.T) {
				n := foreign.Random(k.Architecture, uint64(i))
				source, err := foreign.NewSource(n, 0)
				if err != nil {
					t.Fatal(err)
				}
				e := source.New().(bucketer)
				random := rand.New(rand.NewPCG(uint64(i), 3))
				used := map[int]bool{}
				values := map[core.Score]bool{}
				for _, start := range k.starts {
					p := open(t, k.rules, start)
					e.Reset(p)
					check(t, k, n, e, p, used, values)
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
							check(t, k, n, e, p, used, values)
						}
					}
				}
				if len(values) < 20 || k.Stacks > 1 && len(used) < 3 {
					t.Errorf("only %d values and %d stacks seen", len(values), len(used))
				}
			})
		}
	}
}

// check compares an evaluator with the definition of the network.
func check(t *testing.T, k kind, n *foreign.Network, e bucketer, p core.Position, used map[int]bool, values map[core.Score]bool) {
	t.Helper()
	list, side := men(p.String())
	own, enemy := k.see(list, side), k.see(list, 1-side)
	got, bucket := e.Buckets()
	if want := k.bucket(list, side); bucket != want {
		t.Fatalf("%s: stack %d, want %d", p, bucket, want)
	}
	for i := range got {
		if want := slow(n, own, enemy, i); got[i] != want {
			t.Fatalf("%s, stack %d: %+v, want %+v", p, i, got[i], want)
		}
	}
	want := core.Score(k.Score(p, got[bucket], core.DefaultDivisor)).Clamp()
	if value := e.Evaluate(); value != want {
		t.Fatalf("%s: value %d, want %d", p, value, want)
	}
	used[bucket], values[want] = true, true
}

// A larger divisor makes values smaller, and none is the usual one.
func TestDivisor(t *testing.T) {
	all := kinds()
	k := all[len(all)-2]
	n := foreign.Random(k.Architecture, 3)
	values := map[int]core.Score{}
	for _, divisor := range []int{0, 1, 16, 32} {
		source, err := foreign.NewSource(n, divisor)
		if err != nil {
			t.Fatal(err)
		}
		e := source.New()
		e.Reset(open(t, k.rules, k.starts[1]))
		values[divisor] = e.Evaluate()
	}
	if one := values[1]; one == 0 || values[0] != values[16] || values[16]-one/16 > 1 || values[32] != values[16]/2 && values[32] != values[1]/32 {
		t.Errorf("values %v by divisor", values)
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
		{"no scorer", func(n *foreign.Network) { n.Architecture.Score = nil }, "cannot be computed"},
		{"another number of sums of material", func(n *foreign.Network) { n.Architecture.Material = 4 }, "cannot be computed"},
		{"a weight missing", func(n *foreign.Network) { n.Weights = n.Weights[1:] }, "not as many"},
	} {
		copied := *a
		n := foreign.Random(&copied, 1)
		test.change(n)
		if _, err := foreign.NewSource(n, 0); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v does not say %q", test.name, err, test.want)
		}
	}
}

// An evaluator explains what each piece and each stack says.
func TestExplain(t *testing.T) {
	for i, k := range kinds() {
		source, err := foreign.NewSource(foreign.Random(k.Architecture, uint64(i)), 0)
		if err != nil {
			t.Fatal(err)
		}
		e := source.New().(bucketer)
		e.Reset(open(t, k.rules, k.starts[0]))
		text := e.Explain()
		lines := strings.Count(text, "\n")
		if want := k.Stacks > 1; strings.Contains(text, "<- this position's") != want || !strings.HasSuffix(text, "\n") || lines < 20 {
			t.Errorf("%s: %d lines:\n%s", k.Architecture, lines, text)
		}
	}
}
