package syzygy

import "encoding/binary"

// pairs is a compressed array of small numbers: recursive pairing under a canonical
// Huffman code (Larsson and Moffat, "Offline Dictionary-Based Compression", 1999). A
// symbol stands for one number or for two other symbols, one after the other. The
// array is cut into blocks of equal size in bytes, each holding whole symbols only.
type pairs struct {
	constant bool // every number is value
	value    int

	blockBits uint // block size in bytes, as a power of two
	spanBits  uint // numbers for each entry of sparse, as a power of two
	// sparse names the middle of each span by a block (4 bytes) and an offset in it (2).
	sparse []byte
	// lengths is the numbers in each block less one, in 2 bytes each. Blocks that do not
	// exist follow, so that the middle of the last span is in one.
	lengths []byte
	blocks  []byte

	shortest uint       // code length in bits
	lowest   [32]uint16 // first symbol of each code length from shortest on
	codes    [32]uint64 // code of that symbol, at the top of 64 bits; 0 for the longest
	tree     []byte     // left and right symbol in 3 bytes, see children
	extent   []uint8    // numbers that each symbol stands for, less one
}

const (
	maxCode = 32 // bits
	isLeaf  = 0xfff
	// maxSteps bounds the blocks passed from the entry of sparse to the one wanted.
	// Files of the generator need a few.
	maxSteps = 1 << 16
)

// children returns the two symbols that a symbol stands for. For a symbol that stands
// for a number, they are the number and isLeaf.
func (d *pairs) children(symbol int) (left, right int) {
	b := d.tree[3*symbol : 3*symbol+3]
	return int(b[0]) | int(b[1]&15)<<8, int(b[1]>>4) | int(b[2])<<4
}

// at returns a number of the array, false if the data is damaged. The index is within
// the array.
func (d *pairs) at(index uint64) (int, bool) {
	if d.constant {
		return d.value, true
	}
	block, offset, ok := d.locate(index)
	if !ok {
		return 0, false
	}
	symbol, offset, ok := d.scan(d.blocks[block<<d.blockBits:][:1<<d.blockBits], offset)
	if !ok {
		return 0, false
	}
	// Extents of children are smaller, so that this ends.
	for d.extent[symbol] != 0 {
		left, right := d.children(symbol)
		if n := int(d.extent[left]) + 1; offset < n {
			symbol = left
		} else {
			offset -= n
			symbol = right
		}
	}
	value, _ := d.children(symbol)
	return value, true
}

// locate returns the block of a number and how many numbers precede it there.
func (d *pairs) locate(index uint64) (block, offset int, ok bool) {
	span := index >> d.spanBits
	entry := d.sparse[6*span : 6*span+6]
	at := int64(binary.LittleEndian.Uint32(entry))
	within := int64(index&(1<<d.spanBits-1)) - int64(1<<d.spanBits>>1) + int64(binary.LittleEndian.Uint16(entry[4:]))
	blocks := int64(len(d.lengths) / 2)
	for range maxSteps {
		if within < 0 {
			at--
		}
		if at < 0 || at >= blocks {
			return 0, 0, false
		}
		n := int64(binary.LittleEndian.Uint16(d.lengths[2*at:])) + 1
		switch {
		case within < 0:
			within += n
		case within >= n:
			within -= n
			at++
		default:
			return int(at), int(within), at < int64(len(d.blocks)>>d.blockBits)
		}
	}
	return 0, 0, false
}

// scan returns the symbol of a block that covers an offset, and the offset within it.
func (d *pairs) scan(block []byte, offset int) (symbol, within int, ok bool) {
	buffer := binary.BigEndian.Uint64(block)
	block = block[8:]
	filled := uint(64) // bits of buffer
	for {
		length := 0
		for buffer < d.codes[length&31] {
			length++
		}
		bits := d.shortest + uint(length)
		symbol = int((buffer-d.codes[length&31])>>((64-bits)&63)) + int(d.lowest[length&31])
		if symbol >= len(d.extent) {
			return 0, 0, false
		}
		n := int(d.extent[symbol]) + 1
		if offset < n {
			return symbol, offset, true
		}
		offset -= n
		buffer <<= bits & 63
		filled -= bits
		if filled <= 32 {
			if len(block) >= 4 { // otherwise the rest of the bits is 0
				buffer |= uint64(binary.BigEndian.Uint32(block)) << (32 - filled)
				block = block[4:]
			}
			filled += 32
		}
	}
}

// setCodes computes the codes from the first symbol of each length.
func (d *pairs) setCodes(shortest, longest uint) {
	d.shortest = shortest
	last := longest - shortest
	for i := int(last) - 1; i >= 0; i-- {
		d.codes[i] = (d.codes[i+1] + uint64(d.lowest[i]) - uint64(d.lowest[i+1])) / 2
	}
	for i := range last + 1 {
		d.codes[i] <<= 64 - shortest - i
	}
	d.codes[last] = 0
}

// setExtents computes how many numbers each symbol stands for. It returns false if a
// symbol never ends, or stands for more than 256 numbers.
func (d *pairs) setExtents() bool {
	const (
		unknown = iota
		entered
		done
	)
	count := len(d.tree) / 3
	d.extent = make([]uint8, count)
	state := make([]uint8, count)
	var visit func(symbol int) bool
	visit = func(symbol int) bool {
		if symbol >= count || state[symbol] == entered {
			return false
		}
		if state[symbol] == done {
			return true
		}
		state[symbol] = entered
		left, right := d.children(symbol)
		if right != isLeaf {
			if !visit(left) || !visit(right) {
				return false
			}
			n := int(d.extent[left]) + int(d.extent[right]) + 1
			if n > 255 {
				return false
			}
			d.extent[symbol] = uint8(n)
		}
		state[symbol] = done
		return true
	}
	for symbol := range count {
		if !visit(symbol) {
			return false
		}
	}
	return count > 0
}
