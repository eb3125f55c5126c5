package cli

import "github.com/nitoryu/nitoryu/cmd/internal/version"

// Version is the release that this program was built from, see package version.
var Version = version.Own

// About describes in one line what the running program was built from.
func About(title string) string { return version.About(title) }
