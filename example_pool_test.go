package nitoryu_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"sync"

	"github.com/nitoryu/nitoryu"
)

// scores returns what a searcher thinks of positions, as many at a time as it takes.
func scores(ctx context.Context, s nitoryu.Searcher, fens []string, l nitoryu.Limits) ([]nitoryu.Score, error) {
	found, errs := make([]nitoryu.Score, len(fens)), make([]error, len(fens))
	var all sync.WaitGroup
	for i, fen := range fens {
		all.Go(func() {
			position, err := nitoryu.Open(nitoryu.Setup{Position: fen})
			if err == nil {
				var result nitoryu.Result
				result, err = nitoryu.Ask(ctx, s, position, l)
				found[i] = result.Score
			}
			errs[i] = err
		})
	}
	all.Wait()
	return found, errors.Join(errs...)
}

// Several engines, or programs of package client, analyse positions side by side.
func Example_pool() {
	var engines []nitoryu.Searcher
	for range 2 {
		engine, err := nitoryu.New(nitoryu.Options{})
		if err != nil {
			log.Fatal(err)
		}
		engines = append(engines, engine)
	}
	pool := nitoryu.NewPool(engines...)
	defer pool.Close()
	fmt.Println(scores(context.Background(), pool, []string{
		"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
		"4k4/9/4P4/9/9/9/9/9/4K4 b G 1",
	}, nitoryu.Limits{Nodes: 5000}))
	// Output: [#1 +0.00 #1] <nil>
}
