package cli

import (
	"os"

	"golang.org/x/sys/windows"
)

// systemLanguage returns the first of the user's languages, such as ja-JP.
func systemLanguage() string {
	languages, err := windows.GetUserPreferredUILanguages(windows.MUI_LANGUAGE_NAME)
	if err != nil || len(languages) == 0 {
		return ""
	}
	return languages[0]
}

// understandsEscapes makes the console interpret escape sequences, and reports whether it can:
// very old ones cannot.
func understandsEscapes(f *os.File) bool {
	var mode uint32
	console := windows.Handle(f.Fd())
	if windows.GetConsoleMode(console, &mode) != nil {
		return false
	}
	return windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
