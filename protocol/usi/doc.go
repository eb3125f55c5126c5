// Package usi is the dialect of the Universal Shogi Interface
// (http://hgm.nubati.net/usi.html): mates in plies, black moves
// first, resigning for no move, wins by declaration. It has words only; it
// never reads, prints or keeps anything.
package usi
