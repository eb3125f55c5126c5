package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Encoding is a character encoding.
type Encoding uint8

// The encodings. UTF-16 is of either byte order, with a byte order mark or without.
const (
	UTF8     Encoding = iota
	ShiftJIS          // with Microsoft's extensions, code page 932
	Latin1            // with Microsoft's extensions, code page 1252
	UTF16
	EUCJP
	encodings
)

func (e Encoding) String() string {
	return [...]string{"UTF-8", "Shift-JIS", "Latin-1", "UTF-16", "EUC-JP"}[e%encodings]
}

// maxLine is the length in bytes of the longest line that is read; a longer line is an error. A
// game of JKF may be one line, and has a limit of its own.
const maxLine = 1 << 20

var (
	errNUL    = errors.New("the line has a NUL byte; this is no text")
	errCoding = errors.New("the line is neither UTF-8 nor Shift-JIS nor EUC-JP")
)

// lineReader splits a stream into decoded lines.
type lineReader struct {
	in       *bufio.Reader
	longest  int  // line that is read, in bytes
	western  bool // lines that are not UTF-8 are Latin-1; otherwise they are Japanese
	encoding Encoding
	bom      bool
	crlf     bool
	number   int      // of the line that next returned last
	queue    []string // parts of a line with single carriage returns, still raw
	held     []line   // to be returned before other lines, the next one last
	first    int      // number of the first line that is not blank, 0: none so far
	guess    Encoding // of Japanese text of unknown encoding, see guessed
	read     int      // bytes of lines
	guessAt  int      // bytes of lines after which to guess again
	again    int      // bytes and moves that were processed more than once; tests bound it by what was read
	err      error    // of the underlying reader, after the last line
}

// line is a line without its end; fault says why it has no text.
type line struct {
	text   string
	number int
	fault  error
}

// newLineReader returns a reader of the lines in r.
func newLineReader(r io.Reader) *lineReader {
	l := &lineReader{in: bufio.NewReaderSize(r, 1<<16), longest: maxLine}
	head, _ := l.in.Peek(1 << 10)
	l.bom = bytes.HasPrefix(head, []byte(mark))
	if order, marked, ok := orderOf(head); ok {
		l.bom, l.encoding = marked, UTF16
		decoder := unicode.UTF16(order, unicode.IgnoreBOM).NewDecoder()
		l.in = bufio.NewReaderSize(transform.NewReader(l.in, decoder), 1<<16)
	}
	return l
}

// mark is a byte order mark.
const mark = "\ufeff"

// orderOf returns the byte order of text that begins in UTF-16. Without a mark, ASCII
// characters tell it: their zero bytes are all the first or all the second of a pair.
func orderOf(head []byte) (order unicode.Endianness, marked, ok bool) {
	switch {
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}):
		return unicode.LittleEndian, true, true
	case bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		return unicode.BigEndian, true, true
	}
	var zeros [2]int
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	const few = 16 // among this many bytes at least one is zero, even in Japanese
	switch n := len(head) / few; {
	case zeros[0] == 0 && zeros[1] > n:
		return unicode.LittleEndian, false, true
	case zeros[1] == 0 && zeros[0] > n:
		return unicode.BigEndian, false, true
	}
	return unicode.LittleEndian, false, false
}

// peek returns the beginning of the stream, decoded as far as possible.
func (l *lineReader) peek() string {
	head, _ := l.in.Peek(1 << 15)
	head = bytes.ReplaceAll(bytes.ReplaceAll(head, []byte{0}, nil), []byte(mark), nil)
	for cut := range min(4, len(head)+1) { // the last character may be incomplete
		if utf8.Valid(head[:len(head)-cut]) {
			return string(head[:len(head)-cut])
		}
	}
	text, _ := decoderOf(japaneseOf(head)).Bytes(head)
	return string(text)
}

// next returns the next line, and false at the end of the stream; then err says why.
func (l *lineReader) next() (line, bool) {
	if n := len(l.held); n > 0 {
		next := l.held[n-1]
		l.held = l.held[:n-1]
		return next, true
	}
	raw, fault, ok := l.raw()
	if !ok {
		return line{number: l.number}, false
	}
	l.number++
	next := line{number: l.number, fault: fault}
	if fault == nil {
		next.text, next.fault = l.decode(raw)
		next.text = withoutControls(next.text)
	}
	l.read += len(raw) + 1
	if l.first == 0 && (next.fault != nil || strings.Trim(next.text, pgnSpace) != "") {
		l.first = l.number
	}
	// In a file that was joined from several files, a mark begins the next file, even if the
	// file before had no line end.
	for {
		i := strings.LastIndex(next.text, mark)
		if i < 0 {
			return next, true
		}
		l.hold(line{text: next.text[i+len(mark):], number: l.number})
		next.text = strings.TrimRight(next.text[:i], mark)
		if next.text == "" {
			return l.next()
		}
	}
}

// hold gives a line back; next returns it again.
func (l *lineReader) hold(back line) { l.held = append(l.held, back) }

// raw returns the bytes of the next line.
func (l *lineReader) raw() (string, error, bool) {
	if len(l.queue) > 0 {
		next := l.queue[0]
		l.queue = l.queue[1:]
		return next, nil, true
	}
	if l.err != nil {
		return "", nil, false
	}
	var text []byte
	var fault error
	for {
		part, err := l.in.ReadSlice('\n')
		if len(text)+len(part) > l.longest {
			fault, text = fmt.Errorf("the line is longer than %d bytes", l.longest), text[:0]
		} else {
			text = append(text, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if err != nil {
			if l.err = err; len(text) == 0 && fault == nil {
				return "", nil, false
			}
		}
		break
	}
	if fault != nil {
		return "", fault, true
	}
	text = bytes.TrimSuffix(text, []byte("\n"))
	if cut := bytes.TrimRight(text, "\r"); len(cut) < len(text) {
		l.crlf, text = true, cut
	}
	if bytes.IndexByte(text, '\r') >= 0 { // as on the first Macintoshes
		l.queue = strings.Split(string(text), "\r")
		return l.raw()
	}
	return string(text), nil, true
}

// decode returns a line as text. A file that was joined from several files may change its
// encoding, so decode looks at every line. In doubt it takes the encoding of the line before.
func (l *lineReader) decode(raw string) (string, error) {
	ascii := true
	for i := range len(raw) {
		if raw[i] == 0 {
			return "", errNUL
		}
		ascii = ascii && raw[i] < utf8.RuneSelf
	}
	if ascii {
		return raw, nil
	}
	valid := utf8.ValidString(raw)
	switch {
	case l.encoding == UTF16:
		return raw, nil // the underlying reader has decoded it, with U+FFFD for faults
	case valid && (l.western || l.encoding != ShiftJIS && l.encoding != EUCJP || strings.ContainsFunc(raw, isEastern)):
		l.encoding = UTF8
		return raw, nil
	case l.western:
		l.encoding = Latin1
		return fromLatin1(raw), nil
	}
	likely := l.encoding
	if likely != ShiftJIS && likely != EUCJP {
		likely = l.guessed(raw)
	}
	for _, e := range [...]Encoding{likely, ShiftJIS, EUCJP} {
		text, err := decoderOf(e).String(raw)
		if err == nil && !strings.ContainsRune(text, utf8.RuneError) {
			l.encoding = e
			return text, nil
		}
	}
	if valid {
		l.encoding = UTF8
		return raw, nil
	}
	return "", errCoding
}

// guessed returns the encoding that a line of Japanese text and the buffered text behind it
// seem to have. It looks at the buffered text again only after a part of it has been read;
// otherwise every line in an invalid encoding would cost a look at the whole buffer.
func (l *lineReader) guessed(raw string) Encoding {
	const part = 4
	if l.read >= l.guessAt {
		ahead, _ := l.in.Peek(l.in.Buffered())
		text := slices.Concat([]byte(raw), ahead)
		l.guess = japaneseOf(text)
		l.again += len(text)
		l.guessAt = l.read + max(len(raw), len(text)/part)
	}
	return l.guess
}

// withoutControls returns text with blanks in place of control characters, which a terminal
// would obey. Line ends and tabs stay.
func withoutControls(text string) string {
	if strings.IndexFunc(text, isControl) < 0 {
		return text
	}
	return strings.Map(func(r rune) rune {
		if isControl(r) {
			return ' '
		}
		return r
	}, text)
}

func isControl(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0
}

// decoderOf returns the decoder of Shift-JIS or EUC-JP.
func decoderOf(e Encoding) *encoding.Decoder {
	if e == EUCJP {
		return japanese.EUCJP.NewDecoder()
	}
	return japanese.ShiftJIS.NewDecoder()
}

// japaneseOf returns the encoding of the beginning of a Japanese text: Shift-JIS or EUC-JP.
// Text that is valid in both consists, read as Shift-JIS, only of rare kanji and half-width
// katakana. If all of it is katakana, it may well be Shift-JIS.
func japaneseOf(head []byte) Encoding {
	if i := bytes.LastIndexByte(head, '\n'); i >= 0 { // the last line may be incomplete
		head = head[:i]
	}
	euc, err := decoderOf(EUCJP).Bytes(head)
	if err != nil || bytes.ContainsRune(euc, utf8.RuneError) {
		return ShiftJIS
	}
	sjis, err := decoderOf(ShiftJIS).Bytes(head)
	if err != nil {
		return EUCJP
	}
	last := 'a'
	for _, r := range string(sjis) {
		begins := r >= 'ｱ' && r <= 'ﾝ'
		follows := last >= '｡' && last <= 'ﾟ' && r >= '｡' && r <= 'ﾟ'
		if r >= utf8.RuneSelf && !begins && !follows {
			return EUCJP
		}
		last = r
	}
	return ShiftJIS
}

// isEastern reports whether r is in the range of Japanese characters. Read as UTF-8, two
// half-width katakana of Shift-JIS look like a Latin letter, and so do some kanji of EUC-JP,
// but hardly anything looks like a character in this range.
func isEastern(r rune) bool { return r >= 0x2000 }

// fromLatin1 decodes code page 1252, with the control characters of Latin-1 in its gaps.
func fromLatin1(raw string) string {
	var text strings.Builder
	for i := range len(raw) {
		r := charmap.Windows1252.DecodeByte(raw[i])
		if r == utf8.RuneError {
			r = rune(raw[i])
		}
		text.WriteRune(r)
	}
	return text.String()
}

// likeness replaces characters that code page 932 has only as a lookalike.
var likeness = strings.NewReplacer("\u301c", "\uff5e", "\u2212", "\uff0d", "\u2016", "\u2225", "\u2014", "\u2015")

// encode returns text in an encoding. The error names a character that the encoding lacks.
func encode(text string, e Encoding) ([]byte, error) {
	var encoder *encoding.Encoder
	switch e {
	case ShiftJIS:
		text = likeness.Replace(text)
		encoder = japanese.ShiftJIS.NewEncoder()
	case EUCJP:
		text = likeness.Replace(text)
		encoder = japanese.EUCJP.NewEncoder()
	case Latin1:
		return encodeLatin1(text)
	case UTF16:
		encoder = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder()
	default:
		return []byte(text), nil
	}
	out, err := encoder.String(text)
	if err == nil {
		return []byte(out), nil
	}
	for _, r := range text {
		if _, err := encoder.String(string(r)); err != nil {
			return nil, lacks(e, r)
		}
	}
	return nil, err
}

func lacks(e Encoding, r rune) error {
	return fmt.Errorf("%s has no character %q; UTF-8 has", e, r)
}

// encodeLatin1 is the inverse of fromLatin1.
func encodeLatin1(text string) ([]byte, error) {
	out := make([]byte, 0, len(text))
	for _, r := range text {
		b, ok := charmap.Windows1252.EncodeRune(r)
		if !ok {
			if b = byte(r); r >= 0x100 || charmap.Windows1252.DecodeByte(b) != utf8.RuneError {
				return nil, lacks(Latin1, r)
			}
		}
		out = append(out, b)
	}
	return out, nil
}
