package player

import (
	"io"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

// Config describes an engine behind pipes.
type Config struct {
	Name    string // "": as it calls itself
	Dir     string // working directory; "": ours
	Command string // the program: in Dir, in our directory, or in PATH
	Args    []string
	Env     []string // "NAME=value", added to our own

	Protocol Protocol
	Options  []Option // set in this order
	Ponder   bool     // the engine will be asked to ponder

	Rules    core.Rules
	Settings core.Settings

	// Log gets every line in both directions and of standard error, each with
	// one call of Write, from several goroutines. It may be nil.
	Log     io.Writer
	CheckPV CheckPV

	StartTimeout time.Duration // from start to uciok or usiok; 0: ten seconds
	ReadyTimeout time.Duration // for readyok; 0: a minute
	StopTimeout  time.Duration // for the answer to stop, after a game; 0: ten seconds
	QuitTimeout  time.Duration // from quit to the end of the process; 0: three seconds
}

// Option is an option of an engine and the value to set; that of a button is
// empty.
type Option struct{ Name, Value string }

// Protocol is the protocol of an engine.
type Protocol uint8

// The protocols.
const (
	Auto Protocol = iota // as games.Game says
	UCI
	USI
)

// CheckPV says which PVs are checked for illegal moves.
type CheckPV uint8

// The choices of CheckPV.
const (
	CheckLast  CheckPV = iota // the last PV of each search
	CheckEvery                // every PV
	CheckNever                // none
)

const (
	startTimeout = 10 * time.Second
	readyTimeout = time.Minute
	usualGrace   = 10 * time.Second // unless a Request has one
	stopTimeout  = time.Second      // for an engine that is already late
	quitTimeout  = 3 * time.Second
	exitTimeout  = time.Second     // between the end of the output and that of the process
	killTimeout  = 5 * time.Second // for the system to end a process
)

// slowestSpeed, in nodes a second, is the least speed of an engine that does not hang. It
// bounds searches that are limited only by nodes.
const slowestSpeed = 100

// speaksUSI reports whether the protocol is USI.
func (c *Config) speaksUSI() bool {
	if c.Protocol == Auto {
		g, err := games.ByName(c.Rules.Name)
		return err == nil && g.Protocol == "usi"
	}
	return c.Protocol == USI
}

// label returns a name for the engine before it has sent its own.
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

// patience returns how long the player may think about r by its limits, and false if they
// do not say.
func patience(r *Request, usi bool) (limit time.Duration, known bool) {
	atMost := func(d time.Duration) {
		if !known || d < limit {
			limit, known = max(0, d), true
		}
	}
	l := &r.Limits
	if l.MoveTime > 0 {
		atMost(l.MoveTime)
	}
	if usi && r.Mate || l.Infinite {
		return limit, known
	}
	if l.HasClock {
		atMost(max(0, l.Time[r.Position.Side()]) + l.Byoyomi)
	}
	if l.Nodes > 0 && l.Nodes < 1<<32 {
		atMost(time.Duration(l.Nodes) * (time.Second / slowestSpeed))
	}
	return limit, known
}
