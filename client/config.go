package client

import (
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/nitoryu/nitoryu"
)

// Config describes a program. Command alone is enough.
type Config struct {
	Name    string // "": as it calls itself
	Dir     string // working directory; "": ours
	Command string // the program: in Dir, in our directory, or in PATH
	Args    []string
	Env     []string // "NAME=value", added to our own

	Variant  nitoryu.Variant // that it is to play; "": chess
	Protocol Protocol
	// The following rules hold for every game. If they are not set, the program is told of a rule at the first
	// position that has it; see also Warn.
	Chess960     bool
	MoveLimit    int    // shogi: as in nitoryu.Setup
	EnteringKing string // shogi: as in nitoryu.Setup

	Threads int      // to search with, where the program has that option; 0: as it likes
	Hash    int      // size of its table in MiB, where it has that option; 0: as it likes
	Options []Option // set in this order
	Ponder  bool     // it will be asked to ponder
	Prompt  bool     // nothing delays its answers: its move overhead, where it has such an option, is as small as can be

	// Log gets every line in both directions and of standard error, each with one call of
	// Write, from several goroutines. It may be nil.
	Log io.Writer
	// Warn is told once of each unusual rule of the game that the program has no option for. It
	// must not call the engine, and may be nil.
	Warn func(text string)
	// Quiet makes all searches quiet, see nitoryu.Limits.
	Quiet bool
	// BadLine is called for each line with an illegal move; the search reports the line up to that move. The
	// limits make no difference, but with Quiet only the last lines of a search are checked. It must not call
	// the engine, and may be nil.
	BadLine func(line string, problem error)

	// Grace is the time beyond the limits of a search after which the program counts as
	// hung. 0: ten seconds.
	Grace        time.Duration
	StartTimeout time.Duration // from start to uciok or usiok; 0: ten seconds
	ReadyTimeout time.Duration // for readyok; 0: a minute
	StopTimeout  time.Duration // for the answer to stop; 0: ten seconds
	QuitTimeout  time.Duration // from quit to the end of the process; 0: three seconds
}

// Option is an option of a program and the value to set; a button has an empty one.
type Option struct{ Name, Value string }

// Protocol is the protocol of a program.
type Protocol uint8

// The protocols.
const (
	Auto Protocol = iota // UCI for chess, USI for shogi
	UCI
	USI
)

// The usual limits of [Config].
const (
	StartTimeout = 10 * time.Second
	ReadyTimeout = time.Minute
)

const (
	usualGrace  = 10 * time.Second
	lastChance  = time.Second // for the answer to stop of a program that is late
	quitTimeout = 3 * time.Second
	exitTimeout = time.Second     // between the end of the output and the end of the process
	killTimeout = 5 * time.Second // for the system to end a process
)

// slowestSpeed, in nodes a second, is the least speed of a program that does not hang. It
// bounds searches that are limited only by nodes.
const slowestSpeed = 100

// speaksUSI reports whether the protocol is USI.
func (c *Config) speaksUSI() bool {
	return c.Protocol == USI || c.Protocol == Auto && c.Variant == nitoryu.Shogi
}

// check returns an error for a game that the protocol has no words for: programs that are sent
// positions of another game crash.
func (c *Config) check() error {
	switch {
	case c.Variant == nitoryu.Shogi && c.Protocol == UCI:
		return fmt.Errorf("%s: shogi is played by USI, not by UCI", c.label())
	case c.Variant == nitoryu.Chess && c.Protocol == USI:
		return fmt.Errorf("%s: chess is played by UCI, not by USI", c.label())
	}
	return nil
}

// label returns a name for the program before it has sent its own.
func (c *Config) label() string {
	if c.Name != "" {
		return c.Name
	}
	return filepath.Base(c.Command)
}

// Program returns the path of the program, which may be relative to Dir, as in tournament
// managers, or to our directory.
func (c *Config) Program() (string, error) {
	if c.Dir != "" && !filepath.IsAbs(c.Command) {
		inside, err := filepath.Abs(filepath.Join(c.Dir, c.Command))
		if err != nil {
			return "", err
		}
		if path, err := exec.LookPath(inside); err == nil {
			return path, nil
		}
	}
	path, err := exec.LookPath(c.Command)
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
}

// Patience returns how long a search may take by its limits, where side is to move, and
// false if they do not say. A program that searches less than 100 nodes a second counts as hung.
func Patience(side nitoryu.Side, l *nitoryu.Limits) (limit time.Duration, known bool) {
	atMost := func(d time.Duration) {
		if !known || d < limit {
			limit, known = max(0, d), true
		}
	}
	if l.Time > 0 {
		atMost(l.Time)
	}
	if l.Tsume {
		return limit, known
	}
	if c := l.Clock; c != nil {
		atMost(max(0, c.Left[side]) + c.Byoyomi)
	}
	if l.Nodes > 0 && l.Nodes < 1<<32 {
		atMost(time.Duration(l.Nodes) * (time.Second / slowestSpeed))
	}
	return limit, known
}

// FailureKind is the way in which a program failed. It is an error for [errors.Is]:
// errors.Is(err, client.Hang).
type FailureKind uint8

// The kinds of failure.
const (
	CannotStart   FailureKind = iota // the program could not be started
	Crash                            // the program ended or closed its output
	Hang                             // no answer within limits and grace, or no handshake
	ProtocolError                    // an invalid answer
)

// String names the kind.
func (k FailureKind) String() string {
	if names := [...]string{"cannot start", "crash", "hang", "protocol error"}; int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("failure %d", uint8(k))
}

// Error implements error with String.
func (k FailureKind) Error() string { return k.String() }

// Failure is the error of a program that cannot be used any more.
type Failure struct {
	Program string
	Kind    FailureKind
	Detail  string // what was waited for, exit status, last lines of standard error
	// Err is what the system says: why a program cannot start, an [*exec.ExitError] of one that ended,
	// [os.ErrDeadlineExceeded] of one that hangs. It may be nil.
	Err error
}

// Error implements error.
func (f *Failure) Error() string { return fmt.Sprintf("%s: %s: %s", f.Program, f.Kind, f.Detail) }

// Unwrap returns the kind of the failure, and what the system says.
func (f *Failure) Unwrap() []error {
	if f.Err == nil {
		return []error{f.Kind}
	}
	return []error{f.Kind, f.Err}
}
