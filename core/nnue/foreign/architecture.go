package foreign

import (
	"errors"
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
)

// Pooling is how the neurons of both sides become inputs of the first dense layer. They
// are clamped first, and the side to move comes first.
type Pooling uint8

const (
	// Clipped takes neurons of 0 to 127 as they are: there are 2 * Hidden inputs.
	Clipped Pooling = iota
	// Product multiplies the first half of a side's neurons, of 0 to 127, by its second
	// half and divides by 128: there are Hidden inputs. Some engines double the weights as
	// they read them, clamp to 254 and divide by 512, which is the same.
	Product
	// WideProduct does so with neurons of 0 to 255, and divides by 512.
	WideProduct
)

// Tail is how the dense layers are joined. Their inputs are bytes: sums divided by 64 and
// clamped to 0 to 127 (clipped), or the same of their squares.
type Tail uint8

const (
	// Straight is three layers, each with the clipped sums of the one before.
	Straight Tail = iota
	// Squared gives the second layer the squares of its inputs too, before them: of a sum
	// x min(x*x >> 19, 127).
	Squared
	// Connected is the kind of Stockfish 19. Sums of the first layer are divided by 128, its
	// squares by 1 << 21. The last layer has the squares and the clipped sums of both
	// others as inputs. The last two outputs of the first layer are added to its sum, the
	// last one negated, and Forward is the scale of all that.
	Connected
)

// Choice is a way to choose the stack of dense layers for a position.
type Choice struct {
	Name     string                    // as names of architectures have it: "k3k3"; "" for the only way
	Stacks   int                       // to choose from
	Progress int                       // how many of them differ in the progress of the game alone; 0: none
	External bool                      // the weights of the progress are in a file of their own
	Of       func(p core.Position) int // the stack, without the progress; nil: the first
}

// Pairs are inputs of pairs of pieces, which come on top of the others. Their weights have
// 8 bits.
type Pairs struct {
	*nnue.Pairs
	Parts []int // how many inputs are of each kind, as the file has them one after another
	Apart bool  // the material of a kind follows its weights in the file; else all is at the end
}

// Architecture is a kind of network: what its file contains and how it computes.
//
// Inputs -> Hidden, once for each side, then one of several stacks of three dense
// layers: to First outputs, to Second and to one.
//
// Sizes may be open, that is zero: the file decides. [Architecture.Sized] closes them.
type Architecture struct {
	Name   string // "HalfKP 256x2-32-32", as users know it; "HalfKP" while sizes are open
	Origin string // the engine that made it: "Stockfish 12"
	Game   string // "chess" or "shogi"

	// Inputs encode a position. Only their Count is used to read a file.
	Inputs *nnue.FeatureSet
	Pairs  *Pairs // nil: none
	// Progress are the inputs of a sum that tells how far the game is, see Choice. Its
	// weights stand before the stacks of files that have such choices.
	Progress *nnue.FeatureSet

	// Version begins the file. A hash follows it, and others are before the weights of
	// the inputs and before each stack. They follow from InputsHash and from the sizes,
	// or are Fixed: the hashes of the transformer and of a stack.
	Version    uint32
	InputsHash uint32
	Fixed      [2]uint32
	// Strict refuses other hashes, as Stockfish does. YaneuraOu only warns: there are
	// good files with other hashes, and the length has to tell what they are.
	Strict bool
	// Compressed says that its engine writes Bias, Weights and Material in LEB128. Both
	// forms are read.
	Compressed bool
	// Files are the first digits of the SHA-256 of files that are of this architecture
	// where others have the same layout.
	Files []string

	Hidden        int // neurons of each side, a multiple of 16
	Material      int // values of each input that are summed directly, one of them used in a position; 0: none
	Choice        Choice
	First, Second int // outputs of the first two dense layers

	// Choices are the ways to choose a stack while that is open.
	Choices []Choice

	Pooling Pooling
	Tail    Tail
	// Forward keeps the last output of the first layer from the second. Times Forward[0]
	// over Forward[1], it is added to the output. Zeros: it is an input like the others.
	Forward [2]int32
	// Shortcut says that Forward is for open sizes of 8n outputs of which one is forwarded
	// only: the name counts 8n-1 then.
	Shortcut bool
	// Shards of the first layer's inputs follow Common ones that all its outputs see; each
	// group of outputs sees one shard. 0: all outputs see all inputs.
	Common, Shards int

	// Value is the value of a position in the units of the engine; nil: it cannot be
	// computed.
	Value Scorer
	Unit  Unit
	// Small says when a small network stands in for this one; nil: never. SmallFor names
	// what a small one belongs to: it is no evaluation by itself.
	Small    *Switch
	SmallFor string
}

// String returns the name and the origin.
func (a *Architecture) String() string { return a.Name + " (" + a.Origin + ")" }

// open reports whether sizes are left to the file.
func (a *Architecture) open() bool { return a.Hidden == 0 }

// Sized returns the architecture with its open sizes set. First counts the output that is
// forwarded, if any is.
func (a *Architecture) Sized(hidden, first, second int, c Choice) *Architecture {
	s := *a
	s.Hidden, s.First, s.Second, s.Choice, s.Choices = hidden, first, second, c, nil
	s.Name = s.sizedName()
	return &s
}

// sizedName returns the name with sizes, as the engines of the family have them.
func (a *Architecture) sizedName() string {
	first := a.First
	if a.forwards() {
		first--
	}
	if a.Fixed == [2]uint32{} {
		return fmt.Sprintf("%s %dx2-%d-%d", a.Name, a.Hidden, first, a.Second)
	}
	name := fmt.Sprintf("%s_%d_%d_%d", a.Name, a.Hidden, first, a.Second)
	if a.Shards > 0 {
		name += fmt.Sprintf("_c%d_s%dx%d", a.Common, (a.Hidden-a.Common)/a.Shards, a.Shards)
	}
	if a.Choice.Name != "" {
		name += "_" + a.Choice.Name
	}
	return name
}

// step is the number of bytes to which rows of dense weights are padded in a file, and
// neuronStep what the number of neurons is a multiple of.
const (
	step       = 32
	neuronStep = 16
)

// Limits of sizes, so that no product of them overflows 32 bits.
const (
	maxInputs  = 1 << 21
	maxHidden  = 1 << 14
	maxWeights = 1 << 29
	maxOutputs = 1 << 8
	maxStacks  = 1 << 20
)

// Check reports sizes that no file has. Architectures of a game are constants: call it in a test.
func (a *Architecture) Check() error {
	stacks := a.Choice.Stacks
	switch {
	case a.Inputs == nil || a.Inputs.Count < 1 || a.Inputs.Count > maxInputs || a.pairs() > maxInputs:
		return fmt.Errorf("%s: no inputs, or too many", a)
	case a.Hidden < neuronStep || a.Hidden > maxHidden || a.Hidden%neuronStep != 0:
		return fmt.Errorf("%s: %d neurons are not %d to %d, a multiple of %d", a, a.Hidden, neuronStep, maxHidden, neuronStep)
	case a.Inputs.Count > maxWeights/a.Hidden || a.pairs() > maxWeights/a.Hidden || (a.Inputs.Count+a.pairs())*max(a.Material, 0) > maxWeights:
		return fmt.Errorf("%s: too many weights", a)
	case a.Material < 0 || a.Material > maxOutputs || stacks < 1 || stacks > maxStacks || a.Choice.Progress > stacks:
		return fmt.Errorf("%s: %d stacks and %d material values are out of range", a, stacks, a.Material)
	case a.First < 1 || a.First > maxOutputs || a.Second < 1 || a.Second > maxOutputs:
		return fmt.Errorf("%s: %d and %d outputs are out of range", a, a.First, a.Second)
	case a.Choice.Progress > 0 && a.Progress == nil:
		return fmt.Errorf("%s: nothing tells the progress of the game", a)
	case (a.forwards() || a.Tail == Connected) && (a.First < 2 || a.Forward[1] == 0):
		return fmt.Errorf("%s: the output that is forwarded leaves none, or has no scale", a)
	case a.Shards != 0 && (a.Shards < 2 || a.First%a.Shards != 0 || a.Common < 0 || a.Common >= a.Hidden || (a.Hidden-a.Common)%a.Shards != 0):
		return fmt.Errorf("%s: the shards do not fit its sizes", a)
	case stacks > maxWeights/a.stackBytes():
		return fmt.Errorf("%s: the stacks are too large", a)
	}
	return nil
}

// forwards reports whether an output of the first layer goes past the others.
func (a *Architecture) forwards() bool { return a.Tail != Connected && a.Forward != [2]int32{} }

// kinds returns how many inputs there are of each kind of pairs.
func (a *Architecture) kinds() []int {
	if a.Pairs == nil {
		return nil
	}
	return a.Pairs.Parts
}

// pairs returns the number of inputs of pairs.
func (a *Architecture) pairs() (n int) {
	for _, part := range a.kinds() {
		n += part
	}
	return n
}

// layers returns the inputs and outputs of the dense layers.
func (a *Architecture) layers() [3][2]int {
	first, second, third := 2*a.Hidden, a.First, a.Second
	if a.Pooling != Clipped {
		first = a.Hidden
	}
	if a.forwards() {
		second--
	}
	if a.Tail != Straight {
		second *= 2
	}
	if a.Tail == Connected {
		third = second + 2*a.Second
	}
	return [3][2]int{{first, a.First}, {second, a.Second}, {third, 1}}
}

// hashes returns the hashes of the transformer and of a stack; the hash of the file covers both.
func (a *Architecture) hashes() (transformer, stack uint32) {
	if a.Fixed != [2]uint32{} {
		return a.Fixed[0], a.Fixed[1]
	}
	stack = 0xEC42E90D ^ uint32(2*a.Hidden)
	for i, outputs := range [3]int{a.First, a.Second, 1} {
		stack = 0xCC03DAE4 + uint32(outputs) ^ stack>>1 ^ stack<<31
		if i < 2 {
			stack += 0x538D24C7
		}
	}
	return a.InputsHash ^ uint32(2*a.Hidden), stack
}

// progressHash is before the weights of the progress.
const progressHash = 0x6F50524F

// hash returns the hash of the file.
func (a *Architecture) hash() uint32 {
	transformer, stack := a.hashes()
	if a.progressBytes() > 0 {
		return transformer ^ stack ^ progressHash
	}
	return transformer ^ stack
}

// description returns what engines write into files.
func (a *Architecture) description() string {
	if a.Fixed != [2]uint32{} {
		return fmt.Sprintf("ModelType=SFNNWithoutPsqt;Features=%s[%d->%dx2],Network=%s{LayerStack=%d}",
			a.friend(), a.Inputs.Count, a.Hidden, strings.ToUpper(a.Name), a.Choice.Stacks)
	}
	if a.Pooling != Clipped || a.Choice.Stacks != 1 {
		return ""
	}
	text := fmt.Sprintf("InputSlice[%d(0:%[1]d)]", 2*a.Hidden)
	for i, l := range a.layers() {
		text = fmt.Sprintf("AffineTransform[%d<-%d](%s)", l[1], l[0], text)
		if i < 2 {
			text = fmt.Sprintf("ClippedReLU[%d](%s)", l[1], text)
		}
	}
	return fmt.Sprintf("Features=%s[%d->%dx2],Network=%s", a.friend(), a.Inputs.Count, a.Hidden, text)
}

// friend is the suffix of inputs that depend on the own king.
const friend = "(Friend)"

// friend returns the name of the inputs in a description.
func (a *Architecture) friend() string {
	if strings.Contains(a.Inputs.Name, "+") {
		return a.Inputs.Name
	}
	return a.Inputs.Name + friend
}

// padded returns the length of a row of n dense weights in a file.
func padded(n int) int { return (n + step - 1) / step * step }

// layerBytes returns the size of a dense layer in a file.
func layerBytes(inputs, outputs int) int { return outputs * (4 + padded(inputs)) }

// stackBytes returns the size of a stack in a file, with its hash.
func (a *Architecture) stackBytes() int {
	n := 4
	for _, l := range a.layers() {
		n += layerBytes(l[0], l[1])
	}
	return n
}

// progressBytes returns the size of the weights of the progress in a file, with their hash.
func (a *Architecture) progressBytes() int {
	if a.Choice.Progress == 0 || a.Choice.External {
		return 0
	}
	return 4 + 4*a.progressWeights()
}

// progressWeights is how many numbers the progress has: a bias, then a weight for each input.
func (a *Architecture) progressWeights() int {
	if a.Choice.Progress == 0 {
		return 0
	}
	return 1 + a.Progress.Count
}

// array is a part of the transformer in a file: some of the numbers of one of the slices
// of a network.
type array struct {
	of    arrayOf
	from  int // of the slice; the kind of pairs
	count int
}

// arrayOf names a slice of a network.
type arrayOf uint8

const (
	biasArray     arrayOf = iota // 16 bits
	weightArray                  // 16 bits
	pairArray                    // 8 bits, never compressed
	materialArray                // 32 bits
)

// bytes returns the size of a number that is not compressed.
func (of arrayOf) bytes() int { return [...]int{2, 2, 1, 4}[of] }

// arrays returns the parts of the transformer in the order of the file. The material of
// pairs comes before the material of other inputs.
func (a *Architecture) arrays() []array {
	list := []array{{biasArray, 0, a.Hidden}}
	pairs := 0
	for i, n := range a.kinds() {
		list = append(list, array{pairArray, i, n * a.Hidden})
		if a.Pairs.Apart {
			list = append(list, array{materialArray, pairs * a.Material, n * a.Material})
		}
		pairs += n
	}
	list = append(list, array{weightArray, 0, a.Inputs.Count * a.Hidden})
	if a.Material > 0 {
		last := array{materialArray, 0, (pairs + a.Inputs.Count) * a.Material}
		if a.Pairs != nil && a.Pairs.Apart {
			last = array{materialArray, pairs * a.Material, a.Inputs.Count * a.Material}
		}
		list = append(list, last)
	}
	return list
}

// plainBytes returns the size of everything behind the header when nothing is compressed.
func (a *Architecture) plainBytes() int {
	n := 4
	for _, part := range a.arrays() {
		n += part.of.bytes() * part.count
	}
	return n + a.progressBytes() + a.Choice.Stacks*a.stackBytes()
}

// errSizes is for networks whose slices are not as long as their architecture says.
var errSizes = errors.New("the weights of the network are not as many as its architecture says")
