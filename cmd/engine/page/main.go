package main

import (
	"fmt"
	"os"

	"github.com/nitoryu/nitoryu/cmd/internal/version"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/web/api"
)

func main() {
	answers := api.New(version.Own, api.Engine{Threads: core.MaxThreads, Hash: core.MaxHash})
	if err := answers.Talk(os.Stdin, os.Stdout, api.OpenOwn); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
