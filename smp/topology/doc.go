// Package topology tells which processors of a machine are close to the same
// memory (NUMA nodes) and spreads threads over them. It reads descriptions as
// Linux gives them and binds nothing itself.
package topology
