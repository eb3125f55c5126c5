package record

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// Format is a format of records.
type Format uint8

// The formats. Writing leaves out what a format cannot hold: CSA and the position lines have no
// variations, KI2 no times, position lines no comments, EPD and FEN no moves.
const (
	UnknownFormat Format = iota
	PGN                  // chess
	KIF                  // shogi, Kakinoki's format (http://kakinoki.o.oo7.jp/kif_format.html)
	KI2                  // shogi, as KIF with moves as people write them
	CSA                  // shogi (http://www2.computer-shogi.org/protocol/record_v3.html)
	USI                  // either game, one "position startpos moves ..." a line
	SFEN                 // shogi, as USI without the word "position"
	EPD                  // chess, one position a line with operations
	FEN                  // chess, one position a line
	JKF                  // shogi, JSON of web players (https://github.com/na2hiro/Kifu-for-JS)
	formats
)

var formatNames = [formats]string{"unknown", "PGN", "KIF", "KI2", "CSA", "USI", "SFEN", "EPD", "FEN", "JKF"}

func (f Format) String() string {
	if f < formats {
		return formatNames[f]
	}
	return formatNames[UnknownFormat]
}

// Game returns the name of the format's game, empty if the format is for both.
func (f Format) Game() string {
	switch f {
	case PGN, EPD, FEN:
		return chess.Rules.Name
	case KIF, KI2, CSA, SFEN, JKF:
		return shogi.Rules.Name
	}
	return ""
}

// FormatOf returns the format that the extension of a file name stands for.
func FormatOf(name string) Format {
	switch strings.ToLower(path.Ext(name)) {
	case ".pgn":
		return PGN
	case ".kif", ".kifu":
		return KIF
	case ".ki2", ".ki2u":
		return KI2
	case ".csa":
		return CSA
	case ".usi":
		return USI
	case ".sfen":
		return SFEN
	case ".epd":
		return EPD
	case ".fen":
		return FEN
	case ".jkf":
		return JKF
	}
	return UnknownFormat
}

// sniffLines is how many lines decide on the format.
const sniffLines = 400

// sniff returns the format of a text by its first lines. sure is false if another format
// looks the same.
func sniff(text string) (f Format, sure bool) {
	if looksLikeJSON(text) {
		return JKF, true
	}
	lines := 0
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		g, decided := sniffLine(line)
		if decided {
			return g, true
		}
		if f == UnknownFormat {
			f = g
		}
		if lines++; lines == sniffLines {
			break
		}
	}
	return f, false
}

// sniffLine returns the format of a line, and whether it decides.
func sniffLine(line string) (Format, bool) {
	if strings.HasPrefix(line, "'") {
		return CSA, strings.HasPrefix(line, "'CSA")
	}
	line = strings.TrimSpace(line)
	if line == "" {
		return UnknownFormat, false
	}
	if _, isResult := ParseResult(line); isResult {
		return PGN, false
	}
	switch first, _ := utf8.DecodeRuneInString(line); first {
	case '▲', '△', '▼', '▽', '☗', '☖':
		return KI2, true
	case '[', '{', ';', '%':
		return PGN, first == '['
	case '#':
		return KIF, strings.HasPrefix(line, "#KIF") && !strings.Contains(line, "#KIF2")
	case '*', '&', '|':
		return KIF, false
	}
	if looksLikeCSA(line) {
		return CSA, true
	}
	if f := sniffPosition(line); f != UnknownFormat {
		return f, true
	}
	digits := strings.TrimLeft(line, "0123456789")
	number := len(digits) < len(line)
	switch rest := strings.TrimLeft(digits, " 　\t"); {
	case number && strings.HasPrefix(digits, "."):
		return PGN, true
	case number && len(rest) < len(digits) && (beginsMove(rest) || terminalOfKIF(firstWord(rest)) != OtherTerminal):
		return KIF, true
	case strings.HasPrefix(line, "手数---"):
		return KIF, true
	case strings.ContainsAny(line, "：") || strings.HasPrefix(line, "まで"):
		return KIF, false
	}
	if _, _, ok := readSAN(firstWord(line)); ok {
		return PGN, false
	}
	return UnknownFormat, false
}

// looksLikeJSON reports whether a text begins with an object or a list of objects. No comment
// and no tag of PGN begins like that.
func looksLikeJSON(text string) bool {
	const blanks = " \t\r\n"
	text = strings.TrimLeft(text, blanks)
	text = strings.TrimLeft(strings.TrimPrefix(text, "["), blanks)
	object, found := strings.CutPrefix(text, "{")
	object = strings.TrimLeft(object, blanks)
	if !found || object == "" || object[0] != '"' {
		return found && strings.HasPrefix(object, "}")
	}
	for i := 1; i < len(object); i++ {
		switch object[i] {
		case '\\':
			i++
		case '"':
			return strings.HasPrefix(strings.TrimLeft(object[i+1:], blanks), ":")
		}
	}
	return false
}

// looksLikeCSA reports whether a line belongs to no other format.
func looksLikeCSA(line string) bool {
	switch {
	case strings.HasPrefix(line, "N+"), strings.HasPrefix(line, "N-"), strings.HasPrefix(line, "PI"),
		strings.HasPrefix(line, "P+"), strings.HasPrefix(line, "P-"), strings.HasPrefix(line, "$"):
		return true
	case len(line) >= 2 && line[0] == 'P' && line[1] >= '1' && line[1] <= '9':
		return strings.Contains(line, "*") || len(line) > 2 && (line[2] == '+' || line[2] == '-')
	case len(line) >= 2 && line[0] == 'V' && line[1] >= '1' && line[1] <= '9':
		return true
	case len(line) >= 7 && (line[0] == '+' || line[0] == '-'):
		return isDigits(line[1:5])
	}
	return false
}

// sniffPosition returns the format of a line that holds a position.
func sniffPosition(line string) Format {
	switch word := firstWord(line); word {
	case "position":
		return USI
	case "startpos", "sfen":
		return SFEN
	case "fen":
		return FEN
	default:
		switch strings.Count(word, "/") {
		case 8:
			return SFEN
		case 7:
			fields := strings.Fields(line)
			if len(fields) == 6 && isDigits(fields[4]) {
				return FEN
			}
			return EPD
		}
	}
	return UnknownFormat
}

// firstWord returns the text up to the first white space.
func firstWord(text string) string {
	if i := strings.IndexFunc(text, unicode.IsSpace); i >= 0 {
		return text[:i]
	}
	return text
}

// isDigits reports whether text consists of digits and is not empty.
func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }
