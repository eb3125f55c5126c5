package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/internal/report"
)

// measure is one kind of figure.
type measure struct {
	name, doc string
	own       bool                // only for our own engine in this process
	each      bool                // a row for each job, instead of one for all
	jobs      func(*runner) []job // nil: the positions
	threads   func(*runner) []int // nil: the threads of the run
	runs      func(*runner) int   // nil: the runs of the config
	do        func(context.Context, *runner, subject, job, int) (Sample, error)
	columns   []column
	// ratio compares two samples: with the first engine, and with the same engine at the fewest
	// threads. It is nil if nothing is compared.
	ratio func(own, other *Sample) float64
}

// column is a column of a table.
type column struct {
	key, head string
	format    func(float64) string
	of        func(*row) Figure
}

// measures lists all measures.
func measures() []measure {
	faster := func(own, other *Sample) float64 { return own.Value / other.Value }
	sooner := func(own, other *Sample) float64 { return other.Value / own.Value }
	value := func(s *Sample) float64 { return s.Value }
	speed := column{"nodes_per_second", "n/s", report.Count, func(w *row) Figure { return w.geo(value) }}
	nodes := column{"nodes", "nodes", report.Count, func(w *row) Figure { return w.geo(func(s *Sample) float64 { return s.Nodes }) }}
	rate := column{"nodes_per_second", "n/s", report.Count, func(w *row) Figure { return w.geo(func(s *Sample) float64 { return s.Nodes / s.Seconds }) }}
	cut := column{"cut_off", "cut off", whole, func(w *row) Figure { return w.sum(func(s *Sample) float64 { return float64(bit(s.AtLeast)) }) }}
	return []measure{
		{
			name: "speed", doc: "nodes per second of a search, and the depth that it finishes in --time",
			do: measureSpeed, ratio: faster,
			columns: []column{speed, {"depth", "depth", decimal, func(w *row) Figure { return w.mean(func(s *Sample) float64 { return s.Depth }) }}},
		},
		{
			name: "perft", doc: "leaves per second of two trees of legal moves; the counts have to be right", each: true,
			jobs: trees, threads: func(*runner) []int { return []int{1} }, do: measurePerft, ratio: faster, columns: []column{speed},
		},
		{
			name: "time", doc: "seconds to --depth, or to the depth that one thread reaches in --time; how many times as fast",
			do: measureTime, ratio: sooner,
			columns: []column{{"seconds", "seconds", seconds, func(w *row) Figure { return w.geo(value) }}, rate, cut},
		},
		{
			name: "nodes", doc: "nodes to --depth, or two plies less than the bench; how many times as many",
			do: measureNodes, ratio: faster,
			columns: []column{nodes, rate, cut},
		},
		{
			name: "latency", doc: "milliseconds that answers to go movetime (5 to 40 ms) and stop are late, without a move overhead", each: true,
			jobs: questions, runs: func(r *runner) int { return r.Searches }, do: measureLatency,
			columns: []column{
				{"searches", "searches", whole, func(w *row) Figure { return w.sum(func(*Sample) float64 { return 1 }) }},
				late("median_ms", "median", 0.5), late("p99_ms", "99 %", 0.99), late("p999_ms", "99.9 %", 0.999), late("max_ms", "maximum", 1),
			},
		},
		{
			name: "simulate", doc: "time to a depth of simulated threads, a core for each, in nodes of the thread that is first; the same on every machine", own: true,
			threads: func(r *runner) []int { return r.Simulate }, runs: func(*runner) int { return 1 }, do: measureSimulated, ratio: sooner,
			columns: append([]column{{"time", "time", report.Count, func(w *row) Figure { return w.geo(value) }}, nodes}, traffic()...),
		},
	}
}

// Help explains the measures, each with its name.
func Help() (list [][2]string) {
	for _, m := range measures() {
		list = append(list, [2]string{m.name, m.doc})
	}
	return list
}

func whole(x float64) string   { return report.Number("%.0f", x) }
func decimal(x float64) string { return report.Number("%.1f", x) }
func seconds(x float64) string { return report.Number("%.3f", x) }
func percent(x float64) string { return report.Number("%.0f %%", 100*x) }

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// positions returns the positions in which there is something to think about.
func positions(c *Config) (list []job, err error) {
	for i, text := range c.Positions {
		p, err := c.Game.Parse(text, c.Game.MatchSettings())
		if err != nil {
			return nil, fmt.Errorf("position %q: %w", text, err)
		}
		position, err := inside.FromCore(p)
		if err != nil {
			return nil, err
		}
		if len(position.Legal()) > 1 && !position.Outcome().Over {
			list = append(list, job{name: fmt.Sprintf("position %d", i+1), number: i, position: position})
		}
	}
	return list, nil
}

// measureSpeed searches for the time. The last nodes that an engine reports count, since
// not all engines report them at the end.
func measureSpeed(ctx context.Context, r *runner, s subject, j job, _ int) (x Sample, err error) {
	e, err := r.ready(ctx, s, false)
	if err != nil {
		return x, err
	}
	var seen iterations
	before := r.usedTime(e)
	count := func(nodes uint64) {
		if float64(nodes) > x.Nodes {
			x.Nodes, x.Seconds = float64(nodes), (r.usedTime(e) - before).Seconds()
		}
	}
	result, _, err := r.think(ctx, e, j.position, nitoryu.Limits{Time: r.Time}, func(l *nitoryu.Line) {
		seen.add(l)
		count(l.Nodes)
	})
	if err != nil {
		return x, err
	}
	count(result.Nodes)
	if len(seen) > 0 {
		x.Depth = float64(seen[len(seen)-1].depth)
	}
	if x.Out = x.Nodes == 0; !x.Out && x.Seconds <= 0 {
		return x, fmt.Errorf("%w: its process uses no time: does it only start another program?", errUnfit)
	}
	x.Value = quotient(x.Nodes, x.Seconds)
	return x, nil
}

// trees returns the trees to count: the tree of the initial position, and one with many moves
// of rare kinds.
func trees(r *runner) []job {
	if r.Game.Name == chess.Rules.Name {
		return []job{
			{name: "initial position, 6 plies", depth: 6, leaves: 119_060_324},
			{name: "Kiwipete, 5 plies", text: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", depth: 5, leaves: 193_690_690},
		}
	}
	return []job{
		{name: "initial position, 5 plies", depth: 5, leaves: 19_861_490},
		{name: "full hands, 3 plies", text: "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1", depth: 3, leaves: 4_809_015},
	}
}

// slowestCount is the lowest speed of a counter in leaves per second. A slower engine does not
// know go perft, which some engines take for go infinite.
const slowestCount = 1_000_000

// measurePerft counts the leaves of a tree.
func measurePerft(ctx context.Context, r *runner, s subject, j job, _ int) (Sample, error) {
	position, err := nitoryu.Open(nitoryu.Setup{Variant: nitoryu.Variant(r.Game.Name), Position: j.text})
	if err != nil {
		return Sample{}, err
	}
	if r.Engines[s.engine].Self != nil {
		before := r.usedTime(nil)
		n, _ := core.Divide(inside.Core(position), j.depth, func() bool { return ctx.Err() != nil }, nil)
		return j.counted(n, r.usedTime(nil)-before)
	}
	e, err := r.open(ctx, s, false)
	if err == nil {
		err = e.NewGame(ctx)
	}
	if err != nil {
		return Sample{}, err
	}
	program, ok := e.(*client.Engine)
	if !ok {
		return Sample{}, fmt.Errorf("%w: it is no program", errUnfit)
	}
	before := r.usedTime(e)
	n, err := program.Perft(ctx, position, j.depth, 10*time.Second+time.Duration(j.leaves)*(time.Second/slowestCount))
	if err != nil {
		return Sample{}, err
	}
	return j.counted(n, r.usedTime(e)-before)
}

// counted returns the sample of a count.
func (j *job) counted(n uint64, used time.Duration) (Sample, error) {
	if n != j.leaves {
		return Sample{}, fmt.Errorf("%w: it counts %d leaves of %s, not %d", errUnfit, n, j.name, j.leaves)
	}
	return Sample{Value: float64(n) / max(used.Seconds(), 1e-9), Nodes: float64(n), Seconds: used.Seconds()}, nil
}

// measureTime searches to the depth for the position.
func measureTime(ctx context.Context, r *runner, s subject, j job, _ int) (Sample, error) {
	d, err := r.calibrated(ctx, s, j)
	if err != nil || d.out != "" {
		return Sample{Out: true}, err
	}
	result, stopped, err := r.search(ctx, s, j, nitoryu.Limits{Depth: d.plies})
	took := result.Elapsed.Seconds()
	return Sample{Value: took, Seconds: took, Nodes: float64(told(&result).Nodes), AtLeast: stopped}, err
}

// usualDepth returns the depth of searches that are compared by their nodes.
func (r *runner) usualDepth() int {
	if r.Depth > 0 {
		return r.Depth
	}
	return r.Game.Bench.Depth - 2
}

// firstOf returns what the first subject did for a job in the first run.
func (r *runner) firstOf(j job) (x Sample, ok bool) {
	k := slices.IndexFunc(r.jobs, func(o job) bool { return o.name == j.name })
	if len(r.samples[0][k]) == 0 {
		return x, false
	}
	return r.samples[0][k][0], true
}

// measureNodes searches to the depth, up to a multiple of the nodes of the first engine.
func measureNodes(ctx context.Context, r *runner, s subject, j job, _ int) (Sample, error) {
	limits := nitoryu.Limits{Depth: r.usualDepth()}
	if full, ok := r.firstOf(j); ok && s != r.subjects[0] {
		limits.Nodes = uint64(r.Cap * full.Nodes)
	}
	result, stopped, err := r.search(ctx, s, j, limits)
	best := told(&result)
	x := Sample{Value: float64(best.Nodes), Nodes: float64(best.Nodes), Seconds: max(result.Elapsed.Seconds(), 1e-9)}
	if x.AtLeast = stopped || best.Depth < limits.Depth && limits.Nodes > 0 && !core.Score(best.Score).IsDecisive(); x.AtLeast {
		x.Value = max(x.Value, float64(limits.Nodes))
	}
	if err == nil && x.Value == 0 {
		err = fmt.Errorf("%w: it reports no nodes", errUnfit)
	}
	return x, err
}

// The questions of latency.
const (
	afterMoveTime = "go movetime"
	afterStop     = "stop"
)

func questions(r *runner) []job {
	if len(r.playable) == 0 {
		return nil
	}
	return []job{{name: afterMoveTime}, {name: afterStop}}
}

// measureLatency asks a question, whose time depends on its number alone.
func measureLatency(ctx context.Context, r *runner, s subject, j job, run int) (Sample, error) {
	e, err := r.ready(ctx, s, true)
	if err != nil {
		return Sample{}, err
	}
	rng := rand.New(rand.NewPCG(r.Seed, uint64(run)))
	at := r.playable[run%len(r.playable)].position
	if j.name == afterMoveTime {
		moveTime := time.Duration(5+rng.IntN(36)) * time.Millisecond
		result, _, err := r.think(ctx, e, at, nitoryu.Limits{Time: moveTime}, nil)
		return Sample{Value: milliseconds(result.Elapsed - moveTime)}, err
	}
	stopAfter := time.Millisecond + time.Duration(rng.Int64N(int64(30*time.Millisecond)))
	told := make(chan time.Time, 1)
	began := time.Now()
	search, err := e.Search(ctx, at, nitoryu.Limits{})
	if err != nil {
		return Sample{}, err
	}
	stop := time.AfterFunc(stopAfter, func() { told <- time.Now(); search.Stop() })
	result, err := search.Result()
	early := stop.Stop()
	switch {
	case err != nil:
		return Sample{}, err
	case early:
		return Sample{}, fmt.Errorf("%w: the answer came before stop", errUnfit)
	}
	return Sample{Value: milliseconds(began.Add(result.Elapsed).Sub(<-told))}, nil
}

func milliseconds(d time.Duration) float64 { return d.Seconds() * 1000 }

// late is a column with a quantile of delays.
func late(key, head string, q float64) column {
	return column{key, head, seconds, func(w *row) Figure {
		return plain(quantile(slices.Sorted(slices.Values(flat(w.values(func(s *Sample) float64 { return s.Value })))), q))
	}}
}
