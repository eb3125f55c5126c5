package app

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/opening"
	"github.com/nitoryu/nitoryu/internal/lines"
	"github.com/nitoryu/nitoryu/smp"
)

// genfens implements OpenBench's interface for data generation
// (https://github.com/AndyGrant/OpenBench, Client/genfens.py): it prints a number of
// random openings, which depend only on the seed. A book is a file of FENs to start
// from. The name of the game after it is our extension.
//
//	genfens N seed S [book PATH|None] [chess|shogi]
func genfens(args []string, out io.Writer) error {
	g, count, seed, path, err := genfensArguments(args)
	if err != nil {
		return err
	}
	draw := func(*rand.Rand) (core.Position, error) { return g.Start(core.Settings{}), nil }
	shape := g.Opening
	if path != "" {
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		book, err := newStarts(file, g)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		draw = book.draw
		// Book positions are openings already.
		shape.MinPlies, shape.MaxPlies = shape.MinPlies/2, shape.MaxPlies/2
	}
	// Not through package nitoryu: package opening lies below it, and its judges return no
	// errors.
	engine := smp.New(g.Engine(nil))
	defer engine.Close()
	if err := engine.SetHash(1); err != nil {
		return err
	}
	judge := opening.By(engine, core.Limits{Nodes: 5000})
	for n := range count {
		_, p, err := anyOpening(shape, draw, opening.Source(seed, n), judge)
		if err != nil {
			return fmt.Errorf("genfens: %w", err)
		}
		if _, err := fmt.Fprintln(out, "info string genfens", p); err != nil {
			return err
		}
	}
	return nil
}

// anyOpening returns a random opening from a drawn position. It skips positions without an
// opening.
func anyOpening(s opening.Shape, draw func(*rand.Rand) (core.Position, error), rng *rand.Rand, judge opening.Judge) (moves []core.Move, p core.Position, err error) {
	for range 20 {
		var start core.Position
		if start, err = draw(rng); err != nil {
			break
		}
		if moves, p, err = s.Random(start, rng, judge); err == nil {
			break
		}
	}
	return moves, p, err
}

// genfensArguments parses the words of the command; an empty path stands for no book.
func genfensArguments(args []string) (g games.Game, count, seed uint64, path string, err error) {
	fail := func(format string, a ...any) (games.Game, uint64, uint64, string, error) {
		return g, 0, 0, "", fmt.Errorf("genfens: "+format+"; usage: genfens N seed S [book PATH|None] [chess|shogi]", a...)
	}
	g = games.Chess()
	if len(args) < 3 || args[1] != "seed" {
		return fail("the number or the seed is missing")
	}
	if count, err = strconv.ParseUint(args[0], 10, 32); err != nil {
		return fail("%q is not a number of openings", args[0])
	}
	if seed, err = strconv.ParseUint(args[2], 10, 64); err != nil {
		return fail("%q is not a seed", args[2])
	}
	rest := args[3:]
	if len(rest) > 1 && rest[0] == "book" {
		if path = rest[1]; path == "None" {
			path = ""
		}
		rest = rest[2:]
	}
	for _, word := range rest {
		if named, err := games.ByName(word); err == nil {
			g = named
		}
	}
	return g, count, seed, path, nil
}

// starts is a book of FENs or SFENs, one per line. Books have millions of lines, and each
// thread of a worker opens its own, so a line is parsed only when it is drawn.
type starts struct {
	text  io.ReaderAt
	lines []int64 // where the lines that are no comments begin
	game  games.Game
}

// newStarts finds the lines of a book; a book without positions is an error.
func newStarts(text io.ReaderAt, g games.Game) (*starts, error) {
	b := &starts{text: text, game: g}
	in := bufio.NewReaderSize(b.from(0), 1<<16)
	for at := int64(0); ; {
		line, err := in.ReadSlice('\n')
		if len(lines.Item(line)) > 0 {
			b.lines = append(b.lines, at)
		}
		at += int64(len(line))
		switch {
		case err == io.EOF && len(b.lines) == 0:
			return nil, errors.New("there is no position")
		case err == io.EOF:
			return b, nil
		case err != nil:
			return nil, err
		}
	}
}

// from reads the book from a byte on.
func (b *starts) from(at int64) io.Reader { return io.NewSectionReader(b.text, at, 1<<62) }

// draw returns a random position of the book, or an error if its line is no position.
func (b *starts) draw(rng *rand.Rand) (core.Position, error) {
	text, err := bufio.NewReader(b.from(b.lines[rng.IntN(len(b.lines))])).ReadBytes('\n')
	if err != nil && err != io.EOF {
		return nil, err
	}
	line := string(lines.Item(text))
	p, err := b.game.Parse(line, core.Settings{})
	if err != nil {
		return nil, fmt.Errorf("%q of the book: %w", line, err)
	}
	return p, nil
}
