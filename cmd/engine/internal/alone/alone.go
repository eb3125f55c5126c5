package alone

import (
	"fmt"
	"os"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/version"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/protocol"
)

// Run speaks the protocol of a game until quit or the end of the input.
func Run(d protocol.Dialect, g games.Game) {
	if err := run(d, g); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(d protocol.Dialect, g games.Game) error {
	engine := games.NewEngineFor(g)
	defer engine.Close()
	session, err := protocol.New(protocol.Config{
		Name:      "Nitoryu " + version.Own,
		Author:    "the Nitoryu authors",
		Engine:    engine,
		Modes:     []protocol.Mode{{Dialect: d, Rules: g.Rules, Chances: g.Chances, Classic: g.Classic, Checkers: g.Checkers}},
		Out:       os.Stdout,
		Gather:    5 * time.Millisecond,
		KeepAlive: 5 * time.Second,
		NoSystem:  true,
	})
	if err != nil {
		return err
	}
	return session.Run(os.Stdin)
}
