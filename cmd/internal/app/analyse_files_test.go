//go:build !js

package app

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/games/nets"
	"github.com/nitoryu/nitoryu/internal/disk"
	"github.com/nitoryu/nitoryu/tests/must"
)

// An analysis overwrites nothing that it reads, or writes for another purpose, by whatever name.
func TestAnalyseOverwritesNothing(t *testing.T) {
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	w, err := z.Create("a.pgn")
	must.OK(t, err)
	_, err = io.WriteString(w, foolsMate)
	must.OK(t, err)
	must.OK(t, z.Close())
	root := folder(t, map[string]string{
		"a.pgn": foolsMate, "in/a.pgn": foolsMate, "in/b.pgn": scholarsMate, "games.zip": packed.String(), "my.net": string(nets.File("chess")),
		"book.bin": strings.Repeat("\x00", 16), "pages/index.html": "<html>my own", "taken/a.html": "<html>my own", "j.lock": "precious",
	})
	t.Chdir(root)
	must.OK(t, os.Symlink("a.pgn", "soft"))
	must.OK(t, os.Link("a.pgn", "hard"))
	dangling := filepath.Join(t.TempDir(), "link")
	must.OK(t, os.Symlink(filepath.Join(root, "new"), dangling))
	const read = "is read, so it cannot be written"
	for _, c := range []struct {
		name string
		args string
		want string
	}{
		{"onto itself", "a.pgn --out a.pgn", read},
		{"onto itself, said otherwise", "a.pgn --out ./in/../a.pgn", read},
		{"onto itself through a link", "a.pgn --out soft", read},
		{"onto itself by a second name", "a.pgn --out hard", read},
		{"from a link", "soft --out a.pgn", read},
		{"into its own folder", "in --out in", read},
		{"onto its archive", "games.zip --out games.zip", read},
		{"onto one of several", "in a.pgn --puzzles in/b.pgn", read},
		{"exercises onto the games", "a.pgn --exercises hard", read},
		{"a journal onto the games", "a.pgn --journal a.pgn", read},
		{"onto the network", "a.pgn --eval my.net --out my.net", read},
		{"puzzles onto the network", "a.pgn --eval my.net --puzzles ./my.net", read},
		{"onto the book", "a.pgn --book book.bin --out book.bin", read},
		{"onto a network of another engine", "a.pgn --engine sf --option EvalFile=my.net --out my.net", read},
		{"journal and games", "a.pgn --journal j.new --out j.new", "--out and --journal are the same file"},
		{"journal and games through a link", "a.pgn --journal new --out DANGLING", "are the same file"},
		{"games onto the lock of the journal", "a.pgn --journal k --out k.lock", "the lock of --journal are the same file"},
		{"journal and puzzles", "a.pgn --journal x --puzzles ./x", "--journal and --puzzles are the same file"},
		{"puzzles and exercises", "a.pgn --puzzles x --exercises in/../x", "--puzzles and --exercises are the same file"},
		{"puzzles and games", "a.pgn --puzzles x --out x", "are the same file"},
		{"puzzles in a page", "a.pgn --puzzles p/a.html --html p", "are the same file"},
		{"the index in the games", "a.pgn --out p/index.html --html p", "are the same file"},
		{"another's index", "a.pgn --html pages", "index.html is there and is no page of Nitoryu's"},
		{"another's page", "a.pgn --html taken", "a.html is there and is no page of Nitoryu's"},
		{"another's lock", "a.pgn --journal j", "j.lock is there and is no lock file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := contents(t, root)
			if out, _, err := analysed(t, "", strings.Fields(strings.ReplaceAll(c.args, "DANGLING", dangling))...); err == nil || !strings.Contains(err.Error(), c.want) || out != "" {
				t.Errorf("error %v, want %q; wrote %q", err, c.want, out)
			}
			if after := contents(t, root); fmt.Sprint(after) != fmt.Sprint(before) {
				t.Errorf("the files were %.2000q and are %.2000q", before, after)
			}
		})
	}
}

// Pages of an earlier analysis are replaced, and files through links, which stay.
func TestAnalyseReplacesItsOwn(t *testing.T) {
	root := folder(t, map[string]string{"a.pgn": foolsMate, "real.pgn": "old", "out.pgn.new": "precious", "out.pgn.partial": "precious"})
	t.Chdir(root)
	must.OK(t, os.Symlink("real.pgn", "link.pgn"))
	for range 2 {
		if _, told, err := analysed(t, "", strings.Fields("a.pgn --html pages --out link.pgn --puzzles p --exercises e --journal j")...); err != nil {
			t.Fatal(err, told)
		}
		_, told, err := analysed(t, "", "a.pgn", "--out", "out.pgn")
		if err != nil {
			t.Fatal(err, told)
		}
	}
	all := contents(t, root)
	if !strings.Contains(all["real.pgn"], "Qh4#") || all["real.pgn"] != all["link.pgn"] || all["out.pgn"] != all["real.pgn"] {
		t.Errorf("wrote %q and %q", all["real.pgn"], all["out.pgn"])
	}
	if info, err := os.Lstat("link.pgn"); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v", err)
	}
	if all["out.pgn.new"] != "precious" || all["out.pgn.partial"] != "precious" || len(all) != 11 {
		t.Errorf("the files are %.2000q", all)
	}
}

// What is not complete takes no place of an older file, and gets its name otherwise.
func TestBrokenOff(t *testing.T) {
	for _, c := range []struct {
		name  string
		old   string
		whole bool
		want  string
	}{
		{"complete", "", true, "new"},
		{"complete, in place of an older one", "old", true, "new"},
		{"broken off", "", false, "new"},
		{"broken off, and there is an older one", "old", false, "old"},
	} {
		name := filepath.Join(t.TempDir(), "file")
		if c.old != "" {
			must.Write(t, name, []byte(c.old))
		}
		f, err := disk.Begin(name)
		must.OK(t, err)
		_, err = io.WriteString(f, "new")
		must.OK(t, err)
		must.OK(t, end(f, c.whole))
		if text, _ := os.ReadFile(name); string(text) != c.want {
			t.Errorf("%s: the file is %q", c.name, text)
		}
	}
}
