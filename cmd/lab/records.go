package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/arena"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/record"
	"github.com/nitoryu/nitoryu/games"
)

// recordFlags say where the games of a match are written for other programs.
type recordFlags struct {
	pgn      string // one file
	kif, csa string // folders with a file for each game
}

func (r *recordFlags) flags(f *flag.FlagSet) {
	f.StringVar(&r.pgn, "pgn", "", "chess: write the games to this file")
	f.StringVar(&r.kif, "kif", "", "shogi: write the games to this folder as KIF, in UTF-8")
	f.StringVar(&r.csa, "csa", "", "shogi: write the games to this folder as CSA")
}

// recordWriter writes the games of a match.
type recordWriter struct {
	recordFlags
	config *arena.Config
	game   games.Game
	file   *os.File // of the PGN
}

// open makes a writer. With a journal the records of earlier runs are written
// anew from it, so that they agree even if a kill tore the last one.
func (r *recordFlags) open(c *arena.Config, g games.Game) (*recordWriter, error) {
	w := &recordWriter{recordFlags: *r, config: c, game: g}
	shogi := g.Name == games.Shogi.Name
	switch {
	case shogi && r.pgn != "":
		return nil, errors.New("--pgn is for chess; shogi has --kif and --csa")
	case !shogi && r.kif+r.csa != "":
		return nil, errors.New("--kif and --csa are for shogi; chess has --pgn")
	}
	for _, folder := range []string{r.kif, r.csa} {
		if folder != "" {
			if err := os.MkdirAll(folder, 0o777); err != nil {
				return nil, err
			}
		}
	}
	if r.pgn != "" {
		mode := os.O_CREATE | os.O_WRONLY | os.O_APPEND
		if c.Journal != nil {
			mode = os.O_CREATE | os.O_WRONLY | os.O_TRUNC
		}
		var err error
		if w.file, err = os.OpenFile(r.pgn, mode, 0o666); err != nil {
			return nil, err
		}
	}
	for i := range c.Played {
		if err := w.write(&c.Played[i]); err != nil {
			return nil, errors.Join(err, w.close())
		}
	}
	return w, nil
}

// write writes one game.
func (w *recordWriter) write(r *arena.Result) error {
	if w.pgn == "" && w.kif == "" && w.csa == "" {
		return nil
	}
	var controls [2]arena.Control
	for side, seat := range r.Seats {
		controls[side] = w.config.Contestants[seat].Control
	}
	g, err := r.Record(w.game.Rules, w.config.Settings, "lab arena", controls)
	if err != nil {
		return err
	}
	if w.file != nil {
		if err := buffered(w.file, g, record.WritePGN); err != nil {
			return err
		}
	}
	return errors.Join(w.single(w.kif, ".kifu", r, g, record.WriteKIF), w.single(w.csa, ".csa", r, g, record.WriteCSA))
}

// single writes a game to a file of its own, if there is a folder for it.
func (w *recordWriter) single(folder, suffix string, r *arena.Result, g *record.Game, write func(io.Writer, *record.Game) error) error {
	if folder == "" {
		return nil
	}
	f, err := os.Create(filepath.Join(folder, fmt.Sprintf("%06d%s", r.Game+1, suffix)))
	if err != nil {
		return err
	}
	return errors.Join(buffered(f, g, write), f.Close())
}

// buffered writes a game with one call of the system or a few.
func buffered(f *os.File, g *record.Game, write func(io.Writer, *record.Game) error) error {
	b := bufio.NewWriterSize(f, 1<<16)
	return errors.Join(write(b, g), b.Flush())
}

func (w *recordWriter) close() error {
	if w.file == nil {
		return nil
	}
	return w.file.Close()
}
