package main

import (
	"flag"
	"io"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/games/book"
	"github.com/nitoryu/nitoryu/internal/disk"
)

// bookJob is what the actions of lab book share.
type bookJob struct {
	filesJob
	selection book.Selection
	random    bool
	position  string
	flipped   bool
	ply       bool
	minRating int
	thinkFlags
	showFlags
}

func bookActions() []action[*bookJob] {
	return []action[*bookJob]{
		{"build", "NEW FILE...", "a book of game records or files of lab datagen", 2, 0, (*bookJob).build},
		{"think", "BOOK", "lets a book grow by searches at its ends; resumes", 1, 1, (*bookJob).think},
		{"merge", "NEW BOOK...", "several books of one format as one", 2, 0, (*bookJob).merge},
		{"show", "BOOK", "the moves of a position; with --html a tree", 1, 1, (*bookJob).show},
	}
}

const bookHelp = `
build reads PGN, KIF, KI2, CSA, JKF, lines of UCI and USI, and files of lab datagen.

think searches the position that good play reaches soonest, adds several of its moves with
their scores, backs the scores up through the book, and chooses the next position. Ctrl-C
writes the book. The same command goes on later, even after a kill: BOOK.journal has every
search, and BOOK.seed the original book.

  lab book build my.bin games.pgn
  lab book think --time 5s my.bin
  lab book show --html my.html my.bin
`

// openingBook is the subcommand book.
func openingBook(args []string, s cli.Streams) error {
	details := "Makes and shows opening books: Polyglot's .bin in chess, YaneuraOu's .db\nin shogi. Actions:\n\n"
	j := &bookJob{filesJob: newFilesJob(s)}
	f := cli.NewFlags("lab book", "ACTION [flags] FILE...", details+listed(bookActions())+bookHelp, s)
	j.flags(f)
	return act(f, args, bookActions(), j, &j.filesJob)
}

// flags defines the flags of all actions.
func (j *bookJob) flags(f *flag.FlagSet) {
	f.IntVar(&j.selection.MinCount, "min-count", 2, "build: leave out moves that were played less often")
	f.IntVar(&j.selection.MinRate, "min-rate", 0, "build: leave out moves that scored less than this many percent")
	f.IntVar(&j.minRating, "min-rating", 0, "build: leave out games of players who are known to have a lower rating")
	f.IntVar(&j.selection.MaxPly, "max-ply", 40, "build, think: leave out positions from this ply on")
	f.BoolVar(&j.selection.Losing, "losing", false, "build: keep moves that never scored, in chess")
	f.BoolVar(&j.random, "random", false, "build: keep the random moves that games begin with")
	f.StringVar(&j.position, "position", "", "show: the `FEN` or SFEN; empty: the usual start")
	f.BoolVar(&j.flipped, "flipped", true, "show: look up the turned board too, in shogi")
	j.thinkFlags.flags(f)
	j.showFlags.flags(f)
	f.BoolVar(&j.ply, "ply", false, "show: the move number must match the book, in shogi")
}

func (j *bookJob) merge(args []string) error {
	if err := newBook(args[0], args[1:]); err != nil {
		return err
	}
	var books []book.Book
	for _, path := range args[1:] {
		b, err := book.Open(path, book.Options{})
		if err != nil {
			return err
		}
		defer b.Close()
		books = append(books, b)
	}
	write := book.MergeYaneuraOu
	if books[0].Info().Game == chess.Rules.Name {
		write = book.MergePolyglot
	}
	return disk.Replace(args[0], func(w io.Writer) error { return write(w, books...) })
}
