package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/book"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/internal/disk"
	"github.com/nitoryu/nitoryu/record"
)

// build makes a book of games.
func (j *bookJob) build(args []string) error {
	if err := newBook(args[0], args[1:]); err != nil {
		return err
	}
	tree, err := j.treeOf(args[0], args[1:])
	if err == nil {
		err = j.notEmpty(tree)
	}
	if err != nil {
		return err
	}
	return disk.Replace(args[0], func(w io.Writer) error { return writeTree(tree, w, j.selection) })
}

// newBook returns an error if a book made from files would replace one of them, or something
// that is no book.
func newBook(path string, files []string) error {
	if err := oneUse("NEW", path, files); err != nil {
		return err
	}
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() > 0 {
		old, err := book.Open(path, book.Options{})
		if err == nil {
			err = old.Close()
		}
		if err != nil {
			return fmt.Errorf("%s exists and is no book: %w; choose another name for the new book", path, err)
		}
	}
	return disk.Writable(path)
}

// notEmpty returns an error if a book would have no move of a tree. The error says why.
func (j *bookJob) notEmpty(tree *book.Tree) error {
	c, why := tree.Choose(j.selection), []string(nil)
	for _, reason := range []struct {
		moves int
		text  string
	}{
		{c.Rare, fmt.Sprintf("too rare (--min-count %d)", j.selection.MinCount)},
		{c.Poor, fmt.Sprintf("scored too little (--min-rate %d)", j.selection.MinRate)},
		{c.Losing, "never scored (--losing)"},
		{c.Late, fmt.Sprintf("too late (--max-ply %d)", j.selection.MaxPly)},
	} {
		if reason.moves > 0 {
			why = append(why, fmt.Sprintf("%d %s", reason.moves, reason.text))
		}
	}
	switch {
	case c.Written > 0:
		return nil
	case why == nil:
		return errors.New("the book would be empty: the games have no moves")
	}
	return fmt.Errorf("the book would be empty: all moves are left out, %s", cli.Listed(why, "and"))
}

// writeTree writes a tree in the usual format of its game.
func writeTree(tree *book.Tree, w io.Writer, s book.Selection) error {
	if tree.Info().Game == chess.Rules.Name {
		return tree.WritePolyglot(w, s)
	}
	return tree.WriteYaneuraOu(w, s)
}

// treeOf returns the games of files as a tree. name is the name of the book, which may say
// which game it is for.
func (j *bookJob) treeOf(name string, files []string) (*book.Tree, error) {
	named, known := gameOfBook(name)
	g, err := gameOfRecords(files[0], named.Rules)
	if err != nil {
		return nil, err
	}
	if known && g.Name != named.Name {
		return nil, fmt.Errorf("%s is the name of a book of %s, but %s has games of %s", name, named.Name, files[0], g.Name)
	}
	a := &gameAdder{bookJob: j, game: g, tree: book.NewTree(g.Rules, core.Settings{})}
	a.source = &recordSource{rules: g.Rules, line: j.line}
	for _, path := range files {
		if info, err := os.Stat(path); err == nil {
			a.total += info.Size()
		}
	}
	for _, path := range files {
		if err := a.file(path); err != nil {
			return nil, err
		}
	}
	j.line.Finish()
	a.source.report()
	if a.played == 0 {
		return nil, errors.New("no game was read")
	}
	text := fmt.Sprintf("%s, %s", cli.Plural(a.played, "game"), cli.Plural(int64(a.tree.Len()), "position"))
	if a.weak > 0 {
		text += fmt.Sprintf("; %s by players below %d left out", cli.Plural(a.weak, "game"), j.minRating)
	}
	if a.source.broken > 0 {
		text += fmt.Sprintf("; %d with faults", a.source.broken)
	}
	j.line.Print(text)
	return a.tree, nil
}

// gameAdder adds games to a tree, as far as they may be in the book.
type gameAdder struct {
	*bookJob
	game         games.Game
	tree         *book.Tree
	source       *recordSource
	total        int64 // bytes of all files
	played, weak int64 // games added, and left out for the ratings of their players
}

// file adds the games of a file.
func (a *gameAdder) file(path string) error {
	is, err := isDataset(path)
	switch {
	case err != nil:
		return err
	case is:
		if err := a.dataset(path); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return nil
	}
	for g, err := range a.source.games(path) {
		if err := errors.Join(err, a.ctx.Err()); err != nil {
			return err
		}
		switch {
		case g.Settings.Chess960:
			a.source.fault(path, &record.Error{Game: g.Source.Number, Line: g.Source.Line, Err: errors.New("it is Chess960, which is not in books")})
			continue
		case a.tooWeak(g):
			a.weak++
			continue
		}
		if err := a.record(g); err != nil {
			return fmt.Errorf("%s:%d: %w", path, g.Source.Line, err)
		}
		a.show()
	}
	return nil
}

// show shows the progress. Files are read one after the other.
func (a *gameAdder) show() {
	a.played++
	percent := int64(0)
	if a.total > 0 {
		percent = min(100, a.source.read*100/a.total)
	}
	a.line.Show(percent, 100, "percent, "+cli.Plural(a.played, "game"))
}

// tooWeak reports whether a player is known to have a rating below the wanted one.
func (a *gameAdder) tooWeak(g *record.Game) bool {
	for _, side := range [2]core.Color{core.First, core.Second} {
		if rating, known := g.Rating(side); known && rating < a.minRating {
			return true
		}
	}
	return false
}

// record adds the main line of a game.
func (a *gameAdder) record(g *record.Game) error {
	var fault error
	err := g.Replay(func(p core.Position, n *record.Node) bool {
		if a.late(p) {
			return false
		}
		fault = a.tree.Add(book.Played{Position: p, Move: n.Move, Result: resultOf(g), Unknown: g.Result == record.Unfinished})
		return fault == nil
	})
	return errors.Join(err, fault)
}

// late reports whether a position is beyond the last ply of the book.
func (a *gameAdder) late(p core.Position) bool {
	return a.selection.MaxPly > 0 && p.Plies() >= a.selection.MaxPly
}

// dataset adds the games of a file of lab datagen.
func (a *gameAdder) dataset(path string) error {
	r, err := dataset.Open(path)
	if err != nil {
		return err
	}
	defer r.Close()
	header := r.Header()
	if header.Game != a.game.Name {
		return fmt.Errorf("has games of %s, not of %s", header.Game, a.game.Name)
	}
	before := a.source.read
	var d dataset.Game
	for a.ctx.Err() == nil {
		if err := r.Next(&d); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		ply, fault := 0, error(nil)
		err := d.Replay(a.game.Rules, header.Settings, func(p core.Position, m core.Move, _ core.Score, _ bool) bool {
			if a.late(p) {
				return false
			}
			if ply >= d.Random || a.random {
				fault = a.tree.Add(book.Played{Position: p, Move: m, Result: d.Result})
			}
			ply++
			return fault == nil
		})
		if err := errors.Join(err, fault); err != nil {
			return err
		}
		a.source.read = before + r.Offset()
		a.show()
	}
	return a.ctx.Err()
}
