package epd

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// maxLine is the longest line that Read takes, in bytes.
const maxLine = 1 << 20

// Read reads a file of one position a line. Empty lines and those that begin with
// # are skipped. Errors begin with name and the number of the line.
func Read(r io.Reader, name string, rules core.Rules, s core.Settings) ([]Record, error) {
	var records []Record
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	n := 0
	for lines.Scan() {
		n++
		line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if line == "" || line[0] == '#' {
			continue
		}
		record, err := Parse(line, rules, s)
		source := fmt.Sprintf("%s:%d", name, n)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", source, err)
		}
		record.Source = source
		records = append(records, record)
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("%s:%d: the line is longer than %d bytes", name, n+1, maxLine)
	} else if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, n+1, err)
	}
	return records, nil
}

// Parse reads one line: a FEN with or without its counters, or an SFEN, with or
// without the word fen or sfen in front, then operations. Operations end with a
// semicolon, which may be missing at the end of the line and between the moves of
// bm or am and an operation that is well known; a semicolon may also stand in
// front of the first. The counters may be given by hmvc and fmvn. What follows an
// SFEN after a tab, as in a table, are the operands of the operation "columns".
func Parse(line string, rules core.Rules, s core.Settings) (Record, error) {
	rest := strings.TrimSpace(line)
	if word, after := nextField(rest); word == "fen" || word == "sfen" {
		rest = after
	}
	var fields []string
	var operations []Operation
	var err error
	if rules.Name == chess.Rules.Name {
		fields, rest = takeFields(rest, 4)
		fields, rest = takeCounters(fields, rest, 2)
		if operations, err = parseOperations(rest); err != nil {
			return Record{}, err
		}
		fields = addCounters(fields, operations)
	} else {
		fields, rest = takeFields(rest, 3)
		fields, rest = takeCounters(fields, rest, 1)
		if operations, err = parseTail(rest); err != nil {
			return Record{}, err
		}
	}
	p, err := rules.Parse(strings.Join(fields, " "), s)
	if err != nil {
		return Record{}, err
	}
	return Record{Position: p, Operations: operations}, nil
}

// nextField splits off the text up to a blank or a semicolon.
func nextField(text string) (field, rest string) {
	if i := strings.IndexAny(text, " \t;"); i >= 0 {
		return text[:i], strings.TrimLeft(text[i:], " ")
	}
	return text, ""
}

// takeFields splits off n fields, fewer if a semicolon comes before.
func takeFields(text string, n int) (fields []string, rest string) {
	rest = text
	for range n {
		field, after := nextField(strings.TrimLeft(rest, " \t"))
		if field == "" {
			break
		}
		fields, rest = append(fields, field), after
	}
	return fields, rest
}

// takeCounters appends up to n further fields that look like numbers.
func takeCounters(fields []string, rest string, n int) ([]string, string) {
	for range n {
		field, after := nextField(strings.TrimLeft(rest, " \t"))
		if field == "" || strings.IndexByte("+-0123456789", field[0]) < 0 {
			break
		}
		fields, rest = append(fields, field), after
	}
	return fields, rest
}

// addCounters appends the values of hmvc and fmvn to an EPD, which has no counters.
func addCounters(fields []string, operations []Operation) []string {
	if len(fields) != 4 {
		return fields
	}
	for _, o := range operations {
		if o.Opcode == "hmvc" || o.Opcode == "fmvn" {
			fields = append(fields, o.Opcode, strings.Join(o.Operands, ""))
		}
	}
	return fields
}

// parseTail reads what follows an SFEN: operations or the columns of a table.
func parseTail(text string) ([]Operation, error) {
	columns := strings.Split(text, "\t")
	if first := strings.TrimSpace(columns[min(1, len(columns)-1)]); columns[0] == "" && first != "" && !isLetter(first[0]) && first[0] != ';' {
		return []Operation{{Opcode: "columns", Operands: columns[1:]}}, nil
	}
	return parseOperations(text)
}

// parseOperations reads operations that end with semicolons.
func parseOperations(text string) ([]Operation, error) {
	var operations []Operation
	for text != "" {
		words, rest, err := parseWords(text)
		if err != nil {
			return nil, err
		}
		text = rest
		for len(words) > 0 {
			// Prose after the first operation is harmless; before it, it may be a
			// mistake in the position.
			if len(operations) == 0 && (words[0].quoted || !isLetter(words[0].text[0])) {
				return nil, fmt.Errorf("%.20q is not an operation", words[0].text)
			}
			n := operationLength(words)
			o := Operation{Opcode: words[0].text}
			for _, w := range words[1:n] {
				o.Operands = append(o.Operands, w.text)
			}
			operations, words = append(operations, o), words[n:]
		}
	}
	return operations, nil
}

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

// word is an opcode or operand.
type word struct {
	text   string
	quoted bool
}

// parseWords reads words up to a semicolon outside of quotes.
func parseWords(text string) (words []word, rest string, err error) {
	for {
		text = strings.TrimLeft(text, " \t")
		switch {
		case text == "":
			return words, "", nil
		case text[0] == ';':
			return words, text[1:], nil
		case text[0] == '"':
			quoted, after, closed := strings.Cut(text[1:], `"`)
			if !closed {
				return nil, "", fmt.Errorf("string %.40q is not closed", text)
			}
			words, text = append(words, word{quoted, true}), after
		default:
			plain, after := nextField(text)
			words, text = append(words, word{plain, false}), after
		}
	}
}

// operationLength returns the number of words of the first operation. Some suites lack the
// semicolon after best moves.
func operationLength(words []word) int {
	if opcode := words[0].text; opcode != "bm" && opcode != "am" {
		return len(words)
	}
	for i, w := range words[1:] {
		if !w.quoted && isWellKnown(w.text) {
			return 1 + i
		}
	}
	return len(words)
}

// isWellKnown reports whether text is a common opcode and not a square, as c1 to c8 are.
func isWellKnown(text string) bool {
	switch text {
	case "acd", "acn", "acs", "am", "bm", "c0", "c9", "ce", "dm", "fmvn", "hmvc", "id", "pm", "pv", "rc", "sm", "v0":
		return true
	}
	return false
}
