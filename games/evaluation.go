package games

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/nets"
)

// maxNetwork bounds the size of a network file in bytes, far above any network's.
const maxNetwork = 1 << 28

// folderFile is the network file of a folder, as in shogi.
const folderFile = "nn.bin"

// Evaluation returns the evaluation of a choice: that by a network file, or the one that
// core.EmbeddedEval or core.ClassicEval stands for.
func (g Game) Evaluation(choice core.EvalChoice) (core.Source, error) {
	file := choice.File
	switch {
	case file == core.ClassicEval:
		return g.Classic, nil
	case file != "" && file != core.EmbeddedEval:
		if choice.Folder != "" && !filepath.IsAbs(file) {
			file = filepath.Join(choice.Folder, file)
		}
	case choice.Folder == "":
		return g.Source, nil
	default:
		file = filepath.Join(choice.Folder, folderFile)
	}
	net, err := Network(file)
	if err != nil {
		return nil, err
	}
	if net.Game != g.Name {
		return nil, fmt.Errorf("%s: this is a network for %s, not for %s", file, net.Game, g.Name)
	}
	source, err := nnue.NewSource(net, g.Inputs)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return source, nil
}

// Network reads a network file of any game. Errors name the file.
func Network(file string) (*nnue.Network, error) {
	data, err := readNetwork(file)
	if err != nil {
		return nil, err
	}
	net, err := nnue.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return net, nil
}

// embedded returns the evaluation by the network in the binary, or without if the game has
// none. It panics if the network does not fit, which is an error of the build.
func embedded(game string, in *nnue.Inputs, without core.Source) core.Source {
	file := nets.File(game)
	if file == nil {
		return without
	}
	net, err := nnue.Parse(file)
	if err != nil {
		panic(fmt.Sprintf("games: the network for %s in this binary: %v", game, err))
	}
	source, err := nnue.NewSource(net, in)
	if err != nil {
		panic(fmt.Sprintf("games: the network for %s in this binary: %v", game, err))
	}
	return source
}

// readNetwork reads a file of at most maxNetwork bytes.
func readNetwork(name string) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder, not a network file", name)
	case !info.Mode().IsRegular(): // opening a pipe would block until another process writes
		return nil, fmt.Errorf("%s is a device or a pipe, not a network file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxNetwork+1))
	if err == nil && len(data) > maxNetwork {
		err = errors.New("the file is too large for a network")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return data, nil
}
