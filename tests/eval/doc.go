// Package eval checks the evaluations of both games from outside: incremental values
// equal those computed from scratch, and both sides are treated alike.
//
// It holds tests only.
package eval
