//go:build !js

package nets

import _ "embed"

// Every file is a variable of its own: a program links those that it uses.
var (
	//go:embed chess.net
	chess []byte
	//go:embed chess-own.net
	chessOwn []byte
	//go:embed shogi.net
	shogi []byte
)

// Chess returns the network file that chess is played with.
func Chess() []byte { return chess }

// ChessOwn returns the one of chess that has learned from our own games alone.
func ChessOwn() []byte { return chessOwn }

// Shogi returns the network file that shogi is played with, which has learned from our own games alone.
func Shogi() []byte { return shogi }
