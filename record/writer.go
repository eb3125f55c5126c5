package record

import (
	"fmt"
	"io"
	"strings"
)

// Options say how games are written. The zero value is UTF-8 without a byte order mark and with
// the line ends of Unix.
type Options struct {
	Encoding Encoding
	BOM      bool // UTF-8 begins with a byte order mark; UTF-16 always does
	CRLF     bool // lines end as on Windows, where programs for KIF and CSA expect it
	// Reports makes PGN state evaluations and times as match managers for engines do, +0.31/12
	// 0.051s, instead of in commands. The last comment then says how the game ended.
	Reports bool
	// Endings makes the last comment of PGN name an ending that neither moves nor tags can express, such as a
	// resignation.
	Endings bool
}

// Writer writes games one after the other. Open one with [NewWriter].
type Writer struct {
	w       io.Writer
	format  Format
	options Options
	games   int
}

// NewWriter returns a writer of games to w.
func NewWriter(w io.Writer, f Format, o Options) *Writer {
	return &Writer{w: w, format: f, options: o}
}

// Write writes a game, with blanks in place of control characters. If the format is for another
// game, the game has an illegal move, or the encoding lacks one of its characters, Write writes
// nothing and returns an error.
func (w *Writer) Write(g *Game) error {
	text, err := w.text(g)
	if err != nil {
		return err
	}
	text = withoutControls(strings.ToValidUTF8(strings.ReplaceAll(text, "\r\n", "\n"), "\ufffd"))
	text = strings.ReplaceAll(text, mark, "") // a reader would begin a new line there
	if w.options.CRLF {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if w.games == 0 && (w.options.BOM && w.options.Encoding == UTF8 || w.options.Encoding == UTF16) {
		text = mark + text
	}
	out, err := encode(text, w.options.Encoding)
	if err != nil {
		return err
	}
	w.games++
	_, err = w.w.Write(out)
	return err
}

func (w *Writer) text(g *Game) (string, error) {
	var out strings.Builder
	var err error
	switch w.format {
	case PGN:
		err = writePGN(&out, g, w.options)
	case KIF, KI2:
		if w.games > 0 {
			out.WriteString("\n# ---- next game ----\n") // KI2 has nothing else that begins a game
		}
		err = writeKIF(&out, g, w.format == KI2, w.options.Encoding)
	case CSA:
		err = writeCSA(&out, g, w.options.Encoding, w.games == 0)
	case USI, SFEN:
		err = writeUSI(&out, g, w.format == USI)
	case JKF:
		err = writeJKF(&out, g)
	case EPD, FEN:
		err = writeEPD(&out, g, w.format == FEN)
	default:
		err = fmt.Errorf("games cannot be written in the format %s", w.format)
	}
	return out.String(), err
}

// Write writes one game to w.
func Write(w io.Writer, g *Game, f Format, o Options) error { return NewWriter(w, f, o).Write(g) }
