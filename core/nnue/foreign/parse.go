package foreign

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/core/nnue/dense"
	"github.com/nitoryu/nitoryu/internal/excerpt"
)

// File is a network file to read.
type File struct {
	Bytes []byte
	// Owner keeps Bytes as they are for as long as it is reachable: the network takes weights
	// from there without a copy where it can. nil: the network keeps no part of Bytes.
	Owner any
	// Architecture is the name of the architecture where something else than the file
	// tells it, and Choice is the name of the way to choose a stack; "": nothing does.
	Architecture, Choice string
	// Progress is a file with the weights of the progress, as floating-point numbers of 64
	// bits, for choices that have them there; nil: there is none.
	Progress []byte
}

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
// version of the file whose arrays fill the file to its last byte. Open sizes are those
// that the file's arrays, its description and its length leave. If several fit, the hash
// of the file decides, then its description. Two of the same layout whose second layer
// reads different numbers of inputs are told apart by the weights: if all are zero where
// only one of them reads, it is the other. The error says what a file is that cannot be
// read, or what is wrong with it and at which byte.
//
// Sizes are checked before anything is allocated.
func Parse(f File, known []*Architecture) (*Network, error) {
	for _, a := range known {
		if !a.open() && a.Check() != nil {
			return nil, a.Check()
		}
	}
	s, err := newScan(f)
	if err != nil {
		return nil, err
	}
	var found []*layout
	for _, a := range known {
		if a.Version != s.version {
			continue
		}
		for _, sized := range s.sized(a) {
			if l, err := s.locate(sized); err == nil {
				found = append(found, l)
			}
		}
	}
	if len(found) == 0 {
		return nil, s.refuse(known)
	}
	l, err := s.choose(found)
	if err != nil {
		return nil, err
	}
	warnings, err := s.checkHashes(l)
	if err != nil {
		return nil, err
	}
	n, err := s.read(l)
	if err == nil {
		n.Warnings = warnings
	}
	return n, err
}

// scan is a file that is being read.
type scan struct {
	File
	*header
	claim      *claim // what the description says, or File.Architecture
	choice     string // of a stack, where something says it
	compressed bool   // whether its first array is
	blocks     map[int]block
	broken     map[int]error
	sha        string // SHA-256
}

// newScan reads the header of a file.
func newScan(f File) (*scan, error) {
	h, err := readHeader(f.Bytes)
	if err != nil {
		return nil, err
	}
	s := &scan{File: f, header: h, claim: claimed(h.description), blocks: map[int]block{}, broken: map[int]error{}}
	if f.Architecture != "" {
		if s.claim = named(f.Architecture); s.claim == nil {
			return nil, fmt.Errorf("%s is no name of an architecture", excerpt.QuoteTo(described, f.Architecture))
		}
	}
	s.compressed = isBlock(f.Bytes, h.end+4)
	switch mode := strings.ToLower(f.Choice); {
	case mode == "" && f.Progress != nil, mode == "auto" && f.Progress != nil:
		s.choice = progressEight
	case mode == "auto", mode == "kingrank9":
		s.choice = "k3k3"
	default:
		s.choice = canonical(strings.FieldsFunc(mode, func(r rune) bool { return r == '_' || r == '-' }))
	}
	if s.choice == "" && s.claim != nil && s.claim.chosen {
		s.choice = s.claim.choice
	}
	return s, nil
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

// block returns the compressed array at a place.
func (s *scan) block(at int) (block, error) {
	if err := s.broken[at]; err != nil {
		return block{}, err
	}
	b, ok := s.blocks[at]
	if !ok {
		var err error
		if b, err = readBlock(s.Bytes, at); err != nil {
			s.broken[at] = err
			return b, err
		}
		s.blocks[at] = b
	}
	return b, nil
}

// sized returns the architectures that a file may be of, for one with open sizes.
func (s *scan) sized(a *Architecture) (list []*Architecture) {
	if !a.open() {
		return []*Architecture{a}
	}
	for _, hidden := range s.hidden(a) {
		seen := map[[2]int][]*Architecture{} // by stacks and whether there is a progress
		for _, c := range a.Choices {
			if c.Name != s.choice && (c.External || s.choice != "" && len(a.Choices) > 1) {
				continue
			}
			key := [2]int{c.Stacks, a.Sized(hidden, 0, 0, c).progressBytes()}
			shapes, ok := seen[key]
			if !ok {
				shapes = s.shapes(a.Sized(hidden, 0, 0, c))
				seen[key] = shapes
			}
			for _, shape := range shapes {
				open := *shape
				open.Name = a.Name
				list = append(list, open.Sized(hidden, shape.First, shape.Second, c))
			}
		}
	}
	return list
}

// hidden returns the numbers of neurons that a file of an architecture may have.
func (s *scan) hidden(a *Architecture) []int {
	count := a.Inputs.Count
	if s.compressed {
		if bias, err := s.block(s.end + 4); err == nil && sane(count, bias.numbers) {
			if weights, err := s.block(bias.end); err == nil && weights.numbers == bias.numbers*count {
				return []int{bias.numbers}
			}
		}
		return nil
	}
	if s.claim != nil && s.claim.hidden > 0 && s.claim.of(a) {
		if sane(count, s.claim.hidden) {
			return []int{s.claim.hidden}
		}
		return nil
	}
	var list []int
	for h := neuronStep; sane(count, h) && s.end+4+2*h*(1+count) < len(s.Bytes); h += neuronStep {
		list = append(list, h)
	}
	// What follows the weights of the inputs is small.
	return list[max(0, len(list)-32):]
}

// sane reports whether this number of inputs can have this number of neurons.
func sane(inputs, hidden int) bool {
	return hidden >= neuronStep && hidden <= maxHidden && hidden%neuronStep == 0 && inputs <= maxWeights/hidden
}

// shapes returns the architectures whose stacks fill the file behind the transformer,
// given all sizes except for the layers.
func (s *scan) shapes(a *Architecture) (list []*Architecture) {
	at, _, err := s.transformer(a)
	if err != nil {
		return nil
	}
	rest := len(s.Bytes) - at - a.progressBytes()
	if rest <= 0 || rest%a.Choice.Stacks != 0 {
		return nil
	}
	each := rest / a.Choice.Stacks
	usual := func(n, claimed int) bool { return n%8 == 0 || n == claimed }
	var first, second int
	if s.claim != nil {
		first, second = s.claim.first, s.claim.second
	}
	ways := [][2]int32{a.Forward}
	if a.Shortcut {
		ways = append(ways, [2]int32{})
	}
	for _, forward := range ways {
		b := *a
		b.Forward = forward
		if s.claim != nil && s.claim.chosen {
			b.Common, b.Shards = s.claim.common, s.claim.shards
		}
		for b.First = 1; b.First <= maxOutputs; b.First++ {
			l := b.layers()
			if layerBytes(l[0][0], b.First) >= each {
				break
			}
			if !usual(b.First, first) {
				continue
			}
			for b.Second = 1; b.Second <= maxOutputs; b.Second++ {
				if usual(b.Second, second) && b.stackBytes() == each && b.Check() == nil {
					shape := b
					list = append(list, &shape)
				}
			}
		}
	}
	return list
}

// layout is where the parts of a network of an architecture are in a file.
type layout struct {
	architecture *Architecture
	arrays       []located
	progress     int // where its hash is
	stacks       int // where the first stack is
}

// located is where an array is.
type located struct {
	array
	at     int
	packed block // zero: it is not compressed
}

// transformer returns where the arrays of an architecture are, and where they end.
func (s *scan) transformer(a *Architecture) (end int, list []located, err error) {
	at := s.end + 4
	for _, part := range a.arrays() {
		l := located{array: part, at: at}
		if s.compressed && part.of != pairArray {
			b, err := s.block(at)
			if err != nil {
				return 0, nil, err
			}
			if b.numbers != part.count {
				return 0, nil, fmt.Errorf("the compressed array at byte %d has %d numbers, not %d", b.start, b.numbers, part.count)
			}
			l.packed, at = b, b.end
		} else {
			at += part.of.bytes() * part.count
		}
		list = append(list, l)
	}
	return at, list, nil
}

// locate returns the layout of a file as one of an architecture.
func (s *scan) locate(a *Architecture) (*layout, error) {
	// By its length alone, a file is only recognised in the form that its engine writes.
	if a.hash() != s.hash && (a.Strict || a.Compressed != s.compressed) {
		return nil, fmt.Errorf("it has the hash %08X, not %08X", s.hash, a.hash())
	}
	end, arrays, err := s.transformer(a)
	if err != nil {
		return nil, err
	}
	l := &layout{architecture: a, arrays: arrays, progress: end, stacks: end + a.progressBytes()}
	if size := l.stacks + a.Choice.Stacks*a.stackBytes(); size != len(s.Bytes) {
		return nil, fmt.Errorf("the file has %d bytes, not %d", len(s.Bytes), size)
	}
	return l, nil
}

// word returns a number of 32 bits.
func (s *scan) word(at int) uint32 { return binary.LittleEndian.Uint32(s.Bytes[at:]) }

// stack returns where a stack is.
func (l *layout) stack(i int) int { return l.stacks + i*l.architecture.stackBytes() }

// choose returns the one of several layouts that is right.
func (s *scan) choose(found []*layout) (*layout, error) {
	keep := func(right func(l *layout) bool) {
		if some := slices.DeleteFunc(slices.Clone(found), func(l *layout) bool { return !right(l) }); len(some) > 0 {
			found = some
		}
	}
	keep(func(l *layout) bool { return l.architecture.hash() == s.hash })
	if s.claim != nil {
		keep(func(l *layout) bool { return s.claim.fits(l.architecture, s.choice) })
	}
	keep(s.consistent)
	most := 0 // the more stacks have the right hash before them, the less it is chance
	for _, l := range found {
		most = max(most, l.architecture.Choice.Stacks)
	}
	keep(func(l *layout) bool { return l.architecture.Choice.Stacks == most })
	keep(func(l *layout) bool {
		return !slices.ContainsFunc(found, func(o *layout) bool { return s.contradicts(l, o) })
	})
	keep(func(l *layout) bool {
		return slices.ContainsFunc(l.architecture.Files, func(digits string) bool { return strings.HasPrefix(s.digest(), digits) })
	})
	keep(func(l *layout) bool { return l.architecture.usual() })
	// Versions of an engine share a layout. The first known one counts for other files.
	if len(found) == 1 || !slices.ContainsFunc(found, func(l *layout) bool { return l.architecture.Files == nil }) {
		return found[0], nil
	}
	var names []string
	for _, l := range found {
		names = append(names, l.architecture.String())
	}
	return nil, fmt.Errorf("the network could be any of %s: its description does not say", strings.Join(names, ", "))
}

// usual reports whether an architecture has sizes that published networks have. Others are
// possible by the length of a file, but not likely.
func (a *Architecture) usual() bool {
	return a.Hidden%64 == 0 && slices.Contains([]int{8, 16, 32}, a.First) && slices.Contains([]int{32, 64, 96}, a.Second)
}

// consistent reports whether the same hash, right or wrong, is before each stack.
func (s *scan) consistent(l *layout) bool {
	for i := range l.architecture.Choice.Stacks {
		if s.word(l.stack(i)) != s.word(l.stacks) {
			return false
		}
	}
	return true
}

// contradicts reports whether the weights say that a file is not of one layout, but of
// another, which has the same parts and whose second layer reads fewer inputs of them, or
// more: those that only the wider one reads are zero, or are not.
func (s *scan) contradicts(l, other *layout) bool {
	from, to := l.architecture.layers()[1][0], other.architecture.layers()[1][0]
	switch {
	case !l.sameParts(other) || from == to:
		return false
	case from < to:
		return !s.ignores(l, from, to)
	}
	return s.ignores(l, to, from)
}

// sameParts reports whether two layouts have equal parts.
func (l *layout) sameParts(other *layout) bool {
	a, b := l.architecture, other.architecture
	la, lb := a.layers(), b.layers()
	la[1][0], lb[1][0] = padded(la[1][0]), padded(lb[1][0])
	return la == lb && l.stacks == other.stacks && a.Choice.Stacks == b.Choice.Stacks
}

// ignores reports whether all weights of the second layer for some of its inputs are zero.
func (s *scan) ignores(l *layout, from, to int) bool {
	layers := l.architecture.layers()
	for i := range l.architecture.Choice.Stacks {
		at := l.stack(i) + 4 + layerBytes(layers[0][0], layers[0][1]) + 4*layers[1][1]
		for range layers[1][1] {
			for _, w := range s.Bytes[at+from : at+to] {
				if w != 0 {
					return false
				}
			}
			at += padded(layers[1][0])
		}
	}
	return true
}

// digest returns the SHA-256 of the file in hexadecimal digits.
func (s *scan) digest() string {
	if s.sha == "" {
		s.sha = hash(s.Bytes)
	}
	return s.sha
}

// checkHashes reports hashes that an architecture does not have, as an error if it is
// strict and as warnings otherwise, and descriptions that contradict one that is not.
func (s *scan) checkHashes(l *layout) (warnings []string, err error) {
	a := l.architecture
	if !a.Strict {
		if err := contradiction(a, s.description); err != nil {
			return nil, err
		}
		if c := claimed(s.description); c != nil && !c.fits(a, "") {
			warnings = append(warnings, fmt.Sprintf("the description of the network says %s, but it is read as %s", c, a))
		}
	}
	type place struct {
		at   int
		want uint32
	}
	transformer, stack := a.hashes()
	places := []place{{4, a.hash()}, {s.end, transformer}}
	if a.progressBytes() > 0 {
		places = append(places, place{l.progress, progressHash})
	}
	for i := range a.Choice.Stacks {
		places = append(places, place{l.stack(i), stack})
	}
	for _, p := range places {
		got := s.word(p.at)
		switch {
		case got == p.want:
		case a.Strict:
			return nil, fmt.Errorf("the network file of %s has the hash %08X at byte %d, not %08X: it is damaged", a, got, p.at, p.want)
		default: // one says enough
			return append(warnings, fmt.Sprintf("the network is read as %s by its sizes, but it has the hash %08X at byte %d, not %08X", a, got, p.at, p.want)), nil
		}
	}
	return warnings, nil
}

// read reads the network.
func (s *scan) read(l *layout) (*Network, error) {
	sum := make(chan [sha256.Size]byte, 1)
	go func() {
		var got [sha256.Size]byte
		if s.sha == "" {
			got = sha256.Sum256(s.Bytes)
		}
		sum <- got
	}()
	n := newNetwork(l.architecture)
	var err error
	for _, part := range l.arrays {
		if err = s.readArray(n, part); err != nil {
			break
		}
	}
	hash := <-sum // even after an error: the caller may reuse the file
	if err != nil {
		return nil, fmt.Errorf("the network file of %s is damaged: %w", l.architecture, err)
	}
	if n.Description, n.Compressed, n.Hash = s.description, s.compressed, s.sha; n.Hash == "" {
		n.Hash = hex.EncodeToString(hash[:])
	}
	if l.architecture.Choice.External {
		if err := n.readProgress(s.File.Progress); err != nil {
			return nil, err
		}
	} else if len(n.Progress) > 0 {
		readInt32(n.Progress, s.Bytes[l.progress+4:])
	}
	for i := range n.Stacks {
		at := l.stack(i) + 4
		for j := range n.Stacks[i] {
			at = readLayer(&n.Stacks[i][j], s.Bytes, at)
		}
	}
	return n, nil
}

// progressEight is the choice where a file of the progress is all that is known.
const progressEight = "progress8kpabs"

// readProgress takes the weights of the progress from a file of their own.
func (n *Network) readProgress(file []byte) error {
	a := n.Architecture
	if len(file) != 8*a.Progress.Count {
		return fmt.Errorf("%s needs a file of the progress of %d bytes, progress.bin, and it has %d", a, 8*a.Progress.Count, len(file))
	}
	for i := range a.Progress.Count {
		w := math.Round(math.Float64frombits(binary.LittleEndian.Uint64(file[8*i:])) * (1 << 16))
		if math.IsNaN(w) {
			return fmt.Errorf("the file of the progress has no number at byte %d", 8*i)
		}
		n.Progress[1+i] = int32(max(math.MinInt32, min(w, math.MaxInt32)))
	}
	return nil
}

// readArray reads an array of the transformer, or takes it as it is in the file.
func (s *scan) readArray(n *Network, part located) error {
	size := part.of.bytes() * part.count
	if s.Owner != nil && canAlias && part.packed == (block{}) && (part.of == weightArray || part.of == pairArray) {
		n.owner = s.Owner
		if part.of == weightArray {
			n.Weights = aliasInt16(s.Bytes[part.at:][:size])
		} else {
			n.Pairs = append(n.Pairs, aliasInt8(s.Bytes[part.at:][:size]))
		}
		return nil
	}
	n.grow(part.array)
	switch end := part.from + part.count; {
	case part.of == pairArray:
		readInt8(n.Pairs[part.from], s.Bytes[part.at:])
	case part.of == materialArray && part.packed != (block{}):
		return readArray(n.Material[part.from:end], s.Bytes, part.packed)
	case part.of == materialArray:
		readInt32(n.Material[part.from:end], s.Bytes[part.at:])
	case part.packed != (block{}):
		return readArray(n.numbers(part.of), s.Bytes, part.packed)
	default:
		readInt16(n.numbers(part.of), s.Bytes[part.at:])
	}
	return nil
}

// numbers returns the slice of an array of 16 bits.
func (n *Network) numbers(of arrayOf) []int16 {
	if of == biasArray {
		return n.Bias
	}
	return n.Weights
}

// readLayer reads a dense layer at a place in a file and returns where it ends.
func readLayer(l *dense.Weights, file []byte, at int) int {
	readInt32(l.Bias, file[at:])
	at += 4 * l.Outputs
	for row := range l.Outputs {
		readInt8(l.Weights[row*l.Inputs:][:l.Inputs], file[at:])
		at += padded(l.Inputs)
	}
	return at
}

// readInt8 fills a slice from bytes, of which there may be more.
func readInt8(to []int8, b []byte) {
	for i, w := range b[:len(to)] {
		to[i] = int8(w)
	}
}

// readInt16 does so with numbers of 16 bits.
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
