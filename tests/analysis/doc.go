// Package analysis measures the built binary's analysis of games: that nothing is lost when it
// is killed, how many positions it thinks about in a second beside another engine, and how
// many of the blunders it finds a longer search confirms. In its usual size it takes
// seconds; flags make it a measurement, see results/analysis.md.
//
// It holds tests only.
package analysis
