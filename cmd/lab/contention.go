package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/contention"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/progress"
	"github.com/nitoryu/nitoryu/games"
)

const contentionHelp = `Tells what many threads of our search do to each other, on a simulated machine with
a core for each: the real search on the real table, a few nodes of each thread in turn.
The figures are the same on every machine, whatever else it does, but for those of torn
entries, for which goroutines really fight.
`

const contentionExamples = `
Examples:

  lab contention --docs docs/smp.md
  lab contention --game chess --threads 16 --depth 9 --positions 3 --probes 0
  lab contention --threads 2,4 --positions 40 --tables 16384 --probes 0 --param Stagger=0
`

// contentionFlags is what the command line of lab contention says.
type contentionFlags struct {
	game          string
	threads       string
	positions     int
	depth, probes int
	tables        string
	params        cli.List
	docs, json    string
}

// simulateThreads tells what many threads do to each other.
func simulateThreads(args []string, s cli.Streams) error {
	var o contentionFlags
	f := cli.NewFlags("lab contention", "[flags]", contentionHelp+contentionExamples, s)
	f.StringVar(&o.game, "game", "", "chess or shogi; none: both")
	f.StringVar(&o.threads, "threads", "1,2,4,8,16,32,64,128,256", "numbers of threads; 1 is always simulated")
	f.IntVar(&o.positions, "positions", 10, "positions of each game's bench: those that take one thread most nodes")
	f.IntVar(&o.depth, "depth", 0, "plies; 0: two less than the bench")
	f.StringVar(&o.tables, "tables", "256,1024,4096,16384", "sizes of the table in KiB")
	f.Var(&o.params, "param", "a parameter of the search, `NAME=VALUE` (lab params lists them); may be given several times")
	f.IntVar(&o.probes, "probes", 20_000_000, "probes for each number of threads and table that look for torn entries; 0: none")
	f.StringVar(&o.docs, "docs", "", "write tables into this Markdown `file`, between <!-- measured contention -->\n"+
		"and <!-- end -->, and pictures beside it")
	f.StringVar(&o.json, "json", "", "write all that was counted to this `file`")
	return execute(f, args, func(ctx context.Context) error { return o.run(ctx, s) })
}

func (o *contentionFlags) run(ctx context.Context, s cli.Streams) error {
	c := contention.Config{Positions: o.positions, Depth: o.depth, TearProbes: o.probes}
	if o.positions < 1 {
		return errors.New("--positions has to be at least 1")
	}
	if o.game != "" {
		g, err := games.ByName(o.game)
		if err != nil {
			return err
		}
		c.Games = []games.Game{g}
	}
	var err error
	if c.Threads, err = wholeNumbers("--threads", o.threads); err != nil {
		return err
	}
	if c.Tables, err = wholeNumbers("--tables", o.tables); err != nil {
		return err
	}
	for _, word := range o.params {
		name, text, _ := strings.Cut(word, "=")
		value, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("--param: %q is not NAME=VALUE with a whole number", word)
		}
		if c.Params == nil {
			c.Params = map[string]int{}
		}
		c.Params[name] = value
	}
	if o.docs != "" {
		// Whoever has waited for an hour shall not learn then that there is no place.
		if _, _, err := rewritten(o.docs, contentionPart(new(contention.Report))); err != nil {
			return err
		}
	}
	line := progress.New(s.Err, cli.Terminal(s.Err))
	c.Progress = func(done, total int, next string) { line.Show(int64(done), int64(total), next) }
	r, err := contention.Run(ctx, c)
	line.Finish()
	if r == nil {
		return err
	}
	_, failed := io.WriteString(s.Out, r.Markdown())
	if o.json != "" {
		failed = errors.Join(failed, replace(o.json, func(to io.Writer) error {
			e := json.NewEncoder(to)
			e.SetIndent("", "\t")
			return e.Encode(r)
		}))
	}
	if o.docs != "" && len(r.Games) > 0 {
		failed = errors.Join(failed, rewrite(o.docs, contentionPart(r)))
	}
	return errors.Join(err, failed)
}

// contentionPart returns the part of a page that is about contention.
func contentionPart(r *contention.Report) pagePart {
	return func(name, prefix string, pictures map[string]string) (string, bool) {
		if name != "contention" {
			return "", true // kept: lab smp measures it
		}
		part := r.Markdown()
		for _, p := range []struct{ name, words, picture string }{
			{"speedup", "How much sooner a depth is reached by many threads", r.SpeedPicture()},
			{"table", "Stores that drive out a live entry", r.TablePicture()},
		} {
			if p.picture != "" {
				pictures[prefix+p.name+".svg"] = p.picture
				part += fmt.Sprintf("\n![%s](%s%s.svg)\n", p.words, prefix, p.name)
			}
		}
		return part, true
	}
}
