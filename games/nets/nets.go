package nets

import "embed"

//go:embed *.net
var files embed.FS

// File returns the network file that a game is played with, nil without one.
func File(game string) []byte { return read(game + ".net") }

// Own returns the network file that has learned from our own games alone, nil if File is
// that network.
func Own(game string) []byte { return read(game + "-own.net") }

func read(name string) []byte {
	file, err := files.ReadFile(name)
	if err != nil {
		return nil
	}
	return file
}
