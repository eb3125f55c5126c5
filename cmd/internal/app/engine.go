package app

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/protocol"
)

// engineFlags choose the engine to ask: ours, or another program.
type engineFlags struct {
	threads, hash int
	command       string
	options       cli.List
	warn          func(text string) // prints what the other program cannot be told; nil: print nothing
}

// add adds the flags that choose another program.
func (e *engineFlags) add(f *flag.FlagSet) {
	f.StringVar(&e.command, "engine", "", "`command` of another engine to ask, UCI in chess and USI in shogi, with its arguments in quotes")
	f.Var(&e.options, "option", "option of that engine, or of our own without --engine, `NAME=VALUE`; may be repeated")
}

// addTables adds the flag for endgame tables.
func (e *engineFlags) addTables(f *flag.FlagSet) {
	f.Func("syzygy", "`folders` of Syzygy endgame tables of chess for that engine or ours: short for --option SyzygyPath=...", func(folders string) error {
		_, err := findTables(folders)
		e.options = append(e.options, "SyzygyPath="+folders)
		return err
	})
}

// addPace adds the flag for the time that moves take.
func (e *engineFlags) addPace(f *flag.FlagSet) {
	f.Func("pace", "`human`: below full strength and with a clock our engine takes as long as a person would; short for --option HumanPace=true", func(pace string) error {
		if pace != "human" {
			return cli.Unknown("pace", pace, []string{"human"})
		}
		e.options = append(e.options, "HumanPace=true")
		return nil
	})
}

// findTables opens the endgame tables in folders. The error says that there is none.
func findTables(folders string) (*nitoryu.Tables, error) {
	tables, err := nitoryu.OpenTables(folders)
	if tables.Men() == 0 {
		return nil, cmp.Or(err, errors.New("there is no table in "+folders))
	}
	return tables, err
}

// others reports whether the engine to ask is another program.
func (e *engineFlags) others() bool { return e.command != "" }

// check checks the flags.
func (e *engineFlags) check() error {
	if !e.others() {
		_, err := e.settings()
		return err
	}
	_, err := e.config(nitoryu.Chess)
	return err
}

// settings reads the options that our own engine is to have.
func (e *engineFlags) settings() (all []protocol.Setting, err error) {
	for _, text := range e.options {
		o, err := protocol.ParseSetting(text)
		if err != nil {
			return nil, fmt.Errorf("--option: %w", err)
		}
		all = append(all, o)
	}
	return all, nil
}

// configure gives our own engine the options that are asked for. With several games, each option is set in the
// games that have it; a single game has to have all of them.
func (e *engineFlags) configure(engine protocol.Engine, about ...nitoryu.Variant) error {
	all, err := e.settings()
	if err != nil {
		return err
	}
	for _, m := range modes() {
		game := nitoryu.Variant(m.Rules.Name)
		if !slices.Contains(about, game) {
			continue
		}
		its := slices.DeleteFunc(slices.Clone(all), func(o protocol.Setting) bool { return inGame(o, game) == "" && len(about) > 1 })
		if err := protocol.Configure(engine, m, its); err != nil {
			return fmt.Errorf("--option: %w", err)
		}
	}
	return nil
}

var (
	commandWord = regexp.MustCompile(`(?:"[^"]*"|'[^']*'|[^\s"'])+`)
	quotedPart  = regexp.MustCompile(`"([^"]*)"|'([^']*)'`)
)

// commandWords splits a command line into words. Quotes of both kinds keep blanks together.
func commandWords(line string) ([]string, error) {
	if rest := commandWord.ReplaceAllString(line, ""); strings.TrimSpace(rest) != "" {
		return nil, fmt.Errorf("a quote is not closed: %s", line)
	}
	words := commandWord.FindAllString(line, -1)
	for i, w := range words {
		words[i] = quotedPart.ReplaceAllString(w, "$1$2")
	}
	return words, nil
}

// config returns how to start the other program for a game.
func (e *engineFlags) config(v nitoryu.Variant) (client.Config, error) {
	c := client.Config{Variant: v, Threads: e.threads, Hash: e.hash, Command: e.command}
	if _, err := c.Program(); err != nil && e.others() { // not a path, which may contain blanks
		words, err := commandWords(e.command)
		if err == nil && len(words) == 0 {
			err = errors.New("the command is empty")
		}
		if err != nil {
			return c, fmt.Errorf("--engine: %w", err)
		}
		c.Command, c.Args = words[0], words[1:]
	}
	for _, o := range e.options {
		name, value, _ := strings.Cut(o, "=")
		c.Options = append(c.Options, client.Option{Name: strings.TrimSpace(name), Value: strings.TrimSpace(value)})
	}
	return c, nil
}

// start starts the other program for a game.
func (e *engineFlags) start(ctx context.Context, v nitoryu.Variant) (*client.Engine, error) {
	c, err := e.config(v)
	if err != nil {
		return nil, err
	}
	c.Warn = e.warn
	return client.Start(ctx, c)
}

// onceEach returns a function that prints each text once, whichever process says it.
func onceEach(print func(text string)) func(text string) {
	var mu sync.Mutex
	said := map[string]bool{}
	return func(text string) {
		mu.Lock()
		defer mu.Unlock()
		if !said[text] {
			print(text)
		}
		said[text] = true
	}
}

// open starts the engine to ask about a game.
func (e *engineFlags) open(ctx context.Context, v nitoryu.Variant) (nitoryu.Searcher, error) {
	if e.others() {
		return e.start(ctx, v)
	}
	return e.own(v, nitoryu.Options{})
}

// own returns our engine for a game, with what else it is to be made of.
func (e *engineFlags) own(v nitoryu.Variant, o nitoryu.Options) (nitoryu.Searcher, error) {
	o.Threads, o.Hash = e.threads, e.hash
	engine, err := nitoryu.New(o)
	if err != nil {
		return nil, err
	}
	if err := e.configure(inside.Unwrap(engine), v); err != nil {
		return nil, errors.Join(err, engine.Close())
	}
	return engine, nil
}

// processes ask another program about positions of both games, with a process for each role.
type processes struct {
	*engineFlags
	mu      sync.Mutex // guards the fields below
	running map[role]*client.Engine
}

// role is the task of a process. What a process has learnt under one rule does not hold under
// another.
type role struct {
	game    nitoryu.Variant
	playsOn bool // it may not declare the win in shogi
}

// roleOf returns the role of the process to ask about p.
func roleOf(p *nitoryu.Position) role {
	// If the rules allow a declaration and p does not, the question is what else to play.
	usual, err := nitoryu.Open(nitoryu.Setup{Variant: p.Variant(), Position: p.String()})
	return role{p.Variant(), err == nil && winsByClaim(usual) && !winsByClaim(p)}
}

// winsByClaim reports whether the side to move wins if it declares.
func winsByClaim(p *nitoryu.Position) bool {
	claim := p.Claim()
	return claim.Over && !claim.Drawn
}

// NewGame implements [nitoryu.Searcher].
func (a *processes) NewGame(ctx context.Context) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, e := range a.running {
		if err := e.NewGame(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Search implements [nitoryu.Searcher].
func (a *processes) Search(ctx context.Context, p *nitoryu.Position, l nitoryu.Limits) (*nitoryu.Search, error) {
	e, err := a.process(ctx, roleOf(p))
	if err != nil {
		return nil, err
	}
	return e.Search(ctx, p, l)
}

// process returns the process for a role, and starts it if it is not running.
func (a *processes) process(ctx context.Context, r role) (e *client.Engine, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if e = a.running[r]; e != nil {
		return e, nil
	}
	if e, err = a.start(ctx, r.game); err == nil {
		a.running[r] = e
	}
	return e, err
}

// Close implements [nitoryu.Searcher].
func (a *processes) Close() (err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, e := range a.running {
		err = errors.Join(err, e.Close())
	}
	clear(a.running)
	return err
}
