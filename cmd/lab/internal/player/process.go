package player

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"
)

// Process is an engine behind pipes. One goroutine reads its output and takes the time of
// answers; everything else runs in the caller's.
type Process struct {
	config Config
	usi    bool
	cmd    *exec.Cmd
	group  *group
	stdin  *os.File
	input  io.Writer // stdin, with cheaper writes
	stderr *tail
	exited chan struct{} // closed when the process has ended
	ended  chan struct{} // closed when its output has ended

	greeted  chan struct{} // closed by uciok or usiok
	ready    chan struct{} // gets a value when all readyok have come
	answered chan struct{} // gets a value for each answer to an open question

	mu         sync.Mutex // guards what the reader writes
	isGreeted  bool
	engineName string
	author     string
	options    []OptionSpec
	owed       int // number of expected readyok
	search     search

	// Of the caller's goroutine.
	position  []byte // the position command of the question
	pondered  []byte // that of the position it ponders on
	pondering bool
	out       []byte
	timer     *time.Timer
	gone      error // why the engine cannot be used any more
}

var _ Player = (*Process)(nil)

// Reasons why waiting ended early.
var (
	errLate  = errors.New("too late")
	errEnded = errors.New("the output has ended")
)

// Start starts an engine, waits for its handshake and sets its options. Before the first
// question it needs [Process.NewGame]. An unknown option or a bad value is an error; a
// program that does not start or shake hands is a [*Failure].
func Start(ctx context.Context, c Config) (*Process, error) {
	p := &Process{
		config: c, usi: c.speaksUSI(),
		exited: make(chan struct{}), ended: make(chan struct{}),
		greeted: make(chan struct{}), ready: make(chan struct{}, 1), answered: make(chan struct{}, 1),
		timer: time.NewTimer(time.Hour),
	}
	p.timer.Stop()
	p.stderr = &tail{log: func(line []byte) { p.log('!', line) }}
	if err := p.launch(); err != nil {
		return nil, &Failure{c.label(), CannotStart, err.Error()}
	}
	if err := p.greet(ctx); err != nil {
		p.kill()
		return nil, err
	}
	commands, err := p.optionCommands()
	if err == nil {
		err = p.send(commands)
	}
	if err != nil {
		_ = p.Close()
		return nil, err
	}
	return p, nil
}

// launch starts the process and the goroutines that watch it.
func (p *Process) launch() error {
	path, err := p.config.Program()
	if err != nil {
		return err
	}
	theirStdin, stdin, err := os.Pipe()
	if err != nil {
		return err
	}
	defer func() { _ = theirStdin.Close() }()
	stdout, theirStdout, err := os.Pipe()
	if err != nil {
		_ = stdin.Close()
		return err
	}
	defer func() { _ = theirStdout.Close() }()

	p.stdin = stdin
	output, err := newPipe(stdout, reading)
	if err == nil {
		p.input, err = newPipe(stdin, writing)
	}
	if err != nil {
		_, _ = stdin.Close(), stdout.Close()
		return err
	}
	p.cmd = exec.Command(path, p.config.Args...)
	p.cmd.Dir = p.config.Dir
	p.cmd.Env = append(os.Environ(), p.config.Env...)
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = theirStdin, theirStdout, p.stderr
	p.cmd.WaitDelay = exitTimeout // a child of the engine may hold standard error open
	separate(p.cmd)
	if err := p.startGroup(); err != nil {
		_, _ = stdin.Close(), stdout.Close()
		return err
	}
	go p.read(output)
	go p.reap(stdout)
	return nil
}

// startGroup starts the process in a group of its own.
func (p *Process) startGroup() error {
	if err := p.cmd.Start(); err != nil {
		return err
	}
	g, err := newGroup(p.cmd)
	if err != nil {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
		return err
	}
	p.group = g
	return nil
}

// reap waits for the end of the process and kills its children.
func (p *Process) reap(stdout *os.File) {
	_ = p.cmd.Wait() // the status is in cmd.ProcessState
	p.group.kill()
	// A child that left the group may hold the output open.
	_ = stdout.SetReadDeadline(time.Now().Add(exitTimeout))
	close(p.exited)
}

// greet waits for the end of the handshake.
func (p *Process) greet(ctx context.Context) error {
	hello, answer := "uci\n", "uciok"
	if p.usi {
		hello, answer = "usi\n", "usiok"
	}
	if err := p.send([]byte(hello)); err != nil {
		return err
	}
	timeout := cmp.Or(p.config.StartTimeout, startTimeout)
	switch err := p.wait(ctx, p.greeted, timeout); err {
	case errEnded:
		return p.fail(Crash, "before "+answer)
	case errLate:
		return p.fail(Hang, fmt.Sprintf("no %s within %v", answer, timeout))
	default:
		return err
	}
}

// optionCommands returns the commands that set the options: first those implied by the
// configuration, so that the user's options override them.
func (p *Process) optionCommands() ([]byte, error) {
	options, err := p.impliedOptions()
	if err != nil {
		return nil, err
	}
	var commands []byte
	for _, o := range append(options, p.config.Options...) {
		spec, err := findOption(p.settable(), o.Name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name(), err)
		}
		value, err := spec.spell(o.Value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name(), err)
		}
		commands = append(commands, spec.command(value)...)
	}
	return commands, nil
}

// settable returns the options that the engine declares, and those that every USI
// engine takes, whether it declares them or not.
func (p *Process) settable() []OptionSpec {
	options := slices.Clone(p.options)
	if !p.usi {
		return options
	}
	for _, o := range []OptionSpec{
		{Name: "USI_Hash", Type: "string", Default: "32"}, // as ShogiHome
		{Name: "USI_Ponder", Type: "string"},
	} {
		if exactOption(options, o.Name) == nil {
			options = append(options, o)
		}
	}
	return options
}

// impliedOptions returns the options that follow from the configuration.
func (p *Process) impliedOptions() (options []Option, err error) {
	ponder := fmt.Sprint(p.config.Ponder)
	switch chess960 := exactOption(p.options, "UCI_Chess960"); {
	case p.usi:
		hash := exactOption(p.settable(), "USI_Hash")
		options = append(options, Option{hash.Name, hash.Default}, Option{"USI_Ponder", ponder})
	case chess960 != nil:
		options = append(options, Option{chess960.Name, fmt.Sprint(p.config.Settings.Chess960)})
	case p.config.Settings.Chess960:
		return nil, fmt.Errorf("%s does not play Chess960: it has no option UCI_Chess960", p.Name())
	}
	if o := exactOption(p.options, "Ponder"); o != nil && o.Type == "check" {
		options = append(options, Option{o.Name, ponder})
	}
	return options, nil
}

// Name implements [Player].
func (p *Process) Name() string {
	if p.config.Name != "" {
		return p.config.Name
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.engineName != "" {
		return p.engineName
	}
	return p.config.label()
}

// ID returns the name and the author that the engine sent, if any.
func (p *Process) ID() (name, author string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.engineName, p.author
}

// Options returns the options that the engine declares, in its order.
func (p *Process) Options() []OptionSpec {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.options)
}

// Close implements [Player]. It returns a [*Failure] if the engine did not quit by
// itself.
func (p *Process) Close() error {
	if p.gone != nil {
		return nil
	}
	farewell := "quit\n"
	if p.pondering {
		farewell = "stop\nquit\n"
	}
	if err := p.send([]byte(farewell)); err != nil {
		return nil // it has already ended
	}
	_ = p.stdin.Close()
	timeout := cmp.Or(p.config.QuitTimeout, quitTimeout)
	if !closes(p.exited, timeout) {
		return p.fail(Hang, fmt.Sprintf("it did not quit within %v", timeout))
	}
	p.kill()
	p.gone = fmt.Errorf("%s is closed", p.Name())
	return nil
}

// send writes commands, all of them in one go.
func (p *Process) send(commands []byte) error {
	if len(commands) == 0 {
		return nil
	}
	if p.config.Log != nil {
		for line := range strings.Lines(string(commands)) {
			p.log('>', []byte(strings.TrimSuffix(line, "\n")))
		}
	}
	// The pipe of an engine that reads nothing fills up. Some systems have no deadlines
	// for pipes.
	_ = p.stdin.SetWriteDeadline(time.Now().Add(usualGrace))
	_, err := p.input.Write(commands)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return p.fail(Hang, "it does not read its input")
	case err != nil:
		return p.fail(Crash, "before it was sent "+excerpt(commands))
	}
	return nil
}

// excerpt returns the beginning of the last of commands.
func excerpt(commands []byte) string {
	text := strings.TrimSpace(string(commands))
	text = text[strings.LastIndexByte(text, '\n')+1:]
	return fmt.Sprintf("%.40q", text)
}

// wait waits for a value on c, or for it to be closed. Otherwise the error is
// errEnded, errLate after the limit if there is one, or that of ctx.
func (p *Process) wait(ctx context.Context, c <-chan struct{}, limit time.Duration) error {
	var late <-chan time.Time
	if limit > 0 {
		p.timer.Reset(limit)
		defer p.timer.Stop()
		late = p.timer.C
	}
	var err error
	select {
	case <-c:
		return nil
	case <-late:
		err = errLate
	case <-ctx.Done():
		err = ctx.Err()
	case <-p.ended:
		err = errEnded
	}
	select {
	case <-c: // both at once: an engine may answer and end
		return nil
	default:
		return err
	}
}

// closes reports whether c is closed in time.
func closes(c <-chan struct{}, within time.Duration) bool {
	select {
	case <-c:
		return true
	case <-time.After(within):
		return false
	}
}

// fail kills the engine and returns the [*Failure] that says why.
func (p *Process) fail(kind FailureKind, detail string) error {
	if kind == Crash {
		if closes(p.exited, exitTimeout) {
			detail = fmt.Sprintf("it ended (%v) %s", p.cmd.ProcessState, detail)
		} else {
			detail = fmt.Sprintf("it closed its output %s, but went on running", detail)
		}
	}
	p.kill()
	if words := p.stderr.words(); words != "" {
		detail += "; its last words: " + words
	}
	p.gone = &Failure{p.Name(), kind, detail}
	return p.gone
}

// kill kills the process and its children, and waits until they have ended.
func (p *Process) kill() {
	p.group.kill()
	_ = p.stdin.Close()
	closes(p.exited, killTimeout)
	closes(p.ended, 2*exitTimeout)
}

// log writes a line to the log. The directions are > to the engine, < from it and
// ! for its standard error.
func (p *Process) log(direction byte, line []byte) {
	if w := p.config.Log; w != nil {
		// Failing to write the log does not end a match.
		_, _ = fmt.Fprintf(w, "%s %s %c %s\n", time.Now().Format("15:04:05.000000"), p.config.label(), direction, line)
	}
}
