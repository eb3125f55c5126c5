package main

import (
	"bufio"
	"bytes"
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

// open makes a writer. A match that is gone on with writes the records of its
// earlier runs anew from the journal, so that they agree even if a kill tore the
// last one; records of anything else are never overwritten.
func (r *recordFlags) open(c *arena.Config, g games.Game) (*recordWriter, error) {
	w := &recordWriter{recordFlags: *r, config: c, game: g}
	shogi := g.Name == games.Shogi.Name
	switch {
	case shogi && r.pgn != "":
		return nil, errors.New("--pgn is for chess; shogi has --kif and --csa")
	case !shogi && r.kif+r.csa != "":
		return nil, errors.New("--kif and --csa are for shogi; chess has --pgn")
	}
	resumed := len(c.Played) > 0
	for folder, suffix := range map[string]string{r.kif: kifSuffix, r.csa: csaSuffix} {
		if folder == "" {
			continue
		}
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return nil, err
		}
		if old, _ := filepath.Glob(filepath.Join(folder, "*"+suffix)); len(old) > 0 && !resumed {
			return nil, fmt.Errorf("%s holds records already; choose another folder", folder)
		}
	}
	if r.pgn != "" {
		if err := w.openPGN(resumed); err != nil {
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

// openPGN opens the PGN: at its end or, if its games come from the journal, anew.
func (w *recordWriter) openPGN(resumed bool) (err error) {
	mode := os.O_CREATE | os.O_WRONLY | os.O_APPEND
	if resumed {
		old, err := os.ReadFile(w.pgn)
		if err == nil && len(old) > 0 && !bytes.HasPrefix(old, []byte("[Event \""+recordEvent+"\"]")) {
			return fmt.Errorf("%s does not begin with a game of this match; choose another file", w.pgn)
		}
		mode = os.O_CREATE | os.O_WRONLY | os.O_TRUNC
	}
	w.file, err = os.OpenFile(w.pgn, mode, 0o666)
	return err
}

// What records are called.
const (
	recordEvent = "lab arena"
	kifSuffix   = ".kifu"
	csaSuffix   = ".csa"
)

// write writes one game.
func (w *recordWriter) write(r *arena.Result) error {
	if w.pgn == "" && w.kif == "" && w.csa == "" {
		return nil
	}
	var controls [2]arena.Control
	for side, seat := range r.Seats {
		controls[side] = w.config.Contestants[seat].Control
	}
	g, err := r.Record(w.game.Rules, w.config.Settings, recordEvent, controls)
	if err != nil {
		return err
	}
	if w.file != nil {
		if err := buffered(w.file, g, record.WritePGN); err != nil {
			return err
		}
	}
	return errors.Join(w.single(w.kif, kifSuffix, r, g, record.WriteKIF), w.single(w.csa, csaSuffix, r, g, record.WriteCSA))
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
