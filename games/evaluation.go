package games

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	chessnet "github.com/nitoryu/nitoryu/core/nnue/chess"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
	shoginet "github.com/nitoryu/nitoryu/core/nnue/shogi"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/internal/mapped"
)

// maxNetwork bounds the size of a network file in bytes, far above any network's.
const maxNetwork = 1 << 30

var errNoFiles = errors.New("an engine within a page has no files of networks")

// folderFile is the network file of a folder, as in shogi.
const folderFile = "nn.bin"

// Evaluation returns the chosen evaluation: by a network file, or the evaluation that
// options.Embedded, options.Own or options.Classic stands for.
func (g Game) Evaluation(choice options.Evaluation) (core.EvaluatorFactory, error) {
	file := choice.File
	switch {
	case file == options.Classic:
		return g.Classic, nil
	case file == options.Own:
		if n := g.OwnNetwork(); n != nil {
			return ownSource(n, g.FeatureSets)
		}
		return g.Classic, nil
	case file != "" && file != options.Embedded:
		if choice.Folder != "" && !filepath.IsAbs(file) {
			file = filepath.Join(choice.Folder, file)
		}
	case choice.Folder == "":
		return g.Evaluators, nil
	default:
		file = filepath.Join(choice.Folder, folderFile)
	}
	if inBrowser {
		return nil, errNoFiles
	}
	large, err := g.load(file)
	if err != nil {
		return nil, err
	}
	if large.Ours != nil {
		source, err := ownSource(large.Ours, g.FeatureSets)
		if err == nil && choice.Small != "" {
			err = errors.New("a network of Nitoryu's has no small network beside it")
		}
		return source, name(file, err)
	}
	var small *foreign.Network
	if choice.Small != "" {
		file := choice.Small
		if choice.Folder != "" && !filepath.IsAbs(file) {
			file = filepath.Join(choice.Folder, file)
		}
		other, err := g.load(file)
		switch {
		case err != nil:
			return nil, err
		case other.Foreign == nil:
			return nil, fmt.Errorf("%s: this is a network of Nitoryu's, not a small one of Stockfish", file)
		}
		small = other.Foreign
	}
	divisor := choice.Divisor
	if large.divisor != 0 { // as in YaneuraOu, the author's file takes precedence over the option
		divisor = large.divisor
	}
	source, err := foreign.NewSource(large.Foreign, small, divisor)
	if err != nil {
		return nil, name(file, err)
	}
	if large.Foreign.Architecture.Unit.Varies {
		source = foreign.Rescale(source, g.spread(source), g.spread(g.Evaluators))
	}
	if choice.Warn != nil {
		for _, n := range []*foreign.Network{large.Foreign, small} {
			if n != nil {
				for _, text := range n.Warnings {
					choice.Warn(text)
				}
			}
		}
	}
	return source, nil
}

// spread returns the root mean square of the values that an evaluation gives to positions
// after random moves. The margins of the search fit the spread of our networks.
func (g Game) spread(f core.EvaluatorFactory) int64 {
	const walks, every, stops = 64, 20, 3
	e, next, sum := f.New(), core.Keys(1), 0.0
	for range walks {
		p := g.Start(core.Settings{})
		for ply := range every * stops {
			var list core.MoveList
			if p.Generate(core.AllMoves, &list); list.N == 0 {
				break
			}
			p.Do(list.Moves[next()%uint64(list.N)], nil)
			if ply%every == every-1 {
				e.Reset(p)
				value := float64(e.Evaluate())
				sum += value * value
			}
		}
	}
	return int64(math.Sqrt(sum / (walks * stops)))
}

// name adds the name of a file to an error.
func name(file string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// AnyNetwork is the network of a file: ours or another engine's. The other field is
// nil.
type AnyNetwork struct {
	Ours    *nnue.Network
	Foreign *foreign.Network
	divisor int // FV_SCALE of the file beside it; 0: not given
}

// load reads a network of the game.
func (g Game) load(file string) (AnyNetwork, error) {
	n, err := ReadNetwork(locate(file))
	if err != nil {
		return n, err
	}
	game := ""
	if n.Ours != nil {
		game = n.Ours.Game
	} else {
		game = n.Foreign.Architecture.Game
	}
	if game != g.Name {
		return AnyNetwork{}, fmt.Errorf("%s: this is a network for %s, not for %s", file, game, g.Name)
	}
	return n, nil
}

// ownSource returns the evaluation by a network of ours, which must see positions in one
// of these ways.
func ownSource(n *nnue.Network, ways []*nnue.FeatureSet) (core.EvaluatorFactory, error) {
	in, err := inputsNamed(ways, n.Inputs)
	if err != nil {
		return nil, fmt.Errorf("the network is made for %s: %w", n.Game, err)
	}
	return nnue.NewSource(n, in)
}

// InputsNamed returns the way of that name in which networks of ours see a position; ""
// stands for the way of new networks. The error lists the names.
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

// ReadNetwork reads a network file of any game, ours or another engine's. The network
// does not need the file afterwards. Errors name the file.
func ReadNetwork(file string) (n AnyNetwork, err error) {
	m, err := mapped.Open(file, mapped.Whole, checkSize)
	if err != nil {
		return AnyNetwork{}, err
	}
	if foreign.Is(m.Bytes) {
		n, err = readForeign(file, m)
	} else if n.Ours, err = nnue.Parse(m.Bytes); err != nil {
		if kind := foreign.Kind(m.Bytes, filepath.Base(file)); kind != "" {
			err = errors.New(kind)
		}
	}
	if n.Foreign == nil || !n.Foreign.KeepsFile() {
		_ = m.Close()
	} else {
		runtime.AddCleanup(m, func(bytes mapped.File) { _ = bytes.Close() }, *m)
	}
	if err != nil {
		return AnyNetwork{}, fmt.Errorf("%s: %w", file, err)
	}
	return n, nil
}

// readForeign reads a network file of another engine, with the files beside it.
func readForeign(file string, m *mapped.File) (n AnyNetwork, err error) {
	known := append(chessnet.Foreign(), shoginet.Foreign()...)
	beside, err := readOptions(file)
	if err != nil {
		return n, err
	}
	f := foreign.File{Bytes: m.Bytes, Owner: m, Architecture: beside.architecture, Choice: beside.choice, Progress: beside.progress}
	n.divisor = beside.divisor
	n.Foreign, err = foreign.Parse(f, known)
	return n, err
}

// checkSize refuses files far above the size of any network.
func checkSize(size int64) error {
	if size > maxNetwork {
		return errors.New("the file is too large for a network")
	}
	return nil
}

// Network reads a network file of ours, of any game. Errors name the file.
func Network(file string) (*nnue.Network, error) {
	n, err := ReadNetwork(file)
	if err == nil && n.Ours == nil {
		err = fmt.Errorf("%s: this is a network of %s, not one of Nitoryu's", file, n.Foreign.Architecture.Origin)
	}
	return n.Ours, err
}

// Network returns the network in the binary that the game is played with, nil without one.
func (g Game) Network() *nnue.Network { return g.inBinary(g.network) }

// OwnNetwork returns the best network in the binary that has learned from our own games
// alone, nil without one.
func (g Game) OwnNetwork() *nnue.Network {
	if g.own != nil {
		return g.inBinary(g.own)
	}
	return g.Network()
}

// inBinary reads a network in the binary, nil for none. It panics if the network cannot
// be read or does not fit, which is an error of the build.
func (g Game) inBinary(file func() []byte) *nnue.Network {
	if file == nil {
		return nil
	}
	text := file()
	if len(text) == 0 {
		return nil
	}
	net, err := nnue.Parse(text)
	if err == nil {
		_, err = ownSource(net, g.FeatureSets)
	}
	if err != nil {
		panic(fmt.Sprintf("games: the network for %s in this binary: %v", g.Name, err))
	}
	return net
}

// embedded returns the evaluation by the network in the binary, or the hand-crafted one if the game
// has none. It panics if the network does not fit, which is an error of the build.
func (g Game) embedded() core.EvaluatorFactory {
	net := g.Network()
	if net == nil {
		return g.Classic
	}
	source, err := ownSource(net, g.FeatureSets)
	if err != nil {
		panic(fmt.Sprintf("games: the network for %s in this binary: %v", g.Name, err))
	}
	return source
}

// late is an evaluation that is made when it is first asked for, so that who only asks for the rules of
// a game need not wait for its network.
type late struct{ source func() core.EvaluatorFactory }

// lateEvaluation returns the evaluation that a function makes, which is called once.
func lateEvaluation(source func() core.EvaluatorFactory) core.EvaluatorFactory {
	return &late{sync.OnceValue(source)}
}

// Name implements [core.EvaluatorFactory].
func (l *late) Name() string { return l.source().Name() }

// Hash implements [core.EvaluatorFactory].
func (l *late) Hash() string { return l.source().Hash() }

// New implements [core.EvaluatorFactory].
func (l *late) New() core.Evaluator { return l.source().New() }
