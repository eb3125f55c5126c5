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
	// SyncEvery is the number of games after which Append forces the file to
	// the disk; 0: only Close does. Without it games survive the death
	// of the process, but not that of the machine. To be set before use.
	SyncEvery int

	mu       sync.Mutex
	file     *os.File
	runs     int
	frame    []byte
	unsynced int
	err      error // the first of the file: what follows it may be lost
}

// Create begins a file, which must not exist yet.
func Create(path string, h Header) (*Writer, error) {
	return create(path, h, os.O_EXCL)
}

func create(path string, h Header, flag int) (*Writer, error) {
	text, err := h.encode()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|flag, 0o666)
	if err != nil {
		return nil, err
	}
	if _, err := file.Write(text); err != nil {
		return nil, errors.Join(err, file.Close(), os.Remove(path))
	}
	return &Writer{file: file, runs: len(h.Runs)}, nil
}

// Recovery is what [Append] found in a file.
type Recovery struct {
	Games   int64
	Indices []IndexSet // of each run of the header: the games that are there
	Cut     int64      // bytes cut off the end: a game that was being written, or worse
	Damage  Damage     // what is damaged in the middle and was left there
}

// Append opens a file for further games. Its header must be h. All games are
// checked; whatever follows the last good one is cut off.
func Append(path string, h Header) (*Writer, Recovery, error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, Recovery{}, err
	}
	rec, err := recoverFile(file, h)
	if err != nil {
		return nil, Recovery{}, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return &Writer{file: file, runs: len(h.Runs)}, rec, nil
}

// recoverFile checks a file and leaves it ready for the next frame.
func recoverFile(file *os.File, h Header) (Recovery, error) {
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
	rec.Cut, rec.Damage.Tail = rec.Damage.Tail, 0
	end := r.Offset() - rec.Cut
	if err := file.Truncate(end); err != nil {
		return Recovery{}, err
	}
	_, err = file.Seek(end, io.SeekStart)
	return rec, err
}

// Append writes a game with one call of the system: when it returns, the game
// outlives the process. After an error of the file every further call fails.
func (w *Writer) Append(g *Game) error {
	if err := g.Validate(); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.err != nil:
		return w.err
	case g.Run >= w.runs:
		return fmt.Errorf("%s: the header has %d runs", g, w.runs)
	}
	w.frame = appendFrame(w.frame[:0], g)
	if _, w.err = w.file.Write(w.frame); w.err != nil {
		return w.err
	}
	w.unsynced++
	if w.SyncEvery > 0 && w.unsynced >= w.SyncEvery {
		return w.sync()
	}
	return nil
}

func (w *Writer) sync() error {
	w.unsynced = 0
	err := w.file.Sync()
	if w.err == nil {
		w.err = err
	}
	return err
}

// Close forces all games to the disk and closes the file.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return errors.Join(w.sync(), w.file.Close())
}
