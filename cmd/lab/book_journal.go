package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/nitoryu/nitoryu/cmd/internal/journal"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/deepen"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/book"
	"github.com/nitoryu/nitoryu/internal/disk"
)

// thinkJournal is the format of journals of lab book think.
const thinkJournal = "nitoryu-book-1"

// thinkSetup is what must not change while a book grows.
type thinkSetup struct {
	Game string `json:"game"`
	Seed string `json:"seed"` // SHA-256 of the book it began with, empty for none
}

// seedOf returns the name under which the original book is kept.
func seedOf(path string) string { return path + ".seed" }

// writtenBook is a line of the journal that says which book was written.
type writtenBook struct {
	Written string `json:"written"` // its SHA-256
}

// thinkPast is what a journal holds.
type thinkPast struct {
	setup   *thinkSetup
	done    []deepen.Search
	written []string // checksums of the books
}

// readThinkJournal returns what a journal holds, nil if there is no journal.
func readThinkJournal(path string) (*thinkPast, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !slices.Contains(text, '\n') {
		return nil, nil // journal.Open looks at an incomplete first line
	}
	past := &thinkPast{setup: new(thinkSetup)}
	err = journal.Read(path, thinkJournal, func(head []byte, lines [][]byte) error {
		if err := json.Unmarshal(head, past.setup); err != nil {
			return fmt.Errorf("line 1: %w", err)
		}
		return journal.Decode(lines, func(l *struct {
			deepen.Search
			writtenBook
		}) error {
			switch {
			case l.Written != "":
				past.written = append(past.written, l.Written)
			case l.Position != "":
				past.done = append(past.done, l.Search)
			default:
				return journal.ErrDamaged
			}
			return nil
		})
	})
	return past, err
}

// check returns an error if the file at path is a book that the journal has not made: that book
// would be lost.
func (p *thinkPast) check(path, journal string) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if sum := checksum(text); err == nil && sum != p.setup.Seed && !slices.Contains(p.written, sum) {
		err = fmt.Errorf("%s is not the book that %s belongs to; move the journal away to let this book grow", path, journal)
	}
	return err
}

// plantSeed keeps the book that exists before the first search, if any, and returns the setup
// of a new journal.
func plantSeed(path string, g games.Game) (*thinkSetup, error) {
	setup := &thinkSetup{Game: g.Name}
	old, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return setup, nil
	}
	if err != nil {
		return nil, err
	}
	b, err := book.Open(path, book.Options{Game: g.Name}) // before anything is written
	if err == nil {
		err = b.Close()
	}
	if err != nil {
		return nil, err
	}
	setup.Seed = checksum(old)
	return setup, disk.ReplaceText(seedOf(path), string(old))
}

// readSeed adds the original book to a tree.
func (j *bookJob) readSeed(path string, setup *thinkSetup, tree *book.Tree, root core.Position) error {
	if setup.Seed == "" {
		return nil
	}
	seed := seedOf(path)
	text, err := os.ReadFile(seed)
	if err != nil {
		return fmt.Errorf("the book that this one began with is missing: %w", err)
	}
	if checksum(text) != setup.Seed {
		return fmt.Errorf("%s is not the book that this one began with; restore that book, or begin anew without %s", seed, j.journal)
	}
	b, err := book.Open(seed, book.Options{Game: setup.Game})
	if err != nil {
		return err
	}
	defer b.Close()
	if setup.Game == games.Shogi().Name {
		err = tree.Read(b)
	} else {
		// A Polyglot book does not say what its positions are, but moves lead to them.
		err = tree.Follow(b, root, 0)
	}
	return j.unlessIgnored(err)
}

// checksum returns the SHA-256 of a file.
func checksum(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
