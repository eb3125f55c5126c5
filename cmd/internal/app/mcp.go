//go:build !js && !wasip1

package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/mcp"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/smp/host"
)

// answerModel answers a language model.
func answerModel(args []string, s cli.Streams) error {
	f := cli.NewFlags("nitoryu mcp", "[flags]",
		"Answers a language model by the Model Context Protocol on the standard streams: what is legal, what a move does, what the "+
			"engine thinks, why a move was bad. The program that runs the model starts it; docs/use/mcp.md has the tools and the "+
			"settings for usual programs. It ends with its input.\n\n"+
			"  nitoryu mcp\n"+
			"  nitoryu mcp --threads 4 --hash 512 --tables /syzygy --lang ja\n", s)
	usual := review.English
	if cli.Japanese() {
		usual = review.Japanese
	}
	c := mcp.Config{Version: cli.Version, Language: usual, Open: openText}
	f.Func("lang", "language of words: en or ja, by default the language of the locale; a call may name another one", func(text string) error {
		return c.Language.UnmarshalText([]byte(text))
	})
	f.DurationVar(&c.Time, "time", 30*time.Second, "longest search that a call may ask for")
	f.DurationVar(&c.Patience, "patience", 5*time.Minute, "time after which a call is given up, such as the review of a long game")
	threads := f.Int("threads", host.Processors(), "number of search threads")
	hash := f.Int("hash", 128, "size of the transposition table in MiB")
	folders := f.String("tables", "", "`folders` of Syzygy tables, separated like the folders of PATH")
	rest, err := cli.Parse(f, args)
	if err != nil {
		return cli.UnlessHelp(err)
	}
	switch {
	case len(rest) > 0:
		return cli.NoMore(f, rest)
	case c.Time <= 0:
		err = fmt.Errorf("--time must be above 0, not %v", c.Time)
	case c.Patience < c.Time:
		err = fmt.Errorf("--patience must be at least --time: %v", c.Patience)
	case *threads < 1 || *threads > core.MaxThreads:
		err = fmt.Errorf("--threads must be 1 to %d, not %d", core.MaxThreads, *threads)
	case *hash < 1:
		err = fmt.Errorf("--hash must be at least 1, not %d", *hash)
	default:
		err = serveModel(c, *threads, *hash, *folders, s)
	}
	if err != nil {
		return fmt.Errorf("mcp: %w", err)
	}
	return nil
}

// serveModel answers until the input ends.
func serveModel(c mcp.Config, threads, hash int, folders string, s cli.Streams) (err error) {
	if folders != "" {
		tables, err := findTables(folders)
		if err != nil {
			return fmt.Errorf("--tables: %w", err)
		}
		c.Tables = tables
		defer func() { err = errors.Join(err, tables.Close()) }()
	}
	if c.Engine, err = nitoryu.New(nitoryu.Options{Threads: threads, Hash: hash, Tables: folders}); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Engine.Close()) }()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	defer onSignals(cancel)()
	return mcp.Serve(ctx, c, s.In, s.Out)
}

// openText reads a position as the command line does.
func openText(game, text string) (*nitoryu.Game, error) {
	g, err := opened(game, []string{text})
	if err != nil {
		return nil, err
	}
	return nitoryu.FromRecord(g)
}
