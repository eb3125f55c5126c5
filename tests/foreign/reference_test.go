package foreign

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

// reference is the arithmetic of the original engines as plainly as possible: every sum
// computed anew, in integers of any size, from the text of the position. It says whether
// an evaluator differs from a peer because of a wrong idea of the format or because of a
// slip in fast code, and stands in for a peer that is not there.
func reference(t *testing.T, g games.Game, file string) func(core.Position) numbers {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	net, err := parseNet(g.Name, data)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return func(p core.Position) numbers { return net.evaluate(p.String()) }
}

// net is a network of any format. The formats differ in where the arrays stand, in the
// inputs and in a few steps of the arithmetic.
type net struct {
	inputs  func(position string) [2][]int // indices of the active inputs, of the side to move first
	bias    []int16
	weights []int16 // bias-sized rows
	psqt    []int32 // rows of eight; none: no material
	stacks  [][3]dense
	stack   func(position string) int
	squares bool // the second layer sees squares as well
	pools   bool // the first layer sees products of the halves of each side
	forward func(x int) int
}

// dense is a layer: weights has a row of len(weights)/len(bias) for each output, and rows
// are padded to a multiple of 32 inputs.
type dense struct {
	bias    []int32
	weights []int8
}

func (d dense) apply(in []int) []int {
	out := make([]int, len(d.bias))
	width := len(d.weights) / len(d.bias)
	for o := range out {
		out[o] = int(d.bias[o])
		for i, x := range in {
			out[o] += x * int(d.weights[o*width+i])
		}
	}
	return out
}

func clamp(x, most int) int { return max(0, min(most, x)) }

// clipped is the usual activation: 64 in the weights are 1, and 127 in the activations.
func clipped(in []int) (out []int) {
	for _, x := range in {
		out = append(out, clamp(x>>6, 127))
	}
	return out
}

func squared(in []int) (out []int) {
	for _, x := range in {
		out = append(out, int(min(127, int64(x)*int64(x)>>19)))
	}
	return out
}

// evaluate computes what the network says of a FEN or SFEN.
func (n *net) evaluate(position string) (result numbers) {
	width := len(n.bias)
	var first []int
	var material [8]int
	for side, active := range n.inputs(position) {
		sums := make([]int, width)
		for i := range sums {
			sums[i] = int(n.bias[i])
			for _, index := range active {
				sums[i] += int(n.weights[index*width+i])
			}
			sums[i] = clamp(sums[i], 127)
		}
		if n.pools {
			for i := range width / 2 {
				sums[i] = sums[i] * sums[i+width/2] / 128
			}
			sums = sums[:width/2]
		}
		first = append(first, sums...)
		if n.psqt != nil {
			for _, index := range active {
				for b := range material {
					material[b] += (1 - 2*side) * int(n.psqt[index*8+b])
				}
			}
		}
	}
	if n.psqt == nil {
		return numbers{output: n.propagate(n.stacks[n.stack(position)], first)}
	}
	for b, stack := range n.stacks {
		result.rows = append(result.rows, row{material[b] / 2, n.propagate(stack, first)})
	}
	return result
}

// propagate runs the layers.
func (n *net) propagate(layers [3]dense, first []int) int {
	hidden := layers[0].apply(first)
	forwarded := 0
	if n.forward != nil { // the last output goes past the other layers
		last := len(hidden) - 1
		forwarded, hidden = n.forward(hidden[last]), hidden[:last]
	}
	second := clipped(hidden)
	if n.squares {
		second = append(squared(hidden), second...)
	}
	return layers[2].apply(clipped(layers[1].apply(second)))[0] + forwarded
}

// parseNet reads a file. Which format it has follows from the game, the version and the
// length.
func parseNet(game string, data []byte) (*net, error) {
	r := &reader{data: data}
	version, _, text := r.u32(), r.u32(), r.u32()
	description := string(r.bytes(int(text)))
	n := &net{stack: func(string) int { return 0 }}
	switch {
	case version == 0x7AF32F20 && game == "chess":
		n.inputs, n.pools, n.squares = chessHalfKA, true, true
		n.forward = func(x int) int { return x * 9600 / 8128 }
		r.u32()
		n.bias, n.weights = read[int16](r, 1024), read[int16](r, 22528*1024)
		n.psqt = read[int32](r, 22528*8)
		for range 8 {
			n.stacks = append(n.stacks, r.stack(1024, 16, 30, 32))
		}
		n.squares = !n.leavesSquaresAlone()
	case version == 0x7AF32F16 && game == "chess":
		n.inputs = chessHalfKP
		r.u32()
		n.bias, n.weights = read[int16](r, 256), read[int16](r, 64*641*256)
		n.stacks = append(n.stacks, r.stack(512, 32, 32, 32))
	case version == 0x7AF32F16 && strings.Contains(description, "SFNN"):
		n.inputs, n.pools, n.squares, n.stack = shogiHalfKA, true, true, kingThirds
		n.forward = func(x int) int { return x }
		r.u32()
		n.bias, n.weights = r.packed(1536), r.packed(45*1629*1536)
		for range 9 {
			n.stacks = append(n.stacks, r.stack(1536, 16, 30, 32))
		}
	case version == 0x7AF32F16:
		half, hidden := 256, 32
		for rows := (len(data) - len(description)) / (2 * 81 * 1548); rows >= 2*half; {
			half, hidden = 2*half, hidden/2
		}
		n.inputs = shogiHalfKP
		r.u32()
		n.bias, n.weights = read[int16](r, half), read[int16](r, 81*1548*half)
		second := 32
		if left := len(r.data); half == 512 && left < 4+16*(4+1024) {
			hidden, second = 8, 64
		}
		n.stacks = append(n.stacks, r.stack(2*half, hidden, hidden, second))
	default:
		return nil, fmt.Errorf("version %X of a network for %s is unknown", version, game)
	}
	if r.failed || len(r.data) > 0 {
		return nil, fmt.Errorf("the length is wrong: %d bytes left", len(r.data))
	}
	return n, nil
}

// leavesSquaresAlone reports whether the second layers have no weights beyond 15 inputs, as
// in Stockfish 15: the file says nothing else about it.
func (n *net) leavesSquaresAlone() bool {
	for _, layers := range n.stacks {
		for i, w := range layers[1].weights {
			if i%32 >= 15 && w != 0 {
				return false
			}
		}
	}
	return true
}

// reader takes numbers off the front of a file.
type reader struct {
	data   []byte
	failed bool
}

func (r *reader) bytes(n int) []byte {
	if n > len(r.data) {
		r.failed = true
		return make([]byte, 4)
	}
	taken := r.data[:n]
	r.data = r.data[n:]
	return taken
}

func (r *reader) u32() uint32 { return binary.LittleEndian.Uint32(r.bytes(4)) }

func read[T int8 | int16 | int32](r *reader, n int) []T {
	out := make([]T, n)
	if err := binary.Read(bytes.NewReader(r.bytes(n*binary.Size(T(0)))), binary.LittleEndian, out); err != nil && !errors.Is(err, io.EOF) {
		r.failed = true
	}
	return out
}

// stack reads three layers behind their hash. The second has 32 outputs in all formats.
func (r *reader) stack(inputs, first, inner, second int) (layers [3]dense) {
	r.u32()
	for i, size := range [][2]int{{inputs, first}, {inner, second}, {second, 1}} {
		layers[i] = dense{read[int32](r, size[1]), read[int8](r, size[1]*((size[0]+31)/32*32))}
	}
	return layers
}

// packed reads signed numbers in LEB128.
func (r *reader) packed(n int) []int16 {
	const magic = "COMPRESSED_LEB128"
	if string(r.bytes(len(magic))) != magic {
		r.failed = true
	}
	data, out := r.bytes(int(r.u32())), make([]int16, n)
	at := 0
	for i := range out {
		value, shift := 0, 0
		for at < len(data) {
			b := data[at]
			at++
			value |= int(b&127) << shift
			shift += 7
			if b < 128 {
				if b&64 != 0 {
					value -= 1 << shift
				}
				break
			}
		}
		out[i] = int16(value)
	}
	r.failed = r.failed || at != len(data)
	return out
}
