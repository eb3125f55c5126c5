package foreign

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core/nnue/foreign"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

// netsVariable names a folder of networks to use instead of random ones.
const netsVariable = "NITORYU_NETS"

// format is a kind of network file, as the sources of its engine describe it. The reference
// evaluates by nothing else; ours has a description of its own.
type format struct {
	name string // of a folder, and of the architecture: that of the engine in chess
	game games.Game

	inputs func(position string) [2][]int // indices of the active inputs, of the side to move first
	count  int                            // of inputs
	pairs  func(position string) [2][]int // the same for pairs of pieces; nil: none
	parts  []int                          // how many inputs of pairs of each kind there are

	packed                       bool // the transformer is in LEB128
	material                     bool // eight sums of each input
	hidden, first, inner, second int  // inner: inputs of the second layer
	stacks                       int
	limit, shift                 int                                  // of products of neurons; 0: they are only clamped
	squares                      bool                                 // the second layer sees squares as well
	connected                    bool                                 // as in Stockfish 19
	forward                      func(x int) int                      // of the last output, which goes past the others
	stack                        func(position string, stage int) int // nil: the first
	progress                     bool                                 // weights of the progress precede the stacks
	external                     bool                                 // they are in a file of their own
	common, shards               int                                  // of the first layer's inputs
	small                        string                               // the format of the small network beside it

	reducedTo *foreign.Architecture // see reduced
}

// scaled is the forwarded output of Stockfish.
func scaled(x int) int { return x * 9600 / 8128 }

// asIs is that of YaneuraOu.
func asIs(x int) int { return x }

// halfKP returns a format of HalfKP of YaneuraOu.
func halfKP(hidden, first, second int) format {
	return clippedFormat(fmt.Sprintf("halfkp_%dx2-%d-%d", hidden, first, second), shogiHalfKP, 81*1548, hidden, first, second)
}

// clippedFormat returns a format of YaneuraOu's with one stack.
func clippedFormat(name string, inputs func(string) [2][]int, count, hidden, first, second int) format {
	return format{name: name, game: games.Shogi(), inputs: inputs, count: count, hidden: hidden, first: first, inner: first, second: second, stacks: 1}
}

// stacked returns a format of Stockfish's with eight stacks.
func stacked(name string, hidden int) format {
	return format{
		name: name, game: games.Chess(), inputs: chessHalfKA, count: 22528, packed: true, material: true,
		hidden: hidden, first: 16, inner: 30, second: 32, stacks: 8, limit: 127, shift: 7, squares: true, forward: scaled,
	}
}

// sfnn returns a format of YaneuraOu's with several stacks. The name tells its sizes.
func sfnn(name string, inputs func(string) [2][]int, count, hidden, first, second, stacks int, stack func(string, int) int) format {
	f := format{
		name: name, game: games.Shogi(), inputs: inputs, count: count, packed: true,
		hidden: hidden, first: first, inner: 2 * first, second: second, stacks: stacks, limit: 127, shift: 7, squares: true, stack: stack,
	}
	if first%8 == 7 {
		f.first, f.forward = first+1, asIs
	}
	return f
}

// changed returns a format with something else.
func changed(f format, change func(f *format)) format {
	change(&f)
	return f
}

// formats are all that are compared: with an engine where there is one, and with ours.
var formats = []format{
	{name: "Stockfish 12", game: games.Chess(), inputs: chessHalfKP, count: 64 * 641, hidden: 256, first: 32, inner: 32, second: 32, stacks: 1},
	changed(stacked("Stockfish 15", 1024), func(f *format) { f.packed, f.inner, f.squares = false, 15, false }),
	changed(stacked("Stockfish 15.1", 1024), func(f *format) { f.packed = false }),
	stacked("Stockfish 16", 1536),
	changed(stacked("Stockfish 16.1", 2560), func(f *format) { f.small = smallFormat.name }),
	changed(stacked("Stockfish 17", 3072), func(f *format) { f.small = smallFormat.name }),
	changed(stacked("Stockfish 17.1", 3072), func(f *format) { f.small = smallFormat.name }),
	changed(stacked("Stockfish 18", 1024), func(f *format) {
		f.small, f.pairs, f.parts, f.limit, f.shift = smallFormat.name, threats18.pairs, []int{79856}, 255, 9
	}),
	changed(stacked("Stockfish 19", 1024), func(f *format) {
		f.pairs, f.parts, f.limit, f.shift = threats19.pairs, []int{59808, 4560}, 255, 9
		f.connected, f.forward, f.first, f.inner = true, nil, 32, 64
	}),
	smallFormat,

	halfKP(256, 32, 32), halfKP(512, 16, 32), halfKP(512, 8, 64), halfKP(1024, 8, 32), halfKP(768, 16, 64), halfKP(128, 32, 32),
	halfKP(512, 8, 96), halfKP(1024, 8, 64), halfKP(768, 8, 96), halfKP(48, 24, 104),
	clippedFormat("kp_256x2-32-32", shogiKP, 1710, 256, 32, 32),
	clippedFormat("halfkahm2_256x2-32-32", shogiHalfKA, 45*1629, 256, 32, 32),
	clippedFormat("halfka2_256x2-32-32", inShogi(1, false), 81*1629, 256, 32, 32),
	clippedFormat("halfkahm1_256x2-32-32", inShogi(2, true), 45*1710, 256, 32, 32),
	clippedFormat("halfka1_256x2-32-32", inShogi(2, false), 81*1710, 256, 32, 32),
	clippedFormat("halfkpvm_256x2-32-32", inShogi(0, true), 45*1548, 256, 32, 32),

	sfnn("SFNN_halfkahm2_1536_15_32_k3k3", shogiHalfKA, 45*1629, 1536, 15, 32, 9, byKings(3, ranks3)),
	sfnn("SFNN_halfka2_1024_7_64_hand16_k13k13z", inShogi(1, false), 81*1629, 1024, 7, 64, 16*169, func(position string, _ int) int {
		return 169*byHands(4, pawnAndBishop)(position, 0) + byKings(13, zones13)(position, 0)
	}),
	changed(sfnn("SFNN_halfkahm2_512_8_96_k3k3_progress8", shogiHalfKA, 45*1629, 512, 8, 96, 72, func(position string, stage int) int {
		return 8*byKings(3, ranks3)(position, 0) + stage*8/256
	}), func(f *format) { f.progress = true }),
	sfnn("SFNN_halfkahm2_128_7_32", shogiHalfKA, 45*1629, 128, 7, 32, 1, nil),
	sfnn("SFNN_kp_64_8_16_hand64z_k9k9", shogiKP, 1710, 64, 8, 16, 64*81, func(position string, _ int) int {
		return 81*byHands(8, handPoints)(position, 0) + byKings(9, func(sq int) int { return sq % 9 })(position, 0)
	}),
	sfnn("SFNN_kp_64_7_16_hand64_k9k9z", shogiKP, 1710, 64, 7, 16, 64*81, func(position string, _ int) int {
		return 81*byHands(8, hand64)(position, 0) + byKings(9, zones9)(position, 0)
	}),
	sfnn("SFNN_kp_64_7_16_hand1024", shogiKP, 1710, 64, 7, 16, 1024, byHands(32, hand1024)),
	sfnn("SFNN_kp_64_7_16_hand256", shogiKP, 1710, 64, 7, 16, 256, byHands(16, hand256)),
	sfnn("SFNN_kp_64_7_16_hand4_k21k21", shogiKP, 1710, 64, 7, 16, 4*441, func(position string, _ int) int {
		return 441*byHands(2, func(hand [7]int) int { return min(hand[5], 1) })(position, 0) + byKings(21, places21)(position, 0)
	}),
	sfnn("SFNN_kp_64_7_16_k29k29", shogiKP, 1710, 64, 7, 16, 841, byKings(29, places29)),
	changed(sfnn("SFNN_kp_256_7_16_c128_s64x2_k3k3", shogiKP, 1710, 256, 7, 16, 9, byKings(3, ranks3)), func(f *format) { f.common, f.shards = 128, 2 }),
	changed(sfnn("SFNN_halfkahm2_128_15_64_progress8ek", shogiHalfKA, 45*1629, 128, 15, 64, 9, func(position string, stage int) int {
		if bothEntered(position) {
			return 8
		}
		return stage * 8 / 256
	}), func(f *format) { f.external = true }),
}

// smallFormat is the small network of Stockfish 16.1 to 18.
var smallFormat = stacked("small", 128)

// formatNamed returns the format of a name.
func formatNamed(t *testing.T, name string) format {
	t.Helper()
	for _, f := range formats {
		if f.name == name {
			return f
		}
	}
	t.Fatalf("there is no format %q", name)
	return format{}
}

// reduced returns a format with few neurons.
func (f format) reduced(t *testing.T) format {
	hidden := min(f.hidden, 16)
	if f.pairs != nil {
		hidden = 128
	}
	if f.shards > 0 || f.hidden == hidden {
		return f
	}
	a := *f.architecture(t)
	a.Hidden, f.hidden = hidden, hidden
	f.reducedTo = &a
	return f
}

// architecture returns our description of a format.
func (f format) architecture(t *testing.T) *foreign.Architecture {
	t.Helper()
	if f.reducedTo != nil {
		return f.reducedTo
	}
	for _, a := range f.game.Foreign {
		if a.Origin == f.name || f.name == smallFormat.name && a.SmallFor != "" {
			return a
		}
		if named, err := a.Named(f.name); err == nil {
			return named
		}
	}
	t.Fatalf("ours does not know %s", f.name)
	return nil
}

// write returns the path of the network file of a format in the folder of networks, or
// of one with random weights that only the format determines, and what stands beside it.
func (f format) write(t *testing.T) string {
	t.Helper()
	name := "nn.bin"
	if f.game.Name == games.Chess().Name {
		name = "random.nnue"
	}
	folder := strings.ReplaceAll(f.name, " ", "-")
	if all := os.Getenv(netsVariable); all != "" && f.reducedTo == nil {
		file, err := filepath.Abs(filepath.Join(all, folder, name))
		must.OK(t, err)
		if _, err := os.Stat(file); err == nil {
			return file
		}
	}
	folder = filepath.Join(t.TempDir(), folder)
	must.OK(t, os.Mkdir(folder, 0o777))
	file := filepath.Join(folder, name)
	n := foreign.Random(f.architecture(t), 1)
	data, err := n.File()
	must.OK(t, err)
	must.Write(t, file, data)
	if f.external {
		f.writeProgress(t, folder)
	}
	return file
}
