package console

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
)

// event is what a key asks for besides editing.
type event uint8

const (
	nothing event = iota
	entered       // the line is complete
	interrupt
	endOfInput
	suspend
	clearScreen
)

// The keys that are no letters: as control characters, and as numbers that no character has.
const (
	interruptKey = 'c' & 31
	suspendKey   = 'z' & 31
	enterKey     = '\r'
	escapeKey    = 27
	deleteKey    = 127

	upKey rune = unicode.MaxRune + 1 + iota
	downKey
	leftKey
	rightKey
	homeKey
	endKey
	removeKey // what is under the cursor
	wordLeftKey
	wordRightKey
	unknownKey
)

const (
	maxLine    = 1 << 16 // runes
	maxHistory = 500
)

// editor has the line that is being typed, and the lines typed before.
type editor struct {
	line    []rune
	pos     int // of the cursor
	history []string
	at      int    // the entry of history that is shown, len(history) for none
	pending []rune // the unfinished line while history is shown
	rest    []byte // the beginning of a key
	last    rune   // the key before
}

// take appends what was read.
func (e *editor) take(data []byte) { e.rest = append(e.rest, data...) }

// next obeys the next key. more is false if no key is left.
func (e *editor) next() (what event, more bool) {
	key, size := keyOf(e.rest)
	if size == 0 {
		return nothing, false
	}
	e.rest = e.rest[size:]
	pair := e.last == enterKey && key == '\n'
	if e.last = key; pair {
		return nothing, true
	}
	return e.obey(key), true
}

// obey changes the line as a key asks.
func (e *editor) obey(key rune) event {
	switch key {
	case enterKey, '\n':
		return entered
	case interruptKey:
		return interrupt
	case suspendKey:
		return suspend
	case 'd' & 31:
		if len(e.line) == 0 {
			return endOfInput
		}
		e.remove(e.pos, e.pos+1)
	case 'l' & 31:
		return clearScreen
	case removeKey:
		e.remove(e.pos, e.pos+1)
	case deleteKey, 'h' & 31:
		e.remove(e.pos-1, e.pos)
	case leftKey, 'b' & 31:
		e.pos = max(0, e.pos-1)
	case rightKey, 'f' & 31:
		e.pos = min(len(e.line), e.pos+1)
	case homeKey, 'a' & 31:
		e.pos = 0
	case endKey, 'e' & 31:
		e.pos = len(e.line)
	case wordLeftKey:
		e.pos = e.wordStart()
	case wordRightKey:
		e.pos = e.wordEnd()
	case 'u' & 31:
		e.remove(0, e.pos)
	case 'k' & 31:
		e.remove(e.pos, len(e.line))
	case 'w' & 31:
		e.remove(e.wordStart(), e.pos)
	case upKey, 'p' & 31:
		e.recall(e.at - 1)
	case downKey, 'n' & 31:
		e.recall(e.at + 1)
	default:
		if key <= unicode.MaxRune && unicode.IsPrint(key) && len(e.line) < maxLine {
			e.line = slices.Insert(e.line, e.pos, key)
			e.pos++
		}
	}
	return nothing
}

// remove removes the runes of a range, as far as they exist.
func (e *editor) remove(from, to int) {
	from, to = max(0, from), min(len(e.line), to)
	if from < to {
		e.line = slices.Delete(e.line, from, to)
		e.pos = from
	}
}

func (e *editor) wordStart() int {
	at := e.pos
	for at > 0 && e.line[at-1] == ' ' {
		at--
	}
	for at > 0 && e.line[at-1] != ' ' {
		at--
	}
	return at
}

func (e *editor) wordEnd() int {
	at := e.pos
	for at < len(e.line) && e.line[at] == ' ' {
		at++
	}
	for at < len(e.line) && e.line[at] != ' ' {
		at++
	}
	return at
}

// recall shows a line of history; behind the last line stands the unfinished line.
func (e *editor) recall(at int) {
	if at < 0 || at > len(e.history) || at == e.at {
		return
	}
	if e.at == len(e.history) {
		e.pending = e.line
	}
	if e.at = at; at == len(e.history) {
		e.line = e.pending
	} else {
		e.line = []rune(e.history[at])
	}
	e.pos = len(e.line)
}

// clear returns the line and begins a new one.
func (e *editor) clear() string {
	line := string(e.line)
	e.line, e.pending, e.pos, e.at = nil, nil, 0, len(e.history)
	return line
}

// enter is clear, and keeps the line in history unless it is empty or repeats the line before.
func (e *editor) enter() string {
	line := string(e.line)
	if n := len(e.history); strings.TrimSpace(line) != "" && (n == 0 || e.history[n-1] != line) {
		e.history = append(e.history[max(0, n+1-maxHistory):], line)
	}
	return e.clear()
}

// window returns the part of the line that fits behind the prompt into the given columns,
// before the cursor and from the cursor on.
func (e *editor) window(columns int) (before, after string) {
	from, room := e.pos, columns-1 // the cursor takes one
	for from > 0 && room >= width(e.line[from-1]) {
		from--
		room -= width(e.line[from])
	}
	to := e.pos
	for to < len(e.line) && room >= width(e.line[to]) {
		room -= width(e.line[to])
		to++
	}
	return string(e.line[from:e.pos]), string(e.line[e.pos:to])
}

func width(r rune) int { return cli.Columns(string(r)) }

// finals are keys by the last byte of their sequences, and numbered are keys by the number in
// their sequences.
var (
	finals   = map[byte]rune{'A': upKey, 'B': downKey, 'C': rightKey, 'D': leftKey, 'H': homeKey, 'F': endKey}
	numbered = map[string]rune{"1": homeKey, "7": homeKey, "4": endKey, "8": endKey, "3": removeKey}
	meta     = map[byte]rune{'b': wordLeftKey, 'f': wordRightKey, deleteKey: 'w' & 31}
)

// keyOf returns the key that b begins with, and its length in bytes, which is 0 if b is only
// the beginning of a key.
func keyOf(b []byte) (key rune, size int) {
	switch {
	case len(b) == 0:
		return 0, 0
	case b[0] == escapeKey:
		return sequence(b)
	case !utf8.FullRune(b):
		return 0, 0
	}
	return utf8.DecodeRune(b)
}

// sequence is keyOf for escape sequences (ECMA-48): CSI with parameters and a final byte,
// SS3 with one letter, or a letter that was typed with Alt.
func sequence(b []byte) (key rune, size int) {
	switch {
	case len(b) < 2:
		return 0, 0
	case b[1] == interruptKey || b[1] == enterKey || b[1] == escapeKey: // Escape alone means nothing
		return unknownKey, 1
	case b[1] != '[' && b[1] != 'O':
		if key, ok := meta[b[1]]; ok {
			return key, 2
		}
		return unknownKey, 2
	}
	end := 2
	for end < len(b) && (b[end] < 0x40 || b[end] > 0x7e) {
		if b[end] < 0x20 || b[end] > 0x3f { // no sequence at all
			return unknownKey, end
		}
		end++
	}
	if end == len(b) {
		return 0, 0
	}
	parameters, final := string(b[2:end]), b[end]
	key, ok := finals[final]
	switch moved := strings.HasSuffix(parameters, ";5") || strings.HasSuffix(parameters, ";3"); {
	case final == '~':
		key, ok = numbered[parameters]
	case moved && key == leftKey:
		key = wordLeftKey
	case moved && key == rightKey:
		key = wordRightKey
	}
	if !ok {
		key = unknownKey
	}
	return key, end + 1
}
