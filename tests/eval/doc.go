// Package eval checks the evaluations of both games from outside: what is kept
// up to date equals what is computed anew, and both sides are treated alike. It
// holds tests only.
package eval
