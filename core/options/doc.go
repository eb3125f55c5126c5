// Package options has what users can choose of an engine besides threads and memory: its
// evaluation, its opening book, how it uses endgame tables, and its use of time. Protocols
// set these options, the engine keeps them.
//
// It carries nothing out and opens no file.
//
// It is not promised to other programs, and may change in any release.
package options
