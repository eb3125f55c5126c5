package cli

import (
	"cmp"
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// lineWidth is the maximum width of a line of help in characters.
const lineWidth = 80

// layOut formats a help text for a terminal. Paragraphs are filled. Lines that begin with a
// blank are kept. An exception are examples, which begin with the program's name: long ones
// continue on the next line in the syntax of shells.
func layOut(program, text string) string {
	var out []string
	lines := strings.Split(text, "\n")
	for len(lines) > 0 {
		line := lines[0]
		n := 1 // lines taken
		switch {
		case strings.HasPrefix(line, "  "+program+" "):
			for strings.HasSuffix(line, `\`) && n < len(lines) {
				line = strings.TrimRight(line, ` \`) + " " + strings.TrimSpace(lines[n])
				n++
			}
			out = append(out, breakCommand(line)...)
		case line == "" || line[0] == ' ' || isWide(line): // without blanks nothing can be filled
			out = append(out, line)
		default:
			for n < len(lines) && lines[n] != "" && lines[n][0] != ' ' && !isWide(lines[n]) {
				line += " " + lines[n]
				n++
			}
			out = append(out, fill(line, 0)...)
		}
		lines = lines[n:]
	}
	return strings.Join(out, "\n")
}

// listFlags describes the flags of a command. usages has other descriptions for some of them,
// by name.
func listFlags(f *flag.FlagSet, usages map[string]string, l *Language) string {
	var b strings.Builder
	f.VisitAll(func(one *flag.Flag) {
		kind, usage := flag.UnquoteUsage(one)
		usage = cmp.Or(usages[one.Name], usage)
		switch {
		case slices.Contains([]string{"", "0", "0s", "false"}, one.DefValue):
		case kind == "string":
			usage += l.Say(fmt.Sprintf(" (default %q)", one.DefValue))
		default:
			usage += l.Say(fmt.Sprintf(" (default %s)", one.DefValue))
		}
		b.WriteString(Entry(strings.TrimSpace("--"+one.Name+" "+kind), usage))
	})
	if b.Len() > 0 {
		return "\n" + b.String()
	}
	return ""
}

// Entry returns an entry of a list for a terminal: a line with the head, and the text below.
func Entry(head, text string) string {
	return "  " + head + "\n" + strings.Join(fill(text, 8), "\n") + "\n"
}

// fill breaks a text into lines with an indent.
func fill(text string, indent int) (lines []string) {
	return breakWords(strings.Fields(text), lineWidth, indent, indent, "")
}

// Wrap breaks a text into lines of at most the given columns. All lines but the first are
// indented.
func Wrap(text string, columns, indent int) []string {
	return breakWords(strings.Fields(text), columns, 0, indent, "")
}

// breakCommand breaks an example into lines.
func breakCommand(line string) []string {
	if utf8.RuneCountInString(line) <= lineWidth {
		return []string{line}
	}
	indent := len(line) - len(strings.TrimLeft(line, " "))
	return breakWords(shellWords(line), lineWidth, indent, indent+2, ` \`)
}

// breakWords joins words into lines of at most the given columns. Lines that another one
// follows end with more.
func breakWords(words []string, columns, first, others int, more string) (lines []string) {
	line := strings.Repeat(" ", first)
	for i, word := range words {
		if i > 0 {
			if Columns(line)+1+Columns(word) > columns-len(more) {
				lines = append(lines, line+more)
				line = strings.Repeat(" ", others)
			} else {
				line += " "
			}
		}
		for isWide(word) && Columns(line+word) > columns && Columns(line) < columns { // Japanese has no blanks
			fits := Cut(word, columns-Columns(line))
			for fits != word && strings.ContainsRune(closing, []rune(word[len(fits):])[0]) {
				fits += string([]rune(word[len(fits):])[0])
			}
			lines = append(lines, line+fits)
			word, line = word[len(fits):], strings.Repeat(" ", others)
		}
		line += word
	}
	return append(lines, line)
}

// isWide reports whether a good part of a text consists of letters that take two columns, as in
// Japanese.
func isWide(text string) bool {
	letters := utf8.RuneCountInString(text)
	return 4*(Columns(text)-letters) > letters
}

// closing are signs that do not begin a line in Japanese.
const closing = "、。）」"

// shellWord is a word of a command with its quotes.
var shellWord = regexp.MustCompile(`(?:"(?:\\.|[^"\\])*"|[^ "])+`)

// shellWords splits a command into words; a flag and its value are one.
func shellWords(line string) (words []string) {
	valued := false
	for _, word := range shellWord.FindAllString(line, -1) {
		isFlag := strings.HasPrefix(word, "-")
		if valued && !isFlag {
			words[len(words)-1] += " " + word
		} else {
			words = append(words, word)
		}
		valued = isFlag
	}
	return words
}
