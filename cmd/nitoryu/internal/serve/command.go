package serve

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/protocol"
)

// maxCommand is the longest line of the protocols from a page, in bytes.
const maxCommand = 64 << 10

// passed are the commands that a page may send. The session looks for a command behind
// unknown words, so that no line with another first word is passed on.
var passed = []string{
	"uci", "usi", "isready", "setoption", "ucinewgame", "usinewgame", "position", "go", "stop", "ponderhit", "gameover",
	"d", "eval", "moves", "stats",
}

// Option is an option with its value.
type Option struct{ Name, Value string }

// ParseOption reads name=value. The error says what is wrong.
func ParseOption(text string) (Option, error) {
	name, value, ok := strings.Cut(text, "=")
	o, known := protocol.FindOption(name)
	switch {
	case !ok:
		return Option{}, fmt.Errorf("the option %q has no value; write NAME=VALUE", text)
	case !known:
		return Option{}, fmt.Errorf("there is no option %q", name)
	case strings.ContainsFunc(value, control):
		return Option{}, fmt.Errorf("the value of %s has characters that are not printable", name)
	}
	return Option{nameOf(o), value}, nil
}

// command returns the line to be passed on for a line of a page, or why it is not. It may
// change what the line asks for, which the note says.
func (l *link) command(line string) (pass, note string, err error) {
	if len(line) > maxCommand {
		return "", "", fmt.Errorf("the command has %d bytes, %d is the most", len(line), maxCommand)
	}
	if !utf8.ValidString(line) || strings.ContainsFunc(line, control) {
		return "", "", fmt.Errorf("a command is one line of text")
	}
	word, rest, _ := strings.Cut(strings.Trim(line, " "), " ")
	switch {
	case !slices.Contains(passed, word):
		return "", "", fmt.Errorf("the command %q is not for pages", excerpt(word))
	case word == "setoption":
		return l.setOption(strings.TrimLeft(rest, " "))
	case (word == "uci" || word == "usi") && !l.hashChosen:
		return l.handshake(word)
	}
	return line, "", nil
}

// handshake returns the lines for a handshake: the usual table may be larger than what is
// left for the page.
func (l *link) handshake(word string) (pass, note string, err error) {
	hash, _ := protocol.FindOption("Hash")
	usual := hash.UCI.Default
	if word == "usi" {
		usual = hash.USI.Default
	}
	granted, note := l.clampHash(nameOf(hash), usual)
	if granted == usual {
		return word, "", nil
	}
	return word + "\nsetoption name " + nameOf(hash) + " value " + granted, note, nil
}

// control reports whether a character is none of a line.
func control(r rune) bool { return r < ' ' || r == 0x7f }

// setOption returns the line to be passed on for one that sets an option, given what
// follows the word setoption. It is written anew, so that nothing is in it that was not
// looked at.
func (l *link) setOption(args string) (pass, note string, err error) {
	words := strings.Fields(args)
	if len(words) < 2 || words[0] != "name" {
		return "", "", fmt.Errorf("setoption: expected name")
	}
	words = words[1:]
	value := ""
	if i := slices.Index(words, "value"); i >= 0 {
		words, value = words[:i], strings.Join(words[i+1:], " ")
	}
	asked := strings.Join(words, " ")
	o, known := protocol.FindOption(asked)
	if !known {
		return "", "", fmt.Errorf("there is no option %q", excerpt(asked))
	}
	name := nameOf(o)
	switch {
	case o.Opens && !l.mayOpen(o, value):
		return "", "", fmt.Errorf("%s opens files: give it on the command line, --option \"%s=...\"", name, name)
	case o.UCI.Name == "Threads":
		value, note = l.clamp(name, value, "", func(n int) int { return l.server.budget.wish(l, share{threads: n}).threads })
	case o.UCI.Name == "Hash":
		value, note = l.clampHash(name, value)
		l.hashChosen = true
	}
	pass = "setoption name " + name
	if o.Kind != protocol.Button {
		pass += " value " + value
	}
	return pass, note, nil
}

// nameOf returns a name of an option.
func nameOf(o protocol.Option) string {
	if o.UCI.Name != "" {
		return o.UCI.Name
	}
	return o.USI.Name
}

// closing are values of options that open no file.
var closing = []string{"", "<empty>", core.EmbeddedEval, core.ClassicEval, core.NoBook}

// mayOpen reports whether a page may give an option that opens files this value: one that
// opens none, or that was given on the command line.
func (l *link) mayOpen(o protocol.Option, value string) bool {
	return slices.Contains(closing, value) || slices.Contains(l.server.config.Options, Option{nameOf(o), value})
}

// clamp returns the value that a page gets when it wishes for another, and a note if they
// differ. What is no number above 0 is left to the engine, which refuses it.
func (l *link) clamp(name, value, unit string, wish func(int) int) (granted, note string) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 {
		return value, ""
	}
	got := wish(n)
	if got != n {
		note = fmt.Sprintf("%s is %d%s, not %d: more is not left for this page", name, got, unit, n)
	}
	return strconv.Itoa(got), note
}

func (l *link) clampHash(name, value string) (granted, note string) {
	return l.clamp(name, value, " MiB", func(n int) int { return l.server.budget.wish(l, share{hash: n}).hash })
}

// excerpt returns the beginning of a text, safe to print.
func excerpt(text string) string {
	const limit = 40
	if len(text) > limit {
		text = strings.ToValidUTF8(text[:limit], "") + "..."
	}
	return text
}
