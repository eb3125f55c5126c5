package book

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/internal/excerpt"
	"github.com/nitoryu/nitoryu/internal/plural"
	"github.com/nitoryu/nitoryu/internal/sniff"
)

// Move is a move that a book has for a position.
type Move struct {
	Move   core.Move  // legal in the position
	Reply  core.Move  // the expected answer, legal after Move; NoMove: unknown
	Weight int        // how often to play it, compared with the others; 0: never
	Score  core.Score // for the side to move; core.NoScore: unknown
	Depth  int        // of the search that the score comes from, in plies
	Count  int        // how often it was played in games; 0: unknown
	Learn  uint32     // Polyglot's field of that name; it has no fixed meaning
}

// HasScore reports whether the book has a score for the move.
func (m Move) HasScore() bool { return m.Score != core.NoScore }

// Book gives the moves that a book has for a position. It may be used by several
// goroutines at once.
type Book interface {
	// Moves appends the moves of p to list, the one that the book recommends most first,
	// and returns it; no moves are no error. It does not change p. A book may list
	// moves that are not legal. They are left out, and the error, an
	// [IllegalMovesError], says so; the list is valid all the same.
	Moves(p core.Position, list []Move) ([]Move, error)
	// Info describes the book.
	Info() Info
	// Close closes the file.
	Close() error
}

// Info describes a book.
type Info struct {
	Format    string // "Polyglot" or "YaneuraOu"
	Game      string // "chess" or "shogi"
	File      string
	Bytes     int64  // of the file
	Records   int64  // moves of a Polyglot book; 0: not counted
	Positions int64  // 0: not counted
	OnTheFly  bool   // searched in the file, not loaded
	Note      string // what a user should know, "" for nothing
}

// String describes the book in one line.
func (i Info) String() string {
	text := fmt.Sprintf("%s: %s book of %s, %s", i.File, i.Format, i.Game, plural.Of(i.Bytes, "byte"))
	if i.Records > 0 {
		text += ", " + plural.Of(i.Records, "move")
	}
	if i.Positions > 0 {
		text += ", " + plural.Of(i.Positions, "position")
	}
	if i.OnTheFly {
		text += ", searched in the file"
	}
	if i.Note != "" {
		text += "; " + i.Note
	}
	return text
}

// IllegalMovesError says that a book lists moves which are not legal in a position.
type IllegalMovesError struct {
	File     string
	Position string // FEN or SFEN
	First    string // the first such move, as in the book
	Count    int
}

func (e *IllegalMovesError) Error() string {
	if e.Count == 1 {
		return fmt.Sprintf("%s: the move %s is not legal in %s and was ignored", e.File, e.First, e.Position)
	}
	return fmt.Sprintf("%s: %d moves, such as %s, are not legal in %s and were ignored", e.File, e.Count, e.First, e.Position)
}

// illegal collects the moves of a lookup that are not legal.
type illegal struct {
	first string
	count int
}

func (i *illegal) add(text string) {
	if i.count == 0 {
		i.first = excerpt.Quote(text)
	}
	i.count++
}

// err returns the error for what was collected, nil for nothing.
func (i *illegal) err(file string, p core.Position) error {
	if i.count == 0 {
		return nil
	}
	return &IllegalMovesError{File: file, Position: p.String(), First: i.first, Count: i.count}
}

// Options say how to open and read a book. All fields but Game and Chess960 are for
// YaneuraOu's format.
type Options struct {
	Game string // "chess" or "shogi": a book of the other game is an error; "": any game

	OnTheFly  bool // search in the file, which must be sorted, instead of loading it
	IgnorePly bool // a position is the same at any move number
	Flipped   bool // where a position is missing, look it up with colours and board turned

	// MaxLoad is the size in bytes beyond which a file is searched on the fly, whatever
	// OnTheFly says; 0: DefaultMaxLoad.
	MaxLoad int64
}

// DefaultMaxLoad is the default of Options.MaxLoad.
const DefaultMaxLoad = 256 << 20

// Open opens the book in a file. The content tells the format, not the name. The error
// names the file and says what is wrong with it.
func Open(path string, o Options) (Book, error) {
	return OpenContext(context.Background(), path, o)
}

// OpenContext is [Open], which a context can break off: a book takes a while to load.
func OpenContext(ctx context.Context, path string, o Options) (Book, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s: is a folder, not a book", path)
	} else if err == nil && !info.Mode().IsRegular() { // opening a pipe would block until another process writes
		return nil, fmt.Errorf("%s: is a device or a pipe, not a book", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	var b Book
	if err == nil {
		b, err = OpenReaderContext(ctx, f, info.Size(), path, o)
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return b, nil
}

// OpenReaderContext is [OpenReader], which a context can break off.
func OpenReaderContext(ctx context.Context, r io.ReaderAt, size int64, name string, o Options) (Book, error) {
	w := &watched{r, ctx}
	b, err := OpenReader(w, size, name, o)
	w.ctx = nil // what is read later is not part of opening
	return b, err
}

// watched can be read until a context is done.
type watched struct {
	io.ReaderAt
	ctx context.Context // nil: no context ends reading
}

// Close implements [io.Closer].
func (w *watched) Close() error {
	if c, ok := w.ReaderAt.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// ReadAt implements [io.ReaderAt].
func (w *watched) ReadAt(p []byte, at int64) (int, error) {
	if w.ctx != nil && w.ctx.Err() != nil {
		return 0, w.ctx.Err()
	}
	return w.ReaderAt.ReadAt(p, at)
}

// OpenReader is [Open] for size bytes that r reads, called name in messages. If r is
// an [io.Closer], the book closes r; after an error r is still open.
func OpenReader(r io.ReaderAt, size int64, name string, o Options) (Book, error) {
	game, open := "", openPolyglot
	format, err := formatOf(r, size)
	switch format {
	case polyglotFormat:
		game = chess.Rules.Name
	case yaneuraouFormat:
		game, open = shogi.Rules.Name, openYaneuraOu
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if o.Game != "" && o.Game != game {
		return nil, fmt.Errorf("%s: is a book of %s, not of %s", name, game, o.Game)
	}
	return open(r, size, name, o)
}

// The formats that formatOf tells apart.
const (
	unknownFormat = iota
	polyglotFormat
	yaneuraouFormat
)

// sniffed is how many bytes at the beginning of a file decide on its format.
const sniffed = 4096

// foreign are the beginnings of files that users take for books.
var foreign = []struct{ magic, message string }{
	{"YANE-BINBOOK", "is YaneuraOu's binary book (.ybb), which is not supported; convert it to .db"},
	{"@ABK", "is an Arena book (.abk), which is not supported; use a Polyglot book (.bin)"},
}

// formatOf tells the format of a file.
func formatOf(r io.ReaderAt, size int64) (int, error) {
	if size == 0 {
		return unknownFormat, errors.New("is empty")
	}
	head := make([]byte, min(size, sniffed))
	if err := readFull(r, head, 0); err != nil {
		return unknownFormat, err
	}
	switch kind := sniff.Of(head); {
	case kind.Packed:
		return unknownFormat, fmt.Errorf("is packed (%s); unpack it", kind.Name)
	case kind.Name != "":
		return unknownFormat, fmt.Errorf("is %s, not a book", kind.Name)
	}
	for _, f := range foreign {
		if bytes.HasPrefix(head, []byte(f.magic)) {
			return unknownFormat, errors.New(f.message)
		}
	}
	if isYaneuraOu(head) {
		return yaneuraouFormat, nil
	}
	if isText(head) {
		return unknownFormat, errors.New("is text, but not a book: neither the header " + yaneuraouHeader + " nor a line that begins with sfen")
	}
	return polyglotFormat, nil
}

// isText reports whether bytes look like text.
func isText(head []byte) bool {
	for _, b := range head {
		if b < ' ' && b != '\t' && b != '\r' && b != '\n' {
			return false
		}
	}
	return true
}

// readFull fills buffer from offset on. A shorter file is an error.
func readFull(r io.ReaderAt, buffer []byte, offset int64) error {
	n, err := r.ReadAt(buffer, offset)
	if n == len(buffer) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		err = fmt.Errorf("ends at byte %d, which is too early", offset+int64(n))
	}
	return err
}

// closeReader closes what a book was opened with.
func closeReader(r io.ReaderAt) error {
	if c, ok := r.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// Reply returns the answer that a book expects after m in p: the reply listed with m, or
// else the book's first move in the position after m. It is NoMove if the book knows
// none.
func Reply(b Book, p core.Position, m Move) core.Move {
	if m.Reply != core.NoMove {
		return m.Reply
	}
	after := p.Clone()
	after.Do(m.Move, nil)
	// The moves are valid even with an error.
	if replies, _ := b.Moves(after, nil); len(replies) > 0 {
		return replies[0].Move
	}
	return core.NoMove
}
