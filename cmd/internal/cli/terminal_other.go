//go:build !windows

package cli

import "os"

// understandsEscapes reports true.
func understandsEscapes(*os.File) bool { return true }

// systemLanguage returns "": the environment has it.
func systemLanguage() string { return "" }
