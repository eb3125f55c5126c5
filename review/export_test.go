package review

// What tests make up in place of a solver of mates.
type (
	Prover = prover
	Solver = solver
	Mating = mating
	Finder = finder
)

func (r *Game) Prove(by Mating) error { return r.prove(by) }

// RatingOf is rating, TraitsOf what it depends on.
var RatingOf, TraitsOf = rating, traitsOf

// AskWithout is for tests: askWithout.
var AskWithout = askWithout
