//go:build !windows

package main

import "os"

// understandsEscapes reports true: terminals have done so for decades.
func understandsEscapes(*os.File) bool { return true }
