// Package faults does to the built binaries what happens to programs that run for weeks:
// signals, limits of memory, full disks, files of the wrong kind, a front end that sends
// nonsense or too much, and kill -9 at any moment. Each fault has its exact message, the
// state before it is kept, and the program goes on or ends cleanly.
//
// NITORYU_FLOOD is how many commands a flood has, NITORYU_KILLS how often each job of the
// lab is killed. The package holds tests only.
package faults
