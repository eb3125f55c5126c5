// Package timing checks the time management by games against the clock, without waiting:
// the real one (core/clock) on a simulated clock, with a random model of a search in place
// of the search and a referee that loses time. The model is fitted to logs of our own
// search; see TestFit. It shows what a clock does with a search, not how well that plays.
package timing
