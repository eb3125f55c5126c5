package speed

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/core"
)

// slowestCount is the lowest speed of a counter in leaves per second. A slower one does not
// know go perft, which some engines take for go infinite.
const slowestCount = 1_000_000

// perft has an engine count the leaves of a tree.
func (r *runner) perft(ctx context.Context, e *Engine, k Count) (s Sample, err error) {
	p, err := r.start(ctx, e.counter())
	if err != nil {
		return s, err
	}
	defer func() { _ = p.Close() }()
	if err := p.NewGame(ctx); err != nil {
		return s, err
	}
	before, err := timeOf(p.PID())
	if err != nil {
		return s, err
	}
	limit := 10*time.Second + time.Duration(k.Leaves)*(time.Second/slowestCount)
	if s.Nodes, err = p.Perft(ctx, player.Request{Start: k.Position}, k.Depth, limit); err != nil {
		return s, err
	}
	if s.Nodes != k.Leaves {
		return s, fmt.Errorf("it counts %d, not %d", s.Nodes, k.Leaves)
	}
	after, err := timeOf(p.PID())
	s.Time = after - before
	return s, errors.Join(err, s.check())
}

// check returns an error for an impossible sample.
func (s *Sample) check() error {
	switch {
	case s.Nodes == 0:
		return errors.New("it reports no nodes")
	case s.Time <= 0:
		return errors.New("its process used no time: does it only start another program?")
	}
	return nil
}

// search has an engine search each position of the bench, each time in a new game.
func (r *runner) search(ctx context.Context, e *Engine) (s Sample, err error) {
	p, err := r.start(ctx, e.Config)
	if err != nil {
		return s, err
	}
	defer func() { _ = p.Close() }()
	for _, text := range r.config.Game.Bench.Positions {
		root, err := r.config.Game.Parse(text, e.Settings)
		if err != nil {
			return s, fmt.Errorf("bench position %q: %w", text, err)
		}
		one, err := think(ctx, p, player.Request{Start: text, Position: root, Limits: core.Limits{MoveTime: r.config.MoveTime}})
		if err != nil {
			return s, err
		}
		s.Nodes, s.Time = s.Nodes+one.Nodes, s.Time+one.Time
	}
	return s, s.check()
}

// think has an engine search in a new game, after a search of one ply, which is not
// counted: USI has no other way to wait for the work after usinewgame. The sample is of
// the last nodes that the engine reports, since not all engines report them at the end.
func think(ctx context.Context, p *player.Process, q player.Request) (s Sample, err error) {
	if err := p.NewGame(ctx); err != nil {
		return s, err
	}
	if _, err := p.Think(ctx, player.Request{Start: q.Start, Position: q.Position.Clone(), Limits: core.Limits{Depth: 1}}); err != nil {
		return s, err
	}
	before, err := timeOf(p.PID())
	if err != nil {
		return s, err
	}
	q.Info = func(i player.Info) {
		if now, err := timeOf(p.PID()); err == nil && i.Nodes > 0 {
			s.Nodes, s.Time = i.Nodes, now-before
		}
	}
	_, err = p.Think(ctx, q)
	return s, err
}

// bench has a build of our engine run its bench.
func (r *runner) bench(ctx context.Context, e *Engine) (s Sample, err error) {
	out, used, err := r.call(ctx, e, "bench", r.config.Game.Name)
	if err != nil {
		return s, err
	}
	s.Nodes, s.Time = benchNodes(out, r.config.Game.Name), used
	return s, s.check()
}

// benchNodes returns the signature that a bench of a game prints, 0 if there is none.
func benchNodes(out, game string) uint64 {
	match := regexp.MustCompile(`(?m)^` + game + ` (\d+) nodes\s*$`).FindStringSubmatch(out)
	if match == nil {
		return 0
	}
	n, _ := strconv.ParseUint(match[1], 10, 64)
	return n
}

// call runs a subcommand of our program and returns its output and its processor time
// with the start of the program.
func (r *runner) call(ctx context.Context, e *Engine, args ...string) (out string, used time.Duration, err error) {
	cmd, err := command(ctx, e, args...)
	if err != nil {
		return "", 0, err
	}
	var text []byte
	err = pinned(r.config.Core, func() error {
		text, err = cmd.Output()
		return err
	})
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %.200s", err, exit.Stderr)
		}
		return "", 0, err
	}
	return string(text), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// command returns a subcommand of our program.
func command(ctx context.Context, e *Engine, args ...string) (*exec.Cmd, error) {
	path, err := e.Program()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, path, append(e.Args[:len(e.Args):len(e.Args)], args...)...)
	cmd.Dir = e.Dir
	return cmd, nil
}

// Level returns e limited to a level of instructions. ok says that it is our program, which
// knows that level, and that the machine has it.
func (e Engine) Level(ctx context.Context, level string) (limited Engine, ok bool) {
	e.Name = "--cpu " + level
	e.Args = append(e.Args[:len(e.Args):len(e.Args)], "--cpu", level)
	e.Words += " args=\"--cpu " + level + "\""
	cmd, err := command(ctx, &e, "cpu")
	if err != nil {
		return e, false
	}
	out, err := cmd.Output()
	return e, err == nil && strings.Contains(string(out), "used level   "+level)
}
