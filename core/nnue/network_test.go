package nnue

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/tests/must"
)

// small is the header of the smallest network.
func small() Header {
	return Header{
		Game: "chess", Inputs: "three", Count: 3, Hidden: HiddenStep, Buckets: 1, Scale: 400, Name: "toy",
		Command: `lab train --out "toy" <x> & y`, Data: "1,000 positions, Jänner", Parents: []string{"abc", "def"},
	}
}

// randomNetwork returns a network with random weights.
func randomNetwork(t testing.TB, h Header) *Network {
	t.Helper()
	n, err := New(h)
	must.OK(t, err)
	random := rand.New(rand.NewPCG(1, 2))
	for _, part := range [][]int16{n.Weights, n.Bias} {
		for i := range part {
			part[i] = int16(random.Uint32())
		}
	}
	for i := range n.Output {
		n.Output[i] = int16(random.IntN(2*MaxOutputWeight+1) - MaxOutputWeight)
	}
	for i := range n.OutputBias {
		n.OutputBias[i] = int32(random.Uint32())
	}
	for i := range n.Stacks {
		for _, l := range n.Stacks[i] {
			for j := range l.Weights {
				l.Weights[j] = int8(random.Uint32())
			}
			for j := range l.Bias {
				l.Bias[j] = int32(random.Uint32())
			}
		}
	}
	return n
}

// summed returns a file with these parts and the right checksum.
func summed(t testing.TB, magic, header string, body []byte) []byte {
	t.Helper()
	data := binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(header)))
	data = append(append(data, header...), body...)
	hash := sha256.Sum256(data)
	return append(data, hash[:]...)
}

// plainFile returns a network as a file of version 1.
func plainFile(t testing.TB, n *Network) []byte {
	t.Helper()
	header, err := json.Marshal(&n.Header)
	must.OK(t, err)
	var body []byte
	write := func(part any) {
		body, err = binary.Append(body, binary.LittleEndian, part)
		must.OK(t, err)
	}
	write(n.Weights)
	n.eachPart(func(part []int8) { write(part) }, func(part []int16) { write(part) }, func(part []int32) { write(part) })
	return summed(t, plainMagic, string(header), body)
}

// file returns a network as a file.
func file(t testing.TB, n *Network) []byte {
	t.Helper()
	f, err := n.File()
	must.OK(t, err)
	return f
}

func TestFileRoundTrip(t *testing.T) {
	large := small()
	large.Count, large.Hidden, large.Buckets, large.Scale, large.Parents = 768, 3*HiddenStep, MaxBuckets, 1, nil
	layers := small()
	layers.Hidden, layers.Buckets, layers.Layers = PairedStep, 3, []int{16, 32}
	steps := small()
	steps.Step = 3
	for _, h := range []Header{small(), large, layers, steps} {
		n := randomNetwork(t, h)
		for i := range n.Weights {
			n.Weights[i] -= n.Weights[i] % int16(n.step())
		}
		f := file(t, n)
		got, err := Parse(f)
		must.OK(t, err)
		if len(n.Hash) != 64 || !reflect.DeepEqual(got, n) {
			t.Errorf("%d inputs, layers %d: another network came back", h.Count, h.Layers)
		}
		old, err := Parse(plainFile(t, n))
		must.OK(t, err)
		if old.Hash, old.Step = got.Hash, got.Step; !reflect.DeepEqual(old, got) {
			t.Errorf("%d inputs, layers %d: another network came back from version 1", h.Count, h.Layers)
		}
		if again := file(t, got); !bytes.Equal(again, f) {
			t.Errorf("%d inputs, layers %d: another file was written", h.Count, h.Layers)
		}
	}
}

// likened is a network with rows that resemble those some inputs before them, of the largest weights, too.
func likened(t testing.TB, step int) (n *Network, like int) {
	t.Helper()
	h := small()
	h.Count, h.Step = 6*7, step
	n, like = randomNetwork(t, h), 7
	for i := range n.Weights {
		switch before := i - like*n.Hidden; {
		case i%(5*n.Hidden) == 3:
			n.Weights[i] = int16(math.MinInt16 + i%2*math.MaxUint16)
		case before >= 0 && i%n.Hidden != 3:
			n.Weights[i] = n.Weights[before] + int16(i%3*n.step())
		}
		n.Weights[i] -= n.Weights[i] % int16(n.step())
	}
	return n, like
}

// Where rows resemble earlier ones a file has the differences, of any size, and the network the hash of
// version 2.
func TestLikened(t *testing.T) {
	for _, step := range []int{0, 1, 3, 4, 16} {
		t.Run(fmt.Sprint(step), func(t *testing.T) {
			n, like := likened(t, step)
			f := file(t, n)
			if !bytes.HasPrefix(f, []byte(likenedMagic)) || n.like() != like {
				t.Fatalf("the file begins with %q, rows resemble those %d before", f[:len(likenedMagic)], n.like())
			}
			got, err := Parse(f)
			must.OK(t, err)
			if !reflect.DeepEqual(got, n) {
				t.Error("another network came back")
			}
			header, err := json.Marshal(&n.Header)
			must.OK(t, err)
			packed, err := Parse(append(n.packed(header), f[len(f)-sha256.Size:]...))
			must.OK(t, err)
			if !reflect.DeepEqual(packed, n) {
				t.Error("another network came back from version 2")
			}
		})
	}
}

// A header may say that there are no small layers.
func TestNoLayers(t *testing.T) {
	h := small()
	h.Layers = []int{}
	if got, want := file(t, randomNetwork(t, h)), file(t, randomNetwork(t, small())); !bytes.Equal(got, want) {
		t.Error("the file is another one than without saying so")
	}
	n, err := Parse(file(t, randomNetwork(t, small())))
	must.OK(t, err)
	if strings.Contains(string(file(t, n)), "layers") {
		t.Error("the file says so")
	}
	header := `{"count":1,"hidden":32,"buckets":1,"scale":400,"layers":[]}`
	n, err = Parse(summed(t, plainMagic, header, make([]byte, 2*(32+32+64)+4)))
	must.OK(t, err)
	if again, err := Parse(file(t, n)); err != nil || !reflect.DeepEqual(n, again) {
		t.Errorf("written and read again: %v", err)
	}
}

// A file that is truncated, has a wrong bit anywhere or something after its end is an
// error.
func TestDamagedFiles(t *testing.T) {
	likened, _ := likened(t, 0)
	for _, n := range []*Network{randomNetwork(t, small()), likened} {
		tryDamaged(t, file(t, n))
	}
}

func tryDamaged(t *testing.T, f []byte) {
	refuse := func(what string, at int, f []byte) {
		t.Helper()
		if n, err := Parse(f); err == nil || n != nil {
			t.Errorf("%s %d: read as a network", what, at)
		}
	}
	for i := range f {
		refuse("cut after", i, f[:i])
		for bit := range 8 {
			f[i] ^= 1 << bit
			refuse("wrong byte", i, f)
			f[i] ^= 1 << bit
		}
	}
	refuse("longer than", len(f), append(bytes.Clone(f), 0))
}

// Errors say what is wrong.
func TestParseErrors(t *testing.T) {
	f, plain := file(t, randomNetwork(t, small())), plainFile(t, randomNetwork(t, small()))
	wild := func(x int64) []byte {
		body := binary.AppendVarint(nil, x)
		return summed(t, packedMagic, `{"count":1,"hidden":32,"buckets":1,"scale":400}`, append(body, make([]byte, 32+32+64+1)...))
	}
	stepped := func(step int, x int64) []byte {
		header := fmt.Sprintf(`{"count":1,"hidden":32,"buckets":1,"scale":400,"step":%d}`, step)
		return summed(t, packedMagic, header, append(binary.AppendVarint(nil, x), make([]byte, 31+32+64+1)...))
	}
	headed := func(header string) []byte {
		out := append([]byte(plainMagic), 0, 0, 0, 0)
		binary.LittleEndian.PutUint32(out[len(plainMagic):], uint32(len(header)))
		return append(out, header...)
	}
	repeated := func(like uint64, x ...int64) []byte {
		body := binary.AppendUvarint(nil, like)
		for _, x := range x {
			body = binary.AppendVarint(body, x)
		}
		return summed(t, likenedMagic, `{"count":2,"hidden":32,"buckets":1,"scale":400,"step":4}`, append(body, make([]byte, 200)...))
	}
	damaged := bytes.Clone(f)
	damaged[len(f)-40] ^= 1
	tests := []struct {
		name string
		file []byte
		want string
	}{
		{"empty", nil, "no network"},
		{"a net of Stockfish's", []byte{0x20, 0xf1, 0xf8, 0x7a, 1, 2, 3}, "no network"},
		{"another layout", append([]byte("nitoryu net 4\n"), f[len(packedMagic):]...), "no network"},
		{"cut before the header", f[:len(plainMagic)+2], "cut short"},
		{"a header of 4 GiB", append([]byte(plainMagic), 255, 255, 255, 255, '{', '}'), "cut short"},
		{"a header that is no JSON", headed("{{"), "cannot be read"},
		{"a header of other types", headed(`{"count":"many"}`), "cannot be read"},
		{"no sizes", headed("{}"), "inputs, not 0"},
		{"a negative size", headed(`{"count":-1}`), "inputs, not -1"},
		{"too many inputs", headed(`{"count":65537}`), "inputs, not 65537"},
		{"a size beyond all numbers", headed(`{"count":1e99}`), "cannot be read"},
		{"odd neurons", headed(`{"count":1,"hidden":33}`), "multiple of 32, not 33"},
		{"too many neurons", headed(`{"count":1,"hidden":2080}`), "not 2080"},
		{"too many buckets", headed(`{"count":1,"hidden":32,"buckets":17}`), "buckets, not 17"},
		{"no scale", headed(`{"count":1,"hidden":32,"buckets":1}`), "scale"},
		{"large sizes and nothing else", headed(`{"count":65536,"hidden":2048,"buckets":16,"scale":1}`), "has 0 bytes after its header, which asks for 268"},
		{"one layer", headed(`{"count":1,"hidden":64,"layers":[16]}`), "two small layers before its output or none, not 1"},
		{"layers and odd pairs", headed(`{"count":1,"hidden":96,"layers":[16,32]}`), "pairs of hidden neurons: their number is a multiple of 64, not 96"},
		{"a layer of another size", headed(`{"count":1,"hidden":64,"buckets":1,"scale":1,"layers":[16,40]}`), "a small layer has 16 to 128 neurons, a multiple of 16, not 40"},
		{"layers and nothing else", headed(`{"count":1,"hidden":64,"buckets":2,"scale":1,"layers":[16,32]}`), "has 0 bytes after its header, which asks for 4840"},
		{"large sizes and nothing else, packed", append([]byte(packedMagic), headed(`{"count":65536,"hidden":2048,"buckets":16,"scale":1}`)[len(plainMagic):]...), "has 0 bytes after its header, which asks for 134"},
		{"cut", f[:len(f)-1], "checksum"},
		{"cut, of version 1", plain[:len(plain)-1], "bytes after its header"},
		{"damaged", damaged, "checksum"},
		{"a weight of 17 bits", wild(1 << 15), "a weight of the network file is 32768, which is too large"},
		{"a weight of 17 bits, by its step", stepped(4, 1<<13), "a weight of the network file is 8192, which is too large"},
		{"a step below 0", stepped(-1, 0), "0 to 16, not -1"},
		{"a step too large", stepped(17, 0), "0 to 16, not 17"},
		{"a weight of 65 bits", summed(t, packedMagic, `{"count":1,"hidden":32,"buckets":1,"scale":400}`, bytes.Repeat([]byte{255}, 200)), "cut short"},
		{"a weight without its end", summed(t, packedMagic, `{"count":1,"hidden":32,"buckets":1,"scale":400}`, bytes.Repeat([]byte{128}, 129)), "cut short"},
		{"rows that resemble themselves", repeated(0), "resemble those 0 inputs before them, of 2"},
		{"rows that resemble none", repeated(2), "resemble those 2 inputs before them, of 2"},
		{"rows very far apart", repeated(math.MaxUint64), "resemble those 18446744073709551615 inputs"},
		{"a number of rows without its end", summed(t, likenedMagic, `{"count":2,"hidden":32,"buckets":1,"scale":400}`, bytes.Repeat([]byte{128}, 200)), "cut short"},
		{"a difference of 17 bits", repeated(1, 1<<15), "a weight of the network file is 32768, which is too large"},
		{"a weight of 17 bits, by its difference", repeated(1, 1<<13), "a weight of the network file is 8192, which is too large"},
		{"too much behind weights of version 3", repeated(1), "bytes too many"},
		{"a weight too many", wild(0), "has 1 bytes too many after its weights"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse(test.file)
			must.Say(t, err, test.want)
		})
	}
}

// A step makes the file smaller. Weights that are no multiples of it are not written.
func TestStep(t *testing.T) {
	n := randomNetwork(t, small())
	was := slices.Clone(n.Weights)
	plain := len(file(t, n))
	if err := n.Coarsen(MaxStep + 1); err == nil {
		t.Error("a step that is too large")
	}
	must.OK(t, n.Coarsen(16))
	for i, w := range was {
		if d := int(w) - int(n.Weights[i]); d < -8 || d > 15 || d > 8 && w < 32752 {
			t.Errorf("%d became %d", w, n.Weights[i])
		}
	}
	if packed := len(file(t, n)); packed >= plain {
		t.Errorf("%d bytes with a step of 16, %d without", packed, plain)
	}
	n.Weights[7]++
	_, err := n.File()
	must.Say(t, err, "weight 7 is", "no multiple of the step 16")
}

// A file made by other means may have weights that overflow in a kernel.
func TestWildOutputWeights(t *testing.T) {
	n := randomNetwork(t, small())
	n.Output[5] = MaxOutputWeight + 1
	_, err := n.File()
	must.Say(t, err, "output weight 5 is 128")
	n = randomNetwork(t, small())
	n.Layers = []int{16}
	_, err = n.File()
	must.Say(t, err, "not 1")
	n = randomNetwork(t, small())
	n.Bias = n.Bias[:3]
	_, err = n.File()
	must.Say(t, err, "not as many")
	for name, change := range map[string]func(n *Network){
		"a stack is missing":           func(n *Network) { n.Stacks = n.Stacks[1:] },
		"a layer lacks a weight":       func(n *Network) { n.Stacks[1][0].Weights = n.Stacks[1][0].Weights[1:] },
		"a layer lacks a bias":         func(n *Network) { n.Stacks[0][2].Bias = nil },
		"a layer of another size":      func(n *Network) { n.Stacks[0][0], n.Stacks[0][1] = n.Stacks[0][1], n.Stacks[0][0] },
		"outputs beside layers":        func(n *Network) { n.OutputBias = make([]int32, 2) },
		"layers, and no stack of them": func(n *Network) { n.Stacks = nil },
	} {
		h := small()
		h.Hidden, h.Buckets, h.Layers = PairedStep, 2, []int{16, 32}
		n := randomNetwork(t, h)
		change(n)
		if _, err := n.File(); err == nil || !strings.Contains(err.Error(), "not as many") {
			t.Errorf("%s: written: %v", name, err)
		}
		if _, err := NewSource(n, &FeatureSet{Name: "three", Count: 3}); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

func TestNewRejectsSizes(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(h *Header)
		ok     bool
	}{
		{"as it is", func(*Header) {}, true},
		{"no inputs", func(h *Header) { h.Count = 0 }, false},
		{"the most inputs", func(h *Header) { h.Count = MaxInputs }, true},
		{"too many inputs", func(h *Header) { h.Count = MaxInputs + 1 }, false},
		{"no neurons", func(h *Header) { h.Hidden = 0 }, false},
		{"a wrong number of neurons", func(h *Header) { h.Hidden = HiddenStep + 1 }, false},
		{"the most neurons", func(h *Header) { h.Hidden = MaxHidden }, true},
		{"too many neurons", func(h *Header) { h.Hidden = MaxHidden + HiddenStep }, false},
		{"no buckets", func(h *Header) { h.Buckets = 0 }, false},
		{"layers", func(h *Header) { h.Hidden, h.Layers = PairedStep, []int{16, 128} }, true},
		{"layers and an odd number of halves", func(h *Header) { h.Layers = []int{16, 32} }, false},
		{"three layers", func(h *Header) { h.Hidden, h.Layers = PairedStep, []int{16, 32, 16} }, false},
		{"an empty layer", func(h *Header) { h.Hidden, h.Layers = PairedStep, []int{0, 32} }, false},
		{"a negative layer", func(h *Header) { h.Hidden, h.Layers = PairedStep, []int{-16, 32} }, false},
		{"too large a layer", func(h *Header) { h.Hidden, h.Layers = PairedStep, []int{16, 144} }, false},
		{"an odd layer", func(h *Header) { h.Hidden, h.Layers = PairedStep, []int{15, 32} }, false},
		{"too many buckets", func(h *Header) { h.Buckets = MaxBuckets + 1 }, false},
		{"no scale", func(h *Header) { h.Scale = 0 }, false},
		{"too large a scale", func(h *Header) { h.Scale = 10001 }, false},
	} {
		h := small()
		test.change(&h)
		n, err := New(h)
		if (err == nil) != test.ok || (n != nil) != test.ok {
			t.Errorf("%s: error %v", test.name, err)
		}
	}
}

// A network for other inputs is refused by name.
func TestSource(t *testing.T) {
	n := randomNetwork(t, small())
	file(t, n)
	in := &FeatureSet{Name: "three", Count: 3}
	s, err := NewSource(n, in)
	must.OK(t, err)
	if want := "toy " + n.Hash[:8]; s.Name() != want {
		t.Errorf("called %q, want %q", s.Name(), want)
	}
	for _, other := range []*FeatureSet{{Name: "four", Count: 3}, {Name: "three", Count: 4}} {
		_, err := NewSource(n, other)
		if err == nil || !strings.Contains(err.Error(), `"three"`) || !strings.Contains(err.Error(), other.Name) {
			t.Errorf("with %q, %d inputs: %v", other.Name, other.Count, err)
		}
	}
	n.Weights = n.Weights[1:]
	if _, err := NewSource(n, in); err == nil {
		t.Error("a network without all its weights is taken")
	}
}

// The largest outputs of a network stay within bounds.
func TestExtremeValues(t *testing.T) {
	for _, sign := range []int16{1, -1} {
		h := small()
		h.Hidden, h.Scale = MaxHidden, 10000
		n := randomNetwork(t, h)
		for i := range n.Output {
			n.Output[i] = sign * MaxOutputWeight
		}
		n.OutputBias[0] = int32(sign) * 0x7fffffff
		e := newEvaluator(n, n.transformer(&FeatureSet{Name: "three", Count: 3}))
		on := make([]int16, MaxHidden)
		for i := range on {
			on[i] = QA
		}
		if got := e.output(&on[0], &on[0], 0); got != got.Clamp() || (got > 0) != (sign > 0) || got.IsDecisive() {
			t.Errorf("value %d of sign %d", got, sign)
		}
		h.Layers = []int{MaxLayer, MaxLayer}
		n = randomNetwork(t, h)
		for i := range n.Stacks[0][2].Weights {
			n.Stacks[0][1].Bias[i], n.Stacks[0][2].Weights[i] = math.MaxInt32/2, int8(sign*127)
		}
		n.Stacks[0][2].Bias[0] = int32(sign) * 0x70000000
		stacks, err := n.pack()
		must.OK(t, err)
		l := newLayered(n, n.transformer(&FeatureSet{Name: "three", Count: 3}), stacks)
		if got := l.output(on, on, 0); got != core.Score(sign)*core.EvalBound {
			t.Errorf("with layers: value %d of sign %d", got, sign)
		}
	}
}

func address(first *int16) uintptr { return uintptr(unsafe.Pointer(first)) }

// Rows start at a cache line.
func TestAligned(t *testing.T) {
	for n := 0; n < 200; n++ {
		a := Aligned[int16](n)
		if len(a) != n || cap(a) != n {
			t.Fatalf("%d numbers of %d, want %d", len(a), cap(a), n)
		}
		if n > 0 && address(&a[0])%line != 0 {
			t.Fatalf("%d numbers begin at %#x", n, address(&a[0]))
		}
	}
	n := randomNetwork(t, small())
	e := newEvaluator(n, n.transformer(&FeatureSet{Name: "three", Count: 3, KingBuckets: make([]KingBucket, 2), Tables: make([]Table, 2)}))
	for _, row := range []*int16{e.row(1), e.weights(1), &e.network.Output[0]} {
		if address(row)%line != 0 {
			t.Errorf("a row begins at %#x", address(row))
		}
	}
}

// Any network that Parse accepts can be written and read again.
func FuzzParse(f *testing.F) {
	whole := file(f, randomNetwork(f, small()))
	f.Add(whole)
	f.Add(whole[:100])
	resembling, _ := likened(f, 4)
	f.Add(file(f, resembling))
	f.Add([]byte(plainMagic + "\x02\x00\x00\x00{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := Parse(data)
		if err != nil {
			if n != nil || err.Error() == "" {
				t.Fatalf("network %v, error %q", n, err)
			}
			return
		}
		again, err := Parse(file(t, n))
		if err != nil || !reflect.DeepEqual(n.Header, again.Header) {
			t.Fatalf("written and read again: %v", err)
		}
	})
}
