package foreign

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu/internal/excerpt"
)

// described is how many letters of a description a message shows.
const described = 240

// claim is what a text says of a network: its description, or the name of an architecture
// as YaneuraOu has them. Zeros are for what it does not say.
type claim struct {
	features              string // as in a description
	inputs, hidden        int
	first, second, stacks int  // first counts an output that is forwarded
	forwards              bool // whether it says that one is
	choice                string
	chosen                bool // whether it says how the stack is chosen
	common, shards        int
}

// claimed reads a description, nil if it says nothing that is known. YaneuraOu and its
// trainers write "Features=HalfKP(Friend)[125388->256x2],Network=AffineTransform[1<-32](...",
// or the name of an architecture after Network=.
func claimed(description string) *claim {
	c := named(description)
	_, rest, ok := strings.Cut(description, "Features=")
	if !ok {
		return c
	}
	var f claim
	f.features, rest, _ = strings.Cut(rest, "[")
	f.features = strings.TrimSuffix(f.features, friend)
	if f.inputs, rest = number(rest); !strings.HasPrefix(rest, "->") {
		return c
	}
	if f.hidden, rest = number(rest[2:]); !strings.HasPrefix(rest, "x2") {
		return c
	}
	if _, stacks, ok := strings.Cut(rest, "LayerStack="); ok {
		f.stacks, _ = number(stacks)
	}
	if c != nil { // the name says more
		c.features, c.inputs, c.stacks = f.features, f.inputs, f.stacks
		return c
	}
	// The layers come in the reverse order, each as "[outputs<-inputs]".
	var outputs []int
	for part := range strings.SplitSeq(rest, "[") {
		if n, rest := number(part); strings.HasPrefix(rest, "<-") {
			outputs = append(outputs, n)
		}
	}
	if len(outputs) == 3 {
		f.first, f.second = outputs[2], outputs[1]
	}
	return &f
}

// named reads the name of an architecture somewhere in a text, nil if there is none:
// "SFNN_halfka2_1024_7_64_k3k3", "halfkp_512x2-8-64", "SFNN-1536".
func named(text string) *claim {
	text = strings.ToLower(text)
	isName := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' || r == '-'
	}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !isName(r) }) {
		parts := strings.FieldsFunc(word, func(r rune) bool { return r == '_' || r == '-' })
		if len(parts) > 0 && parts[0] == "nnue" {
			parts = parts[1:]
		}
		var c *claim
		switch {
		case word == "sfnn-1536":
			c = &claim{features: "halfkahm2", hidden: 1536, first: 16, second: 32, forwards: true, choice: "k3k3", chosen: true}
		case len(parts) >= 5 && parts[0] == "sfnn":
			c = stacked(parts[1:])
		case len(parts) == 4 && strings.HasSuffix(parts[1], "x2"):
			c = sizes(parts[0], strings.TrimSuffix(parts[1], "x2"), parts[2], parts[3])
		}
		if c != nil {
			return c
		}
	}
	return nil
}

// sizes returns a claim of inputs and sizes, nil if these are no numbers.
func sizes(features string, texts ...string) *claim {
	c := &claim{features: features}
	for i, to := range []*int{&c.hidden, &c.first, &c.second} {
		n, err := strconv.Atoi(texts[i])
		if err != nil || n < 1 {
			return nil
		}
		*to = n
	}
	return c
}

// stacked reads the parts of a name of an SFNN after the first.
func stacked(parts []string) *claim {
	c := sizes(parts[0], parts[1:4]...)
	if c == nil {
		return nil
	}
	if c.first%8 == 7 {
		c.first, c.forwards = c.first+1, true
	}
	parts = parts[4:]
	if len(parts) >= 2 && strings.HasPrefix(parts[0], "c") && strings.HasPrefix(parts[1], "s") {
		common, err := strconv.Atoi(parts[0][1:])
		_, shards, _ := strings.Cut(parts[1], "x")
		n, err2 := strconv.Atoi(shards)
		if err == nil && err2 == nil && n > 1 {
			c.common, c.shards, parts = common, n, parts[2:]
		}
	}
	c.choice, c.chosen = canonical(parts), true
	return c
}

// canonical returns the name of a choice whose parts are in any order and of any length:
// hand, king, progress.
func canonical(parts []string) string {
	short := strings.NewReplacer("king3-by-king3", "k3k3", "king9-by-king9", "k9k9", "king9z-by-king9z", "k9k9z", "king9zone-by-king9zone", "k9k9z",
		"king13z-by-king13z", "k13k13z", "king13zone-by-king13zone", "k13k13z", "king21-by-king21", "k21k21", "king29-by-king29", "k29k29")
	parts = strings.Split(short.Replace(strings.Join(parts, "-")), "-")
	var name []string
	for _, kind := range []string{"hand", "k", "progress"} {
		for _, part := range parts {
			if strings.HasPrefix(part, kind) {
				name = append(name, part)
			}
		}
	}
	return strings.Join(name, "_")
}

// Named returns the architecture of an open one that has a name as YaneuraOu writes it:
// "halfkp_256x2-32-32", "SFNN_halfka2_1024_7_64_k3k3".
func (a *Architecture) Named(name string) (*Architecture, error) {
	if c := named(name); a.open() && c != nil && c.of(a) && c.chosen == (a.Fixed != [2]uint32{}) {
		if sized := c.sized(a, c.choice); sized != nil {
			return sized, nil
		}
	}
	return nil, fmt.Errorf("%s is no architecture of the inputs %s", excerpt.QuoteTo(described, name), a.Inputs.Name)
}

// sized returns an architecture with the sizes of a claim and a choice, nil if there is none.
func (c *claim) sized(a *Architecture, choice string) *Architecture {
	b := *a
	if a.Shortcut && !c.forwards {
		b.Forward = [2]int32{}
	}
	b.Common, b.Shards = c.common, c.shards
	for _, way := range a.Choices {
		if way.Name != choice && len(a.Choices) > 1 || c.stacks != 0 && c.stacks != way.Stacks {
			continue
		}
		if sized := b.Sized(c.hidden, c.first, c.second, way); sized.Check() == nil {
			return sized
		}
	}
	return nil
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

// plainName returns a name of inputs without what descriptions and names differ in.
func plainName(features string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "+", "").Replace(features))
}

// of reports whether a claim, if there is one, is about the inputs of an architecture.
func (c *claim) of(a *Architecture) bool {
	return c == nil || (c.inputs == 0 || c.inputs == a.Inputs.Count) && plainName(c.features) == plainName(a.Inputs.Name)
}

// fits reports whether a claim, if there is one, is about an architecture of these sizes.
// If something else says how the stack is chosen, that counts.
func (c *claim) fits(a *Architecture, choice string) bool {
	if c == nil {
		return true
	}
	same := func(got, want int) bool { return got == 0 || got == want }
	return (c.inputs == a.Inputs.Count || c.inputs == 0 && c.of(a)) && same(c.hidden, a.Hidden) && same(c.first, a.First) && same(c.second, a.Second) &&
		same(c.stacks, a.Choice.Stacks) && (!c.forwards || a.forwards()) && (!c.chosen || (c.choice == a.Choice.Name || choice != "") && c.forwards == a.forwards()) &&
		(!c.chosen || c.common == a.Common && c.shards == a.Shards)
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
	if c.choice != "" {
		s += " chosen by " + c.choice
	}
	if c.inputs > 0 {
		s += fmt.Sprintf(" with %d inputs", c.inputs)
	}
	return excerpt.QuoteTo(described, c.features) + " " + s
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
			return fmt.Errorf("the network has the sizes of %s, but its description %s says %s, which cannot be read", a, excerpt.QuoteTo(described, description), word)
		}
	}
	for part := range strings.SplitSeq(description, ",") {
		if unit, ok := strings.CutPrefix(part, "qa="); ok && unit != "127" {
			return fmt.Errorf("the network has the sizes of %s, but neurons up to %s instead of 127, which cannot be read", a, excerpt.QuoteTo(described, unit))
		}
	}
	return nil
}
