//go:build js && !apart

package nets

import _ "embed"

var (
	//go:embed chess-small.net
	chess []byte
	//go:embed shogi.net
	shogi []byte
)

// Chess returns the network file that chess is played with: the small one, as the program comes over a line.
func Chess() []byte { return chess }

// ChessOwn returns nothing: a program in a browser does without that file.
func ChessOwn() []byte { return nil }

// Shogi returns the network file that shogi is played with, which has learned from our own games alone.
func Shogi() []byte { return shogi }
