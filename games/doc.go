// Package games lists the games that Nitoryu plays and puts together what
// belongs to each: rules, search parameters, evaluation and the positions of
// the bench. It is the one place that names them all; commands start from here.
//
// It holds no rules and no search of its own.
package games
