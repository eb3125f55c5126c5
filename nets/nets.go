package nets

import "embed"

//go:embed *.net
var files embed.FS

// File returns the network file of the game with that name, nil if there is none.
func File(game string) []byte {
	file, err := files.ReadFile(game + ".net")
	if err != nil {
		return nil
	}
	return file
}
