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

// slowestCount, in leaves a second, is what a counter counts at least unless it does
// not know go perft, which some engines take for go infinite.
const slowestCount = 1_000_000

// perft lets an engine count the leaves of a tree.
func (r *runner) perft(ctx context.Context, e *Engine, k Count) (s sample, err error) {
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
	if s.nodes, err = p.Perft(ctx, player.Request{Start: k.Position}, k.Depth, limit); err != nil {
		return s, err
	}
	if s.nodes != k.Leaves {
		return s, fmt.Errorf("it counts %d, not %d", s.nodes, k.Leaves)
	}
	after, err := timeOf(p.PID())
	s.time = after - before
	return s, errors.Join(err, s.check())
}

// check says why a sample makes no sense.
func (s *sample) check() error {
	switch {
	case s.nodes == 0:
		return errors.New("it tells of no nodes")
	case s.time <= 0:
		return errors.New("its process took no time: does it only start the program?")
	}
	return nil
}

// search lets an engine search each position of the bench, from a new game each time.
func (r *runner) search(ctx context.Context, e *Engine) (s sample, err error) {
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
		s.nodes, s.time = s.nodes+one.nodes, s.time+one.time
	}
	return s, s.check()
}

// think has an engine search from a new game. A search of one ply, which does not
// count, waits for all that it does then: USI has no other way to wait after
// usinewgame. What counts are the nodes that the engine told last, and the time it had
// used when it told them: not all engines tell them with the answer.
func think(ctx context.Context, p *player.Process, q player.Request) (s sample, err error) {
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
			s = sample{i.Nodes, now - before}
		}
	}
	_, err = p.Think(ctx, q)
	return s, err
}

// benchAlike returns a job that lets variants of our engine run their bench, all of
// which have to search the same tree: instructions and compilers must not change it.
func (r *runner) benchAlike() func(context.Context, *Engine) (sample, error) {
	want := uint64(0)
	return func(ctx context.Context, e *Engine) (s sample, err error) {
		out, used, err := r.call(ctx, e, "bench", r.config.Game.Name)
		if err != nil {
			return s, err
		}
		s.nodes, s.time = benchNodes(out, r.config.Game.Name), used
		if want == 0 {
			want = s.nodes
		}
		if s.nodes != want {
			return s, fmt.Errorf("its bench searches %d nodes, not %d", s.nodes, want)
		}
		return s, s.check()
	}
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

// call runs a subcommand of our program and returns what it prints and the processor
// time it takes, the start included.
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

// Level returns e limited to a level of instructions, and whether its program, if it
// is ours, knows that level and the machine has it.
func (e Engine) Level(ctx context.Context, level string) (limited Engine, ok bool) {
	e.Name = "--cpu " + level
	e.Args = append(e.Args[:len(e.Args):len(e.Args)], "--cpu", level)
	cmd, err := command(ctx, &e, "cpu")
	if err != nil {
		return e, false
	}
	out, err := cmd.Output()
	return e, err == nil && strings.Contains(string(out), "used level   "+level)
}
