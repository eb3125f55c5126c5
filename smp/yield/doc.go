// Package yield lets a long computation be interrupted where all goroutines and what happens
// around them share one thread, as in a browser.
//
// It is not promised to other programs, and may change in any release.
package yield
