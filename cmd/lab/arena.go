package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/arena"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/lock"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/progress"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

// arenaFlags are the flags of lab arena.
type arenaFlags struct {
	game         string
	engines      cli.List
	each         string
	gauntlet     bool
	rounds       int
	concurrency  int
	openings     string
	order        string
	plies        int
	seed         uint64
	margin       time.Duration
	sprt         string
	draw, resign string
	maxMoves     int
	moveLimit    int
	enteringKing string
	chess960     bool
	checkPV      string
	journal      string
	records      recordFlags
	log          string

	own bool // our engine plays inside this process
}

// match plays engines against each other.
func match(args []string, s cli.Streams) error {
	var a arenaFlags
	return execute(a.flags(s), args, func(ctx context.Context) error { return a.run(ctx, s) })
}

func (a *arenaFlags) flags(s cli.Streams) *flag.FlagSet {
	f := cli.NewFlags("lab arena", "--engine \"...\" --engine \"...\" [flags]",
		"Plays matches between engines of UCI (chess) or USI (shogi), or of ours inside this\n"+
			"process. Each opening is played twice with colours reversed. Ctrl-C ends the match and\n"+
			"reports its results; with --journal they are kept, and the same command resumes the\n"+
			"match later, even after a crash.\n\n"+engineHelp+
			"\nExamples:\n\n"+
			"  lab arena --engine \"cmd=./new name=new\" --engine \"cmd=./old name=old\" \\\n"+
			"    --each \"tc=8+0.08 option.Hash=16\" --openings book.epd --sprt \"0 5\" --pgn games.pgn\n"+
			"  lab arena --game shogi --engine self --engine \"self NullMoveDepth=off\" --each nodes=5000\n", s)
	f.StringVar(&a.game, "game", "chess", "chess or shogi")
	f.Var(&a.engines, "engine", "an engine, as above; at least two are needed")
	f.StringVar(&a.each, "each", "", "words for every engine; those of --engine override them")
	f.BoolVar(&a.gauntlet, "gauntlet", false, "the first engine plays each other engine, instead of a round robin")
	f.IntVar(&a.rounds, "rounds", 0, "openings for each pairing, each played twice; 0: 100, or until --sprt decides")
	f.IntVar(&a.concurrency, "concurrency", max(1, runtime.NumCPU()), "games at once")
	f.StringVar(&a.openings, "openings", "random", "a file: EPD, FEN, SFEN, PGN or lines of moves; random: made by our engine")
	f.StringVar(&a.order, "order", "random", "order of the openings of a file: random or sequential")
	f.IntVar(&a.plies, "plies", 0, "maximum number of plies of an opening from a PGN; 0: all")
	f.Uint64Var(&a.seed, "seed", 1, "seed of the openings and their order")
	f.DurationVar(&a.margin, "margin", 0, "time by which a move may be late, e.g. 20ms")
	f.StringVar(&a.sprt, "sprt", "", "stop when decided: \"ELO0 ELO1 [alpha=0.05] [beta=0.05] [model=normalized|logistic|bayesian]\"")
	f.StringVar(&a.draw, "draw", "", "adjudicate draws: \"from=40 moves=8 score=10\"")
	f.StringVar(&a.resign, "resign", "", "adjudicate wins: \"moves=3 score=600\", both sides agreeing unless one-sided is added")
	f.IntVar(&a.maxMoves, "max-moves", 0, "adjudicate a draw after this many full moves; 0: never")
	f.IntVar(&a.moveLimit, "move-limit", -1, fmt.Sprintf("shogi: draw after this many plies, by the rules; 0: never, -1: %d", games.Shogi.MoveLimit))
	f.StringVar(&a.enteringKing, "entering-king", core.CSARule27, "shogi: "+cli.Listed(core.EnteringKingRules(), "or"))
	f.BoolVar(&a.chess960, "chess960", false, "chess: Chess960")
	f.StringVar(&a.checkPV, "check-pv", "last", "check PVs for illegal moves: last (of a search), every or never")
	f.StringVar(&a.journal, "journal", "", "file of results, JSON lines; an existing one is resumed")
	a.records.flags(f)
	f.StringVar(&a.log, "log", "", "append all communication with engines to this file")
	return f
}

// run plays the match.
func (a *arenaFlags) run(ctx context.Context, s cli.Streams) (err error) {
	g, err := games.ByName(a.game)
	if err != nil {
		return err
	}
	if err := a.oneUseEach(); err != nil {
		return err
	}
	settings := g.MatchSettings()
	if a.moveLimit >= 0 {
		settings.MoveLimit = a.moveLimit
	}
	if !slices.Contains(core.EnteringKingRules(), a.enteringKing) {
		return fmt.Errorf("--entering-king: %w", cli.Unknown("rule", a.enteringKing, core.EnteringKingRules()))
	}
	settings.Chess960, settings.EnteringKing = a.chess960, a.enteringKing
	c := arena.Config{Rules: g.Rules, Settings: settings, Gauntlet: a.gauntlet, Concurrency: a.concurrency, Margin: a.margin}
	if c.Adjudication, err = a.adjudication(); err != nil {
		return err
	}
	sprt, err := parseSPRT(a.sprt)
	if err != nil {
		return err
	}
	closeLog, err := a.contestants(&c, g)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeLog()) }()
	if sprt != nil && len(c.Contestants) != 2 {
		return errors.New("an SPRT is between two engines")
	}
	if c.Rounds = a.rounds; c.Rounds == 0 {
		if c.Rounds = 100; sprt != nil {
			c.Rounds = 1_000_000
		}
	}
	line := progress.New(s.Err, cli.Terminal(s.Err))
	identity, closeOpenings, err := a.openingsFor(&c, g, line)
	if err != nil {
		return err
	}
	defer closeOpenings()
	closeJournal, err := a.openJournal(&c, identity)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeJournal()) }()
	writer, err := a.records.open(&c, g)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, writer.close()) }()
	if !a.own {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(refereeProcs(c.Concurrency)))
	}
	v := &matchView{config: &c, trial: sprt, line: line, writer: writer}
	return v.play(ctx, s)
}

// oneUseEach returns an error if two flags name the same file: one would overwrite what
// the other needs.
func (a *arenaFlags) oneUseEach() error {
	used := map[string]string{}
	for _, file := range []struct{ flag, path string }{
		{"--openings", a.openings}, {"--journal", a.journal}, {"--pgn", a.records.pgn}, {"--log", a.log},
	} {
		path, err := filepath.Abs(file.path)
		if file.path == "" || err != nil {
			continue
		}
		if other := used[path]; other != "" {
			return fmt.Errorf("%s and %s are the same file, %s; give each its own", other, file.flag, file.path)
		}
		used[path] = file.flag
	}
	return nil
}

// openJournal opens the journal, if one is wanted, with the games of earlier runs, and
// returns a function that closes it.
func (a *arenaFlags) openJournal(c *arena.Config, openings string) (closeAll func() error, err error) {
	if a.journal == "" {
		return func() error { return nil }, nil
	}
	release, err := lock.Acquire(a.journal)
	if err != nil {
		return nil, err
	}
	if err := c.OpenJournal(a.journal, a.description(openings)); err != nil {
		return nil, errors.Join(err, release())
	}
	return func() error { return errors.Join(c.Journal.Close(), release()) }, nil
}

// description identifies the match in its journal.
func (a *arenaFlags) description(openings string) any {
	return struct {
		Game, Each          string
		Engines             []string
		Gauntlet            bool
		Openings, Order     string
		Plies               int
		Seed                uint64
		Margin              string
		Draw, Resign        string
		MaxMoves, MoveLimit int
		EnteringKing        string
		Chess960            bool
	}{
		a.game, a.each, a.engines, a.gauntlet, openings, a.order, a.plies, a.seed, a.margin.String(),
		a.draw, a.resign, a.maxMoves, a.moveLimit, a.enteringKing, a.chess960,
	}
}

// contestants fills in the engines and returns a function that closes their log.
func (a *arenaFlags) contestants(c *arena.Config, g games.Game) (closeLog func() error, err error) {
	closeLog = func() error { return nil }
	check, err := parseCheckPV(a.checkPV)
	if err != nil {
		return nil, err
	}
	list, err := parseEngines(a.engines, a.each)
	if err != nil {
		return nil, err
	}
	var log io.Writer
	if a.log != "" {
		file, err := a.openLog()
		if err != nil {
			return nil, err
		}
		log, closeLog = file, file.Close
	}
	for _, e := range list {
		a.own = a.own || e.Self
		e.Log, e.CheckPV = log, check
		c.Contestants = append(c.Contestants, arena.Contestant{
			Name: e.Name, Control: e.Control, Ponder: e.Ponder, Restart: e.Restart, Bounded: e.weak(g),
			Start: func(ctx context.Context) (player.Player, error) { return e.start(ctx, g, c.Settings) },
		})
	}
	return closeLog, nil
}

// openLog opens the log at its end and writes a heading for this run.
func (a *arenaFlags) openLog() (*os.File, error) {
	f, err := os.OpenFile(a.log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	// The newline ends a line that a kill left unfinished.
	_, err = fmt.Fprintf(f, "\n# lab arena, %s: %s\n", time.Now().Format(time.DateTime), strings.Join(a.engines, " | "))
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func parseCheckPV(text string) (player.CheckPV, error) {
	switch text {
	case "last":
		return player.CheckLast, nil
	case "every":
		return player.CheckEvery, nil
	case "never":
		return player.CheckNever, nil
	}
	return 0, fmt.Errorf("--check-pv %q: choose last, every or never", text)
}

// adjudication reads the flags about it, which count full moves.
func (a *arenaFlags) adjudication() (j games.Adjudication, err error) {
	j.MaxPlies = 2 * a.maxMoves
	if err := readPairs("--draw", a.draw, map[string]*int{"from": &j.DrawFrom, "moves": &j.DrawMoves}, &j.DrawScore, nil); err != nil {
		return j, err
	}
	j.DrawFrom = 2*j.DrawFrom - 1
	if a.draw != "" && j.DrawMoves < 1 {
		return j, errors.New("--draw: moves=N is missing")
	}
	if err := readPairs("--resign", a.resign, map[string]*int{"moves": &j.WinMoves}, &j.WinScore, &j.OneSided); err != nil {
		return j, err
	}
	if a.resign != "" && (j.WinMoves < 1 || j.WinScore < 1) {
		return j, errors.New("--resign: moves=N and score=N are required")
	}
	return j, nil
}

// readPairs reads words like moves=8 score=10 of a flag.
func readPairs(flag, text string, numbers map[string]*int, score *core.Score, oneSided *bool) error {
	for _, word := range strings.Fields(text) {
		key, value, _ := strings.Cut(word, "=")
		if word == "one-sided" && oneSided != nil {
			*oneSided = true
			continue
		}
		n, err := strconv.ParseUint(value, 10, 31)
		switch {
		case err != nil:
			return fmt.Errorf("%s: %q is not a word with a number", flag, word)
		case key == "score":
			*score = core.Score(n)
		case numbers[key] == nil:
			return fmt.Errorf("%s: unknown word %q", flag, word)
		default:
			*numbers[key] = int(n)
		}
	}
	return nil
}

// parseSPRT reads the flag and returns the test before its first game, or nil.
func parseSPRT(text string) (*stats.Trial, error) {
	if text == "" {
		return nil, nil
	}
	t := stats.SPRT{Alpha: 0.05, Beta: 0.05}
	bounds := []*float64{&t.Elo0, &t.Elo1}
	for _, word := range strings.Fields(text) {
		key, value, named := strings.Cut(word, "=")
		if key == "model" {
			models := []stats.Model{stats.Normalized, stats.Logistic, stats.Bayesian}
			i := slices.IndexFunc(models, func(m stats.Model) bool { return m.String() == value })
			if i < 0 {
				return nil, fmt.Errorf("--sprt: unknown model %q", value)
			}
			t.Model = models[i]
			continue
		}
		target := map[string]*float64{"elo0": &t.Elo0, "elo1": &t.Elo1, "alpha": &t.Alpha, "beta": &t.Beta}[key]
		if !named && len(bounds) > 0 {
			target, value, bounds = bounds[0], word, bounds[1:]
		}
		if target == nil {
			return nil, fmt.Errorf("--sprt: unknown word %q", word)
		}
		number, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return nil, fmt.Errorf("--sprt: %q is not a number", value)
		}
		*target = number
	}
	if err := t.Validate(); err != nil {
		return nil, fmt.Errorf("--sprt: %w", err)
	}
	return stats.NewTrial(t), nil
}
