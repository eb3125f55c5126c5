//go:build !js

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/mate"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// How much longer a tactic is verified than its position was analysed.
const (
	verifyTimes = 8 // nodes, time
	verifyPlies = 4 // depth
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
	verify := a.limits
	verify.Nodes *= verifyTimes
	verify.Time *= verifyTimes
	if verify.Depth > 0 {
		verify.Depth = min(verify.Depth+verifyPlies, core.MaxPly-1)
	}
	f := review.Finder{
		Standard: review.StandardOf(found.of.Name), ChecksOnly: found.of.Tsume, Solve: newSolver(found.of),
		Step:   func() { a.advance(g.String()+", puzzles", 0, 1) },
		Engine: e, Glance: a.limits, Verify: verify,
	}
	if found.of.Tsume {
		f.Prove = newProver()
	}
	return f.Find(ctx, found.game)
}

// newSolver returns a solver of the problems of a game.
func newSolver(of games.Game) review.Solver {
	solver := mate.New(proverTable)
	return func(p core.Position, plies int) ([]core.Move, bool) {
		answer := solver.Solve(p, mate.Problem{
			ChecksOnly: of.Tsume,
			Plies:      plies,
			GoOn:       func(nodes uint64) bool { return nodes < proverNodes },
		})
		return answer.Line, answer.Verdict != mate.Unknown
	}
}

// album is the file of puzzles. A nil one has none.
type album struct {
	path string
	file *os.File // nil until there is a game
	seen review.Seen
	n    [2]int // tactics and mates
}

// newAlbum returns the album that is asked for, or nil. The error is about games that one
// file cannot hold, and about a path of something else. Nothing is created yet.
func newAlbum(o *gameOptions, out *gameOutput, all []*inputGame) (*album, error) {
	if o.puzzles == "" {
		return nil, nil
	}
	if o.journal != "" && filepath.Clean(o.journal) == filepath.Clean(o.puzzles) {
		return nil, fmt.Errorf("%s is the journal, so it cannot have puzzles; choose another --puzzles", o.puzzles)
	}
	info, err := os.Stat(o.puzzles)
	for _, g := range all {
		if g.record.Rules.Name != all[0].record.Rules.Name {
			return nil, fmt.Errorf("%s and %s are of different games, which have puzzles in files of their own", all[0], g)
		}
		if target := out.target(g); target != "" && filepath.Clean(target) == filepath.Clean(o.puzzles) {
			return nil, fmt.Errorf("%s is --out, so it cannot have puzzles; choose another --puzzles", o.puzzles)
		}
		if read, e := os.Stat(g.file); err == nil && e == nil && os.SameFile(info, read) {
			return nil, fmt.Errorf("%s is read, so it cannot be written; choose another --puzzles", o.puzzles)
		}
	}
	return &album{path: o.puzzles, seen: review.Seen{}}, nil
}

// add adds the puzzles of a game that are new.
func (a *album) add(g *inputGame, puzzles []review.Puzzle) error {
	if a == nil {
		return nil
	}
	if a.file == nil {
		var err error
		if a.file, err = os.Create(a.path); err != nil {
			return err
		}
	}
	var text strings.Builder
	for i := range puzzles {
		z := &puzzles[i]
		if !a.seen.Add(z) {
			continue
		}
		if err := writePuzzle(&text, g, z); err != nil {
			return err
		}
		a.n[min(z.Mate, 1)]++
	}
	_, err := io.WriteString(a.file, text.String())
	return err
}

// close closes the file.
func (a *album) close() error {
	if a == nil || a.file == nil {
		return nil
	}
	return a.file.Close()
}

// summary tells how many puzzles there are.
func (a *album) summary(w io.Writer) {
	if a != nil {
		fmt.Fprintf(w, "%s: %s and %s\n", cli.Printable(a.path), cli.Plural(a.n[0], "tactic"), cli.Plural(a.n[1], "mate"))
	}
}

// writePuzzle writes a puzzle on a line: a position with operations.
func writePuzzle(out *strings.Builder, g *inputGame, z *review.Puzzle) error {
	operations := puzzleOperations(g, z)
	if g.record.Rules.Name != games.Shogi.Name {
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

// puzzleOperations returns the operations of a puzzle, in chess those of the EPD standard
// (https://www.chessprogramming.org/Extended_Position_Description). In shogi moves are those
// of USI, and mate counts plies.
func puzzleOperations(g *inputGame, z *review.Puzzle) record.Tags {
	shogi := g.record.Rules.Name == games.Shogi.Name
	write := notation(coded)
	if !shogi {
		write = written(false)
	}
	line := strings.Join(write.line(z.Position, z.Line), " ")
	first, _, _ := strings.Cut(line, " ")
	operations := record.Tags{{Name: "bm", Value: first}, {Name: "pv", Value: line}}
	switch {
	case z.Mate > 0 && shogi:
		operations = append(operations, record.Tag{Name: "mate", Value: fmt.Sprint(z.Mate)})
	case z.Mate > 0:
		operations = append(operations, record.Tag{Name: "dm", Value: fmt.Sprint((z.Mate + 1) / 2)})
	}
	ce := z.Score.Points()
	if z.Score.IsMate() {
		ce = mateOfEPD - z.Score.PliesToMate()
	}
	operations = append(operations, record.Tag{Name: "ce", Value: fmt.Sprint(ce)})
	what := "found"
	if z.Played != z.Line[0] {
		what = "missed, played was " + write(z.Position, z.Played, core.NoMove)
	}
	id := fmt.Sprintf("%s, ply %d", g, z.Ply+1)
	return append(operations, record.Tag{Name: "id", Value: quoted(id)}, record.Tag{Name: "c0", Value: quoted(what)})
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
