package client

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

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/internal/excerpt"
)

// Engine is a program behind pipes. One goroutine reads its output and takes the time of
// answers.
type Engine struct {
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
	turn     chan struct{} // holds a token while the program is busy
	closing  chan struct{} // closed by Close

	mu         sync.Mutex // guards what follows
	isGreeted  bool
	engineName string
	author     string
	options    []OptionSpec
	owed       int // number of expected readyok
	question   question
	gone       error // why the program cannot be used any more
	stopped    bool  // by Close

	complaints tail // errors that the program told of since it was sent its options

	// Of whoever has the turn.
	choices [searchOptions]choice
	demands demands             // that the choices were last made for
	settled bool                // and nothing has changed them since
	silent  [searchOptions]bool // it is known that the program cannot be told these
	out     []byte
	timer   *time.Timer
	writing sync.Mutex // ponderhit and stop are sent without the turn
}

var _ nitoryu.Searcher = (*Engine)(nil)

// Reasons why waiting ended early.
var (
	errLate  = errors.New("too late")
	errEnded = errors.New("the output has ended")
)

// Start starts a program, waits for its handshake, sets its options and makes it ready. An
// unknown option, a bad value or one that the program refuses is an error; a program that does
// not start or shake hands is a [*Failure].
func Start(ctx context.Context, c Config) (*Engine, error) {
	c.Variant = cmp.Or(c.Variant, nitoryu.Chess)
	if err := c.check(); err != nil {
		return nil, err
	}
	e := &Engine{
		config: c, usi: c.speaksUSI(),
		exited: make(chan struct{}), ended: make(chan struct{}), closing: make(chan struct{}), turn: make(chan struct{}, 1),
		greeted: make(chan struct{}), ready: make(chan struct{}, 1), answered: make(chan struct{}, 1),
		timer: time.NewTimer(time.Hour),
	}
	e.timer.Stop()
	e.stderr = &tail{log: func(line []byte) { e.log('!', line) }}
	if err := e.launch(); err != nil {
		return nil, &Failure{c.label(), CannotStart, err.Error(), err}
	}
	if err := e.greet(ctx); err != nil {
		e.kill()
		return nil, err
	}
	if err := e.prepare(ctx); err != nil {
		_ = e.Close()
		return nil, err
	}
	return e, nil
}

// prepare sets the options and makes the program ready for a game. What it says about an
// error meanwhile is one: it would play on with other values than those that were asked for.
func (e *Engine) prepare(ctx context.Context) error {
	e.complaints.clear()
	e.findChoices()
	options, err := e.firstOptions()
	if err != nil {
		return err
	}
	if err := e.set(options); err != nil {
		return err
	}
	if err := e.NewGame(ctx); err != nil {
		return err
	}
	if words := e.complaint(); words != "" {
		return fmt.Errorf("%s: it does not start as it was asked to: %s", e.Name(), words)
	}
	return nil
}

// launch starts the process and the goroutines that watch it.
func (e *Engine) launch() error {
	path, err := e.config.Program()
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

	e.stdin = stdin
	output, err := newPipe(stdout, reading)
	if err == nil {
		e.input, err = newPipe(stdin, writing)
	}
	if err != nil {
		_, _ = stdin.Close(), stdout.Close()
		return err
	}
	e.cmd = exec.Command(path, e.config.Args...)
	e.cmd.Dir = e.config.Dir
	e.cmd.Env = append(os.Environ(), e.config.Env...)
	e.cmd.Stdin, e.cmd.Stdout, e.cmd.Stderr = theirStdin, theirStdout, e.stderr
	e.cmd.WaitDelay = exitTimeout // a child of the engine may hold standard error open
	separate(e.cmd)
	if err := e.startGroup(); err != nil {
		_, _ = stdin.Close(), stdout.Close()
		return err
	}
	go func() {
		e.read(output)
		_ = stdout.Close()
	}()
	go e.reap(stdout)
	return nil
}

// startGroup starts the process in a group of its own.
func (e *Engine) startGroup() error {
	if err := e.cmd.Start(); err != nil {
		return err
	}
	g, err := newGroup(e.cmd)
	if err != nil {
		_ = e.cmd.Process.Kill()
		_ = e.cmd.Wait()
		return err
	}
	e.group = g
	return nil
}

// reap waits for the end of the process and kills its children.
func (e *Engine) reap(stdout *os.File) {
	_ = e.cmd.Wait() // the status is in cmd.ProcessState
	e.group.kill()
	// A child that left the group may hold the output open.
	_ = stdout.SetReadDeadline(time.Now().Add(exitTimeout))
	close(e.exited)
}

// greet waits for the end of the handshake.
func (e *Engine) greet(ctx context.Context) error {
	hello, answer := "uci\n", "uciok"
	if e.usi {
		hello, answer = "usi\n", "usiok"
	}
	if err := e.send([]byte(hello)); err != nil {
		return err
	}
	timeout := cmp.Or(e.config.StartTimeout, StartTimeout)
	switch err := e.wait(ctx, e.greeted, timeout); err {
	case errEnded:
		return e.fail(Crash, "before "+answer)
	case errLate:
		return e.fail(Hang, fmt.Sprintf("no %s within %v", answer, timeout))
	default:
		return err
	}
}

// Name returns the name that the configuration gives, else what the program calls itself.
func (e *Engine) Name() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.name()
}

func (e *Engine) name() string {
	if e.config.Name != "" {
		return e.config.Name
	}
	if e.engineName != "" {
		return e.engineName
	}
	return e.config.label()
}

// ID returns the name and the author that the program sent, if any.
func (e *Engine) ID() (name, author string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.engineName, e.author
}

// Options returns the options that the engine declares, in its order.
func (e *Engine) Options() []OptionSpec {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.options)
}

// EloRange returns the lowest and the highest Elo that the program can be limited to, zeros if
// it has no such options.
func (e *Engine) EloRange() (lowest, highest int) {
	options := e.Options()
	elo, err := findOption(options, "UCI_Elo")
	if _, lacks := findOption(options, "UCI_LimitStrength"); err != nil || lacks != nil {
		return 0, 0
	}
	return int(elo.Min), int(elo.Max)
}

// Ended returns a channel that is closed when the program closes its output, for instance because it ended.
// From then on it answers nothing.
func (e *Engine) Ended() <-chan struct{} { return e.ended }

// Close implements [nitoryu.Searcher]. It returns a [*Failure] if the program did not quit
// by itself.
func (e *Engine) Close() error {
	if e.turn == nil {
		return nil // the zero value
	}
	e.mu.Lock()
	again := e.stopped
	if e.stopped = true; !again {
		close(e.closing) // ends a search that runs
	}
	e.mu.Unlock()
	e.turn <- struct{}{}
	defer e.release()
	if e.failure() != nil {
		return nil
	}
	if err := e.send([]byte("quit\n")); err != nil {
		return nil // it has already ended
	}
	_ = e.stdin.Close()
	timeout := cmp.Or(e.config.QuitTimeout, quitTimeout)
	if !closes(e.exited, timeout) {
		return e.fail(Hang, fmt.Sprintf("it did not quit within %v", timeout))
	}
	e.kill()
	_ = e.setGone(nitoryu.ErrClosed)
	return nil
}

// begin waits until the program is free and takes the turn. The error says why it never is.
func (e *Engine) begin(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if e.turn == nil {
		return nitoryu.ErrClosed // the zero value
	}
	select {
	case e.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	case <-e.closing:
		return nitoryu.ErrClosed
	}
	err := e.failure()
	if err == nil && e.isClosing() {
		err = nitoryu.ErrClosed
	}
	if err != nil {
		e.release()
	}
	return err
}

// release gives the turn back.
func (e *Engine) release() { <-e.turn }

func (e *Engine) isClosing() bool {
	select {
	case <-e.closing:
		return true
	default:
		return false
	}
}

// failure returns why the program cannot be used any more, nil if it can.
func (e *Engine) failure() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.gone
}

// complaint returns the errors that the program told of since it was sent its options.
func (e *Engine) complaint() string { return e.complaints.words() }

func (e *Engine) setGone(err error) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.gone == nil {
		e.gone = err
	}
	return e.gone
}

// NewGame implements [nitoryu.Searcher].
func (e *Engine) NewGame(ctx context.Context) error {
	if err := e.begin(ctx); err != nil {
		return err
	}
	defer e.release()
	e.mu.Lock()
	select {
	case <-e.ready: // came after an earlier call gave up
	default:
	}
	e.owed++
	e.mu.Unlock()

	commands := "ucinewgame\nisready\n"
	if e.usi {
		commands = "isready\n"
	}
	if err := e.send([]byte(commands)); err != nil {
		return err
	}
	timeout := cmp.Or(e.config.ReadyTimeout, ReadyTimeout)
	switch err := e.waitUnless(ctx, e.closing, e.ready, timeout); {
	case err == errEnded:
		return e.fail(Crash, "before readyok")
	case err == errLate:
		return e.fail(Hang, fmt.Sprintf("no readyok within %v", timeout))
	case err != nil:
		return err
	}
	if e.usi {
		return e.send([]byte("usinewgame\n"))
	}
	return nil
}

// Set sets options between two searches, in this order. If there is no such option, or it
// does not take the value, none is set and the error says so.
func (e *Engine) Set(ctx context.Context, options ...Option) error {
	if err := e.begin(ctx); err != nil {
		return err
	}
	defer e.release()
	return e.set(options)
}

// Outcome is how a game ended for a program.
type Outcome string

// The outcomes.
const (
	Won   Outcome = "win"
	Lost  Outcome = "lose"
	Drawn Outcome = "draw"
)

// GameOver tells a program of USI how a game ended; UCI has no word for it.
func (e *Engine) GameOver(ctx context.Context, o Outcome) error {
	if err := e.begin(ctx); err != nil {
		return err
	}
	defer e.release()
	if !e.usi {
		return nil
	}
	return e.send([]byte("gameover " + string(o) + "\n"))
}

// send writes commands, all of them in one go.
func (e *Engine) send(commands []byte) error {
	if len(commands) == 0 {
		return nil
	}
	e.writing.Lock()
	defer e.writing.Unlock()
	if e.config.Log != nil {
		for line := range strings.Lines(string(commands)) {
			e.log('>', []byte(strings.TrimSuffix(line, "\n")))
		}
	}
	// The pipe of an engine that reads nothing fills up. Some systems have no deadlines
	// for pipes.
	_ = e.stdin.SetWriteDeadline(time.Now().Add(usualGrace))
	_, err := e.input.Write(commands)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return e.fail(Hang, "it does not read its input")
	case err != nil:
		return e.fail(Crash, "before it was sent "+lastOf(commands))
	}
	return nil
}

// lastOf returns the beginning of the last of commands.
func lastOf(commands []byte) string {
	text := strings.TrimSpace(string(commands))
	text = text[strings.LastIndexByte(text, '\n')+1:]
	return excerpt.Quote(text)
}

// wait waits for a value on c, or for it to be closed. Otherwise the error is
// errEnded, errLate after the limit if there is one, or the error of ctx.
func (e *Engine) wait(ctx context.Context, c <-chan struct{}, limit time.Duration) error {
	return e.waitUnless(ctx, nil, c, limit)
}

// waitUnless is wait, but for nitoryu.ErrClosed once closing is closed.
func (e *Engine) waitUnless(ctx context.Context, closing, c <-chan struct{}, limit time.Duration) error {
	var late <-chan time.Time
	if limit > 0 {
		e.timer.Reset(limit)
		defer e.timer.Stop()
		late = e.timer.C
	}
	var err error
	select {
	case <-c:
		return nil
	case <-late:
		err = errLate
	case <-ctx.Done():
		err = ctx.Err()
	case <-closing:
		err = nitoryu.ErrClosed
	case <-e.ended:
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
func (e *Engine) fail(kind FailureKind, detail string) error {
	var cause error
	switch kind {
	case Hang:
		cause = os.ErrDeadlineExceeded
	case Crash:
		if closes(e.exited, exitTimeout) {
			detail = fmt.Sprintf("it ended (%v) %s", e.cmd.ProcessState, detail)
			cause = &exec.ExitError{ProcessState: e.cmd.ProcessState}
		} else {
			detail = fmt.Sprintf("it closed its output %s, but went on running", detail)
		}
	}
	e.kill()
	if words := e.complaint(); words != "" {
		detail += "; it said: " + words
	}
	if words := e.stderr.words(); words != "" {
		detail += "; its last words: " + words
	}
	return e.setGone(&Failure{e.Name(), kind, detail, cause})
}

// kill kills the process and its children, and waits until they have ended.
func (e *Engine) kill() {
	e.group.kill()
	_ = e.stdin.Close()
	closes(e.exited, killTimeout)
	closes(e.ended, 2*exitTimeout)
}

// log writes a line to the log. The directions are > to the engine, < from it and
// ! for its standard error.
func (e *Engine) log(direction byte, line []byte) {
	if w := e.config.Log; w != nil {
		// Failing to write the log does not end a match.
		_, _ = fmt.Fprintf(w, "%s %s %c %s\n", time.Now().Format("15:04:05.000000"), e.config.label(), direction, line)
	}
}
