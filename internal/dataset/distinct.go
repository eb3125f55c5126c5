package dataset

import (
	"crypto/sha256"
	"encoding/binary"
)

// distinct estimates the number of different keys. It keeps the keys whose low bits are
// zero, and requires one more zero bit whenever it holds too many: the number is exact
// while all keys fit, and then within about 0.2 percent (adaptive sampling, Wegman;
// Flajolet 1990). The keys have to be random.
type distinct struct {
	seen map[uint64]struct{}
	bits uint // how many low bits of a remembered key are zero
}

const distinctKeys = 1 << 20

func (d *distinct) add(key uint64) {
	if key&(1<<d.bits-1) != 0 {
		return
	}
	if d.seen == nil {
		d.seen = map[uint64]struct{}{}
	}
	d.seen[key] = struct{}{}
	for len(d.seen) > distinctKeys {
		d.bits++
		for k := range d.seen {
			if k&(1<<d.bits-1) != 0 {
				delete(d.seen, k)
			}
		}
	}
}

// repeated returns the share, 0 to 1, of n keys that were equal to an earlier one.
func (d *distinct) repeated(n int64) float64 {
	return max(0, share(n-int64(len(d.seen))<<d.bits, n))
}

// hash64 returns a key for a text.
func hash64(text []byte) uint64 {
	sum := sha256.Sum256(text)
	return binary.LittleEndian.Uint64(sum[:])
}
