// Package timing plays games against the clock without waiting: the real time management
// (core/clock) on a simulated clock, with a random model of a search in place of the search
// and a referee that loses time. The model is fitted to logs of our own search; see [Fit].
//
// It measures what a clock does with a search, not how well the search plays.
package timing
