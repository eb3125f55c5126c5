// Package scaling measures what engines make of threads: how many more nodes they
// search in a second with several, how much sooner they reach a depth, and how late
// their answers come. It asks engines through their pipes, of which one searches at
// a time; it plays no games and judges no moves.
package scaling
