package console

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// What keys make of a line.
func TestKeys(t *testing.T) {
	const (
		up, down, right, left = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
		home, end, remove     = "\x1b[H", "\x1b[F", "\x1b[3~"
	)
	for _, c := range []struct {
		name, keys string
		before     string // the cursor
		after      string
		lines      []string // that were entered
	}{
		{"letters", "Nf3", "Nf3", "", nil},
		{"kanji", "７六歩", "７六歩", "", nil},
		{"enter", "e4\rd4", "d4", "", []string{"e4"}},
		{"a line feed", "e4\nd4\n", "", "", []string{"e4", "d4"}},
		{"both", "e4\r\nd4\r\n", "", "", []string{"e4", "d4"}},
		{"backspace", "e45\x7f", "e4", "", nil},
		{"backspace over kanji", "７六歩\x7f\x08", "７", "", nil},
		{"backspace at the beginning", "\x7fe4", "e4", "", nil},
		{"left and a letter", "e4" + left + left + "N", "N", "e4", nil},
		{"left too often, right again", "e4" + left + left + left + right, "e", "4", nil},
		{"home and end", "4" + home + "e" + end + "!", "e4!", "", nil},
		{"control characters", "e4\x01\x06\x02N\x05!", "Ne4!", "", nil},
		{"other sequences of home and end", "4\x1b[1~e\x1b[4~!\x1bOH", "", "e4!", nil},
		{"remove", "e45" + left + remove, "e4", "", nil},
		{"remove nothing", "e4" + remove + "\x04", "e4", "", nil},
		{"kill to the end", "save x\x1bb\x0b", "save ", "", nil},
		{"kill to the start", "save x\x1bb\x15", "", "x", nil},
		{"kill a word", "save  x \x17", "save  ", "", nil},
		{"words", "save x y\x1b[1;5D\x1b[1;3D\x1b[1;5Cz", "save xz", " y", nil},
		{"history", "e4\rd4\r" + up + up, "e4", "", []string{"e4", "d4"}},
		{"back from history", "e4\rc" + up + down, "c", "", []string{"e4"}},
		{"farther than history", "e4\r" + up + up + down + down, "", "", []string{"e4"}},
		{"a line of history is changed and kept", "e4\r" + up + "!\r" + up + up, "e4", "", []string{"e4", "e4!"}},
		{"history has no empty lines, and none twice", "e4\re4\r\r" + up + up, "e4", "", []string{"e4", "e4", ""}},
		{"by control characters", "e4\rd4\r\x10\x10\x0e", "d4", "", []string{"e4", "d4"}},
		{"unknown sequences", "\x1b[15~\x1b[99;9Xe\x1bOP4\x1bz\t", "e4", "", nil},
		{"an escape alone", "\x1b\x1b\x1b\r", "", "", []string{""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, size := range []int{1, 3, 1000} { // of what is read at once
				var e editor
				var lines []string
				for data := c.keys; data != ""; {
					n := min(size, len(data))
					e.take([]byte(data[:n]))
					data = data[n:]
					for what, more := e.next(); more; what, more = e.next() {
						if what == entered {
							lines = append(lines, e.enter())
						}
					}
				}
				if before, after := string(e.line[:e.pos]), string(e.line[e.pos:]); before != c.before || after != c.after || strings.Join(lines, "|") != strings.Join(c.lines, "|") {
					t.Errorf("%d at once: %q and %q, entered %q", size, before, after, lines)
				}
			}
		})
	}
}

// What is more than a key, and when the input ends.
func TestEvents(t *testing.T) {
	for _, c := range []struct {
		keys string
		want event
	}{
		{"\x03", interrupt}, {"e4\x03", interrupt}, {"\x1b\x03", interrupt}, {"\x04", endOfInput}, {"e4\x04", nothing}, {"\x1a", suspend}, {"\x0c", clearScreen}, {"\r", entered},
	} {
		var e editor
		e.take([]byte(c.keys))
		last := nothing
		for what, more := e.next(); more; what, more = e.next() {
			last = what
		}
		if last != c.want {
			t.Errorf("%q: %v, want %v", c.keys, last, c.want)
		}
	}
}

// The part of a long line around the cursor is shown; kanji take two columns.
func TestWindow(t *testing.T) {
	for _, c := range []struct {
		name, line    string
		pos, columns  int
		before, after string
	}{
		{"all of it", "Nf3", 1, 10, "N", "f3"},
		{"the end", "0123456789", 10, 5, "6789", ""},
		{"the beginning", "0123456789", 0, 5, "", "0123"},
		{"kanji", "七六歩打", 4, 6, "歩打", ""},
		{"no room", "七六歩打", 2, 1, "", ""},
		{"less than none", "七六歩打", 2, -5, "", ""},
	} {
		e := editor{line: []rune(c.line), pos: c.pos}
		if before, after := e.window(c.columns); before != c.before || after != c.after {
			t.Errorf("%s: %q and %q", c.name, before, after)
		}
	}
}

// Whatever is typed, the cursor stays in the line, and what is left is the beginning of a
// key.
func FuzzKeys(f *testing.F) {
	for _, keys := range []string{"e4\r\x1b[A\x1b[D\x7f", "\x1b[1;5D", "\xff\xe4\x1b[", "七六\x17\x0b\x15歩", "\x1b[200~e4\x1b[201~"} {
		f.Add([]byte(keys))
	}
	f.Fuzz(func(t *testing.T, keys []byte) {
		var e editor
		e.take(keys)
		for what, more := e.next(); more; what, more = e.next() {
			if what == entered {
				e.enter()
			}
			if e.pos < 0 || e.pos > len(e.line) || e.at < 0 || e.at > len(e.history) {
				t.Fatalf("cursor %d in %q, entry %d of %d", e.pos, string(e.line), e.at, len(e.history))
			}
			if before, after := e.window(20); !strings.HasSuffix(string(e.line[:e.pos]), before) || !strings.HasPrefix(string(e.line[e.pos:]), after) {
				t.Fatalf("%q and %q are shown of %q", before, after, string(e.line))
			}
		}
		if len(e.rest) > 0 && e.rest[0] != escapeKey && utf8.FullRune(e.rest) {
			t.Fatalf("%q is left", e.rest)
		}
	})
}
