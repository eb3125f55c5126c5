package checkup

import (
	"errors"
	"fmt"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/book"
	"github.com/nitoryu/nitoryu/games/syzygy"
)

// within returns what do returns. If do takes until after end, within returns false, and do
// goes on in the background.
func within[T any](end time.Time, do func() T) (result T, ok bool) {
	done := make(chan T, 1)
	go func() { done <- do() }()
	select {
	case result = <-done:
		return result, true
	case <-time.After(time.Until(end)):
		return result, false
	}
}

// openBooks opens books and looks the initial position up.
func (r *Report) openBooks(files []string, end time.Time) {
	for _, file := range files {
		found, ok := within(end, func() checkedBook { return openBook(file) })
		if !ok {
			found.Book = Book{File: file, Late: true}
		}
		if found.err != nil {
			r.Faults = append(r.Faults, "the book "+found.err.Error())
		}
		r.Books = append(r.Books, found.Book)
	}
}

// checkedBook is a book and what is wrong with it.
type checkedBook struct {
	Book
	err error
}

// openBook opens a book. Errors name the file.
func openBook(file string) (found checkedBook) {
	found.File = file
	b, err := book.Open(file, book.Options{})
	if err != nil {
		found.err = err
		return found
	}
	info := b.Info()
	found.Text = info.String()
	g, err := games.ByName(info.Game)
	if err == nil {
		var moves []book.Move
		moves, err = b.Moves(g.Start(core.Settings{}), nil)
		found.Moves = len(moves)
	}
	found.err = errors.Join(err, b.Close())
	return found
}

// mostFaults is how many faulty files of a folder are named.
const mostFaults = 3

// openTables opens endgame tables and checks their headers.
func (r *Report) openTables(path string, end time.Time) {
	if path == "" {
		return
	}
	found, ok := within(end, func() checkedTables { return checkTables(path) })
	if !ok {
		found.Tables = Tables{Path: path, Late: true}
	}
	r.Tables = &found.Tables
	for i, err := range found.errs {
		if i == mostFaults {
			r.Faults = append(r.Faults, fmt.Sprintf("the tables: %d more faults", len(found.errs)-i))
			break
		}
		r.Faults = append(r.Faults, "the tables: "+err.Error())
	}
}

// checkedTables are tables and what is wrong with them.
type checkedTables struct {
	Tables
	errs []error
}

// checkTables opens the tables at a path and reads their headers.
func checkTables(path string) (found checkedTables) {
	tables, errs := syzygy.Open(path)
	found.Path = path
	found.Results, found.Lengths = tables.Count()
	found.Men = tables.Men()
	errs = append(errs, tables.Check()...)
	if found.Results == 0 && len(errs) == 0 {
		errs = append(errs, fmt.Errorf("there are none in %s", path))
	}
	if err := tables.Close(); err != nil {
		errs = append(errs, err)
	}
	found.errs = errs
	return found
}
