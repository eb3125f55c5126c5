//go:build !js

package main

import (
	"archive/zip"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
)

// standardInput is how messages and files for what is read from there are called.
const standardInput = "stdin"

// inputGame is a game that was read.
type inputGame struct {
	record *record.Game
	file   string // where it was read
	path   string // file, relative to the folder that was named; no path leaves it
	judged [2]bool
}

// String names the game in messages.
func (g *inputGame) String() string {
	return fmt.Sprintf("%s, game %d", cli.Name(g.file), g.record.Source.Number)
}

// faults are the things that went wrong while the rest goes on.
type faults struct {
	n      int
	report func(string)
}

// add reports a fault.
func (f *faults) add(format string, a ...any) {
	f.n++
	f.report(cli.Printable(fmt.Sprintf(format, a...)))
}

// err returns the error of a command that had faults, and so many games.
func (f *faults) err(games int) error {
	switch {
	case f.n == 0:
		return nil
	case games == 0:
		return fmt.Errorf("%s, and no game is left", cli.Plural(f.n, "fault"))
	}
	return fmt.Errorf("%s; the rest is done", cli.Plural(f.n, "fault"))
}

// input reads games.
type input struct {
	stdin  io.Reader
	faults *faults
	games  []*inputGame
	// tell is told of every so many games how many were read.
	tell func(games int, file string)
}

// tellEvery is how many games are read quickly.
const tellEvery = 500

// hasGames reports whether files with such a name have games.
func hasGames(name string) bool {
	switch record.FormatOf(unpacked(name)) {
	case record.UnknownFormat, record.EPD, record.FEN:
		return extension(name) == ".zip"
	}
	return true
}

// extension returns the extension of a file name in small letters.
func extension(name string) string { return strings.ToLower(filepath.Ext(name)) }

// compressions are the extensions of compressed files, with what reads them.
var compressions = [...]struct {
	extension string
	open      func(r io.Reader) (io.ReadCloser, error)
}{
	{".gz", func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }},
	{".zst", func(r io.Reader) (io.ReadCloser, error) {
		d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, err
		}
		return d.IOReadCloser(), nil
	}},
}

// maxWindow is the most memory that a file may ask for to be unpacked: that of the highest levels of
// the program zstd, with --long.
const maxWindow = 128 << 20

// unpacked returns the name of a file without that of its compression.
func unpacked(name string) string {
	for _, c := range compressions {
		if extension(name) == c.extension {
			return name[:len(name)-len(c.extension)]
		}
	}
	return name
}

// looksLikeFile reports whether an argument that is no file is meant to be one.
func looksLikeFile(arg string) bool { return !strings.Contains(arg, " ") && hasGames(arg) }

// read reads the games of a file, a folder or the standard input.
func (in *input) read(name string) {
	if name == "-" {
		in.games = append(in.games, in.stream(in.stdin, standardInput, standardInput)...)
		return
	}
	info, err := os.Stat(name)
	if err != nil {
		in.faults.add("%v", err)
		return
	}
	if !info.IsDir() {
		in.file(name, filepath.Base(name))
		return
	}
	found := false
	err = filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			in.faults.add("%v", err)
			return nil
		}
		if d.Type().IsRegular() && hasGames(path) {
			found = true
			relative, err := filepath.Rel(name, path)
			if err != nil {
				relative = d.Name()
			}
			in.file(path, relative)
		}
		return nil
	})
	if err != nil {
		in.faults.add("%v", err)
	} else if !found {
		in.faults.add("%s: the folder has no games: no %s", name, gameFiles)
	}
}

// file reads the games of a file, or of those in an archive.
func (in *input) file(name, path string) {
	f, err := os.Open(name)
	if err != nil {
		in.faults.add("%v", err)
		return
	}
	defer f.Close()
	if extension(name) == ".zip" {
		in.archive(f, name, path)
		return
	}
	in.games = append(in.games, in.unpack(f, name, path)...)
}

// unpack reads the games of a stream that may be compressed.
func (in *input) unpack(r io.Reader, file, path string) []*inputGame {
	for _, c := range compressions {
		if extension(file) != c.extension {
			continue
		}
		unpacked, err := c.open(r)
		if err != nil {
			in.faults.add("%s: %v", file, err)
			return nil
		}
		defer unpacked.Close()
		r = unpacked
	}
	return in.stream(r, file, unpacked(path))
}

// archive reads the games in a .zip file, which stand in a folder with its name.
func (in *input) archive(f *os.File, name, path string) {
	var files []*zip.File
	info, err := f.Stat()
	if err == nil {
		var z *zip.Reader
		if z, err = zip.NewReader(f, info.Size()); z != nil && errors.Is(err, zip.ErrInsecurePath) {
			err = nil
		}
		if err == nil {
			files = z.File
		}
	}
	if err != nil {
		in.faults.add("%s: %v", name, err)
		return
	}
	found := false
	for _, packed := range files {
		if packed.FileInfo().IsDir() || !hasGames(packed.Name) || extension(packed.Name) == ".zip" {
			continue
		}
		found = true
		inside := filepath.FromSlash(packed.Name)
		if !filepath.IsLocal(inside) { // it would be written elsewhere
			inside = filepath.Base(inside)
		}
		r, err := packed.Open()
		if err != nil {
			in.faults.add("%s/%s: %v", name, packed.Name, err)
			continue
		}
		file := name + "/" + packed.Name
		in.games = append(in.games, in.unpack(r, file, filepath.Join(strings.TrimSuffix(path, filepath.Ext(path)), inside))...)
		r.Close()
	}
	if !found {
		in.faults.add("%s: the archive has no games: no %s", name, gameFiles)
	}
}

// gameFiles are the files that are looked for in folders and archives.
const gameFiles = ".pgn, .kif, .ki2, .csa, .jkf, .usi or .sfen"

// stream reads the games of a stream.
func (in *input) stream(r io.Reader, file, path string) (all []*inputGame) {
	before := in.faults.n
	for g, err := range record.NewReader(r, record.Hint{Name: unpacked(file)}).All() {
		var fault *record.Error
		switch {
		case err == nil:
		case !errors.As(err, &fault) || g == nil || g.Root.Main() == nil:
			in.faults.add("%s: %v", file, err)
			continue
		case fault.Aside:
			in.faults.add("%s: %v; the rest of the game is analysed", file, err)
		default:
			in.faults.add("%s: %v; the game is analysed up to there", file, err)
		}
		if n := len(in.games) + len(all) + 1; n%tellEvery == 0 {
			in.tell(n, file)
		}
		all = append(all, &inputGame{record: g, file: file, path: path, judged: [2]bool{true, true}})
	}
	if len(all) == 0 && in.faults.n == before {
		in.faults.add("%s: there are no games", file)
	}
	return all
}

// sideNames are the values of --side.
var sideNames = [...]string{"white", "black", "sente", "gote"}

// sideOf returns the side that a name stands for in the game of p.
func sideOf(name string, p core.Position) core.Color {
	white := modeOf(p).Dialect.White
	switch name {
	case "white":
		return white
	case "black":
		return white.Other()
	case "gote":
		return core.Second
	}
	return core.First
}

// choose takes the games, and of these the sides, that are to be judged. It is an error
// if none are left that were there.
func (a *gameAnalysis) choose(all []*inputGame) error {
	a.games = all
	if a.side != "" {
		for _, g := range all {
			p, err := g.record.Position()
			if err != nil {
				return fmt.Errorf("%s: %w", g, err)
			}
			side := sideOf(a.side, p)
			g.judged[side.Other()&1] = false
		}
	}
	if a.player == "" || len(all) == 0 {
		return nil
	}
	a.games = nil
	for _, g := range all {
		for c := range g.judged {
			name := g.record.Player(core.Color(c))
			g.judged[c] = strings.Contains(strings.ToLower(name), strings.ToLower(a.player))
		}
		if g.judged[0] || g.judged[1] {
			a.games = append(a.games, g)
		}
	}
	if len(a.games) == 0 {
		return fmt.Errorf("none of %s has a player %q", cli.Plural(len(all), "game"), a.player)
	}
	if left := len(all) - len(a.games); left > 0 {
		a.line.Print(fmt.Sprintf("%s without a player %q left out", cli.Plural(left, "game"), a.player))
	}
	return nil
}
