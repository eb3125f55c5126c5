package scaling

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/core"
)

// BlockSize is the number of searches in a block. The engine begins a new game before and
// after it, so that no late answer can be counted in the next block.
const BlockSize = 20

// latency measures the delay of answers, a block with each number of threads in turn.
func (r *runner) latency(ctx context.Context) error {
	var playable []int
	for i, p := range r.positions {
		if forced(p) == "" {
			playable = append(playable, i)
		}
	}
	if len(playable) == 0 {
		return errors.New("there is nothing to think about in any position")
	}
	p := r.pool(0, r.config.Setup.Hash, true)
	defer p.close()
	counts := r.config.Setup.LatencyThreads
	for number := range r.blocks() {
		for _, question := range []Question{MoveTime, Stop} {
			for _, i := range order(len(counts), number) {
				b := Block{Question: question, Threads: counts[i], Number: number}
				what := fmt.Sprintf("latency, %s, %s, searches from %d on", threads(counts[i]), question, number*BlockSize+1)
				_, err := measure.Do(r.log, measure.Key(blocks, question, counts[i], number), what, func() (Block, error) {
					return r.block(ctx, p, b, playable)
				})
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// blocks returns the number of blocks with each number of threads.
func (r *runner) blocks() int { return (r.config.Searches + BlockSize - 1) / BlockSize }

// block fills in a block. An engine that fails is started again.
func (r *runner) block(ctx context.Context, p *pool, b Block, playable []int) (Block, error) {
	for i := range BlockSize {
		number := b.Number*BlockSize + i
		s, isNew, err := p.get(ctx, b.Threads)
		if err != nil {
			return b, err
		}
		if i == 0 || isNew {
			if err = s.ready(ctx, r.start, r.config.Setup.limit()); err == nil {
				s.tap.reset()
			}
		}
		var delay time.Duration
		if err == nil {
			delay, err = r.delay(ctx, s, b.Question, number, playable[number%len(playable)])
		}
		switch {
		case ctx.Err() != nil:
			return b, ctx.Err()
		case isFailure(err):
			p.drop(b.Threads)
			fallthrough
		case err != nil:
			b.Faults = append(b.Faults, fmt.Sprintf("search %d: %v", number+1, err))
		default:
			b.Delays = append(b.Delays, delay)
		}
	}
	return b, b.settle(ctx, p)
}

// settle checks that each question had exactly one answer.
func (b *Block) settle(ctx context.Context, p *pool) error {
	s := p.subjects[b.Threads]
	if s == nil {
		return nil // it has failed, which is among the faults
	}
	err := s.player.NewGame(ctx)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case isFailure(err):
		p.drop(b.Threads)
		b.Faults = append(b.Faults, err.Error())
	case err != nil:
		return err
	}
	if asked, answered := s.tap.counts(); asked != answered {
		b.Delays = nil // which answer belongs to which question is unknown
		b.Faults = append(b.Faults, fmt.Sprintf("%d answers to %d questions from search %d on", answered, asked, b.Number*BlockSize+1))
	}
	return nil
}

// delay asks a question and returns the delay of the answer. The time in a question
// depends on its number alone.
func (r *runner) delay(ctx context.Context, s *subject, question Question, number, position int) (time.Duration, error) {
	rng := rand.New(rand.NewPCG(r.config.Setup.Seed, uint64(number)))
	if question == MoveTime {
		const least, most = 5, 40
		moveTime := time.Duration(least+rng.IntN(most-least+1)) * time.Millisecond
		q := r.question(position, core.Limits{MoveTime: moveTime})
		reply, err := s.player.Think(ctx, q)
		return reply.Elapsed - moveTime, problem(&reply, err)
	}
	const least, most = time.Millisecond, 30 * time.Millisecond
	stopAfter := least + time.Duration(rng.Int64N(int64(most-least)+1))
	return s.stopDelay(ctx, r.question(position, core.Limits{Infinite: true}), stopAfter)
}

// stopDelay lets the engine think until it is stopped and returns the time from then to
// its answer.
func (s *subject) stopDelay(ctx context.Context, q player.Request, stopAfter time.Duration) (time.Duration, error) {
	thinking, stop := context.WithCancel(ctx)
	defer stop()
	s.tap.atGo(func() { time.AfterFunc(stopAfter, stop) })
	defer s.tap.atGo(nil)
	began := time.Now()
	reply, err := s.player.Think(thinking, q)
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case err == nil:
		return 0, errors.New("the answer came before stop")
	case errors.Is(err, context.Canceled):
		err = nil
	}
	return began.Add(reply.Elapsed).Sub(s.tap.lastStop()), problem(&reply, err)
}

// problem returns err, or what is wrong with the answer.
func problem(reply *player.Reply, err error) error {
	if err == nil && reply.Problem != "" {
		return errors.New(reply.Problem)
	}
	return err
}
