// Package gauge compares the scores of an engine with the scores of a stronger one.
package gauge
