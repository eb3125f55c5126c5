//go:build !js && !wasip1

package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/remote"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/smp/host"
)

// lichess is the one site that an engine is offered to.
const lichess = "lichess"

// offerEngine offers the engine to a board elsewhere.
func offerEngine(args []string, s cli.Streams) error {
	f := cli.NewFlags("nitoryu remote", "[flags] lichess",
		"Offers the engine of this machine to the analysis board of your account at Lichess: choose it there in the menu of the board. "+
			"Lichess sends the positions and gets the lines; it connects to nothing here. The token comes from "+lichessVariable+
			" or --token-file, and needs the scopes engine:read and engine:write. Ctrl-C ends it. See docs/use/lichess.md.\n\n"+
			"  nitoryu remote lichess --token-file token\n"+
			"  nitoryu remote lichess --threads 4 --hash 1024 --option SyzygyPath=/tables\n", s)
	var tokenFile string
	var options []protocol.Setting
	var c remote.Config
	f.StringVar(&tokenFile, "token-file", "", "`file` with the token, in place of "+lichessVariable)
	f.StringVar(&c.Name, "name", "Nitoryu", "name of the engine on the board; one engine of each name is registered")
	f.IntVar(&c.Threads, "threads", host.Processors(), "maximum search threads that the board may ask for")
	f.IntVar(&c.Hash, "hash", 512, "maximum MiB that the board may ask for")
	f.IntVar(&c.Tries, "tries", 0, "attempts in a row that fail after which it gives up; 0: never")
	f.StringVar(&c.Site, "site", remote.Site, "`address` of Lichess, or of a server like it")
	f.StringVar(&c.Broker, "broker", remote.Broker, "`address` that hands the positions out")
	f.Func("option", "`NAME=VALUE` of the engine, such as files to open", func(text string) error {
		o, err := protocol.ParseSetting(text)
		options = append(options, o)
		return err
	})
	rest, err := cli.Parse(f, args)
	if err != nil {
		return cli.UnlessHelp(err)
	}
	switch {
	case len(rest) == 0:
		err = errors.New("the site is missing, as in nitoryu remote lichess" + cli.See(f))
	case rest[0] != lichess:
		err = cli.Unknown("site", rest[0], []string{lichess})
	case len(rest) > 1:
		return cli.NoMore(f, rest[1:])
	case c.Threads < 1 || c.Threads > core.MaxThreads:
		err = fmt.Errorf("--threads must be 1 to %d, not %d", core.MaxThreads, c.Threads)
	case c.Hash < 1:
		err = fmt.Errorf("--hash must be at least 1, not %d", c.Hash)
	default:
		err = offer(c, tokenFile, options, s)
	}
	if err != nil {
		return fmt.Errorf("remote: %w", err)
	}
	return nil
}

// offer offers the engine until the user ends it.
func offer(c remote.Config, tokenFile string, options []protocol.Setting, s cli.Streams) error {
	token, from, err := readSecret(tokenFile, lichessVariable)
	if err != nil {
		return err
	}
	if from == "" {
		return errors.New("there is no token: set " + lichessVariable + " or give --token-file")
	}
	c.Token = token
	for _, o := range options {
		name := inGame(o, nitoryu.Chess)
		if name == "" || strings.ContainsAny(o.Value, "\r\n") {
			return fmt.Errorf("--option: %s=%s is not for chess", o.UCI.Name, o.Value)
		}
		c.Options = append(c.Options, name+"="+o.Value)
	}
	c.Open = func(out io.Writer) (remote.Engine, func(), error) { return newSession(out, nil) }
	c.Say = func(text string) { fmt.Fprintln(s.Out, s.Language.Say(text)) }
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	defer onSignals(cancel)()
	if err := remote.Run(ctx, c); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
