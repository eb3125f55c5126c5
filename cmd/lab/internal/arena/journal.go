package arena

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/journal"
)

const journalFormat = "nitoryu-lab-arena-2"

// OpenJournal opens the journal at path for the match that match describes, any
// JSON value, which a line for each finished game belongs in, and returns the
// games that it holds already. A journal of another match is an error.
func OpenJournal(path string, match any) (*journal.File, []Result, error) {
	wanted, err := json.Marshal(match)
	if err != nil {
		return nil, nil, err
	}
	var played []Result
	j, err := journal.Open(path, journalFormat, match, func(had []byte, lines [][]byte) error {
		if !bytes.Equal(had, wanted) {
			return fmt.Errorf("it belongs to another match: it has\n%s\nwanted is\n%s", had, wanted)
		}
		played = make([]Result, len(lines))
		for i, line := range lines {
			err := json.Unmarshal(line, &played[i])
			if err == nil {
				err = played[i].check()
			}
			if err != nil {
				return fmt.Errorf("line %d: %w", i+2, err)
			}
		}
		return nil
	})
	return j, played, err
}
