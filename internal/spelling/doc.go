// Package spelling finds the word that was meant by a misspelt word, for messages
// that ask "did you mean".
package spelling
