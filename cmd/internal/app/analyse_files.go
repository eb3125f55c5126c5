//go:build !js

package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/nitoryu/nitoryu/internal/disk"
)

// indexPage is the page about all games.
const indexPage = "index.html"

// collisions returns an error if an analysis of the games in files would write one of them, or two
// things to one file.
func (out *gameOutput) collisions(names []string, all []*inputGame) error {
	u, o := &disk.Uses{}, out.gameOptions
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			u.Read("the games", name)
		}
	}
	read, written := map[string]bool{standardInput: true}, map[string]string{} // from which file
	for _, g := range all {
		if !read[g.file] {
			read[g.file] = true
			u.Read("the games", packedIn(g.file))
		}
		if out.none {
			continue
		}
		target := out.target(g)
		switch from, had := written[target]; {
		case !had:
			written[target] = g.file
			u.Write("--out", target)
		case out.folder && from != g.file:
			return fmt.Errorf("%s and %s would both be written to %s", from, g.file, target)
		}
	}
	u.Read("--eval", o.eval)
	u.Read("--book", o.book)
	for word := range strings.FieldsSeq(o.command) {
		u.Read("--engine", word)
	}
	for _, option := range o.options {
		_, value, _ := strings.Cut(option, "=")
		u.Read("--option", value)
	}
	u.Lock("--journal", o.journal)
	u.Write("--puzzles", o.puzzles)
	u.Write("--exercises", o.exercises)
	u.Write("--html", out.pagePaths()...)
	return u.Check()
}

// packedIn returns the file that a game was read from: of a game in an archive, the archive.
func packedIn(file string) string {
	for path := file; path != filepath.Dir(path); path = filepath.Dir(path) {
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return path
		}
	}
	return file
}

// pagePaths returns all pages that will be written.
func (out *gameOutput) pagePaths() (paths []string) {
	if out.html == "" {
		return nil
	}
	for _, name := range append([]string{indexPage}, out.pages...) {
		paths = append(paths, filepath.Join(out.html, name))
	}
	return paths
}

// writable reports what could not be written in the end.
func (out *gameOutput) writable() error {
	var err error
	o := out.gameOptions
	switch {
	case out.folder:
		err = disk.WritableFolder(o.out)
	case o.out != "":
		err = disk.Writable(o.out)
	}
	for _, path := range out.pagePaths() {
		err = errors.Join(err, disk.OwnPage(path))
	}
	if o.html != "" && err == nil {
		err = disk.WritableFolder(o.html)
	}
	for _, path := range []string{o.puzzles, o.exercises} {
		if path != "" {
			err = errors.Join(err, disk.Writable(path))
		}
	}
	return err
}

// end gives a file its name. What is not whole gets none that an older file has.
func end(f *disk.Pending, whole bool) error {
	if !whole && f.Replaces() {
		return f.Discard()
	}
	return f.Replace()
}
