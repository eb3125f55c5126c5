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
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/lock"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/arena"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
)

// recordFlags say where the games of a match are written in the formats of other programs.
type recordFlags struct {
	pgn      string // one file
	kif, csa string // folders with a file for each game
}

func (r *recordFlags) flags(f *flag.FlagSet) {
	f.StringVar(&r.pgn, "pgn", "", "chess: write the games to this file; without --journal they are appended")
	f.StringVar(&r.kif, "kif", "", "shogi: write the games to this folder, which holds no others, as KIF in UTF-8")
	f.StringVar(&r.csa, "csa", "", "shogi: write the games to this folder, which holds no others, as CSA")
}

// recordWriter writes the games of a match.
type recordWriter struct {
	recordFlags
	config   *arena.Config
	game     games.Game
	file     *os.File       // of the PGN
	releases []func() error // of the locks of files and folders
}

// open makes a writer. For a resumed match it completes the records of earlier runs, which
// a kill or a full disk may have cut off, from the journal. A file with anything else is
// left alone and is an error before the first game.
func (r *recordFlags) open(c *arena.Config, g games.Game) (*recordWriter, error) {
	w := &recordWriter{recordFlags: *r, config: c, game: g}
	var known []string // flags for the game
	for _, t := range r.targets() {
		if t.format.Game() == g.Name {
			known = append(known, t.flag())
		}
	}
	for _, t := range r.targets() {
		if t.path != "" && t.format.Game() != g.Name {
			return nil, fmt.Errorf("%s is for %s; %s has %s", t.flag(), t.format.Game(), g.Name, cli.Listed(known, "and"))
		}
	}
	err := w.openPGN()
	for _, f := range w.folders() {
		if err == nil {
			err = w.openFolder(f)
		}
	}
	if err != nil {
		return nil, errors.Join(err, w.close())
	}
	return w, nil
}

// recordEvent is the event that records name.
const recordEvent = "lab arena"

// recordTarget is where records of a format go: of PGN one file, of others a folder
// with a file for each game.
type recordTarget struct {
	format record.Format
	suffix string // of files
	path   string // empty: nowhere
}

// targets returns the targets of all formats.
func (r *recordFlags) targets() []recordTarget {
	return []recordTarget{{record.PGN, ".pgn", r.pgn}, {record.KIF, ".kifu", r.kif}, {record.CSA, ".csa", r.csa}} // .kifu is KIF in UTF-8
}

// folders returns the folders that records go to.
func (r *recordFlags) folders() []recordTarget {
	return slices.DeleteFunc(r.targets()[1:], func(t recordTarget) bool { return t.path == "" })
}

func (t *recordTarget) flag() string { return "--" + strings.ToLower(t.format.String()) }

// file returns the path of the file of a game, counted from 0.
func (t *recordTarget) file(game int) string {
	return filepath.Join(t.path, fmt.Sprintf("%06d%s", game+1, t.suffix))
}

// where returns the places where the games are written, for messages.
func (r *recordFlags) where() (places []string) {
	for _, t := range r.targets() {
		if t.path != "" {
			places = append(places, t.path)
		}
	}
	return places
}

// lock locks path against other runs.
func (w *recordWriter) lock(path string) error {
	release, err := lock.Acquire(path)
	if err == nil {
		w.releases = append(w.releases, release)
	}
	return err
}

// openPGN opens the PGN, if one is wanted. Without a journal, games are appended to those
// of any match. With the games of one, the file has to hold this match only: in a shared
// file it would be unknown which part to complete.
func (w *recordWriter) openPGN() (err error) {
	if w.pgn == "" {
		return nil
	}
	info, err := os.Stat(w.pgn)
	regular := err != nil || info.Mode().IsRegular()
	if regular {
		if err := w.lock(w.pgn); err != nil {
			return err
		}
	}
	mode := os.O_CREATE | os.O_APPEND | os.O_RDWR
	if !regular { // a pipe or a device
		mode = os.O_WRONLY
	}
	if w.file, err = os.OpenFile(w.pgn, mode, 0o666); err != nil || !regular {
		return err
	}
	if w.config.Journal == nil && w.config.Played == nil {
		return endLine(w.file)
	}
	return w.completePGN()
}

// endLine ends an unfinished last line, which a kill may leave.
func endLine(f *os.File) error {
	var last [1]byte
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return err
	}
	if _, err := f.ReadAt(last[:], info.Size()-1); err != nil || last[0] == '\n' {
		return err
	}
	_, err = f.WriteString("\n\n")
	return err
}

// completePGN adds the games of the journal that the PGN lacks. The games are compared one
// at a time, since those of a long match do not fit memory.
func (w *recordWriter) completePGN() error {
	old := bufio.NewReaderSize(w.file, 1<<16)
	foreign := fmt.Errorf("%s has other games than the journal of this match; "+
		"choose another file for --pgn, which gets all games of the journal", w.pgn)
	for i := range w.config.Played {
		text, err := w.text(&w.config.Played[i], record.PGN)
		if err != nil {
			return err
		}
		had := make([]byte, len(text))
		n, err := io.ReadFull(old, had)
		switch {
		case !bytes.Equal(had[:n], text[:n]):
			return foreign
		case err == nil:
			continue
		case err != io.EOF && err != io.ErrUnexpectedEOF:
			return err
		}
		// The file ends within this game.
		if _, err := w.file.Write(text[n:]); err != nil {
			return err
		}
	}
	switch _, err := old.ReadByte(); err {
	case io.EOF:
		return nil
	case nil:
		return foreign
	default:
		return err
	}
}

// openFolder opens a folder, which has to hold records of this match only, and adds the
// games of the journal that it lacks.
func (w *recordWriter) openFolder(f recordTarget) error {
	if err := os.MkdirAll(f.path, 0o777); err != nil {
		return err
	}
	if err := w.lock(filepath.Join(f.path, "games"+f.suffix)); err != nil {
		return err
	}
	files, err := os.ReadDir(f.path)
	if err != nil {
		return err
	}
	played := map[string]*arena.Result{}
	for i := range w.config.Played {
		r := &w.config.Played[i]
		played[filepath.Base(f.file(r.Game))] = r
	}
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), f.suffix) {
			continue
		}
		path := filepath.Join(f.path, file.Name())
		r := played[file.Name()]
		if r == nil {
			return fmt.Errorf("%s is not a game in the journal of this match; choose another folder for %s", path, f.flag())
		}
		if err := w.complete(f, r, path); err != nil {
			return err
		}
		delete(played, file.Name())
	}
	for _, r := range played {
		if err := w.single(f, r); err != nil {
			return err
		}
	}
	return nil
}

// complete completes the file of a game.
func (w *recordWriter) complete(f recordTarget, r *arena.Result, path string) error {
	text, err := w.text(r, f.format)
	if err != nil {
		return err
	}
	had, err := os.ReadFile(path)
	switch {
	case err != nil:
		return err
	case !bytes.HasPrefix(text, had):
		return fmt.Errorf("%s is not game %d of this match; choose another folder for %s, "+
			"which gets all games of the journal", path, r.Game+1, f.flag())
	case len(had) == len(text):
		return nil
	}
	return writeFile(path, os.O_APPEND, text[len(had):])
}

// write writes one game.
func (w *recordWriter) write(r *arena.Result) error {
	if w.file != nil {
		text, err := w.text(r, record.PGN)
		if err == nil {
			_, err = w.file.Write(text)
		}
		if err != nil {
			return err
		}
	}
	for _, f := range w.folders() {
		if err := w.single(f, r); err != nil {
			return err
		}
	}
	return nil
}

// text returns the record of a game in a format.
func (w *recordWriter) text(r *arena.Result, f record.Format) ([]byte, error) {
	var controls [2]arena.Control
	for side, seat := range r.Seats {
		controls[side] = w.config.Contestants[seat].Control
	}
	g, err := r.Record(w.game.Rules, w.config.Settings, recordEvent, controls)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = record.Write(&text, g, f, record.Options{Reports: true})
	return text.Bytes(), err
}

// single writes a game to a new file.
func (w *recordWriter) single(f recordTarget, r *arena.Result) error {
	text, err := w.text(r, f.format)
	if err != nil {
		return err
	}
	return writeFile(f.file(r.Game), os.O_CREATE|os.O_EXCL, text)
}

// writeFile writes text to a file opened in this mode.
func writeFile(path string, mode int, text []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|mode, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

func (w *recordWriter) close() (err error) {
	if w.file != nil {
		err = w.file.Close()
	}
	for _, release := range w.releases {
		err = errors.Join(err, release())
	}
	return err
}
