//go:build !js && !wasip1

package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	stdnet "net" // net is a subcommand
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/csa"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/smp/host"
)

// csaFlags are the choices of the user.
type csaFlags struct {
	csa.Config
	passwordFile, room string
	overhead           time.Duration
	comments           bool
	engineFlags
}

// playCSA plays games on a server of the CSA protocol.
func playCSA(args []string, s cli.Streams) error {
	f := cli.NewFlags("nitoryu csa", "[flags] HOST",
		"Plays games of shogi on a server of the CSA protocol, such as floodgate; HOST may have a port, usually "+csa.Port+". "+
			"It waits for opponents, sends score and line of each move, and connects again, after waits that grow, when the connection "+
			"is lost. Each game is saved as CSA and KIF, under the name that the server gives it. The password comes from "+
			passwordVariable+" or --password-file. Ctrl-C ends after the game, twice at once. See docs/use/csa.md.\n\n"+
			"  nitoryu csa HOST --name MyBot --password-file password\n"+
			"  nitoryu csa HOST --name MyBot --room floodgate-300-10F --games 10 --out games\n", s)
	var c csaFlags
	c.add(f)
	rest, err := cli.Parse(f, args)
	if err != nil {
		return cli.UnlessHelp(err)
	}
	if len(rest) > 1 {
		return cli.NoMore(f, rest[1:])
	}
	if len(rest) == 0 {
		err = errors.New("the host is missing, as in nitoryu csa HOST --name NAME" + cli.See(f))
	} else if err = c.check(); err == nil {
		c.warn = onceEach(func(text string) { fmt.Fprintln(s.Err, text) })
		err = c.run(rest[0], s)
	}
	if err != nil {
		return fmt.Errorf("csa: %w", err)
	}
	return nil
}

// add adds the flags.
func (c *csaFlags) add(f *flag.FlagSet) {
	f.StringVar(&c.Name, "name", "", "your name at the server")
	f.StringVar(&c.passwordFile, "password-file", "", "`file` with the password, in place of "+passwordVariable)
	f.StringVar(&c.room, "room", "", "kind of games, which floodgate expects in front of the password, such as floodgate-300-10F")
	f.IntVar(&c.Games, "games", 1, "games to play to their end; 0: until Ctrl-C")
	f.IntVar(&c.Tries, "tries", 20, "connections in a row without a game after which it gives up; 0: never")
	f.StringVar(&c.Folder, "out", ".", "`folder` for the records")
	f.BoolVar(&c.Ponder, "ponder", false, "think on the opponent's time, too")
	f.BoolVar(&c.comments, "comments", true, "send score and line of each move, as floodgate shows them")
	f.IntVar(&c.Resign, "resign", 0, "give up at this score against us, in hundredths of a pawn; 0: when mated")
	f.IntVar(&c.MoveLimit, "max-moves", 0, "number of moves after which the server declares a draw, if it does not announce the number; 0: none")
	f.DurationVar(&c.Limits.Time, "time", 10*time.Second, "time for a move if the server has no clock")
	f.Uint64Var(&c.Limits.Nodes, "nodes", 0, "maximum positions searched for a move; 0: no limit")
	f.DurationVar(&c.overhead, "overhead", time.Second, "part of the clock that is kept aside for the network, at each move")
	f.IntVar(&c.threads, "threads", host.Processors(), "number of search threads")
	f.IntVar(&c.hash, "hash", 256, "size of the transposition table in MiB")
	c.engineFlags.add(f)
	c.addPace(f)
}

// run plays the games.
func (c *csaFlags) run(where string, s cli.Streams) error {
	switch {
	case c.Limits.Time <= 0:
		return fmt.Errorf("--time must be above 0, not %v", c.Limits.Time)
	case c.overhead < 0:
		return fmt.Errorf("--overhead must not be negative: %v", c.overhead)
	}
	password, from, err := readSecret(c.passwordFile, passwordVariable)
	if err != nil {
		return err
	}
	if from == "" {
		return errors.New("there is no password: set " + passwordVariable + " or give --password-file")
	}
	if c.Password = password; c.room != "" {
		c.Password = c.room + "," + password
	}
	if c.Address = where; !hasPort(where) {
		c.Address = stdnet.JoinHostPort(where, csa.Port)
	}
	if err := c.Check(); err != nil {
		return err
	}
	if info, err := os.Stat(c.Folder); err != nil || !info.IsDir() {
		return fmt.Errorf("--out: there is no folder %s", c.Folder)
	}
	c.Silent = !c.comments
	c.Say = func(text string) { fmt.Fprintln(s.Out, s.Language.Say(text)) }
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if c.Engine, c.EngineName, err = c.opponent(ctx); err != nil {
		return err
	}
	defer c.Engine.Close()
	enough := make(chan struct{})
	c.Enough = enough
	defer onSignals(
		func() { close(enough); c.Say("no further game; Ctrl-C once more breaks off") },
		cancel,
	)()
	return csa.Run(ctx, c.Config)
}

// hasPort reports whether an address ends in a port.
func hasPort(address string) bool {
	_, port, err := stdnet.SplitHostPort(address)
	return err == nil && port != ""
}

// opponent starts the engine, and returns its name.
func (c *csaFlags) opponent(ctx context.Context) (nitoryu.Searcher, string, error) {
	if !c.others() {
		e, err := c.own(nitoryu.Shogi, nitoryu.Options{Overhead: max(c.overhead, time.Nanosecond)})
		return e, "Nitoryu " + cli.Version, err
	}
	config, err := c.config(nitoryu.Shogi)
	if err != nil {
		return nil, "", err
	}
	config.Ponder, config.Warn = c.Ponder, c.warn
	e, err := client.Start(ctx, config)
	if err != nil {
		return nil, "", err
	}
	return e, e.Name(), nil
}

// onSignals calls one function after the other, each at the next signal to end, until what it returns is
// called.
func onSignals(each ...func()) (stop func()) {
	signals, done := make(chan os.Signal, len(each)), make(chan struct{})
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		for _, call := range each {
			select {
			case <-signals:
				call()
			case <-done:
				return
			}
		}
	}()
	return func() { signal.Stop(signals); close(done) }
}
