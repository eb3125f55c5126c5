package cli

import (
	"bytes"
	"fmt"
	"testing"
)

func TestPrintable(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"UTF-8", "é 棋\ufffd", "é 棋\ufffd"},
		{"Latin-1", "Andr\xe9.pgn", `Andr\xe9.pgn`},
		{"Shift-JIS", "\x8a\xfb.kif", `\x8a\xfb.kif`},
		{"cut off", "é\xe6\xa3", `é\xe6\xa3`},
		{"a title of the window", "\x1b]0;x\a.pgn", `\x1b]0;x\x07.pgn`},
		{"a control character of eight bits", "\u009b2J", `\u009b2J`},
		{"the letters in the other direction", "\u202egnp.exe", `\u202egnp.exe`},
		{"lines and tabs", "a\n\tb", "a\n\tb"},
		{"a carriage return", "a\rb", `a\x0db`},
		{"NUL and DEL", "a\x00\x7f", `a\x00\x7f`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := Printable(test.text); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
	if got, want := Name("a\n\tb"), `a\x0a\x09b`; got != want {
		t.Errorf("a name: %q, want %q", got, want)
	}
}

// What a subcommand writes is shown, and nothing else obeyed, but for what we write ourselves.
func TestGuard(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"plain text", "a\tb\n", "a\tb\n"},
		{"a colour", "\x1b[31mbad\x1b[0m\n", "\x1b[31mbad\x1b[0m\n"},
		{"a bar", "\r\x1b[K1/2", "\r\x1b[K1/2"},
		{"a table that is drawn again", "\x1b[3A\r\x1b[J", "\x1b[3A\r\x1b[J"},
		{"a title of the window", "\x1b]0;x\a", `\x1b]0;x\x07`},
		{"a question to the terminal", "\x1b[6n", `\x1b[6n`},
		{"a string for the terminal", "\x1bPq\x1b\\", `\x1bPq\x1b\`},
		{"a sequence of eight bits", "\u009d0;x", `\u009d0;x`},
		{"half a sequence", "\x1b[", `\x1b[`},
		{"no UTF-8", "\xe9!", `\xe9!`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out, err bytes.Buffer
			p := Program{Jobs: []Command{{Name: "say", Run: func(_ []string, s Streams) error {
				fmt.Fprint(s.Err, test.text)
				_, err := s.Out.Write([]byte(test.text))
				return err
			}}}}
			if _, failed := p.Run([]string{"say"}, Streams{Out: &out, Err: &err}); failed != nil {
				t.Fatal(failed)
			}
			if err.String() != test.want {
				t.Errorf("errors %q, want %q", err.String(), test.want)
			}
			if out.String() != test.text { // it is no terminal: a record in any encoding
				t.Errorf("output %q, want %q", out.String(), test.text)
			}
		})
	}
}

// A character may come in two pieces.
func TestGuardPieces(t *testing.T) {
	var out bytes.Buffer
	g := guardOf(&out)
	for _, b := range []byte("é棋\x1b]") {
		if n, err := g.Write([]byte{b}); n != 1 || err != nil {
			t.Fatal(n, err)
		}
	}
	if want := `é棋\x1b]`; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}
