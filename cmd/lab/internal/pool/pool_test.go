package pool

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
)

func TestRun(t *testing.T) {
	broken := errors.New("broken")
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, test := range []struct {
		name    string
		ctx     context.Context
		workers int
		fails   int64 // the worker that fails, from 1; 0: none
		want    error
		began   int64
	}{
		{"none is one", context.Background(), 0, 0, nil, 1},
		{"several", context.Background(), 5, 0, nil, 5},
		{"one fails, which ends the others", context.Background(), 3, 2, broken, 3},
		{"the context has ended", ended, 2, 0, context.Canceled, 2},
		{"an error after the end of the context is its consequence", ended, 2, 1, context.Canceled, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			var began atomic.Int64
			err := Run(test.ctx, test.workers, func(ctx context.Context) error {
				switch n := began.Add(1); {
				case n == test.fails:
					return broken
				case test.fails > 0:
					<-ctx.Done() // waits for the failure of another
					return ctx.Err()
				}
				return nil
			})
			if !errors.Is(err, test.want) || (err == nil) != (test.want == nil) || began.Load() != test.began {
				t.Errorf("error %v after %d workers", err, began.Load())
			}
		})
	}
}
