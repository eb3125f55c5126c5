package foreign

import (
	"testing"

	"github.com/nitoryu/nitoryu/core/nnue"
)

// The architectures that Nitoryu reads, with inputs that have nothing but their number.

// Versions are kVersion in Stockfish 12, src/nnue/nnue_common.h, and in YaneuraOu,
// source/eval/nnue/nnue_common.h, and Version in Stockfish 15. For everything else see
// nnue_architecture.h, nnue_feature_transformer.h, architectures/ and features/ there.

// chessHalfKP has 64 squares of the king times 641: 10 pieces on 64 squares, and 0 that
// is never used. Stockfish 13 has the same files.
var chessHalfKP = &Architecture{
	Name: "HalfKP 256x2-32-32", Origin: "Stockfish 12", Game: "chess",
	Inputs:  &nnue.Inputs{Name: "HalfKP", Count: 64 * 641},
	Version: versionHalfKP, Hash: 0x3E5AA6EE, TransformerHash: 0x5D69D7B8, StackHash: 0x63337156,
	Strict: true, Hidden: 256, Stacks: 1, First: 32, Second: 32,
}

// chess15 has 32 buckets of the king times 11 planes of 64 squares. The output that is
// forwarded is 600 * 16 / (127 * 64) of one of the second layer.
var chess15 = &Architecture{
	Name: "HalfKAv2_hm 1024x2-15-32", Origin: "Stockfish 15", Game: "chess",
	Inputs:  &nnue.Inputs{Name: "HalfKAv2_hm", Count: 32 * 11 * 64},
	Version: versionStockfish, Hash: 0x1C102EF2, TransformerHash: 0x7F2344B8, StackHash: 0x63336A4A,
	Strict: true, Hidden: 1024, Material: 8, Stacks: 8, First: 16, Second: 32,
	Pooling: Product, Forward: [2]int32{600 * 16, 127 * 64},
}

// chess151 is the same with squares.
var chess151 = func() *Architecture {
	a := *chess15
	a.Origin, a.Squares = "Stockfish 15.1", true
	return &a
}()

// shogiHalfKP has 81 squares of the king times 1548 pieces at their places and in hand.
func shogiHalfKP(name string, hidden, first, second int, hash, transformer, stack uint32) *Architecture {
	return &Architecture{
		Name: name, Origin: "YaneuraOu", Game: "shogi",
		Inputs:  &nnue.Inputs{Name: "HalfKP", Count: 81 * 1548},
		Version: versionHalfKP, Hash: hash, TransformerHash: transformer, StackHash: stack,
		Hidden: hidden, Stacks: 1, First: first, Second: second,
	}
}

var (
	shogi256    = shogiHalfKP("HalfKP 256x2-32-32", 256, 32, 32, 0x3E5AA6EE, 0x5D69D7B8, 0x63337156)
	shogi512    = shogiHalfKP("HalfKP 512x2-16-32", 512, 16, 32, 0x3E5AA772, 0x5D69D1B8, 0x633376CA)
	shogi512w   = shogiHalfKP("HalfKP 512x2-8-64", 512, 8, 64, 0x3E5AA71C, 0x5D69D1B8, 0x633376A4)
	shogi1024   = shogiHalfKP("HalfKP 1024x2-8-32", 1024, 8, 32, 0x3E5AB7EC, 0x5D69DDB8, 0x63336A54)
	shogi1024w  = shogiHalfKP("HalfKP 1024x2-8-64", 1024, 8, 64, 0x3E5AB79C, 0x5D69DDB8, 0x63336A24)
	shogiStacks = &Architecture{
		// 45 squares of the king times 1629: 1548 as above, and both kings on 81 squares.
		// The hashes are fixed, whatever the shape: kSfnnBaseHashValue and others.
		Name: "SFNN-1536", Origin: "YaneuraOu", Game: "shogi",
		Inputs:  &nnue.Inputs{Name: "HalfKA_hm2", Count: 45 * 1629},
		Version: versionHalfKP, Hash: 0x3C203B32, TransformerHash: 0x5F134AB8, StackHash: 0x6333718A,
		Compressed: true, Hidden: 1536, Stacks: 9, First: 16, Second: 32,
		Pooling: Product, Squares: true, Forward: [2]int32{1, 1},
	}
)

// all are all of them.
var all = []*Architecture{chessHalfKP, chess15, chess151, shogi256, shogi512, shogi512w, shogi1024, shogi1024w, shogiStacks}

// toy returns an architecture with few inputs, so that it is quick to read. Those of
// different inputs get different numbers.
func toy(a *Architecture) *Architecture {
	t := *a
	t.Inputs = &nnue.Inputs{Name: a.Inputs.Name, Count: 1 + a.Inputs.Count%100}
	return &t
}

// tiny returns a toy that has few neurons and stacks too.
func tiny(a *Architecture) *Architecture {
	t := toy(a)
	t.Hidden = 32 * (1 + a.Hidden/512)
	t.Stacks = min(a.Stacks, 2)
	return t
}

// each applies one of these to all architectures.
func each(f func(*Architecture) *Architecture) []*Architecture {
	list := make([]*Architecture, len(all))
	for i, a := range all {
		list[i] = f(a)
	}
	return list
}

// The hashes of Stockfish and YaneuraOu follow from the sizes, and so do the lengths of
// the files of Stockfish 12 (nn-82215d0fd0df.nnue has 21,022,697 bytes, 177 of them of
// its description) and others.
func TestArchitectures(t *testing.T) {
	stack := func(a *Architecture) uint32 {
		h := 0xEC42E90D ^ uint32(2*a.Hidden)
		for i, outputs := range []int{a.First, a.Second, 1} {
			h = 0xCC03DAE4 + uint32(outputs) ^ h>>1 ^ h<<31
			if i < 2 {
				h += 0x538D24C7
			}
		}
		return h
	}
	const halfKP, halfKAhm = 0x5D69D5B8, 0x7F234CB8
	for _, test := range []struct {
		a        *Architecture
		features uint32
		bytes    int // behind the header when nothing is compressed
	}{
		{chessHalfKP, halfKP, 21022697 - 177 - 12},
		{chess15, halfKAhm, 47001412},
		{chess151, halfKAhm, 47001412},
		{shogi256, halfKP, 64216876},
		{shogi512, halfKP, 128415980},
		{shogi512w, halfKP, 128408940},
		{shogi1024, halfKP, 256814284},
		{shogi1024w, halfKP, 256815468},
		{shogiStacks, 0, 225428524},
	} {
		a := test.a
		if err := a.Check(); err != nil {
			t.Error(err)
		}
		if got := a.plainBytes(); got != test.bytes {
			t.Errorf("%s: %d bytes, want %d", a, got, test.bytes)
		}
		if a.Hash != a.TransformerHash^a.StackHash {
			t.Errorf("%s: the hash of the file is not that of its parts", a)
		}
		if test.features == 0 {
			continue
		}
		if a.TransformerHash != test.features^uint32(2*a.Hidden) || a.StackHash != stack(a) {
			t.Errorf("%s: hashes %08X %08X, want %08X %08X", a, a.TransformerHash, a.StackHash, test.features^uint32(2*a.Hidden), stack(a))
		}
	}
}
