//go:build !js && !wasip1

package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/shlex"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/web/api"
)

// otherEngine is a program that pages can ask besides ours.
type otherEngine struct {
	name    string
	command []string
	games   []nitoryu.Variant // that it plays
}

// parseOther reads NAME=COMMAND. The command is split into words as a shell does, and started without one.
func parseOther(text string, before []otherEngine) (otherEngine, error) {
	name, command, ok := strings.Cut(text, "=")
	name = strings.TrimSpace(name)
	words, err := shlex.Split(command)
	switch {
	case err != nil:
		return otherEngine{}, fmt.Errorf("the engine %q: %w", text, err)
	case !ok || name == "" || len(words) == 0:
		return otherEngine{}, fmt.Errorf("the engine %q lacks a name or a command; write NAME=COMMAND", text)
	case slices.ContainsFunc(before, func(e otherEngine) bool { return e.name == name }):
		return otherEngine{}, fmt.Errorf("there are two engines %q", name)
	}
	return otherEngine{name: name, command: words}, nil
}

// tryOthers starts each of the other engines for a moment and returns the names of those that play
// each game. An engine that plays neither game is an error.
func (c *serveFlags) tryOthers(ctx context.Context) (map[nitoryu.Variant][]string, error) {
	names := map[nitoryu.Variant][]string{}
	for i := range c.others {
		e := &c.others[i]
		var faults []error
		for _, g := range games.All() {
			game := nitoryu.Variant(g.Name)
			searcher, err := e.open(ctx, game, api.Engine{Threads: 1, Hash: 1})
			if err != nil {
				// A program that does not start says the same for both games.
				if !slices.ContainsFunc(faults, func(f error) bool { return f.Error() == err.Error() }) {
					faults = append(faults, err)
				}
				continue
			}
			_ = searcher.Close() // it has shown what it plays
			e.games = append(e.games, game)
			names[game] = append(names[game], e.name)
		}
		if len(e.games) == 0 {
			return nil, fmt.Errorf("--engine %s: %w", e.name, errors.Join(faults...))
		}
	}
	return names, nil
}

// openOther starts another engine for a page.
func (c *serveFlags) openOther(ctx context.Context, game nitoryu.Variant, e api.Engine) (nitoryu.Searcher, error) {
	for i := range c.others {
		if other := &c.others[i]; other.name == e.Name && slices.Contains(other.games, game) {
			return other.open(ctx, game, e)
		}
	}
	return nil, fmt.Errorf("the engine %q plays no %s", e.Name, game)
}

func (e *otherEngine) open(ctx context.Context, game nitoryu.Variant, size api.Engine) (nitoryu.Searcher, error) {
	return client.Start(ctx, client.Config{
		Name: e.name, Command: e.command[0], Args: e.command[1:], Variant: game, Threads: size.Threads, Hash: size.Hash,
		StopTimeout: pageStop, QuitTimeout: pageQuit,
	})
}
