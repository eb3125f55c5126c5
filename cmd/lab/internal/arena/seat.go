package arena

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/internal/excerpt"
)

// hung is the time beyond its limits after which an engine in this process counts as hanging.
// Package client ends other programs earlier.
const hung = 30 * time.Second

// seat is an engine at the board, and what it thinks about on its opponent's time.
type seat struct {
	nitoryu.Searcher
	name string
	bad  string // the first line of the search with an illegal move, and the reason

	pondering *nitoryu.Search // or nil
	expected  nitoryu.Move
	answered  chan struct{} // closed by the end of pondering
}

// badLine receives lines with illegal moves.
func (s *seat) badLine(line string, problem error) {
	index := 0
	if m := (*nitoryu.MoveError)(nil); errors.As(problem, &m) {
		index = m.Index
	}
	if s.bad == "" {
		s.bad = fmt.Sprintf("move %d: %v, in %s", index+1, problem, excerpt.QuoteTo(1000, line))
	}
}

// think asks for a move. If the engine ponders on the position, this is a ponder hit; pondering
// on another position is stopped first, on the engine's time.
func (s *seat) think(ctx context.Context, p *nitoryu.Position, l nitoryu.Limits) (r nitoryu.Result, err error) {
	began := time.Now()
	search, err := s.hit(p, l.Clock)
	if err != nil {
		return r, err
	}
	if search != nil {
		r, err = search.Result()
		r.Elapsed = min(r.Elapsed, time.Since(began)) // it may have answered just before
		return r, err
	}
	stopping := time.Duration(0)
	if s.pondering != nil {
		if err := s.stop(); err != nil {
			return r, err
		}
		stopping = time.Since(began)
	}
	s.bad = ""
	limit, known := client.Patience(p.Side(), &l)
	inner := ctx
	if known {
		var cancel context.CancelFunc
		inner, cancel = context.WithTimeout(ctx, limit+hung)
		defer cancel()
	}
	r, err = nitoryu.Ask(inner, s.Searcher, p, l)
	if inner.Err() != nil && ctx.Err() == nil && s.failure(err) == nil {
		err = &client.Failure{Program: s.name, Kind: client.Hang, Detail: "no answer within its limits"}
	}
	r.Elapsed += stopping
	return r, err
}

// hit tells an engine that ponders on p that it was played, and returns the search. It
// returns nil if the engine ponders on another position, or has answered already.
func (s *seat) hit(p *nitoryu.Position, c *nitoryu.Clock) (*nitoryu.Search, error) {
	if s.pondering == nil || p.Last() != s.expected {
		return nil, nil
	}
	select {
	case <-s.answered:
		return nil, nil
	default:
	}
	search := s.pondering
	s.pondering = nil
	return search, search.PonderHit(c)
}

// ponder lets the engine think about the answer to the move that it expects in p. p stays as it
// is. Errors surface with the engine's next move.
func (s *seat) ponder(ctx context.Context, p *nitoryu.Position, expected nitoryu.Move, l nitoryu.Limits) {
	if p.Play(expected) != nil {
		return
	}
	defer p.Undo()
	if settled(p).Over {
		return
	}
	l.Ponder, l.Quiet, s.bad = true, true, ""
	search, err := s.Search(ctx, p, l)
	if err != nil {
		return
	}
	over := make(chan struct{})
	s.pondering, s.expected, s.answered = search, expected, over
	go func() {
		_, _ = search.Result()
		close(over)
	}()
}

// stop ends pondering, whose answer does not count.
func (s *seat) stop() error {
	if s.pondering == nil {
		return nil
	}
	search := s.pondering
	s.pondering = nil
	search.Stop()
	_, err := search.Result()
	if f := s.failure(err); f != nil {
		return f
	}
	return nil
}

// gameOver tells the engine the result, if the protocol has a word for it.
func (s *seat) gameOver(ctx context.Context, o client.Outcome) error {
	if err := s.stop(); err != nil {
		return err
	}
	if listens, ok := s.Searcher.(interface {
		GameOver(context.Context, client.Outcome) error
	}); ok {
		return listens.GameOver(ctx, o)
	}
	return nil
}

// failure returns the failure of the engine that an error reports, or nil. A fault inside our
// own engine is a crash.
func (s *seat) failure(err error) *client.Failure {
	if f := (*client.Failure)(nil); errors.As(err, &f) {
		return f
	}
	if f := (*nitoryu.FaultError)(nil); errors.As(err, &f) {
		return &client.Failure{Program: s.name, Kind: client.Crash, Detail: f.Error()}
	}
	return nil
}
