package foreign

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Numbers and their bytes, by the rule of signed LEB128.
func TestLEBBytes(t *testing.T) {
	for _, test := range []struct {
		number int16
		bytes  []byte
	}{
		{0, []byte{0}},
		{1, []byte{1}},
		{-1, []byte{0x7f}},
		{63, []byte{0x3f}},
		{64, []byte{0xc0, 0x00}},
		{-64, []byte{0x40}},
		{-65, []byte{0xbf, 0x7f}},
		{128, []byte{0x80, 0x01}},
		{8191, []byte{0xff, 0x3f}},
		{8192, []byte{0x80, 0xc0, 0x00}},
		{-8193, []byte{0xff, 0xbf, 0x7f}},
		{math.MaxInt16, []byte{0xff, 0xff, 0x01}},
		{math.MinInt16, []byte{0x80, 0x80, 0x7e}},
	} {
		if got := appendLEB(nil, []int16{test.number})[len(magic)+4:]; !bytes.Equal(got, test.bytes) {
			t.Errorf("%d is written as % x, want % x", test.number, got, test.bytes)
		}
		var got [1]int16
		if err := readLEB(got[:], test.bytes, 0); err != nil || got[0] != test.number {
			t.Errorf("% x is read as %d, want %d: %v", test.bytes, got[0], test.number, err)
		}
	}
}

// All numbers of 16 bits, and those of 32 bits around powers of two, come back. The
// first are more than enough for several goroutines.
func TestLEBRoundTrip(t *testing.T) {
	var small []int16
	for i := range 24 << 16 {
		small = append(small, int16(i*257))
	}
	for i := range 6 { // parts begin at any byte of a number
		roundTrip(t, small[i:])
	}
	var large []int32
	for shift := range 32 {
		for d := int32(-2); d <= 2; d++ {
			large = append(large, int32(1)<<shift+d, -(int32(1)<<shift)+d)
		}
	}
	roundTrip(t, large)
}

func roundTrip[T int16 | int32](t *testing.T, want []T) {
	t.Helper()
	file := append(appendLEB([]byte("before"), want), "after"...)
	b, err := readBlock(file, len("before"))
	if err != nil || b.numbers != len(want) || b.end != len(file)-len("after") {
		t.Fatalf("%d numbers in %d bytes are seen as %v: %v", len(want), len(file), b, err)
	}
	got := make([]T, len(want))
	if err := readArray(got, file, b); err != nil || !slices.Equal(got, want) {
		t.Errorf("other numbers come back: %v", err)
	}
}

func TestLEBErrors(t *testing.T) {
	for _, test := range []struct {
		name  string
		bytes []byte
		want  string // empty: the number is 1
	}{
		{"two bytes for one", []byte{0x81, 0x00}, ""},
		{"three bytes for one", []byte{0x81, 0x80, 0x00}, ""},
		{"four bytes for one", []byte{0x81, 0x80, 0x80, 0x00}, "byte 100 does not fit"},
		{"one more than the most", []byte{0x80, 0x80, 0x02}, "byte 100 does not fit into 16 bits"},
		{"one less than the least", []byte{0xff, 0xff, 0x7d}, "byte 100 does not fit into 16 bits"},
		{"a hundred bytes", append(bytes.Repeat([]byte{0xff}, 99), 0), "byte 100 does not fit"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got [1]int16
			err := readLEB(got[:], test.bytes, 100)
			if test.want == "" {
				if err != nil || got[0] != 1 {
					t.Errorf("read as %d: %v", got[0], err)
				}
			} else if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
	var wide [1]int32
	if err := readLEB(wide[:], []byte{0x80, 0x80, 0x80, 0x80, 0x08}, 7); err == nil || !strings.Contains(err.Error(), "byte 7 does not fit into 32 bits") {
		t.Errorf("2^31: %v", err)
	}
}

// An error in any part of a large array tells its byte.
func TestLEBErrorsInParts(t *testing.T) {
	file := appendLEB(nil, make([]int32, 3*chunk))
	for _, at := range []int{len(magic) + 4, len(file) / 2, len(file) - 4} {
		bad := bytes.Clone(file)
		copy(bad[at:], []byte{0x80, 0x80, 0x80})
		bad[at+3] = 0x41
		b, err := readBlock(bad, 0)
		if err != nil {
			t.Fatal(err)
		}
		to := make([]int32, b.numbers)
		if err := readArray(to, bad, b); err != nil {
			t.Errorf("four bytes are a number: %v", err)
		}
		to16 := make([]int16, b.numbers)
		want := "the number at byte " + decimal(at)
		if err := readArray(to16, bad, b); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// ends agrees with a loop over bytes, at all lengths around a word.
func TestEnds(t *testing.T) {
	b := make([]byte, 40)
	for i := range b {
		b[i] = byte(i * 151)
	}
	for n := range b {
		want := 0
		for _, c := range b[:n] {
			if c < 0x80 {
				want++
			}
		}
		if got := ends(b[:n]); got != want {
			t.Errorf("%d numbers end in %d bytes, want %d", got, n, want)
		}
	}
}

func decimal(n int) string { return strconv.Itoa(n) }
