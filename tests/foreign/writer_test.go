package foreign

import (
	"bufio"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// netsVariable names a folder of networks to use instead of random ones.
const netsVariable = "NITORYU_NETS"

// network returns the path of the network file of that name in the folder of networks, or
// of one with random weights, which only the name determines.
func network(t *testing.T, name string) string {
	t.Helper()
	if folder := os.Getenv(netsVariable); folder != "" {
		file, err := filepath.Abs(filepath.Join(folder, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(file); err == nil {
			return file
		}
	}
	file := filepath.Join(t.TempDir(), filepath.Base(name))
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	var seed [32]byte
	copy(seed[:], name)
	w := &writer{Writer: bufio.NewWriterSize(f, 1<<20), random: rand.NewChaCha8(seed)}
	randomNets[name](w)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return file
}

// randomNets write networks by their names. Sums of their weights neither overflow nor
// leave all activations at one end of their range, and the ends of the weights' range
// occur, except in the first layer: Stockfish 15 for AVX2 saturates its sums of four.
var randomNets = map[string]func(*writer){
	"halfkp_256x2-32-32/nn.bin":  func(w *writer) { w.halfKP(81*1548, 256, 32, 32, 4, 0x5D69D7B8, 0x63337156) },
	"halfkp_512x2-16-32/nn.bin":  func(w *writer) { w.halfKP(81*1548, 512, 16, 32, 3, 0x5D69D1B8, 0x633376CA) },
	"halfkp_512x2-8-64/nn.bin":   func(w *writer) { w.halfKP(81*1548, 512, 8, 64, 3, 0x5D69D1B8, 0x633376A4) },
	"halfkp_1024x2-8-32/nn.bin":  func(w *writer) { w.halfKP(81*1548, 1024, 8, 32, 2, 0x5D69DDB8, 0x63336A54) },
	"sfnn-1536/nn.bin":           (*writer).sfnn,
	"stockfish-12/random.nnue":   func(w *writer) { w.halfKP(64*641, 256, 32, 32, 4, 0x5D69D7B8, 0x63337156) },
	"stockfish-15/random.nnue":   func(w *writer) { w.halfKA(15) },
	"stockfish-15.1/random.nnue": func(w *writer) { w.halfKA(30) },
}

// writer writes random networks.
type writer struct {
	*bufio.Writer
	random *rand.ChaCha8
}

// bell is roughly a normal distribution with mean 0 and deviation 32.
var bell = func() (table [256]int) {
	for i := range table {
		table[i] = 23*(bits.OnesCount(uint(i))-4) + i%23 - 11
	}
	return table
}()

// around returns a random number. Once in 256 it is far off: limit or -limit-1.
func (w *writer) around(deviation, limit int) int {
	r := w.random.Uint64()
	if limit > 0 && r>>16&255 == 0 {
		return int(r>>24&1)*(2*limit+1) - limit - 1
	}
	return bell[r&255] * deviation / 32
}

func (w *writer) u32(v uint32) { _ = binary.Write(w, binary.LittleEndian, v) }

func (w *writer) header(version, hash uint32, description string) {
	w.u32(version)
	w.u32(hash)
	w.u32(uint32(len(description)))
	_, _ = w.WriteString(description)
}

func (w *writer) shorts(n, mean, deviation, limit int) {
	for range n {
		v := mean + w.around(deviation, limit)
		_ = w.WriteByte(byte(v))
		_ = w.WriteByte(byte(v >> 8))
	}
}

// layers writes the three layers of a stack. Inputs that only pad have no weight: peers
// read garbage there.
func (w *writer) layers(inputs, first, inner, second, deviation int) {
	for i, size := range [][4]int{{inputs, first, deviation, 0}, {inner, second, 640 / inner, 127}, {second, 1, 30, 127}} {
		for range size[1] {
			w.u32(uint32(int32(1250*(2-i) + w.around(2000, 0))))
		}
		for range size[1] {
			for in := range (size[0] + 31) / 32 * 32 {
				weight := 0
				if in < size[0] {
					weight = w.around(size[2], size[3])
				}
				_ = w.WriteByte(byte(weight))
			}
		}
	}
}

func (w *writer) halfKP(inputs, half, hidden, second, deviation int, features, layers uint32) {
	w.header(0x7AF32F16, features^layers, "random")
	w.u32(features)
	w.shorts(half, 40, 30, 0)
	w.shorts(inputs*half, 0, 12, 100)
	w.u32(layers)
	w.layers(2*half, hidden, hidden, second, deviation)
}

// halfKA writes the format that Stockfish 15 and 15.1 share; they differ in how many inputs
// of the second layer are used.
func (w *writer) halfKA(inner int) {
	w.header(0x7AF32F20, 0x1C102EF2, "random")
	w.u32(0x7F2344B8)
	w.shorts(1024, 40, 30, 0)
	w.shorts(22528*1024, 0, 13, 100)
	for range 22528 * 8 {
		w.u32(uint32(int32(w.around(1500, 20000))))
	}
	for range 8 {
		w.u32(0x63336A4A)
		w.layers(1024, 16, inner, 32, 5)
	}
}

func (w *writer) sfnn() {
	w.header(0x7AF32F16, 0x3C203B32, "ModelType=SFNNWithoutPsqt;Features=HalfKA_hm2(Friend)[73305->1536x2],Network=SFNN-1536{LayerStack=9}")
	w.u32(0x5F134AB8)
	w.packed(1536, 40, 30, 0)
	w.packed(45*1629*1536, 0, 12, 100)
	for range 9 {
		w.u32(0x6333718A)
		w.layers(1536, 16, 30, 32, 4)
	}
}

// packed writes signed numbers of up to fourteen bits in LEB128.
func (w *writer) packed(n, mean, deviation, limit int) {
	var out strings.Builder
	for range n {
		v := mean + w.around(deviation, limit)
		if v < -64 || v > 63 {
			out.WriteByte(byte(v) | 128)
			v >>= 7
		}
		out.WriteByte(byte(v) & 127)
	}
	_, _ = w.WriteString("COMPRESSED_LEB128")
	w.u32(uint32(out.Len()))
	_, _ = w.WriteString(out.String())
}
