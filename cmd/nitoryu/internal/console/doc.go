// Package console is the terminal of a dialogue: a line that is edited below what is
// written meanwhile, with the lines before it at hand, a prompt that may change while
// somebody types, and Ctrl-C as an event instead of the end.
//
// It counts the columns of East Asian letters, which golang.org/x/term does not.
package console
