// Package kernel has the inner loops of training in float32: sums of rows of a
// matrix, the output layer forward and back, and the optimiser's step. Each is there
// in Go, and in assembly where package cpu allows it; sums of rows are equal bit by
// bit, the rest within rounding.
//
// It knows neither games nor files. Callers see to it that indices are in range.
package kernel
