//go:build !windows

package cli

import "os"

// understandsEscapes reports true: terminals have done so for decades.
func understandsEscapes(*os.File) bool { return true }
