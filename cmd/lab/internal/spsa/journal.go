package spsa

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/nitoryu/nitoryu/cmd/internal/journal"
)

const journalFormat = "nitoryu-lab-tune-1"

// OpenJournal opens the journal at path for the run of s, with a line for each finished
// iteration, and returns the iterations that it holds. A journal of another run is an error.
func OpenJournal(path string, s *Setup) (*journal.File, []Iteration, error) {
	var earlier []Iteration
	j, err := journal.Open(path, journalFormat, s, func(setup []byte, results [][]byte) error {
		r, err := parse(setup, results)
		if err != nil {
			return err
		}
		if d := journal.Difference(json.RawMessage(setup), s, map[string]string{
			"parameters": "other parameters, or other defaults, ranges or steps",
		}); d != "" {
			return errors.New("it belongs to another run: " + d)
		}
		earlier = r.Path
		return nil
	})
	return j, earlier, err
}

// ReadJournal reads the journal at path without changing it; a run may be writing it.
func ReadJournal(path string) (r *Report, err error) {
	err = journal.Read(path, journalFormat, func(setup []byte, results [][]byte) error {
		r, err = parse(setup, results)
		return err
	})
	return r, err
}

// parse reads the setup and the iterations of a run.
func parse(setup []byte, results [][]byte) (*Report, error) {
	r := new(Report)
	err := json.Unmarshal(setup, &r.Setup)
	if err == nil {
		err = r.Validate()
	}
	if err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	err = journal.Decode(results, func(i *Iteration) error {
		if err := r.fits(i); err != nil {
			return err
		}
		r.Path = append(r.Path, *i)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// fits returns an error if i cannot be the next iteration.
func (r *Report) fits(i *Iteration) error {
	switch {
	case i.Number != len(r.Path)+1 || i.Number > r.Iterations:
		return fmt.Errorf("iteration %d of %d follows %d", i.Number, r.Iterations, len(r.Path))
	case i.Pairs.N() != r.Pairs || slices.Min(i.Pairs[:]) < 0:
		return fmt.Errorf("iteration %d: pairs %v, want %d in all", i.Number, i.Pairs, r.Pairs)
	case len(i.Theta) != len(r.Parameters):
		return fmt.Errorf("iteration %d: %d values for %d parameters", i.Number, len(i.Theta), len(r.Parameters))
	}
	for n, x := range i.Theta {
		if p := &r.Parameters[n]; p.clamp(x) != x {
			return fmt.Errorf("iteration %d: %s is %g, not within %d to %d", i.Number, p.Name, x, p.Min, p.Max)
		}
	}
	return nil
}
