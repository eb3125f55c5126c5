package record

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/internal/excerpt"
)

// newEPDParser returns a parser of lists of positions, with operations or without: of chess,
// or of shogi in SFEN as suites have them. Operations become tags.
func newEPDParser(lines *lineReader, h Hint) parser {
	return &lineParser{lines, "#%", true, func(text string) (*Game, error) { return parsePosition(text, h.Rules, h.Settings) }}
}

// ParsePosition reads a line with a position in FEN, EPD or SFEN. The word fen or sfen may
// stand in front of the position, and operations behind it, which become tags. Zero rules mean
// chess. An operation ends with a semicolon. The semicolon may be missing at the end of the
// line, and between the moves of bm or am and a common operation; another one may stand in
// front of the first operation. Table columns behind an SFEN are skipped.
func ParsePosition(line string, rules core.Rules, s core.Settings) (*Game, error) {
	g, err := parsePosition(line, rules, s)
	if err != nil {
		return nil, err
	}
	return g, nil
}

// parsePosition is ParsePosition, but after a fault in an operation it also returns what it
// could read.
func parsePosition(line string, rules core.Rules, s core.Settings) (*Game, error) {
	if rules.Start == nil {
		rules = chess.Rules
	}
	g := &Game{Rules: rules, Settings: s, Root: &Node{}, Source: Source{Format: EPD}}
	text := strings.TrimSpace(withoutControls(line))
	if word := firstWord(text); word == "fen" || word == "sfen" {
		text = text[len(word):]
	}
	many, counters := 4, 2 // fields
	if g.isShogi() {
		many, counters = 3, 1
	}
	var fields []string
	for len(fields) < many {
		field, rest := cutField(text)
		if field == "" {
			break
		}
		fields, text = append(fields, field), rest
	}
	if len(fields) == 0 {
		return nil, errorf("%s has no position", line)
	}
	for len(fields) >= many && len(fields) < many+counters {
		field, rest := cutField(text)
		if !isDigits(field) {
			break
		}
		fields, text = append(fields, field), rest
		g.Source.Format = FEN
	}
	if column, isTable := strings.CutPrefix(strings.TrimLeft(text, " "), "\t"); isTable && g.isShogi() {
		if column = strings.TrimSpace(column); column != "" && column[0] != ';' && !isLetter(column) {
			text = ""
		}
	}
	var fault error
	g.Tags, fault = parseOperations(text)
	if g.Source.Format == EPD && g.isChess() {
		for omitted := []string{"w", "-", "-"}; len(fields) < many; {
			fields = append(fields, omitted[len(fields)-1])
		}
		for _, counter := range [...]Tag{{"hmvc", "0"}, {"fmvn", "1"}} {
			value := counter.Value
			if g.Tags.Has(counter.Name) {
				value = g.Tags.Get(counter.Name)
				g.Tags.Delete(counter.Name)
			}
			if !isDigits(value) {
				return nil, fmt.Errorf("%s %s is no number", counter.Name, excerpt.Quote(value))
			}
			fields = append(fields, value)
		}
	}
	g.Start = strings.Join(fields, " ")
	if _, err := g.Position(); err != nil {
		return nil, err
	}
	return g, fault
}

// endsField reports whether r ends a field or an opcode.
func endsField(r rune) bool { return r == ';' || unicode.IsSpace(r) }

// cutField splits off the text up to a blank or semicolon.
func cutField(text string) (field, rest string) {
	text = strings.TrimLeftFunc(text, unicode.IsSpace)
	if i := strings.IndexFunc(text, endsField); i >= 0 {
		return text[:i], text[i:]
	}
	return text, ""
}

// endsString reports whether text begins with the quote behind the last of some operands.
func endsString(text string) bool { return text == `"` || strings.HasPrefix(text, `";`) }

// parseOperations reads operations that end with semicolons: an opcode, and operands with their
// quotes. After a fault it returns the operations before it.
func parseOperations(text string) (Tags, error) {
	var operations Tags
	bare := false // set once only a quote behind a backslash can close a string
	for {
		text = strings.TrimLeftFunc(text, endsField)
		if text == "" {
			return operations, nil
		}
		opcode, rest := cutField(text)
		moves := opcode == "bm" || opcode == "am"
		end, closed := operands(rest, bare, moves)
		if !closed && !bare {
			bare = true
			end, closed = operands(rest, bare, moves)
		}
		switch {
		case !closed:
			return operations, errorf("the string in %s is not closed", text)
		case isLetter(opcode):
			operations = append(operations, Tag{opcode, strings.TrimSpace(rest[:end])})
		case operations == nil: // prose is harmless behind an operation, and else may be a mistake in the position
			return nil, errorf("%s is not an operation", opcode)
		}
		text = rest[end:]
	}
}

// beginsCommon reports whether a common opcode begins at a place in text, behind a blank.
func beginsCommon(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	if !isLetter(text[at:]) || !unicode.IsSpace(before) {
		return false
	}
	word, _ := cutField(text[at:])
	return isCommon(word)
}

// isCommon reports whether a word is a common opcode, and not a square, as c1 to c8 are.
func isCommon(word string) bool {
	switch word {
	case "acd", "acn", "acs", "am", "bm", "c0", "c9", "ce", "dm", "fmvn", "hmvc", "id", "pm", "pv", "rc", "sm", "v0":
		return true
	}
	return false
}

// operands returns the length of the operands that text begins with, up to a semicolon outside
// of strings, and whether their strings are closed. Moves end before a common opcode, too,
// since some suites lack the semicolon in front of it. As in PGN, a backslash in a string
// escapes the quote or backslash behind it. If bare is true, it does not escape the quote that
// ends the last string.
func operands(text string, bare, moves bool) (length int, closed bool) {
	quoted := false
	for length < len(text) && (quoted || text[length] != ';') {
		switch {
		case quoted && escapes(text[length:]) && !(bare && endsString(text[length+1:])):
			length++
		case text[length] == '"':
			quoted = !quoted
		case moves && !quoted && beginsCommon(text, length):
			return length, true
		}
		length++
	}
	return length, !quoted
}

// escapes reports whether text begins with a backslash and a character that needs one.
func escapes(text string) bool {
	return len(text) > 1 && text[0] == '\\' && (text[1] == '"' || text[1] == '\\')
}

// cutString splits off the string that text begins with, without quotes and backslashes.
func cutString(text string) (value, rest string) {
	var out strings.Builder
	for i := 1; i < len(text); i++ {
		switch {
		case escapes(text[i:]) && i+2 < len(text): // otherwise nothing would close the string
			i++
		case text[i] == '"':
			return out.String(), text[i+1:]
		}
		out.WriteByte(text[i])
	}
	return out.String(), ""
}

// isLetter reports whether text begins with a letter.
func isLetter(text string) bool {
	return text != "" && text[0]|0x20 >= 'a' && text[0]|0x20 <= 'z'
}

// isOpcode reports whether a tag is an operation of EPD: bm and D1 are, Event is not.
func isOpcode(name string) bool {
	if name == "" || len(name) > 15 || strings.ContainsFunc(name, endsField) || strings.Contains(name, `"`) {
		return false
	}
	return name[0] >= 'a' && name[0] <= 'z' || isLetter(name) && (len(name) == 1 || isDigits(name[1:]))
}

// isOperation reports whether a tag is written as an operation. In a game that was read from
// EPD, every tag is an operation.
func (g *Game) isOperation(name string) bool {
	if g.Source.Format == EPD || g.Source.Format == FEN {
		return isLetter(name) && !strings.ContainsFunc(name, endsField)
	}
	return isOpcode(name)
}

// Operands returns the operands of an operation of EPD, without quotes, and whether there
// is such an operation.
func (g *Game) Operands(opcode string) ([]string, bool) {
	var operands []string
	for text := g.Tags.Get(opcode); text != ""; text = strings.TrimLeftFunc(text, unicode.IsSpace) {
		word, rest := cutField(text)
		if text[0] == '"' {
			word, rest = cutString(text)
		} else if word == "" {
			rest = text[1:] // a semicolon
		}
		operands = append(operands, word)
		text = rest
	}
	return operands, g.Tags.Has(opcode)
}

// OperandMoves reads the operands of an operation, bm or am for instance, as legal moves of the
// start position: in SAN or UCI, or in USI. Several moves may stand in quotes. A mate without
// its move, #3, is skipped.
func (g *Game) OperandMoves(opcode string) ([]core.Move, error) {
	p, err := g.Position()
	if err != nil {
		return nil, err
	}
	operands, _ := g.Operands(opcode)
	var moves []core.Move
	for _, text := range strings.Fields(strings.Join(operands, " ")) {
		if text = strings.TrimSuffix(text, ","); text == "" || text[0] == '#' {
			continue
		}
		read := ParseSAN
		if g.isShogi() {
			read = core.Position.ParseMove
		}
		m, err := read(p, text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", opcode, err)
		}
		moves = append(moves, m)
	}
	return moves, nil
}

// writeEPD writes the start position of a game: with counters, or as EPD with the tags that are
// operations.
func writeEPD(out *strings.Builder, g *Game, counters bool) error {
	if !g.isChess() {
		return errors.New("EPD and FEN are for chess")
	}
	start, err := g.fullStart()
	if err != nil {
		return err
	}
	fields := strings.Fields(start)
	var operations []string
	if counters {
		out.WriteString(strings.Join(fields, " "))
	} else {
		out.WriteString(strings.Join(fields[:4], " "))
		if fields[4] != "0" {
			operations = append(operations, "hmvc "+fields[4]+";")
		}
		if fields[5] != "1" {
			operations = append(operations, "fmvn "+fields[5]+";")
		}
	}
	for _, tag := range g.Tags {
		if g.isOperation(tag.Name) && (counters || tag.Name != "hmvc" && tag.Name != "fmvn") {
			operations = append(operations, strings.TrimSpace(tag.Name+" "+operand(tag.Value))+";")
		}
	}
	for _, o := range operations {
		out.WriteString(" " + o)
	}
	out.WriteByte('\n')
	return nil
}

// fullStart returns the start position with all its fields and nothing else, unchanged if it
// already has this form.
func (g *Game) fullStart() (string, error) {
	fields := strings.Fields(g.Start)
	if g.isChess() && len(fields) == 6 && isDigits(fields[4]) && isDigits(fields[5]) ||
		g.isShogi() && len(fields) == 4 && isDigits(fields[3]) {
		return strings.Join(fields, " "), nil
	}
	p, err := g.Position()
	if err != nil {
		return "", err
	}
	return p.String(), nil
}

// operand returns a tag's value as operands: unchanged if it can be read as operands, else as a
// string in quotes.
func operand(value string) string {
	value = strings.TrimSpace(flat(value))
	again, err := parseOperations("x " + value)
	if err == nil && len(again) <= 1 && !strings.HasSuffix(value, ";") {
		return value
	}
	return `"` + pgnEscaper.Replace(value) + `"`
}
