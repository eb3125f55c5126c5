package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/lock"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/rescore"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/dataset"
)

// rescore makes a file of the games of another, with scores by the engine of the
// flags. The same command resumes an interrupted run.
func (j *dataJob) rescore(args []string) (err error) {
	dst, src := args[0], args[1]
	if j.engine == "" {
		return errors.New("no engine is given, as in --engine \"self eval=my.net nodes=1000\"")
	}
	e, err := parseEngine(j.engine, "")
	if err != nil {
		return err
	}
	if !e.Control.Limited() || e.Control.Clocked() {
		return errors.New("the engine needs a limit for each position: nodes=N, depth=N or st=SECONDS")
	}
	g, err := gameOf(src)
	if err != nil {
		return err
	}
	header, total, err := rescoredHeader(src, e.Text)
	if err != nil {
		return err
	}
	if e.Self {
		source, err := g.Evaluation(e.Eval)
		if err != nil {
			return err
		}
		for i := range header.Runs {
			header.Runs[i].Info["scores net"] = source.Hash()
		}
	}
	release, err := lock.Acquire(dst)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	w, done, err := j.openRescored(dst, header)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	r, err := dataset.Open(src)
	if err != nil {
		return err
	}
	defer r.Close()

	var finished, positions int64
	for i := range done {
		finished += int64(done[i].Len())
	}
	before := finished
	j.line.Resume(finished)
	err = rescore.Run(j.ctx, &rescore.Config{
		Rules: g.Rules, Settings: header.Settings, Filter: j.filter, Threads: j.threads,
		Limits: core.Limits{MoveTime: e.Control.MoveTime, Nodes: e.Control.Nodes, Depth: e.Control.Depth},
		Start:  func(ctx context.Context) (player.Player, error) { return e.start(ctx, g, header.Settings) },
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

// rescoredHeader returns the header of a file whose scores are replaced, and the
// number of its games.
func rescoredHeader(path, engine string) (dataset.Header, int64, error) {
	r, err := dataset.Open(path)
	if err != nil {
		return dataset.Header{}, 0, err
	}
	defer r.Close()
	h, total := r.Header(), int64(0)
	for i := range h.Runs {
		info := map[string]string{}
		maps.Copy(info, h.Runs[i].Info) // equal runs may share a map
		info["scores"] = engine
		h.Runs[i].Info = info
	}
	var g dataset.Game
	for err = r.Next(&g); err == nil; err = r.Next(&g) {
		total++
	}
	if err != io.EOF {
		return dataset.Header{}, 0, err
	}
	return h, total, nil
}

// openRescored opens the new file and returns which games of each run it holds.
func (j *dataJob) openRescored(path string, h dataset.Header) (*dataset.Writer, []dataset.IndexSet, error) {
	w, err := dataset.Create(path, h)
	if err == nil {
		return w, make([]dataset.IndexSet, len(h.Runs)), nil
	}
	if !errors.Is(err, fs.ErrExist) {
		return nil, nil, err
	}
	w, found, err := dataset.Append(path, h)
	if err != nil {
		return nil, nil, err
	}
	j.line.Print(fmt.Sprintf("%s holds %s; resuming", path, cli.Plural(found.Games, "game")))
	return w, found.Indices, nil
}
