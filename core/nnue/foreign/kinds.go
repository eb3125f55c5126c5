package foreign

import (
	"fmt"
	"strconv"
	"strings"
)

// Version numbers of files. Stockfish had 7AF32F16 until version 13, and YaneuraOu
// still has it.
const (
	versionHalfKP    = 0x7AF32F16
	versionStockfish = 0x7AF32F20 // Stockfish 14 to 18, Fairy-Stockfish
	versionNew       = 0x6A448AFA // Stockfish after 18
	versionStacks    = 0x7AF32F21 // rshogi
	versionRagged    = 0x7AF33301 // rshogi, stacks of different sizes
)

var versions = [...]uint32{versionHalfKP, versionStockfish, versionNew, versionStacks, versionRagged}

// kinds are the files that are known by name, though no game reads them. Hashes follow
// from the sizes by the rule of src/nnue/nnue_architecture.h in Stockfish and of
// source/eval/nnue/architectures in YaneuraOu. An entry with a size is for a file that
// has just this number of bytes behind its header; no hash means any.
var kinds = []struct {
	version, hash uint32
	size          int
	name          string
}{
	{versionHalfKP, 0x3E5AA6EE, 577806124, "HalfKPE9 256x2-32-32 (YaneuraOu)"},
	{versionHalfKP, 0x5C6464A9, 0, "K-P 256x2-32-32 (YaneuraOu)"},
	{versionHalfKP, 0x68586ECC, 0, "HalfKP_vm 256x2-32-32 (YaneuraOu)"},
	{versionHalfKP, 0x3C203FEE, 0, "HalfKA1 256x2-32-32 (YaneuraOu)"},
	{versionHalfKP, 0x1C203FEE, 0, "HalfKA_hm1 256x2-32-32 (YaneuraOu)"},
	{versionHalfKP, 0x3C103FEE, 0, "HalfKA2 256x2-32-32 (YaneuraOu)"},
	{versionHalfKP, 0x1C103FEE, 0, "HalfKA_hm2 256x2-32-32 (YaneuraOu)"},
	{versionHalfKP, 0x3C203B32, 0, "SFNN of another shape (YaneuraOu)"},
	{versionHalfKP, 0x5370697D, 0, "SFNN with progress buckets (YaneuraOu)"},
	{versionStockfish, 0x3C103E72, 47721284, "HalfKAv2 512x2-16-32 (Stockfish 14)"},
	{versionStockfish, 0x3C103E72, 0, "HalfKAv2 512x2-16-32 (Fairy-Stockfish)"},
	{versionStockfish, 0x1C102EEC, 0, "HalfKAv2_hm 1024x2-8-32 (Stockfish 14.1)"},
	{versionStockfish, 0x1C102B72, 0, "HalfKAv2_hm 1536x2-15-32 (Stockfish 16)"},
	{versionStockfish, 0x1C1037F2, 0, "HalfKAv2_hm 2048x2-15-32 (Stockfish between 16 and 16.1)"},
	{versionStockfish, 0x1C103072, 0, "HalfKAv2_hm 2560x2-15-32 (Stockfish 16.1)"},
	{versionStockfish, 0x1C1020F2, 0, "HalfKAv2_hm 3072x2-15-32 (Stockfish 17 and 17.1)"},
	{versionStockfish, 0x1C103C92, 0, "HalfKAv2_hm 128x2-15-32, the small one of two (Stockfish 16.1 to 18)"},
	{versionStockfish, 0xEC102EF2, 0, "HalfKAv2_hm and threats 1024x2-15-32 (Stockfish 18)"},
	{versionNew, 0, 0, "one of Stockfish after version 18"},
	{versionStacks, 0, 0, "one with the number of its stacks in the header (rshogi)"},
	{versionRagged, 0, 0, "one with stacks of different sizes (rshogi)"},
}

// refuse returns why a file is none of the known architectures.
func (h *header) refuse(file []byte, known []*Architecture, compressed []block, broken error) error {
	size := len(file) - h.end
	for _, k := range kinds {
		if k.size == size && k.version == h.version && k.hash == h.hash {
			return h.unreadable(k.name, known)
		}
	}
	claim := claimed(h.description)
	if err := h.almost(file, known, claim, compressed, broken); err != nil {
		return err
	}
	for _, k := range kinds {
		if k.size == 0 && k.version == h.version && (k.hash == h.hash || k.hash == 0) {
			return h.unreadable(k.name, known)
		}
	}
	if claim != nil {
		return h.unreadable(claim.String(), known)
	}
	return h.unreadable(fmt.Sprintf("of an unknown kind (version %08X, hash %08X, %d bytes)", h.version, h.hash, len(file)), known)
}

// almost returns what is wrong with a file that has the header of known architectures,
// nil if it has that of none.
func (h *header) almost(file []byte, known []*Architecture, claim *claim, compressed []block, broken error) error {
	var near []string
	for _, a := range known {
		if a.Version != h.version || !claim.fits(a) || a.Hash != h.hash && (a.Strict || claim == nil) {
			continue
		}
		if _, err := locate(a, file, h.end, compressed, broken); err != nil {
			near = append(near, fmt.Sprintf("%s, but %v", a, err))
		}
	}
	if near == nil {
		return nil
	}
	return fmt.Errorf("the header of the network file is that of %s%s", strings.Join(near, "; or that of "), h.described())
}

// unreadable returns the error for a file of a kind that is known by name.
func (h *header) unreadable(name string, known []*Architecture) error {
	can := "no network of another engine can be read"
	if len(known) > 0 {
		var names []string
		for _, a := range known {
			names = append(names, a.String())
		}
		can = "networks that can be read are " + strings.Join(names, ", ")
	}
	return fmt.Errorf("the network is %s, which cannot be read%s; %s", name, h.described(), can)
}

// described quotes the description for an error, if there is one.
func (h *header) described() string {
	if h.description == "" {
		return ""
	}
	return "; its description is " + quote(h.description)
}

// claim is what a description says, in the form that YaneuraOu and its trainers write:
// "Features=HalfKP(Friend)[125388->256x2],Network=AffineTransform[1<-32](...". Zeros are
// for what it does not say.
type claim struct {
	features              string
	inputs, hidden        int
	first, second, stacks int
}

// claimed reads a description, nil if it has another form.
func claimed(description string) *claim {
	_, rest, ok := strings.Cut(description, "Features=")
	if !ok {
		return nil
	}
	c := new(claim)
	c.features, rest, _ = strings.Cut(rest, "[")
	c.features = strings.TrimSuffix(c.features, "(Friend)")
	if c.inputs, rest = number(rest); !strings.HasPrefix(rest, "->") {
		return nil
	}
	if c.hidden, rest = number(rest[2:]); !strings.HasPrefix(rest, "x2") {
		return nil
	}
	if _, stacks, ok := strings.Cut(rest, "LayerStack="); ok {
		c.stacks, _ = number(stacks)
	}
	// The layers come in the reverse order, each as "[outputs<-inputs]".
	var outputs []int
	for part := range strings.SplitSeq(rest, "[") {
		if n, rest := number(part); strings.HasPrefix(rest, "<-") {
			outputs = append(outputs, n)
		}
	}
	if len(outputs) == 3 {
		c.first, c.second = outputs[2], outputs[1]
	}
	return c
}

// number reads a number at the start of a text and returns what follows, 0 and the whole
// text if there is none.
func number(s string) (int, string) {
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	n, err := strconv.Atoi(s[:digits])
	if err != nil {
		return 0, s
	}
	return n, s[digits:]
}

// fits reports whether a description, if there is one, has the sizes of an architecture.
func (c *claim) fits(a *Architecture) bool {
	if c == nil {
		return true
	}
	same := func(got, want int) bool { return got == 0 || got == want }
	return c.inputs == a.Inputs.Count && c.hidden == a.Hidden && same(c.first, a.First) && same(c.second, a.Second) && same(c.stacks, a.Stacks)
}

// String describes what is claimed.
func (c *claim) String() string {
	s := fmt.Sprintf("%dx2", c.hidden)
	if c.first > 0 {
		s += fmt.Sprintf("-%d-%d", c.first, c.second)
	}
	if c.stacks > 0 {
		s += fmt.Sprintf(" in %d stacks", c.stacks)
	}
	return fmt.Sprintf("%s %s with %d inputs", quote(c.features), s, c.inputs)
}

// contradiction reports a description by which the network does not compute as the
// architecture does. Trainers write files of the same sizes for other activations:
// "Features=HalfKP(Friend)[125388->256x2]-SCReLU,fv_scale=13,qa=255".
func contradiction(a *Architecture, description string) error {
	words := []string{"SCReLU", "Pairwise"}
	if a.Pooling == Clipped {
		words = append(words, "SqrClippedReLU")
	}
	for _, word := range words {
		if strings.Contains(description, word) {
			return fmt.Errorf("the network has the sizes of %s, but its description %s says %s, which cannot be read", a, quote(description), word)
		}
	}
	for part := range strings.SplitSeq(description, ",") {
		if unit, ok := strings.CutPrefix(part, "qa="); ok && unit != "127" {
			return fmt.Errorf("the network has the sizes of %s, but neurons up to %s instead of 127, which cannot be read", a, quote(unit))
		}
	}
	return nil
}

// quote quotes text of a file, which may be long and of any bytes.
func quote(s string) string {
	const most = 240
	if len(s) > most {
		return strconv.QuoteToASCII(s[:most]) + "..."
	}
	return strconv.QuoteToASCII(s)
}
