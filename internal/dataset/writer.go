package dataset

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// Writer appends games to a file. It may be used by several goroutines.
type Writer struct {
	appender
	runs int
}

// Create begins a file, which must not exist yet.
func Create(path string, h Header) (*Writer, error) {
	file, err := createFile(path, h, &gameFrames)
	if err != nil {
		return nil, err
	}
	return &Writer{appender: appender{file: file}, runs: len(h.Runs)}, nil
}

// createFile begins a file of a format, which must not exist yet.
func createFile(path string, h Header, f *format) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	if err := h.begin(file, f); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close(), os.Remove(path))
	}
	return file, nil
}

// begin begins an empty file.
func begin(file *os.File, h Header) (*Writer, error) {
	if err := h.begin(file, &gameFrames); err != nil {
		return nil, err
	}
	return &Writer{appender: appender{file: file}, runs: len(h.Runs)}, nil
}

// begin writes the beginning of a file of a format.
func (h Header) begin(file *os.File, f *format) error {
	text, err := h.encode(f)
	if err == nil {
		_, err = file.Write(text)
	}
	return err
}

// Recovery is what [Append] or [AppendValues] found in a file.
type Recovery struct {
	Games   int64
	Indices []IndexSet // for each run of the header, the games that are there
	Values  int64      // values of these games; 0 for a file of games
	Cut     int64      // bytes cut off the end: a game that was being written, or worse
	Damage  Damage     // damage in the middle, which stays
}

// Append opens a file for further games. Its header must be h. It checks all games
// and cuts off whatever follows the last good game.
func Append(path string, h Header) (*Writer, Recovery, error) {
	file, rec, err := reopen(path, func(file *os.File) (Recovery, error) { return recoverGames(file, h) })
	if err != nil {
		return nil, Recovery{}, err
	}
	return &Writer{appender: appender{file: file}, runs: len(h.Runs)}, rec, nil
}

// reopen opens a file and makes it ready for the next frame.
func reopen(path string, ready func(*os.File) (Recovery, error)) (*os.File, Recovery, error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, Recovery{}, err
	}
	rec, err := ready(file)
	if err != nil {
		return nil, Recovery{}, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return file, rec, nil
}

// recoverGames checks a file of games and leaves it ready for the next frame.
func recoverGames(file *os.File, h Header) (Recovery, error) {
	r, err := NewReader(file)
	if err != nil {
		return Recovery{}, err
	}
	if err := r.Header().same(h); err != nil {
		return Recovery{}, fmt.Errorf("cannot append to a file of another run: %w", err)
	}
	rec := Recovery{Indices: make([]IndexSet, len(h.Runs))}
	var g Game
	for err = r.Next(&g); err == nil; err = r.Next(&g) {
		rec.Games++
		rec.Indices[g.Run].Add(g.Index)
	}
	if err != io.EOF {
		return Recovery{}, err
	}
	rec.Damage = r.Damage()
	return rec, rec.cut(file, r.Offset(), r.Offset()-rec.Damage.Tail)
}

// cut cuts a file of size bytes off at the offset end, and goes there.
func (rec *Recovery) cut(file *os.File, size, end int64) error {
	rec.Cut, rec.Damage.Tail = size-end, 0
	if err := file.Truncate(end); err != nil {
		return err
	}
	_, err := file.Seek(end, io.SeekStart)
	return err
}

// Append writes a game with one call of the system: when it returns, the game
// outlives the process. After an error of the file every further call fails.
func (w *Writer) Append(g *Game) error {
	if err := g.Validate(); err != nil {
		return err
	}
	if g.Run >= w.runs {
		return fmt.Errorf("%s: the header has %d runs", g, w.runs)
	}
	return w.append(func(b []byte) []byte { return appendFrame(b, g) })
}

// appender appends to a file.
type appender struct {
	// SyncEvery is the number of games after which they are forced to the disk; 0:
	// only Close does so. Until then games survive a crash of the process, but not of
	// the machine. Set it before use.
	SyncEvery int

	mu       sync.Mutex
	file     *os.File
	frame    []byte
	unsynced int
	err      error // the first error of the file: what follows it may be lost
}

// append writes what a function appends to b, with one call of the system.
func (w *appender) append(frame func(b []byte) []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return w.err
	}
	w.frame = frame(w.frame[:0])
	if _, w.err = w.file.Write(w.frame); w.err != nil {
		return w.err
	}
	w.unsynced++
	if w.SyncEvery > 0 && w.unsynced >= w.SyncEvery {
		return w.sync()
	}
	return nil
}

func (w *appender) sync() error {
	w.unsynced = 0
	err := w.file.Sync()
	if w.err == nil {
		w.err = err
	}
	return err
}

// Close forces everything to the disk and closes the file.
func (w *appender) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return errors.Join(w.sync(), w.file.Close())
}
