//go:build !js

package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/opening"
	"github.com/nitoryu/nitoryu/internal/disk"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/review/page"
)

// jsonLines is the value of --format for scripts.
const jsonLines = "jsonl"

// formatNames are the values of --format.
var formatNames = [...]string{"pgn", "kif", "ki2", "csa", "jkf", plainText, jsonLines}

// formatFor returns the format that a game is written in, UnknownFormat for JSON and plain text.
func (o *gameOptions) formatFor(g *inputGame) record.Format {
	if o.textual() {
		return record.UnknownFormat
	}
	if o.format != "" {
		return record.FormatOf("." + o.format)
	}
	switch f := g.record.Source.Format; {
	case f == record.KIF || f == record.KI2 || f == record.CSA || f == record.JKF:
		return f
	case g.record.Rules.Name == games.Shogi().Name:
		return record.KIF
	}
	return record.PGN
}

// gameOutput is where games are written: one stream, or a file for each file that was
// read.
type gameOutput struct {
	*gameOptions
	none   bool // only pages, puzzles or exercises are wanted
	folder bool
	stdout io.Writer
	format record.Format // of the one stream
	files  map[string]*outputFile
	pages  []string        // paths of the pages, by game
	shelf  *page.Shelf     // of the pages; nil until there is one
	tongue review.Language // of the shelf
}

// outputFile is a stream of games.
type outputFile struct {
	to      io.Writer
	file    *disk.Pending // nil: the standard output
	writer  *record.Writer
	options record.Options
	games   int
}

// newGameOutput plans where games are written. Nothing is created yet.
func newGameOutput(o *gameOptions, from []*source, stdout io.Writer) (*gameOutput, error) {
	all := (&input{sources: from}).kinds()
	out := &gameOutput{gameOptions: o, stdout: stdout, files: map[string]*outputFile{}}
	out.none = o.html+o.puzzles+o.exercises != "" && o.out == "" && o.format == ""
	if o.out != "" {
		info, err := os.Stat(o.out)
		out.folder = err == nil && info.IsDir() || strings.HasSuffix(o.out, "/") || os.IsPathSeparator(o.out[len(o.out)-1])
	}
	for _, g := range all {
		f := o.formatFor(g)
		if name := f.Game(); name != "" && name != g.record.Rules.Name {
			return nil, fmt.Errorf("%s is a game of %s, which %s cannot hold", g, g.record.Rules.Name, f)
		}
	}
	if err := out.choose(all); err != nil {
		return nil, err
	}
	if o.html != "" {
		out.namePages(from)
	}
	return out, nil
}

// choose chooses the format of one stream.
func (out *gameOutput) choose(all []*inputGame) error {
	if out.folder || out.none || len(all) == 0 {
		return nil
	}
	out.format = out.formatFor(all[0])
	for _, g := range all[1:] {
		f := out.formatFor(g)
		switch {
		case f == out.format:
		case f.Game() == out.format.Game():
			out.format = record.KIF
		default:
			return fmt.Errorf("%s and %s are of different games, which no record holds: give --format jsonl, or a folder with --out", all[0], g)
		}
	}
	return nil
}

// target returns the file that a game is written to.
func (out *gameOutput) target(g *inputGame) string {
	if !out.folder {
		return out.out
	}
	f := out.formatFor(g)
	extension := "." + out.gameOptions.format
	if f != record.UnknownFormat {
		extension = "." + strings.ToLower(f.String())
		if strings.EqualFold(strings.TrimSuffix(filepath.Ext(g.path), "u"), extension) {
			extension = filepath.Ext(g.path) // .kifu stays
		}
	}
	return filepath.Join(out.out, strings.TrimSuffix(g.path, filepath.Ext(g.path))+extension)
}

// namePages chooses the names of pages.
func (out *gameOutput) namePages(from []*source) {
	used := map[string]bool{strings.TrimSuffix(indexPage, ".html"): true}
	for _, s := range from {
		path := unpacked(s.path)
		base := strings.TrimSuffix(strings.ReplaceAll(filepath.ToSlash(path), "/", "-"), filepath.Ext(path))
		for _, number := range s.numbers {
			name := base
			if s.numbers[len(s.numbers)-1] > 1 {
				name += fmt.Sprintf("-%d", number)
			}
			free := name
			for i := 2; used[strings.ToLower(free)]; i++ { // some systems do not tell capitals
				free = fmt.Sprintf("%s-%d", name, i)
			}
			used[strings.ToLower(free)] = true
			out.pages = append(out.pages, free+".html")
		}
	}
}

// judged takes a game that was judged, and returns what writes it.
func (a *gameAnalysis) judged(ctx context.Context, i int, judged *review.Game, err error) func() error {
	g := a.game(i)
	var finding *finding
	if err == nil {
		finding, err = a.find(g, judged)
	}
	if err == nil && a.album != nil {
		if finding.puzzles, err = a.findPuzzles(ctx, g, finding); ctx.Err() != nil {
			return func() error { return ctx.Err() }
		}
	}
	if err == nil && a.lessons != nil {
		finding.exercises, err = review.Exercises(finding.game)
	}
	if err == nil && a.format == jsonLines {
		finding.written, err = a.jsonLine(g, finding)
	}
	if err == nil && a.format == plainText {
		finding.written, err = finding.text()
	}
	if err == nil {
		finding.game.Keep(a.review.Limits.Lines)
	}
	if err == nil && a.html != "" {
		err = page.Write(&finding.page, finding.game, a.pageOptions(finding.words, finding.engine))
	}
	if err == nil {
		finding.nameOpening(g.record)
		err = finding.game.Annotate(finding.engine, finding.words)
	}
	if err != nil {
		return func() error { a.release(i); a.faults.add("%s: %v", g, err); return nil }
	}
	return func() error {
		a.release(i)
		// Takes the bar away for what is written; what is printed is translated later.
		a.line.Print(g.String() + ": " + summary(finding.game, finding.words, review.English))
		if err := errors.Join(a.out.write(i, g, finding), a.album.add(g, finding.puzzles), a.lessons.add(g, finding.exercises)); err != nil {
			a.faults.add("%s: %v", g, err)
		}
		return nil
	}
}

// finding is what was found about a game.
type finding struct {
	engine  string
	game    *review.Game
	words   *review.Words
	written []byte // as JSON or text, if that is asked for
	page    bytes.Buffer

	puzzles, exercises []review.Puzzle
	opening            opening.Name
}

// find finds what else is told about a game that was judged.
func (a *gameAnalysis) find(g *inputGame, judged *review.Game) (*finding, error) {
	f := &finding{engine: a.names[g.record.Rules.Name], game: judged}
	err := review.Forget(g.record)
	if err != nil {
		return nil, err
	}
	if f.words, err = review.NewWords(g.record, a.language(g)); err != nil {
		return nil, err
	}
	start, err := g.record.Position()
	if err == nil {
		f.opening = opening.NameOf(start, g.record.Moves(), a.known)
	}
	return f, err
}

// jsonLine returns a game as a line of JSON with its newline.
func (a *gameAnalysis) jsonLine(g *inputGame, f *finding) ([]byte, error) {
	r, err := f.game.Report(review.Telling{Words: f.words, Engine: f.engine, Options: a.review, Opening: f.opening})
	if err != nil {
		return nil, err
	}
	r.File, r.Number = cli.Name(g.file), g.record.Source.Number
	text, err := json.Marshal(r)
	return append(text, '\n'), err
}

// nameOpening writes what the opening is called into a record that does not tell.
func (f *finding) nameOpening(r *record.Game) {
	name := f.opening.In(f.words.Language == review.Japanese)
	if name == "" {
		return
	}
	if f.opening.Code != "" && !r.Tags.Has("ECO") {
		r.Tags.Set("ECO", f.opening.Code)
	}
	if !r.Tags.Has(record.TagOpening) {
		r.Tags.Set(record.TagOpening, name)
	}
}

// pageOptions returns how pages are written.
func (o *gameOptions) pageOptions(w *review.Words, engine string) page.Options {
	comma := [review.Languages]string{review.English: ", ", review.Japanese: "、"}[w.Language]
	return page.Options{Words: w, Engine: engine + comma + o.review.Describe(w.Language), Book: o.known}
}

// summaries are what a line says of a side, of no moves, and between the sides.
var summaries = [review.Languages][3]string{
	review.English:  {"%s %.0f %% accurate, %d ?!, %d ?, %d ??", "no moves", "; "},
	review.Japanese: {"%s 正確さ%.0f％、?! %d、? %d、?? %d", "指し手なし", "／"},
}

// summary says in a line how both sides played, in a language; names are those of w.
func summary(r *review.Game, w *review.Words, l review.Language) string {
	var parts []string
	for c, p := range r.Players {
		if p.Moves == 0 {
			continue
		}
		name := w.Sides[c]
		if p.Name != "" {
			name = p.Name
		}
		parts = append(parts, fmt.Sprintf(summaries[l][0],
			name, p.Accuracy, p.Count[review.Inaccuracy]+p.Count[review.Dubious], p.Count[review.Mistake], p.Count[review.Blunder]))
	}
	if len(parts) == 0 {
		return summaries[l][1]
	}
	return strings.Join(parts, summaries[l][2])
}

// write writes a game.
func (out *gameOutput) write(i int, g *inputGame, f *finding) error {
	if out.html != "" {
		if err := os.MkdirAll(out.html, 0o777); err != nil {
			return err
		}
		if err := disk.ReplacePage(filepath.Join(out.html, out.pages[i]), func(w io.Writer) error { _, err := f.page.WriteTo(w); return err }); err != nil {
			return err
		}
		if err := out.shelve(i, g, f); err != nil {
			return err
		}
	}
	if out.none {
		return nil
	}
	to, err := out.open(g)
	if err != nil {
		return err
	}
	if out.textual() {
		_, err = to.to.Write(f.written)
	} else {
		err = to.write(g.record)
	}
	if err == nil {
		to.games++
	}
	return err
}

// shelve adds a game to the page about all of them, which is in the language of the first.
func (out *gameOutput) shelve(i int, g *inputGame, f *finding) error {
	if out.shelf == nil {
		out.tongue = f.words.Language
		out.shelf = page.NewShelf(out.pageOptions(f.words, f.engine))
	}
	w, err := review.NewWords(g.record, out.tongue)
	if err != nil {
		return err
	}
	return out.shelf.Add(out.pages[i], f.game, w)
}

// open returns the stream for a game.
func (out *gameOutput) open(g *inputGame) (*outputFile, error) {
	target := out.target(g)
	if f := out.files[target]; f != nil {
		return f, nil
	}
	f := &outputFile{to: out.stdout}
	if target != "" {
		if out.folder {
			if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
				return nil, err
			}
		}
		var err error
		if f.file, err = disk.Begin(target); err != nil {
			return nil, err
		}
		// A file is written as that was which was read, or the first of several.
		f.to, f.options = f.file, g.record.Source.Options()
	}
	format := out.format
	if out.folder {
		format = out.formatFor(g)
	}
	f.writer = record.NewWriter(f.to, format, f.options)
	out.files[target] = f
	if f.games == 0 && f.options.Encoding != record.UTF8 {
		f.fallBack(g.record, format)
	}
	return f, nil
}

// fallBack makes a file UTF-8 if its first game has characters that its encoding lacks.
func (f *outputFile) fallBack(g *record.Game, format record.Format) {
	if record.Write(io.Discard, g, format, f.options) == nil {
		return
	}
	f.options.Encoding, f.options.BOM = record.UTF8, false
	f.writer = record.NewWriter(f.to, format, f.options)
}

// write writes a game.
func (f *outputFile) write(g *record.Game) error { return f.writer.Write(g) }

// close gives all files their names and writes the index of the pages. Of an analysis that was broken off
// none takes the place of an older one.
func (out *gameOutput) close(whole bool) error {
	var errs []error
	for _, f := range out.files {
		if f.file != nil {
			errs = append(errs, end(f.file, whole))
		}
	}
	if out.shelf != nil {
		errs = append(errs, disk.ReplacePage(filepath.Join(out.html, indexPage), out.shelf.Write))
	}
	return errors.Join(errs...)
}
