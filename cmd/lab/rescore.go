package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/rescore"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/core/strength"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/internal/disk"
)

// rescoreHelp says how rescore scores.
const rescoreHelp = `
rescore asks the engine about each position that the filter keeps, and keeps the
score if the filter would keep the best move, too. Before each game, an engine
forgets what it knows. It is asked about the last position first and about the
first one last: what it keeps in its table then says what became of a line, which
makes scores of few nodes more exact. self with one thread and nodes=N or depth=N searches as it
does in a match, but without an engine around the search, which is far faster for
small searches. With nodes=1, only the quiescence search runs, and remembers
nothing: the score is the static evaluation, or what captures and evasions make
of it.
`

// rescore makes a file of the games of another, with scores by the engine of the
// flags. The same command resumes an interrupted run.
func (j *dataJob) rescore(args []string) (err error) {
	dst, src := args[0], args[1]
	e, err := j.scorer()
	if err != nil {
		return err
	}
	var u disk.Uses
	u.Read("the games", src)
	useEngines(&u, j.engine)
	u.Lock("NEW", dst)
	if err := u.Check(); err != nil {
		return err
	}
	if j.threads, err = e.fit(j.threads); err != nil {
		return err
	}
	g, err := gameOf(src)
	if err != nil {
		return err
	}
	header, total, err := j.rescoredHeader(src, g, &e)
	if err != nil {
		return err
	}
	w, done, closeData, err := openData(dst, header, j.line)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeData()) }()
	r, err := dataset.Open(src)
	if err != nil {
		return err
	}
	defer r.Close()
	return j.rescoreGames(g, &e, r, w, done, total)
}

// scorer returns the engine of the flags.
func (j *dataJob) scorer() (engineSpec, error) {
	if j.engine == "" {
		return engineSpec{}, errors.New("no engine is given, as in --engine \"self eval=my.net nodes=1000\"")
	}
	e, err := parseEngine(j.engine, "")
	if err == nil && (!e.Control.Limited() || e.Control.Clocked()) {
		err = errors.New("the engine needs a limit for each position: nodes=N, depth=N or st=SECONDS")
	}
	if err == nil && !(j.share > 0 && j.share <= 1) {
		err = fmt.Errorf("--share %g is not above 0 and at most 1", j.share)
	}
	e.Quiet = true
	return e, err
}

// own returns a scorer that calls our search directly, still without parameters and evaluation;
// nil if the words ask for something that only a whole engine has.
func (e *engineSpec) own() *rescore.Own {
	c := e.Control
	if !e.Self || e.Level != strength.Full || e.Threads > 1 || c.MoveTime > 0 || c.Clocked() || !c.Limited() {
		return nil
	}
	return &rescore.Own{Hash: cmp.Or(e.Hash, selfHash), Nodes: c.Nodes, Depth: c.Depth}
}

// scorers returns a function that opens scorers of positions, with the limits of the engine.
func (e *engineSpec) scorers(g games.Game, s core.Settings) (start func(context.Context) (rescore.Scorer, error), err error) {
	if own := e.own(); own != nil {
		if err := e.checkSelf(g); err != nil {
			return nil, err
		}
		own.Params, own.Evaluators, err = e.ours(g)
		return own.Start, err
	}
	return func(ctx context.Context) (rescore.Scorer, error) {
		engine, err := e.start(ctx, g, s)
		if err != nil {
			return nil, err
		}
		return rescore.Engine(ctx, engine, e.Control.Effort()), nil
	}, nil
}

// rescoreGames scores the games of r that are not done and writes them to w.
func (j *dataJob) rescoreGames(g games.Game, e *engineSpec, r *dataset.Reader, w *dataset.Writer, done []dataset.IndexSet, total int64) error {
	before, positions := int64(0), int64(0)
	for i := range done {
		before += int64(done[i].Len())
	}
	finished := before
	j.line.Resume(before)
	settings := r.Header().Settings
	start, err := e.scorers(g, settings)
	if err != nil {
		return err
	}
	err = rescore.Run(j.ctx, &rescore.Config{
		Rules: g.Rules, Settings: settings, Filter: j.filter, Share: j.share, Seed: j.seed, Threads: j.threads, Start: start,
		Next: func(game *dataset.Game) error {
			for {
				if err := r.Next(game); err != nil || !done[game.Run].Has(game.Index) {
					return err
				}
			}
		},
		Finished: func(game *dataset.Game, n int) error {
			finished++
			positions += int64(n)
			j.line.Show(finished, total, cli.Plural(positions, "position"))
			return w.Append(game)
		},
	})
	j.line.Finish()
	j.line.Print(fmt.Sprintf("%s scored in this run, %d of %s in all",
		cli.Plural(finished-before, "game"), finished, cli.Plural(total, "game")))
	return err
}

// rescoredHeader returns the header of a file that gets scores by an engine, and the
// number of its games.
func (j *dataJob) rescoredHeader(path string, g games.Game, e *engineSpec) (dataset.Header, int64, error) {
	r, err := dataset.Open(path)
	if err != nil {
		return dataset.Header{}, 0, err
	}
	defer r.Close()
	// Everything that the new scores depend on, so that no file mixes different scores.
	scores := map[string]string{scoresInfo: e.Text, "scored": fmt.Sprintf("%+v, quiet best moves", j.filter)}
	if j.share != 1 {
		scores["scored share"] = fmt.Sprintf("%g, seed %d", j.share, j.seed)
	}
	if own := e.own(); own != nil && own.Quiescence() {
		scores["scored by"] = "quiescence search"
	}
	if e.Self {
		source, err := g.Evaluation(options.Evaluation{File: e.Eval})
		if err != nil {
			return dataset.Header{}, 0, err
		}
		scores[scoresNetInfo] = source.Hash()
	}
	h, total := r.Header(), int64(0)
	for i := range h.Runs {
		info := maps.Clone(h.Runs[i].Info)
		if info == nil {
			info = map[string]string{}
		}
		maps.Copy(info, scores)
		h.Runs[i].Info = info
	}
	var game dataset.Game
	for err = r.Next(&game); err == nil; err = r.Next(&game) {
		total++
	}
	if err != io.EOF {
		return dataset.Header{}, 0, err
	}
	return h, total, nil
}
