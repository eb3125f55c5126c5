package pool

import (
	"context"
	"sync"
)

// Run calls work in this number of goroutines at once, at least in one, and waits for them. The
// first error ends the context of all, and Run returns it. Otherwise Run returns the error of
// ctx, if ctx has ended.
func Run(ctx context.Context, workers int, work func(context.Context) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var all sync.WaitGroup
	for range max(1, workers) {
		all.Go(func() {
			if err := work(ctx); err != nil {
				stop(err)
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}
