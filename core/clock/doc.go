// Package clock turns the limits of a search into time budgets: a soft one,
// after which no new iteration is worth starting, and a hard one that must
// never be passed. Fischer increments, moves to the next control, byoyomi and
// fixed times are all understood.
//
// It computes durations from numbers; it never reads a clock.
package clock
