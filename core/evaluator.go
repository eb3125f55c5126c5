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
