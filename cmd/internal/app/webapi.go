package app

import (
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/web/api"
)

// answerRequests answers requests to the web API on the standard streams.
func answerRequests(args []string, s cli.Streams) error {
	f := cli.NewFlags("nitoryu webapi", "",
		"Answers what a page about games asks: a request is a line of JSON, and so is its answer. "+
			"The requests are listed in docs/use/web.md.\n\n"+
			"  echo '{\"id\":1,\"do\":\"position\",\"moves\":[\"e2e4\"]}' | nitoryu webapi\n"+
			"  echo '{\"id\":1,\"do\":\"search\",\"limits\":{\"depth\":10}}' | nitoryu webapi\n", s)
	if err := cli.ParseFlags(f, args); err != nil {
		return cli.UnlessHelp(err)
	}
	answers := api.New(cli.Version, api.Engine{Threads: core.MaxThreads, Hash: core.MaxHash})
	return answers.Talk(s.In, s.Out, api.OpenOwn)
}
