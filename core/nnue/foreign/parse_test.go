package foreign

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/tests/must"
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
		Inputs: &nnue.FeatureSet{Count: 2}, Version: versionHalfKP, Fixed: [2]uint32{0x09090909, 0x182B3A4D},
		Hidden: 32, Choice: Choice{Stacks: 2}, First: 3, Second: 2, Material: 1,
		Pooling: Product, Tail: Squared, Forward: [2]int32{1, 1},
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
		number(4, 0x182B3A4D)
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
	n, err := Parse(File{Bytes: f}, []*Architecture{a})
	must.OK(t, err)
	want, err := New(a)
	must.OK(t, err)
	want.Description, want.Compressed = "abc", false
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
			n, err := Parse(File{Bytes: f}, known)
			if err != nil || n.Architecture != test.want {
				t.Errorf("%s: read as %v: %v", test.name, n, err)
			}
		}
	}
	if n, err := Parse(File{Bytes: file(t, Random(a15, 3))}, []*Architecture{chessHalfKP, a151}); err != nil || n.Architecture != a151 {
		t.Errorf("the only one that fits is not taken: %v", err)
	}
	twin := *a15
	_, err := Parse(File{Bytes: file(t, Random(a15, 3))}, []*Architecture{a15, &twin})
	must.Say(t, err, "could be any of")
}

// Versions that share a layout are told apart by the digits of their files; the first known one
// is taken for others.
func TestVersions(t *testing.T) {
	a171, a17 := tiny(chess171), tiny(chess17)
	f := file(t, Random(a17, 3))
	for _, test := range []struct {
		digits string
		want   *Architecture
	}{{"1111cefa1111", a171}, {hash(f)[:12], a17}} {
		a17.Files = []string{test.digits}
		if n, err := Parse(File{Bytes: f}, []*Architecture{a171, a17}); err != nil || n.Architecture != test.want {
			t.Errorf("digits %s: read as %v: %v", test.digits, n, err)
		}
	}
}

// YaneuraOu only warns of other hashes: the length decides. Stockfish does not read them.
func TestHashes(t *testing.T) {
	known := each(tiny)
	for _, a := range known {
		n := Random(a, 5)
		n.Description = "" // which says something else than tiny sizes
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
			got, err := Parse(File{Bytes: f}, known)
			if a.Strict {
				if err == nil || !strings.Contains(err.Error(), "12345678") {
					t.Errorf("%s: another hash %s: %v", a, name, err)
				}
				continue
			}
			if err != nil || got.Architecture != a || len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0], "12345678") {
				t.Errorf("%s: another hash %s: %v, network %v", a, name, err, got != nil)
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
			if _, err := Parse(File{Bytes: f}, []*Architecture{a}); (err == nil) != (compressed == a.Compressed) {
				t.Errorf("%s, compressed %t: %v", a, compressed, err)
			}
		}
	}
}

// Of two architectures of the same sizes, the hash decides, whatever their order.
func TestHashDecides(t *testing.T) {
	a := tiny(shogi256)
	b := *a
	b.Name, b.InputsHash = "other", 7
	for _, known := range [][]*Architecture{{a, &b}, {&b, a}} {
		for _, want := range known {
			if n, err := Parse(File{Bytes: file(t, Random(want, 1))}, known); err != nil || n.Architecture != want {
				t.Errorf("%s is read as %v: %v", want, n, err)
			}
		}
		f := file(t, Random(a, 1))
		put(f, 4, 8)
		_, err := Parse(File{Bytes: f}, known)
		must.Say(t, err, "could be any of")
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
				if _, err := Parse(File{Bytes: f[:i:i]}, known); err == nil {
					t.Fatalf("%s: the first %d of %d bytes are read", a, i, len(f))
				}
			}
			if _, err := Parse(File{Bytes: append(f, 0)}, known); err == nil {
				t.Errorf("%s: something follows", a)
			}
		}
	}
}

// Errors say what is wrong and where.
func TestParseErrors(t *testing.T) {
	known := each(tiny)
	halfKP, sf15, stacks := known[7], known[1], known[len(known)-1]
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
		{"nothing but a header", headed(versionHalfKP, halfKP.hash(), "", 0), fmt.Sprintf("of %s, but the file has 12 bytes, not %d", halfKP, len(file(t, plain)))},
		{"cut", changed(plain, func(f []byte) []byte { return f[:1000] }), fmt.Sprintf("of %s, but the file has 1000 bytes, not %d", halfKP, len(file(t, plain)))},
		{"longer", changed(plain, func(f []byte) []byte { return append(f, 0) }), fmt.Sprintf("the file has %d bytes, not %d", len(file(t, plain))+1, len(file(t, plain)))},
		{"both games", changed(plain, func(f []byte) []byte { return f[:1000] }), "; or of HalfKP 256x2-32-32 (YaneuraOu)"},
		{"cut in LEB128", changed(compressed, func(f []byte) []byte { return f[:first+30] }),
			fmt.Sprintf("of %s, but the compressed array at byte 16 takes 128 bytes, but the file ends 9 bytes after its start", stacks)},
		{"cut in the size of LEB128", changed(compressed, func(f []byte) []byte { return f[:first+19] }), "ends at byte 35, within a compressed array"},
		{"a number too many", changed(compressed, func(f []byte) []byte {
			return append(f[:first], appendLEB(nil, make([]int16, len(compressed.Bias)))...)
		}), "a compressed array is missing at byte"},
		{"other numbers", changed(compressed, func(f []byte) []byte {
			f = append(f[:first], appendLEB(nil, make([]int16, len(compressed.Bias)-1))...)
			return appendLEB(f, compressed.Weights)
		}), fmt.Sprintf("the compressed array at byte %d has %d numbers, not %d", first+21, len(compressed.Bias)-1, len(compressed.Bias))},
		{"within a number", changed(compressed, func(f []byte) []byte { f[first+21+127] |= 0x80; return f }), "at byte 16 ends within a number"},
		{"a large number", append(append(append(headed(versionHalfKP, stacks.hash(), "", 4),
			appendLEB(nil, make([]int16, len(compressed.Bias)))...),
			appendLEB(nil, append(make([]int32, len(compressed.Weights)-1), 40000))...),
			make([]byte, stacks.Choice.Stacks*stacks.stackBytes())...),
			fmt.Sprintf("%s is damaged: the number at byte %d does not fit into 16 bits", stacks, first+2*21+len(compressed.Bias)+len(compressed.Weights)-1)},
		{"a wrong hash", changed(Random(sf15, 1), func(f []byte) []byte { put(f, len(f)-sf15.stackBytes(), 1); return f }),
			"has the hash 00000001 at byte"},
		{"nothing of this kind", headed(versionStockfish, 0x12345678, "", 100), "of an unknown kind (version 7AF32F20, hash 12345678, 112 bytes), which cannot be read; networks that can be read are HalfKP 256x2-32-32 (Stockfish 12), HalfKAv2_hm"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n, err := Parse(File{Bytes: test.file}, known)
			if err == nil || n != nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v\nwant %q", err, test.want)
			}
		})
	}
	_, err := Parse(File{Bytes: headed(versionNew, 1, "", 0)}, nil)
	must.Say(t, err, "no network of another engine can be read")
}

// Files of kinds that are known but not read are refused by name.
func TestRefusedByName(t *testing.T) {
	const halfKP = "Features=HalfKP(Friend)[125388->%dx2],Network=AffineTransform[1<-%d](ClippedReLU[%[2]d](AffineTransform[%[2]d<-%d](ClippedReLU[%[3]d](AffineTransform[%[3]d<-%d](InputSlice[%[4]d(0:%[4]d)])))))"
	for _, test := range []struct {
		name string
		file []byte
		want string
	}{
		{"HalfKPE9 without a description", headed(versionHalfKP, 0x3E5AA6EE, "", 577806124), "HalfKPE9 256x2-32-32 (YaneuraOu)"},
		{"HalfKPE9 that is cut", headed(versionHalfKP, 0x3E5AA6EE, "Features=HalfKPE9(Friend)[1128492->256x2],Network=", 5), `"HalfKPE9" 256x2 with 1128492 inputs`},
		{"HalfKP of another shape", headed(versionHalfKP, 1, fmt.Sprintf(halfKP, 1024, 96, 8, 2048), 100), `"HalfKP" 1024x2-8-96 with 125388 inputs`},
		{"HalfKP of another first layer", headed(versionHalfKP, 1, fmt.Sprintf(halfKP, 1024, 32, 16, 2048), 100), `"HalfKP" 1024x2-16-32 with 125388 inputs`},
		{"HalfKP of this shape, of another hash and cut", headed(versionHalfKP, 1, fmt.Sprintf(halfKP, 1024, 64, 8, 2048), 100), "of HalfKP 1024x2-8-64 (YaneuraOu), but the file has"},
		{"SFNN of other inputs", headed(versionHalfKP, 0x3C203B32, "ModelType=SFNNWithoutPsqt;Features=HalfKA2(Friend)[131949->1024x2],Network=SFNN_HALFKA2_1024_7_64_K3K3{LayerStack=9}", 100), "SFNN of another shape (YaneuraOu), which cannot be read; its description is \"ModelType"},
		{"SFNN of more stacks", headed(versionHalfKP, 0x3C203B32, "ModelType=SFNNWithoutPsqt;Features=HalfKA_hm2(Friend)[73305->1536x2],Network=SFNN_HALFKAHM2_1536_15_32_K9K9{LayerStack=81}", 100), "SFNN of another shape"},
		{"SFNN-1536 that is cut", headed(versionHalfKP, 0x3C203B32, "ModelType=SFNNWithoutPsqt;Features=HalfKA_hm2(Friend)[73305->1536x2],Network=SFNN-1536{LayerStack=9}", 100), "of SFNN_halfkahm2_1536_15_32_k3k3 (YaneuraOu), but the file has"},
		{"SFNN with progress", headed(versionHalfKP, 0x5370697D, "", 100), "SFNN of another shape with progress"},
		{"Stockfish 14", headed(versionStockfish, 0x3C103E72, "Network trained with the trainer.", 47721284), "(Stockfish 14)"},
		{"Fairy-Stockfish", headed(versionStockfish, 0x3C103E72, "", 47721284/2), "(Fairy-Stockfish)"},
		{"Stockfish 14.1", headed(versionStockfish, 0x1C102EEC, "", 47001156), "HalfKAv2_hm 1024x2-8-32 (Stockfish 14.1)"},
		{"Stockfish 17", headed(versionStockfish, 0x1C1020F2, "", 100), "of HalfKAv2_hm 3072x2-15-32 (Stockfish 17.1), but the file has 112 bytes"},
		{"between Stockfishes", headed(versionStockfish, 0x1C1037F3, "", 100), "version 7AF32F20, hash 1C1037F3"},
		{"later Stockfish", headed(versionNew, 0x55555555, "", 100), "Stockfish after version 18"},
		{"rshogi", headed(versionStacks, 0, "Features=HalfKaHmMerged(Friend)[73305->1536x2]", 100), "rshogi"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if !Is(test.file) {
				t.Error("not seen as a network")
			}
			if n, err := Parse(File{Bytes: test.file}, all); err == nil || n != nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v\nwant %q", err, test.want)
			}
		})
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
		got, err := Parse(File{Bytes: file(t, n)}, known)
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
	_, err := Parse(File{Bytes: headed(versionHalfKP, 1, "\x1b[2J\n"+strings.Repeat("\xff", 100_000), 0)}, all)
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
			&claim{features: "HalfKA_hm2", inputs: 73305, hidden: 1536, first: 16, second: 32, stacks: 9, forwards: true, choice: "k3k3", chosen: true}},
		{"ModelType=SFNNWithoutPsqt;Features=HalfKA2(Friend)[131949->1024x2],Network=SFNN_HALFKA2_1024_8_64_K3K3_HAND4{LayerStack=36}",
			&claim{features: "HalfKA2", inputs: 131949, hidden: 1024, first: 8, second: 64, stacks: 36, choice: "hand4_k3k3", chosen: true}},
		{"trained as halfkp_512x2-8-96, by hand", &claim{features: "halfkp", hidden: 512, first: 8, second: 96}},
		{"sfnn_halfka2_many_7_64", nil},
	} {
		if got := claimed(test.description); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q is read as %+v, want %+v", test.description, got, test.want)
		}
	}
}

// Sizes come from the description, from the arrays, from the length or from outside.
func TestOpenSizes(t *testing.T) {
	halfKP, kp, sfnn := toy(openHalfKP), toy(openKP), toy(openSFNN)
	known := []*Architecture{halfKP, kp, sfnn, openHalfKP, openKP}
	numbers := func(n int) (file []byte) {
		for i := range n {
			file = binary.LittleEndian.AppendUint64(file, math.Float64bits(float64(i)/8))
		}
		return file
	}
	for _, test := range []struct {
		name        string
		made        *Architecture
		description string // "-" for that of the architecture
		hash        uint32 // 0: the right one
		arch        string
		choice      string
		progress    []byte
		want        string // the name, or a part of the error
		warned      bool
	}{
		{name: "a description", made: halfKP.Sized(768, 16, 64, Choice{Stacks: 1}), description: "-", want: "HalfKP 768x2-16-64"},
		{name: "the length", made: halfKP.Sized(768, 16, 64, Choice{Stacks: 1}), want: "HalfKP 768x2-16-64"},
		{name: "the length of a small one", made: halfKP.Sized(48, 24, 104, Choice{Stacks: 1}), want: "HalfKP 48x2-24-104"},
		{name: "the length and a wrong hash", made: halfKP.Sized(512, 8, 96, Choice{Stacks: 1}), hash: 0x3E5AA6EE, description: "-", want: "HalfKP 512x2-8-96", warned: true},
		{name: "the length and a wrong hash, by the usual shape", made: openHalfKP.Sized(256, 32, 32, Choice{Stacks: 1}), hash: 1, want: "HalfKP 256x2-32-32", warned: true},
		{name: "a wrong description", made: halfKP.Sized(256, 32, 32, Choice{Stacks: 1}), description: "Features=HalfKP(Friend)[1->256x2],Network=AffineTransform[1<-32](", want: "HalfKP 256x2-32-32", warned: true},
		{name: "odd outputs", made: halfKP.Sized(128, 5, 17, Choice{Stacks: 1}), description: "-", want: "HalfKP 128x2-5-17"},
		{name: "odd outputs without a description", made: halfKP.Sized(128, 5, 17, Choice{Stacks: 1}), want: "cannot be read"},
		{name: "other inputs", made: kp.Sized(256, 32, 32, Choice{Stacks: 1}), description: "-", want: "K+P 256x2-32-32"},
		{name: "a name from outside", made: halfKP.Sized(128, 5, 17, Choice{Stacks: 1}), arch: "halfkp_128x2-5-17", want: "HalfKP 128x2-5-17"},
		{name: "no name from outside", made: halfKP.Sized(128, 8, 16, Choice{Stacks: 1}), arch: "big", want: `"big" is no name`},
		{name: "stacks", made: sfnn.Sized(128, 16, 64, sfnn.Choices[1]), want: "SFNN_halfkahm2_128_15_64_k3k3"},
		{name: "stacks of a description", made: sfnn.Sized(128, 16, 64, sfnn.Choices[3]), description: "-", want: "SFNN_halfkahm2_128_15_64_k9k9z"},
		{name: "stacks of two kinds", made: sfnn.Sized(128, 16, 64, sfnn.Choices[3]), want: "could be any of SFNN_halfkahm2_128_15_64_k9k9 "},
		{name: "stacks as somebody says", made: sfnn.Sized(128, 16, 64, sfnn.Choices[3]), choice: "K9K9Z", want: "SFNN_halfkahm2_128_15_64_k9k9z"},
		{name: "stacks as nobody says", made: sfnn.Sized(128, 16, 64, sfnn.Choices[3]), choice: "k7k7", want: "SFNN of another shape"},
		{name: "one stack", made: sfnn.Sized(64, 8, 32, sfnn.Choices[0]), want: "SFNN_halfkahm2_64_7_32"},
		{name: "stages of the game", made: sfnn.Sized(64, 8, 32, sfnn.Choices[4]), want: "SFNN_halfkahm2_64_7_32_k3k3_progress8"},
		{name: "stages in another file", made: sfnn.Sized(64, 8, 32, sfnn.Choices[5]), choice: "progress8ek", progress: numbers(77), want: "SFNN_halfkahm2_64_7_32_progress8ek"},
		{name: "another file that is cut", made: sfnn.Sized(64, 8, 32, sfnn.Choices[5]), choice: "progress8ek", progress: numbers(76), want: "progress.bin, and it has 608"},
		{name: "no other file", made: sfnn.Sized(64, 8, 32, sfnn.Choices[5]), choice: "progress8ek", want: "progress.bin, and it has 0"},
		{name: "auto", made: sfnn.Sized(64, 8, 32, sfnn.Choices[5]), choice: "auto", want: "SFNN_halfkahm2_64_7_32_k3k3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			n := Random(test.made, 4)
			if n.Description = test.description; test.description == "-" {
				n.Description = test.made.description()
			}
			f := file(t, n)
			if test.hash != 0 {
				put(f, 4, test.hash)
			}
			got, err := Parse(File{Bytes: f, Architecture: test.arch, Choice: test.choice, Progress: test.progress}, known)
			switch {
			case err != nil:
				must.Has(t, err.Error(), test.want)
			case got.Architecture.Name != test.want || !slices.Equal(got.Weights, n.Weights) || !reflect.DeepEqual(got.Stacks, n.Stacks):
				t.Errorf("read as %s, want %q", got.Architecture, test.want)
			case (len(got.Warnings) > 0) != test.warned:
				t.Errorf("warnings %q", got.Warnings)
			case test.progress != nil && got.Progress[1+9] != 9*65536/8:
				t.Errorf("progress %v", got.Progress)
			}
		})
	}
}

// An output that is forwarded is seen in the second layer, which has no weights for it.
func TestShortcut(t *testing.T) {
	a := toy(openSFNN)
	for _, name := range []string{"SFNN_halfkahm2_64_7_32_k3k3", "SFNN_halfkahm2_64_8_32_k3k3"} {
		sized, err := a.Named(name)
		must.OK(t, err)
		n := Random(sized, 1)
		n.Description = ""
		if got, err := Parse(File{Bytes: file(t, n)}, []*Architecture{a}); err != nil || got.Architecture.Name != name {
			t.Errorf("%s is read as %v: %v", name, got, err)
		}
	}
}

// With an owner, large weights that are not compressed stay where they are.
func TestKeptFile(t *testing.T) {
	for _, a := range each(tiny) {
		n := Random(a, 2)
		n.Description = "x" // so that numbers do not begin at even bytes
		f := file(t, n)
		owner := new(int)
		if a.Origin == chess17.Origin {
			a.Files = []string{n.Hash[:12]}
		}
		got, err := Parse(File{Bytes: f, Owner: owner}, []*Architecture{a})
		if err != nil {
			t.Fatalf("%s: %v", a, err)
		}
		inside := func(at unsafe.Pointer) bool {
			first := uintptr(unsafe.Pointer(&f[0]))
			return uintptr(at) >= first && uintptr(at) < first+uintptr(len(f))
		}
		weights, pairs := !a.Compressed && canAlias, a.Pairs != nil && canAlias
		if inside(unsafe.Pointer(&got.Weights[0])) != weights || a.Pairs != nil && inside(unsafe.Pointer(&got.Pairs[0][0])) != pairs || got.KeepsFile() != (weights || pairs) {
			t.Errorf("%s: keeps the file: %t", a, got.KeepsFile())
		}
		if got.owner = nil; !a.Strict {
			got.Warnings = nil
		}
		same(t, got, n)
	}
}

// What a file is that is none of these is known by its beginning or its name.
func TestKind(t *testing.T) {
	for _, test := range []struct{ name, file, want string }{
		{"KPP_synthesized.bin", "\x00\x00", "KPPT"},
		{"model.onnx", "\x08\x07\x12", "dlshogi"},
		{"network.pb.gz", "\x1f\x8b\x08", "lc0"},
		{"suisho5.zip", "PK\x03\x04", "archive"},
		{"eval.7z", "7z\xbc\xaf\x27\x1c", "archive"},
		{"weights.pb", "\x0d\xc0\x01\x00\x00\x12", "lc0"},
		{"epoch.ckpt", "PKx", "PyTorch"},
		{"nn.bin", "<!DOCTYPE html>", "web page"},
		{"nn.bin", "version https://git-lfs.github.com/spec/v1", "Git LFS"},
		{"nn.bin", "", "empty"},
		{"nn.bin", "something", ""},
	} {
		if got := Kind([]byte(test.file), test.name); (got != "") != (test.want != "") || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func ExampleParse() {
	// A game declares what it can compute.
	small := &Architecture{
		Name: "HalfKP 32x2-8-8", Origin: "an engine", Game: "chess",
		Inputs:  &nnue.FeatureSet{Count: 10},
		Version: 0x7AF32F16, InputsHash: 1, Strict: true,
		Hidden: 32, Choice: Choice{Stacks: 1}, First: 8, Second: 8,
	}
	file, err := Random(small, 1).File()
	if err != nil {
		fmt.Println(err)
		return
	}
	n, err := Parse(File{Bytes: file}, []*Architecture{small})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(n.Architecture, len(n.Weights), "weights,", n.Description)
	_, err = Parse(File{Bytes: file[:1000]}, []*Architecture{small})
	fmt.Println(err)
	// Output:
	// HalfKP 32x2-8-8 (an engine) 320 weights, random weights of seed 1
	// the network file has the header of HalfKP 32x2-8-8 (an engine), but the file has 1000 bytes, not 1616; its description is "random weights of seed 1"
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
	known = append(known, toy(openHalfKP), toy(openKP), toy(openSFNN))
	for _, name := range []string{"halfkp_48x2-8-16", "kp_32x2-8-8", "SFNN_halfkahm2_32_7_16_k3k3", "SFNN_halfkahm2_32_8_8"} {
		for _, open := range known {
			if a, err := open.Named(name); err == nil {
				f.Add(file(f, Random(a, 1)))
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := Parse(File{Bytes: data}, known)
		if err != nil {
			if n != nil || err.Error() == "" {
				t.Fatalf("network %v, error %q", n, err)
			}
			return
		}
		if !n.fits() || n.Architecture.Check() != nil || !Is(data) {
			t.Fatal("the network does not have the sizes of its architecture")
		}
		again, err := Parse(File{Bytes: file(t, n)}, []*Architecture{n.Architecture})
		must.OK(t, err)
		n.Warnings, again.Warnings = nil, nil
		same(t, again, n)
	})
}
