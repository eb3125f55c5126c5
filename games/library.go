package games

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/games/book"
)

// Library plays from opening books of every game, one for each at a time. It is used by
// one goroutine at a time.
type Library struct {
	random rand.Source
	books  map[string]*shelf // by the name of the game
}

// shelf is the book of a game.
type shelf struct {
	file    string // "" without a book
	options book.Options
	book    book.Book // nil without a book, or if it cannot be read
}

// NewLibrary returns a library without books. Equal sources of random numbers play alike.
func NewLibrary(random rand.Source) *Library {
	return &Library{random, map[string]*shelf{}}
}

// Open makes the chosen book the book of the game, and describes it in one line, "" if it
// is open already or no book is chosen. After an error the game has no book, until another
// one is chosen.
func (l *Library) Open(game string, c options.Book) (description string, err error) {
	wanted := shelf{options: book.Options{Game: game, OnTheFly: c.OnTheFly, IgnorePly: c.IgnorePly, Flipped: c.Flipped}}
	if c.On && c.File != "" && c.File != options.NoBook {
		wanted.file = bookFile(c)
	}
	if old := l.books[game]; old != nil {
		if old.file == wanted.file && old.options == wanted.options {
			return "", nil
		}
		err = old.close()
	}
	l.books[game] = &wanted
	if wanted.file == "" {
		return "", err
	}
	if wanted.book, err = book.Open(wanted.file, wanted.options); err != nil {
		return "", err
	}
	return wanted.book.Info().String(), nil
}

// bookFile returns the path of the chosen book.
func bookFile(c options.Book) string {
	file := c.File
	if !filepath.IsAbs(file) {
		file = filepath.Join(c.Folder, file)
	}
	return locate(file)
}

// OpenBook opens the chosen book to look at, where a library would find it. A position is the same at any
// move number.
func OpenBook(c options.Book) (book.Book, error) {
	return book.Open(bookFile(c), book.Options{OnTheFly: c.OnTheFly, IgnorePly: true, Flipped: c.Flipped})
}

// Pick returns a move that the book plays in p, false if it plays none. The error says
// what is wrong with the book, or why the book plays none of its moves; a move may come
// with it.
func (l *Library) Pick(game string, c options.Book, p core.Position) (m options.BookMove, ok bool, err error) {
	s := l.books[game]
	if s == nil || s.book == nil || c.Plies <= 0 {
		return m, false, nil
	}
	moves, err := s.book.Moves(p, nil)
	chosen, none := policy(c).Choose(p, moves, l.random)
	if none != nil {
		if left := new(book.LeftOutError); err == nil && errors.As(none, &left) {
			err = fmt.Errorf("%s: %w", filepath.Base(s.file), left)
		}
		return m, false, err
	}
	return options.BookMove{
		Move: chosen.Move, Reply: book.Reply(s.book, p, chosen), Score: chosen.Score, Depth: chosen.Depth,
		Moves: len(moves), Book: filepath.Base(s.file),
	}, true, err
}

// policy returns the policy that the options describe.
func policy(c options.Book) book.Policy {
	p := book.Policy{
		MaxPly: c.Plies, IgnoreRate: c.Ignore, Variety: c.Variety, ByWeight: c.ByWeight,
		MinDepth: [2]int{c.MinDepth, c.MinDepth}, MaxLoss: [2]core.Score{c.MaxLoss, c.MaxLoss},
		MinScore: c.MinScore, Limited: true,
	}
	if c.Narrow {
		p.MinShare = 10
	}
	return p
}

// Close closes all books.
func (l *Library) Close() error {
	var errs []error
	for _, s := range l.books {
		errs = append(errs, s.close())
	}
	clear(l.books)
	return errors.Join(errs...)
}

func (s *shelf) close() error {
	if s.book == nil {
		return nil
	}
	return s.book.Close()
}
