//go:build !js

package app

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/disk"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// mateOfEPD is the evaluation ce of having mated, in the standard of EPD; a mate in n
// plies is that less n.
const mateOfEPD = 32767

// findPuzzles finds the puzzles in a game that was judged.
func (a *gameAnalysis) findPuzzles(ctx context.Context, g *inputGame, found *finding) ([]review.Puzzle, error) {
	e, err := a.open()
	if err != nil {
		return nil, err
	}
	defer e.Close()
	o := a.review
	o.Progress = func(review.Progress) { a.advance(g.String()+", puzzles", 0, 0, 1) }
	return review.Puzzles(ctx, e, found.game, o)
}

// album is a file of puzzles or exercises. A nil one has none.
type album struct {
	path string
	as   record.Format         // PGN or KIF; else a line each
	what func(a *album) string // says what it has
	file *disk.Pending         // nil until there is a game
	seen review.Seen
	n    [2]int // tactics or exercises, and mates
}

// newAlbum returns the album that a flag with a path asks for, or nil. The error is about
// games that one file cannot hold. Nothing is created yet.
func newAlbum(name, path string, all []*inputGame) (*album, error) {
	if path == "" {
		return nil, nil
	}
	for _, g := range all {
		if g.record.Rules.Name != all[0].record.Rules.Name {
			return nil, fmt.Errorf("%s and %s are of different games, which have %s in files of their own", all[0], g, name)
		}
	}
	a := &album{path: path, seen: review.Seen{}}
	if f := record.FormatOf(path); f == record.PGN || f == record.KIF {
		a.as = f
	}
	if game := a.as.Game(); game != "" && len(all) > 0 && game != all[0].record.Rules.Name {
		return nil, fmt.Errorf("--%s: %s is a game of %s, which %s cannot hold", name, all[0], all[0].record.Rules.Name, a.as)
	}
	if a.what = (*album).exercises; name == "puzzles" {
		a.what = (*album).puzzles
	}
	return a, nil
}

func (a *album) puzzles() string {
	return fmt.Sprintf("%s and %s", cli.Plural(a.n[0], "tactic"), cli.Plural(a.n[1], "mate"))
}

func (a *album) exercises() string { return cli.Plural(a.n[0]+a.n[1], "exercise") }

// add adds the puzzles of a game that are new.
func (a *album) add(g *inputGame, all []review.Puzzle) error {
	if a == nil {
		return nil
	}
	if a.file == nil {
		var err error
		if a.file, err = disk.Begin(a.path); err != nil {
			return err
		}
	}
	var text strings.Builder
	for i := range all {
		z := &all[i]
		if !a.seen.Add(z) {
			continue
		}
		write := writePuzzle
		if a.as != record.UnknownFormat {
			write = a.solved
		}
		if err := write(&text, g, z); err != nil {
			return err
		}
		a.n[min(z.Mate, 1)]++
	}
	_, err := io.WriteString(a.file, text.String())
	return err
}

// close gives the file its name; it replaces an older file only if the analysis was not broken off.
func (a *album) close(whole bool) error {
	if a == nil || a.file == nil {
		return nil
	}
	return end(a.file, whole)
}

// summary tells how many puzzles there are.
func (a *album) summary(line *progress.Line) {
	if a != nil {
		line.Print(cli.Name(a.path) + ": " + a.what(a))
	}
}

// writePuzzle writes a puzzle on a line: a position with operations.
func writePuzzle(out *strings.Builder, g *inputGame, z *review.Puzzle) error {
	operations := puzzleOperations(g, z)
	if g.record.Rules.Name != games.Shogi().Name {
		r := &record.Game{Rules: g.record.Rules, Settings: g.record.Settings, Root: &record.Node{}, Start: z.Position.String(), Tags: operations}
		return record.Write(out, r, record.EPD, record.Options{})
	}
	out.WriteString(z.Position.String())
	for _, o := range operations {
		fmt.Fprintf(out, " %s %s;", o.Name, o.Value)
	}
	out.WriteByte('\n')
	return nil
}

// solved writes a puzzle as a record: its position, with the solution as the moves.
func (a *album) solved(out *strings.Builder, g *inputGame, z *review.Puzzle) error {
	r, err := record.NewGame(g.record.Rules, z.Position.String(), g.record.Settings)
	if err != nil {
		return err
	}
	r.Tags.Set(record.TagEvent, fmt.Sprintf("%s, ply %d", g, z.Ply+1))
	rating := fmt.Sprint(z.Rating)
	if a.as == record.PGN {
		r.Tags.Set("Theme", z.Theme)
		r.Tags.Set("PuzzleRating", rating)
	} else {
		theme := z.Theme
		if z.Mate > 0 {
			theme = fmt.Sprintf("%d手詰", z.Mate)
		}
		r.Root.Comments = append(r.Root.Comments, theme+"、推定レーティング"+rating)
	}
	n := r.Root
	for _, m := range inside.ReadMoves(inside.Core(z.Position), z.Line...) {
		n = n.Add(m)
	}
	return record.Write(out, r, a.as, record.Options{})
}

// puzzleOperations returns the operations of a puzzle, in chess as in the EPD standard
// (https://www.chessprogramming.org/Extended_Position_Description). In shogi moves are those
// of USI, and mate counts plies.
func puzzleOperations(g *inputGame, z *review.Puzzle) record.Tags {
	p, write := inside.Core(z.Position), record.Notation(record.Protocol)
	shogi := g.record.Rules.Name == games.Shogi().Name
	if !shogi {
		write = record.People(false)
	}
	named := func(m nitoryu.Move) string {
		return strings.Join(write.Line(p, inside.ReadMoves(p, m)), "")
	}
	var right []string
	for _, m := range z.Right {
		right = append(right, named(m))
	}
	operations := record.Tags{{Name: "bm", Value: strings.Join(right, " ")}, {Name: "pv", Value: strings.Join(write.Line(p, inside.ReadMoves(p, z.Line...)), " ")}}
	switch {
	case z.Mate > 0 && shogi:
		operations = append(operations, record.Tag{Name: "mate", Value: fmt.Sprint(z.Mate)})
	case z.Mate > 0:
		operations = append(operations, record.Tag{Name: "dm", Value: fmt.Sprint((z.Mate + 1) / 2)})
	}
	ce := core.Score(z.Score).Points()
	if plies, mate := z.Score.Mate(); mate {
		ce = mateOfEPD - plies
	}
	operations = append(operations, record.Tag{Name: "ce", Value: fmt.Sprint(ce)})
	what := "found"
	if z.Played != z.Line[0] {
		what = "missed, played was " + named(z.Played)
	}
	id := fmt.Sprintf("%s, ply %d", g, z.Ply+1)
	return append(operations, record.Tag{Name: "id", Value: quoted(id)}, record.Tag{Name: "c0", Value: quoted(what)},
		record.Tag{Name: "c1", Value: quoted(z.Theme)}, record.Tag{Name: "c2", Value: quoted(fmt.Sprintf("rating %d", z.Rating))})
}

// quoted writes a string of EPD, which has no way to write a quote.
func quoted(text string) string {
	return `"` + strings.Map(func(r rune) rune {
		switch {
		case r == '"':
			return '\''
		case r < ' ':
			return ' '
		}
		return r
	}, text) + `"`
}
