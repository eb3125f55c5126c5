package nitoryu

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games/book"
)

// Book is an opening book: of Polyglot for chess, of YaneuraOu for shogi. It may be used by several
// goroutines at once. The zero value has no moves.
type Book struct{ book book.Book }

// BookMove is a move that a book has for a position.
type BookMove struct {
	Move   Move `json:"move"`
	Reply  Move `json:"reply,omitempty"` // the expected answer, or NoMove
	Weight int  `json:"weight"`          // how often to play it, compared with the others; 0: never
	Count  int  `json:"count,omitempty"` // how often it was played in games; 0: unknown

	Scored bool  `json:"scored,omitempty"` // there is a score
	Score  Score `json:"score,omitzero"`   // for the side to move
	Depth  int   `json:"depth,omitempty"`  // of the search that the score comes from
}

// OpenBook opens the book in a file. The format is told by the content. Small books are loaded,
// which the context may break off; large ones are searched in the file.
func OpenBook(ctx context.Context, file string) (*Book, error) {
	b, err := book.OpenContext(ctx, file, book.Options{})
	if err != nil {
		return nil, err
	}
	return &Book{b}, nil
}

// ReadBook is [OpenBook] for size bytes that r reads, which messages call name.
func ReadBook(ctx context.Context, r io.ReaderAt, size int64, name string) (*Book, error) {
	b, err := book.OpenReaderContext(ctx, r, size, name, book.Options{})
	if err != nil {
		return nil, err
	}
	return &Book{b}, nil
}

// Variant returns what the book is for.
func (b *Book) Variant() Variant {
	if b.book == nil {
		return ""
	}
	return Variant(b.book.Info().Game)
}

// Moves returns the moves that the book has for a position, the one that it recommends most first;
// none are no error. A book may list moves that are not legal: they are left out, and the error says
// so.
func (b *Book) Moves(p *Position) ([]BookMove, error) {
	board, moves, err := b.moves(p)
	all := make([]BookMove, 0, len(moves))
	for _, m := range moves {
		move := BookMove{Move: Move(board.FormatMove(m.Move)), Weight: m.Weight, Count: m.Count}
		if reply := book.Reply(b.book, board, m); reply != core.NoMove {
			move.Reply = Move(board.FormatMove(reply))
		}
		if m.HasScore() {
			move.Scored, move.Score, move.Depth = true, Score(m.Score), m.Depth
		}
		all = append(all, move)
	}
	return all, err
}

// moves returns the moves of a position, and a copy of it.
func (b *Book) moves(p *Position) (core.Position, []book.Move, error) {
	board := p.at().Copy()
	if b.book == nil || b.book.Info().Game != board.GameInfo().Name {
		return board, nil, nil
	}
	moves, err := b.book.Moves(board, nil)
	return board, moves, err
}

// Choose picks a move for a position: as often as the weights say, or among the best scores. It
// returns NoMove if the book has none. Equal sources of random numbers make equal choices; nil makes
// others each time. The error is about moves that are not legal, beside which there may be one that is.
func (b *Book) Choose(p *Position, random rand.Source) (Move, error) {
	board, moves, err := b.moves(p)
	if random == nil {
		random = rand.NewPCG(rand.Uint64(), rand.Uint64())
	}
	m, none := book.Policy{Variety: 100, ByWeight: true}.Choose(board, moves, random)
	if none != nil {
		if left := new(book.LeftOutError); errors.As(none, &left) {
			err = errors.Join(err, none)
		}
		return NoMove, err
	}
	return Move(board.FormatMove(m.Move)), err
}

// Close closes the file.
func (b *Book) Close() error {
	if b.book == nil {
		return nil
	}
	return b.book.Close()
}
