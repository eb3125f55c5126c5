// Package arch enforces the map of the house: who may import whom, that search
// starts no goroutine and prints nothing, that every package says what it is
// for. It holds tests only and is imported by nobody.
package arch
