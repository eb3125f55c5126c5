package nnue

import (
	"crypto/sha256"
	"encoding/binary"
	"reflect"
	"testing"
)

// FuzzContents is FuzzParse behind the checksum, which is made right.
func FuzzContents(f *testing.F) {
	whole := file(f, randomNetwork(f, small()))
	size := int(binary.LittleEndian.Uint32(whole[len(magic):]))
	header, body := whole[len(magic)+4:][:size], whole[len(magic)+4+size:len(whole)-sha256.Size]
	f.Add(header, body)
	f.Add([]byte(`{"count":1,"hidden":32,"buckets":1,"scale":400}`), make([]byte, 2*(32+32+64)+4))
	f.Add([]byte(`{"count":1,"hidden":64,"buckets":1,"layers":[16,16],"scale":400}`), make([]byte, 2*(64+64)+16*(64+4)+16*(32+4)+16+4))
	f.Add([]byte(`{"count":65536,"hidden":2048,"buckets":16,"scale":1}`), []byte{})
	f.Fuzz(func(t *testing.T, header, body []byte) {
		data := binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(header)))
		data = append(append(data, header...), body...)
		hash := sha256.Sum256(data)
		n, err := Parse(append(data, hash[:]...))
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
