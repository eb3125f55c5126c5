package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/core"
)

// clock returns what times searches: processor time where each has a single thread, since
// wall time depends mostly on the neighbours, and wall time otherwise.
func (r *runner) clock() func(player.Player) time.Duration {
	wall := func(player.Player) time.Duration { return time.Since(r.began) }
	for _, s := range r.subjects {
		if s.threads > 1 {
			return wall
		}
	}
	if _, err := processTime(os.Getpid()); err != nil {
		return wall
	}
	return func(p player.Player) time.Duration {
		pid := os.Getpid()
		if other, ok := p.(interface{ PID() int }); ok {
			pid = other.PID()
		}
		used, _ := processTime(pid) // of a process that has just answered
		return used
	}
}

// hash returns the size of a subject's table in MiB.
func (r *runner) hash(s subject) int { return cmp.Or(r.Engines[s.engine].Hash, r.Hash) }

// open returns the player of a subject, started if need be.
func (r *runner) open(ctx context.Context, s subject, prompt bool) (player.Player, error) {
	if p := r.pool[s]; p != nil {
		return p, nil
	}
	p, err := r.Engines[s.engine].Start(ctx, Setup{Threads: s.threads, Hash: r.hash(s), Prompt: prompt})
	if err == nil {
		r.pool[s] = p
	}
	return p, err
}

// ready returns the player of a subject at the beginning of a game. A program that speaks
// USI searches one ply, which is not counted: there is no other way to wait for its work
// after usinewgame.
func (r *runner) ready(ctx context.Context, s subject, prompt bool) (player.Player, error) {
	p, err := r.open(ctx, s, prompt)
	if err != nil {
		return nil, err
	}
	return p, r.begin(ctx, p, s)
}

func (r *runner) begin(ctx context.Context, p player.Player, s subject) error {
	if err := p.NewGame(ctx); err != nil || r.Game.Protocol != "usi" || r.Engines[s.engine].Self != nil {
		return err
	}
	start := r.Game.Start(r.Game.MatchSettings())
	_, _, err := r.think(ctx, p, player.Request{Position: start, Limits: core.Limits{Depth: 1}})
	return err
}

// think asks for an answer, and stops the search where it takes too long.
func (r *runner) think(ctx context.Context, p player.Player, q player.Request) (reply player.Reply, stopped bool, err error) {
	bounded, cancel := context.WithTimeout(ctx, time.Duration(r.Cap*float64(r.Time))+time.Second)
	defer cancel()
	reply, err = p.Think(bounded, q)
	if stopped = ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded); stopped {
		err = nil
	}
	if err == nil && reply.Problem != "" {
		err = fmt.Errorf("%w: %s", errUnfit, reply.Problem)
	}
	return reply, stopped, err
}

// question asks for a move in a position.
func (j *job) question(l core.Limits) player.Request {
	return player.Request{Start: j.text, Position: j.position.Clone(), Limits: l}
}

// search has a subject search a position in a new game.
func (r *runner) search(ctx context.Context, s subject, q player.Request) (reply player.Reply, stopped bool, err error) {
	p, err := r.ready(ctx, s, false)
	if err != nil {
		return reply, false, err
	}
	return r.think(ctx, p, q)
}

// calibrationHash is the table of the search that finds a depth, in MiB. It is small so
// that this search differs from those that are compared: if it were the one with one
// thread, each position would get a depth for which that one was lucky.
const calibrationHash = 1

// calibrated returns the depth that an engine reaches in a position in the time, with one
// thread, once.
func (r *runner) calibrated(ctx context.Context, s subject, j job) (depth, error) {
	key := [2]int{s.engine, j.number}
	if d, ok := r.depths[key]; ok {
		return d, nil
	}
	if r.Depth > 0 {
		return depth{plies: r.Depth}, nil
	}
	p, err := r.Engines[s.engine].Start(ctx, Setup{Threads: 1, Hash: calibrationHash})
	if err != nil {
		return depth{}, err
	}
	defer func() { _ = p.Close() }()
	if err := r.begin(ctx, p, s); err != nil {
		return depth{}, err
	}
	var seen iterations
	q := j.question(core.Limits{MoveTime: r.Time})
	q.Info = seen.add
	reply, _, err := r.think(ctx, p, q)
	if err == nil {
		r.depths[key] = calibrate(&reply, seen, r.Time)
	}
	return r.depths[key], err
}

// iteration is a finished one.
type iteration struct {
	depth int
	at    time.Duration
}

type iterations []iteration

// add adds an iteration that a line of information tells of.
func (list *iterations) add(i player.Info) {
	if i.MultiPV <= 1 && i.HasScore && i.Bound == core.Exact && i.Depth > 0 {
		*list = append(*list, iteration{i.Depth, i.Elapsed})
	}
}

// calibrate returns the depth to which a position is to be searched, from a reply and the
// iterations before it, or why the position is left out.
func calibrate(reply *player.Reply, list iterations, budget time.Duration) depth {
	// Lines in the last moment may be of an interrupted iteration, which some engines
	// report with their answer. Very short searches measure clocks rather than threads.
	const lastMoment, shortMoment = 50, 20
	last := iteration{1, reply.Elapsed}
	for _, i := range list {
		if i.depth >= last.depth && i.at <= reply.Elapsed-budget/lastMoment {
			last = i
		}
	}
	switch {
	case reply.Infos == 0:
		return depth{out: "the engine reports nothing about its search"}
	case reply.Info.Score.IsDecisive():
		return depth{out: "a mate is seen"}
	case reply.Elapsed < budget/2:
		return depth{out: "the search ends by itself"}
	case last.at < budget/shortMoment:
		return depth{out: "the last depth is reached at once"}
	}
	return depth{plies: last.depth}
}

// Options returns the options of an engine for a setup, from those that it declares. Own
// options of the user come after them.
func Options(declared []player.OptionSpec, s Setup) (list []player.Option) {
	set := func(value func(player.OptionSpec) int64, names ...string) (found bool) {
		for _, o := range declared {
			for _, name := range names {
				if strings.EqualFold(o.Name, name) && o.Type == "spin" {
					list = append(list, player.Option{Name: o.Name, Value: strconv.FormatInt(value(o), 10)})
					found = true
				}
			}
		}
		return found
	}
	number := func(n int) func(player.OptionSpec) int64 { return func(player.OptionSpec) int64 { return int64(n) } }
	if !set(number(s.Threads), "Threads") && s.Threads > 1 {
		list = append(list, player.Option{Name: "Threads", Value: strconv.Itoa(s.Threads)}) // an error that names it
	}
	if !set(number(s.Hash), "USI_Hash") {
		set(number(s.Hash), "Hash")
	}
	if s.Prompt {
		set(func(o player.OptionSpec) int64 { return max(0, o.Min) }, "Move Overhead", "Move_Overhead", "MoveOverhead", "NetworkDelay", "NetworkDelay2")
	}
	return list
}
