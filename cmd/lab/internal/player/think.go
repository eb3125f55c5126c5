package player

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"
)

var errNoPosition = errors.New("the request has no position")

// NewGame implements [Player]. It is also what makes an engine ready after Start.
func (p *Process) NewGame(ctx context.Context) error {
	if err := p.free(ctx); err != nil {
		return err
	}
	p.mu.Lock()
	select {
	case <-p.ready: // came after an earlier call gave up
	default:
	}
	p.owed++
	p.mu.Unlock()

	commands := "ucinewgame\nisready\n"
	if p.usi {
		commands = "isready\n"
	}
	if err := p.send([]byte(commands)); err != nil {
		return err
	}
	timeout := cmp.Or(p.config.ReadyTimeout, readyTimeout)
	switch err := p.wait(ctx, p.ready, timeout); {
	case err == errEnded:
		return p.fail(Crash, "before readyok")
	case err == errLate:
		return p.fail(Hang, fmt.Sprintf("no readyok within %v", timeout))
	case err != nil:
		return err
	}
	if p.usi {
		return p.send([]byte("usinewgame\n"))
	}
	return nil
}

// GameOver implements [Player].
func (p *Process) GameOver(o Outcome) error {
	if err := p.free(context.Background()); err != nil || !p.usi {
		return err
	}
	switch {
	case o > Drawn:
		return p.send([]byte("gameover win\n"))
	case o < Drawn:
		return p.send([]byte("gameover lose\n"))
	}
	return p.send([]byte("gameover draw\n"))
}

// free makes sure that the engine is usable and does not ponder.
func (p *Process) free(ctx context.Context) error {
	if p.gone != nil {
		return p.gone
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return p.stopPondering(cmp.Or(p.config.StopTimeout, usualGrace))
}

// Ponder implements [Player]. The limits are those of the question to come: a
// ponder hit cannot bring new ones.
func (p *Process) Ponder(r Request) error {
	if r.Position == nil {
		return errNoPosition
	}
	if err := p.free(context.Background()); err != nil {
		return err
	}
	p.pondered = appendPosition(p.pondered[:0], &r, p.usi)
	if err := p.ask(p.pondered, &r, time.Now(), true); err != nil {
		return err
	}
	p.pondering = true
	return nil
}

// Think implements [Player]. The time runs from just before the question is
// written to the moment at which the answer was read.
func (p *Process) Think(ctx context.Context, r Request) (Reply, error) {
	switch {
	case p.gone != nil:
		return Reply{}, p.gone
	case ctx.Err() != nil:
		return Reply{}, ctx.Err()
	case r.Position == nil:
		return Reply{}, errNoPosition
	}
	p.position = appendPosition(p.position[:0], &r, p.usi)
	asked := time.Now()
	if p.hits(&r, asked) {
		if err := p.send([]byte("ponderhit\n")); err != nil {
			return Reply{}, err
		}
		return p.await(ctx, &r)
	}
	if err := p.stopPondering(cmp.Or(r.Grace, usualGrace)); err != nil {
		return Reply{}, err
	}
	if err := p.ask(p.position, &r, asked, false); err != nil {
		return Reply{}, err
	}
	return p.await(ctx, &r)
}

// ask opens a question and writes position and go at once: two writes would wake the
// engine twice.
func (p *Process) ask(position []byte, r *Request, asked time.Time, ponder bool) error {
	p.mu.Lock()
	s := &p.search
	*s = search{active: true, opened: time.Now(), asked: asked, line: s.line[:0], answer: s.answer[:0]}
	if !ponder {
		s.info = r.Info
	}
	if p.config.CheckPV == CheckEvery {
		s.board = r.Position.Clone()
	}
	p.mu.Unlock()
	p.out = appendGo(append(p.out[:0], position...), r, p.usi, ponder)
	return p.send(p.out)
}

// hits reports whether the engine ponders on the position of r, and if so makes this the
// search for r. An engine that has answered before it was
// asked ponders no more.
func (p *Process) hits(r *Request, asked time.Time) bool {
	if !p.pondering || r.Mate || !bytes.Equal(p.position, p.pondered) {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	s := &p.search
	if !s.active {
		return false
	}
	s.asked, s.info, s.last.Elapsed = asked, r.Info, 0
	p.pondering = false
	return true
}

// stopPondering ends pondering and drops its answer.
func (p *Process) stopPondering(grace time.Duration) error {
	if !p.pondering {
		return nil
	}
	p.pondering = false
	return p.stop(grace)
}

// stop ends the search and waits for its answer.
func (p *Process) stop(grace time.Duration) error {
	p.mu.Lock()
	answered := !p.search.active
	p.mu.Unlock()
	if !answered {
		if err := p.send([]byte("stop\n")); err != nil {
			return err
		}
	}
	switch p.wait(context.Background(), p.answered, grace) {
	case errEnded:
		return p.fail(Crash, "after stop")
	case errLate:
		return p.fail(Hang, fmt.Sprintf("no answer to stop within %v", grace))
	}
	return nil
}

// await waits for the answer to r.
func (p *Process) await(ctx context.Context, r *Request) (Reply, error) {
	grace := cmp.Or(r.Grace, usualGrace)
	limit, known := patience(r, p.usi)
	if known {
		limit += grace
	}
	err := p.wait(ctx, p.answered, limit)
	switch err {
	case nil:
		return p.reply(r)
	case errEnded:
		return Reply{}, p.fail(Crash, "while it was thinking")
	case errLate:
		return Reply{}, p.hang(limit, min(grace, stopTimeout))
	}
	if failure := p.stop(grace); failure != nil {
		return Reply{}, failure
	}
	reply, failure := p.reply(r)
	if failure != nil {
		return Reply{}, failure
	}
	return reply, err
}

// hang kills an engine that is late, after a try whether it reacts to stop.
func (p *Process) hang(limit, moment time.Duration) error {
	detail := fmt.Sprintf("no answer within %v", limit)
	stopped := time.Now()
	if err := p.send([]byte("stop\n")); err != nil {
		return err
	}
	switch p.wait(context.Background(), p.answered, moment) {
	case nil:
		detail += fmt.Sprintf(", but %v after stop", time.Since(stopped).Round(time.Millisecond))
	default:
		detail += ", nor to stop"
	}
	return p.fail(Hang, detail)
}
