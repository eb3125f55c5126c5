package foreign

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// header is what comes before the weights of a file.
type header struct {
	version, hash uint32
	description   string
	end           int // of the header, in bytes
}

// headerBytes is the size of a header without its description.
const headerBytes = 12

// Is reports whether a file looks like a network of another engine: it begins with the
// version number of one, whether or not [Parse] can read the rest.
func Is(file []byte) bool {
	return len(file) >= 4 && slices.Contains(versions[:], binary.LittleEndian.Uint32(file))
}

// Parse reads a file whose architecture is one of the known ones: the one with the
// version of the file whose arrays fill the file to its last byte, if necessary the one
// of these with the hash of the file. Two that differ in nothing but Squares are told
// apart by the second layer: if all its weights are zero where only the one with Squares
// reads them, it is the other. The error says what a file is that cannot be read, or
// what is wrong with it and at which byte.
//
// Sizes are checked before anything is allocated. The network keeps no part of the file.
func Parse(file []byte, known []*Architecture) (*Network, error) {
	for _, a := range known {
		if err := a.Check(); err != nil {
			return nil, err
		}
	}
	h, err := readHeader(file)
	if err != nil {
		return nil, err
	}
	compressed, broken := blocks(file, h.end+4)
	var found []*layout
	for _, a := range known {
		// By its length alone, a file is only recognised in the form that its engine writes.
		if a.Version != h.version || a.Hash != h.hash && (a.Strict || a.Compressed != (len(compressed) > 0)) {
			continue
		}
		if l, err := locate(a, file, h.end, compressed, broken); err == nil {
			found = append(found, l)
		}
	}
	if len(found) == 0 {
		return nil, h.refuse(file, known, compressed, broken)
	}
	l, err := choose(file, h, found)
	if err != nil {
		return nil, err
	}
	if err := l.checkHashes(file, h); err != nil {
		return nil, err
	}
	return l.read(file, h)
}

// readHeader reads a header.
func readHeader(file []byte) (*header, error) {
	if !Is(file) {
		return nil, errors.New("this is not a network file of a known kind")
	}
	if len(file) < headerBytes {
		return nil, fmt.Errorf("the network file ends at byte %d, within its header", len(file))
	}
	le := binary.LittleEndian
	h := &header{version: le.Uint32(file), hash: le.Uint32(file[4:])}
	size := le.Uint32(file[8:])
	if uint64(size) > uint64(len(file)-headerBytes) {
		return nil, fmt.Errorf("the network file ends at byte %d, within its description of %d bytes", len(file), size)
	}
	h.end = headerBytes + int(size)
	h.description = string(file[headerBytes:h.end])
	return h, nil
}

// layout is where the parts of a network of an architecture are in a file.
type layout struct {
	architecture *Architecture
	transformer  int    // where the hash of the transformer is
	arrays       [3]int // where the numbers of its arrays are
	compressed   []block
	stacks       int // where the first stack is
}

// locate returns the layout of a file as one of an architecture, from the end of the
// header on. compressed are the arrays in LEB128 there; broken is what is wrong after
// those.
func locate(a *Architecture, file []byte, at int, compressed []block, broken error) (*layout, error) {
	l := &layout{architecture: a, transformer: at}
	at += 4
	numbers, n := a.arrays()
	if len(compressed) == 0 && broken == nil {
		for i, size := range [3]int{2, 2, 4} {
			l.arrays[i] = at
			at += size * numbers[i]
		}
	} else {
		if len(compressed) < n {
			if broken == nil {
				broken = fmt.Errorf("a compressed array is missing at byte %d", compressed[len(compressed)-1].end)
			}
			return nil, broken
		}
		l.compressed = compressed[:n]
		for i, b := range l.compressed {
			if b.numbers != numbers[i] {
				return nil, fmt.Errorf("the compressed array at byte %d has %d numbers, not %d", b.start, b.numbers, numbers[i])
			}
			l.arrays[i], at = b.start, b.end
		}
	}
	l.stacks = at
	if at += a.Stacks * a.stackBytes(); at != len(file) {
		return nil, fmt.Errorf("the file has %d bytes, not %d", len(file), at)
	}
	return l, nil
}

// choose returns the one of several layouts that is right.
func choose(file []byte, h *header, found []*layout) (*layout, error) {
	if same := slices.DeleteFunc(slices.Clone(found), func(l *layout) bool { return l.architecture.Hash != h.hash }); len(same) > 0 {
		found = same
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) == 2 && differInSquares(found[0].architecture, found[1].architecture):
		plain, squares := found[0], found[1]
		if plain.architecture.Squares {
			plain, squares = squares, plain
		}
		if plain.usesOnly(file, squares.architecture) {
			return plain, nil
		}
		return squares, nil
	}
	var names []string
	for _, l := range found {
		names = append(names, l.architecture.String())
	}
	return nil, fmt.Errorf("the network could be any of %s", strings.Join(names, ", "))
}

// differInSquares reports whether files of two architectures differ in nothing but the
// meaning of the inputs of the second layer.
func differInSquares(a, b *Architecture) bool {
	la, lb := a.layers(), b.layers()
	la[1][0], lb[1][0] = padded(la[1][0]), padded(lb[1][0])
	na, _ := a.arrays()
	nb, _ := b.arrays()
	return a.Squares != b.Squares && la == lb && na == nb && a.Stacks == b.Stacks
}

// usesOnly reports whether the weights of the second layer are zero in all columns that
// this architecture does not use, but another does.
func (l *layout) usesOnly(file []byte, other *Architecture) bool {
	layers := l.architecture.layers()
	from, to := layers[1][0], other.layers()[1][0]
	for s := range l.architecture.Stacks {
		at := l.stacks + s*l.architecture.stackBytes() + 4 + layerBytes(layers[0][0], layers[0][1]) + 4*layers[1][1]
		for range layers[1][1] {
			for _, w := range file[at+from : at+to] {
				if w != 0 {
					return false
				}
			}
			at += padded(from)
		}
	}
	return true
}

// checkHashes reports hashes within the file that a strict architecture does not have,
// and descriptions that contradict one that is not strict.
func (l *layout) checkHashes(file []byte, h *header) error {
	a := l.architecture
	if !a.Strict {
		return contradiction(a, h.description)
	}
	wrong := func(at int, want uint32) error {
		if got := binary.LittleEndian.Uint32(file[at:]); got != want {
			return fmt.Errorf("the network file of %s has the hash %08X at byte %d, not %08X: it is damaged", a, got, at, want)
		}
		return nil
	}
	if err := wrong(l.transformer, a.TransformerHash); err != nil {
		return err
	}
	for s := range a.Stacks {
		if err := wrong(l.stacks+s*a.stackBytes(), a.StackHash); err != nil {
			return err
		}
	}
	return nil
}

// read reads the network.
func (l *layout) read(file []byte, h *header) (*Network, error) {
	sum := make(chan [sha256.Size]byte, 1)
	go func() { sum <- sha256.Sum256(file) }()
	n := newNetwork(l.architecture)
	err := l.readTransformer(file, n)
	hash := <-sum // even after an error: the caller may reuse the file
	if err != nil {
		return nil, fmt.Errorf("the network file of %s is damaged: %w", l.architecture, err)
	}
	n.Description, n.Compressed = h.description, l.compressed != nil
	n.Hash = hex.EncodeToString(hash[:])
	at := l.stacks
	for s := range n.Stacks {
		at += 4
		for i := range n.Stacks[s] {
			at = n.Stacks[s][i].read(file, at)
		}
	}
	return n, nil
}

// readTransformer reads the arrays of the transformer.
func (l *layout) readTransformer(file []byte, n *Network) error {
	if l.compressed == nil {
		readInt16(n.Bias, file[l.arrays[0]:])
		readInt16(n.Weights, file[l.arrays[1]:])
		readInt32(n.Material, file[l.arrays[2]:])
		return nil
	}
	if err := readArray(n.Bias, file, l.compressed[0]); err != nil {
		return err
	}
	if err := readArray(n.Weights, file, l.compressed[1]); err != nil {
		return err
	}
	if len(l.compressed) < 3 {
		return nil
	}
	return readArray(n.Material, file, l.compressed[2])
}

// read reads a dense layer at a place in a file and returns where it ends.
func (l *Layer) read(file []byte, at int) int {
	readInt32(l.Bias, file[at:])
	at += 4 * l.Outputs
	for row := range l.Outputs {
		to := l.Weights[row*l.Inputs:][:l.Inputs]
		for i, w := range file[at:][:l.Inputs] {
			to[i] = int8(w)
		}
		at += padded(l.Inputs)
	}
	return at
}

// readInt16 fills a slice from bytes, of which there may be more.
func readInt16(to []int16, b []byte) {
	b = b[:2*len(to)]
	for len(to) >= 4 && len(b) >= 8 {
		v := binary.LittleEndian.Uint64(b)
		to[0], to[1], to[2], to[3] = int16(v), int16(v>>16), int16(v>>32), int16(v>>48)
		to, b = to[4:], b[8:]
	}
	for i := range to {
		to[i] = int16(binary.LittleEndian.Uint16(b[2*i:]))
	}
}

// readInt32 does so with numbers of 32 bits.
func readInt32(to []int32, b []byte) {
	b = b[:4*len(to)]
	for i := range to {
		to[i] = int32(binary.LittleEndian.Uint32(b[4*i:]))
	}
}
