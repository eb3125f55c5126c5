package foreign

import (
	"testing"

	"github.com/nitoryu/nitoryu/core/nnue"
)

// Some of the architectures that Nitoryu reads, with inputs that have nothing but their
// number. For the facts see src/nnue in Stockfish and source/eval/nnue in YaneuraOu.

// chess returns one of Stockfish's. The output that is forwarded is 600 * 16 / (127 * 64) of
// one of the second layer.
func chess(origin string, hidden int, change func(a *Architecture)) *Architecture {
	a := &Architecture{
		Name: "HalfKAv2_hm", Origin: origin, Game: "chess",
		Inputs:  &nnue.FeatureSet{Name: "HalfKAv2_hm", Count: 32 * 11 * 64},
		Version: versionStockfish, InputsHash: 0x7F234CB8, Strict: true, Compressed: true, Material: 8,
		Pooling: Product, Tail: Squared, Forward: [2]int32{600 * 16, 127 * 64},
	}
	a = a.Sized(hidden, 16, 32, Choice{Stacks: 8})
	change(a)
	return a
}

var (
	chessHalfKP = &Architecture{
		Name: "HalfKP 256x2-32-32", Origin: "Stockfish 12", Game: "chess",
		Inputs:  &nnue.FeatureSet{Name: "HalfKP", Count: 64 * 641},
		Version: versionHalfKP, InputsHash: 0x5D69D5B8,
		Strict: true, Hidden: 256, Choice: Choice{Stacks: 1}, First: 32, Second: 32,
	}
	chess15  = chess("Stockfish 15", 1024, func(a *Architecture) { a.Compressed, a.Tail = false, Straight })
	chess151 = chess("Stockfish 15.1", 1024, func(a *Architecture) { a.Compressed = false })
	chess171 = chess("Stockfish 17.1", 3072, func(a *Architecture) { a.Files = []string{"1c0000000000"} })
	chess17  = chess("Stockfish 17", 3072, func(a *Architecture) { a.Files = []string{"1111cefa1111"} })
	chess18  = chess("Stockfish 18", 1024, func(a *Architecture) {
		a.InputsHash, a.Pooling, a.Pairs = 0x8F234CB8, WideProduct, &Pairs{Parts: []int{79856}}
	})
	chess19 = chess("Stockfish 19", 1024, func(a *Architecture) {
		a.Version, a.InputsHash, a.Pooling, a.Tail, a.First = versionNew, 0xCB685B13, WideProduct, Connected, 32
		a.Forward, a.Pairs = [2]int32{9600, 16384}, &Pairs{Parts: []int{59808, 4560}, Apart: true}
	})

	// openHalfKP has 81 squares of the king times 1548 pieces at their places and in hand.
	openHalfKP = &Architecture{
		Name: "HalfKP", Origin: "YaneuraOu", Game: "shogi", Inputs: &nnue.FeatureSet{Name: "HalfKP", Count: 81 * 1548},
		Version: versionHalfKP, InputsHash: 0x5D69D5B8, Choices: []Choice{{Stacks: 1}},
	}
	openKP = &Architecture{
		Name: "K+P", Origin: "YaneuraOu", Game: "shogi", Inputs: &nnue.FeatureSet{Name: "K+P", Count: 1710},
		Version: versionHalfKP, InputsHash: 0x3F5717FF, Choices: []Choice{{Stacks: 1}},
	}
	// openSFNN has fixed hashes, whatever the shape.
	openSFNN = &Architecture{
		Name: "SFNN_halfkahm2", Origin: "YaneuraOu", Game: "shogi", Inputs: &nnue.FeatureSet{Name: "HalfKA_hm2", Count: 45 * 1629},
		Progress: openHalfKP.Inputs, Version: versionHalfKP, Fixed: [2]uint32{0x5F134AB8, 0x6333718A}, Compressed: true,
		Choices: []Choice{
			{Stacks: 1}, {Name: "k3k3", Stacks: 9}, {Name: "k9k9", Stacks: 81}, {Name: "k9k9z", Stacks: 81},
			{Name: "k3k3_progress8", Stacks: 72, Progress: 8}, {Name: "progress8ek", Stacks: 9, Progress: 8, External: true},
		},
		Pooling: Product, Tail: Squared, Forward: [2]int32{1, 1}, Shortcut: true,
	}

	shogi256    = openHalfKP.Sized(256, 32, 32, openHalfKP.Choices[0])
	shogi1024w  = openHalfKP.Sized(1024, 8, 64, openHalfKP.Choices[0])
	shogiStacks = openSFNN.Sized(1536, 16, 32, openSFNN.Choices[1])
)

// all are closed architectures of all kinds.
var all = []*Architecture{chessHalfKP, chess15, chess151, chess171, chess17, chess18, chess19, shogi256, shogi1024w, shogiStacks}

// toy returns an architecture with few inputs, so that it is quick to read. Those of
// different inputs get different numbers.
func toy(a *Architecture) *Architecture {
	t := *a
	t.Inputs = &nnue.FeatureSet{Name: a.Inputs.Name, Count: 1 + a.Inputs.Count%100}
	if a.Pairs != nil {
		t.Pairs = &Pairs{Apart: a.Pairs.Apart}
		for _, part := range a.Pairs.Parts {
			t.Pairs.Parts = append(t.Pairs.Parts, 1+part%50)
		}
	}
	if a.Progress != nil {
		t.Progress = &nnue.FeatureSet{Count: 77}
	}
	return &t
}

// tiny returns a toy that has few neurons and stacks too.
func tiny(a *Architecture) *Architecture {
	t := toy(a)
	t.Hidden = 32 * (1 + a.Hidden/512)
	t.Choice.Stacks = min(a.Choice.Stacks, 2)
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

// Hashes and lengths are those of files that people have (nn-82215d0fd0df.nnue has
// 21,022,697 bytes, 177 of them of its description) or that the engines' sources give.
func TestArchitectures(t *testing.T) {
	halfKP := func(hidden, first, second int) *Architecture {
		return openHalfKP.Sized(hidden, first, second, openHalfKP.Choices[0])
	}
	sf := func(hidden int) *Architecture { return chess("", hidden, func(*Architecture) {}) }
	for _, test := range []struct {
		a                        *Architecture
		transformer, stack, hash uint32
		bytes                    int // behind the header when nothing is compressed; 0: not known
	}{
		{chessHalfKP, 0x5D69D7B8, 0x63337156, 0x3E5AA6EE, 21022697 - 177 - 12},
		{chess15, 0x7F2344B8, 0x63336A4A, 0x1C102EF2, 47001412},
		{chess151, 0x7F2344B8, 0x63336A4A, 0x1C102EF2, 47001412},
		{sf(1536), 0x7F2340B8, 0x63336BCA, 0x1C102B72, 0},
		{sf(2560), 0x7F2358B8, 0x633368CA, 0x1C103072, 0},
		{chess171, 0x7F2354B8, 0x6333744A, 0x1C1020F2, 0},
		{sf(128), 0x7F234DB8, 0x6333712A, 0x1C103C92, 0},
		{chess18, 0x8F2344B8, 0x63336A4A, 0xEC102EF2, 0},
		{chess19, 0xCB685313, 0x63337116, 0xA85B2205, 0},
		{shogi256, 0x5D69D7B8, 0x63337156, 0x3E5AA6EE, 64216876},
		{halfKP(512, 16, 32), 0x5D69D1B8, 0x633376CA, 0x3E5AA772, 128415980},
		{halfKP(512, 8, 64), 0x5D69D1B8, 0x633376A4, 0x3E5AA71C, 128408940},
		{halfKP(512, 8, 96), 0x5D69D1B8, 0x633376B4, 0x3E5AA70C, 0},
		{halfKP(768, 16, 64), 0x5D69D3B8, 0x6333719A, 0x3E5AA222, 192624516 + 8},
		{halfKP(128, 32, 32), 0x5D69D4B8, 0x63337136, 0x3E5AA58E, 0},
		{halfKP(1024, 8, 32), 0x5D69DDB8, 0x63336A54, 0x3E5AB7EC, 256814284},
		{shogi1024w, 0x5D69DDB8, 0x63336A24, 0x3E5AB79C, 256815468},
		{shogiStacks, 0x5F134AB8, 0x6333718A, 0x3C203B32, 225428524},
		{openSFNN.Sized(512, 8, 96, openSFNN.Choices[4]), 0x5F134AB8, 0x6333718A, 0x5370697D, 0},
	} {
		a := test.a
		if err := a.Check(); err != nil {
			t.Error(err)
		}
		if got := a.plainBytes(); got != test.bytes && test.bytes != 0 {
			t.Errorf("%s: %d bytes, want %d", a, got, test.bytes)
		}
		if transformer, stack := a.hashes(); transformer != test.transformer || stack != test.stack || a.hash() != test.hash {
			t.Errorf("%s: hashes %08X %08X %08X, want %08X %08X %08X", a, transformer, stack, a.hash(), test.transformer, test.stack, test.hash)
		}
	}
}

// Names are those that users know.
func TestNames(t *testing.T) {
	for want, a := range map[string]*Architecture{
		"HalfKAv2_hm 1024x2-15-32":               chess15,
		"HalfKP 256x2-32-32":                     shogi256,
		"SFNN_halfkahm2_1536_15_32_k3k3":         shogiStacks,
		"SFNN_halfkahm2_512_7_96_k3k3_progress8": openSFNN.Sized(512, 8, 96, openSFNN.Choices[4]),
	} {
		if a.Name != want {
			t.Errorf("%s is called %s", want, a.Name)
		}
	}
	for _, test := range []struct {
		name string
		of   *Architecture
		want string // empty: there is none
	}{
		{"halfkp_512x2-8-64", openHalfKP, "HalfKP 512x2-8-64"},
		{"NNUE_halfkp_768x2_16_64", openHalfKP, "HalfKP 768x2-16-64"},
		{"kp_256x2-32-32", openKP, "K+P 256x2-32-32"},
		{"SFNN_halfkahm2_1024_8_64_K9K9Z", openSFNN, "SFNN_halfkahm2_1024_8_64_k9k9z"},
		{"SFNN-1536", openSFNN, "SFNN_halfkahm2_1536_15_32_k3k3"},
		{"SFNN_halfkahm2_1024_7_64_progress8_king3_by_king3", openSFNN, "SFNN_halfkahm2_1024_7_64_k3k3_progress8"},
		{"SFNN_halfkahm2_1024_7_64_c512_s256x2_k3k3", openSFNN, "SFNN_halfkahm2_1024_7_64_c512_s256x2_k3k3"},
		{"SFNN_halfkahm2_1024_7_64_c512_s256x3_k3k3", openSFNN, ""}, // 8 outputs in 3 groups
		{"SFNN_halfkahm2_1024_7_64_k7k7", openSFNN, ""},
		{"halfkp_512x2-8", openHalfKP, ""},
		{"halfkp_513x2-8-64", openHalfKP, ""},
		{"kp_256x2-32-32", openHalfKP, ""},
		{"halfkp_512x2-8-64", openSFNN, ""},
		{"", openHalfKP, ""},
	} {
		a, err := test.of.Named(test.name)
		if (err == nil) != (test.want != "") || err == nil && a.Name != test.want {
			t.Errorf("%q of %s: %v, error %v, want %q", test.name, test.of.Name, a, err, test.want)
		}
	}
}
