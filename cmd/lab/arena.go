package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/arena"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/disk"
	"github.com/nitoryu/nitoryu/smp"
	"github.com/nitoryu/nitoryu/smp/host"
)

// arenaFlags are the flags of lab arena.
type arenaFlags struct {
	matchSetup
	rounds      int
	concurrency int
	openings    string // a path, or random
	without     string
	sprt        string
	checkPV     string
	journal     string
	merge       bool
	records     recordFlags
	log         string

	margin       time.Duration
	start, ready time.Duration // limits for programs
	tables       string
	own          bool // our engine plays inside this process
	entrants     []*entrant
	say          func(string) // prints a remark
}

// matchSetup describes a match in its journal. Fields are only added, at the end, and omitted
// if they are zero, so that the journals of earlier versions can be resumed.
type matchSetup struct {
	Game, Each          string
	Engines             cli.List
	Gauntlet            bool
	Openings, Order     string // random, or the hash of the file
	Plies               int
	Seed                uint64
	Margin              string // a time, as in 20ms
	Draw, Resign        string
	MaxMoves, MoveLimit int
	EnteringKing        string
	Chess960            bool
	Shard               arena.Shard `json:",omitzero"`
	Rounds              int         `json:",omitempty"` // of a shard; a whole match may be extended
	Rules               string      `json:",omitempty"`
	Tables              int         `json:",omitempty"` // most men of the endgame tables that adjudicate

	// Programs identify the engines themselves: the words that describe an engine stay the same
	// when the program is built again.
	Programs []client.Identity `json:",omitempty"`
}

// match plays engines against each other, or joins the parts of a match.
func match(args []string, s cli.Streams) error {
	var a arenaFlags
	f := a.flags(s)
	files, err := cli.Parse(f, args)
	if err == nil && !a.merge {
		err = cli.NoMore(f, files)
	}
	if err != nil {
		return cli.UnlessHelp(err)
	}
	job := func(ctx context.Context) error {
		if err := a.fit(cli.IsSet(f, "concurrency")); err != nil {
			return err
		}
		return a.run(ctx, s)
	}
	if a.merge {
		job = func(context.Context) error { return a.join(f, files, s) }
	}
	return interruptibly("arena", job)
}

func (a *arenaFlags) flags(s cli.Streams) *flag.FlagSet {
	f := cli.NewFlags("lab arena", "--engine \"...\" --engine \"...\" [flags]",
		"Plays matches between UCI engines (chess) or USI engines (shogi), or ours inside this\n"+
			"process. Each opening is played twice with colours reversed. Ctrl-C ends the match and\n"+
			"reports its results; the status is 1 if a match is not complete or an SPRT is\n"+
			"undecided. With --journal results are kept, and the same command resumes\n"+
			"the match later, even after a crash.\n\n"+
			"With --shard 2/8 this is the second of 8 machines that share a match: each plays every\n"+
			"eighth opening and has its own journal; the other flags are the same on all machines.\n"+
			"lab arena --merge FILE... reads the journals and reports the whole match. It takes no\n"+
			"flags but --sprt, --pgn, --kif, --csa and --journal, for the joined journal.\n\n"+engineHelp+
			"\nExamples:\n\n"+
			"  lab arena --engine \"cmd=./new name=new\" --engine \"cmd=./old name=old\" \\\n"+
			"    --each \"tc=8+0.08 option.Hash=16\" --openings book.epd --sprt \"0 5\" --pgn games.pgn\n"+
			"  lab arena --game shogi --engine self --engine \"self NullMoveDepth=off\" --each nodes=5000\n"+
			"  lab arena --merge shard1.jsonl shard2.jsonl --pgn games.pgn\n", s)
	f.StringVar(&a.Game, "game", "chess", "chess or shogi")
	f.Var(&a.Engines, "engine", "an engine, as above; at least two are needed")
	f.StringVar(&a.Each, "each", "", "words for every engine; words of --engine override them")
	f.BoolVar(&a.Gauntlet, "gauntlet", false, "the first engine plays each other engine, instead of a round robin")
	f.StringVar(&a.without, "without", "", "the first engine, which must be self, also plays itself without each technique whose\nname contains this, or all of them; several separated by commas")
	f.IntVar(&a.rounds, "rounds", 0, "openings for each pairing, each played twice; 0: 100, or until --sprt decides")
	f.IntVar(&a.concurrency, "concurrency", host.Processors(), "games at once")
	f.StringVar(&a.openings, "openings", "random", "a file: EPD, FEN, SFEN, PGN, KIF, CSA or lines of moves; random: made by our engine")
	f.StringVar(&a.Order, "order", "random", "order of the openings of a file: random or sequential")
	f.IntVar(&a.Plies, "plies", 0, "maximum number of plies of an opening from a PGN; 0: all")
	f.Uint64Var(&a.Seed, "seed", 1, "seed of the openings and their order")
	f.DurationVar(&a.margin, "margin", 0, "`time` by which a move may be late, e.g. 20ms")
	f.DurationVar(&a.start, "start-timeout", client.StartTimeout, "`time` from the start of a program to uciok or usiok")
	f.DurationVar(&a.ready, "ready-timeout", client.ReadyTimeout, "`time` for readyok, e.g. to load a network")
	f.StringVar(&a.sprt, "sprt", "", "stop when decided: \"ELO0 ELO1 [alpha=0.05] [beta=0.05] [model=normalized|logistic|bayesian]\"")
	f.StringVar(&a.Draw, "draw", "", "adjudicate draws: \"from=40 moves=8 score=10\"")
	f.StringVar(&a.Resign, "resign", "", "adjudicate wins: \"moves=3 score=600\", both sides agreeing unless one-sided is added")
	f.IntVar(&a.MaxMoves, "max-moves", 0, "adjudicate a draw after this many full moves; 0: never")
	f.StringVar(&a.tables, "syzygy", "", "chess: adjudicate by the endgame tables in these `folders`")
	f.IntVar(&a.MoveLimit, "move-limit", -1, fmt.Sprintf("shogi: draw after this many plies, by the rules; 0: never, -1: %d", games.Shogi().MoveLimit))
	f.StringVar(&a.EnteringKing, "entering-king", core.CSARule27, "shogi: "+cli.Listed(core.EnteringKingRules(), "or"))
	f.BoolVar(&a.Chess960, "chess960", false, "chess: Chess960")
	f.StringVar(&a.Rules, "rules", "", "fide: a side that runs out of time draws if the other side cannot mate by any moves")
	f.StringVar(&a.checkPV, "check-pv", checkLast, "check PVs for illegal moves: last (of a search), every or never")
	f.StringVar(&a.journal, "journal", "", "file of results, JSON lines; an existing file is resumed if it is of the same programs")
	f.TextVar(&a.Shard, "shard", arena.Shard{}, "play one `part` of a match that several machines share, e.g. 2/8; needs --journal")
	f.BoolVar(&a.merge, "merge", false, "report the match whose parts are in these journals; no game is played")
	a.records.flags(f)
	f.StringVar(&a.log, "log", "", "append all communication with engines to this file")
	return f
}

// run plays the match.
func (a *arenaFlags) run(ctx context.Context, s cli.Streams) (err error) {
	if err := a.uses(nil).Check(); err != nil {
		return err
	}
	if err := a.checkShard(); err != nil {
		return err
	}
	if a.start <= 0 || a.ready <= 0 {
		return errors.New("--start-timeout and --ready-timeout have to be above 0")
	}
	a.Margin = a.margin.String()
	line := progress.New(s.Err, cli.Terminal(s.Err))
	a.say = line.Print
	m, err := a.newMatch()
	if err != nil {
		return err
	}
	c, g := m.config, m.game
	defer func() { err = errors.Join(err, m.closeLog()) }()
	closeTables, err := a.openTables(c, g)
	if err != nil {
		return err
	}
	defer closeTables()
	identity, closeOpenings, err := a.openingsFor(c, g, line)
	if err != nil {
		return err
	}
	defer closeOpenings()
	a.Openings = identity
	if a.journal != "" {
		if a.Programs, err = a.identify(ctx, c, g); err != nil {
			return err
		}
		if err := a.openJournal(c, line.Print); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, c.Journal.Close()) }()
	}
	writer, err := a.records.open(c, g)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, writer.close()) }()
	if !a.own {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(refereeProcs(c.Concurrency)))
	}
	v := &matchView{config: c, trial: m.trial, line: line, writer: writer}
	return v.play(ctx, s)
}

// preparedMatch is what the flags of a match say, before its openings and files are read.
type preparedMatch struct {
	config   *arena.Config
	game     games.Game
	trial    *stats.Trial // nil: no SPRT
	closeLog func() error
}

// newMatch reads the flags.
func (a *arenaFlags) newMatch() (*preparedMatch, error) {
	g, err := games.ByName(a.Game)
	if err != nil {
		return nil, err
	}
	if a.without != "" && len(a.Engines) > 0 {
		off, err := without(a.Engines[0], a.Each, g, a.without)
		if err != nil {
			return nil, err
		}
		a.Engines, a.Gauntlet = append(a.Engines, off...), true
	}
	settings := g.MatchSettings()
	if a.MoveLimit >= 0 {
		settings.MoveLimit = a.MoveLimit
	}
	if !slices.Contains(core.EnteringKingRules(), a.EnteringKing) {
		return nil, fmt.Errorf("--entering-king: %w", cli.Unknown("rule", a.EnteringKing, core.EnteringKingRules()))
	}
	if a.Rules != "" && a.Rules != rulesFIDE {
		return nil, fmt.Errorf("--rules: %w", cli.Unknown("set of rules", a.Rules, []string{rulesFIDE}))
	}
	settings.Chess960, settings.EnteringKing = a.Chess960, a.EnteringKing
	c := &arena.Config{
		Rules: g.Rules, Settings: settings, Gauntlet: a.Gauntlet, Shard: a.Shard,
		Concurrency: a.concurrency, Margin: a.margin, FlagDraws: a.Rules == rulesFIDE,
	}
	if c.Adjudication, err = a.adjudication(); err != nil {
		return nil, err
	}
	m := &preparedMatch{config: c, game: g}
	if m.trial, err = parseSPRT(a.sprt); err != nil {
		return nil, err
	}
	if m.closeLog, err = a.contestants(c, g); err != nil {
		return nil, err
	}
	if m.trial != nil && len(c.Contestants) != 2 {
		return nil, errors.Join(errors.New("an SPRT is between two engines"), m.closeLog())
	}
	if c.Rounds = a.rounds; c.Rounds == 0 {
		if c.Rounds = defaultRounds; m.trial != nil {
			c.Rounds = 1_000_000
		}
	}
	return m, nil
}

// rulesFIDE is the value of --rules for FIDE's rules; the default are the rules of match
// managers.
const rulesFIDE = "fide"

// defaultRounds is the number of openings of a match that no SPRT ends.
const defaultRounds = 100

// uses returns the files that a match uses. journals are the journals to join.
func (a *arenaFlags) uses(journals []string) *disk.Uses {
	u := &disk.Uses{}
	u.Read("the journals of shards", journals...)
	if a.openings != "random" {
		u.Read("--openings", a.openings)
	}
	useEngines(u, append(a.Engines[:len(a.Engines):len(a.Engines)], a.Each)...)
	u.Lock("--journal", a.journal)
	u.Lock("--pgn", a.records.pgn)
	u.Write("--kif", a.records.kif)
	u.Write("--csa", a.records.csa)
	u.Write("--log", a.log)
	return u
}

// fit lowers the number of games at once to what fits into the memory, if our engine plays and
// the user asked for no number. A number that the user asked for and that is too high is an
// error.
func (a *arenaFlags) fit(asked bool) error {
	list, err := parseEngines(a.Engines, a.Each)
	if err != nil {
		return nil // the error is reported later
	}
	ours, hash, threads := 0, 0, 1
	for _, e := range list {
		if e.Self {
			ours, hash, threads = ours+1, max(hash, cmp.Or(e.Hash, selfHash)), max(threads, e.Threads)
		}
	}
	if ours = min(2, ours); a.without != "" {
		ours = 2 // it plays itself
	}
	if ours == 0 || a.concurrency < 1 {
		return nil
	}
	n, err := smp.Fit(ours*a.concurrency, asked, hash, threads)
	if err != nil {
		return fmt.Errorf("--concurrency: %w", err)
	}
	a.concurrency = max(1, n/ours)
	return nil
}

// contestants fills in the engines and returns a function that closes their log.
func (a *arenaFlags) contestants(c *arena.Config, g games.Game) (closeLog func() error, err error) {
	closeLog = func() error { return nil }
	if checks := []string{checkLast, checkEvery, checkNever}; !slices.Contains(checks, a.checkPV) {
		return nil, fmt.Errorf("--check-pv %q: choose last, every or never", a.checkPV)
	}
	list, err := parseEngines(a.Engines, a.Each)
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
		if err := e.checkControl(g); err != nil {
			return nil, errors.Join(err, closeLog())
		}
		a.own = a.own || e.Self
		e.Log, e.Quiet, e.StartTimeout, e.ReadyTimeout = log, a.checkPV != checkEvery, a.start, a.ready
		p := &entrant{engineSpec: e}
		a.entrants = append(a.entrants, p)
		c.Contestants = append(c.Contestants, arena.Contestant{
			Name: e.Name, Control: e.Control, Ponder: e.Ponder, Restart: e.Restart, Bounded: e.weak(g), NodeTime: e.NodeTime,
			Start: func(ctx context.Context, badLine func(string, error)) (nitoryu.Searcher, error) {
				e := e
				if a.checkPV != checkNever {
					e.BadLine = badLine
				}
				e.Warn = func(text string) { p.say(text, a.say) }
				s, err := e.start(ctx, g, c.Settings)
				if err != nil {
					return nil, err
				}
				if err := p.check(ctx, s); err != nil {
					return nil, errors.Join(err, s.Close())
				}
				return s, nil
			},
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
	_, err = fmt.Fprintf(f, "\n# lab arena, %s: %s\n", time.Now().Format(time.DateTime), strings.Join(a.Engines, " | "))
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// The choices of --check-pv.
const (
	checkLast  = "last"
	checkEvery = "every"
	checkNever = "never"
)

// adjudication reads the flags about adjudication, which count full moves.
func (a *arenaFlags) adjudication() (j games.Adjudication, err error) {
	j.MaxPlies = 2 * a.MaxMoves
	if err := readPairs("--draw", a.Draw, map[string]*int{"from": &j.DrawFrom, "moves": &j.DrawMoves}, &j.DrawScore, nil); err != nil {
		return j, err
	}
	j.DrawFrom = 2*j.DrawFrom - 1
	if a.Draw != "" && j.DrawMoves < 1 {
		return j, errors.New("--draw: moves=N is missing")
	}
	if err := readPairs("--resign", a.Resign, map[string]*int{"moves": &j.WinMoves}, &j.WinScore, &j.OneSided); err != nil {
		return j, err
	}
	if a.Resign != "" && (j.WinMoves < 1 || j.WinScore < 1) {
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
	numbers := map[string]*float64{"elo0": &t.Elo0, "elo1": &t.Elo1, "alpha": &t.Alpha, "beta": &t.Beta}
	bounds, models := []string{"elo0", "elo1"}, []stats.Model{stats.Normalized, stats.Logistic, stats.Bayesian}
	for _, word := range strings.Fields(text) {
		key, value, named := strings.Cut(word, "=")
		if !named && len(bounds) > 0 {
			key, value, bounds = bounds[0], word, bounds[1:]
		}
		var err error
		switch target := numbers[key]; {
		case key == "model":
			i := slices.IndexFunc(models, func(m stats.Model) bool { return m.String() == value })
			if i < 0 {
				return nil, fmt.Errorf("--sprt: unknown model %q", value)
			}
			t.Model = models[i]
		case target == nil:
			return nil, fmt.Errorf("--sprt: unknown word %q", word)
		default:
			if *target, err = strconv.ParseFloat(value, 64); err != nil {
				return nil, fmt.Errorf("--sprt: %q is not a number", value)
			}
		}
	}
	if err := t.Validate(); err != nil {
		return nil, fmt.Errorf("--sprt: %w", err)
	}
	return stats.NewTrial(t), nil
}
