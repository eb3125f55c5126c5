package foreign

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

// reference is the arithmetic of the original engines as plainly as possible: every sum
// computed anew, in integers of any size, from the text of the position. It says whether
// an evaluator differs from a peer because of a wrong idea of the format or because of a
// slip in fast code, and stands in for a peer that is not there.
func reference(t *testing.T, f format, file, _ string) func(core.Position) numbers {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	net, err := f.parse(data)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if f.external {
		if data, err = os.ReadFile(filepath.Join(filepath.Dir(file), "progress.bin")); err != nil {
			t.Fatal(err)
		}
		net.progress = make([]int, 1, 1+len(data)/8)
		for ; len(data) > 0; data = data[8:] {
			net.progress = append(net.progress, int(math.Round(65536*math.Float64frombits(binary.LittleEndian.Uint64(data)))))
		}
	}
	return func(p core.Position) numbers { return net.evaluate(p.String()) }
}

// net is a network of a format.
type net struct {
	format
	bias     []int16
	weights  []int16   // bias-sized rows
	related  [2][]int8 // the same for pairs
	psqt     []int32   // rows of eight, of pairs first
	progress []int     // a bias and a weight for each input of HalfKP
	layers   [][3]dense
}

// dense is a layer: weights has a row of len(weights)/len(bias) for each output, and rows
// are padded to a multiple of 32 inputs.
type dense struct {
	bias    []int32
	weights []int8
}

// apply computes the outputs. Inputs that an output does not see have no weight.
func (d dense) apply(in []int, sees func(output, input int) bool) []int {
	out := make([]int, len(d.bias))
	width := len(d.weights) / len(d.bias)
	for o := range out {
		out[o] = int(d.bias[o])
		for i, x := range in {
			if x != 0 && (sees == nil || sees(o, i)) {
				out[o] += x * int(d.weights[o*width+i])
			}
		}
	}
	return out
}

func clamp(x, most int) int { return max(0, min(most, x)) }

// clipped is the usual activation: 64 in the weights are 1, and 127 in the activations.
func clipped(in []int, shift int) (out []int) {
	for _, x := range in {
		out = append(out, clamp(x>>shift, 127))
	}
	return out
}

func squared(in []int, shift int) (out []int) {
	for _, x := range in {
		out = append(out, int(min(127, int64(x)*int64(x)>>(2*shift+7))))
	}
	return out
}

// evaluate computes what the network says of a FEN or SFEN.
func (n *net) evaluate(position string) (result numbers) {
	width := n.hidden
	var first []int
	var material [8]int
	var pairs [2][]int
	if n.pairs != nil {
		pairs = n.pairs(position)
	}
	related := 0
	for _, part := range n.parts {
		related += part
	}
	for side, active := range n.inputs(position) {
		sums := make([]int, width)
		for i := range sums {
			sums[i] = int(n.bias[i])
			for _, index := range active {
				sums[i] += int(n.weights[index*width+i])
			}
			for _, index := range pairs[side] {
				part := n.related[0]
				if index >= n.parts[0] {
					part, index = n.related[1], index-n.parts[0]
				}
				sums[i] += int(part[index*width+i])
			}
			limit := 127
			if n.limit != 0 {
				limit = n.limit
			}
			sums[i] = clamp(sums[i], limit)
		}
		if n.limit != 0 {
			for i := range width / 2 {
				sums[i] = sums[i] * sums[i+width/2] >> n.shift
			}
			sums = sums[:width/2]
		}
		first = append(first, sums...)
		if n.material {
			for _, index := range pairs[side] {
				for b := range material {
					material[b] += (1 - 2*side) * int(n.psqt[index*8+b])
				}
			}
			for _, index := range active {
				for b := range material {
					material[b] += (1 - 2*side) * int(n.psqt[(related+index)*8+b])
				}
			}
		}
	}
	if !n.material {
		stack := 0
		if n.stack != nil {
			stack = n.stack(position, n.gone(position))
		}
		return numbers{output: n.propagate(n.layers[stack], first)}
	}
	for b, stack := range n.layers {
		result.rows = append(result.rows, row{material[b] / 2, n.propagate(stack, first)})
	}
	return result
}

// gone returns how much of the game is gone, 0 to 255.
func (n *net) gone(position string) int {
	if n.progress == nil {
		return 0
	}
	sum := n.progress[0]
	for _, active := range shogiHalfKP(position) {
		for _, index := range active {
			sum += n.progress[1+index]
		}
	}
	for stage := 255; stage > 0; stage-- {
		p := float64(stage) / 256
		if float64(sum) >= math.Round(65536*math.Log(p/(1-p))) {
			return stage
		}
	}
	return 0
}

// propagate runs the layers.
func (n *net) propagate(layers [3]dense, first []int) int {
	var sees func(output, input int) bool
	if n.shards > 0 {
		sees = func(output, input int) bool {
			size := (n.hidden - n.common) / n.shards
			return input < n.common || (input-n.common)/size == output/(n.first/n.shards)
		}
	}
	hidden := layers[0].apply(first, sees)
	if n.connected {
		all := append(squared(hidden, 7), clipped(hidden, 7)...)
		second := layers[1].apply(all, nil)
		all = append(append(all, squared(second, 6)...), clipped(second, 6)...)
		return (layers[2].apply(all, nil)[0] + hidden[len(hidden)-2] - hidden[len(hidden)-1]) * 9600 / 16384
	}
	forwarded := 0
	if n.forward != nil { // the last output goes past the other layers
		last := len(hidden) - 1
		forwarded, hidden = n.forward(hidden[last]), hidden[:last]
	}
	second := clipped(hidden, 6)
	if n.squares {
		second = append(squared(hidden, 6), second...)
	}
	return layers[2].apply(clipped(layers[1].apply(second, nil), 6), nil)[0] + forwarded
}

// parse reads a file of a format.
func (f format) parse(data []byte) (*net, error) {
	r := &reader{data: data}
	r.u32()
	r.u32()
	r.bytes(int(r.u32()))
	n := &net{format: f}
	r.u32()
	n.bias = numbersOf[int16](r, f.hidden, f.packed)
	for i, part := range f.parts {
		n.related[i] = read[int8](r, part*f.hidden)
		if len(f.parts) > 1 {
			n.psqt = append(n.psqt, numbersOf[int32](r, 8*part, f.packed)...)
		}
	}
	n.weights = numbersOf[int16](r, f.count*f.hidden, f.packed)
	if f.material {
		count := f.count
		if len(f.parts) == 1 {
			count += f.parts[0]
		}
		n.psqt = append(n.psqt, numbersOf[int32](r, 8*count, f.packed)...)
	}
	if f.progress {
		r.u32()
		for _, w := range read[int32](r, 1+81*1548) {
			n.progress = append(n.progress, int(w))
		}
	}
	inputs, third := f.hidden, f.second
	if f.limit == 0 {
		inputs *= 2
	}
	if f.connected {
		third = f.inner + 2*f.second
	}
	for range f.stacks {
		var layers [3]dense
		r.u32()
		for i, size := range [][2]int{{inputs, f.first}, {f.inner, f.second}, {third, 1}} {
			layers[i] = dense{read[int32](r, size[1]), read[int8](r, size[1]*((size[0]+31)/32*32))}
		}
		n.layers = append(n.layers, layers)
	}
	if r.failed || len(r.data) > 0 {
		return nil, fmt.Errorf("the length is wrong: %d bytes left", len(r.data))
	}
	return n, nil
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

// numbersOf reads numbers that may be packed.
func numbersOf[T int16 | int32](r *reader, n int, packed bool) []T {
	if packed {
		return unpack[T](r, n)
	}
	return read[T](r, n)
}

// unpack reads signed numbers in LEB128.
func unpack[T int16 | int32](r *reader, n int) []T {
	const magic = "COMPRESSED_LEB128"
	if string(r.bytes(len(magic))) != magic {
		r.failed = true
	}
	data, out := r.bytes(int(r.u32())), make([]T, n)
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
		out[i] = T(value)
	}
	r.failed = r.failed || at != len(data)
	return out
}
