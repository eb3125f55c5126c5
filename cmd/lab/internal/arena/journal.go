package arena

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Journal is the result file of a match, JSON lines: first what is played, then
// a line for each finished game. Each line is written at once, so that a match
// that was killed can be gone on with.
type Journal struct {
	file *os.File
}

// header is the first line of a journal.
type header struct {
	Format string          `json:"format"`
	Match  json.RawMessage `json:"match"`
}

const journalFormat = "nitoryu-lab-arena-1"

// OpenJournal opens the journal at path for the match that match describes, any
// JSON value, and returns the games that it holds already. A journal of another
// match is an error; an unfinished last line, which a kill may leave, is cut off.
func OpenJournal(path string, match any) (*Journal, []Result, error) {
	text, err := json.Marshal(match)
	if err != nil {
		return nil, nil, err
	}
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	whole := old[:bytes.LastIndexByte(old, '\n')+1]
	// Without a whole line it is the torn header of a journal or somebody's file.
	if first := []byte(`{"format":"` + journalFormat); len(whole) == 0 && !bytes.HasPrefix(old, first) && !bytes.HasPrefix(first, old) {
		return nil, nil, fmt.Errorf("%s is no journal of a match", path)
	}
	results, err := readJournal(path, whole, text)
	if err != nil {
		return nil, nil, err
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
		file.Close()
		return nil, nil, err
	}
	return j, results, nil
}

// readJournal reads the lines of a journal of the given match.
func readJournal(path string, lines, match []byte) (results []Result, err error) {
	number := 0
	for line := range bytes.Lines(lines) {
		number++
		if number == 1 {
			var h header
			if err := json.Unmarshal(line, &h); err != nil || h.Format != journalFormat {
				return nil, fmt.Errorf("%s is no journal of a match", path)
			}
			if !bytes.Equal(h.Match, match) {
				return nil, fmt.Errorf("%s belongs to another match: it has\n%s\nwanted is\n%s", path, h.Match, match)
			}
			continue
		}
		var r Result
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, number, err)
		}
		results = append(results, r)
	}
	return results, nil
}

// Add writes a finished game.
func (j *Journal) Add(r *Result) error { return j.write(r) }

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
