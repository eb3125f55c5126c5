package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/learn"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/train"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/internal/disk"
	"github.com/nitoryu/nitoryu/smp/host"
)

const trainHelp = `Trains a network for the evaluation of a game on games of lab datagen and writes it to
NET. Noisy, early and decided positions are left out; one game in a hundred is kept for
validation. The target is a blend of the game's result and the search score as an expected
result, 1/(1+exp(-score/K)) with a K that fits the data.

Memory for positions is bounded (--memory): beyond that they go to a temporary file, from which
a part at a time is read, a random sample of all positions. Each pass shows all of them in
another order.

After Ctrl-C or a kill the same command resumes the run from its checkpoint. With the same
files, flags, number of threads and kind of processor the network is the same byte for byte,
however often the run was interrupted. Training is quantisation-aware: each step uses the
weights rounded as in NET, but for what --step rounds in the end.

A network has one output layer, or one for each of several phases (--buckets). With --layers 16,32
two small layers stand before it, each phase with its own: such a network can hold more, and
costs time in the search.

--from begins with a network, of the same shape unless flags ask for more. More neurons come from
splitting them: the wider network gives each position the same score before the first step, if
it also has the same K. Small layers before the output of a network that has none begin at random.

For shogi, a NET called nn.bin is a network for YaneuraOu and engines like it: HalfKP
256x2-32-32, the standard one, or another by --arch. They have many weights: a step changes
only the weights of inputs that it has seen, and the weight of a piece on a square is learned
for all squares of the king together, too. A run takes some 600 MB of memory and 400 MB on the disk,
twice that for halfkp_512x2-8-64.

With --export, FOLDER gets what a machine with a GPU needs to train the same run: run
train.py there, with Python and PyTorch. It advances FOLDER/checkpoint, and the same command
with --checkpoint FOLDER/checkpoint instead of --export FOLDER then writes NET.

  lab train --hidden 128 --passes 40 --html chess.html chess chess.net a.games b.games
  lab train --hidden 256 --positions 2e9 --buckets 8 --wdl 0.4 shogi shogi.net shogi.games
  lab train --passes 10 shogi nn.bin shogi.games

`

// How scores are compared with results.
const (
	scaleBound    = 1500 // larger scores do not count in fitting the scale
	clearScore    = 300  // the side with a larger score should win
	minAgreement  = 0.85 // in this share of positions
	maxDifference = 3    // mean difference between floats and integers
)

// trainFlags are the flags of lab train.
type trainFlags struct {
	setup            train.Setup
	passes           float64
	filter           dataset.Filter
	held             float64
	threads, memory  int
	temp             string
	checkpoint, html string
	export           string
	every            time.Duration
	name, from, arch string
	note             string // for the header
	step             int
	command          string
	check            bool // do no more than that
	made             madeNetwork
}

// madeNetwork is what lab learn notes of the network of a finished run.
type madeNetwork struct {
	learn.Trained
	hash string
}

// trainNetwork trains a network.
func trainNetwork(args []string, s cli.Streams) error {
	t := trainFlags{command: trainingCommand(args)}
	f := t.flags(s)
	rest, err := cli.Parse(f, args)
	if err != nil {
		return err
	}
	if len(rest) < 3 {
		return errors.New("train: a game, a network file to write and files of lab datagen are needed; see lab train --help")
	}
	return interruptibly("train", func(ctx context.Context) error {
		return t.run(ctx, rest[0], rest[1], rest[2:], s, func(name string) bool { return cli.IsSet(f, name) })
	})
}

func (t *trainFlags) flags(s cli.Streams) *flag.FlagSet {
	f := cli.NewFlags("lab train", "[flags] chess|shogi NET FILE...", trainHelp, s)
	f.IntVar(&t.setup.Hidden, "hidden", 128, "neurons of each side's accumulator, unless --from has others")
	f.StringVar(&t.arch, "arch", "", "kind of a network for another engine, as YaneuraOu calls it: halfkp_256x2-32-32, halfkp_512x2-8-64 and others; empty: halfkp_256x2-32-32 if NET is called nn.bin, else a network of Nitoryu's")
	f.StringVar(&t.setup.Inputs, "inputs", "", "how the network sees a position, as nitoryu net says it: chess768hmx4, chess768hmx8 and shogi2344x3 have weights of their own for each of the 4, 8 or 3 zones of the own king, shogi2344hm is mirrored by its file; empty: as in --from, or the usual way")
	f.IntVar(&t.setup.Buckets, "buckets", 1, "output layers, chosen by the number of pieces, unless --from has others")
	f.Var((*layers)(&t.setup.Layers), "layers", "neurons of two small layers before the output, such as 16,32, unless --from has others; neurons of the accumulator are then multiplied in pairs; empty: no layers")
	f.Float64Var(&t.passes, "passes", 40, "passes over the positions")
	f.Func("positions", "total number of positions to train on, e.g. 2e9, instead of --passes", func(text string) error {
		n, err := strconv.ParseFloat(text, 64)
		t.setup.Visits = int64(n)
		if err == nil && !(n >= 1 && n < 1e15) {
			err = errors.New("out of range")
		}
		return err
	})
	f.IntVar(&t.setup.Batch, "batch", 16384, "positions per step")
	f.Float64Var(&t.setup.Rate, "lr", 0.001, "learning rate of the first step; it follows a cosine")
	f.Float64Var(&t.setup.FinalRate, "final-lr", 8e-6, "learning rate of the last step")
	f.Float64Var(&t.setup.Decay, "decay", 0.01, "weight decay")
	f.Float64Var(&t.setup.Blend, "wdl", 0.1, "share of the result in the target; the rest is the search score")
	f.IntVar(&t.setup.Scale, "scale", 0, "K of scores; 0: the best fit to the results")
	f.IntVar(&t.setup.LossScale, "loss-scale", 0, "K of the chances that the loss compares: with a smaller one, errors count more where a game is open; 0: as --scale")
	f.IntVar(&t.setup.Stretch, "stretch", 0, "a value (lab datagen --values) or score v counts as `S` sinh(v/S): networks of Stockfish flatten where a game is decided; 0: as it is")
	f.IntVar(&t.step, "step", 1, "in the end, round weights of inputs to multiples of this many 255ths: with 4 the file is smaller by a quarter, and the network no weaker")
	f.Float64Var(&t.setup.Average, "average", 0, "the network gets the average of the weights over this share of the steps, at the end of the run; 0: the last weights")
	f.BoolVar(&t.setup.Flip, "flip", true, "shogi: exchange left and right in half of the positions")
	f.Uint64Var(&t.setup.Seed, "seed", 1, "seed of the initial weights and the order of positions")
	f.IntVar(&t.threads, "threads", 0, "number of threads; 0: one for each processor")
	f.IntVar(&t.memory, "memory", 2048, "memory for positions in MiB; further positions are kept in a temporary file and read into memory part by part, without any difference to the network")
	f.StringVar(&t.temp, "temp", "", "`folder` of that file, 40 bytes for a position; empty: the folder of NET")
	f.Float64Var(&t.held, "held", 0.01, "share of the games for validation")
	filterFlags(f, &t.filter, "")
	f.StringVar(&t.from, "from", "", "begin with this network `file` instead of random weights; the new one has its shape unless flags ask for more: neurons, which are split, zones, or output layers; with --arch it is a file of that kind")
	f.StringVar(&t.name, "name", "", "name of the network; empty: the name of its file")
	f.StringVar(&t.note, "note", "", "a sentence for the network's header that nitoryu net shows, such as who the teacher was")
	f.StringVar(&t.checkpoint, "checkpoint", "", "`file` with the state of an unfinished run; empty: NET.checkpoint")
	f.DurationVar(&t.every, "save", time.Minute, "interval between checkpoints")
	f.StringVar(&t.export, "export", "", "do not train, but write the run to this `folder`, to train it with PyTorch")
	f.StringVar(&t.html, "html", "", "write a page with the training curves to this `file` during the run")
	return f
}

// layers is a flag for the neurons of small layers, such as 16,32.
type layers []int

// String implements flag.Value.
func (l layers) String() string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint([]int(l)), " ", ","), "[]")
}

// Set implements flag.Value.
func (l *layers) Set(text string) error {
	*l = nil
	if text == "" {
		return nil
	}
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil {
			return errors.New("it is numbers of neurons, such as 16,32")
		}
		*l = append(*l, n)
	}
	return nil
}

// trainingCommand returns the command for the network's header.
func trainingCommand(args []string) string {
	return withoutFolders(append([]string{"lab train"}, args...))
}

// withoutFolders returns words of a command, each file by its name alone: what goes into the header of a network
// says nothing about the folders of this machine.
func withoutFolders(words []string) string {
	var named []string
	for _, word := range words {
		flag, path, found := strings.Cut(word, "=")
		if !found {
			flag, path = "", word
		} else {
			flag += "="
		}
		if strings.ContainsRune(path, filepath.Separator) {
			path = filepath.Base(path)
		}
		named = append(named, flag+path)
	}
	return strings.Join(named, " ")
}

// run trains, or resumes a run.
func (t *trainFlags) run(ctx context.Context, game, net string, files []string, s cli.Streams, isSet func(flag string) bool) (err error) {
	c := train.Config{Setup: t.setup, Threads: t.threads, Checkpoint: t.checkpoint, Every: t.every}
	if c.Game, err = games.ByName(game); err != nil {
		return err
	}
	if err := t.parent(&c, isSet); err != nil {
		return err
	}
	if err := t.kind(&c, net, isSet); err != nil {
		return err
	}
	if c.Checkpoint == "" {
		c.Checkpoint = net + ".checkpoint"
	}
	if t.temp == "" {
		t.temp = filepath.Dir(net)
	}
	if c.Threads == 0 {
		c.Threads = host.Processors()
	}
	switch {
	case t.threads < 0 || t.threads > 1024:
		return fmt.Errorf("--threads %d is not within 0 to 1024", t.threads)
	case t.setup.Visits > 0 && isSet("passes"):
		return errors.New("--positions: give either --positions or --passes")
	case !(t.passes > 0 && t.passes <= 1e6):
		return fmt.Errorf("--passes %g is not above 0 and at most 1e6", t.passes)
	case !(t.held > 0 && t.held < 1):
		return fmt.Errorf("--held %g is not between 0 and 1", t.held)
	case t.memory < train.MinMemory>>20 || t.memory > 1<<30:
		return fmt.Errorf("--memory %d is not at least %d", t.memory, train.MinMemory>>20)
	case t.setup.Scale < 0:
		return fmt.Errorf("--scale %d is negative", t.setup.Scale)
	case t.step < 1 || t.step > nnue.MaxStep:
		return fmt.Errorf("--step is 1 to %d, not %d", nnue.MaxStep, t.step)
	}
	if info, err := os.Stat(t.temp); err != nil {
		return err
	} else if !info.IsDir() {
		return fmt.Errorf("--temp: %s is not a folder", t.temp)
	}
	if err := replaceable(net); err != nil {
		return err
	}
	// Check the flags before reading games for minutes.
	c.Setup.Game, c.Setup.Inputs, c.Setup.Flip = c.Game.Name, c.Encoding.Name, t.setup.Flip && c.Game.Flip != nil
	sketch := c
	sketch.Setup.Positions, sketch.Setup.Visits, sketch.Setup.Scale = 1, max(1, t.setup.Visits), max(1, t.setup.Scale)
	if err := sketch.Check(); err != nil || t.check {
		return err
	}
	if err := t.uses(&c, net, files).Check(); err != nil {
		return err
	}
	if t.html != "" {
		if err := disk.OwnPage(t.html); err != nil {
			return err
		}
	}
	release, err := disk.Lock(c.Checkpoint)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()

	// Nearly all memory is positions, which have no pointers and are no work to a collection.
	defer debug.SetGCPercent(debug.SetGCPercent(25))
	data, err := t.load(ctx, &c, files, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, data.Close()) }()
	r, err := train.Open(&c)
	if err != nil {
		return err
	}
	if t.export != "" {
		return t.hand(ctx, r, s)
	}
	about := train.About{Name: t.title(net), Command: t.command, Data: description(data, files)}
	if err := t.train(ctx, r, &c, about, s); err != nil {
		return err
	}
	return t.finish(r, data, net, about, s)
}

// uses returns the files of a run.
func (t *trainFlags) uses(c *train.Config, net string, files []string) *disk.Uses {
	u := &disk.Uses{}
	u.Read("the games", files...)
	u.Read("--from", t.from)
	u.Write("NET", net)
	u.Lock("--checkpoint", c.Checkpoint)
	u.Write("--html", t.html)
	u.Write("--export", t.export)
	return u
}

// hand exports a run for PyTorch.
func (t *trainFlags) hand(ctx context.Context, r *train.Run, s cli.Streams) error {
	line := progress.New(s.Err, cli.Terminal(s.Err))
	err := r.Export(ctx, t.export, func(done, total int) { line.Show(int64(done), int64(total), "positions written") })
	line.Finish()
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "%s holds the run after %d of %d steps; train it by python3 %s, then go on with --checkpoint %s\n",
		t.export, r.Step, r.Steps(), filepath.Join(t.export, train.TwinName), filepath.Join(t.export, train.CheckpointName))
	return nil
}

// replaceable returns an error if the file exists and is not a network.
func replaceable(path string) error {
	file, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && !foreign.Is(file) {
		_, err = nnue.Parse(file)
	}
	if err != nil {
		return fmt.Errorf("%s exists and is not a network: %w", path, err)
	}
	return nil
}

// title returns the name of the network.
func (t *trainFlags) title(net string) string {
	if t.name != "" {
		return t.name
	}
	return strings.TrimSuffix(filepath.Base(net), filepath.Ext(net))
}

// kind sets what kind of network c trains.
func (t *trainFlags) kind(c *train.Config, net string, isSet func(flag string) bool) (err error) {
	if t.arch == "" && filepath.Base(net) == foreignName && len(c.Game.Foreign) > 0 {
		t.arch = usualArch
	}
	if t.arch == "" {
		if c.Encoding, err = c.Game.InputsNamed(c.Inputs); err != nil {
			return fmt.Errorf("--inputs: %w", err)
		}
		return nil
	}
	for _, name := range []string{"hidden", "inputs", "buckets", "layers"} {
		if isSet(name) {
			return fmt.Errorf("--%s: the network is %s, whose sizes are given", name, t.arch)
		}
	}
	for _, family := range c.Game.Foreign {
		a, err := family.Named(t.arch)
		if err != nil {
			continue
		}
		if !train.Trainable(a) {
			return fmt.Errorf("--arch: networks %s cannot be trained", a)
		}
		c.Architecture, c.Encoding = a, a.Inputs
		c.Arch, c.Hidden, c.Buckets = a.Name, a.Hidden, 1
		return nil
	}
	if c.Game.Name != games.Shogi().Name {
		return fmt.Errorf("--arch: networks of %s for other engines cannot be trained", c.Game.Name)
	}
	return fmt.Errorf("--arch: there is no %q; a name is like %s, of other sizes", t.arch, usualArch)
}

// The file that YaneuraOu reads, and the kind of network in most of them.
const foreignName, usualArch = "nn.bin", "halfkp_256x2-32-32"

// parent reads the network of --from; the new one has its shape but for what flags say.
func (t *trainFlags) parent(c *train.Config, isSet func(flag string) bool) error {
	if t.from == "" {
		return nil
	}
	n, err := games.ReadNetwork(t.from)
	if err != nil {
		return err
	}
	c.From, c.FromForeign = n.Ours, n.Foreign
	if n.Foreign != nil {
		t.setup.From = n.Foreign.Hash
	} else {
		t.setup.From = n.Ours.Hash
		if n.Ours.Game == c.Game.Name && t.arch == "" {
			t.shape(n.Ours, isSet)
		}
	}
	c.Setup = t.setup
	return nil
}

// shape sets what no flag says of the shape as in a network.
func (t *trainFlags) shape(n *nnue.Network, isSet func(flag string) bool) {
	if !isSet("hidden") {
		t.setup.Hidden = n.Hidden
	}
	if !isSet("inputs") {
		t.setup.Inputs = n.Inputs
	}
	if !isSet("buckets") {
		t.setup.Buckets = n.Buckets
	}
	if !isSet("layers") {
		t.setup.Layers = n.Layers
	}
}

// load reads the positions, prints statistics and completes the setup.
func (t *trainFlags) load(ctx context.Context, c *train.Config, files []string, s cli.Streams) (*train.Data, error) {
	line := progress.New(s.Err, cli.Terminal(s.Err))
	data, err := train.Load(ctx, c.Game, files, train.Options{
		Filter: t.filter, Held: t.held, Threads: c.Threads, Memory: int64(t.memory) << 20, Temp: t.temp,
	}, func(r train.Reading) {
		line.Show(r.Done*100/max(1, r.Bytes), 100, fmt.Sprintf("percent, %d positions read", r.Positions))
	})
	line.Finish()
	if err != nil {
		return nil, err
	}
	for _, f := range data.Files {
		if f.Damage.Any() {
			fmt.Fprintf(s.Out, "%s: %s; %d games with %d positions are used\n", f.Path, f.Damage, f.Games, f.Training+f.Validation)
		}
	}
	counts := data.Training.Count()
	c.Training, c.Validation = data.Training, data.Validation
	c.Setup.Positions, c.Setup.Data = int64(data.Training.Len()), fmt.Sprintf("%016x", data.Training.Fingerprint())
	if t.setup.Visits == 0 {
		c.Setup.Visits = max(1, int64(t.passes*float64(c.Setup.Positions)))
	}
	how := "set by --scale"
	if c.Setup.Scale == 0 {
		k, err := counts.Scale(scaleBound)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%w; --scale sets one", err), data.Close())
		}
		c.Setup.Scale, how = int(k+0.5), "the best fit to the results"
	}
	where := fmt.Sprintf("%d MB in memory", data.Training.Len()*dataset.PackedSize/1e6)
	if size, ok := data.Training.File(); ok {
		where = fmt.Sprintf("%d MB in a temporary file in %s, in %d parts", size/1e6, t.temp, data.Training.Partitions())
	}
	fmt.Fprintf(s.Out, "%d games, %d positions for training, %d for validation, %s\n", data.Games(), data.Training.Len(), data.Held(), where)
	fmt.Fprintf(s.Out, "scale K is %d, %s\n", c.Setup.Scale, how)
	if c.From != nil && c.From.Scale != c.Setup.Scale {
		fmt.Fprintf(s.Out, "the network of --from has %d; --scale %[1]d begins with the scores that it gives\n", c.From.Scale)
	}
	if share, n := counts.Agreement(clearScore); n > 0 {
		fmt.Fprintf(s.Out, "the side ahead by more than %d wins in %.1f%% of %d positions of decided games\n", clearScore, 100*share, n)
		if share < minAgreement {
			fmt.Fprintf(s.Out, "warning: that is less than %.0f%%; are results or scores for the wrong side?\n", 100*minAgreement)
		}
	}
	return data, nil
}

// train runs r and shows its progress.
func (t *trainFlags) train(ctx context.Context, r *train.Run, c *train.Config, about train.About, s cli.Streams) error {
	line := progress.New(s.Err, cli.Terminal(s.Err))
	batch := int64(c.Batch)
	if r.Step > 0 {
		line.Print(fmt.Sprintf("%s: resuming after %d of %d steps", c.Checkpoint, r.Step, r.Steps()))
	}
	line.Resume(r.Step * batch)
	began, resumed := time.Now(), r.Step*batch
	var broken error
	c.Progress = func(p train.Progress) {
		done := p.Step * batch
		checked := ""
		if !math.IsNaN(p.Validation) { // it is known
			checked = fmt.Sprintf(", validation %.6f", p.Validation)
		}
		line.Show(done, p.Steps*batch, fmt.Sprintf("loss %.6f%s, pass %.2f, %.0f positions/s, lr %.2g",
			p.Loss, checked, float64(done)/float64(c.Positions), float64(done-resumed)/max(time.Since(began).Seconds(), 1e-9), p.Rate))
		if p.NewPoint && t.html != "" {
			broken = t.page(r, about)
		}
	}
	err := r.Go(ctx)
	line.Finish()
	if err = errors.Join(err, broken); err == nil && !r.Finished() {
		return incomplete(fmt.Sprintf("stopped after %d of %d steps; the same command resumes the run", r.Step, r.Steps()))
	}
	return err
}

// page writes the page of a run.
func (t *trainFlags) page(r *train.Run, about train.About) error {
	return disk.ReplacePage(t.html, func(w io.Writer) error { return r.HTML(w, about) })
}

// finish writes the network of a finished run.
func (t *trainFlags) finish(r *train.Run, data *train.Data, net string, about train.About, s cli.Streams) error {
	n, err := r.Network(nnue.Header{Name: about.Name, Command: about.Command, Data: about.Data, Note: t.note, Step: t.step, Parents: parents(data)})
	if err != nil {
		return err
	}
	if err := disk.ReplaceText(net, string(n.File)); err != nil {
		return err
	}
	d, err := r.Compare(n, data.Samples)
	if err != nil {
		return err
	}
	t.made = madeNetwork{learn.Trained{
		Window: r.Positions, Loss: r.Points[len(r.Points)-1].Loss, Validation: r.Loss(data.Validation, data.Validation.Len()),
	}, n.Hash}
	about.Result = fmt.Sprintf("validation loss %.6f; integers differ from floats by %.2f on average and %.1f at most over %d positions",
		t.made.Validation, d.Mean, d.Worst, d.Positions)
	fmt.Fprintln(s.Out, about.Result)
	if d.Mean >= maxDifference {
		fmt.Fprintf(s.Out, "warning: the mean difference is %d or more\n", maxDifference)
	}
	l := r.Limited()
	fmt.Fprintf(s.Out, "weights at their limit: %d of inputs, %d behind the neurons; %.2f%% of the neurons are at the end of their range in these positions\n",
		l.Hidden, l.Behind, 100*d.Full)
	fmt.Fprintf(s.Out, "%s: %d bytes, SHA-256 %s\n", net, len(n.File), n.Hash)
	if t.html != "" {
		return t.page(r, about)
	}
	return nil
}

// description says in one line what a network was trained on.
func description(d *train.Data, files []string) string {
	var names, engines []string
	for _, f := range files {
		names = append(names, filepath.Base(f))
	}
	for _, run := range d.Runs {
		text := fmt.Sprintf("%s at %d nodes, seed %d", run.Engine, run.Nodes, run.Seed)
		if values := run.Info[valuesInfo]; values != "" {
			text += ", static values of " + values
		}
		if scores := run.Info[scoresInfo]; scores != "" {
			text += ", scored again by " + engineWithoutFolders(scores)
		}
		engines = append(engines, text)
	}
	slices.Sort(engines)
	return fmt.Sprintf("%d positions of %d games in %s, played by %s",
		d.Training.Len(), d.Games(), strings.Join(names, ", "), strings.Join(slices.Compact(engines), "; "))
}

// parents returns the hashes of the networks that played or scored the games, or whose values are learned.
func parents(d *train.Data) []string {
	var list []string
	for _, run := range d.Runs {
		for _, hash := range []string{run.Info[netInfo], run.Info[teacherInfo], run.Info[scoresNetInfo]} {
			if hash != "" {
				list = append(list, hash)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
