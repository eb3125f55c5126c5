package core

// Evaluator is a static evaluation that follows a position through its moves. A search
// plays a move with
//
//	game.Do(m, eval.Push())
//
// and takes it back with game.Undo() and eval.Pop(). Null moves change no piece and are
// not pushed. An Evaluator is used by one goroutine at a time.
type Evaluator interface {
	// Reset makes the evaluator follow p as it stands, and forgets what was pushed.
	Reset(p Position)
	// Push starts the record of a move and returns it for Do to fill.
	Push() *DirtyPieces
	// Pop forgets the last record.
	Pop()
	// Evaluate returns the value of the position for the side to move, within
	// +-EvalBound.
	Evaluate() Score
}

// Explainer is an Evaluator that can show how its value comes about.
type Explainer interface {
	Evaluator
	// Explain draws the position with what each piece is worth to First where it
	// stands, in pawns of chess; lines end in a newline.
	Explain() string
}

// What stands for an evaluation in place of the name of a network file.
const (
	EmbeddedEval = "<embedded>" // the one that is used unless another is asked for
	ClassicEval  = "<classic>"  // the hand-crafted one
	OwnEval      = "<own>"      // the best network that learned from our own games alone
)

// EvalChoice says which evaluation an engine is to use.
type EvalChoice struct {
	// File is the name of a network file, EmbeddedEval, OwnEval or ClassicEval; "" is EmbeddedEval.
	File string
	// Folder is where File is, unless it is an absolute path. A folder alone stands for
	// its file nn.bin, as in shogi. "" is the current folder.
	Folder string
	// Small is the name of a second network file, the small one that stands in for File in
	// some positions; "" is none.
	Small string
	// Divisor is what the output of a network of YaneuraOu is divided by (FV_SCALE) where
	// it is shown as there; 0 is DefaultDivisor.
	Divisor int
	// Warn is told what is odd about a file that can be used; nil: nobody is.
	Warn func(text string)
}

// DefaultDivisor is that of YaneuraOu.
const DefaultDivisor = 16

// EvaluatorFactory makes evaluators of one kind, one for each thread.
type EvaluatorFactory interface {
	// Name is "classic", or the name of a network and the first digits of its hash.
	Name() string
	// Hash is the SHA-256 of the network's file in hexadecimal digits, "" without one.
	Hash() string
	// New returns an evaluator that follows no position yet. Evaluators of one source
	// give equal values and may be used at the same time.
	New() Evaluator
}

// EvaluatorsOf returns a factory of evaluators without a file, by its name and a function
// that makes one.
func EvaluatorsOf(name string, make func() Evaluator) EvaluatorFactory { return evaluators{name, make} }

type evaluators struct {
	name string
	make func() Evaluator
}

func (e evaluators) Name() string { return e.name }

func (evaluators) Hash() string { return "" }

func (e evaluators) New() Evaluator { return e.make() }
