package record

import (
	"bufio"
	"fmt"
	"strings"
	"unicode/utf8"
)

// pgnKind is the kind of a token.
type pgnKind uint8

const (
	pgnEnd     pgnKind = iota
	pgnTag             // text: name, value: value
	pgnMove            // text: the move, without its number
	pgnComment         // text: the text between the braces
	pgnOpen            // (
	pgnClose           // )
	pgnResult
	pgnBroken
)

// pgnToken is a token of PGN; err is set if it is malformed.
type pgnToken struct {
	kind        pgnKind
	line        int
	text, value string
	result      Result
	err         error
}

// pgnLexer splits PGN into tokens: it knows braces, escapes and annotation glyphs, so that
// an error in a move does not affect the next game.
type pgnLexer struct {
	in   *bufio.Reader
	rest string // of the current line
	line int
	err  error // of the reader, after the last line
}

// next returns the next token, of kind pgnEnd when there is none left.
func (l *pgnLexer) next() pgnToken {
	for {
		l.rest = strings.TrimLeft(l.rest, " \t\r\n\v\f")
		if l.rest == "" {
			if !l.readLine() {
				return pgnToken{kind: pgnEnd, line: l.line, err: l.err}
			}
			continue
		}
		if t, ok := l.token(); ok {
			return t
		}
	}
}

// readLine advances to the next line that is not escaped.
func (l *pgnLexer) readLine() bool {
	for l.err == nil {
		l.rest, l.err = l.in.ReadString('\n')
		if l.rest == "" && l.err != nil {
			return false
		}
		if l.line++; l.line == 1 {
			l.rest = strings.TrimPrefix(l.rest, "\ufeff")
		}
		if !strings.HasPrefix(l.rest, "%") {
			return true
		}
	}
	l.rest = ""
	return false
}

// token reads the next token of the line, and returns false for one without meaning.
func (l *pgnLexer) token() (pgnToken, bool) {
	t := pgnToken{line: l.line}
	first := l.rest[0]
	switch first {
	case '[':
		t.kind = pgnTag
		t.text, t.value, t.err = l.tag()
		return t, true
	case '{':
		t.kind = pgnComment
		t.text, t.err = l.braces()
		return t, true
	case ';':
		t.kind, t.text, l.rest = pgnComment, l.rest[1:], ""
		return t, true
	}
	l.rest = l.rest[1:]
	switch first {
	case '(':
		t.kind = pgnOpen
		return t, true
	case ')':
		t.kind = pgnClose
		return t, true
	case '*':
		t.kind = pgnResult
		return t, true
	case '}', ']':
		t.kind, t.err = pgnBroken, fmt.Errorf("%q without its opening counterpart", first)
		return t, true
	}
	n := strings.IndexAny(l.rest, " \t\r\n\v\f[]{}();*$")
	if n < 0 {
		n = len(l.rest)
	}
	word := string(first) + l.rest[:n]
	l.rest = l.rest[n:]
	return t.word(word)
}

// word makes t a result or a move, and returns false for move numbers, glyphs and
// evaluations.
func (t pgnToken) word(word string) (pgnToken, bool) {
	if word == "1/2" {
		word = Draw.String()
	}
	if r, ok := parseResult(word); ok {
		t.kind, t.result = pgnResult, r
		return t, true
	}
	if number := strings.TrimLeft(word, "0123456789"); number == "" || number[0] == '.' {
		word = strings.TrimLeft(number, ".")
	}
	silent := word == "e.p." || strings.HasPrefix(word, "$") || !strings.ContainsFunc(word, isLetterOrDigit)
	if silent && word != "--" { // "--" is a null move, which is an error
		return t, false
	}
	t.kind, t.text = pgnMove, word
	return t, true
}

func isLetterOrDigit(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}

// tag reads [Name "Value"]. Quotes in the value need a backslash only before a bracket.
func (l *pgnLexer) tag() (name, value string, err error) {
	text := l.rest[1:]
	name, after, quoted := strings.Cut(text, `"`)
	name = strings.TrimSpace(name)
	broken := fmt.Errorf("tag %.40q is broken", oneLine(l.rest))
	l.rest = ""
	if !quoted || name == "" || strings.ContainsAny(name, " \t]") {
		return "", "", broken
	}
	var out strings.Builder
	for i := 0; i < len(after); i++ {
		switch c := after[i]; {
		case c == '\\' && i+1 < len(after) && (after[i+1] == '"' || after[i+1] == '\\'):
			i++
			out.WriteByte(after[i])
		case c == '"':
			if rest := strings.TrimLeft(after[i+1:], " \t"); strings.HasPrefix(rest, "]") {
				l.rest = rest[1:]
				return name, fromLatin1(out.String()), nil
			}
			out.WriteByte(c)
		default:
			out.WriteByte(c)
		}
	}
	return "", "", broken
}

// braces reads a comment, which may have several lines.
func (l *pgnLexer) braces() (string, error) {
	begin := l.line
	l.rest = l.rest[1:]
	var out strings.Builder
	for {
		text, rest, closed := strings.Cut(l.rest, "}")
		out.WriteString(text)
		if l.rest = rest; closed {
			return out.String(), nil
		}
		if !l.readCommentLine() {
			return "", fmt.Errorf("comment that begins on line %d is not closed", begin)
		}
	}
}

// readCommentLine advances to the next line; there are no escapes in comments.
func (l *pgnLexer) readCommentLine() bool {
	if l.err != nil {
		return false
	}
	l.rest, l.err = l.in.ReadString('\n')
	l.line++
	return l.rest != ""
}

// fromLatin1 decodes text that is not UTF-8 as Latin-1, the character set of PGN.
func fromLatin1(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	runes := make([]rune, len(text))
	for i := range len(text) {
		runes[i] = rune(text[i])
	}
	return string(runes)
}
