package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/arena"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/disk"
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

// recordEvent is the event that records name.
const recordEvent = "lab arena"

// recordTarget is where records of a format go: for PGN one file, for other formats a folder
// with a file for each game.
type recordTarget struct {
	format record.Format
	suffix string // of files
	path   string
}

// targets returns the targets of all formats; a target without a path is not wanted.
func (r *recordFlags) targets() []recordTarget {
	return []recordTarget{{record.PGN, ".pgn", r.pgn}, {record.KIF, ".kifu", r.kif}, {record.CSA, ".csa", r.csa}} // .kifu is KIF in UTF-8
}

func (t *recordTarget) flag() string { return "--" + strings.ToLower(t.format.String()) }

// file returns the path of the file of a game, counted from 0.
func (t *recordTarget) file(game int) string {
	return filepath.Join(t.path, fmt.Sprintf("%06d%s", game+1, t.suffix))
}

// recordWriter writes the games of a match.
type recordWriter struct {
	config   *arena.Config
	game     games.Game
	targets  []recordTarget // with a path
	file     *os.File       // of the PGN
	releases []func() error // of the locks of files and folders
}

// open makes a writer. For a resumed match it completes the records of earlier runs, which
// a kill or a full disk may have cut off, from the journal. A file with anything else is
// left alone and is an error before the first game.
func (r *recordFlags) open(c *arena.Config, g games.Game) (*recordWriter, error) {
	w := &recordWriter{config: c, game: g}
	var known []string // flags for the game
	for _, t := range r.targets() {
		if t.format.Game() == g.Name {
			known = append(known, t.flag())
		}
	}
	for _, t := range r.targets() {
		if t.path == "" {
			continue
		}
		if t.format.Game() != g.Name {
			return nil, errors.Join(fmt.Errorf("%s is for %s; %s has %s", t.flag(), t.format.Game(), g.Name, cli.Listed(known, "and")), w.close())
		}
		open := w.openFolder
		if t.format == record.PGN {
			open = w.openPGN
		}
		w.targets = append(w.targets, t)
		if err := open(t); err != nil {
			return nil, errors.Join(err, w.close())
		}
	}
	return w, nil
}

// places returns where the games are written, for messages.
func (w *recordWriter) places() (list []string) {
	for _, t := range w.targets {
		list = append(list, t.path)
	}
	return list
}

// lock locks path against other runs.
func (w *recordWriter) lock(path string) error {
	release, err := disk.Lock(path)
	if err == nil {
		w.releases = append(w.releases, release)
	}
	return err
}

// openPGN opens the PGN. Without a journal, games are appended to a file with games of any
// match. With a journal, the file has to hold this match only: in a shared file nothing would
// say which part to complete.
func (w *recordWriter) openPGN(t recordTarget) (err error) {
	info, err := os.Stat(t.path)
	if err == nil && !info.Mode().IsRegular() { // a pipe or a device
		w.file, err = os.OpenFile(t.path, os.O_WRONLY, 0)
		return err
	}
	if err := w.lock(t.path); err != nil {
		return err
	}
	if w.file, err = os.OpenFile(t.path, os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o666); err != nil {
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

// completePGN adds the games of the journal that the PGN lacks. The games are compared one at a
// time, since the games of a long match do not fit into memory.
func (w *recordWriter) completePGN() error {
	old := bufio.NewReaderSize(w.file, 1<<16)
	foreign := fmt.Errorf("%s has other games than the journal of this match; "+
		"choose another file for --pgn, which gets all games of the journal", w.file.Name())
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

// openFolder opens a folder, which has to hold records of this match only, and completes
// the games of the journal there.
func (w *recordWriter) openFolder(t recordTarget) error {
	if err := os.MkdirAll(t.path, 0o777); err != nil {
		return err
	}
	if err := w.lock(filepath.Join(t.path, "games"+t.suffix)); err != nil {
		return err
	}
	files, err := os.ReadDir(t.path)
	if err != nil {
		return err
	}
	played := map[string]bool{}
	for i := range w.config.Played {
		played[t.file(w.config.Played[i].Game)] = true
	}
	for _, file := range files {
		if path := filepath.Join(t.path, file.Name()); filepath.Ext(path) == t.suffix && !played[path] {
			return fmt.Errorf("%s is not a game in the journal of this match; choose another folder for %s", path, t.flag())
		}
	}
	for i := range w.config.Played {
		r := &w.config.Played[i]
		path := t.file(r.Game)
		text, err := w.text(r, t.format)
		if err != nil {
			return err
		}
		had, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		switch {
		case err != nil:
		case !bytes.HasPrefix(text, had):
			return fmt.Errorf("%s is not game %d of this match; choose another folder for %s, "+
				"which gets all games of the journal", path, r.Game+1, t.flag())
		case len(had) < len(text):
			err = disk.ReplaceText(path, string(text))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// write writes one game.
func (w *recordWriter) write(r *arena.Result) error {
	for _, t := range w.targets {
		text, err := w.text(r, t.format)
		if err == nil && t.format == record.PGN {
			_, err = w.file.Write(text)
		} else if err == nil {
			err = disk.ReplaceText(t.file(r.Game), string(text))
		}
		if err != nil {
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

func (w *recordWriter) close() (err error) {
	if w.file != nil {
		err = w.file.Close()
	}
	for _, release := range w.releases {
		err = errors.Join(err, release())
	}
	return err
}
