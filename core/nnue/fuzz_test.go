package nnue

import (
	"crypto/sha256"
	"encoding/binary"
	"reflect"
	"testing"
)

// FuzzContents is FuzzParse behind the checksum, which is made right.
func FuzzContents(f *testing.F) {
	parts := func(whole []byte) (header, body []byte) {
		size := int(binary.LittleEndian.Uint32(whole[len(plainMagic):]))
		return whole[len(plainMagic)+4:][:size], whole[len(plainMagic)+4+size : len(whole)-sha256.Size]
	}
	for packed, whole := range [][]byte{plainFile(f, randomNetwork(f, small())), file(f, randomNetwork(f, small()))} {
		header, body := parts(whole)
		f.Add(packed == 1, header, body)
	}
	for _, packed := range []bool{false, true} {
		f.Add(packed, []byte(`{"count":1,"hidden":32,"buckets":1,"scale":400}`), make([]byte, 2*(32+32+64)+4))
		f.Add(packed, []byte(`{"count":1,"hidden":32,"buckets":1,"scale":400,"step":4}`), make([]byte, 2*(32+32+64)+4))
		f.Add(packed, []byte(`{"count":1,"hidden":64,"buckets":1,"layers":[16,16],"scale":400}`), make([]byte, 2*(64+64)+16*(64+4)+16*(32+4)+16+4))
		f.Add(packed, []byte(`{"count":65536,"hidden":2048,"buckets":16,"scale":1}`), []byte{})
	}
	f.Fuzz(func(t *testing.T, packed bool, header, body []byte) {
		magic := plainMagic
		if packed {
			magic = packedMagic
		}
		n, err := Parse(summed(t, magic, string(header), body))
		if err != nil {
			if n != nil || err.Error() == "" {
				t.Fatalf("network %v, error %q", n, err)
			}
			return
		}
		again, err := Parse(file(t, n))
		if err != nil || !reflect.DeepEqual(n, again) {
			t.Fatalf("written and read again: %v", err)
		}
	})
}
