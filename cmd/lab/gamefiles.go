package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/dataset"
	"github.com/nitoryu/nitoryu/games"
)

// gameOf returns the game of a file.
func gameOf(path string) (games.Game, error) {
	r, err := dataset.Open(path)
	if err != nil {
		return games.Game{}, err
	}
	defer r.Close()
	return games.ByName(r.Header().Game)
}

// filterFlags defines the flags of a filter, whose defaults are those of the package. Their
// descriptions begin with the prefix.
func filterFlags(f *flag.FlagSet, filter *dataset.Filter, prefix string) {
	*filter = dataset.DefaultFilter()
	f.IntVar(&filter.MinPly, "min-ply", filter.MinPly, prefix+"drop earlier positions")
	f.Func("max-score", fmt.Sprintf("%sdrop positions with larger scores (default %d)", prefix, filter.MaxScore), func(text string) error {
		n, err := strconv.ParseUint(text, 10, 15)
		if err != nil {
			return errors.New("it is a whole number of 0 to 32767")
		}
		filter.MaxScore = core.Score(n)
		return nil
	})
	f.BoolVar(&filter.DropChecks, "drop-checks", filter.DropChecks, prefix+"drop positions in check")
	f.BoolVar(&filter.DropTactical, "drop-tactical", filter.DropTactical, prefix+"drop positions with a tactical best move")
}
