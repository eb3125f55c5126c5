package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/opening"
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
	starts := []core.Position{g.Start(core.Settings{})}
	shape := g.Opening
	if path != "" {
		if starts, err = readPositions(path, g); err != nil {
			return err
		}
		// Book positions are openings already.
		shape.MinPlies, shape.MaxPlies = shape.MinPlies/2, shape.MaxPlies/2
	}
	engine := smp.New(g.Engine(nil))
	defer engine.Close()
	if err := engine.SetHash(1); err != nil {
		return err
	}
	judge := opening.By(engine, core.Limits{Nodes: 5000})
	for n := range count {
		_, p, err := anyOpening(shape, starts, opening.Source(seed, n), judge)
		if err != nil {
			return fmt.Errorf("genfens: %w", err)
		}
		if _, err := fmt.Fprintln(out, "info string genfens", p); err != nil {
			return err
		}
	}
	return nil
}

// anyOpening returns a random opening from one of the starts; starts without one are
// skipped.
func anyOpening(s opening.Shape, starts []core.Position, rng *rand.Rand, judge opening.Judge) (moves []core.Move, p core.Position, err error) {
	for range 20 {
		if moves, p, err = s.Random(starts[rng.IntN(len(starts))], rng, judge); err == nil {
			break
		}
	}
	return moves, p, err
}

// genfensArguments parses the words of the command; an empty path is no book.
func genfensArguments(args []string) (g games.Game, count, seed uint64, path string, err error) {
	fail := func(format string, a ...any) (games.Game, uint64, uint64, string, error) {
		return g, 0, 0, "", fmt.Errorf("genfens: "+format+"; it is: genfens N seed S [book PATH|None] [chess|shogi]", a...)
	}
	g = games.Chess
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

// readPositions reads a file of FENs or SFENs, one per line.
func readPositions(path string, g games.Game) ([]core.Position, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	positions, err := parsePositions(f, g)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return positions, nil
}

// parsePositions is readPositions for the text of a file.
func parsePositions(text io.Reader, g games.Game) (positions []core.Position, err error) {
	lines := bufio.NewScanner(text)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		p, err := g.Parse(line, core.Settings{})
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		positions = append(positions, p)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(positions) == 0 {
		return nil, errors.New("there is no position")
	}
	return positions, nil
}
