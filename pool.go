package nitoryu

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// Pool is several searchers as one: as many positions are searched at a time. Which of them searches a
// position is not told, so they should be alike.
type Pool struct {
	all    []Searcher
	free   chan Searcher // that search nothing
	turn   chan struct{} // holds a token while all are taken
	closed chan struct{}
	once   sync.Once
}

var _ Searcher = (*Pool)(nil)

// NewPool returns a pool that owns the searchers.
func NewPool(searchers ...Searcher) *Pool {
	p := &Pool{all: slices.Clone(searchers), free: make(chan Searcher, len(searchers)), turn: make(chan struct{}, 1), closed: make(chan struct{})}
	for _, s := range searchers {
		p.free <- s
	}
	return p
}

// Size returns the number of searchers.
func (p *Pool) Size() int { return len(p.all) }

// take waits for a searcher that is free. The error says why none ever is.
func (p *Pool) take(ctx context.Context) (Searcher, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(p.all) == 0 {
		return nil, ErrClosed // nobody would come
	}
	select {
	case <-p.closed:
		return nil, ErrClosed
	default:
	}
	select {
	case s := <-p.free:
		return s, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-p.closed:
		return nil, ErrClosed
	}
}

// Search implements [Searcher]: it waits for a searcher that is free.
func (p *Pool) Search(ctx context.Context, position *Position, l Limits) (*Search, error) {
	s, err := p.take(ctx)
	if err != nil {
		return nil, err
	}
	search, err := s.Search(ctx, position, l)
	if err != nil {
		p.free <- s
		return nil, err
	}
	go func() {
		_, _ = search.Result()
		p.free <- s
	}()
	return search, nil
}

// Ask is [Ask] of a searcher that is free.
func (p *Pool) Ask(ctx context.Context, position *Position, l Limits) (Result, error) {
	s, err := p.take(ctx)
	if err != nil {
		return Result{}, err
	}
	defer func() { p.free <- s }()
	return Ask(ctx, s, position, l)
}

// NewGame implements [Searcher]: it waits until all are free, and all forget what they have learnt.
func (p *Pool) NewGame(ctx context.Context) error {
	if len(p.all) == 0 {
		return ErrClosed
	}
	select { // two that take one after the other would wait for each other
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	var taken []Searcher
	defer func() {
		for _, s := range taken {
			p.free <- s
		}
	}()
	for range p.all {
		s, err := p.take(ctx)
		if err != nil {
			return err
		}
		taken = append(taken, s)
	}
	var errs []error
	for _, s := range taken {
		errs = append(errs, s.NewGame(ctx))
	}
	return errors.Join(errs...)
}

// Close implements [Searcher]: it closes all searchers.
func (p *Pool) Close() error {
	var errs []error
	p.once.Do(func() {
		if p.closed != nil {
			close(p.closed)
		}
		for _, s := range p.all {
			errs = append(errs, s.Close())
		}
	})
	return errors.Join(errs...)
}
