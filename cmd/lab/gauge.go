package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math"
	"os"
	"path/filepath"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/gauge"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/rescore"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/opening"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/internal/disk"
	"github.com/nitoryu/nitoryu/smp/host"
)

const gaugeHelp = `Measures networks by how far the scores of their searches are from the scores of a
stronger engine, on positions of games. REFERENCE holds the positions and the stronger
engine's scores, in lines FEN or SFEN | score | result; it is made once:

  lab gauge --reference "cmd=stockfish nodes=50000" --from chess.games chess reference.txt

Then each network is measured in a minute:

  lab gauge chess reference.txt new.net old.net '<classic>'

The error is the root mean square of the differences in expected points, in percent, with
the scale of the scores that makes it smallest. Both searches begin with an empty table in
each position, so that fixed nodes give the same result on any machine. A gauge is only a
hint and replaces no match. Never train on its positions.

`

// Which positions a reference is made of: neither openings nor decided games.
const (
	gaugeMinPly   = 16
	gaugeMaxScore = 1000
)

// gaugeFlags is the command line of lab gauge.
type gaugeFlags struct {
	game      games.Game
	reference string
	from      string
	positions int
	seed      uint64
	engines   cli.List
	nodes     uint64
	scale     float64
	threads   int
	line      *progress.Line
}

// gaugeNetworks is the subcommand gauge.
func gaugeNetworks(args []string, s cli.Streams) error {
	c := gaugeFlags{line: progress.New(s.Err, cli.Terminal(s.Err))}
	f := c.flags(s)
	rest, err := cli.Parse(f, args)
	if err != nil {
		return err
	}
	if len(rest) < 2 {
		return errors.New("gauge: a game and a file of reference scores are needed" + cli.See(f))
	}
	if c.game, err = games.ByName(rest[0]); err != nil {
		return fmt.Errorf("gauge: %w", err)
	}
	return interruptibly("gauge", func(ctx context.Context) error { return c.run(ctx, rest[1], rest[2:], s.Out) })
}

func (c *gaugeFlags) flags(s cli.Streams) *flag.FlagSet {
	f := cli.NewFlags("lab gauge", "[flags] chess|shogi REFERENCE [NET...]", gaugeHelp+engineHelp, s)
	f.StringVar(&c.reference, "reference", "", "make REFERENCE by this engine, in `words` as below, with nodes=N, depth=N or st=SECONDS")
	f.StringVar(&c.from, "from", "", "`file` to take the positions of REFERENCE from: of lab datagen, records of games, or positions that lab data can import")
	f.IntVar(&c.positions, "positions", 1000, "number of positions to take")
	f.Uint64Var(&c.seed, "seed", 1, "seed for choosing the positions")
	f.Var(&c.engines, "engine", "measure this engine, too, described in `words`; may be repeated")
	f.Uint64Var(&c.nodes, "nodes", 10000, "nodes for each position, unless an engine's words say otherwise")
	f.Float64Var(&c.scale, "scale", 0, "score of the reference that is worth 73 percent of the points; 0: 100 in chess, 250 in shogi")
	f.IntVar(&c.threads, "threads", host.Processors(), "positions at once, each searched by one thread")
	return f
}

// run makes the reference if it is asked for, and measures.
func (c *gaugeFlags) run(ctx context.Context, path string, nets []string, out io.Writer) error {
	defer c.line.Finish()
	if (c.reference == "") != (c.from == "") {
		return errors.New("a new reference needs both --reference ENGINE and --from FILE")
	}
	switch {
	case c.scale == 0 && c.game.Protocol == "uci":
		c.scale = 100
	case c.scale == 0:
		c.scale = 250
	case !(c.scale >= 1 && c.scale <= 1e5):
		return fmt.Errorf("--scale %g is not within 1 to 100000", c.scale)
	case c.positions < 1:
		return fmt.Errorf("--positions %d is less than one", c.positions)
	}
	var engines []engineSpec
	for _, net := range nets {
		e, err := parseEngine("self", "")
		if err != nil {
			return err
		}
		e.Name, e.Eval = filepath.Base(net), net
		engines = append(engines, e)
	}
	list, err := parseEngines(c.engines, "")
	if err != nil {
		return err
	}
	engines = append(engines, list...)
	if c.reference != "" {
		if err := c.make(ctx, path); err != nil {
			return err
		}
	}
	reference, err := c.read(path)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %s, a score of %g is worth 73%% of the points\n", path, cli.Plural(len(reference), "position"), c.scale)
	for i := range engines {
		if err := c.measure(ctx, &engines[i], reference, out); err != nil {
			return err
		}
	}
	return nil
}

// textFormat is the format of references.
func textFormat() (*dataset.Format, error) { return dataset.FormatByName("text") }

// read returns the positions of a reference, each as a game of one move.
func (c *gaugeFlags) read(path string) (list []*dataset.Game, err error) {
	format, err := textFormat()
	if err != nil {
		return nil, err
	}
	if list, err = asGames(dataset.Positions(c.game.Rules, path, format)); err == nil && len(list) == 0 {
		err = fmt.Errorf("%s: no positions", path)
	}
	return list, err
}

// asGames makes a game of one move from each position, and skips positions without moves.
func asGames(positions iter.Seq2[*dataset.Scored, error]) (list []*dataset.Game, err error) {
	for g, err := range dataset.Join(positions) {
		if err != nil {
			return nil, err
		}
		if len(g.Moves) == 1 {
			list = append(list, g)
		}
	}
	return list, nil
}

// measure shows how far an engine is from the reference.
func (c *gaugeFlags) measure(ctx context.Context, e *engineSpec, reference []*dataset.Game, out io.Writer) error {
	if !e.Control.Limited() {
		e.Control.Nodes = c.nodes
	}
	want := make([]core.Score, len(reference))
	for i, g := range reference {
		want[i] = g.Score(0)
	}
	scores, err := c.score(ctx, e, reference)
	if err != nil {
		return err
	}
	c.line.Finish()
	r := gauge.Compare(want, scores, c.scale)
	correlation := "unknown"
	if !math.IsNaN(r.Correlation) {
		correlation = fmt.Sprintf("%.3f", r.Correlation)
	}
	fmt.Fprintf(out, "error %4.1f%%  correlation %s  scale %4.0f  %s\n", 100*r.Error, correlation, r.Scale, e.Name)
	return nil
}

// score returns the scores of an engine for the side to move, by position.
func (c *gaugeFlags) score(ctx context.Context, e *engineSpec, positions []*dataset.Game) ([]core.Score, error) {
	if e.Control.Clocked() {
		return nil, fmt.Errorf("%s: an engine has nodes=N, depth=N or st=SECONDS for each position, no clock", e.Name)
	}
	threads, err := e.fit(c.threads)
	if err != nil {
		return nil, err
	}
	scores := make([]core.Score, len(positions))
	next, done := 0, 0
	start, err := e.scorers(c.game, core.Settings{})
	if err != nil {
		return nil, err
	}
	err = rescore.Run(ctx, &rescore.Config{
		Rules: c.game.Rules, Threads: threads, Start: start,
		Next: func(g *dataset.Game) error {
			if next == len(positions) {
				return io.EOF
			}
			*g = *positions[next]
			g.Index = uint64(next)
			next++
			return nil
		},
		Finished: func(g *dataset.Game, scored int) error {
			if scored == 0 {
				return fmt.Errorf("%s has no score for position %d", e.Name, g.Index+1)
			}
			scores[g.Index] = g.Score(0)
			done++
			c.line.Show(int64(done), int64(len(positions)), e.Name)
			return nil
		},
	})
	return scores, err
}

// make writes a reference.
func (c *gaugeFlags) make(ctx context.Context, path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s: %w; leave out --reference to use it", path, fs.ErrExist)
	}
	e, err := parseEngine(c.reference, "")
	if err == nil && !e.Control.Limited() {
		err = errors.New("--reference: the engine needs a limit for each position: nodes=N, depth=N or st=SECONDS")
	}
	if err != nil {
		return err
	}
	chosen, err := c.choose(ctx)
	if err != nil {
		return err
	}
	positions, err := asGames(func(yield func(*dataset.Scored, error) bool) {
		for _, s := range chosen {
			if !yield(s, nil) {
				return
			}
		}
	})
	if err != nil {
		return err
	}
	scores, err := c.score(ctx, &e, positions)
	if err != nil {
		return err
	}
	format, err := textFormat()
	if err != nil {
		return err
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "# %s of %s, seed %d; scores for the first side by %s\n", cli.Plural(len(chosen), "position"), filepath.Base(c.from), c.seed, engineWithoutFolders(e.Text))
	for i, s := range chosen {
		s.Score = scores[i]
		line, err := format.Append(nil, s)
		if err != nil {
			return err
		}
		text.Write(line)
	}
	return disk.New(path, func(w io.Writer) error {
		_, err := text.WriteTo(w)
		return err
	})
}

// choose returns random positions of the file, all different and each as likely as another
// (https://en.wikipedia.org/wiki/Reservoir_sampling).
func (c *gaugeFlags) choose(ctx context.Context) ([]*dataset.Scored, error) {
	chance := opening.Source(c.seed, 0)
	chosen, seen, known := []*dataset.Scored(nil), 0, map[uint64]bool{}
	for s, err := range c.source() {
		if err := errors.Join(err, ctx.Err()); err != nil {
			return nil, err
		}
		p, score := s.Position, s.Score
		if p.Plies() < gaugeMinPly || score != core.NoScore && max(score, -score) > gaugeMaxScore || known[p.Key()] {
			continue
		}
		seen++
		place := len(chosen)
		if place == c.positions {
			if place = chance.IntN(seen); place >= c.positions {
				continue
			}
			delete(known, chosen[place].Position.Key())
		} else {
			chosen = append(chosen, nil)
		}
		known[p.Key()] = true
		// The position alone, so that Join makes a game of it.
		chosen[place] = &dataset.Scored{Position: p.Clone(), Result: s.Result}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("%s: no position from ply %d on with a score of at most %d", c.from, gaugeMinPly, gaugeMaxScore)
	}
	if len(chosen) < c.positions {
		c.line.Print(fmt.Sprintf("%s has only %s", c.from, cli.Plural(len(chosen), "fitting position")))
	}
	return chosen, nil
}

// source reads the positions of a file in any format.
func (c *gaugeFlags) source() iter.Seq2[*dataset.Scored, error] {
	is, err := isDataset(c.from)
	if err != nil {
		return func(yield func(*dataset.Scored, error) bool) { yield(nil, err) }
	}
	format := dataset.FormatOf(c.from)
	switch {
	case is:
		return dataset.Positions(c.game.Rules, c.from, nil)
	case format != nil:
		return dataset.Positions(c.game.Rules, c.from, format)
	}
	return func(yield func(*dataset.Scored, error) bool) {
		records := &recordSource{rules: c.game.Rules, line: c.line}
		defer records.report()
		for g, err := range records.games(c.from) {
			if err != nil {
				yield(nil, err)
				return
			}
			for s, err := range importGame(g).Positions(c.game.Rules, g.Settings) {
				if !yield(s, err) {
					return
				}
			}
		}
	}
}
