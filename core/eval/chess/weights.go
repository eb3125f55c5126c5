package chess

import (
	_ "embed"

	"github.com/nitoryu/nitoryu/core/eval/tapered"
)

// weightsText has a line for each term: its weight in the middlegame and in the endgame.
// The weights were fitted to games by logistic regression (Texel tuning).
//
//go:embed weights.txt
var weightsText string

// weights are the values of the terms.
var weights = [terms]tapered.Weight(tapered.Weights(weightsText, terms))
