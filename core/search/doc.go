// Package search is one thread's search: iterative deepening, aspiration
// windows, principal variation search, quiescence, pruning and reductions, over
// any game that core.Game describes and with the numbers of core/params.
//
// It knows no game by name, starts no goroutine, prints nothing and reads no
// clock: a Worker asks its Control when to stop and tells it what it found. All
// threads of a Lazy SMP search run the same code on the same table.
//
// The files, from the outside in:
//
//   - worker.go: the state of a thread, its frames, and how it meets the outside;
//   - root.go: iterative deepening, aspiration windows and the root moves;
//   - alphabeta.go: the search of a node in 23 numbered steps, which
//     docs/build/search.md explains, and the principal variation search of a move;
//   - table.go, evaluate.go, nullmove.go, probcut.go, singular.go, pruning.go and
//     reductions.go: the techniques that these steps call;
//   - endgame.go: what endgame tables say, in the tree and at the root;
//   - quiesce.go: the search beyond the horizon;
//   - learn.go: what a node leaves in the histories;
//   - line.go and mateline.go: principal variations, completed from the table;
//     the line of a mate is completed up to the mate;
//   - counts.go: statistics.
//
// What a node knows of itself, such as whether it is a PV node, in check or
// improving, is in its frame. Functions get the ply, and what changes within a node:
// depth, window and best score.
//
// It is not promised to other programs, and may change in any release.
package search
