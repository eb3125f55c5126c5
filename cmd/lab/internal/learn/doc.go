// Package learn makes networks without end: games of the newest network, training on the games
// of the last generations, the next network. With a teacher, a stronger network plays the
// games, and the static values of its searches are what is learned. It keeps the order of the
// steps, the folder and its journal, and the page; [Steps] play the games and train the
// networks.
//
// The folder's files are the state of a run, so that it may be killed at any moment. A file
// gets its name only when it is complete, and a generation is over when it is in the journal.
package learn
