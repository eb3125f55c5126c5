// Package foreign compares evaluations by the network files of other engines with what
// those engines say themselves, digit for digit: a thousand positions of all phases go
// through the original engine in one process, and every number that it prints has to come
// out of ours. What the engines print and in which units is written where it is read, in
// stockfish_test.go and yaneuraou_test.go.
//
// The engines are not part of the repository. A test skips and says why if it does not
// find its engine; peers_test.go has the names and the environment variables. The networks
// are the engine's own where it can export it, and otherwise have random weights.
//
// It holds tests only.
package foreign
