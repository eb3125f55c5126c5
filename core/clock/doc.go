// Package clock decides how long a search may take. It turns limits (Fischer
// increments, moves to the next control, byoyomi and fixed times) into a soft budget,
// after which no new iteration is worth starting, and a hard one that must never be
// passed, and says after each iteration how much of the soft budget another is worth.
//
// It computes from numbers; it never reads a clock.
package clock
