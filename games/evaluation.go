package games

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
	"github.com/nitoryu/nitoryu/nets"
)

// maxNetwork bounds the size of a network file in bytes, far above any network's.
const maxNetwork = 1 << 28

// folderFile is the network file of a folder, as in shogi.
const folderFile = "nn.bin"

// Evaluation returns the evaluation of a choice: that by a network file, or the one that
// core.EmbeddedEval or core.ClassicEval stands for.
func (g Game) Evaluation(choice core.EvalChoice) (core.EvaluatorFactory, error) {
	file := choice.File
	switch {
	case file == core.ClassicEval:
		return g.Classic, nil
	case file != "" && file != core.EmbeddedEval:
		if choice.Folder != "" && !filepath.IsAbs(file) {
			file = filepath.Join(choice.Folder, file)
		}
	case choice.Folder == "":
		return g.Evaluators, nil
	default:
		file = filepath.Join(choice.Folder, folderFile)
	}
	file = locate(file)
	net, err := ReadNetwork(file)
	if err != nil {
		return nil, err
	}
	divisor := choice.Divisor
	if net.Foreign != nil {
		if divisor, err = divisorFor(file, divisor); err != nil {
			return nil, err
		}
	}
	source, err := g.source(net, divisor)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return source, nil
}

// AnyNetwork is a network of a file: one of ours or one of another engine's. The other
// field is nil.
type AnyNetwork struct {
	Ours    *nnue.Network
	Foreign *foreign.Network
}

// source returns the evaluation by a network.
func (g Game) source(n AnyNetwork, divisor int) (core.EvaluatorFactory, error) {
	game := ""
	if n.Ours != nil {
		game = n.Ours.Game
	} else {
		game = n.Foreign.Architecture.Game
	}
	switch {
	case game != g.Name:
		return nil, fmt.Errorf("this is a network for %s, not for %s", game, g.Name)
	case n.Ours != nil:
		return ownSource(n.Ours, g.FeatureSets)
	}
	return foreign.NewSource(n.Foreign, divisor)
}

// ownSource returns the evaluation by a network of ours that sees positions in one of the
// ways.
func ownSource(n *nnue.Network, ways []*nnue.FeatureSet) (core.EvaluatorFactory, error) {
	in, err := inputsNamed(ways, n.Inputs)
	if err != nil {
		return nil, fmt.Errorf("the network is made for %s: %w", n.Game, err)
	}
	return nnue.NewSource(n, in)
}

// InputsNamed returns the way of that name in which networks of ours see a position; ""
// stands for that of new networks. The error lists the names.
func (g Game) InputsNamed(name string) (*nnue.FeatureSet, error) {
	if name == "" {
		return g.FeatureSets[0], nil
	}
	return inputsNamed(g.FeatureSets, name)
}

func inputsNamed(ways []*nnue.FeatureSet, name string) (*nnue.FeatureSet, error) {
	var names []string
	for _, in := range ways {
		if in.Name == name {
			return in, nil
		}
		names = append(names, in.Name)
	}
	return nil, fmt.Errorf("there are no inputs called %q, only %s", name, strings.Join(names, " and "))
}

// ReadNetwork reads a network file of any game, of ours or of another engine's. Errors
// name the file.
func ReadNetwork(file string) (n AnyNetwork, err error) {
	data, err := readFile(file)
	if err != nil {
		return AnyNetwork{}, err
	}
	if foreign.Is(data) {
		var known []*foreign.Architecture
		for _, g := range All() {
			known = append(known, g.Foreign...)
		}
		n.Foreign, err = foreign.Parse(data, known)
	} else {
		n.Ours, err = nnue.Parse(data)
	}
	if err != nil {
		return AnyNetwork{}, fmt.Errorf("%s: %w", file, err)
	}
	return n, nil
}

// Network reads a network file of ours, of any game. Errors name the file.
func Network(file string) (*nnue.Network, error) {
	n, err := ReadNetwork(file)
	if err == nil && n.Ours == nil {
		err = fmt.Errorf("%s: this is a network of %s, not one of Nitoryu's", file, n.Foreign.Architecture.Origin)
	}
	return n.Ours, err
}

// embedded returns the evaluation by the network in the binary, or without if the game has
// none. It panics if the network does not fit, which is an error of the build.
func embedded(game string, ways []*nnue.FeatureSet, without core.EvaluatorFactory) core.EvaluatorFactory {
	file := nets.File(game)
	if file == nil {
		return without
	}
	net, err := nnue.Parse(file)
	if err != nil {
		panic(fmt.Sprintf("games: the network for %s in this binary: %v", game, err))
	}
	source, err := ownSource(net, ways)
	if err != nil {
		panic(fmt.Sprintf("games: the network for %s in this binary: %v", game, err))
	}
	return source
}

// readFile reads a file of at most maxNetwork bytes.
func readFile(name string) ([]byte, error) {
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
	data := make([]byte, min(info.Size(), maxNetwork+1)+1)
	n, err := io.ReadFull(f, data)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = nil // the usual case: the file has the size that it said
	}
	if data = data[:n]; err == nil && len(data) > maxNetwork {
		err = errors.New("the file is too large for a network")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return data, nil
}
