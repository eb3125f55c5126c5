package api

import (
	"math/rand/v2"
	"strings"
)

// starts960 is the number of start positions of Chess960.
const starts960 = 960

// anyStart returns the number of a random start position.
func anyStart() int { return rand.IntN(starts960) }

// knightPairs are the ways to put two knights on five squares, in the order of their codes.
var knightPairs = [10][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}

// start960 returns the FEN of a start position by its number, 0 to 959, in Scharnagl's
// numbering (https://en.wikipedia.org/wiki/Fischer_random_chess_numbering_scheme): 518 is
// the position of chess.
func start960(n int) string {
	row := []byte("        ")
	put := func(piece byte, free int) { // on a square by its number among the free ones
		for i := range row {
			if row[i] != ' ' {
				continue
			}
			if free == 0 {
				row[i] = piece
				return
			}
			free--
		}
	}
	row[n%4*2+1] = 'b'
	n /= 4
	row[n%4*2] = 'b'
	n /= 4
	put('q', n%6)
	n /= 6
	pair := knightPairs[n]
	put('n', pair[1])
	put('n', pair[0])
	for _, piece := range []byte("rkr") {
		put(piece, 0)
	}
	black := string(row)
	rooks := strings.ToUpper(string([]byte{byte('a' + strings.LastIndexByte(black, 'r')), byte('a' + strings.IndexByte(black, 'r'))}))
	return black + "/pppppppp/8/8/8/8/PPPPPPPP/" + strings.ToUpper(black) + " w " + rooks + strings.ToLower(rooks) + " - 0 1"
}
