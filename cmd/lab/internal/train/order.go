package train

import "math/bits"

// order is a random order of n things for one pass: a Feistel network
// (https://en.wikipedia.org/wiki/Feistel_cipher) over the next power of two, walked
// until it hits one of the n. It takes no memory, and a resumed run can begin anywhere.
type order struct {
	n           uint64
	left, right uint // bits of the two halves
	keys        [4]uint64
}

// newOrder returns the order of a pass.
func newOrder(n, seed, pass uint64) order {
	width := max(2, uint(bits.Len64(n-1)))
	o := order{n: n, left: width / 2, right: width - width/2}
	for i := range o.keys {
		o.keys[i] = mix(mix(seed) + 4*pass + uint64(i))
	}
	return o
}

// at returns the i-th of them.
func (o *order) at(i uint64) uint64 {
	lowMask, highMask := uint64(1)<<o.right-1, uint64(1)<<o.left-1
	for {
		high, low := i>>o.right, i&lowMask
		for k := 0; k < len(o.keys); k += 2 {
			high ^= mix(low+o.keys[k]) & highMask
			low ^= mix(high+o.keys[k+1]) & lowMask
		}
		if i = high<<o.right | low; i < o.n {
			return i
		}
	}
}

// mix is the last step of splitmix64 (https://prng.di.unimi.it/splitmix64.c): every
// bit of the result depends on every bit of x.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
