package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/record"
)

// shownFaults is how many broken games are shown; the others are only counted.
const shownFaults = 20

// recordSource reads game records in any format of package record, file by file. Games
// with a fault are shown and left out.
type recordSource struct {
	rules  core.Rules // of the games wanted; zero: any game, and shogi where a line fits both
	line   *progress.Line
	read   int64 // bytes, over all files
	broken int
}

// countingReader counts the bytes that are read.
type countingReader struct {
	io.Reader
	n *int64
}

func (r countingReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	*r.n += int64(n)
	return n, err
}

// games yields the whole games of a file. An error ends the sequence: the file cannot be read.
func (s *recordSource) games(path string) iter.Seq2[*record.Game, error] {
	return func(yield func(*record.Game, error) bool) {
		f, err := os.Open(path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer f.Close()
		r := record.NewReader(countingReader{f, &s.read}, record.Hint{Name: filepath.Base(path), Rules: s.rules})
		for g, err := range r.All() {
			fault := new(record.Error)
			switch {
			case errors.As(err, &fault):
				s.fault(path, fault)
				if g == nil || !fault.Aside {
					continue
				}
			case err != nil:
				yield(nil, fmt.Errorf("%s: %w", path, err))
				return
			case s.rules.Name != "" && g.Rules.Name != s.rules.Name:
				s.fault(path, &record.Error{Game: g.Source.Number, Line: g.Source.Line,
					Err: fmt.Errorf("it is a game of %s, not of %s", g.Rules.Name, s.rules.Name)})
				continue
			}
			if g.Passes() {
				s.fault(path, &record.Error{Game: g.Source.Number, Line: g.Source.Line, Err: errors.New("a side passes its turn")})
				continue
			}
			if !yield(g, nil) {
				return
			}
		}
	}
}

// fault shows what is wrong with a game.
func (s *recordSource) fault(path string, e *record.Error) {
	if s.broken++; s.broken <= shownFaults {
		s.line.Print(fmt.Sprintf("%s:%d: game %d: %v", path, e.Line, e.Game, e.Err))
	}
}

// report says how many games were broken, if there were more than were shown.
func (s *recordSource) report() {
	if s.broken > shownFaults {
		s.line.Print(cli.Plural(s.broken, "game") + " had faults")
	}
}

// isDataset reports whether a file has games of lab datagen.
func isDataset(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	head, err := bufio.NewReader(f).Peek(len(dataset.Magic))
	if err != nil && !errors.Is(err, io.EOF) {
		return false, fmt.Errorf("%s: %w", path, err)
	}
	// Any version, so that an old file is not taken for text.
	return strings.HasPrefix(string(head), dataset.Magic[:len(dataset.Magic)-1]), nil
}

// gameOfRecords returns the game that a file of lab datagen or of records is about, by its
// first whole game. rules are the rules for lines that fit both games.
func gameOfRecords(path string, rules core.Rules) (games.Game, error) {
	if is, err := isDataset(path); err != nil {
		return games.Game{}, err
	} else if is {
		return gameOf(path)
	}
	f, err := os.Open(path)
	if err != nil {
		return games.Game{}, err
	}
	defer f.Close()
	r := record.NewReader(f, record.Hint{Name: filepath.Base(path), Rules: rules})
	if name := r.Format().Game(); name != "" {
		return games.ByName(name)
	}
	for g, err := range r.All() {
		if fault := new(record.Error); errors.As(err, &fault) {
			continue
		} else if err != nil {
			return games.Game{}, fmt.Errorf("%s: %w", path, err)
		}
		return games.ByName(g.Rules.Name)
	}
	return games.Game{}, fmt.Errorf("%s: no game in it can be read: neither a file of lab datagen nor PGN, KIF, KI2, CSA, JKF, USI or SFEN", path)
}

// gameOfBook returns the game that the name of a book stands for.
func gameOfBook(path string) (g games.Game, known bool) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".bin":
		return games.Chess(), true
	case ".db":
		return games.Shogi(), true
	}
	return g, false
}
