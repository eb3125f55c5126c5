// Package yield lets other work interrupt a long computation where everything shares one thread, as in a
// browser.
//
// It is not promised to other programs, and may change in any release.
package yield
