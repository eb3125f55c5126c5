// Package gauge compares the scores of an engine with those of a stronger one.
package gauge
