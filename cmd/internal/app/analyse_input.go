//go:build !js

package app

import (
	"archive/zip"
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/sniff"
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

// err returns the error of a command that had faults, and read this number of games.
func (f *faults) err(games int) error {
	switch {
	case f.n == 0:
		return nil
	case games == 0:
		return fmt.Errorf("%s, and no game is left", cli.Plural(f.n, "fault"))
	}
	return fmt.Errorf("%s; the rest is done", cli.Plural(f.n, "fault"))
}

// input reads games twice: once to see what there is, and once to analyse them. So only a few
// are held at a time, however many a small file unpacks to.
type input struct {
	stdin  io.Reader
	faults *faults
	// tell learns every now and then how many games were read.
	tell func(games int, file string)
	// wanted reports whether a game is to be analysed, and may change which sides are judged;
	// found is told of those that are, when they are read first. Both may be nil.
	wanted func(g *inputGame) bool
	found  func(g *inputGame)
	// numbered is whether the numbers of all games are kept.
	numbered bool
	// twice is told of games that were there before; it may be nil.
	twice func(g, before *inputGame)
	seen  map[string]*inputGame // without moves, by what makes a game

	sources     []*source // with games that are wanted
	games, left int       // that are wanted, and that are not
	opened      *archive  // the one that is open
	spools      []*os.File
}

// source is a file with games, or one in an archive.
type source struct {
	file, path string
	open       func() (io.ReadCloser, error)
	kinds      []*inputGame // one of each game and format, without its moves
	numbers    []int        // of the games that are wanted, if they are kept
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

// maxWindow is the most memory that a file may ask for to be unpacked: what the highest levels of
// the program zstd need, with --long.
const maxWindow = 128 << 20

// unpacked returns the name of a file without the ending of its compression.
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

// read looks at the games of a file, a folder or the standard input.
func (in *input) read(name string) {
	if name == "-" {
		in.spool(in.stdin, standardInput, standardInput)
		return
	}
	info, err := os.Stat(name)
	if err != nil {
		in.faults.add("%v", err)
		return
	}
	if !info.IsDir() {
		in.file(name, filepath.Base(name), info.Mode().IsRegular())
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
			in.file(path, relative, true)
		}
		return nil
	})
	if err != nil {
		in.faults.add("%v", err)
	} else if !found {
		in.faults.add("%s: the folder has no games: no %s", name, gameFiles)
	}
}

// file looks at the games of a file, or of those in an archive. A pipe is read once.
func (in *input) file(name, path string, again bool) {
	switch {
	case extension(name) == ".zip":
		in.archive(name, path)
	case again:
		in.look(&source{file: name, path: path, open: func() (io.ReadCloser, error) { return os.Open(name) }})
	default:
		f, err := os.Open(name)
		if err != nil {
			in.faults.add("%v", err)
			return
		}
		defer f.Close()
		in.spool(f, name, path)
	}
}

// spool keeps a stream that can be read only once in a file without a name.
func (in *input) spool(r io.Reader, file, path string) {
	spool, err := os.CreateTemp("", "nitoryu-games-*")
	if err != nil {
		in.faults.add("%s: %v", file, err)
		return
	}
	_ = os.Remove(spool.Name()) // some systems do it only when it is closed
	in.spools = append(in.spools, spool)
	if _, err := io.Copy(spool, r); err != nil {
		in.faults.add("%s: %v", file, err)
	}
	in.look(&source{file: file, path: path, open: func() (io.ReadCloser, error) {
		_, err := spool.Seek(0, io.SeekStart)
		return io.NopCloser(spool), err
	}})
}

// close closes what is open, and removes what was kept.
func (in *input) close() {
	_ = in.use(nil)
	for _, spool := range in.spools {
		_ = spool.Close()
		_ = os.Remove(spool.Name())
	}
}

// unpack opens a source, which may be compressed.
func (s *source) unpack() (io.Reader, func(), error) {
	packed, err := s.open()
	if err != nil {
		return nil, nil, err
	}
	for _, c := range compressions {
		if extension(s.file) != c.extension {
			continue
		}
		r, err := c.open(packed)
		if err != nil {
			packed.Close()
			return nil, nil, fmt.Errorf("%s: %w", s.file, err)
		}
		return r, func() { r.Close(); packed.Close() }, nil
	}
	return packed, func() { packed.Close() }, nil
}

// archive is a .zip file.
type archive struct {
	name   string
	file   *os.File
	reader *zip.Reader
}

// use opens an archive, and closes the one before.
func (in *input) use(a *archive) error {
	if a == in.opened {
		return nil
	}
	if in.opened != nil {
		in.opened.file.Close()
		in.opened = nil
	}
	if a == nil {
		return nil
	}
	f, err := os.Open(a.name)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil {
		a.reader, err = zip.NewReader(f, info.Size())
		if a.reader != nil && errors.Is(err, zip.ErrInsecurePath) {
			err = nil
		}
	}
	if err != nil {
		f.Close()
		return fmt.Errorf("%s: %w", a.name, err)
	}
	a.file, in.opened = f, a
	return nil
}

// archive looks at the games in a .zip file, which stand in a folder with its name.
func (in *input) archive(name, path string) {
	a := &archive{name: name}
	if err := in.use(a); err != nil {
		in.faults.add("%v", err)
		return
	}
	found := false
	for i, packed := range a.reader.File {
		if packed.FileInfo().IsDir() || !hasGames(packed.Name) || extension(packed.Name) == ".zip" {
			continue
		}
		found = true
		inside := filepath.FromSlash(packed.Name)
		if !filepath.IsLocal(inside) { // it would be written elsewhere
			inside = filepath.Base(inside)
		}
		file := name + "/" + packed.Name
		in.look(&source{
			file: file, path: filepath.Join(strings.TrimSuffix(path, filepath.Ext(path)), inside),
			open: func() (io.ReadCloser, error) {
				if err := in.use(a); err != nil {
					return nil, err
				}
				r, err := a.reader.File[i].Open()
				if err != nil {
					err = fmt.Errorf("%s: %w", file, err)
				}
				return r, err
			},
		})
	}
	if !found {
		in.faults.add("%s: the archive has no games: no %s", name, gameFiles)
	}
}

// gameFiles are the files that are looked for in folders and archives.
const gameFiles = ".pgn, .kif, .ki2, .csa, .jkf, .usi or .sfen"

// look looks at the games of a source.
func (in *input) look(s *source) {
	before, read := in.faults.n, in.games+in.left
	for g := range in.stream(s, in.faults) {
		if n := in.games + in.left + 1; n%tellEvery == 0 {
			in.tell(n, s.file)
		}
		if in.wanted != nil && !in.wanted(g) {
			in.left++
			continue
		}
		in.games++
		if in.numbered {
			s.numbers = append(s.numbers, g.record.Source.Number)
		}
		in.compare(g)
		same := func(k *inputGame) bool {
			return k.record.Source.Format == g.record.Source.Format && k.record.Rules.Name == g.record.Rules.Name
		}
		if !slices.ContainsFunc(s.kinds, same) {
			s.kinds = append(s.kinds, g.bare())
		}
		if in.found != nil {
			in.found(g)
		}
	}
	if read == in.games+in.left && in.faults.n == before {
		in.faults.add("%s: there are no games", s.file)
	}
	if len(s.kinds) > 0 {
		in.sources = append(in.sources, s)
	}
}

// bare returns the game without its moves.
func (g *inputGame) bare() *inputGame {
	of := &record.Game{Rules: g.record.Rules, Settings: g.record.Settings, Source: g.record.Source}
	return &inputGame{record: of, file: g.file, path: g.path, judged: g.judged}
}

// compare tells if a game was there before: the same moves of the same players. A few moves may be played again.
func (in *input) compare(g *inputGame) {
	const few = 10
	moves := g.record.Moves()
	if in.twice == nil || len(moves) < few {
		return
	}
	h := sha256.New()
	fmt.Fprintln(h, g.record.Rules.Name, g.record.Start, g.record.Player(core.First), g.record.Player(core.Second))
	for _, m := range moves {
		fmt.Fprint(h, m.ID(), " ")
	}
	key := string(h.Sum(nil))
	if before := in.seen[key]; before != nil {
		in.twice(g, before)
		return
	}
	if in.seen == nil {
		in.seen = map[string]*inputGame{}
	}
	in.seen[key] = g.bare()
}

// kinds returns a game of each kind in each source, without moves.
func (in *input) kinds() (all []*inputGame) {
	for _, s := range in.sources {
		all = append(all, s.kinds...)
	}
	return all
}

// all yields the games that are wanted. What is wrong with them has been told.
func (in *input) all() iter.Seq[*inputGame] {
	return func(yield func(*inputGame) bool) {
		for _, s := range in.sources {
			for g := range in.stream(s, nil) {
				if in.wanted != nil && !in.wanted(g) {
					continue
				}
				if !yield(g) {
					return
				}
			}
		}
	}
}

// beginning is how many bytes of a file tell that it is no text.
const beginning = 1 << 12

// stream yields the games of a source, and tells faults in it, if there is somebody to tell.
func (in *input) stream(s *source, told *faults) iter.Seq[*inputGame] {
	return func(yield func(*inputGame) bool) {
		r, end, err := s.unpack()
		if err != nil {
			in.faults.add("%v", err) // also when it was there the first time
			return
		}
		defer end()
		if told == nil {
			told = &faults{report: func(string) {}}
		}
		text := bufio.NewReaderSize(r, beginning)
		begin, _ := text.Peek(beginning)
		if kind := sniff.NoText(begin); kind != "" {
			told.add("%s: this is no record of games but %s", s.file, kind)
			return
		}
		for g, err := range record.NewReader(text, record.Hint{Name: unpacked(s.file)}).All() {
			var fault *record.Error
			switch {
			case err == nil:
			case !errors.As(err, &fault) || g == nil || g.Root.Main() == nil:
				told.add("%s: %v", s.file, err)
				continue
			case fault.Aside:
				told.add("%s: %v; the rest of the game is analysed", s.file, err)
			default:
				told.add("%s: %v; the game is analysed up to there", s.file, err)
			}
			if !yield(&inputGame{record: g, file: s.file, path: unpacked(s.path), judged: [2]bool{true, true}}) {
				return
			}
		}
	}
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

// wants reports whether a game is to be judged, and chooses the sides.
func (o *gameOptions) wants(g *inputGame) bool {
	switch {
	case o.side != "":
		p, err := g.record.Position()
		if err != nil {
			return false // does not happen: it was read
		}
		side := sideOf(o.side, p)
		g.judged[side.Other()&1] = false
	case o.player != "":
		for c := range g.judged {
			name := g.record.Player(core.Color(c))
			g.judged[c] = strings.Contains(strings.ToLower(name), strings.ToLower(o.player))
		}
	}
	return g.judged[0] || g.judged[1]
}

// chosen tells how many games are left out. It is an error if none are left that were there.
func (a *gameAnalysis) chosen() error {
	switch all := a.in.games + a.in.left; {
	case a.in.left == 0:
	case a.in.games == 0:
		return fmt.Errorf("none of %s has a player %q", cli.Plural(all, "game"), a.player)
	default:
		a.line.Print(fmt.Sprintf("%s without a player %q left out", cli.Plural(a.in.left, "game"), a.player))
	}
	return nil
}
