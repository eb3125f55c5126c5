package nnue

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// A file begins with the version of its format, the length of the header in four bytes
// and the header in JSON. Then come Weights, Bias, Output and OutputBias in the order of
// the fields, or of each layer of each stack weights and biases, and SHA-256 of all that.
// Version 1 has numbers of the fields' size, little-endian. Version 2 has varints as in
// encoding/binary, which take about half of that, and Weights divided by Header.Step; it is the
// one that is written.
const (
	plainMagic  = "nitoryu net 1\n"
	packedMagic = "nitoryu net 2\n"
)

var errShort = errors.New("the network file is cut short")

// Parse reads a network file. The error says what is wrong with it.
func Parse(file []byte) (*Network, error) {
	rest, packed := bytes.CutPrefix(file, []byte(packedMagic))
	if !packed {
		var plain bool
		if rest, plain = bytes.CutPrefix(file, []byte(plainMagic)); !plain {
			return nil, errors.New("this is no network of Nitoryu's")
		}
	}
	if len(rest) < 4 || uint64(len(rest)) < 4+uint64(binary.LittleEndian.Uint32(rest)) {
		return nil, errShort
	}
	size := int(binary.LittleEndian.Uint32(rest))
	n := new(Network)
	if err := json.Unmarshal(rest[4:4+size], &n.Header); err != nil {
		return nil, fmt.Errorf("the header of the network file cannot be read: %w", err)
	}
	if err := n.Header.check(); err != nil {
		return nil, err
	}
	body := rest[4+size:]
	if want := n.Header.bytes() + sha256.Size; !packed && len(body) != want {
		return nil, fmt.Errorf("the network file has %d bytes after its header, which asks for %d", len(body), want)
	}
	if least := n.Header.numbers() + sha256.Size; len(body) < least {
		return nil, fmt.Errorf("the network file has %d bytes after its header, which asks for %d or more", len(body), least)
	}
	hash := sha256.Sum256(file[:len(file)-sha256.Size])
	if !bytes.Equal(hash[:], file[len(file)-sha256.Size:]) {
		return nil, errors.New("the network file is damaged: its checksum is wrong")
	}
	n.Hash = hex.EncodeToString(hash[:])
	if !packed {
		n.Step = 0 // version 1 has none
	}
	n.allocate()
	r := weightReader{body: body[:len(body)-sha256.Size], packed: packed}
	n.eachPart(
		func(part []int8, _ int) { readWeights(&r, part, 1) },
		func(part []int16, step int) { readWeights(&r, part, step) },
		func(part []int32, _ int) { readWeights(&r, part, 1) },
	)
	if r.err == nil && len(r.body) > 0 {
		r.err = fmt.Errorf("the network file has %d bytes too many after its weights", len(r.body))
	}
	if r.err != nil {
		return nil, r.err
	}
	if err := n.checkWeights(); err != nil {
		return nil, err
	}
	return n, nil
}

// File returns the network as a file and sets its hash.
func (n *Network) File() ([]byte, error) {
	if err := n.checkWeights(); err != nil {
		return nil, err
	}
	header, err := json.Marshal(&n.Header)
	if err != nil {
		return nil, err
	}
	file := append(make([]byte, 0, len(packedMagic)+4+len(header)+n.bytes()+sha256.Size), packedMagic...)
	file = binary.LittleEndian.AppendUint32(file, uint32(len(header)))
	file = append(file, header...)
	n.eachPart(
		func(part []int8, _ int) { file = appendWeights(file, part, 1) },
		func(part []int16, step int) { file = appendWeights(file, part, step) },
		func(part []int32, _ int) { file = appendWeights(file, part, 1) },
	)
	hash := sha256.Sum256(file)
	n.Hash = hex.EncodeToString(hash[:])
	return append(file, hash[:]...), nil
}

// Coarsen rounds the weights of inputs to multiples of a step, 0 to MaxStep, which makes the file
// smaller. It is for a network that is not in use yet.
func (n *Network) Coarsen(step int) error {
	h := n.Header
	h.Step = step
	if err := h.check(); err != nil {
		return err
	}
	n.Header = h
	if unit := float64(n.step()); unit > 1 {
		for i, w := range n.Weights {
			most := math.Floor(math.MaxInt16/unit) * unit
			n.Weights[i] = int16(max(-most, min(most, math.RoundToEven(float64(w)/unit)*unit)))
		}
	}
	return nil
}

// eachPart calls a function with all weights of a file, part by part in its order, and what they
// are multiples of.
func (n *Network) eachPart(small func([]int8, int), middle func([]int16, int), large func([]int32, int)) {
	middle(n.Weights, n.step())
	middle(n.Bias, 1)
	middle(n.Output, 1)
	large(n.OutputBias, 1)
	for _, s := range n.Stacks {
		for i := range s {
			small(s[i].Weights, 1)
			large(s[i].Bias, 1)
		}
	}
}

// A weight is a number of a file.
type weight interface{ int8 | int16 | int32 }

// A weightReader reads numbers from what is left of a file, until there is an error.
type weightReader struct {
	body   []byte
	packed bool
	err    error
}

// readWeights fills a part from a file, which has its weights divided by step.
func readWeights[T weight](r *weightReader, part []T, step int) {
	if r.err != nil {
		return
	}
	if !r.packed {
		size := binary.Size(part)
		_, r.err = binary.Decode(r.body[:size], binary.LittleEndian, part)
		r.body = r.body[size:]
		return
	}
	for i := range part {
		x, size := binary.Varint(r.body)
		if size <= 0 {
			r.err = errShort
			return
		}
		if part[i] = T(x * int64(step)); int64(part[i])/int64(step) != x {
			r.err = fmt.Errorf("a weight of the network file is %d, which is too large", x)
			return
		}
		r.body = r.body[size:]
	}
}

// appendWeights appends a part to a file, its weights divided by step.
func appendWeights[T weight](file []byte, part []T, step int) []byte {
	for _, x := range part {
		file = binary.AppendVarint(file, int64(x)/int64(step))
	}
	return file
}

// bytes returns the size of the weights in memory, which is that in a file of version 1.
func (h *Header) bytes() int {
	n := 2 * (h.Count*h.Hidden + h.Hidden)
	if len(h.Layers) == 0 {
		return n + 4*h.Buckets*(h.Hidden+1)
	}
	for _, size := range h.LayerSizes() {
		n += h.Buckets * size[1] * (size[0] + 4)
	}
	return n
}

// numbers returns how many weights a file has, which is at least a byte for each in version 2.
func (h *Header) numbers() int {
	n := h.Count*h.Hidden + h.Hidden
	if len(h.Layers) == 0 {
		return n + h.Buckets*(2*h.Hidden+1)
	}
	for _, size := range h.LayerSizes() {
		n += h.Buckets * size[1] * (size[0] + 1)
	}
	return n
}
