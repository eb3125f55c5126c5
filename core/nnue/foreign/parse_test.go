package foreign

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core/nnue"
)

// put writes a number of 32 bits into a file.
func put(file []byte, at int, v uint32) { binary.LittleEndian.PutUint32(file[at:], v) }

// headed returns a header and zeros behind it, which take no memory until they are read.
func headed(version, hash uint32, description string, body int) []byte {
	f := make([]byte, headerBytes+len(description)+body)
	put(f, 0, version)
	put(f, 4, hash)
	put(f, 8, uint32(len(description)))
	copy(f[headerBytes:], description)
	return f
}

// A file that is put together here by hand: parts in their order, rows of dense weights
// padded to 32, all numbers little-endian.
func TestLayout(t *testing.T) {
	a := &Architecture{
		Inputs: &nnue.Inputs{Count: 2}, Version: versionHalfKP, Hash: 0x11223344,
		Hidden: 32, Stacks: 2, First: 3, Second: 2, Material: 1,
		Pooling: Product, Squares: true, Forward: [2]int32{1, 1},
	}
	f := []byte{0x16, 0x2f, 0xf3, 0x7a, 0x44, 0x33, 0x22, 0x11, 3, 0, 0, 0, 'a', 'b', 'c', 9, 9, 9, 9}
	number := func(bytes int, v int) {
		for range bytes {
			f = append(f, byte(v))
			v >>= 8
		}
	}
	for i := range 32 {
		number(2, -i) // biases
	}
	for i := range 2 * 32 {
		number(2, 300*i) // weights
	}
	number(4, -70000) // material
	number(4, 70001)
	for s := range 2 {
		number(4, 8)
		for o := range 3 {
			number(4, 100*s+o)
		}
		for i := range 3 * 32 {
			number(1, s+i)
		}
		number(4, 50)
		number(4, -50)
		for range 2 {
			for i := range 32 {
				number(1, -i-s) // of which four are weights
			}
		}
		number(4, 1<<24)
		for i := range 32 {
			number(1, 77+i) // of which two are weights
		}
	}
	n, err := Parse(f, []*Architecture{a})
	if err != nil {
		t.Fatal(err)
	}
	want := newNetwork(a)
	want.Description = "abc"
	want.Hash = hash(f)
	for i := range want.Bias {
		want.Bias[i] = int16(-i)
	}
	for i := range want.Weights {
		want.Weights[i] = int16(300 * i)
	}
	want.Material = []int32{-70000, 70001}
	for s := range want.Stacks {
		l := &want.Stacks[s]
		l[0].Bias = []int32{100 * int32(s), 100*int32(s) + 1, 100*int32(s) + 2}
		for i := range l[0].Weights {
			l[0].Weights[i] = int8(s + i)
		}
		l[1].Bias = []int32{50, -50}
		for i := range l[1].Weights {
			l[1].Weights[i] = int8(-i%4 - s)
		}
		l[2].Bias = []int32{1 << 24}
		l[2].Weights = []int8{77, 78}
	}
	same(t, n, want)
}

// Files of Stockfish 15 and 15.1 have equal headers and lengths. Weights that only the
// second reads tell them apart.
func TestSquares(t *testing.T) {
	a15, a151 := tiny(chess15), tiny(chess151)
	// secondLayer is where the weights of the second layer are in the last stack.
	secondLayer := func(f []byte) int {
		l := a15.layers()
		return len(f) - layerBytes(l[2][0], l[2][1]) - 32*l[1][1]
	}
	for _, test := range []struct {
		name   string
		made   *Architecture
		change func(f []byte)
		want   *Architecture
	}{
		{"Stockfish 15", a15, func([]byte) {}, a15},
		{"Stockfish 15.1", a151, func([]byte) {}, a151},
		{"one weight, the first that only 15.1 reads", a15, func(f []byte) { f[secondLayer(f)+15] = 1 }, a151},
		{"one weight, the last that only 15.1 reads", a15, func(f []byte) { f[len(f)-36-32+29] = 255 }, a151},
		{"padding of both", a15, func(f []byte) { f[secondLayer(f)+30], f[secondLayer(f)+31] = 1, 2 }, a15},
	} {
		for _, known := range [][]*Architecture{{a15, a151}, {a151, a15}} {
			f := file(t, Random(test.made, 3))
			test.change(f)
			n, err := Parse(f, known)
			if err != nil || n.Architecture != test.want {
				t.Errorf("%s: read as %v: %v", test.name, n, err)
			}
		}
	}
	if n, err := Parse(file(t, Random(a15, 3)), []*Architecture{chessHalfKP, a151}); err != nil || n.Architecture != a151 {
		t.Errorf("the only one that fits is not taken: %v", err)
	}
	twin := *a15
	if _, err := Parse(file(t, Random(a15, 3)), []*Architecture{a15, &twin}); err == nil || !strings.Contains(err.Error(), "could be any of") {
		t.Errorf("one of two equal architectures is taken: %v", err)
	}
}

// YaneuraOu only warns of other hashes: the length decides. Stockfish does not read them.
func TestHashes(t *testing.T) {
	known := each(tiny)
	for _, a := range known {
		n := Random(a, 5)
		for name, at := range map[string]int{
			"of the file":        4,
			"of the transformer": headerBytes + len(n.Description),
			"of the last stack":  -1,
		} {
			f := file(t, n)
			if at < 0 {
				at = len(f) - a.stackBytes()
			}
			put(f, at, 0x12345678)
			got, err := Parse(f, known)
			if a.Strict {
				if err == nil || !strings.Contains(err.Error(), "12345678") {
					t.Errorf("%s: another hash %s: %v", a, name, err)
				}
				continue
			}
			if err != nil || got.Architecture != a {
				t.Errorf("%s: another hash %s: %v", a, name, err)
			}
		}
	}
}

// Other hashes are read only in the form that the engine writes.
func TestHashesAndForm(t *testing.T) {
	for _, a := range []*Architecture{tiny(shogi256), tiny(shogiStacks)} {
		for _, compressed := range []bool{false, true} {
			n := Random(a, 1)
			n.Compressed = compressed
			f := file(t, n)
			put(f, 4, 1)
			if _, err := Parse(f, []*Architecture{a}); (err == nil) != (compressed == a.Compressed) {
				t.Errorf("%s, compressed %t: %v", a, compressed, err)
			}
		}
	}
}

// Of two architectures of the same sizes, the hash decides, whatever their order.
func TestHashDecides(t *testing.T) {
	a := tiny(shogi256)
	b := *a
	b.Name, b.Hash = "other", 7
	for _, known := range [][]*Architecture{{a, &b}, {&b, a}} {
		for _, want := range known {
			if n, err := Parse(file(t, Random(want, 1)), known); err != nil || n.Architecture != want {
				t.Errorf("%s is read as %v: %v", want, n, err)
			}
		}
		f := file(t, Random(a, 1))
		put(f, 4, 8)
		if _, err := Parse(f, known); err == nil || !strings.Contains(err.Error(), "could be any of") {
			t.Errorf("neither hash: %v", err)
		}
	}
}

// A file that is cut anywhere or longer than it should be is an error.
func TestDamagedFiles(t *testing.T) {
	for _, a := range each(tiny) {
		known := []*Architecture{a}
		for _, compressed := range []bool{false, true} {
			n := Random(a, 1)
			n.Compressed = compressed
			f := file(t, n)
			for i := range f {
				if _, err := Parse(f[:i:i], known); err == nil {
					t.Fatalf("%s: the first %d of %d bytes are read", a, i, len(f))
				}
			}
			if _, err := Parse(append(f, 0), known); err == nil {
				t.Errorf("%s: something follows", a)
			}
		}
	}
}

// Errors say what is wrong and where.
func TestParseErrors(t *testing.T) {
	known := each(tiny)
	halfKP, sf15, stacks := known[3], known[1], known[len(known)-1]
	plain, compressed := Random(halfKP, 1), Random(stacks, 1)
	plain.Description, compressed.Description = "", ""
	changed := func(n *Network, change func(f []byte) []byte) []byte { return change(file(t, n)) }
	clear(compressed.Bias)   // a byte each
	first := headerBytes + 4 // byte of the arrays
	tests := []struct {
		name string
		file []byte
		want string
	}{
		{"empty", nil, "not a network file of a known kind"},
		{"text", []byte("Leela"), "not a network file of a known kind"},
		{"only a version", []byte{0x16, 0x2f, 0xf3, 0x7a, 0}, "ends at byte 5, within its header"},
		{"a description of 4 GiB", []byte{0x20, 0x2f, 0xf3, 0x7a, 0, 0, 0, 0, 255, 255, 255, 255}, "ends at byte 12, within its description of 4294967295 bytes"},
		{"nothing but a header", headed(versionHalfKP, halfKP.Hash, "", 0), fmt.Sprintf("that of %s, but the file has 12 bytes, not %d", halfKP, len(file(t, plain)))},
		{"cut", changed(plain, func(f []byte) []byte { return f[:1000] }), fmt.Sprintf("that of %s, but the file has 1000 bytes, not %d", halfKP, len(file(t, plain)))},
		{"longer", changed(plain, func(f []byte) []byte { return append(f, 0) }), fmt.Sprintf("the file has %d bytes, not %d", len(file(t, plain))+1, len(file(t, plain)))},
		{"both games", changed(plain, func(f []byte) []byte { return f[:1000] }), "; or that of HalfKP 256x2-32-32 (YaneuraOu)"},
		{"cut in LEB128", changed(compressed, func(f []byte) []byte { return f[:first+30] }),
			fmt.Sprintf("that of %s, but the compressed array at byte 16 takes 128 bytes, but the file ends 9 bytes after its start", stacks)},
		{"cut in the size of LEB128", changed(compressed, func(f []byte) []byte { return f[:first+19] }), "ends at byte 35, within a compressed array"},
		{"a number too many", changed(compressed, func(f []byte) []byte {
			return append(f[:first], appendLEB(nil, make([]int16, len(compressed.Bias)+1))...)
		}), "a compressed array is missing at byte"},
		{"other numbers", changed(compressed, func(f []byte) []byte {
			f = append(f[:first], appendLEB(nil, make([]int16, len(compressed.Bias)-1))...)
			return appendLEB(f, compressed.Weights)
		}), fmt.Sprintf("the compressed array at byte %d has %d numbers, not %d", first+21, len(compressed.Bias)-1, len(compressed.Bias))},
		{"within a number", changed(compressed, func(f []byte) []byte { f[first+21+127] |= 0x80; return f }), "at byte 16 ends within a number"},
		{"a large number", append(append(append(headed(versionHalfKP, stacks.Hash, "", 4),
			appendLEB(nil, make([]int16, len(compressed.Bias)))...),
			appendLEB(nil, append(make([]int32, len(compressed.Weights)-1), 40000))...),
			make([]byte, stacks.Stacks*stacks.stackBytes())...),
			fmt.Sprintf("%s is damaged: the number at byte %d does not fit into 16 bits", stacks, first+2*21+len(compressed.Bias)+len(compressed.Weights)-1)},
		{"a wrong hash", changed(Random(sf15, 1), func(f []byte) []byte { put(f, len(f)-sf15.stackBytes(), 1); return f }),
			"has the hash 00000001 at byte"},
		{"nothing of this kind", headed(versionStockfish, 0x12345678, "", 100), "of an unknown kind (version 7AF32F20, hash 12345678, 112 bytes), which cannot be read; networks that can be read are HalfKP 256x2-32-32 (Stockfish 12), HalfKAv2_hm"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n, err := Parse(test.file, known)
			if err == nil || n != nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v\nwant %q", err, test.want)
			}
		})
	}
	if _, err := Parse(headed(versionNew, 1, "", 0), nil); err == nil || !strings.Contains(err.Error(), "no network of another engine can be read") {
		t.Errorf("with no architecture: %v", err)
	}
}

// Files of kinds that are known but not read are refused by name.
func TestRefusedByName(t *testing.T) {
	const halfKP = "Features=HalfKP(Friend)[125388->%dx2],Network=AffineTransform[1<-%d](ClippedReLU[%[2]d](AffineTransform[%[2]d<-%d](ClippedReLU[%[3]d](AffineTransform[%[3]d<-%d](InputSlice[%[4]d(0:%[4]d)])))))"
	for _, test := range []struct {
		name string
		file []byte
		want string
	}{
		{"K-P", headed(versionHalfKP, 0x5C6464A9, "", 893740), "the network is K-P 256x2-32-32 (YaneuraOu), which cannot be read"},
		{"K-P of another hash", headed(versionHalfKP, 1, "Features=K+P[1710->256x2],Network=AffineTransform[1<-32]", 893740), `"K+P" 256x2 with 1710 inputs`},
		{"HalfKPE9 without a description", headed(versionHalfKP, 0x3E5AA6EE, "", 577806124), "HalfKPE9 256x2-32-32 (YaneuraOu)"},
		{"HalfKPE9 that is cut", headed(versionHalfKP, 0x3E5AA6EE, "Features=HalfKPE9(Friend)[1128492->256x2],Network=", 5), `"HalfKPE9" 256x2 with 1128492 inputs`},
		{"HalfKP_vm", headed(versionHalfKP, 0x68586ECC, "", 35684140), "HalfKP_vm"},
		{"HalfKA1", headed(versionHalfKP, 0x3C203FEE, "", 100), "HalfKA1"},
		{"HalfKA_hm1", headed(versionHalfKP, 0x1C203FEE, "", 100), "HalfKA_hm1"},
		{"HalfKA2", headed(versionHalfKP, 0x3C103FEE, "", 100), "HalfKA2"},
		{"HalfKA_hm2", headed(versionHalfKP, 0x1C103FEE, "", 100), "HalfKA_hm2"},
		{"HalfKP of another shape", headed(versionHalfKP, 1, fmt.Sprintf(halfKP, 1024, 96, 8, 2048), 100), `"HalfKP" 1024x2-8-96 with 125388 inputs`},
		{"HalfKP of another first layer", headed(versionHalfKP, 1, fmt.Sprintf(halfKP, 1024, 32, 16, 2048), 100), `"HalfKP" 1024x2-16-32 with 125388 inputs`},
		{"HalfKP of this shape, of another hash and cut", headed(versionHalfKP, 1, fmt.Sprintf(halfKP, 1024, 64, 8, 2048), 100), "that of HalfKP 1024x2-8-64 (YaneuraOu), but the file has"},
		{"SFNN of other inputs", headed(versionHalfKP, 0x3C203B32, "ModelType=SFNNWithoutPsqt;Features=HalfKA2(Friend)[131949->1024x2],Network=SFNN_HALFKA2_1024_7_64_K3K3{LayerStack=9}", 100), "SFNN of another shape (YaneuraOu), which cannot be read; its description is \"ModelType"},
		{"SFNN of more stacks", headed(versionHalfKP, 0x3C203B32, "ModelType=SFNNWithoutPsqt;Features=HalfKA_hm2(Friend)[73305->1536x2],Network=SFNN_HALFKAHM2_1536_15_32_K9K9{LayerStack=81}", 100), "SFNN of another shape"},
		{"SFNN-1536 that is cut", headed(versionHalfKP, 0x3C203B32, "ModelType=SFNNWithoutPsqt;Features=HalfKA_hm2(Friend)[73305->1536x2],Network=SFNN-1536{LayerStack=9}", 100), "that of SFNN-1536 (YaneuraOu), but the file has"},
		{"SFNN with progress", headed(versionHalfKP, 0x5370697D, "", 100), "SFNN with progress buckets"},
		{"Stockfish 14", headed(versionStockfish, 0x3C103E72, "Network trained with the trainer.", 47721284), "(Stockfish 14)"},
		{"Fairy-Stockfish", headed(versionStockfish, 0x3C103E72, "", 47721284/2), "(Fairy-Stockfish)"},
		{"Stockfish 14.1", headed(versionStockfish, 0x1C102EEC, "", 47001156), "HalfKAv2_hm 1024x2-8-32 (Stockfish 14.1)"},
		{"Stockfish 16", headed(versionStockfish, 0x1C102B72, "", 100), "(Stockfish 16)"},
		{"Stockfish 16.1", headed(versionStockfish, 0x1C103072, "", 100), "(Stockfish 16.1)"},
		{"the small one", headed(versionStockfish, 0x1C103C92, "", 100), "the small one"},
		{"Stockfish 17", headed(versionStockfish, 0x1C1020F2, "", 100), "(Stockfish 17 and 17.1)"},
		{"Stockfish 18", headed(versionStockfish, 0xEC102EF2, "", 100), "(Stockfish 18)"},
		{"later Stockfish", headed(versionNew, 0x55555555, "", 100), "Stockfish after version 18"},
		{"rshogi", headed(versionStacks, 0, "Features=HalfKaHmMerged(Friend)[73305->1536x2]", 100), "rshogi"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if !Is(test.file) {
				t.Error("not seen as a network")
			}
			if n, err := Parse(test.file, all); err == nil || n != nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v\nwant %q", err, test.want)
			}
		})
	}
}

// The hashes of kinds that are refused follow the rule of those that are read. K-P and
// others are those of YaneuraOu's features of 256 neurons.
func TestKinds(t *testing.T) {
	net := func(features uint32, hidden, first, second int) uint32 {
		h := 0xEC42E90D ^ uint32(2*hidden)
		for i, outputs := range []int{first, second, 1} {
			h = 0xCC03DAE4 + uint32(outputs) ^ h>>1 ^ h<<31
			if i < 2 {
				h += 0x538D24C7
			}
		}
		return h ^ features ^ uint32(2*hidden)
	}
	const k, p = 0xD3CEE169, 0x764CFB4B
	for name, want := range map[string]uint32{
		"HalfKPE9":                  net(0x5D69D5B8, 256, 32, 32),
		"K-P":                       net(k^p<<1&0xFFFFFFFF^p>>31, 256, 32, 32),
		"HalfKP_vm":                 net(0x0B6B1D9A, 256, 32, 32),
		"HalfKA1":                   net(0x5F134CB8, 256, 32, 32),
		"HalfKA_hm1":                net(0x7F134CB8, 256, 32, 32),
		"HalfKA2":                   net(0x5F234CB8, 256, 32, 32),
		"HalfKA_hm2":                net(0x7F234CB8, 256, 32, 32),
		"HalfKAv2 512x2":            net(0x5F234CB8, 512, 16, 32),
		"HalfKAv2_hm 1024x2-8":      net(0x7F234CB8, 1024, 8, 32),
		"HalfKAv2_hm 1536x2":        net(0x7F234CB8, 1536, 16, 32),
		"HalfKAv2_hm 2048x2":        net(0x7F234CB8, 2048, 16, 32),
		"HalfKAv2_hm 2560x2":        net(0x7F234CB8, 2560, 16, 32),
		"HalfKAv2_hm 3072x2":        net(0x7F234CB8, 3072, 16, 32),
		"HalfKAv2_hm 128x2":         net(0x7F234CB8, 128, 16, 32),
		"HalfKAv2_hm and threats":   net(0x8F234CB8, 1024, 16, 32),
		"SFNN of another shape":     0x5F134AB8 ^ 0x6333718A,
		"SFNN with progress bucket": 0x5F134AB8 ^ 0x6333718A ^ 0x6F50524F,
	} {
		found := false
		for _, kind := range kinds {
			if strings.HasPrefix(kind.name, name) {
				found = true
				if kind.hash != want {
					t.Errorf("%s: hash %08X, want %08X", kind.name, kind.hash, want)
				}
			}
		}
		if !found {
			t.Errorf("there is no kind %s", name)
		}
	}
}

// A network that has the sizes of one that is read, but not its activations, says so in
// its description.
func TestContradictions(t *testing.T) {
	known := each(tiny)
	for _, test := range []struct {
		a           *Architecture
		description string
		want        string // empty: it is read
	}{
		{shogi256, "Features=HalfKP(Friend)[125388->256x2],Network=AffineTransform[1<-32](ClippedReLU[32](AffineTransform[32<-32](ClippedReLU[32](AffineTransformSparseInput[32<-512](InputSlice[512(0:512)])))))", ""},
		{shogi256, "by hand, fv_scale=24,qa=127", ""},
		{shogi256, "Features=HalfKP(Friend)[125388->256x2]-SCReLU,fv_scale=13", "says SCReLU"},
		{shogi256, "Features=HalfKP(Friend)[125388->256/2x2]-Pairwise", "says Pairwise"},
		{shogi256, "Features=HalfKP(Friend)[125388->256x2],Network=AffineTransform[1<-32](SqrClippedReLU[32](", "says SqrClippedReLU"},
		{shogi256, "Features=HalfKP(Friend)[125388->256x2],fv_scale=13,qa=255,qb=64", `neurons up to "255" instead of 127`},
		{shogiStacks, "Features=HalfKaHmMerged(Friend)[73305->1536x2],Network=AffineTransform[1<-32](ClippedReLU[32](AffineTransform[32<-30](SqrClippedReLU[30](AffineTransform[16<-3072](", ""},
		{chessHalfKP, "a joke about SCReLU", ""}, // whose hash says what it is
	} {
		n := Random(tiny(test.a), 1)
		n.Description = test.description
		got, err := Parse(file(t, n), known)
		if test.want == "" {
			if err != nil || got.Description != test.description {
				t.Errorf("%s: %v", test.description, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.description, err, test.want)
		}
	}
}

// Text of a file is quoted and cut in errors.
func TestQuote(t *testing.T) {
	_, err := Parse(headed(versionHalfKP, 1, "\x1b[2J\n"+strings.Repeat("\xff", 100_000), 0), all)
	if err == nil || len(err.Error()) > 3000 || strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' || r > '~' }) {
		t.Errorf("%v", err)
	}
}

func TestClaim(t *testing.T) {
	for _, test := range []struct {
		description string
		want        *claim
	}{
		{"", nil},
		{"Network trained with the trainer.", nil},
		{"Features=", nil},
		{"Features=HalfKP[", nil},
		{"Features=HalfKP[1", nil},
		{"Features=HalfKP[1->", nil},
		{"Features=HalfKP[1->2", nil},
		{"Features=HalfKP[99999999999999999999->2x2", nil},
		{"Features=HalfKP[1->2x2", &claim{features: "HalfKP", inputs: 1, hidden: 2}},
		{"Features=HalfKP(Friend)[41024->256x2],Network=AffineTransform[1<-33](ClippedReLU[33](AffineTransform[33<-32](ClippedReLU[32](AffineTransform[32<-512](InputSlice[512(0:512)])))))",
			&claim{features: "HalfKP", inputs: 41024, hidden: 256, first: 32, second: 33}},
		{"ModelType=SFNNWithoutPsqt;Features=HalfKA_hm2(Friend)[73305->1536x2],Network=SFNN-1536{LayerStack=9}",
			&claim{features: "HalfKA_hm2", inputs: 73305, hidden: 1536, stacks: 9}},
	} {
		if got := claimed(test.description); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q is read as %+v, want %+v", test.description, got, test.want)
		}
	}
}

func ExampleParse() {
	// A game declares what it can compute.
	small := &Architecture{
		Name: "HalfKP 32x2-8-8", Origin: "an engine", Game: "chess",
		Inputs:  &nnue.Inputs{Count: 10},
		Version: 0x7AF32F16, Hash: 1,
		Hidden: 32, Stacks: 1, First: 8, Second: 8,
	}
	file, err := Random(small, 1).File()
	if err != nil {
		fmt.Println(err)
		return
	}
	n, err := Parse(file, []*Architecture{small})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(n.Architecture, len(n.Weights), "weights,", n.Description)
	_, err = Parse(file[:1000], []*Architecture{small})
	fmt.Println(err)
	// Output:
	// HalfKP 32x2-8-8 (an engine) 320 weights, random weights of seed 1
	// the header of the network file is that of HalfKP 32x2-8-8 (an engine), but the file has 1000 bytes, not 1616; its description is "random weights of seed 1"
}

// Whatever Parse accepts can be written and read again.
func FuzzParse(f *testing.F) {
	known := each(tiny)
	for i, a := range known {
		n := Random(a, 1)
		n.Compressed = i%2 == 0
		whole := file(f, n)
		f.Add(whole)
		f.Add(whole[:len(whole)-1])
		large := bytes.Clone(whole)
		put(large, 8, 0xFFFFFFF0)
		f.Add(large)
		if at := bytes.Index(whole, []byte(magic)); at >= 0 {
			large = bytes.Clone(whole)
			put(large, at+len(magic), 0xFFFFFFF0)
			f.Add(large)
		}
	}
	for _, k := range kinds {
		f.Add(headed(k.version, k.hash, "Features=HalfKA_hm2(Friend)[73305->1536x2],Network=SFNN{LayerStack=9}", 50))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := Parse(data, known)
		if err != nil {
			if n != nil || err.Error() == "" {
				t.Fatalf("network %v, error %q", n, err)
			}
			return
		}
		if !n.fits() || !slices.Contains(known, n.Architecture) || !Is(data) {
			t.Fatal("the network does not have the sizes of its architecture")
		}
		again, err := Parse(file(t, n), known)
		if err != nil {
			t.Fatal(err)
		}
		same(t, again, n)
	})
}
