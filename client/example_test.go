package client_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
)

// A program is asked as our own engine is.
func ExampleStart() {
	// The program of this example is a stand-in inside the test binary.
	engine, err := client.Start(context.Background(), client.Config{
		Command: os.Args[0], Env: []string{"NITORYU_FAKE_ENGINE=normal"},
		Variant: nitoryu.Shogi, Options: []client.Option{{Name: "Threads", Value: "2"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = engine.Close() }()
	position, err := nitoryu.Open(nitoryu.Setup{Variant: nitoryu.Shogi})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := nitoryu.Ask(context.Background(), engine, position, nitoryu.Limits{Nodes: 100})
	fmt.Println(engine.Name(), "plays", result.Best, result.Score, err)
	// Output: Fake 1.0 plays 7g7f +0.31 <nil>
}

func ExampleFailure() {
	_, err := client.Start(context.Background(), client.Config{
		Name: "Broken", Command: os.Args[0], Env: []string{"NITORYU_FAKE_ENGINE=exit"},
	})
	fmt.Println(err)
	var exit *exec.ExitError
	fmt.Println(errors.Is(err, client.Crash), errors.As(err, &exit))
	// Output:
	// Broken: crash: it ended (exit status 7) before uciok; its last words: cannot load the network
	// true true
}
