//go:build js || wasip1

package app

import "github.com/nitoryu/nitoryu/cmd/internal/cli"

// serverJobs are the subcommands that need a network, processes, or large libraries: there are none here.
func serverJobs() []cli.Command { return nil }
