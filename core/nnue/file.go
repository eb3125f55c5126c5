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
	"unsafe"
)

// A file begins with the version of its format, the length of the header in four bytes
// and the header in JSON. Then come Weights, Bias, Output and OutputBias in the order of
// the fields, or of each layer of each stack weights and biases, and SHA-256 of all that.
// Version 1 has numbers of the fields' size, little-endian. Version 2 has varints as in
// encoding/binary, which take about half of that, and Weights divided by Header.Step. Version 3 is
// written where rows of Weights resemble those some inputs before them, as those of a king's next
// place do: how many inputs stands behind the header, as a uvarint, and rows have the differences, which
// compress well. Its checksum is that of version 2, so that a network has the same hash in both.
const (
	plainMagic   = "nitoryu net 1\n"
	packedMagic  = "nitoryu net 2\n"
	likenedMagic = "nitoryu net 3\n"
)

var (
	errShort   = errors.New("the network file is cut short")
	errDamaged = errors.New("the network file is damaged: its checksum is wrong")
)

// versionOf returns the version of a file, 0 if it has none, and what follows.
func versionOf(file []byte) (version int, rest []byte) {
	for i, magic := range []string{plainMagic, packedMagic, likenedMagic} {
		if rest, ok := bytes.CutPrefix(file, []byte(magic)); ok {
			return i + 1, rest
		}
	}
	return 0, nil
}

// Parse reads a network file. The error says what is wrong with it.
func Parse(file []byte) (*Network, error) {
	version, rest := versionOf(file)
	if version == 0 {
		return nil, errors.New("this is no network of Nitoryu's")
	}
	if len(rest) < 4 || uint64(len(rest)) < 4+uint64(binary.LittleEndian.Uint32(rest)) {
		return nil, errShort
	}
	size := int(binary.LittleEndian.Uint32(rest))
	n := new(Network)
	header := rest[4 : 4+size]
	if err := n.Header.read(header); err != nil {
		return nil, fmt.Errorf("the header of the network file cannot be read: %w", err)
	}
	if err := n.Header.check(); err != nil {
		return nil, err
	}
	body := rest[4+size:]
	if want := n.Header.bytes() + sha256.Size; version == 1 && len(body) != want {
		return nil, fmt.Errorf("the network file has %d bytes after its header, which asks for %d", len(body), want)
	}
	if least := n.Header.numbers() + sha256.Size; len(body) < least {
		return nil, fmt.Errorf("the network file has %d bytes after its header, which asks for %d or more", len(body), least)
	}
	text, told := file[:len(file)-sha256.Size], file[len(file)-sha256.Size:]
	if version < 3 {
		if hash := sha256.Sum256(text); !bytes.Equal(hash[:], told) {
			return nil, errDamaged
		}
	}
	if version == 1 {
		n.Step = 0 // it has none
	}
	n.allocate()
	r := weightReader{body: body[:len(body)-sha256.Size], packed: version > 1}
	if version == 3 {
		readLikened(&r, n)
	} else {
		readWeights(&r, n.Weights, n.step())
	}
	n.eachPart(
		func(part []int8) { readWeights(&r, part, 1) },
		func(part []int16) { readWeights(&r, part, 1) },
		func(part []int32) { readWeights(&r, part, 1) },
	)
	if r.err == nil && len(r.body) > 0 {
		r.err = fmt.Errorf("the network file has %d bytes too many after its weights", len(r.body))
	}
	if r.err != nil {
		return nil, r.err
	}
	if version == 3 {
		if hash := sha256.Sum256(n.packed(header)); !bytes.Equal(hash[:], told) {
			return nil, errDamaged
		}
	}
	n.Hash = hex.EncodeToString(told)
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
	file := n.packed(header)
	hash := sha256.Sum256(file)
	n.Hash = hex.EncodeToString(hash[:])
	if like := n.like(); like > 0 {
		file = n.likened(header, like)
	}
	return append(file, hash[:]...), nil
}

// packed returns a file of version 2 with some header, without its checksum.
func (n *Network) packed(header []byte) []byte {
	return n.appendParts(appendWeights(n.head(packedMagic, header), n.Weights, n.step()))
}

// likened returns a file of version 3 without its checksum.
func (n *Network) likened(header []byte, like int) []byte {
	before, step := like*n.Hidden, int16(n.step())
	file := binary.AppendUvarint(n.head(likenedMagic, header), uint64(like))
	file = appendWeights(file, n.Weights[:before], n.step())
	for i, w := range n.Weights[before:] {
		file = binary.AppendVarint(file, int64(w/step-n.Weights[i]/step)) // wraps around, as the sum does when it is read
	}
	return n.appendParts(file)
}

// head returns the begin of a file, with room for the rest.
func (n *Network) head(magic string, header []byte) []byte {
	file := append(make([]byte, 0, len(magic)+4+len(header)+n.bytes()+sha256.Size), magic...)
	return append(binary.LittleEndian.AppendUint32(file, uint32(len(header))), header...)
}

// appendParts appends what stands behind the weights of inputs.
func (n *Network) appendParts(file []byte) []byte {
	n.eachPart(
		func(part []int8) { file = appendWeights(file, part, 1) },
		func(part []int16) { file = appendWeights(file, part, 1) },
		func(part []int32) { file = appendWeights(file, part, 1) },
	)
	return file
}

// mostLike bounds how often rows resemble earlier ones: once for each place of a king that counts.
const mostLike = 64

// like returns after how many inputs rows of weights resemble earlier ones most, 0 if none do.
func (n *Network) like() (best int) {
	const sample = 16 // neurons, which tell enough
	least := 0
	for times := 1; times <= mostLike; times++ { // 1 stands for the weights themselves
		if n.Count%times != 0 {
			continue
		}
		period, sum := n.Count/times, 0
		for row := range n.Count {
			for i := row * n.Hidden; i < row*n.Hidden+sample; i++ {
				w := int(n.Weights[i])
				if row >= period {
					w -= int(n.Weights[i-period*n.Hidden])
				}
				sum += max(w, -w)
			}
		}
		switch {
		case times == 1:
			least = sum
		case sum < least:
			least, best = sum, period
		}
	}
	return best
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

// eachPart calls a function with what stands behind the weights of inputs in a file, part by part.
func (n *Network) eachPart(small func([]int8), middle func([]int16), large func([]int32)) {
	middle(n.Bias)
	middle(n.Output)
	large(n.OutputBias)
	for _, s := range n.Stacks {
		for i := range s {
			small(s[i].Weights)
			large(s[i].Bias)
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
		size := int(unsafe.Sizeof(T(0)))
		for i := range part {
			var x uint32
			for k := range size {
				x |= uint32(r.body[k]) << (8 * k)
			}
			part[i] = T(x)
			r.body = r.body[size:]
		}
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

// readLikened fills the weights of inputs from a file of version 3.
func readLikened(r *weightReader, n *Network) {
	like, size := binary.Uvarint(r.body)
	switch {
	case size <= 0:
		r.err = errShort
		return
	case like < 1 || like >= uint64(n.Count):
		r.err = fmt.Errorf("rows of the network file resemble those %d inputs before them, of %d", like, n.Count)
		return
	}
	r.body = r.body[size:]
	readWeights(r, n.Weights, 1)
	before, step := int(like)*n.Hidden, n.step()
	for i, x := range n.Weights[before:] {
		n.Weights[before+i] = x + n.Weights[i]
	}
	for i, x := range n.Weights {
		if n.Weights[i] = x * int16(step); r.err == nil && int(n.Weights[i])/step != int(x) {
			r.err = fmt.Errorf("a weight of the network file is %d, which is too large", x)
		}
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
