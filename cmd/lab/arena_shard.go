package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/journal"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/arena"
)

// checkShard returns an error if the flags do not fit a part of a match. The number of openings
// becomes part of the setup: it determines the games of all parts together.
func (a *arenaFlags) checkShard() error {
	switch {
	case a.Shard == (arena.Shard{}):
		return nil
	case a.journal == "":
		return errors.New("--shard needs --journal: lab arena --merge reads the journals of all shards")
	case a.sprt != "":
		return errors.New("--shard and --sprt do not go together: a shard does not know the games of the other shards; give --sprt to lab arena --merge")
	}
	if a.rounds == 0 {
		a.rounds = defaultRounds
	}
	a.Rounds = a.rounds
	return nil
}

// ofMerge are the flags that go with --merge; the others are in the journals.
var ofMerge = [...]string{"merge", "sprt", "pgn", "kif", "csa", "journal"}

// join reports the match whose shards have these journals.
func (a *arenaFlags) join(f *flag.FlagSet, files []string, s cli.Streams) (err error) {
	if len(files) == 0 {
		return errors.New("--merge needs the journals of the shards, as in lab arena --merge shard1.jsonl shard2.jsonl")
	}
	f.Visit(func(set *flag.Flag) {
		if err == nil && !slices.Contains(ofMerge[:], set.Name) {
			err = fmt.Errorf("--%s does not go with --merge: the journals say what the match is", set.Name)
		}
	})
	if err != nil {
		return err
	}
	if err := a.uses(files).Check(); err != nil {
		return err
	}
	parts, err := a.readShards(files)
	if err != nil {
		return err
	}
	m, err := a.newMatch()
	if err != nil {
		return err
	}
	c := m.config
	if err := c.Join(parts); err != nil {
		return err
	}
	if err := a.writeJoined(c); err != nil {
		return err
	}
	writer, err := a.records.open(c, m.game)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, writer.close()) }()
	v := &matchView{config: c, trial: m.trial, line: progress.New(s.Err, cli.Terminal(s.Err)), writer: writer}
	v.summarise(s.Out)
	missing := gaps(*c, parts)
	for _, gap := range missing {
		fmt.Fprintln(s.Out, gap)
	}
	if len(missing) > 0 {
		return incomplete("the match is not complete")
	}
	return v.undecided()
}

// readShards reads the journals and sets the flags to the flags of the whole match.
func (a *arenaFlags) readShards(files []string) (parts []arena.Part, err error) {
	var first []byte
	for i, path := range files {
		text, games, err := arena.ReadJournal(path)
		if err != nil {
			return nil, err
		}
		var setup matchSetup
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&setup); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if setup.Shard == (arena.Shard{}) {
			return nil, fmt.Errorf("%s is the journal of a whole match, not of a shard", path)
		}
		parts = append(parts, arena.Part{Path: path, Shard: setup.Shard, Games: games})
		setup.Shard = arena.Shard{}
		whole, err := json.Marshal(setup)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			if err := setup.samePrograms(&a.matchSetup); err != nil {
				return nil, fmt.Errorf("%s and %s are not of one match: %w", path, files[0], err)
			}
		}
		if i == 0 {
			first, a.matchSetup = whole, setup
		} else if !bytes.Equal(first, whole) {
			return nil, fmt.Errorf("%s is of another match than %s: %s", path, files[0], journal.Difference(json.RawMessage(whole), json.RawMessage(first), nil))
		}
	}
	a.rounds, a.Rounds = a.Rounds, 0
	return parts, nil
}

// writeJoined writes the journal of the whole match, which lab arena can resume and extend.
func (a *arenaFlags) writeJoined(c *arena.Config) error {
	if a.journal == "" {
		return nil
	}
	joined := c.Played
	c.Played = nil
	if err := c.OpenJournal(a.journal, a.matchSetup); err != nil {
		return err
	}
	var err error
	had := map[int]bool{}
	for i := range c.Played {
		had[c.Played[i].Game] = true
	}
	for i := range joined {
		if !had[joined[i].Game] && err == nil {
			err = c.Journal.Add(&joined[i])
		}
	}
	c.Played = joined
	return errors.Join(err, c.Journal.Close())
}

// gaps returns a line for each part of the match that the journals of its shards lack.
func gaps(c arena.Config, parts []arena.Part) (lines []string) {
	var missing []string
	for n := range parts[0].Count {
		c.Shard = arena.Shard{Number: n + 1, Count: parts[0].Count}
		i := slices.IndexFunc(parts, func(p arena.Part) bool { return p.Shard == c.Shard })
		switch games := c.Games(); {
		case i < 0 && games > 0:
			missing = append(missing, c.Shard.String())
		case i >= 0 && len(parts[i].Games) < games:
			lines = append(lines, fmt.Sprintf("incomplete: shard %s has %d of %d games", c.Shard, len(parts[i].Games), games))
		}
	}
	if missing != nil {
		lines = append(lines, "incomplete: no journal of shard "+strings.Join(missing, ", "))
	}
	return lines
}
