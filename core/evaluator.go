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
