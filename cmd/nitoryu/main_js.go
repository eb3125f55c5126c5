package main

import "github.com/nitoryu/nitoryu/cmd/internal/cli"

// gameJobs are none where there is a page around the engine: it is smaller without them.
func gameJobs() []cli.Command { return nil }
