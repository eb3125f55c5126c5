// Package cpu tells which instructions the processor has beyond those that every
// program may use, and which of them the kernels are allowed to use. It runs no
// kernel itself, and looks at the processor once, when the program starts.
package cpu
