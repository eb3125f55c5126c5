// Package core has the types that all packages of Nitoryu share: moves and move lists,
// scores and bounds, piece changes, search limits and reports, and the interfaces
// between games, search and evaluation. [Game] is the narrow interface that a search
// calls once per node or per searched move; [Position] is the wider one for front
// ends, which also read and write notation. [Evaluator] is a static evaluation.
//
// It knows no rules, no search, no threads and no protocol; it never prints, never
// starts a goroutine and imports nothing but the standard library.
//
// It is not promised to other programs, and may change in any release.
package core
