//go:build !js && !wasip1

package app

import (
	"cmp"
	"context"
	"fmt"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/web/api"
)

// tryOptions starts an engine of each game with the options. A file may be for one game alone:
// the engines of the other do without, which is said. An option that no game takes is an error:
// pages would have other engines than those that were asked for.
func (c *serveFlags) tryOptions(ctx context.Context, program string, say func(text string)) error {
	taken, faults := make([]bool, len(c.options)), make([]error, len(c.options))
	c.own = map[nitoryu.Variant][]protocol.Setting{}
	var without []string
	for _, g := range games.All() {
		game := nitoryu.Variant(g.Name)
		all := c.tryEngine(ctx, program, game, c.options) == nil
		kept := c.options[:0:0]
		for i := range c.options {
			o := c.options[i]
			if inGame(o, game) == "" {
				continue
			}
			if !all {
				if faults[i] = c.tryEngine(ctx, program, game, []protocol.Setting{o}); faults[i] != nil {
					without = append(without, fmt.Sprintf("%s is played without %s=%s: %v", g.Name, inGame(o, game), o.Value, faults[i]))
					continue
				}
			}
			taken[i] = true
			kept = append(kept, o)
		}
		c.own[game] = kept
	}
	for i, ok := range taken {
		if !ok {
			o := &c.options[i]
			return fmt.Errorf("--option %s=%s: %w", cmp.Or(o.UCI.Name, o.USI.Name), o.Value, faults[i])
		}
	}
	for _, text := range without {
		say(text)
	}
	return nil
}

// tryEngine starts an engine with options for a moment.
func (c *serveFlags) tryEngine(ctx context.Context, program string, game nitoryu.Variant, options []protocol.Setting) error {
	one := serveFlags{options: options}
	e, err := one.openEngine(ctx, program, game, api.Engine{})
	if err != nil {
		return err
	}
	return e.Close()
}
