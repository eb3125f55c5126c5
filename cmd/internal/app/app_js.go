package app

import "github.com/nitoryu/nitoryu/cmd/internal/cli"

// gameJobs returns none: the engine within a page is smaller without these subcommands.
func gameJobs() []cli.Command { return nil }
