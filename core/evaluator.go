package core

// Evaluator is a static evaluation that follows a position through its moves.
// The board reports, the evaluator listens: a search plays a move with
//
//	game.Do(m, eval.Push())
//
// and takes it back with game.Undo() and eval.Pop(). Null moves change no
// piece and are not reported. An Evaluator is used by one goroutine at a time.
type Evaluator interface {
	// Reset binds the evaluator to p and forgets what was pushed. It reads p
	// anew; the evaluator follows p from here on.
	Reset(p Position)
	// Push opens the record of a move and returns it for Do to fill.
	Push() *Delta
	// Pop forgets the last record.
	Pop()
	// Evaluate returns the value of the position for the side to move, within
	// +-EvalBound.
	Evaluate() Score
}

// Explainer is an Evaluator that can show what its value is made of.
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
)

// Source is a kind of evaluation. It makes an evaluator for each thread.
type Source interface {
	// Name is what people call it: "classic", or a network's name and the first
	// digits of its hash.
	Name() string
	// Hash is SHA-256 of the network's file in hexadecimal digits, "" without one.
	Hash() string
	// New returns an evaluator that follows no position yet. Evaluators of one source
	// give equal values and may be used at the same time.
	New() Evaluator
}

// SourceFunc is a [Source] made of a function, for what needs no name.
type SourceFunc func() Evaluator

// Name implements [Source].
func (SourceFunc) Name() string { return "unnamed" }

// Hash implements [Source].
func (SourceFunc) Hash() string { return "" }

// New implements [Source].
func (f SourceFunc) New() Evaluator { return f() }
