//go:build !js

package app

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/console"
	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/play"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/smp/host"
)

// gameJobs are the subcommands about whole games.
func gameJobs() []cli.Command {
	return []cli.Command{
		{Name: "analyse", Summary: "analyse whole games, or a position live on a terminal", Run: analyseAny},
		{Name: "play", Summary: "play a game of chess or shogi against you", Run: playGame},
	}
}

// playFlags are the choices of the user.
type playFlags struct {
	game, level, side, handicap, notation, pieces string
	enteringKing                                  string
	file                                          string // for the record
	whole                                         string // the file that holds nothing but the game to go on with
	time                                          time.Duration
	clock                                         play.Clock
	nodes, seed                                   uint64
	engineFlags
}

// playGame lets a person play a game against the engine.
func playGame(args []string, s cli.Streams) error {
	f := cli.NewFlags("nitoryu play", "[flags] [chess or shogi] [FEN, SFEN or file]",
		"Plays a game against you, a new one or one from a record. Type moves as you like: e4, Nf3 or e2e4 in chess, 7g7f, P-7f\n"+
			"or ７六歩 in shogi; help lists the commands, among them undo, hint, eval, save and\n"+
			"level. Leave by quit, exit or the end of the input: at a terminal you are asked for a\n"+
			"file for the record, elsewhere the record is printed. Ctrl-C makes the engine move at\n"+
			"once; twice at the prompt, it leaves. Instead of a FEN or SFEN, startpos moves e2e4\n"+
			"and the like continue a game: its moves count for repetition and go into the record.\n"+
			"So does the last game of a file, whose record keeps its names, comments and variations; a\n"+
			"file of one game may be saved again under its name.\n\n"+
			"  nitoryu play --level casual\n"+
			"  nitoryu play --level 1500 --side black --clock 5m --increment 3s\n"+
			"  nitoryu play shogi --handicap rook --byoyomi 30s --save game.kif\n"+
			"  nitoryu play game.pgn --save game.pgn\n"+
			"  nitoryu play --engine stockfish --level 1500\n", s)
	var c playFlags
	f.StringVar(&c.game, "game", "", gameHelp)
	f.StringVar(&c.level, "level", "club", strings.Join(play.LevelNames(), ", ")+", a skill level from 0 to 20, or an Elo; for another engine an Elo or full; see docs/use/strength.md")
	f.StringVar(&c.side, "side", "", "your side: white or black, in shogi sente or gote, or random; by default the side to move, with a handicap the other one")
	f.StringVar(&c.handicap, "handicap", "", "in shogi, the pieces that the engine plays without: "+cli.Listed(record.Handicaps(), "or"))
	f.StringVar(&c.enteringKing, "entering-king", core.CSARule27, "in shogi, the rule for kings in the enemy camp: "+cli.Listed(core.EnteringKingRules(), "or")+"; a handicap game uses the variant with H")
	f.DurationVar(&c.time, "time", time.Second, "maximum time for a move of the engine if there is no clock, and for a hint")
	f.DurationVar(&c.clock.Time, "clock", 0, "time of each side for the game")
	f.DurationVar(&c.clock.Increment, "increment", 0, "time added after each move")
	f.DurationVar(&c.clock.Byoyomi, "byoyomi", 0, "time for each move once the time of --clock is used up")
	f.Uint64Var(&c.nodes, "nodes", 0, "positions searched for a move, instead of --time")
	f.Uint64Var(&c.seed, "seed", 0, "makes the choices of a level repeatable; 0: not repeatable")
	f.IntVar(&c.threads, "threads", host.Processors(), "number of search threads; levels always use one")
	f.IntVar(&c.hash, "hash", 64, "size of the transposition table in MiB")
	c.add(f)
	c.addTables(f)
	c.addPace(f)
	f.StringVar(&c.notation, "notation", "", notationHelp())
	f.StringVar(&c.pieces, "pieces", "", piecesHelp)
	f.StringVar(&c.file, "save", "", "file for the record, written after every move: .pgn, or in shogi .kif, .ki2 or .csa")
	c.warn = onceEach(func(text string) { fmt.Fprintln(s.Err, text) })
	rest, err := cli.Parse(f, args)
	if err != nil {
		return cli.UnlessHelp(err)
	}
	if err = c.check(); err == nil {
		if c.others() && !cli.IsSet(f, "level") {
			c.level = ""
		}
		err = c.run(rest, s)
	}
	if err != nil {
		return fmt.Errorf("play: %w", err)
	}
	return nil
}

// run plays the game.
func (c *playFlags) run(rest []string, s cli.Streams) error {
	config, err := c.config(rest, s)
	if err != nil {
		return err
	}
	if err := c.meet(&config); err != nil {
		return err
	}
	defer config.Engine.Close()
	interrupts := make(chan os.Signal, 1)
	var lines <-chan string
	if terminal := console.Open(s.In, s.Out); terminal != nil {
		defer terminal.Close()
		terminal.Start(func(bool) {
			select {
			case interrupts <- os.Interrupt:
			default: // the Ctrl-C before has not taken effect yet
			}
		})
		lines, config.Ask, config.Out = terminal.Lines(), terminal.Ask, terminal
	} else {
		signal.Notify(interrupts, os.Interrupt)
		defer signal.Stop(interrupts)
		over := make(chan struct{})
		defer close(over)
		lines = typed(s.In, over)
	}
	game, err := play.New(config)
	if err != nil {
		return err
	}
	return game.Run(lines, interrupts)
}

// meet starts the opponent.
func (c *playFlags) meet(config *play.Config) error {
	if c.others() {
		e, err := c.start(context.Background(), nitoryu.Variant(config.Game.Name))
		if err != nil {
			return err
		}
		config.Engine, config.Name = e, e.Name()
		config.NoByoyomi = config.Game.Protocol == "uci"
		config.Levels.Lowest, config.Levels.Highest = e.EloRange()
		return nil
	}
	e, err := c.own(nitoryu.Variant(config.Game.Name), nitoryu.Options{Seed: c.seed})
	if err != nil {
		return err
	}
	config.Engine, config.Name, config.Levels = e, "Nitoryu", play.OurLevels(config.Game.Name)
	return nil
}

// config returns what the flags and the other words of the command line ask for, except the
// engine.
func (c *playFlags) config(rest []string, s cli.Streams) (play.Config, error) {
	none := play.Config{}
	switch {
	case c.time <= 0:
		return none, fmt.Errorf("--time must be above 0, not %v", c.time)
	case min(c.clock.Time, c.clock.Increment, c.clock.Byoyomi) < 0:
		return none, errors.New("a clock must not be negative")
	case c.clock.Increment > 0 && c.clock.Byoyomi > 0:
		return none, errors.New("--increment and --byoyomi exclude each other")
	case c.others() && c.seed != 0:
		return none, errors.New("--seed is for the levels of our own engine")
	case c.clock.Increment > 0 && c.clock.Time == 0:
		return none, errors.New("--increment needs --clock, the time that it is added to")
	}
	opening, err := c.beginning(rest)
	if err != nil {
		return none, err
	}
	first, err := opening.Position()
	if err != nil {
		return none, err
	}
	start := first.Clone()
	for _, m := range opening.Moves() {
		start.Do(start.ValidateMove(m.ID()), nil)
	}
	game, err := games.ByName(start.GameInfo().Name)
	if err != nil {
		return none, err
	}
	person, err := c.person(game, start)
	if err != nil {
		return none, err
	}
	shown, err := newDisplay(s.Out, c.notation, c.pieces, first)
	if err != nil {
		return none, err
	}
	limits := nitoryu.Limits{Time: c.time, Nodes: c.nodes}
	if c.nodes > 0 {
		limits.Time = 0
	}
	look := shown.look
	look.Flipped = person == core.Second
	settings, err := c.settings(first)
	if err != nil {
		return none, err
	}
	config := play.Config{
		Game: game, Settings: settings, Person: person, Before: opening, Replaces: c.whole,
		Limits: limits, Advice: limits, Clock: c.clock,
		Look: look, Japanese: shown.japanese, Write: shown.moves, Out: s.Out,
		AutoSave: c.file, Level: c.level,
	}
	if text := first.String(); text != game.Start(core.Settings{}).String() {
		config.Start = text
	}
	if shown.size != nil {
		config.Width = func() int { width, _ := shown.size(); return width }
	}
	return config, nil
}

// settings returns the rules of a game from a position.
func (c *playFlags) settings(first core.Position) (core.Settings, error) {
	s := core.Settings{Chess960: namesRooks(strings.Fields(first.String())), EnteringKing: c.enteringKing}
	if rules := core.EnteringKingRules(); s.EnteringKing != "" && !slices.Contains(rules, s.EnteringKing) {
		return s, fmt.Errorf("--entering-king: %w", cli.Unknown("rule", s.EnteringKing, rules))
	}
	for _, name := range record.Handicaps() {
		if sfen, _ := record.Handicap(name); sfen == first.String() {
			s.EnteringKing = core.HandicapRule(s.EnteringKing)
		}
	}
	return s, nil
}

// beginning returns what comes before the game: a position, and the moves that were played from
// it.
func (c *playFlags) beginning(rest []string) (*record.Game, error) {
	name, words, err := gameOf(c.game, rest)
	if err != nil {
		return nil, err
	}
	if c.handicap == "" && len(words) == 1 {
		if _, err := os.Stat(words[0]); err == nil || record.FormatOf(words[0]) != record.UnknownFormat {
			return c.saved(words[0], name)
		}
	}
	if c.handicap == "" {
		return opened(name, words)
	}
	sfen, known := record.Handicap(c.handicap)
	if known && sfen == "" { // an even game
		c.handicap = ""
		return opened(name, words)
	}
	switch {
	case !known:
		return nil, cli.Unknown("handicap", c.handicap, record.Handicaps())
	case len(words) > 0:
		return nil, errors.New("a handicap is a position of its own: leave the other one out")
	case name == games.Chess().Name:
		return nil, errors.New("there are no handicaps in chess")
	}
	return opened(games.Shogi().Name, strings.Fields(sfen))
}

// saved returns the last game of a record, to go on with. You take the side that a person had in it.
func (c *playFlags) saved(path, game string) (last *record.Game, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for g, err := range record.NewReader(f, record.Hint{Name: path}).All() {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", cli.Name(path), err)
		}
		last = g
	}
	switch {
	case last == nil:
		return nil, fmt.Errorf("%s: there are no games", cli.Name(path))
	case game != "" && game != last.Rules.Name:
		return nil, otherGame(last.Rules.Name, game)
	case last.Passes():
		return nil, fmt.Errorf("%s: a side passes its turn, which is allowed only in a record to be analysed", cli.Name(path))
	}
	if last.Source.Number == 1 {
		c.whole = path
	}
	for side := range core.Color(2) {
		if c.side == "" && play.IsPerson(last.Player(side)) {
			c.side = play.Sides(last.Rules.Name)[0][side]
		}
	}
	return last, nil
}

// person returns the side of the person in a game from a position.
func (c *playFlags) person(game games.Game, start core.Position) (core.Color, error) {
	switch c.side {
	case "random", "振り駒":
		return core.Color(rand.IntN(2)), nil
	case "":
		if c.handicap != "" { // the side that plays without some pieces moves first
			return start.Side().Other(), nil
		}
		return start.Side(), nil
	}
	return play.SideOf(game.Name, c.side)
}

// typed returns the lines of an input, until over is closed.
func typed(in io.Reader, over <-chan struct{}) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(in)
		for scanner.Scan() {
			select {
			case lines <- scanner.Text():
			case <-over:
				return
			}
		}
	}()
	return lines
}
