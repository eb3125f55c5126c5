// Package games lists the games that Nitoryu plays and puts together what
// belongs to each: rules, protocol, search parameters, evaluations, networks, endgame
// tables, opening books, limits of games between engines, and the positions of the bench.
// Commands start from here, and branch on what a [Game] says instead of on its name.
//
// It contains no rules and no search.
//
// It is not promised to other programs, and may change in any release.
package games
