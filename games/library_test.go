package games

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/games/book"
	"github.com/nitoryu/nitoryu/tests/must"
)

// polyglot returns a book of chess: 1. e4 three times, answered by 1... e5, and 1. d4 once.
func polyglot(t *testing.T) []byte {
	t.Helper()
	tree := book.NewTree(Chess().Rules, core.Settings{})
	for _, game := range []string{"e2e4 e7e5", "e2e4 e7e5", "e2e4 e7e5", "d2d4"} {
		p := Chess().Start(core.Settings{})
		for text := range strings.FieldsSeq(game) {
			m, err := p.ParseMove(text)
			if err == nil {
				err = tree.Add(book.Played{Position: p, Move: m})
			}
			must.OK(t, err)
			p.Do(m, nil)
		}
	}
	var file bytes.Buffer
	must.OK(t, tree.WritePolyglot(&file, book.Selection{}))
	return file.Bytes()
}

// yaneuraou is a book of shogi, sorted as a search in the file needs it.
const yaneuraou = `#YANEURAOU-DB2016 1.00
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2
3c3d 2g2f 10 20 1
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
2g2f 8c8d 35 32 1
7g7f none 30 32 3
1g1f 9c9d -300 32 1
5e5d none 99 32 1
`

// write writes a file and returns its folder.
func write(t *testing.T, name string, data []byte) (folder string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "定跡 集")
	must.OK(t, os.MkdirAll(folder, 0o700))
	must.Write(t, filepath.Join(folder, name), data)
	return folder
}

// played counts the moves that a library plays in a hundred tries.
func played(t *testing.T, l *Library, g Game, c options.Book, moves string) map[string]int {
	t.Helper()
	p := g.Start(core.Settings{})
	for text := range strings.FieldsSeq(moves) {
		m, err := p.ParseMove(text)
		must.OK(t, err)
		p.Do(m, nil)
	}
	counts := map[string]int{}
	for range 100 {
		m, ok, _ := l.Pick(g.Name, c, p)
		text := "none"
		if ok {
			text = p.FormatMove(m.Move)
		}
		counts[text]++
	}
	return counts
}

func TestLibrary(t *testing.T) {
	chess := options.Book{On: true, File: "本 book.bin", Folder: write(t, "本 book.bin", polyglot(t)), Plies: 255, Variety: 100, ByWeight: true}
	shogi := options.Book{
		On: true, File: "本 book.db", Folder: write(t, "本 book.db", []byte(yaneuraou)), Flipped: true,
		Plies: 16, Variety: 100, MinDepth: 16, MaxLoss: 30, MinScore: [2]core.Score{0, -140},
	}
	for _, c := range []struct {
		name   string
		game   Game
		moves  string
		change func(c *options.Book)
		want   string // the moves that are played, the most frequent first
	}{
		{"by weight", Chess(), "", func(*options.Book) {}, "e2e4 d2d4"},
		{"the best", Chess(), "", func(c *options.Book) { c.Variety = 0 }, "e2e4"},
		{"a reply", Chess(), "e2e4", func(*options.Book) {}, "e7e5"},
		{"an unknown position", Chess(), "a2a3", func(*options.Book) {}, "none"},
		{"within the plies", Chess(), "e2e4", func(c *options.Book) { c.Plies = 2 }, "e7e5"},
		{"beyond the plies", Chess(), "e2e4", func(c *options.Book) { c.Plies = 1 }, "none"},
		{"never", Chess(), "", func(c *options.Book) { c.Plies = 0 }, "none"},
		{"off", Chess(), "", func(c *options.Book) { c.On = false }, "none"},
		{"no file", Chess(), "", func(c *options.Book) { c.File = options.NoBook }, "none"},
		{"an absolute path", Chess(), "", func(c *options.Book) {
			c.File, c.Folder, c.Variety = filepath.Join(c.Folder, c.File), "elsewhere", 0
		}, "e2e4"},
		{"shogi, without moves that lose", Shogi(), "", func(*options.Book) {}, "2g2f 7g7f"},
		{"shogi, the best", Shogi(), "", func(c *options.Book) { c.MaxLoss = 0 }, "2g2f"},
		{"shogi, by counts", Shogi(), "", func(c *options.Book) { c.ByWeight = true }, "7g7f 2g2f"},
		{"shogi, a reply", Shogi(), "7g7f", func(*options.Book) {}, "3c3d"},
		{"shogi, on the fly", Shogi(), "7g7f", func(c *options.Book) { c.OnTheFly = true }, "3c3d"},
		{"shogi, only deep searches", Shogi(), "7g7f", func(c *options.Book) { c.MinDepth = 21 }, "none"},
		{"shogi, only good scores", Shogi(), "7g7f", func(c *options.Book) { c.MinScore[1] = 11 }, "none"},
		{"shogi, other plies", Shogi(), "7g7f 5a4b 5i5h 4b5a 5h5i", func(*options.Book) {}, "none"},
		{"shogi, other plies ignored", Shogi(), "7g7f 5a4b 5i5h 4b5a 5h5i", func(c *options.Book) { c.IgnorePly = true }, "3c3d"},
		{"shogi, all moves with a tenth of the counts", Shogi(), "", func(c *options.Book) { c.Narrow, c.MaxLoss = true, 9999; c.MinScore[0] = -9999 }, "7g7f 2g2f 1g1f"},
		{"shogi, never asked", Shogi(), "", func(c *options.Book) { c.Ignore = 100 }, "none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			choice := chess
			if c.game.Name == Shogi().Name {
				choice = shogi
			}
			c.change(&choice)
			l := NewLibrary(rand.NewPCG(3, 4))
			defer l.Close()
			_, err := l.Open(c.game.Name, choice)
			must.OK(t, err)
			counts := played(t, l, c.game, choice, c.moves)
			words := strings.Fields(c.want)
			if len(counts) != len(words) || c.name == "by weight" && counts[words[0]] < counts[words[1]] {
				t.Errorf("plays %v, want %s", counts, c.want)
			}
			for _, w := range words {
				if counts[w] == 0 {
					t.Errorf("plays %v, want %s", counts, c.want)
				}
			}
		})
	}
}

// What a book says about a move is passed on.
func TestBookMove(t *testing.T) {
	choice := options.Book{On: true, File: "a.db", Folder: write(t, "a.db", []byte(yaneuraou)), Plies: 16, MaxLoss: 0}
	l := NewLibrary(rand.NewPCG(3, 4))
	defer l.Close()
	description, err := l.Open(Shogi().Name, choice)
	if err != nil || !strings.Contains(description, "YaneuraOu book of shogi") {
		t.Fatalf("%q, error %v", description, err)
	}
	p := Shogi().Start(core.Settings{})
	m, ok, err := l.Pick(Shogi().Name, choice, p)
	if !ok || p.FormatMove(m.Move) != "2g2f" || m.Score != 35 || m.Depth != 32 || m.Moves != 3 || m.Book != "a.db" {
		t.Errorf("%+v", m)
	}
	p.Do(m.Move, nil)
	if p.FormatMove(m.Reply) != "8c8d" {
		t.Errorf("the reply is %s", p.FormatMove(m.Reply))
	}
	must.Say(t, err, "5e5d")
}

// Why none of its moves is played is an error, unless the book is left aside as it is meant to be.
func TestLeftOut(t *testing.T) {
	folder := write(t, "a.db", []byte(yaneuraou))
	base := options.Book{On: true, File: "a.db", Folder: folder, Plies: 16, Variety: 100, MaxLoss: 30}
	for _, c := range []struct {
		name, moves string
		change      func(c *options.Book)
		want        string
	}{
		{"too shallow", "7g7f", func(c *options.Book) { c.MinDepth = 21 }, "a.db: all its moves are left out: the best was searched less than 21 plies deep (BookDepthLimit)"},
		{"scores", "7g7f", func(c *options.Book) { c.MinScore[1] = 11 }, "a.db: all its moves are left out: the best scores less than 11 (BookEvalWhiteLimit)"},
		{"plies", "7g7f", func(c *options.Book) { c.Plies = 1 }, ""},
		{"rate", "7g7f", func(c *options.Book) { c.Ignore = 100 }, ""},
		{"an unknown position", "1g1f", func(c *options.Book) { c.MinDepth = 21 }, ""},
	} {
		choice := base
		c.change(&choice)
		l := NewLibrary(rand.NewPCG(3, 4))
		defer l.Close()
		if _, err := l.Open(Shogi().Name, choice); err != nil {
			t.Fatal(err)
		}
		p := Shogi().Start(core.Settings{})
		m, err := p.ParseMove(c.moves)
		must.OK(t, err)
		p.Do(m, nil)
		_, ok, err := l.Pick(Shogi().Name, choice, p)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if ok || got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A bad book is said once, and another one can be chosen.
func TestBadBooks(t *testing.T) {
	whole := polyglot(t)
	for _, c := range []struct {
		name, game string
		data       []byte // nil: no file
		want       string
	}{
		{"missing", "chess", nil, "book.bin"},
		{"empty", "chess", []byte{}, "is empty"},
		{"cut", "chess", whole[:len(whole)-3], "book.bin"},
		{"of the other game", "shogi", whole, "is a book of chess, not of shogi"},
		{"an archive", "shogi", []byte("PK\x03\x04"), "ZIP"},
		{"text", "shogi", []byte("hello"), "not a book"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := NewLibrary(rand.NewPCG(3, 4))
			defer l.Close()
			choice := options.Book{On: true, File: "book.bin", Folder: t.TempDir(), Plies: 255}
			if c.data != nil {
				choice.Folder = write(t, "book.bin", c.data)
			}
			_, err := l.Open(c.game, choice)
			must.Say(t, err, c.want)
			if text, err := l.Open(c.game, choice); err != nil || text != "" {
				t.Errorf("again: %q, error %v", text, err)
			}
			g, err := ByName(c.game)
			must.OK(t, err)
			if m, ok, err := l.Pick(c.game, choice, g.Start(core.Settings{})); ok || err != nil {
				t.Errorf("plays %+v, error %v", m, err)
			}
			good := options.Book{On: true, File: "good.bin", Folder: write(t, "good.bin", whole), Plies: 255}
			if text, err := l.Open("chess", good); err != nil || text == "" {
				t.Errorf("a good one: %q, error %v", text, err)
			}
		})
	}
}
