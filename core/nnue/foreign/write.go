package foreign

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math"
)

// File returns the network as a file and sets its hash. The hashes within the file are
// those of the architecture, and padding is zero: a file that is read and written again
// is the same if its engine wrote it.
//
// A network with Squares of which the second layer ignores all that is not squared is
// written, but may be read as one without; see [Parse].
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
	file := make([]byte, 0, 12+len(n.Description)+a.plainBytes())
	file = le.AppendUint32(file, a.Version)
	file = le.AppendUint32(file, a.Hash)
	file = le.AppendUint32(file, uint32(len(n.Description)))
	file = append(file, n.Description...)
	file = le.AppendUint32(file, a.TransformerHash)
	if n.Compressed {
		file = appendLEB(appendLEB(file, n.Bias), n.Weights)
		if a.Material > 0 {
			file = appendLEB(file, n.Material)
		}
	} else {
		for _, part := range [][]int16{n.Bias, n.Weights} {
			for _, w := range part {
				file = le.AppendUint16(file, uint16(w))
			}
		}
		for _, w := range n.Material {
			file = le.AppendUint32(file, uint32(w))
		}
	}
	for s := range n.Stacks {
		file = le.AppendUint32(file, a.StackHash)
		for i := range n.Stacks[s] {
			file = n.Stacks[s][i].append(file)
		}
	}
	n.Hash = hash(file)
	return file, nil
}

// append appends a dense layer to a file.
func (l *Layer) append(file []byte) []byte {
	for _, b := range l.Bias {
		file = binary.LittleEndian.AppendUint32(file, uint32(b))
	}
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
