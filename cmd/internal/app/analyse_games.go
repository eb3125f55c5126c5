//go:build !js

package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/batch"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/book"
	"github.com/nitoryu/nitoryu/games/opening"
	"github.com/nitoryu/nitoryu/internal/disk"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/smp"
	"github.com/nitoryu/nitoryu/smp/host"
)

// qualityNames are the values of --quality.
func qualityNames() (names []string) {
	for q := range review.Qualities {
		names = append(names, q.String())
	}
	return names
}

// gameOptions are the flags of an analysis of games.
type gameOptions struct {
	engineFlags                       // threads is how many positions are searched at once
	review             review.Options // of every game
	quality            string
	together           bool
	eval, side, player string
	from               int
	format, out, html  string
	puzzles, exercises string
	book               string
	known              opening.Book // of book; nil: there is none
	lang, journal      string
}

// gameFlags returns the flags of an analysis of games.
func gameFlags(s cli.Streams) (*flag.FlagSet, *gameOptions) {
	o := &gameOptions{}
	f := cli.NewFlags("nitoryu analyse", "[flags] GAME...",
		"Analyses whole games: those in files, in folders with what is below, in .zip, .gz and .zst, and "+
			"with - in the standard input, in PGN, KIF, KI2, CSA, JKF or as lines of UCI or USI. Each move is judged by "+
			"how much of the chances to win it gave away. The games are written with these judgements, "+
			"what the engine thinks of each position, and better moves. Before a move is blamed, the\n"+
			"positions around it are searched again, 8 or 16 times as long. See docs/use/analysis.md.\n\n"+
			"  nitoryu analyse game.pgn > annotated.pgn\n"+
			"  nitoryu analyse games/ --out annotated/ --journal games.analysis\n"+
			"  nitoryu analyse game.kif --quality deep --side sente --html pages/\n"+
			"  nitoryu analyse game.pgn --engine stockfish --option Hash=256\n", s)
	f.StringVar(&o.quality, "quality", review.Normal.String(), "fast, normal or deep; once: each position is searched once, and nothing is confirmed")
	f.Uint64Var(&o.review.Limits.Nodes, "nodes", 0, "nodes of the first search of each position, instead of the number that the quality sets")
	f.DurationVar(&o.review.Limits.Time, "time", 0, "time of it")
	f.IntVar(&o.review.Limits.Depth, "depth", 0, "plies of it")
	f.IntVar(&o.review.Limits.Lines, "multipv", 1, "number of best lines to show; jsonl has them all. Verdicts do not depend on it")
	f.IntVar(&o.threads, "threads", host.Processors(), "number of positions that are searched at once")
	f.BoolVar(&o.together, "together", false, "search one position at a time, with all threads")
	f.IntVar(&o.hash, "hash", review.Hash, "size of each engine's transposition table in MiB")
	o.add(f)
	o.addTables(f)
	f.StringVar(&o.eval, "eval", "", "network `file` to evaluate with; by default the engine's own")
	f.StringVar(&o.book, "book", "", "`file` of a book, Polyglot or YaneuraOu: pages tell which move left it")
	f.StringVar(&o.side, "side", "", "judge the moves of one side: white, black, sente or gote")
	f.StringVar(&o.player, "player", "", "judge the moves of players whose `name` has this in it, and leave out games of others")
	f.IntVar(&o.from, "from", 1, "first half move to judge")
	f.StringVar(&o.format, "format", "", "pgn, kif, ki2, csa, jkf, jsonl, or txt to be read at a terminal; by default each game's own format, KIF for lines of USI, PGN for lines of UCI")
	f.StringVar(&o.out, "out", "", "`file` to write to, or a folder, which gets a file for each one that is read; by default the standard output")
	f.StringVar(&o.html, "html", "", "`folder` for a page of each game, and an index")
	f.StringVar(&o.puzzles, "puzzles", "", "`file` for the tactics and mates in the games: EPD in chess, SFEN with the same operations in shogi; with theme and rating as .pgn or .kif")
	f.StringVar(&o.exercises, "exercises", "", "`file` for the positions before mistakes and blunders, to find the better move, as --puzzles has them")
	f.StringVar(&o.lang, "lang", "", "language, en or ja; by default Japanese in records of shogi, else English")
	f.StringVar(&o.journal, "journal", "", "`file` that keeps all results: after an interruption the same command goes on")
	return f, o
}

// analyseAny analyses games if the first argument is a file, a folder or the standard
// input, otherwise a position.
func analyseAny(args []string, s cli.Streams) error {
	f, o := gameFlags(s)
	switch {
	case namesGames(f, args):
		rest, err := cli.Parse(f, args)
		if err != nil {
			return cli.UnlessHelp(err)
		}
		if err := o.check(f); err != nil {
			return fmt.Errorf("analyse: %w", err)
		}
		if err := o.analyse(rest, s); err != nil {
			return fmt.Errorf("analyse: %w", err)
		}
		return nil
	case len(args) > 0 && cli.IsHelp(args[0]):
		if err := analyse(args, s); err != nil {
			return err
		}
		fmt.Fprintln(s.Out)
		f.Usage()
		return nil
	}
	return analyse(args, s)
}

// namesGames reports whether the first argument that is no flag of f, or its value, is
// a file, a folder or the standard input. Later ones may be the dashes of a FEN.
func namesGames(f *flag.FlagSet, args []string) bool {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			_, err := os.Stat(arg)
			return err == nil || arg == "-" || looksLikeFile(arg)
		}
		if known := f.Lookup(strings.TrimLeft(arg, "-")); known != nil {
			if b, ok := known.Value.(interface{ IsBoolFlag() bool }); !ok || !b.IsBoolFlag() {
				i++ // its value
			}
		}
	}
	return false
}

// check checks the flags and fills in what they leave open.
func (o *gameOptions) check(f *flag.FlagSet) error {
	l := &o.review.Limits
	switch {
	case l.Time < 0:
		return fmt.Errorf("--time must not be negative: %v", l.Time)
	case l.Depth < 0 || l.Depth >= core.MaxPly:
		return fmt.Errorf("--depth must be 0 to %d, not %d", core.MaxPly-1, l.Depth)
	case l.Lines < 1:
		return fmt.Errorf("--multipv must be at least 1, not %d", l.Lines)
	case o.threads < 1 || o.threads > core.MaxThreads:
		return fmt.Errorf("--threads must be 1 to %d, not %d", core.MaxThreads, o.threads)
	case o.from < 1:
		return fmt.Errorf("--from counts half moves from 1, not %d", o.from)
	case o.side != "" && o.player != "":
		return errors.New("--side and --player choose the moves to judge in two ways; give one of them")
	case !o.others() && slices.ContainsFunc(o.options, isNetwork):
		return errors.New("--option: give the network of our own engine as --eval")
	case o.others() && o.eval != "":
		return errors.New("--eval is for our own engine: give what the other one evaluates with as its --option")
	}
	if err := o.engineFlags.check(); err != nil {
		return err
	}
	if !o.others() && !o.together {
		var err error
		if o.threads, err = smp.Fit(o.threads, cli.IsSet(f, "threads"), o.hash, 1); err != nil {
			return fmt.Errorf("--threads: %w", err)
		}
	}
	for _, choice := range []struct {
		flag, value string
		known       []string
	}{{"side", o.side, sideNames[:]}, {"format", o.format, formatNames[:]}, {"lang", o.lang, languageNames()}, {"quality", o.quality, qualityNames()}} {
		if err := among(choice.flag, choice.value, choice.known); err != nil {
			return err
		}
	}
	if l.Nodes == 0 && l.Time == 0 && l.Depth == 0 {
		if cli.IsSet(f, "nodes") || cli.IsSet(f, "time") || cli.IsSet(f, "depth") {
			return errors.New("a search needs a limit above 0: --nodes, --time or --depth")
		}
	}
	o.review.From = o.from - 1
	if o.quality == "" {
		return nil
	}
	return o.review.Quality.UnmarshalText([]byte(o.quality))
}

// isNetwork reports whether an option, NAME=VALUE, names a network.
func isNetwork(option string) bool {
	name, _, _ := strings.Cut(option, "=")
	return protocol.SameOption(name, "EvalFile")
}

// among checks the value of a flag, which may be "".
func among(flag, value string, known []string) error {
	for _, k := range known {
		if value == k {
			return nil
		}
	}
	if value == "" {
		return nil
	}
	return fmt.Errorf("--%s: %w", flag, cli.Unknown("choice", value, known))
}

// gameAnalysis is an analysis of games that runs.
type gameAnalysis struct {
	*gameOptions
	in    input
	kinds []*inputGame      // see input
	rules []games.Game      // with the evaluation that is asked for
	names map[string]string // of the engines, by game

	programs map[string]client.Identity // other engines, by game
	line     *progress.Line
	faults   faults
	out      *gameOutput
	album    *album // nil: no puzzles are wanted
	lessons  *album // nil: no exercises are wanted

	progress          sync.Mutex // guards what follows
	thoughts, toThink int        // positions that were thought about, and all
	looks, toLook     int        // positions in which a puzzle was looked for, and all

	window sync.Mutex         // guards what follows
	held   map[int]*inputGame // that are analysed, by number
}

// mostRepeated is how many games are named that are there twice.
const mostRepeated = 10

// analyse analyses the games in files and folders.
func (o *gameOptions) analyse(names []string, s cli.Streams) error {
	a := &gameAnalysis{gameOptions: o, line: progress.New(s.Err, cli.Terminal(s.Err)), held: map[int]*inputGame{}}
	a.line.Speak(s.Language.Say)
	a.warn = onceEach(a.line.Print)
	defer a.line.Finish()
	a.faults.report = a.line.Print
	a.in = input{stdin: s.In, faults: &a.faults, wanted: o.wants, found: a.count, numbered: o.html != ""}
	repeated := 0
	a.in.twice = func(g, before *inputGame) {
		if repeated++; repeated <= mostRepeated {
			a.line.Print(fmt.Sprintf("%s is the same game as %s", g, before))
		}
	}
	a.in.tell = func(games int, file string) { a.line.Show(int64(games), 0, "reading "+cli.Name(file)) }
	defer a.in.close()
	for _, name := range names {
		a.in.read(name)
	}
	if repeated > mostRepeated {
		a.line.Print(fmt.Sprintf("%s in all are there twice", cli.Plural(repeated, "game")))
	}
	if err := a.chosen(); err != nil {
		return err
	}
	a.kinds = a.in.kinds()
	out, err := newGameOutput(o, a.in.sources, s.Out)
	if err != nil {
		return err
	}
	a.out = out
	if a.album, err = newAlbum("puzzles", o.puzzles, a.kinds); err != nil {
		return err
	}
	if a.lessons, err = newAlbum("exercises", o.exercises, a.kinds); err != nil {
		return err
	}
	if err := out.collisions(names, a.kinds); err != nil {
		return err
	}
	if err := out.writable(); err != nil {
		return err
	}
	if a.rules, err = a.evaluated(); err != nil {
		return err
	}
	closeBook, err := o.openBook()
	if err != nil {
		return err
	}
	defer closeBook()
	if err := a.identify(); err != nil {
		return err
	}
	err = a.run()
	whole := err == nil
	if err := errors.Join(err, out.close(whole), a.album.close(whole), a.lessons.close(whole)); err != nil {
		return err
	}
	a.line.Finish()
	a.album.summary(a.line)
	a.lessons.summary(a.line)
	return a.faults.err(a.in.games)
}

// openBook opens the book that is asked for, and returns what closes it.
func (o *gameOptions) openBook() (closeBook func(), err error) {
	if o.book == "" {
		return func() {}, nil
	}
	b, err := book.Open(o.book, book.Options{IgnorePly: true})
	if err != nil {
		return nil, err
	}
	var one sync.Mutex // games are judged side by side
	o.known = func(p core.Position, m core.Move) bool {
		one.Lock()
		defer one.Unlock()
		moves, _ := b.Moves(p, nil) // a position of the other game, or a fault of the book, is not known
		return slices.ContainsFunc(moves, func(of book.Move) bool { return of.Move == m })
	}
	return func() { _ = b.Close() }, nil // it was only read
}

// run thinks about all games, and writes each as soon as those before are written.
func (a *gameAnalysis) run() error {
	if a.in.games == 0 {
		return nil
	}
	c := batch.Config{Games: a.begin, Total: a.toThink, Engines: a.threads, Open: a.open, Options: a.reviewOf}
	if a.together {
		c.Engines = 1
	}
	if a.journal != "" {
		journal, err := batch.Open(a.journal, a.setup())
		if errors.Is(err, disk.ErrHeld) {
			err = fmt.Errorf("%w; wait for it, or choose another --journal", err)
		}
		if err != nil {
			return err
		}
		defer journal.Close()
		c.Journal = journal
	}
	var job *batch.Job
	c.Progress = func(done, total, game int) {
		a.line.Resume(int64(job.Known))
		a.advance(a.game(game).String(), done, total, 0)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	c.Judged = func(game int, judged *review.Game, err error) func() error { return a.judged(ctx, game, judged, err) }
	job = batch.New(c)
	err := job.Run(ctx)
	switch illegal := (*nitoryu.MoveError)(nil); {
	case errors.As(err, &illegal):
		err = fmt.Errorf("%s: %w", a.command, err)
		fallthrough
	case !errors.Is(err, context.Canceled):
		if err != nil && a.others() && a.journal != "" {
			err = fmt.Errorf("%w; the same command goes on with what is in %s", err, a.journal)
		}
		return err
	case a.journal == "":
		return errors.New("interrupted; with --journal FILE the same command could go on now")
	}
	return fmt.Errorf("interrupted; the same command goes on with what is in %s", a.journal)
}

// count counts the positions of a game that is wanted.
func (a *gameAnalysis) count(g *inputGame) {
	n, err := review.Positions(g.record)
	if err != nil {
		return // does not happen: it was read
	}
	begin := a.review.Begin(n)
	a.toThink += n - begin
	if a.puzzles != "" {
		a.toLook += len(g.record.Moves()) - begin
	}
}

// begin yields the games, which are held from then on until they are written.
func (a *gameAnalysis) begin(yield func(*record.Game) bool) {
	number := 0
	for g := range a.in.all() {
		if number == a.in.games {
			return // a file has grown since
		}
		a.window.Lock()
		a.held[number] = g
		a.window.Unlock()
		if number++; !yield(g.record) {
			return
		}
	}
}

// game returns a game that is held.
func (a *gameAnalysis) game(number int) *inputGame {
	a.window.Lock()
	defer a.window.Unlock()
	return a.held[number]
}

// release gives a game up that is written.
func (a *gameAnalysis) release(number int) {
	a.window.Lock()
	defer a.window.Unlock()
	delete(a.held, number)
}

// advance shows how many positions of how many were thought about, and how many more
// were searched for puzzles.
func (a *gameAnalysis) advance(text string, thoughts, toThink, looks int) {
	a.progress.Lock()
	defer a.progress.Unlock()
	a.thoughts, a.toThink, a.looks = max(a.thoughts, thoughts), max(a.toThink, toThink), a.looks+looks
	a.line.Show(int64(a.thoughts+a.looks), int64(a.toThink+a.toLook), text)
}

// reviewOf returns how a game is reviewed.
func (a *gameAnalysis) reviewOf(number int) review.Options {
	g, o := a.game(number), a.review
	o.Standard = review.StandardFor(a.names[g.record.Rules.Name], g.record.Rules.Name)
	for side, judged := range g.judged {
		o.Unjudged[side] = !judged
	}
	return o
}
