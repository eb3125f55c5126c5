// Package cpu detects instruction sets and says which of them the kernels may use.
//
// It runs no kernel itself, and detects once, when the program starts.
//
// It is not promised to other programs, and may change in any release.
package cpu
