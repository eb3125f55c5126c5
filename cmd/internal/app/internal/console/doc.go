// Package console is a terminal for a dialogue. The user edits a line below the output that
// appears meanwhile, and can recall earlier lines. The prompt may change while the user types,
// and Ctrl-C is an event instead of the end.
//
// It counts the columns of East Asian letters, which golang.org/x/term does not.
package console
