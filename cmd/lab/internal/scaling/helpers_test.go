package scaling

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

// world is where engines search in simulated time. They play chess: the first has a
// speed-up of half its threads in nodes and none in depth, the second twice that in both.
type world struct {
	calls   []string // calibrations and searches, in their order
	running int      // processes
	// deviate changes the answer to a question; it may be nil.
	deviate func(call string, reply *player.Reply) error
}

// actor is a player in a world.
type actor struct {
	world           *world
	engine, threads int
	hash            string // MiB
	game            bool   // a new game has begun
}

func (w *world) start(_ context.Context, engine int, options []player.Option, _ io.Writer) (Player, error) {
	a := &actor{world: w, engine: engine}
	for _, o := range options {
		switch o.Name {
		case "Threads":
			a.threads, _ = strconv.Atoi(o.Value)
		case "Hash":
			a.hash = o.Value
		}
	}
	w.running++
	return a, nil
}

func (a *actor) Name() string                  { return "" }
func (a *actor) Ponder(player.Request) error   { return nil }
func (a *actor) GameOver(player.Outcome) error { return nil }

func (a *actor) Options() []player.OptionSpec {
	return []player.OptionSpec{{Name: "Threads", Type: "spin"}, {Name: "Hash", Type: "spin"}}
}

func (a *actor) Close() error {
	a.world.running--
	return nil
}

func (a *actor) NewGame(context.Context) error {
	a.game = true
	return nil
}

// ratios returns the nodes per second and the speed to a depth, by those of one thread.
func (a *actor) ratios() (nodes, depth float64) {
	if a.threads == 1 {
		return 1, 1
	}
	nodes, depth = float64(a.threads)/2, 1
	if a.engine == 1 {
		nodes, depth = 2*nodes, 2
	}
	return nodes, depth
}

func (a *actor) Think(ctx context.Context, q player.Request) (player.Reply, error) {
	if err := ctx.Err(); err != nil {
		return player.Reply{}, err
	}
	if q.Start == "" {
		return player.Reply{}, nil // to be ready
	}
	if !a.game {
		return player.Reply{}, errors.New("a search without a new game")
	}
	a.game = false
	// A depth is found with another table than that of the searches that are compared.
	want := "64"
	if q.Limits.MoveTime > 0 {
		want = "1"
	}
	if a.hash != want {
		return player.Reply{}, fmt.Errorf("a table of %q MiB, want %s", a.hash, want)
	}
	position := slices.Index(fewPositions(), q.Start)
	reply := player.Reply{Infos: 1}
	call := fmt.Sprintf("%d:%d", a.engine, position)
	if q.Limits.MoveTime > 0 {
		call += " calibrate"
		reply.Elapsed = q.Limits.MoveTime
		q.Info(player.Info{Depth: 7 + position, HasScore: true, Bound: core.Exact, Elapsed: q.Limits.MoveTime / 2})
	} else {
		call += fmt.Sprintf(" depth %d with %d", q.Limits.Depth, a.threads)
		nodes, depth := a.ratios()
		reply.Elapsed = time.Duration(float64(time.Second) * float64(1+position) / depth)
		reply.Info = player.Info{Nodes: uint64(1e6 * reply.Elapsed.Seconds() * nodes), Elapsed: reply.Elapsed}
	}
	a.world.calls = append(a.world.calls, call)
	if a.world.deviate != nil {
		if err := a.world.deviate(call, &reply); err != nil {
			return player.Reply{}, err
		}
	}
	return reply, nil
}

// fewPositions are three positions; the last one has one legal move.
func fewPositions() []string {
	return []string{games.Chess.Bench.Positions[1], games.Chess.Bench.Positions[5], "k7/8/8/8/8/8/r7/7K w - - 0 1"}
}

func fewSetup() Setup {
	return Setup{
		Game: "chess", Machine: measure.Machine{Version: "0", System: "here", Compiler: "go1", Processors: 4},
		Engines: []Engine{{"One", "cmd=one"}, {"Two", "cmd=two"}}, Threads: []int{1, 2, 4}, LatencyThreads: []int{1, 2},
		Hash: 64, Budget: time.Second, Cap: 30, Positions: fewPositions(), Seed: 1,
	}
}

func (w *world) config(runs int) Config {
	return Config{
		Setup: fewSetup(), Rules: games.Chess.Rules, Start: w.start, Runs: runs,
	}
}

// run returns the report of a run, also if it failed.
func run(ctx context.Context, c Config) (*Report, error) {
	l := measure.New()
	l.Began = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	failed := Run(ctx, c, l)
	r, err := NewReport(&c.Setup, l)
	return r, errors.Join(failed, err)
}

// measured returns the report of a whole run.
func measured(t testing.TB, w *world, c Config) *Report {
	t.Helper()
	r, err := run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	if w.running != 0 {
		t.Errorf("%d processes are left", w.running)
	}
	return r
}
