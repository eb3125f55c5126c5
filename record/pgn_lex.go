package record

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
)

// pgnKind is the kind of a token.
type pgnKind uint8

const (
	pgnEnd     pgnKind = iota
	pgnTag             // text: name, value: value
	pgnMove            // text: the move, without its number
	pgnComment         // text: the text between the braces
	pgnRemark          // text: an escaped line without its %
	pgnNAG             // nag
	pgnOpen            // (
	pgnClose           // )
	pgnResult          // result
	pgnBroken
)

// pgnToken is a token of PGN; err is set if it is malformed.
type pgnToken struct {
	kind        pgnKind
	line        int
	text, value string
	nag         int
	result      Result
	err         error
}

// pgnLexer splits PGN into tokens: it knows braces, escapes and annotation glyphs, so that
// an error in a move does not affect the next game.
type pgnLexer struct {
	lines *lineReader
	rest  string // of the current line
	line  int
	held  []pgnToken // read, but returned later
}

const pgnSpace = " \t\r\n\v\f\u00a0\ufeff"

// next returns the next token, of kind pgnEnd when there is none left.
func (l *pgnLexer) next() pgnToken {
	for {
		if n := len(l.held); n > 0 {
			t := l.held[n-1]
			l.held = l.held[:n-1]
			return t
		}
		l.rest = strings.TrimLeft(l.rest, pgnSpace)
		if l.rest != "" {
			if t, ok := l.token(); ok {
				return t
			}
			continue
		}
		next, ok := l.lines.next()
		if !ok {
			return pgnToken{kind: pgnEnd, line: l.line, err: l.lines.err}
		}
		l.rest, l.line = next.text, next.number
		switch {
		case next.fault != nil:
			return pgnToken{kind: pgnBroken, line: l.line, err: next.fault}
		case strings.HasPrefix(l.rest, "%"):
			t := pgnToken{kind: pgnRemark, line: l.line, text: l.rest[1:]}
			l.rest = ""
			return t
		}
	}
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
		return t, t.text != "" || t.err != nil
	case ';':
		t.kind, t.text, l.rest = pgnComment, strings.TrimSpace(l.rest[1:]), ""
		return t, t.text != ""
	}
	n := strings.IndexAny(l.rest[1:], pgnSpace+"[]{}();*$") + 1
	if n == 0 {
		n = len(l.rest)
	}
	switch first {
	case '(', ')', '*', '}', ']':
		n = 1
	}
	word := l.rest[:n]
	l.rest = l.rest[n:]
	switch first {
	case '(':
		t.kind = pgnOpen
		return t, true
	case ')':
		t.kind = pgnClose
		return t, true
	case '}', ']':
		t.kind, t.err = pgnBroken, fmt.Errorf("%q without its opening counterpart", first)
		return t, true
	case '$':
		number, err := strconv.ParseUint(word[1:], 10, 16)
		t.kind, t.nag = pgnNAG, int(number)
		if err != nil {
			t.kind, t.err = pgnBroken, fmt.Errorf("%s is no annotation glyph", quote(word))
		}
		return t, true
	}
	if len(l.rest) >= 3 && l.rest[0] == '(' && l.rest[2] == ')' && strings.IndexByte("NBRQ", l.rest[1]) >= 0 { // e8(Q)
		word += "=" + l.rest[1:2]
		l.rest = l.rest[3:]
	}
	return l.word(t, word)
}

// word makes t a result, a glyph or a move, and returns false for move numbers and what
// has no meaning.
func (l *pgnLexer) word(t pgnToken, word string) (pgnToken, bool) {
	if r, ok := ParseResult(word); ok {
		t.kind, t.result = pgnResult, r
		return t, true
	}
	number := strings.TrimLeft(word, "0123456789")
	if number == "" && !isNullMove(word) || strings.HasPrefix(number, ".") || strings.HasPrefix(number, "…") {
		word = strings.TrimLeft(number, ".…")
	}
	word = strings.TrimLeft(word, "…")
	if word == "" || word == "e.p." || word == "ep" || word == "+" || word == "++" || word == "#" {
		return t, false
	}
	if nag := nagOf(word); nag > 0 {
		t.kind, t.nag = pgnNAG, nag
		return t, true
	}
	// Only what no move ends with is taken off: += begins a glyph, + belongs to a move.
	if bare := strings.TrimRight(word, "!?"); len(bare) < len(word) && bare != "" {
		if nag := nagOf(word[len(bare):]); nag > 0 {
			l.held = append(l.held, pgnToken{kind: pgnNAG, line: t.line, nag: nag})
		}
		word = bare
	}
	t.kind, t.text = pgnMove, word
	return t, true
}

// nagOf returns the number of an annotation glyph in the signs of books, 0 if it is none.
func nagOf(sign string) int { return nagSigns[sign] }

// nagSigns has the glyphs that have a sign.
var nagSigns = map[string]int{
	"!": 1, "?": 2, "!!": 3, "‼": 3, "??": 4, "⁇": 4, "!?": 5, "⁉": 5, "?!": 6, "⁈": 6, "□": 7,
	"=": 10, "==": 10, "∞": 13, "⩲": 14, "+=": 14, "+/=": 14, "⩱": 15, "=+": 15, "=/+": 15,
	"±": 16, "+/-": 16, "∓": 17, "-/+": 17, "+-": 18, "+−": 18, "-+": 19, "−+": 19, "⨀": 22,
	"↑": 36, "→": 40, "⇆": 132, "⊕": 138, "∆": 140, "N": 146,
}

// tag reads [Name "Value"]. Quotes in the value need a backslash only before a bracket.
func (l *pgnLexer) tag() (name, value string, err error) {
	text := l.rest[1:]
	name, after, quoted := strings.Cut(text, `"`)
	name = strings.TrimSpace(name)
	line := l.rest
	l.rest = ""
	if !quoted || !isTagName(name) {
		return "", "", errorf("tag %s is broken", line)
	}
	var out strings.Builder
	for i := 0; i < len(after); i++ {
		switch c := after[i]; {
		case c == '\\' && i+1 < len(after) && (after[i+1] == '"' || after[i+1] == '\\'):
			i++
			out.WriteByte(after[i])
		case c == '"':
			if end := spaces(after[i+1:]); strings.HasPrefix(after[i+1+end:], "]") {
				l.rest = after[i+1+end+1:]
				return name, out.String(), nil
			}
			out.WriteByte(c)
		default:
			out.WriteByte(c)
		}
	}
	return "", "", errorf("tag %s is broken", line)
}

// isTagName reports whether a tag of PGN can have the name.
func isTagName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`"[]{}()\`, r) })
}

// spaces returns the number of blanks and tabs that text begins with, at most a few, so
// that many quotes and blanks cannot take quadratic time.
func spaces(text string) int {
	n := 0
	for n < len(text) && n < 64 && (text[n] == ' ' || text[n] == '\t') {
		n++
	}
	return n
}

// braces reads a comment, which may have several lines. A comment that is not closed
// ends before the tags of the next game.
func (l *pgnLexer) braces() (string, error) {
	l.rest = l.rest[1:]
	var out strings.Builder
	var fault error
	blank := false
	for {
		text, rest, closed := strings.Cut(l.rest, "}")
		if out.Len()+len(text) > maxLine {
			fault = fmt.Errorf("the comment is longer than %d bytes", maxLine)
			out.Reset()
		}
		if fault == nil {
			out.WriteString(text)
		}
		if l.rest = rest; closed {
			return strings.TrimSpace(out.String()), fault
		}
		next, ok := l.lines.next()
		if !ok && l.lines.err != io.EOF {
			return "", errors.New("the comment is cut off")
		}
		if !ok || blank && strings.HasPrefix(next.text, "[Event ") {
			if ok {
				l.lines.hold(next)
			}
			l.rest = ""
			return "", errors.New("the comment is not closed")
		}
		if next.fault != nil {
			fault = next.fault
		}
		out.WriteByte('\n')
		blank = strings.TrimSpace(next.text) == ""
		l.rest, l.line = next.text, next.number
	}
}
