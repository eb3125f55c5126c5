package arena

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nitoryu/nitoryu/cmd/internal/journal"
)

const journalFormat = "nitoryu-lab-arena-2"

// OpenJournal opens the journal at path for a match of these contestants, with a line
// for each finished game, and takes over the games that it holds already. match
// describes the match and is any JSON value. A journal of another match, or one with a
// game that the match cannot have, is an error.
func (c *Config) OpenJournal(path string, match any) error {
	var err error
	c.Journal, err = journal.Open(path, journalFormat, match, func(had []byte, lines [][]byte) error {
		if d := journal.Difference(json.RawMessage(had), match, nil); d != "" {
			return errors.New("it belongs to another match: " + d)
		}
		return journal.Decode(lines, func(r *Result) error {
			c.Played = append(c.Played, *r)
			return c.fits(r)
		})
	})
	return err
}

// ReadSetup returns the description of the match in the journal at path, as it was written.
func ReadSetup(path string) (match []byte, err error) {
	err = journal.Read(path, journalFormat, func(had []byte, _ [][]byte) error {
		match = had
		return nil
	})
	return match, err
}

// ReadJournal returns the description of the match in the journal at path, as it was
// written, and its finished games. The match may still be going on.
func ReadJournal(path string) (match []byte, games []Result, err error) {
	err = journal.Read(path, journalFormat, func(had []byte, lines [][]byte) error {
		match = had
		return journal.Decode(lines, func(r *Result) error {
			games = append(games, *r)
			return nil
		})
	})
	return match, games, err
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
