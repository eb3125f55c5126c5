// Package topology tells which processors of a machine are close to the same
// memory (NUMA nodes) and spreads threads over them. It reads descriptions as
// Linux gives them and binds nothing itself.
//
// It is not promised to other programs, and may change in any release.
package topology
