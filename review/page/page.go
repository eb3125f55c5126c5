package page

import (
	"errors"
	"io"

	"github.com/nitoryu/nitoryu/review"
)

// Options say how a page is written.
type Options struct {
	Words  *review.Words // the language of the page, and its notation
	Engine string        // who judged, with its limits: "Nitoryu 0.2, 200,000 nodes a move"
}

// Write writes the page of a game.
func Write(w io.Writer, g *review.Game, o Options) error {
	return errors.New("pages are not written yet")
}

// Entry is a page in an index.
type Entry struct {
	Path string // relative to the index
	Game *review.Game
}

// Index writes a page that lists others.
func Index(w io.Writer, entries []Entry, o Options) error {
	return errors.New("indexes are not written yet")
}
