package foreign

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math"

	"github.com/nitoryu/nitoryu/core/nnue/dense"
)

// File returns the network as a file and sets its hash. The hashes within the file are
// the hashes of the architecture, and padding is zero: a file that is read and written again
// is the same if its engine wrote it.
//
// A network of which the second layer ignores some inputs is written, but may be read as
// one of an architecture that lacks them; see [Parse].
func (n *Network) File() ([]byte, error) {
	a := n.Architecture
	if a == nil {
		return nil, errors.New("the network has no architecture")
	}
	if err := a.Check(); err != nil {
		return nil, err
	}
	if !n.fits() {
		return nil, errSizes
	}
	if uint64(len(n.Description)) > math.MaxUint32 {
		return nil, errors.New("the description of the network is too long")
	}
	le := binary.LittleEndian
	transformer, stack := a.hashes()
	file := make([]byte, 0, headerBytes+len(n.Description)+a.plainBytes())
	file = le.AppendUint32(file, a.Version)
	file = le.AppendUint32(file, a.hash())
	file = le.AppendUint32(file, uint32(len(n.Description)))
	file = append(file, n.Description...)
	file = le.AppendUint32(file, transformer)
	for _, part := range a.arrays() {
		file = n.append(file, part)
	}
	if a.progressBytes() > 0 {
		file = appendInt32(le.AppendUint32(file, progressHash), n.Progress)
	}
	for s := range n.Stacks {
		file = le.AppendUint32(file, stack)
		for i := range n.Stacks[s] {
			file = appendLayer(file, &n.Stacks[s][i])
		}
	}
	n.Hash = hash(file)
	return file, nil
}

// append appends a part of the transformer to a file.
func (n *Network) append(file []byte, part array) []byte {
	end := part.from + part.count
	switch part.of {
	case pairArray:
		for _, w := range n.Pairs[part.from] {
			file = append(file, byte(w))
		}
		return file
	case materialArray:
		if n.Compressed {
			return appendLEB(file, n.Material[part.from:end])
		}
		return appendInt32(file, n.Material[part.from:end])
	}
	numbers := n.Weights
	if part.of == biasArray {
		numbers = n.Bias
	}
	if n.Compressed {
		return appendLEB(file, numbers[part.from:end])
	}
	for _, w := range numbers[part.from:end] {
		file = binary.LittleEndian.AppendUint16(file, uint16(w))
	}
	return file
}

// appendInt32 appends numbers of 32 bits.
func appendInt32(file []byte, numbers []int32) []byte {
	for _, w := range numbers {
		file = binary.LittleEndian.AppendUint32(file, uint32(w))
	}
	return file
}

// appendLayer appends a dense layer to a file.
func appendLayer(file []byte, l *dense.Weights) []byte {
	file = appendInt32(file, l.Bias)
	var padding [step]byte
	for row := range l.Outputs {
		for _, w := range l.Weights[row*l.Inputs:][:l.Inputs] {
			file = append(file, byte(w))
		}
		file = append(file, padding[:padded(l.Inputs)-l.Inputs]...)
	}
	return file
}

// hash returns SHA-256 of a file in hexadecimal digits.
func hash(file []byte) string {
	sum := sha256.Sum256(file)
	return hex.EncodeToString(sum[:])
}
