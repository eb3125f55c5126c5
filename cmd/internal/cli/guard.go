package cli

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// Printable returns text that a terminal only shows, whatever names and comments of files are
// in it: control characters, and characters that change the direction of writing, become
// escapes such as \x1b and \u202e; bytes that are not UTF-8 become such as \xe9. Line ends and
// tabs stay.
func Printable(text string) string {
	return escaped(text, func(r rune) bool { return harmless(r) || r == '\n' || r == '\t' })
}

// Name is Printable for a name, which is on one line.
func Name(text string) string { return escaped(text, harmless) }

// harmless reports whether a terminal only shows r.
func harmless(r rune) bool {
	switch {
	case r < ' ', r >= 0x7f && r < 0xa0: // control characters
		return false
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069: // change the direction of what follows
		return false
	}
	return true
}

// escaped returns text with escapes for what is not shown as it is.
func escaped(text string, shown func(rune) bool) string {
	if utf8.ValidString(text) && strings.IndexFunc(text, func(r rune) bool { return !shown(r) }) < 0 {
		return text
	}
	var out strings.Builder
	for i, r := range text {
		switch _, size := utf8.DecodeRuneInString(text[i:]); {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&out, `\x%02x`, text[i])
		case shown(r):
			out.WriteRune(r)
		case r < utf8.RuneSelf:
			fmt.Fprintf(&out, `\x%02x`, r)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
	}
	return out.String()
}

// ownSequence matches the sequences that we write to terminals: colours and cursor movements.
var ownSequence = regexp.MustCompile(`\x1b\[[0-9;]*[mKJAH]|\r`)

// guard writes to a terminal only text that is Printable, and our own sequences. Names of files
// and players, and comments, may contain anything.
type guard struct {
	out io.Writer

	mu   sync.Mutex
	part []byte // of a character that the next Write completes
}

// guarded returns the streams with a guard on Err, and on Out if it is a terminal. An output
// that is no terminal stays as it is: it may be a record in any encoding.
func (s Streams) guarded() Streams {
	s.Err = guardOf(s.Err)
	if Size(s.Out) != nil {
		s.Out = guardOf(s.Out)
	}
	return s
}

func guardOf(out io.Writer) io.Writer {
	if _, is := out.(*guard); is || out == nil {
		return out
	}
	return &guard{out: out}
}

// Write implements io.Writer.
func (g *guard) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	text := append(g.part, p...)
	end := len(text)
	for back := 1; back < utf8.UTFMax && back <= len(text); back++ {
		if at := len(text) - back; utf8.RuneStart(text[at]) {
			if !utf8.FullRune(text[at:]) {
				end = at
			}
			break
		}
	}
	out := shownOnly(string(text[:end]))
	g.part = append([]byte(nil), text[end:]...)
	if _, err := io.WriteString(g.out, out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// shownOnly makes text Printable, except for our own sequences.
func shownOnly(text string) string {
	var out strings.Builder
	for {
		own := ownSequence.FindStringIndex(text)
		if own == nil {
			out.WriteString(Printable(text))
			return out.String()
		}
		out.WriteString(Printable(text[:own[0]]))
		out.WriteString(text[own[0]:own[1]])
		text = text[own[1]:]
	}
}

// behind returns the output behind a guard, or out itself if it is no guard.
func behind(out io.Writer) io.Writer {
	if g, is := out.(*guard); is {
		return g.out
	}
	return out
}
