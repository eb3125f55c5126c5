package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/internal/disk"
	"github.com/nitoryu/nitoryu/smp/host"
)

// dataJob is what the actions of lab data share.
type dataJob struct {
	filesJob
	seed   uint64
	filter dataset.Filter
	json   bool
	svg    string
	unique bool
	random bool
	text   string
	format string
	engine string
	share  float64

	threads int
	bands   int
}

func dataActions() []action[*dataJob] {
	return []action[*dataJob]{
		{"stats", "FILE...", "results, endings, histograms, what training would keep", 1, 0, (*dataJob).stats},
		{"merge", "NEW FILE...", "the games of several files in one", 2, 0, (*dataJob).merge},
		{"shuffle", "NEW FILE", "the games in random order", 2, 2, (*dataJob).shuffle},
		{"dedup", "NEW FILE", "without duplicate games", 2, 2, (*dataJob).dedup},
		{"rescore", "NEW FILE", "with the scores of another engine; resumes", 2, 2, (*dataJob).rescore},
		{"positions", "FILE...", "as text, one position a line: FEN | score | result", 1, 0, (*dataJob).positions},
		{"games", "FILE...", "as text, one game a line: moves | scores | result", 1, 0, (*dataJob).games},
		{"values", "FILE...", "as text, one value of lab datagen --values a line", 1, 0, (*dataJob).values},
		{"chances", "FILE...", "fit the results that scores promise, by phases", 1, 0, (*dataJob).chances},
		{"export", "NEW FILE...", "positions for another trainer, in a format below", 2, 0, (*dataJob).export},
		{"import", "NEW FILE...", "game records, or positions of another trainer", 2, 0, (*dataJob).importAny},
	}
}

// data is the subcommand data.
func data(args []string, s cli.Streams) error {
	details := "Inspects and converts files of lab datagen. Actions:\n\n" + listed(dataActions()) + rescoreHelp +
		"\nFormats of positions, for export, import and lab gauge:\n\n"
	for _, f := range dataset.Formats() {
		details += fmt.Sprintf("  %-6s  %s (%s)\n", f.Name, f.About, strings.Join(f.Suffixes, ", "))
	}
	j := &dataJob{filesJob: newFilesJob(s)}
	f := cli.NewFlags("lab data", "ACTION [flags] FILE...", details, s)
	j.flags(f)
	return act(f, args, dataActions(), j, &j.filesJob)
}

// flags defines the flags of all actions.
func (j *dataJob) flags(f *flag.FlagSet) {
	f.Uint64Var(&j.seed, "seed", 1, "shuffle, positions, export: seed of the order; rescore: of the choice")
	f.BoolVar(&j.json, "json", false, "stats: as JSON")
	f.StringVar(&j.svg, "svg", "", "stats: draw the histograms to this file")
	f.BoolVar(&j.unique, "unique", false, "positions, export: without duplicates")
	f.BoolVar(&j.random, "shuffle", false, "positions, export: in random order")
	f.StringVar(&j.format, "format", "", "positions, export, import: format of the positions; empty: by the file's name, or text")
	f.StringVar(&j.text, "o", "", "positions, games, values: write to this file instead of the standard output")
	f.StringVar(&j.engine, "engine", "", "rescore: the engine, in `words` as in lab arena, with nodes=N, depth=N or st=SECONDS")
	f.Float64Var(&j.share, "share", 1, "rescore: share of the positions to score, at random; the others lose their score")
	f.IntVar(&j.threads, "threads", host.Processors(), "rescore: engines at once")
	f.IntVar(&j.bands, "bands", 10, "chances: number of rows")
	filterFlags(f, &j.filter, "stats, positions, export, rescore: ")
}

// show shows the progress of an operation on files.
func (j *dataJob) show(done, total int64) {
	if total > 0 {
		j.line.Show(done*100/total, 100, "percent")
		return
	}
	j.line.Show(done, 0, "games")
}

func (j *dataJob) stats(files []string) error {
	g, err := gameOf(files[0])
	if err != nil {
		return err
	}
	if err := oneUse("--svg", j.svg, files); err != nil {
		return err
	}
	stats, err := dataset.Measure(j.ctx, g.Rules, files, j.filter, j.show)
	if err != nil {
		return err
	}
	if j.svg != "" {
		if err := disk.Replace(j.svg, stats.WriteSVG); err != nil {
			return err
		}
	}
	if !j.json {
		return stats.WriteText(j.out)
	}
	e := json.NewEncoder(j.out)
	e.SetIndent("", "  ")
	return e.Encode(stats)
}

// chances fits the results that scores promise. All positions of games count, even positions in
// check, so the filter's defaults for training do not apply.
func (j *dataJob) chances(files []string) error {
	g, err := gameOf(files[0])
	if err != nil {
		return err
	}
	f := dataset.Filter{MinPly: j.filter.MinPly, MaxScore: j.filter.MaxScore}
	o, err := dataset.CountOutcomes(j.ctx, g.Rules, g.Chances.Phase, files, f, j.show)
	if err != nil {
		return err
	}
	j.line.Finish()
	rows, err := o.Fit(j.bands, g.Chances.Curve)
	if err != nil {
		return err
	}
	return o.Write(j.out, rows)
}

func (j *dataJob) report(r dataset.Report, err error) error {
	if err != nil {
		return err
	}
	j.line.Finish()
	text := cli.Plural(r.Games, "game")
	if r.Positions > 0 {
		text += ", " + cli.Plural(r.Positions, "position")
	}
	if r.Dropped > 0 {
		text += fmt.Sprintf(", %d dropped", r.Dropped)
	}
	if r.Damage.Any() {
		text += fmt.Sprintf(", skipped damage: %s", r.Damage)
	}
	j.line.Print(text)
	return nil
}

func (j *dataJob) merge(args []string) error {
	return j.report(dataset.Merge(j.ctx, args[0], args[1:], j.show))
}

func (j *dataJob) shuffle(args []string) error {
	return j.report(dataset.Shuffle(j.ctx, args[0], args[1], j.seed, j.show))
}

func (j *dataJob) dedup(args []string) error {
	return j.report(dataset.Dedup(j.ctx, args[0], args[1], j.show))
}

func (j *dataJob) positions(files []string) error {
	g, err := gameOf(files[0])
	if err != nil {
		return err
	}
	format, err := j.formatOf(j.text)
	if err != nil {
		return err
	}
	if format != nil {
		if err := format.Check(g.Rules); err != nil { // before a file is made
			return err
		}
	}
	return j.toText(files, func(w io.Writer) error {
		o := dataset.ExportOptions{Format: format, Filter: j.filter, Unique: j.unique, Shuffle: j.random, Seed: j.seed}
		if j.text != "" {
			o.TempDir = filepath.Dir(j.text)
		}
		return j.report(dataset.Export(j.ctx, w, g.Rules, files, o, j.show))
	})
}

// formatOf returns the format of positions that the flags or the name of a file say, nil if
// neither says one.
func (j *dataJob) formatOf(path string) (*dataset.Format, error) {
	if j.format == "" {
		return dataset.FormatOf(path), nil
	}
	return dataset.FormatByName(j.format)
}

// export is positions, written to a file whose format has to be known.
func (j *dataJob) export(args []string) error {
	j.text = args[0]
	if f, err := j.formatOf(j.text); err != nil {
		return err
	} else if f == nil {
		return fmt.Errorf("%s: the name says no format; give one by --format", j.text)
	}
	if _, err := os.Lstat(j.text); err == nil {
		return fmt.Errorf("%s: %w", j.text, fs.ErrExist)
	}
	return j.positions(args[1:])
}

// importAny imports positions, or else records of games.
func (j *dataJob) importAny(args []string) error {
	f, err := j.formatOf(args[1])
	if err != nil {
		return err
	}
	if f == nil {
		return j.imports(args)
	}
	g, err := gameOfPositions(args[1], f)
	if err != nil && j.format == "" && f.Game == "" {
		return j.imports(args) // other text
	}
	if err != nil {
		return err
	}
	h := dataset.Header{Game: g.Name, Runs: []dataset.Run{{
		Engine: "imported", Info: map[string]string{"files": fmt.Sprint(args[1:]), "format": f.Name},
	}}}
	all := func(yield func(*dataset.Scored, error) bool) {
		for _, path := range args[1:] {
			for s, err := range dataset.Positions(g.Rules, path, f) {
				if !yield(s, err) {
					return
				}
			}
		}
	}
	return j.report(dataset.Import(j.ctx, args[0], h, g.Rules, dataset.Join(all), j.show))
}

// gameOfPositions returns the game of a file of positions in a format.
func gameOfPositions(path string, f *dataset.Format) (games.Game, error) {
	if f.Game != "" {
		return games.ByName(f.Game)
	}
	var failed error
	for _, g := range games.All() {
		for _, err := range dataset.Positions(g.Rules, path, f) {
			if err == nil {
				return g, nil
			}
			failed = errors.Join(failed, err)
		}
	}
	if failed == nil {
		failed = fmt.Errorf("%s: no positions", path)
	}
	return games.Game{}, failed
}

func (j *dataJob) games(files []string) error {
	g, err := gameOf(files[0])
	if err != nil {
		return err
	}
	return j.toText(files, func(w io.Writer) error {
		return j.report(dataset.ExportGames(j.ctx, w, g.Rules, files, j.show))
	})
}

func (j *dataJob) values(files []string) error {
	r, err := dataset.OpenValues(files[0])
	if err != nil {
		return err
	}
	g, err := games.ByName(r.Header().Game)
	if err := errors.Join(err, r.Close()); err != nil {
		return err
	}
	return j.toText(files, func(w io.Writer) error {
		return j.report(dataset.ExportValues(j.ctx, w, g.Rules, files, j.show))
	})
}

// toText writes what is in files to the file of --o, or to standard output.
func (j *dataJob) toText(files []string, write func(io.Writer) error) error {
	if j.text == "" {
		return write(j.out)
	}
	if err := oneUse("-o", j.text, files); err != nil {
		return err
	}
	return disk.Replace(j.text, write)
}

// oneUse returns an error if the file at path, which will be written, is one of the files that
// are read. path is "" if no file is written.
func oneUse(what, path string, files []string) error {
	var u disk.Uses
	u.Read("the input", files...)
	u.Write(what, path)
	return u.Check()
}

// gameOf returns the game of a file.
func gameOf(path string) (games.Game, error) {
	r, err := dataset.Open(path)
	if err != nil {
		return games.Game{}, err
	}
	defer r.Close()
	return games.ByName(r.Header().Game)
}

// filterFlags defines the flags of a filter, with the defaults of package dataset. Their
// descriptions begin with the prefix.
func filterFlags(f *flag.FlagSet, filter *dataset.Filter, prefix string) {
	*filter = dataset.DefaultFilter()
	f.IntVar(&filter.MinPly, "min-ply", filter.MinPly, prefix+"drop earlier positions")
	f.Func("max-score", fmt.Sprintf("%sdrop positions with larger scores (default %d)", prefix, filter.MaxScore), func(text string) error {
		n, err := strconv.ParseUint(text, 10, 15)
		if err != nil {
			return errors.New("it is a whole number of 0 to 32767")
		}
		filter.MaxScore = core.Score(n)
		return nil
	})
	f.BoolVar(&filter.DropChecks, "drop-checks", filter.DropChecks, prefix+"drop positions in check")
	f.BoolVar(&filter.DropTactical, "drop-tactical", filter.DropTactical, prefix+"drop positions with a tactical best move")
}
