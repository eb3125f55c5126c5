package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/google/shlex"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/comply"
)

const checkHelp = `Asks an engine about a hundred questions in each protocol that it speaks, UCI and USI:
handshake, limits, stop, ponder, odd and broken positions, options, floods and how it
ends. Moves and lines are judged by the rules. The output is a line for each question, with
pass, fail, warn or skip, and after a failure the words exchanged. A failure that the protocol does
not forbid is a warning. The exit status is 1 if a question failed.

  lab check stockfish
  lab check --protocol usi --option "EvalDir=/opt/eval" "/opt/engine --quiet"
  lab check --jsonl ./my-engine > answers.jsonl

`

// checkOptions are the flags of lab check.
type checkOptions struct {
	protocol          string
	options           cli.List
	patience, silence time.Duration
	jsonl, verbose    bool
	strict            bool
	only              string
}

// checkEngine is the subcommand check.
func checkEngine(args []string, s cli.Streams) error {
	var o checkOptions
	f := cli.NewFlags("lab check", "[flags] ENGINE", checkHelp, s)
	f.StringVar(&o.protocol, "protocol", "", "uci or usi; by default both, as far as the engine speaks them")
	f.Var(&o.options, "option", "option of the engine, `NAME=VALUE`, set before each question; may be repeated")
	f.DurationVar(&o.patience, "patience", 10*time.Second, "time for an answer; slow engines and busy machines need more")
	f.DurationVar(&o.silence, "silence", 300*time.Millisecond, "time in which there must be no answer")
	f.BoolVar(&o.jsonl, "jsonl", false, "write a line of JSON for each question, with all words exchanged")
	f.BoolVar(&o.verbose, "verbose", false, "show the words of all questions")
	f.BoolVar(&o.strict, "strict", false, "warnings are failures, too")
	f.StringVar(&o.only, "only", "", "regular `expression` of the questions to ask, such as ^stop or mate")
	rest, err := cli.Parse(f, args)
	if err != nil {
		return err
	}
	only, err := regexp.Compile(o.only)
	switch {
	case err != nil:
		return fmt.Errorf("check: --only: %w", err)
	case len(rest) == 0:
		return errors.New("check: the engine is missing" + cli.See(f))
	case len(rest) > 1:
		return cli.NoMore(f, rest[1:])
	case o.protocol != "" && o.protocol != string(comply.UCI) && o.protocol != string(comply.USI):
		return fmt.Errorf("check: %w", cli.Unknown("protocol", o.protocol, []string{"uci", "usi"}))
	case o.patience <= 0 || o.silence <= 0:
		return errors.New("check: --patience and --silence must be above 0")
	}
	return interruptibly("check", func(ctx context.Context) error { return o.run(ctx, rest[0], only, s) })
}

// run asks the engine in each protocol.
func (o *checkOptions) run(ctx context.Context, engine string, only *regexp.Regexp, s cli.Streams) error {
	words, err := shlex.Split(engine)
	if err != nil || len(words) == 0 {
		return fmt.Errorf("the command %q cannot be read", engine)
	}
	out := cli.NewChecked(s.Out)
	spoken, failed := 0, 0
	for _, protocol := range []comply.Protocol{comply.UCI, comply.USI} {
		if o.protocol != "" && o.protocol != string(protocol) {
			continue
		}
		c := comply.Checker{
			Protocol: protocol, Patience: o.patience, Silence: o.silence, Only: only,
			Start: func() (*comply.Program, error) { return startProgram(words) },
		}
		for _, option := range o.options {
			name, value, _ := strings.Cut(option, "=")
			c.Options = append(c.Options, "setoption name "+strings.TrimSpace(name)+" value "+strings.TrimSpace(value))
		}
		if _, err := exec.LookPath(words[0]); err != nil {
			return err
		}
		name, ok := c.Speaks()
		if !ok {
			if o.protocol != "" {
				return fmt.Errorf("%s does not say %sok within %v", engine, protocol, o.patience)
			}
			continue
		}
		spoken++
		w := checkWriter{checkOptions: o, out: out, engine: name, count: map[string]int{}}
		w.head(protocol)
		c.Report = w.result
		wrong, err := c.Run(ctx)
		if err != nil {
			return err
		}
		w.foot()
		if failed += wrong[comply.Must]; o.strict {
			failed += wrong[comply.Should]
		}
	}
	switch {
	case out.Err() != nil:
		return out.Err()
	case spoken == 0:
		return fmt.Errorf("%s speaks neither UCI nor USI", engine)
	case failed > 0:
		return fmt.Errorf("%d questions failed", failed)
	}
	return nil
}

// mostHeard is how many lines of an engine wait to be read.
const mostHeard = 200_000

// startProgram starts an engine. What it writes to the standard error is nobody's.
func startProgram(words []string) (*comply.Program, error) {
	c := exec.Command(words[0], words[1:]...)
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	lines := make(chan string, mostHeard)
	go func() {
		defer close(lines)
		for r := bufio.NewReader(out); ; {
			line, err := r.ReadString('\n')
			if line = strings.TrimRight(line, "\r\n"); line != "" || err == nil {
				lines <- line
			}
			if err != nil {
				return
			}
		}
	}()
	wait := sync.OnceValue(func() error {
		err := c.Wait()
		if exit := new(exec.ExitError); !errors.As(err, &exit) {
			return nil // its pipes were closed before it ended
		}
		return err
	})
	return &comply.Program{In: in, Lines: lines, Wait: wait, Kill: func() { _ = c.Process.Kill() }}, nil
}

// checkWriter writes answers.
type checkWriter struct {
	*checkOptions
	out    io.Writer
	engine string
	group  string
	count  map[string]int
}

func (w *checkWriter) head(p comply.Protocol) {
	if !w.jsonl {
		fmt.Fprintf(w.out, "%s, %s\n", w.engine, strings.ToUpper(string(p)))
	}
}

// result writes the answer to a question.
func (w *checkWriter) result(r comply.Result) {
	r.Engine = w.engine
	verdict := string(r.Verdict)
	if r.Verdict == comply.Fail && r.Level == comply.Should {
		verdict = "warn"
	}
	w.count[verdict]++
	if w.jsonl {
		_ = json.NewEncoder(w.out).Encode(r) // the writer keeps its error
		return
	}
	if r.Group != w.group {
		w.group = r.Group
		fmt.Fprintf(w.out, "\n%s\n", w.group)
	}
	fmt.Fprintf(w.out, "  %s  %s", verdict, r.Question)
	if r.Why != "" {
		fmt.Fprintf(w.out, ": %s", r.Why)
	}
	fmt.Fprintln(w.out)
	if w.verbose || r.Verdict == comply.Fail {
		for _, line := range r.Words {
			fmt.Fprintf(w.out, "        %s\n", line)
		}
	}
}

// foot writes how many questions were answered how.
func (w *checkWriter) foot() {
	if !w.jsonl {
		fmt.Fprintf(w.out, "\n%d passed, %d failed, %d warnings, %d skipped\n\n", w.count["pass"], w.count["fail"], w.count["warn"], w.count["skip"])
	}
}
