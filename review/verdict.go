package review

// Verdict is a judgement or praise that a move is marked with.
type Verdict struct {
	Name string `json:"name"` // as reports have it
	Sign string `json:"sign"` // that stands behind the move
	Kind string `json:"kind"` // what it is drawn as: praise, inaccuracy, mistake or blunder
}

// Verdicts returns all of them, the worst last.
func Verdicts() (all []Verdict) {
	for p := Brilliant; p > NoPraise; p-- {
		all = append(all, Verdict{p.String(), p.Sign(), "praise"})
	}
	for j := Inaccuracy; j <= Blunder; j++ {
		all = append(all, Verdict{j.String(), j.Sign(), j.Coarse().String()})
	}
	return all
}
