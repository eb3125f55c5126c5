package options

import "time"

// Pace is what users ask for in the use of time, whatever the clock says. The zero
// value asks for nothing.
type Pace struct {
	Percent int           // of the time that a move would take; 0 is 100
	Least   time.Duration // minimum for a move, as far as the clock allows it
	Seconds bool          // the referee counts whole seconds: use up a second that has begun
	Delay   time.Duration // usual delay between engine and referee, kept aside in a second
	Nodes   int           // this many nodes count as a millisecond; 0: use the clock
	Human   bool          // below full strength: take as long to answer as a person would
}
