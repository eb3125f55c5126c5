// Package checkup finds out how well a machine is set up for the engine: what it has, what the
// engine makes of it, and what its operator should change. [Measure] takes a few seconds and
// all processors. It reports as unknown what the system does not say. The package changes
// nothing and prints nothing.
package checkup
