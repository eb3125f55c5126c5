package nets

// File returns the network file that the game with that name is played with, nil if there is none.
func File(game string) []byte {
	switch game {
	case "chess":
		return Chess()
	case "shogi":
		return Shogi()
	}
	return nil
}
