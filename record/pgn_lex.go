package record

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
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
	pgnSign            // text: words of no other kind
	pgnFirst           // the number of White's first move behind an empty line
	pgnBroken
)

// pgnToken is a token of PGN; err is set if it is malformed.
type pgnToken struct {
	kind        pgnKind
	line        int
	text, value string
	nag         int
	result      Result
	apart       bool // the first token of a line behind an empty line
	err         error
}

// pgnLexer splits PGN into tokens: it knows braces, escapes and annotation glyphs, so that
// an error in a move does not affect the next game.
type pgnLexer struct {
	lines   *lineReader
	rest    string // of the current line
	line    int
	apart   bool       // nothing of the line has been read, and the line before was empty
	blank   bool       // the line before was empty
	closing int        // bytes from the last quote that closes a tag to the end of the line, 0: not searched yet
	held    []pgnToken // read already, to be returned later

	// For headers.
	keeps bool   // the lexer keeps the text that it reads
	kept  []byte // the text since the last game
	from  int    // where in kept the last token began
	skims bool   // the lexer skips moves: a run of them is one token
}

// pgnSpace are the blanks of all kinds, including blanks without width.
const pgnSpace = " \t\r\n\v\f\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u200c\u200d\u200e\u200f" +
	"\u2028\u2029\u202f\u205f\u2060\u3000\ufe0e\ufe0f\ufeff"

// next returns the next token, of kind pgnEnd at the end. Signs that follow each other are one
// token, up to a maximum length.
func (l *pgnLexer) next() pgnToken {
	t := l.single()
	if t.kind != pgnSign {
		return t
	}
	words := []string{t.text}
	for size := len(t.text); size < maxLine; {
		more := l.single()
		if more.kind != pgnSign {
			l.held = append(l.held, more)
			break
		}
		words = append(words, more.text)
		size += len(more.text) + 1
	}
	t.text = strings.Join(words, " ")
	return t
}

// single returns the next token; each word of a sign is a token of its own.
func (l *pgnLexer) single() pgnToken {
	for {
		if n := len(l.held); n > 0 {
			t := l.held[n-1]
			l.held = l.held[:n-1]
			return t
		}
		l.rest = strings.TrimLeft(l.rest, pgnSpace)
		l.from = len(l.kept) - len(l.rest)
		if l.rest != "" {
			if l.skims {
				if n := skim(l.rest); n > 0 {
					t := pgnToken{kind: pgnMove, line: l.line}
					l.rest, l.apart = l.rest[n:], false
					return t
				}
			}
			if t, ok := l.token(); ok {
				return t
			}
			continue
		}
		next, ok := l.lines.next()
		if !ok {
			return pgnToken{kind: pgnEnd, line: l.line, err: l.lines.err}
		}
		blank := l.blank
		l.begin(next)
		l.from = len(l.kept) - len(l.rest)
		l.apart = blank
		l.blank = next.fault == nil && strings.Trim(l.rest, pgnSpace) == ""
		switch {
		case next.fault != nil:
			return pgnToken{kind: pgnBroken, line: l.line, err: next.fault}
		case blank && isFirst(l.rest):
			return pgnToken{kind: pgnFirst, line: l.line}
		case strings.HasPrefix(l.rest, "%"):
			t := pgnToken{kind: pgnRemark, line: l.line, text: l.rest[1:]}
			l.rest = ""
			return t
		}
	}
}

// begin begins a line.
func (l *pgnLexer) begin(next line) {
	if l.keeps && l.line > 0 {
		l.kept = append(l.kept, '\n')
	}
	if l.keeps {
		l.kept = append(l.kept, next.text...)
	}
	l.rest, l.line, l.closing, l.apart = next.text, next.number, 0, false
}

// skim returns the length of the words that a text of moves begins with: moves, their numbers and what
// else is of no matter to headers. Results, comments, variations and letters beyond ASCII are not
// among them.
func skim(text string) (n int) {
	const plain, blank, other = 1, 2, 3
	word := 0 // where the word began
	for i := 0; i < len(text); i++ {
		switch b := text[i]; skimmed[b] {
		case blank:
			n, word = i+1, i+1
		case plain:
			if i != word || b != '0' && b != '1' {
				continue
			}
			// A result, unless it is the number of a move.
			for i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9' {
				i++
			}
			if i+1 == len(text) || text[i+1] != '.' {
				return n
			}
		default:
			return n
		}
	}
	return len(text)
}

// skimmed tells the bytes of plain words, 1, and blanks, 2, from others.
var skimmed = func() (kinds [256]uint8) {
	for b := range 128 {
		if strings.IndexByte("[]{}();*%", byte(b)) < 0 && b > ' ' && b < 127 {
			kinds[b] = 1
		}
	}
	kinds[' '], kinds['\t'] = 2, 2
	return kinds
}()

// isFirst reports whether a line begins with the number of White's first move.
func isFirst(text string) bool {
	move, found := strings.CutPrefix(strings.TrimLeft(text, pgnSpace), "1.")
	return found && !strings.HasPrefix(strings.TrimLeft(move, pgnSpace), ".")
}

// token reads the next token of the line, and returns false for one without meaning.
func (l *pgnLexer) token() (pgnToken, bool) {
	t := pgnToken{line: l.line, apart: l.apart}
	l.apart = false
	first := l.rest[0]
	switch first {
	case '[':
		t.kind = pgnTag
		t.text, t.value, t.err = l.tag()
		return t, true
	case '{':
		if end := strings.IndexByte(l.rest, '}'); l.skims && end >= 0 {
			l.rest = l.rest[end+1:]
			return t, false
		}
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
	case '}', ']': // behind a comment within a comment, for instance
		return t, false
	case '$':
		number, err := strconv.ParseUint(word[1:], 10, 16)
		t.kind, t.nag, t.text = pgnNAG, int(number), word
		if err != nil {
			t.kind = pgnSign
		}
		return t, true
	}
	if len(l.rest) >= 3 && l.rest[0] == '(' && l.rest[2] == ')' && promotionOf(l.rest[1]) != 0 { // e8(Q)
		word += "=" + l.rest[1:2]
		l.rest = l.rest[3:]
	}
	return l.word(t, word)
}

// word makes t a result, a glyph, a move or a sign, and returns false for move numbers and
// words without meaning.
func (l *pgnLexer) word(t pgnToken, word string) (pgnToken, bool) {
	t.text, word = word, plain(word)
	if r, ok := ParseResult(word); ok {
		t.kind, t.result = pgnResult, r
		return t, true
	}
	number := strings.TrimLeft(word, "0123456789")
	if number == "" && !isNullMove(word) || strings.HasPrefix(number, ".") || strings.HasPrefix(number, "…") {
		word = strings.TrimLeft(number, ".…")
	}
	word = strings.TrimLeft(word, "…")
	switch word {
	case "", "e.p.", "ep", "+", "++", "#":
		return t, false
	}
	if slices.Contains(checkWords[:], strings.TrimSuffix(word, ".")) {
		return t, false
	}
	if nag := nagOf(word); nag > 0 {
		t.kind, t.nag = pgnNAG, nag
		return t, true
	}
	if !meansMove(word) {
		t.kind = pgnSign
		return t, true
	}
	// Only characters that no move ends with are cut off: += begins a glyph, + belongs to a
	// move.
	if bare := strings.TrimRight(word, "!?"); len(bare) < len(word) && bare != "" {
		if nag := nagOf(word[len(bare):]); nag > 0 {
			l.held = append(l.held, pgnToken{kind: pgnNAG, line: t.line, nag: nag})
		}
		word = bare
	}
	t.kind, t.text = pgnMove, word
	return t, true
}

// meansMove reports whether a word is a move or a damaged move: a damaged move has a digit, or
// is cut off as in Nbd and exd. A sign that stands between moves is neither.
func meansMove(word string) bool {
	if _, _, ok := readSAN(word); ok || isNullMove(word) || strings.ContainsAny(word, "0123456789") {
		return true
	}
	piece := len(word) > 1 && strings.Contains(sanLetters, word[:1])
	return strings.Trim(word, "KQRBNPabcdefghx:") == "" && (piece || strings.ContainsAny(word[1:], "x:"))
}

// checkWords are words of books for check and mate, behind a move or on their own.
var checkWords = [...]string{"dis.ch", "disch", "dbl.ch", "dblch", "ch", "mate", "dis", "dbl"}

// twins replaces characters that programs write in place of the standard ones: dashes of all
// kinds, the Cyrillic letter in castling, daggers for check and mate, figurines.
var twins = strings.NewReplacer("‐", "-", "\u2011", "-", "‒", "-", "–", "-", "—", "-", "―", "-", "−", "-", "﹘", "-", "﹣", "-", "－", "-",
	"\u00ad", "-", "О", "O", "о", "o", "×", "x", "†", "+", "‡", "#", "≠", "#", "♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "", "♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "")

// plain returns a word of moves in the characters of the standard.
func plain(word string) string {
	for i := range len(word) {
		if word[i] >= utf8.RuneSelf {
			return twins.Replace(word)
		}
	}
	return word
}

// nagOf returns the number of the annotation glyph that books print as sign, 0 for other text.
func nagOf(sign string) int { return nagSigns[sign] }

// nagSigns has the numbers of glyphs by their signs.
var nagSigns = map[string]int{
	"!": 1, "?": 2, "!!": 3, "‼": 3, "??": 4, "⁇": 4, "!?": 5, "⁉": 5, "?!": 6, "⁈": 6, "□": 7,
	"=": 10, "==": 10, "∞": 13, "⩲": 14, "+=": 14, "+/=": 14, "⩱": 15, "=+": 15, "=/+": 15,
	"±": 16, "+/-": 16, "∓": 17, "-/+": 17, "+-": 18, "-+": 19, "⨀": 22,
	"↑": 36, "→": 40, "⇆": 132, "⊕": 138, "∆": 140, "N": 146,
}

// setUpTag returns the standard name of a tag about the start position, which some programs
// write with other capitals. Other names stay as they are.
func setUpTag(name string) string {
	for _, own := range [...]string{TagFEN, TagSetUp, TagVariant} {
		if strings.EqualFold(own, name) {
			return own
		}
	}
	return name
}

// tag reads [Name "Value"]. The value may stand on the next line. Quotes in the value need a
// backslash only before a bracket. A backslash at the end of the value need not be doubled if
// no later quote closes the tag.
func (l *pgnLexer) tag() (name, value string, err error) {
	text := l.rest[1:]
	name, after, quoted := strings.Cut(text, `"`)
	name = setUpTag(strings.TrimSpace(name))
	line := l.rest
	l.rest = ""
	if !quoted && isTagName(name) {
		if next, ok := l.lines.next(); ok && strings.HasPrefix(strings.TrimLeft(next.text, pgnSpace), `"`) {
			l.begin(next)
			l.rest = "[" + name + " " + l.rest
			return l.tag()
		} else if ok {
			l.lines.hold(next)
		}
	}
	if !quoted || !isTagName(name) {
		return name, "", errorf("tag %s is broken", line)
	}
	if l.closing == 0 {
		last := len(after) - 1
		for last >= 0 && closesTag(after[last:]) == 0 {
			last--
		}
		l.closing = len(after) - last
		l.lines.again += l.closing
	}
	last := len(after) - l.closing // negative if the closing quote stands before this tag, or is missing
	var out strings.Builder
	for i := 0; i <= last; i++ {
		if escapes(after[i:]) && i+1 < last {
			i++
		} else if n := closesTag(after[i:]); n > 0 {
			l.rest = after[i+n:]
			return name, out.String(), nil
		}
		out.WriteByte(after[i])
	}
	return name, "", errorf("tag %s is broken", line)
}

// closesTag returns the length of the quote and bracket that text begins with and that close a
// tag, 0 if text does not begin with them.
func closesTag(text string) int {
	if text[0] != '"' {
		return 0
	}
	if end := 1 + spaces(text[1:]); strings.HasPrefix(text[end:], "]") {
		return end + 1
	}
	return 0
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
		l.begin(next)
	}
}

// setsUp reports whether a tag, even a broken one, is about the start position.
func (t pgnToken) setsUp() bool {
	return strings.HasPrefix(t.text, TagFEN) || strings.HasPrefix(t.text, TagVariant)
}
