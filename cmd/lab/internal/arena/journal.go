package arena

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"github.com/nitoryu/nitoryu/cmd/internal/journal"
)

const journalFormat = "nitoryu-lab-arena-2"

// OpenJournal opens the journal at path for a match of these contestants, with a line
// for each finished game, and takes over the games that it holds already. match
// describes the match and is any JSON value. A journal of another match, or one with a
// game that the match cannot have, is an error.
func (c *Config) OpenJournal(path string, match any) error {
	wanted, err := json.Marshal(match)
	if err != nil {
		return err
	}
	c.Journal, err = journal.Open(path, journalFormat, match, func(had []byte, lines [][]byte) error {
		if !bytes.Equal(had, wanted) {
			return fmt.Errorf("it belongs to another match: it has\n%s\nwanted is\n%s", had, wanted)
		}
		c.Played, err = readResults(lines, c.fits)
		return err
	})
	return err
}

// ReadJournal returns the description of the match in the journal at path, as it was
// written, and its finished games. The match may still be going on.
func ReadJournal(path string) (match []byte, games []Result, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	match, lines, err := journal.Parse(text, journalFormat)
	if err == nil {
		games, err = readResults(lines, func(*Result) error { return nil })
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return match, games, nil
}

// readResults reads the lines of games, each of which check accepts.
func readResults(lines [][]byte, check func(*Result) error) ([]Result, error) {
	games := make([]Result, len(lines))
	for i, line := range lines {
		err := json.Unmarshal(line, &games[i])
		if err == nil {
			err = check(&games[i])
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
	}
	return games, nil
}

// fits returns an error if r is no result of the match.
func (c *Config) fits(r *Result) error {
	s := c.schedule()
	switch {
	case r.Game < 0 || len(s.pairs) == 0:
		return fmt.Errorf("there is no game %d", r.Game)
	case c.Shard != (Shard{}) && (r.Game >= s.games() || !c.Shard.has(s.at(r.Game).round)):
		return fmt.Errorf("game %d is not in shard %s of %d rounds", r.Game, c.Shard, c.Rounds)
	case r.Seats != s.at(r.Game).seats:
		return fmt.Errorf("game %d has seats %v instead of %v", r.Game, r.Seats, s.at(r.Game).seats)
	}
	if err := r.check(); err != nil {
		return fmt.Errorf("game %d: %w", r.Game, err)
	}
	return nil
}
