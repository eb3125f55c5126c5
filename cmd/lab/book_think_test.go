package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/must"
)

// thinkBook runs lab book think with one thread on a book in a folder, and returns the book.
func thinkBook(t *testing.T, path, positions string, args ...string) []byte {
	t.Helper()
	args = append([]string{"think", "--threads", "1", "--nodes", "200", "--hash", "1", "--multipv", "3", "--positions", positions}, append(args, path)...)
	if out, log, err := callBook(t, args...); err != nil || !strings.Contains(out, positions+" in all") {
		t.Fatalf("error %v\n%s%s", err, out, log)
	}
	return must.Read(t, path)
}

// A run that was killed at any byte of its journal makes the book of one that was not.
func TestThinkingResumes(t *testing.T) {
	for _, name := range []string{"a.bin", "a.db"} {
		t.Run(name, func(t *testing.T) {
			whole := filepath.Join(t.TempDir(), name)
			want := thinkBook(t, whole, "12")
			if again := thinkBook(t, whole, "12"); !bytes.Equal(again, want) {
				t.Error("a finished run makes another book")
			}
			log := must.Read(t, whole+".journal")
			lines := bytes.SplitAfter(log, []byte("\n"))
			tests := []struct {
				name string
				left []byte
			}{
				{"at once", nil},
				{"within the first line", log[:10]},
				{"before the first search", lines[0]},
				{"within a search", bytes.Join(append(lines[:5:5], lines[5][:20]), nil)},
				{"after a search", bytes.Join(lines[:7], nil)},
				{"before the last newline", log[:len(log)-1]},
			}
			for _, test := range tests {
				t.Run(test.name, func(t *testing.T) {
					path := filepath.Join(t.TempDir(), name)
					write(t, path+".journal", string(test.left))
					if got := thinkBook(t, path, "12"); !bytes.Equal(got, want) {
						t.Error("the book is another")
					}
					if now, err := os.ReadFile(path + ".journal"); err != nil || !bytes.Equal(now, log) {
						t.Errorf("the journal is another, error %v", err)
					}
				})
			}
		})
	}
}

// A book that was there first is kept, and what it holds grows.
func TestThinkingGoesOnFromABook(t *testing.T) {
	tests := []struct{ name, records, file string }{
		{"a.bin", "[Result \"1-0\"]\n\n1. a4 a5 2. b4 1-0\n", "a.pgn"},
		{"a.db", "startpos moves 9g9f 9c9d\nstartpos moves 9g9f 9c9d\n", "a.sfen"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), test.name)
			if _, _, err := callBook(t, "build", "--min-count", "1", path, textFile(t, test.file, test.records)); err != nil {
				t.Fatal(err)
			}
			first := must.Read(t, path)
			five := thinkBook(t, path, "5")
			if seed, err := os.ReadFile(seedOf(path)); err != nil || !bytes.Equal(seed, first) {
				t.Errorf("the first book is not kept, error %v", err)
			}
			log := must.Read(t, path+".journal")
			// The positions of the book are searched, and the main line goes on beyond them.
			if n := bytes.Count(log, []byte(`"position"`)); n != 5 || len(five) <= len(first) {
				t.Errorf("%d searches, %d bytes after %d", n, len(five), len(first))
			}
			nine := thinkBook(t, path, "9")
			straight := filepath.Join(t.TempDir(), test.name)
			write(t, straight, string(first))
			if got := thinkBook(t, straight, "9"); !bytes.Equal(got, nine) {
				t.Error("a run in two parts makes another book")
			}
			// Another book with the same name is not lost.
			write(t, path, "precious")
			_, _, err := callBook(t, "think", "--positions", "9", path)
			must.Say(t, err, "move the journal away")
			if now, err := os.ReadFile(path); err != nil || string(now) != "precious" {
				t.Errorf("the other book is now %q, error %v", now, err)
			}
			// The result of either run, the first book or none may be there.
			for _, book := range [][]byte{five, nine, first, nil} {
				write(t, path, string(book))
				if book == nil {
					os.Remove(path)
				}
				if got := thinkBook(t, path, "9"); !bytes.Equal(got, nine) {
					t.Error("the run makes another book")
				}
			}
			// Without the first book the journal means nothing.
			write(t, seedOf(path), string(five))
			_, _, err = callBook(t, "think", "--positions", "9", path)
			must.Say(t, err, "is not the book that this one began with")
			must.OK(t, os.Remove(seedOf(path)))
			_, _, err = callBook(t, "think", "--positions", "9", path)
			must.Say(t, err, "is missing")
		})
	}
}

func TestThinkingFromARoot(t *testing.T) {
	const root = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	path := filepath.Join(t.TempDir(), "ending")
	thinkBook(t, path, "3", "--root", root)
	if got := bookMoves(t, path, "--position", root); strings.Count(got, " ") < 1 || !strings.Contains(got, " 1000") {
		t.Errorf("the root has the moves %q", got)
	}
	if got := bookMoves(t, path); got != "" {
		t.Errorf("the usual start has the moves %q", got)
	}
}

// Whatever is wrong, no file changes.
func TestBadThinking(t *testing.T) {
	const head = `{"format":"nitoryu-book-1","setup":{"game":"chess","seed":""}}` + "\n"
	const start = `{"position":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","known":0,"nodes":1,"moves":`
	tests := []struct {
		name, journal, book string
		args                []string
		want                string
	}{
		{"garbage", head + "garbage\n", "", nil, "a.bin.journal: line 2: it is damaged"},
		{"garbage between searches", head + start + "[]}\n\x00\x00\n" + start + "[]}\n", "", nil, "a.bin.journal: line 3: it is damaged"},
		{"an empty line", head + "{}\n", "", nil, "a.bin.journal: line 2: it is damaged"},
		{"an illegal move", head + start + `[{"move":"e2e5","score":1,"depth":1}]}` + "\n", "", nil, "a.bin.journal: search 1: "},
		{"no position", head + `{"position":"x"}` + "\n", "", nil, "a.bin.journal: search 1: "},
		{"another file", "precious\n", "", nil, "no journal of such a run"},
		{"the beginning of another file", "precious", "", nil, "no journal of such a run"},
		{"of another game", strings.Replace(head, "chess", "shogi", 1), "", nil, "a.bin is not for a book of shogi"},
		{"of no game", strings.Replace(head, "chess", "go", 1), "", nil, `there is no game "go"`},
		{"half a book", "", "0123456789\x00\xff", nil, "a.bin"},
		{"a text", "", "precious", nil, "not a book"},
		{"a book of the other game", "", "#YANEURAOU-DB2016 1.00\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n7g7f none 0 0 1\n", nil, "a.bin: is a book of shogi, not of chess"},
		{"no moves wanted", "", "", []string{"--multipv", "0"}, "--multipv is 1 to"},
		{"no threads", "", "", []string{"--threads", "0"}, "--threads is 1 or more"},
		{"a negative margin", "", "", []string{"--margin", "-1"}, "0 or more"},
		{"a large draw", "", "", []string{"--draw", "40000"}, "too large"},
		{"a strange root", "", "", []string{"--root", "x"}, `board "x" has 1 rank`},
		{"an unknown game", "", "", []string{"--game", "go"}, `there is no game "go"`},
		{"another game", "", "", []string{"--game", "shogi"}, "a.bin is not for a book of shogi"},
		{"no network", "", "", []string{"--eval", "missing"}, "missing"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			files := map[string]string{"a.bin": test.book, "a.bin.journal": test.journal}
			for name, text := range files {
				if text == "" {
					delete(files, name)
				} else {
					write(t, name, text)
				}
			}
			args := append([]string{"think", "--nodes", "10", "--positions", "1"}, append(test.args, "a.bin")...)
			_, _, err := callBook(t, args...)
			must.Say(t, err, test.want)
			left, _ := filepath.Glob("*")
			for _, name := range left {
				if text, err := os.ReadFile(name); err != nil || string(text) != files[name] {
					t.Errorf("%s is now %q, error %v", name, text, err)
				}
			}
		})
	}
	// Neither a name nor a book says what game it is.
	_, _, err := callBook(t, "think", filepath.Join(t.TempDir(), "new"))
	must.Say(t, err, "needs a name such as my.bin")
}
