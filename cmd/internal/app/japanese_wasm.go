//go:build js || wasip1

package app

import "github.com/nitoryu/nitoryu/cmd/internal/cli"

// language is English: there is no terminal here.
func language() *cli.Language { return nil }
