package nnue

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// The quantisation: QA is an activation of 1, QB an output weight of 1. Output weights
// are at most MaxOutputWeight, so that their products with neurons fit in 16 bits.
const (
	QA              = 255
	QB              = 64
	MaxOutputWeight = 127
)

// Limits of network sizes. The number of hidden neurons is a multiple of HiddenStep, so
// that kernels need no remainder loop.
const (
	HiddenStep = 32
	MaxHidden  = 2048
	MaxInputs  = 1 << 16
	MaxBuckets = 16
)

// Header says what a network is and where it comes from.
type Header struct {
	Game    string   `json:"game"`           // "chess" or "shogi"
	Inputs  string   `json:"inputs"`         // FeatureSet.Name
	Count   int      `json:"count"`          // number of inputs
	Hidden  int      `json:"hidden"`         // neurons of each side's accumulator
	Buckets int      `json:"buckets"`        // output layers
	Scale   int      `json:"scale"`          // evaluation of an output of 1
	Name    string   `json:"name"`           // for people
	Command string   `json:"command"`        // training command
	Data    string   `json:"data"`           // training data
	Note    string   `json:"note,omitempty"` // what else people should know, such as who the teacher was
	Parents []string `json:"parents"`        // hashes of the networks that played the training data
}

// Network is a quantised network. FeatureSet -> Hidden, once for each side, SCReLU
// (clamped to 0 .. QA and squared), then one of Buckets outputs that reads the
// accumulator of the side to move first. It does not change once made, and is shared by
// threads.
type Network struct {
	Header
	Hash string // SHA-256 of the file in hexadecimal digits

	Weights    []int16 // [Count][Hidden], of QA
	Bias       []int16 // [Hidden], of QA
	Output     []int16 // [Buckets][2][Hidden], of QB; own side first
	OutputBias []int32 // [Buckets], of QA * QB
}

// magic starts every network file; the number is the version of the format.
const magic = "nitoryu net 1\n"

// A file is magic, the length of the header in four bytes, the header in JSON,
// Weights, Bias, Output and OutputBias in the order of the fields, and SHA-256 of all
// that. Numbers are little-endian.

// Parse reads a network file. The error says what is wrong with it.
func Parse(file []byte) (*Network, error) {
	rest, ok := bytes.CutPrefix(file, []byte(magic))
	if !ok {
		return nil, errors.New("this is no network of Nitoryu's")
	}
	if len(rest) < 4 || uint64(len(rest)) < 4+uint64(binary.LittleEndian.Uint32(rest)) {
		return nil, errors.New("the network file is cut short")
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
	if want := n.Header.bytes() + sha256.Size; len(body) != want {
		return nil, fmt.Errorf("the network file has %d bytes after its header, which asks for %d", len(body), want)
	}
	hash := sha256.Sum256(file[:len(file)-sha256.Size])
	if !bytes.Equal(hash[:], file[len(file)-sha256.Size:]) {
		return nil, errors.New("the network file is damaged: its checksum is wrong")
	}
	n.Hash = hex.EncodeToString(hash[:])
	n.allocate()
	for _, part := range [][]int16{n.Weights, n.Bias, n.Output} {
		for i := range part {
			part[i] = int16(binary.LittleEndian.Uint16(body[2*i:]))
		}
		body = body[2*len(part):]
	}
	for i := range n.OutputBias {
		n.OutputBias[i] = int32(binary.LittleEndian.Uint32(body[4*i:]))
	}
	if err := n.checkWeights(); err != nil {
		return nil, err
	}
	return n, nil
}

// New returns a network with all weights zero, or an error if the sizes in the
// header are out of range.
func New(h Header) (*Network, error) {
	if err := h.check(); err != nil {
		return nil, err
	}
	n := &Network{Header: h}
	n.allocate()
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
	file := append(make([]byte, 0, len(magic)+4+len(header)+n.bytes()+sha256.Size), magic...)
	file = binary.LittleEndian.AppendUint32(file, uint32(len(header)))
	file = append(file, header...)
	for _, part := range [][]int16{n.Weights, n.Bias, n.Output} {
		for _, w := range part {
			file = binary.LittleEndian.AppendUint16(file, uint16(w))
		}
	}
	for _, w := range n.OutputBias {
		file = binary.LittleEndian.AppendUint32(file, uint32(w))
	}
	hash := sha256.Sum256(file)
	n.Hash = hex.EncodeToString(hash[:])
	return append(file, hash[:]...), nil
}

// Label returns the name of the network and the first digits of its hash.
func (n *Network) Label() string {
	return strings.TrimSpace(n.Name + " " + n.Hash[:min(8, len(n.Hash))])
}

// check reports sizes out of range.
func (h *Header) check() error {
	switch {
	case h.Count < 1 || h.Count > MaxInputs:
		return fmt.Errorf("a network has 1 to %d inputs, not %d", MaxInputs, h.Count)
	case h.Hidden < HiddenStep || h.Hidden > MaxHidden || h.Hidden%HiddenStep != 0:
		return fmt.Errorf("a network has %d to %d hidden neurons, a multiple of %d, not %d", HiddenStep, MaxHidden, HiddenStep, h.Hidden)
	case h.Buckets < 1 || h.Buckets > MaxBuckets:
		return fmt.Errorf("a network has 1 to %d output buckets, not %d", MaxBuckets, h.Buckets)
	case h.Scale < 1 || h.Scale > 10000:
		return fmt.Errorf("the scale of a network is 1 to 10000, not %d", h.Scale)
	}
	return nil
}

// bytes returns the size of the weights in a file.
func (h *Header) bytes() int {
	return 2*(h.Count*h.Hidden+h.Hidden+2*h.Buckets*h.Hidden) + 4*h.Buckets
}

// allocate allocates the weights.
func (n *Network) allocate() {
	n.Weights = Aligned[int16](n.Count * n.Hidden)
	n.Bias = Aligned[int16](n.Hidden)
	n.Output = Aligned[int16](2 * n.Buckets * n.Hidden)
	n.OutputBias = make([]int32, n.Buckets)
}

// checkWeights reports numbers of weights that do not fit the sizes, and weights with
// which products could overflow.
func (n *Network) checkWeights() error {
	if len(n.Weights) != n.Count*n.Hidden || len(n.Bias) != n.Hidden || len(n.Output) != 2*n.Buckets*n.Hidden || len(n.OutputBias) != n.Buckets {
		return errors.New("the weights of the network are not as many as its header says")
	}
	for i, w := range n.Output {
		if w < -MaxOutputWeight || w > MaxOutputWeight {
			return fmt.Errorf("output weight %d is %d, beyond %d", i, w, MaxOutputWeight)
		}
	}
	return nil
}
