package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/nets"
	"github.com/nitoryu/nitoryu/tests/must"
)

// snapshot returns the files below the working folder with their texts, of large files the hashes.
func snapshot(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	must.OK(t, filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			text := read(t, path)
			if len(text) > 1<<16 {
				text = fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
			}
			fmt.Fprintf(&all, "%s: %q\n", path, text)
		}
		return err
	}))
	return all.String()
}

// No command writes to a file that it reads or needs for something else, by whatever name, or to one of
// somebody else.
func TestCommandsOverwriteNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	done(t, "datagen", "--games", "3", "--nodes", "10", "chess", "a.games")
	write(t, "a.pgn", "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n")
	done(t, "book", "build", "a.bin", "a.pgn")
	write(t, "my.net", string(nets.File("chess")))
	write(t, "suite.epd", games.Chess().Bench.Positions[0]+" bm e4;\n")
	write(t, "page.html", "<html>my own")
	write(t, "x.games.lock", "precious")
	write(t, "both.games.partial", read(t, "a.games"))
	must.OK(t, os.Link("a.games", "hard.games"))
	must.OK(t, os.Symlink("a.pgn", "soft.pgn"))
	must.OK(t, os.Symlink("new", "dangling"))
	const read, twice = "is read, so it cannot be written", "are the same file"
	arena := "arena --each nodes=10 --rounds 1 --engine self --engine "
	for _, c := range []struct{ args, want string }{
		{arena + "self --openings a.pgn --pgn soft.pgn", read},
		{arena + "self --openings a.pgn --log ./a.pgn", read},
		{arena + "self --openings a.pgn --journal a.pgn", read},
		{arena + "(self,eval=my.net) --pgn my.net", read},
		{arena + "(self,eval=my.net) --log ./my.net", read},
		{arena + "(cmd=sf,option.EvalFile=my.net) --journal my.net", read},
		{arena + "self --journal new --log dangling", twice},
		{arena + "self --journal x --pgn ./x", twice},
		{arena + "self --journal x --pgn x.lock", twice},
		{"arena --merge a.pgn --journal soft.pgn", read},
		{"arena --merge a.pgn --pgn a.pgn", read},
		{"datagen --openings a.pgn chess a.pgn", read},
		{"datagen --openings a.pgn chess soft.pgn", read},
		{"datagen --eval my.net chess my.net", read},
		{"datagen chess x.games", "is no lock file"},
		{"data merge a.games both.games.partial", "file already exists"},
		{"data stats --svg hard.games a.games", read},
		{"data positions -o a.games a.games", read},
		{"data games -o hard.games a.games", read},
		{"data rescore --engine (self,nodes=10) a.games hard.games", read},
		{"data rescore --engine (self,eval=my.net,nodes=10) my.net a.games", read},
		{"book build a.pgn soft.pgn", read},
		{"book build a.pgn a.games", "a.pgn exists and is no book"},
		{"book build page.html a.pgn", "page.html exists and is no book"},
		{"book merge a.bin ./a.bin", read},
		{"book merge a.pgn a.bin", "a.pgn exists and is no book"},
		{"book think --eval my.net --journal my.net --positions 1 new.bin", read},
		{"book think --journal new.bin --positions 1 new.bin", twice},
		{"book think --journal new.bin.seed --positions 1 new.bin", twice},
		{"book show --html a.bin a.bin", read},
		{"book show --html page.html a.bin", "page.html is there and is no page of Nitoryu's"},
		{"train chess a.games hard.games", "a.games exists and is not a network"},
		{"train --from my.net chess my.net a.games", read},
		{"train --checkpoint a.games chess x.net hard.games", read},
		{"train --checkpoint x.net chess ./x.net a.games", twice},
		{"train --html a.games chess x.net a.games", read},
		{"train --html x.net chess x.net a.games", twice},
		{"train --html page.html chess x.net a.games", "page.html is there and is no page of Nitoryu's"},
		{"tune --journal x --html x --games 1", twice},
		{"tune --html page.html --games 1", "page.html is there and is no page of Nitoryu's"},
		{"suite --nodes 10 --json suite.epd suite.epd", read},
		{"suite --nodes 10 --json x --markdown ./x suite.epd", twice},
		{"suite --nodes 10 --engine (self,eval=my.net) --markdown my.net suite.epd", read},
		{"bench --positions suite.epd --json suite.epd", read},
		{"bench --engine (self,eval=my.net) --json my.net", read},
		{"gauge --reference (self,nodes=10) --from a.games chess a.pgn", "file already exists"},
	} {
		t.Run(c.args, func(t *testing.T) {
			before := snapshot(t)
			words := strings.Fields(c.args)
			for i, w := range words { // the words of an engine are one
				if inner, is := strings.CutPrefix(w, "("); is {
					words[i] = strings.ReplaceAll(strings.TrimSuffix(inner, ")"), ",", " ")
				}
			}
			refused(t, c.want, words...)
			if after := snapshot(t); after != before {
				t.Errorf("the files were\n%.3000s\nand are\n%.3000s", before, after)
			}
		})
	}
}

// What other programs call temporary is not ours to write to.
func TestTemporaryNamesAreFree(t *testing.T) {
	t.Chdir(t.TempDir())
	done(t, "datagen", "--games", "2", "--nodes", "10", "chess", "a.games")
	write(t, "a.pgn", "1. e4 e5 *\n\n1. e4 e5 *\n")
	for _, name := range []string{"b.games", "a.bin", "p.html", "s.svg", "t.txt"} {
		for _, ending := range []string{".new", ".partial", ".tmp"} {
			write(t, name+ending, "precious")
		}
	}
	done(t, "data", "merge", "b.games", "a.games")
	done(t, "data", "stats", "--svg", "s.svg", "b.games")
	done(t, "data", "positions", "-o", "t.txt", "b.games")
	done(t, "book", "build", "a.bin", "a.pgn")
	for range 2 {
		done(t, "book", "show", "--html", "p.html", "a.bin")
	}
	if n := strings.Count(snapshot(t), `"precious"`); n != 15 {
		t.Errorf("%d of 15 files are left", n)
	}
	if left, _ := filepath.Glob(".nitoryu-*"); len(left) > 0 {
		t.Errorf("left are %v", left)
	}
}
