// Package clock decides how long a search may take. It turns limits (Fischer
// increments, moves to the next control, byoyomi and fixed times) into a soft limit, the
// share of a move, and a hard limit that must never be passed. A [TimeManager] then follows
// the search: after each iteration it says whether another is worth starting, and within an
// iteration when to break it off.
//
// It computes from numbers; it never reads a clock.
//
// It is not promised to other programs, and may change in any release.
package clock
