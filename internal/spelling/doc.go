// Package spelling finds the word that a misspelt one was meant to be, for messages
// that ask "did you mean".
package spelling
