// Package usi is the dialect of the Universal Shogi Interface
// (http://hgm.nubati.net/usi.html): mates in plies, black moves first, "resign" for no
// move, wins by declaration. It has no state, and neither reads nor prints.
//
// It is not promised to other programs, and may change in any release.
package usi
