package cli

import (
	"os"

	"golang.org/x/sys/windows"
)

// understandsEscapes asks the console to interpret escape sequences; old ones
// have to be asked and very old ones refuse.
func understandsEscapes(f *os.File) bool {
	var mode uint32
	console := windows.Handle(f.Fd())
	if windows.GetConsoleMode(console, &mode) != nil {
		return false
	}
	return windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
