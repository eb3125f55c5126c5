package cli

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Typed reports whether somebody at a terminal types what is read from in.
func Typed(in io.Reader) bool {
	f, ok := in.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Terminal returns what tells the size of the terminal behind out, in
// characters, or nil if there is none that can be drawn on.
func Terminal(out io.Writer) (size func() (width, height int)) {
	f, ok := out.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) || os.Getenv("TERM") == "dumb" || !understandsEscapes(f) {
		return nil
	}
	return func() (width, height int) {
		width, height, err := term.GetSize(int(f.Fd()))
		if err != nil || width <= 0 || height <= 0 { // some serial lines and emulators say 0
			return 80, 24
		}
		return width, height
	}
}
