package spsa

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
)

// Journal is the file of a run, JSON lines: first the setup, then a line for each
// finished iteration. Each line is written at once, so that a run that was killed
// can be gone on with.
type Journal struct {
	file *os.File
}

// header is the first line of a journal.
type header struct {
	Format string          `json:"format"`
	Setup  json.RawMessage `json:"setup"`
}

const journalFormat = "nitoryu-lab-tune-1"

// ErrJournal says that a file is no journal of a run.
var ErrJournal = errors.New("this is no journal of lab tune")

// OpenJournal opens the journal at path for the run of s and returns the
// iterations that it holds already. A journal of another run is an error; an
// unfinished last line, which a kill may leave, is cut off.
func OpenJournal(path string, s *Setup) (*Journal, []Iteration, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return nil, nil, err
	}
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	// Without a whole line it is the torn header of a journal or somebody's file.
	whole := old[:bytes.LastIndexByte(old, '\n')+1]
	first := []byte(`{"format":"` + journalFormat)
	if len(whole) == 0 && !bytes.HasPrefix(old, first) && !bytes.HasPrefix(first, old) {
		return nil, nil, fmt.Errorf("%s: %w", path, ErrJournal)
	}
	var earlier []Iteration
	if len(whole) > 0 {
		r, setup, err := parseJournal(whole)
		if err == nil && !bytes.Equal(setup, text) {
			err = fmt.Errorf("it belongs to another run: %s", difference(setup, text))
		}
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", path, err)
		}
		earlier = r.Path
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, nil, err
	}
	j := &Journal{file}
	if err = file.Truncate(int64(len(whole))); err == nil {
		_, err = file.Seek(int64(len(whole)), 0)
	}
	if err == nil && len(whole) == 0 {
		err = j.write(header{journalFormat, text})
	}
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return j, earlier, nil
}

// ReadJournal returns what the journal at path holds, without changing it: a run
// may be writing it.
func ReadJournal(path string) (*Report, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r, _, err := parseJournal(text[:bytes.LastIndexByte(text, '\n')+1])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// parseJournal reads whole lines of a journal; setup is the text of its setup.
func parseJournal(lines []byte) (r *Report, setup []byte, err error) {
	r = new(Report)
	for line := range bytes.Lines(lines) {
		if setup == nil {
			var h header
			if err := json.Unmarshal(line, &h); err != nil || h.Format != journalFormat {
				return nil, nil, ErrJournal
			}
			if err := json.Unmarshal(h.Setup, &r.Setup); err != nil {
				return nil, nil, fmt.Errorf("line 1: %w", err)
			}
			if err := r.Validate(); err != nil {
				return nil, nil, fmt.Errorf("line 1: %w", err)
			}
			setup = h.Setup
			continue
		}
		var i Iteration
		err := json.Unmarshal(line, &i)
		if err == nil {
			err = r.fits(&i)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("line %d: %w", len(r.Path)+2, err)
		}
		r.Path = append(r.Path, i)
	}
	if setup == nil {
		return nil, nil, ErrJournal
	}
	return r, setup, nil
}

// fits says why i cannot be the next iteration.
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

// difference says in what two setups differ.
func difference(had, wanted []byte) string {
	var a, b map[string]json.RawMessage
	if json.Unmarshal(had, &a) != nil || json.Unmarshal(wanted, &b) != nil {
		return "its setup cannot be read"
	}
	var list []string
	for _, key := range slices.Sorted(maps.Keys(b)) {
		switch {
		case bytes.Equal(a[key], b[key]):
		case key == "parameters":
			list = append(list, "other parameters, or others of their defaults, ranges and steps")
		default:
			list = append(list, fmt.Sprintf("%s is %s, wanted is %s", key, a[key], b[key]))
		}
	}
	return strings.Join(list, "; ")
}

// Add writes a finished iteration.
func (j *Journal) Add(i *Iteration) error { return j.write(i) }

func (j *Journal) write(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(line, '\n'))
	return err
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }
