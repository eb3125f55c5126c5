// Package kernel has the inner loops of training in float32: sums of rows of a
// matrix, the output layer forward and backward, and the step of the optimiser. Each is
// in Go, and in assembly where package cpu allows it; sums of rows are equal bit for bit,
// the rest within rounding.
//
// It knows neither games nor files. Callers ensure that indices are in range.
package kernel
