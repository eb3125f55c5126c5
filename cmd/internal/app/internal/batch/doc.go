// Package batch reviews many games, several positions at a time, and keeps every thought in
// a journal, so that an interrupted job can be continued. How a game is reviewed, package
// review says: a [review.Plan] cuts it into blocks, which are spread over engines here.
//
// The package starts no engine by itself and writes nothing but the journal.
package batch
