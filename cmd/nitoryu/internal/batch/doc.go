// Package batch thinks about all positions of many games, several at a time, and keeps
// every thought in a journal, so that an interrupted job can be continued.
//
// The positions of a game are cut into blocks. A block is searched as a whole, from its
// last position back, by an engine that has forgotten everything before. So what an
// engine with one thread thinks within a number of nodes depends neither on the number
// of engines nor on interruptions.
//
// The package starts no engine by itself, judges nothing and writes nothing but the
// journal.
package batch
