package player_test

import (
	"context"
	"fmt"
	"os"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

func ExampleStart() {
	// The engine of this example is a stand-in inside the test binary.
	engine, err := player.Start(context.Background(), player.Config{
		Command: os.Args[0], Env: []string{"NITORYU_FAKE_ENGINE=normal"},
		Rules: games.Shogi.Rules, Options: []player.Option{{Name: "Threads", Value: "2"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = engine.Close() }()
	if err := engine.NewGame(context.Background()); err != nil {
		fmt.Println(err)
		return
	}
	reply, err := engine.Think(context.Background(), player.Request{
		Position: games.Shogi.Start(core.Settings{}),
		Limits:   core.Limits{Nodes: 100},
	})
	fmt.Println(engine.Name(), "plays", reply.Text, reply.Problem, err)
	// Output: Fake 1.0 plays 7g7f  <nil>
}

func ExampleNewLocal() {
	g := games.Chess
	own, err := player.NewLocal(player.LocalConfig{
		Name: "Nitoryu", Rules: g.Rules, Params: g.Params(), Source: g.Source,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = own.Close() }()
	const start = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
	p, err := g.Parse(start, core.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	reply, err := own.Think(context.Background(), player.Request{
		Start: start, Position: p, Limits: core.Limits{Nodes: 1000}, Mate: true,
	})
	fmt.Println(own.Name(), "mates with", reply.Mate, err)
	// Output: Nitoryu mates with [d1d8] <nil>
}

func ExampleFailure() {
	_, err := player.Start(context.Background(), player.Config{
		Name: "Broken", Command: os.Args[0], Env: []string{"NITORYU_FAKE_ENGINE=exit"}, Rules: games.Chess.Rules,
	})
	fmt.Println(err)
	// Output: Broken: crash: it ended (exit status 7) before uciok; its last words: cannot load the network
}
