package options

// Names of evaluations, used in place of the name of a network file.
const (
	Embedded = "<embedded>" // the default
	Classic  = "<classic>"  // the hand-crafted one
	Own      = "<own>"      // the best network that learned from our own games alone
)

// Evaluation says which evaluation an engine uses.
type Evaluation struct {
	// File is the name of a network file, Embedded, Own or Classic; "" is Embedded.
	File string
	// Folder is where File is, unless it is an absolute path. A folder alone stands for
	// its file nn.bin, as in shogi. "" is the current folder.
	Folder string
	// Small is the name of a second network file, the small one that stands in for File in
	// some positions; "" means no second file.
	Small string
	// Divisor is what the output of a network of YaneuraOu is divided by (FV_SCALE) where
	// it is shown as there; 0 is DefaultDivisor.
	Divisor int
	// Warn gets a warning about a file that is odd but can be used; it may be nil.
	Warn func(text string)
}

// DefaultDivisor is the divisor of YaneuraOu.
const DefaultDivisor = 16
