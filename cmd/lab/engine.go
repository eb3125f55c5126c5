package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/shlex"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/arena"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/strength"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/internal/spelling"
	"github.com/nitoryu/nitoryu/smp"
	"github.com/nitoryu/nitoryu/smp/host"
)

// engineHelp explains the words of an engine, for the help of subcommands.
const engineHelp = `An engine is described by words:
  self                 our own engine inside this process, without pipes; then
    NAME=VALUE         one of its search parameters, a number or off; lab params
                       lists them
    eval=FILE          the network to evaluate with, <own> or <classic>
    elo=N  skill=N     its strength, as UCI_Elo and Skill Level; needs no
                       time control
    nodestime=N        N of its nodes count as a millisecond of its clock, so
                       that games with tc do not depend on the machine
  cmd=PATH             a program; then
    proto=uci|usi      its protocol; by default the game's protocol
    dir=PATH           its working directory
    args="A B"         its arguments
    option.NAME=VALUE  an option; quote a name or value with blanks:
                       "option.Move Overhead=50"
  name=NAME            its name in reports
  threads=N hash=N     its threads, and its table in MiB
  tc=[MOVES/]BASE[+INC]
                       its clock, in seconds or minutes:seconds
  byoyomi=S  st=S      seconds of byoyomi, in USI only; seconds for each move
  nodes=N  depth=N     instead of, or in addition to, a clock
  ponder  restart      think on the opponent's time; a new process for each game
`

// engineSpec is an engine as described on the command line.
type engineSpec struct {
	client.Config
	Text     string // the words, for journals
	Self     bool
	Params   []client.Option  // of Self
	Level    strength.Setting // of Self
	NodeTime int              // of Self: nodes that count as a millisecond; 0: the clock
	Eval     string           // of Self: as in games.Game.Evaluation
	Control  arena.Control
	Restart  bool
}

// parseEngine reads the words of an engine; they override base, the words for every
// engine.
func parseEngine(text, base string) (engineSpec, error) {
	e := engineSpec{Text: strings.TrimSpace(base + " " + text), Level: strength.Full}
	for i, part := range []string{base, text} {
		words, err := splitWords(part)
		if err != nil {
			return e, fmt.Errorf("engine %q: %w", text, err)
		}
		if i == 1 && slices.ContainsFunc(words, setsControl) {
			e.Control = arena.Control{} // its own time control replaces the time control of base
		}
		for _, w := range words {
			if err := e.word(w); err != nil {
				return e, fmt.Errorf("engine %q: %w", text, err)
			}
		}
	}
	switch {
	case e.Self == (e.Command != ""):
		return e, fmt.Errorf("engine %q has to be either self or cmd=PATH", text)
	case !e.Self && e.Level != strength.Full:
		return e, fmt.Errorf("engine %q: elo and skill are words for self; a program has options, such as option.UCI_LimitStrength=true option.UCI_Elo=1500", text)
	case !e.Self && e.NodeTime > 0:
		return e, fmt.Errorf("engine %q: nodestime is a word for self: other engines are timed by the clock", text)
	case e.NodeTime > 0 && (e.Ponder || e.Control.Moves > 0):
		return e, fmt.Errorf("engine %q: nodestime goes with tc=BASE+INC and byoyomi, not with ponder or MOVES/BASE", text)
	case e.Name == "" && e.Self:
		e.Name = "Nitoryu"
		if e.Eval != "" {
			e.Name += " " + strings.TrimSuffix(filepath.Base(e.Eval), ".net")
		}
		for _, p := range e.Params {
			e.Name += " " + p.Name + "=" + p.Value
		}
		if e.Level.LimitElo {
			e.Name += fmt.Sprintf(" elo=%d", e.Level.Elo)
		} else if e.Level != strength.Full {
			e.Name += fmt.Sprintf(" skill=%d", e.Level.Skill)
		}
	case e.Name == "":
		e.Name = strings.TrimSuffix(filepath.Base(e.Command), ".exe")
	}
	return e, nil
}

// parseEngines reads the words of several engines and makes their names differ.
func parseEngines(texts []string, base string) (list []engineSpec, err error) {
	names := map[string]int{}
	for _, text := range texts {
		e, err := parseEngine(text, base)
		if err != nil {
			return nil, err
		}
		if names[e.Name]++; names[e.Name] > 1 {
			e.Name = fmt.Sprintf("%s (%d)", e.Name, names[e.Name])
		}
		list = append(list, e)
	}
	return list, nil
}

// setsControl reports whether a word is part of the time control.
func setsControl(word string) bool {
	key, _, _ := strings.Cut(word, "=")
	return slices.Contains([]string{"tc", "byoyomi", "st", "nodes", "depth"}, key)
}

// word applies one word.
func (e *engineSpec) word(w string) (err error) {
	key, value, hasValue := strings.Cut(w, "=")
	switches := map[string]*bool{"self": &e.Self, "ponder": &e.Ponder, "restart": &e.Restart}
	texts := map[string]*string{"cmd": &e.Command, "name": &e.Name, "dir": &e.Dir, "eval": &e.Eval}
	numbers := map[string]*int{
		"threads": &e.Threads, "hash": &e.Hash, "nodestime": &e.NodeTime, "elo": &e.Level.Elo, "skill": &e.Level.Skill, "depth": &e.Control.Depth,
	}
	times := map[string]*time.Duration{"byoyomi": &e.Control.Byoyomi, "st": &e.Control.MoveTime}
	protocols := map[string]client.Protocol{"uci": client.UCI, "usi": client.USI}
	option, isOption := strings.CutPrefix(key, "option.")
	whole := func(bits int) uint64 {
		n, failed := strconv.ParseUint(value, 10, bits)
		if failed != nil {
			err = fmt.Errorf("%q is not a whole number of 0 or more", value)
		}
		return n
	}
	switch {
	case !hasValue && switches[w] != nil:
		*switches[w] = true
	case !hasValue:
		return fmt.Errorf("unknown word %q%s", w, cmp.Or(spelling.Hint(w, slices.Sorted(maps.Keys(switches))), "; a program is cmd="+w))
	case isOption:
		e.Options = append(e.Options, client.Option{Name: option, Value: value})
	case texts[key] != nil:
		*texts[key] = value
	case numbers[key] != nil:
		*numbers[key] = int(whole(31))
		e.Level.LimitElo = e.Level.LimitElo || key == "elo"
		if err == nil && e.Level.Skill > strength.FullSkill {
			err = fmt.Errorf("%d is not within 0 to %d", e.Level.Skill, strength.FullSkill)
		}
	case times[key] != nil:
		*times[key], err = arena.Seconds(value)
	case key == "nodes":
		e.Control.Nodes = whole(63)
	case key == "args":
		e.Args, err = splitWords(value)
	case key == "tc":
		err = e.Control.ParseClock(value)
	case key == "proto" && protocols[value] != 0:
		e.Protocol = protocols[value]
	case key == "proto":
		return cli.Unknown("protocol", value, slices.Sorted(maps.Keys(protocols)))
	case key != "" && key[0] >= 'A' && key[0] <= 'Z':
		e.Params = append(e.Params, client.Option{Name: key, Value: value})
	default:
		known := slices.Concat([]string{"option", "nodes", "args", "tc", "proto"},
			slices.Sorted(maps.Keys(texts)), slices.Sorted(maps.Keys(numbers)), slices.Sorted(maps.Keys(times)))
		return fmt.Errorf("unknown word %q%s", w, spelling.Hint(key, known))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// weak reports whether a level limits the engine in the game. A level bounds the nodes of a
// search, so that it needs no time control.
func (e *engineSpec) weak(g games.Game) bool {
	ladder, ok := strength.Of(g.Name)
	if !ok {
		return false
	}
	_, weak := ladder.Limit(e.Level)
	return weak
}

// checkControl returns an error if the engine's protocol cannot express the time control. The
// same rules hold for our own engine.
func (e *engineSpec) checkControl(g games.Game) error {
	usi := e.Protocol == client.USI || e.Protocol == client.Auto && g.Protocol == "usi"
	if b := e.Control.Byoyomi; b > 0 && !usi {
		return fmt.Errorf("engine %q: UCI has no byoyomi; st=%[2]g gives %[2]g s to each move, tc=BASE+%[2]g adds %[2]g s to a clock", e.Name, b.Seconds())
	}
	return nil
}

// start opens the engine for a game.
func (e *engineSpec) start(ctx context.Context, g games.Game, s core.Settings) (nitoryu.Searcher, error) {
	if e.Self {
		return e.startSelf(g)
	}
	if len(e.Params) > 0 {
		return nil, fmt.Errorf("%s=%s: only self has parameters; write option.%[1]s=%[2]s for an option", e.Params[0].Name, e.Params[0].Value)
	}
	c := e.Config
	c.Variant, c.Chess960, c.MoveLimit, c.EnteringKing = nitoryu.Variant(g.Name), s.Chess960, s.MoveLimit, s.EnteringKing
	program, err := client.Start(ctx, c)
	if err != nil {
		return nil, err
	}
	threads := func(o client.OptionSpec) bool { return strings.EqualFold(o.Name, "Threads") }
	if c.Threads > 1 && !slices.ContainsFunc(program.Options(), threads) {
		return nil, errors.Join(fmt.Errorf("%s has no option Threads", e.Name), program.Close())
	}
	return program, nil
}

// checkSelf returns an error if the words of our own engine make no sense.
func (e *engineSpec) checkSelf(g games.Game) error {
	if len(e.Options) > 0 {
		return fmt.Errorf("option.%s: self has parameters, threads and hash, no options", e.Options[0].Name)
	}
	if ladder, ok := strength.Of(g.Name); ok && e.Level.LimitElo {
		if lowest, highest := ladder.Range(); e.Level.Elo < lowest || e.Level.Elo > highest {
			return fmt.Errorf("elo=%d: the levels of %s go from %d to %d", e.Level.Elo, g.Name, lowest, highest)
		}
	}
	return nil
}

// selfHash is the table of our own engine in this process in MiB, unless its words say more.
const selfHash = 16

// startSelf opens our own engine in this process.
func (e *engineSpec) startSelf(g games.Game) (*nitoryu.Engine, error) {
	if err := e.checkSelf(g); err != nil {
		return nil, err
	}
	set, source, err := e.ours(g)
	if err != nil {
		return nil, err
	}
	g.Evaluators = source
	engine := smp.New(g.Engine(set))
	engine.SetSkill(e.Level.Skill)
	engine.SetElo(e.Level.Elo)
	engine.LimitElo(e.Level.LimitElo)
	overhead := selfOverhead
	if e.Prompt {
		overhead = 0
	}
	return openSelf(g, engine, e.Threads, e.Hash, e.NodeTime, overhead)
}

// openSelf prepares our own engine, or closes it. Threads and hash of 0 are the default.
func openSelf(g games.Game, engine *smp.Engine, threads, hash, nodeTime int, overhead time.Duration) (*nitoryu.Engine, error) {
	engine.SetMoveOverhead(overhead)
	engine.SetPace(options.Pace{Nodes: nodeTime})
	err := errors.Join(engine.SetThreads(cmp.Or(threads, 1)), engine.SetHash(cmp.Or(hash, selfHash)))
	if err == nil {
		err = engine.Prepare(g.Start(core.Settings{}))
	}
	if err != nil {
		engine.Close()
		return nil, err
	}
	return inside.Wrap(engine), nil
}

// ours returns the parameters and the evaluation of our own engine in this process.
func (e *engineSpec) ours(g games.Game) (*params.Set, core.EvaluatorFactory, error) {
	set := g.Params()
	for _, p := range e.Params {
		if err := set.AssignText(p.Name, p.Value); err != nil {
			return nil, nil, err
		}
	}
	source, err := g.Evaluation(options.Evaluation{File: e.Eval})
	return set, source, err
}

// selfOverhead is the move overhead of our engine in this process, where only the
// scheduler delays its answers.
const selfOverhead = 5 * time.Millisecond

// engineWithoutFolders returns the words of an engine as withoutFolders does. A text that
// nobody could have given as an engine is taken apart at its blanks.
func engineWithoutFolders(text string) string {
	words, err := splitWords(text)
	if err != nil {
		words = strings.Fields(text)
	}
	return withoutFolders(words)
}

// splitWords splits text at blanks outside of double quotes. Nothing else is special,
// unlike in a shell: paths of Windows have backslashes, and names have apostrophes.
func splitWords(text string) ([]string, error) {
	words, err := shlex.Split(strings.NewReplacer(`\`, `\\`, `'`, `\'`, `#`, `\#`).Replace(text))
	if err != nil {
		return nil, errors.New("a quotation mark is not closed")
	}
	return words, nil
}

// fit returns how many engines with these words run side by side by --threads: by default
// fewer, if our own engines do not fit into the memory.
func (e *engineSpec) fit(threads int) (int, error) {
	if !e.Self {
		return threads, nil
	}
	n, err := smp.Fit(threads, threads != host.Processors(), cmp.Or(e.Hash, selfHash), max(1, e.Threads))
	if err != nil {
		err = fmt.Errorf("--threads: %w", err)
	}
	return n, err
}

// refereeProcs returns the GOMAXPROCS for a number of games between other processes. Each idle
// processor of the lab costs a futile wake-up after every move, so few are best. But clocks
// have to be read while another game is recorded: with one processor, an answer may seem late
// by a time slice of the runtime.
func refereeProcs(games int) int { return min(host.Processors(), 2+games/8) }
