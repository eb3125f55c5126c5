package cli

import (
	"io"
	"os"
	"runtime"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Style is whether text may stand out on a terminal.
type Style bool

// StyleOf returns the style for text written to out: plain unless out is a terminal with escape
// sequences, and plain if the user wants no colours (https://no-color.org).
func StyleOf(out io.Writer) Style {
	return Style(os.Getenv("NO_COLOR") == "" && Terminal(out) != nil)
}

// Strong returns text that stands out.
func (s Style) Strong(text string) string { return s.Paint("1", text) }

// Faint returns text in a fainter colour.
func (s Style) Faint(text string) string { return s.Paint("2", text) }

// Warning returns text in the colour of warnings.
func (s Style) Warning(text string) string { return s.Paint("33", text) }

// Good returns text in the colour of good news.
func (s Style) Good(text string) string { return s.Paint("32", text) }

// Bad returns text in the colour of bad news.
func (s Style) Bad(text string) string { return s.Paint("31", text) }

// Paint returns text with the attributes of an escape sequence: 7 is reversed, 38;5;N and
// 48;5;N are the colours of letters and background.
func (s Style) Paint(code, text string) string {
	if !s || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// Columns returns how many columns of a terminal a text takes at most: some characters take one
// or two, depending on the user's font.
func Columns(text string) (n int) {
	for _, r := range text {
		n += columnsOf(r)
	}
	return n
}

func columnsOf(r rune) int {
	switch {
	case r < 0x80:
		return 1
	case unicode.Is(unicode.Mn, r): // U+FE0E and accents belong to the letter in front
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth, width.EastAsianAmbiguous:
		return 2
	}
	return 1
}

// Cut returns as much of a line as fits into the given columns, since a line that wraps takes
// two.
func Cut(line string, columns int) string {
	n := 0
	for i, r := range line {
		if n += columnsOf(r); n > columns {
			return line[:i]
		}
	}
	return line
}

// Japanese reports whether the user reads Japanese, as far as the environment says, on a
// terminal that shows it.
func Japanese() bool { return UTF8() && readsJapanese(os.Getenv, systemLanguage()) }

// readsJapanese reports whether the user reads Japanese, by the environment, or by the language
// of the system if the environment says nothing.
func readsJapanese(env func(string) string, system string) bool {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale := env(name); locale != "" {
			system = locale
			break
		}
	}
	language, _, _ := strings.Cut(strings.ReplaceAll(system, "-", "_"), "_")
	return strings.EqualFold(language, "ja")
}

// UTF8 reports whether the user's terminal shows letters of all languages, as far as the
// environment says.
func UTF8() bool { return showsUTF8(runtime.GOOS, os.Getenv) }

// showsUTF8 is UTF8 for a given system and environment. The first variable that is set counts
// (https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html). Windows needs no
// variable: programs write to its console in UTF-16.
func showsUTF8(system string, env func(string) string) bool {
	if system == "windows" {
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := env(name); locale != "" {
			return strings.Contains(strings.ReplaceAll(strings.ToUpper(locale), "-", ""), "UTF8")
		}
	}
	return false
}
