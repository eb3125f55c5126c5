package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/pool"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/suite"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/disk"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/smp/host"
)

const exercisesHelp = `Makes the exercises of the page, web/exercises, of puzzles that nitoryu analyse --puzzles has
found in games. Each gets a rating by how our levels of strength fare at it: the Elo at which about half
of the tries find the move. Those that every level finds, or none, come last, so that they are
left out first. A file has a line for each exercise, the easiest first: position, solution and
rating, with tabs between them.

  nitoryu analyse --puzzles puzzles.epd games.pgn
  lab exercises --out web/exercises/chess.txt puzzles.epd

`

// Bounds of an exercise.
const (
	exercisePlies = 9  // of a solution that are kept
	ratingRungs   = 10 // strengths at which each is tried
)

// exercisesFlags is the command line of lab exercises.
type exercisesFlags struct {
	out     string
	most    int
	tries   int
	threads int
	line    *progress.Line
}

// exercise is a puzzle with its rating.
type exercise struct {
	position string
	line     []string
	rating   int
	flat     bool // all levels find it, or none
}

// makeExercises is the subcommand exercises.
func makeExercises(args []string, s cli.Streams) error {
	c := exercisesFlags{line: progress.New(s.Err, cli.Terminal(s.Err))}
	f := c.flags(s)
	files, err := cli.Parse(f, args)
	if err != nil {
		return err
	}
	if len(files) == 0 || c.out == "" {
		return errors.New("exercises: files of puzzles and --out FILE are needed" + cli.See(f))
	}
	return interruptibly("exercises", func(ctx context.Context) error {
		defer c.line.Finish()
		return c.run(ctx, files)
	})
}

func (c *exercisesFlags) flags(s cli.Streams) *flag.FlagSet {
	f := cli.NewFlags("lab exercises", "[flags] PUZZLES...", exercisesHelp, s)
	f.StringVar(&c.out, "out", "", "`file` of the exercises")
	f.IntVar(&c.most, "most", 500, "number of exercises, from the whole range of ratings")
	f.IntVar(&c.tries, "tries", 3, "tries of each level at each puzzle")
	f.IntVar(&c.threads, "threads", host.Processors(), "puzzles that are tried at once")
	return f
}

// run rates the puzzles and writes the exercises.
func (c *exercisesFlags) run(ctx context.Context, files []string) error {
	if c.most < 1 || c.tries < 1 || c.threads < 1 {
		return errors.New("--most, --tries and --threads must be at least 1")
	}
	problems, err := readPuzzles(files)
	if err != nil {
		return err
	}
	all := make([]exercise, len(problems))
	at := make(chan int, len(problems))
	for i := range problems {
		at <- i
	}
	close(at)
	var done atomic.Int64
	err = pool.Run(ctx, c.threads, func(ctx context.Context) error {
		e, err := nitoryu.New(nitoryu.Options{Threads: 1, Hash: 16})
		if err != nil {
			return err
		}
		defer e.Close()
		for i := range at {
			if err := ctx.Err(); err != nil {
				return err
			}
			if all[i], err = c.rate(ctx, e, &problems[i]); err != nil {
				return fmt.Errorf("%s: %w", problems[i].ID, err)
			}
			c.line.Show(done.Add(1), int64(len(problems)), "puzzles")
		}
		return nil
	})
	if err != nil {
		return err
	}
	text := exercisesText(choose(all, c.most))
	if err := disk.ReplaceText(c.out, string(text)); err != nil {
		return err
	}
	c.line.Print(fmt.Sprintf("%s: %s, %d bytes", cli.Name(c.out), cli.Plural(bytes.Count(text, []byte("\n")), "exercise"), len(text)))
	return nil
}

// puzzle is a problem with its solution.
type puzzle struct {
	suite.Problem
	line []string
}

// readPuzzles reads the puzzles of files of one game, each once.
func readPuzzles(files []string) (all []puzzle, err error) {
	seen, game := map[uint64]bool{}, ""
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		s, err := suite.Read(bytes.NewReader(text), file, core.Settings{})
		if err != nil {
			return nil, err
		}
		if game == "" {
			game = s.Game.Name
		}
		if game != s.Game.Name {
			return nil, fmt.Errorf("%s has puzzles of %s, the files before of %s", file, s.Game.Name, game)
		}
		lines := map[string][]string{} // by position
		reader := record.NewReader(bytes.NewReader(text), record.Hint{Format: record.EPD, Rules: s.Game.Rules})
		for g, err := range reader.All() {
			if err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			p, err := g.Position()
			if err != nil {
				return nil, err
			}
			moves, _ := g.Operands("pv")
			line, err := solutionOf(p.Clone(), moves)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", file, g.Source.Line, err)
			}
			lines[p.String()] = line
		}
		for _, p := range s.Problems {
			line := lines[p.Position.String()]
			if key := p.Position.Key(); len(line) > 0 && !seen[key] {
				seen[key] = true
				all = append(all, puzzle{p, line})
			}
		}
	}
	return all, nil
}

// solutionOf returns the moves of a solution in the notation of the protocols.
func solutionOf(p core.Position, moves []string) (line []string, err error) {
	for _, text := range moves[:min(len(moves), exercisePlies)] {
		m, err := p.ParseMove(text) // in shogi as in USI
		if err != nil {
			if m, err = record.ParseSAN(p, text); err != nil {
				return nil, err
			}
		}
		line = append(line, p.FormatMove(m))
		p.Do(m, nil)
	}
	return line, nil
}

// rate lets our levels look for the solution of a puzzle. The rating is the lowest level, and for each
// step above it the share of the tries that fail there.
func (c *exercisesFlags) rate(ctx context.Context, e *nitoryu.Engine, z *puzzle) (exercise, error) {
	p, err := inside.FromCore(z.Position)
	if err != nil {
		return exercise{}, err
	}
	lowest, highest := nitoryu.EloRange(p.Variant())
	step := float64(highest-lowest) / (ratingRungs - 1)
	failed, tries := 0, 0
	for rung := range ratingRungs {
		for range c.tries {
			if err := e.NewGame(ctx); err != nil {
				return exercise{}, err
			}
			search, err := e.Search(ctx, p, nitoryu.Limits{Elo: lowest + int(float64(rung)*step), Nodes: 100_000})
			if err != nil {
				return exercise{}, err
			}
			result, err := search.Result()
			if err != nil {
				return exercise{}, err
			}
			tries++
			if !slices.Contains(z.Best, inside.ReadMoves(z.Position, result.Best)[0]) {
				failed++
			}
		}
	}
	share := float64(failed) / float64(tries)
	return exercise{z.Position.String(), z.line, lowest + int(share*float64(highest-lowest)), failed == 0 || failed == tries}, nil
}

// choose returns up to most exercises whose ratings are spread over the whole range.
func choose(all []exercise, most int) []exercise {
	var telling, flat, chosen []exercise
	for _, e := range all {
		if e.flat {
			flat = append(flat, e)
		} else {
			telling = append(telling, e)
		}
	}
	all = append(telling, flat[:min(len(flat), max(0, most-len(telling)))]...)
	slices.SortStableFunc(all, func(a, b exercise) int { return cmp.Compare(a.rating, b.rating) })
	n := min(most, len(all))
	for i := range n {
		chosen = append(chosen, all[i*len(all)/n])
	}
	return chosen
}

// exercisesText writes the file.
func exercisesText(all []exercise) []byte {
	var b bytes.Buffer
	for _, e := range all {
		fmt.Fprintf(&b, "%s\t%s\t%d\n", e.position, strings.Join(e.line, " "), e.rating)
	}
	return b.Bytes()
}
