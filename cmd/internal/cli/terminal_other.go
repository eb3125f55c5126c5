//go:build !windows

package cli

import "os"

// understandsEscapes reports true.
func understandsEscapes(*os.File) bool { return true }

// systemLanguage returns "": here the environment says the language.
func systemLanguage() string { return "" }
