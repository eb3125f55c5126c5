package scaling

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/journal"
)

const journalFormat = "nitoryu-lab-smp-2"

// OpenJournal opens the journal at path for the run of s, which a line for each
// measurement belongs in, and returns what it holds already. A journal of another
// run is an error.
func OpenJournal(path string, s *Setup) (*journal.File, *Report, error) {
	wanted, err := json.Marshal(s)
	if err != nil {
		return nil, nil, err
	}
	var earlier *Report
	j, err := journal.Open(path, journalFormat, s, func(setup []byte, results [][]byte) error {
		if !bytes.Equal(setup, wanted) {
			return fmt.Errorf("it belongs to another run: %s", journal.Difference(setup, wanted, map[string]string{"positions": "other positions"}))
		}
		earlier, err = parse(setup, results)
		return err
	})
	return j, earlier, err
}

// ReadJournal returns what the journal at path holds, without changing it: a run
// may be writing it.
func ReadJournal(path string) (*Report, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	setup, results, err := journal.Parse(text, journalFormat)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	r, err := parse(setup, results)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// parse reads the setup and the measurements of a run.
func parse(setup []byte, results [][]byte) (*Report, error) {
	r := new(Report)
	if err := json.Unmarshal(setup, &r.Setup); err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	if err := r.Setup.Validate(); err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	for i, text := range results {
		var l line
		err := json.Unmarshal(text, &l)
		if err == nil {
			err = r.add(l)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
	}
	return r, nil
}
