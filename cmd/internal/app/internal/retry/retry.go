package retry

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// The waits begin with First and double up to Longest.
const (
	First   = time.Second
	Longest = 2 * time.Minute
)

// Tries counts what failed in a row.
type Tries struct {
	Most int               // after which it is given up; 0: never
	Say  func(text string) // hears of each
	Wait func(ctx context.Context, d time.Duration) error

	failed int
}

// Succeeded begins to count anew.
func (t *Tries) Succeeded() { t.failed = 0 }

// Again waits, least at least, before another try after err. The error says that there is no other try: it was the last one, err
// lasts, or ctx has ended.
func (t *Tries) Again(ctx context.Context, err error, least time.Duration) error {
	var final lasting
	switch {
	case errors.As(err, &final):
		return final.error
	case ctx.Err() != nil:
		return ctx.Err()
	}
	if t.failed++; t.Most > 0 && t.failed >= t.Most {
		return fmt.Errorf("given up at try %d: %w", t.failed, err)
	}
	const doublings = 20 // more would overflow
	wait := max(least, min(First<<min(t.failed-1, doublings), Longest))
	t.Say(fmt.Sprintf("%v; next try in %v", err, wait))
	return t.Wait(ctx, wait)
}

// lasting is an error after which another try is in vain.
type lasting struct{ error }

func (e lasting) Unwrap() error { return e.error }

// Lasting returns an error after which another try is in vain; nil for nil.
func Lasting(err error) error {
	if err == nil {
		return nil
	}
	return lasting{err}
}

// Pause waits, until ctx ends or early is closed, which may be nil.
func Pause(ctx context.Context, d time.Duration, early <-chan struct{}) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-early:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}
