package cli

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Typed reports whether in is a terminal.
func Typed(in io.Reader) bool {
	f, ok := in.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Size returns a function that returns the size in characters of the terminal behind out,
// or nil if out is not a terminal.
func Size(out io.Writer) (size func() (width, height int)) {
	f, ok := behind(out).(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	return func() (width, height int) {
		width, height, err := term.GetSize(int(f.Fd()))
		if err != nil || width <= 0 || height <= 0 { // some serial lines and emulators report 0
			return 80, 24
		}
		return width, height
	}
}

// Terminal is Size for terminals with escape sequences; it returns nil for others.
func Terminal(out io.Writer) (size func() (width, height int)) {
	if f, ok := behind(out).(*os.File); !ok || os.Getenv("TERM") == "dumb" || !understandsEscapes(f) {
		return nil
	}
	return Size(out)
}
