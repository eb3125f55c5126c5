package foreign

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/bits"
	"runtime"
	"sync"
)

// magic begins a compressed array. The number of its bytes follows in four bytes, then
// its numbers in signed LEB128 (https://en.wikipedia.org/wiki/LEB128): seven bits to a
// byte, the lowest first, the high bit set in all bytes but the last.
const magic = "COMPRESSED_LEB128"

// highBits are the high bits of eight bytes.
const highBits = 0x8080808080808080

// block is a compressed array in a file.
type block struct {
	start, end int // of its numbers
	numbers    int
}

// isBlock reports whether a compressed array begins at a place in a file.
func isBlock(file []byte, at int) bool {
	return at <= len(file) && bytes.HasPrefix(file[at:], []byte(magic))
}

// readBlock returns the compressed array at a place in a file.
func readBlock(file []byte, at int) (block, error) {
	if !isBlock(file, at) {
		return block{}, fmt.Errorf("a compressed array is missing at byte %d", at)
	}
	start := at + len(magic) + 4
	if start > len(file) {
		return block{}, fmt.Errorf("the file ends at byte %d, within a compressed array", len(file))
	}
	size := binary.LittleEndian.Uint32(file[start-4:])
	if uint64(size) > uint64(len(file)-start) {
		return block{}, fmt.Errorf("the compressed array at byte %d takes %d bytes, but the file ends %d bytes after its start", at, size, len(file)-start)
	}
	b := block{start: start, end: start + int(size)}
	if size > 0 && file[b.end-1] >= 0x80 {
		return block{}, fmt.Errorf("the compressed array at byte %d ends within a number", at)
	}
	b.numbers = ends(file[b.start:b.end])
	return b, nil
}

// ends returns how many numbers end in bytes of LEB128.
func ends(b []byte) int {
	n := 0
	for ; len(b) >= 8; b = b[8:] {
		n += bits.OnesCount64(^binary.LittleEndian.Uint64(b) & highBits)
	}
	for _, c := range b {
		n += int(^c >> 7)
	}
	return n
}

// chunk is the least number of bytes for which a goroutine is worth its while.
const chunk = 1 << 20

// readArray reads a compressed array, large ones in several goroutines: the numbers
// before a place in it can be counted much faster than they can be read.
func readArray[T int16 | int32](to []T, file []byte, b block) error {
	parts := max(1, min(runtime.GOMAXPROCS(0), (b.end-b.start)/chunk))
	errs := make([]error, parts)
	var all sync.WaitGroup
	from := b.start
	for i := range parts {
		end := from + (b.end-from)/(parts-i)
		for end < b.end && file[end-1] >= 0x80 {
			end++
		}
		part, at := file[from:end], from
		n := ends(part)
		some := to[:n]
		all.Go(func() { errs[i] = readLEB(some, part, at) })
		to, from = to[n:], end
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// readLEB reads as many numbers as end in a compressed array, whose last byte must end
// one. The array begins at a byte of the file, which errors tell. Numbers with more bytes
// than they need are read, as those engines do, up to the most that a number can need.
func readLEB[T int16 | int32](to []T, b []byte, at int) error {
	from := 0
	for i := range to {
		c := b[from]
		from++
		if c < 0x80 {
			to[i] = T(int8(c<<1) >> 1)
			continue
		}
		first, value, shift := from-1, int64(c&0x7f), 7
		for c >= 0x80 {
			c = b[from]
			from++
			if shift < 63 { // longer numbers are an error below
				value |= int64(c&0x7f) << shift
				shift += 7
			}
		}
		value = value << (64 - shift) >> (64 - shift)
		to[i] = T(value)
		if size := width[T](); int64(to[i]) != value || from-first > (size+6)/7 {
			return fmt.Errorf("the number at byte %d does not fit into %d bits", at+first, size)
		}
	}
	return nil
}

// width returns the size of a type in bits.
func width[T int16 | int32]() int {
	if _, is16 := any(T(0)).(int16); is16 {
		return 16
	}
	return 32
}

// appendLEB appends a compressed array with its header.
func appendLEB[T int16 | int32](file []byte, numbers []T) []byte {
	file = append(file, magic...)
	start := len(file) + 4
	file = append(file, 0, 0, 0, 0)
	for _, v := range numbers {
		for v < -64 || v > 63 {
			file = append(file, byte(v)|0x80)
			v >>= 7
		}
		file = append(file, byte(v)&0x7f)
	}
	binary.LittleEndian.PutUint32(file[start-4:], uint32(len(file)-start))
	return file
}
