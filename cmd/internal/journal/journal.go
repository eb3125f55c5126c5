package journal

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/internal/disk"
)

// ErrForeign says that a file is no journal of the expected format.
var ErrForeign = errors.New("this is no journal of such a run")

// ErrDamaged says that a line of a journal holds no result.
var ErrDamaged = errors.New("it is damaged; remove this line, or all lines from here on")

// File is a journal that results are added to.
type File struct {
	file    *os.File
	release func() error // of its lock
	size    int64        // of the whole lines, in bytes
	torn    bool         // behind the whole lines the file has part of a line, whose write failed
}

// header is the first line.
type header struct {
	Format string          `json:"format"`
	Setup  json.RawMessage `json:"setup"`
}

// Open opens the journal at path for a run with this setup, which may be any JSON value, and
// creates the file if it does not exist. read gets the setup and the results of an existing
// journal; if read returns an error, the file stays as it is. Open removes an incomplete last
// line, which a crash may leave. The journal stays locked until Close (see [disk.Lock]); if
// another process has locked it, the error wraps [disk.ErrHeld].
func Open(path, format string, setup any, read func(setup []byte, results [][]byte) error) (f *File, err error) {
	release, err := disk.Lock(path)
	if errors.Is(err, errors.ErrUnsupported) { // WebAssembly and some file systems have no locks
		release, err = func() error { return nil }, nil
	}
	if err != nil {
		return nil, err
	}
	if f, err = open(path, format, setup, read); err != nil {
		return nil, errors.Join(err, release())
	}
	f.release = release
	return f, nil
}

func open(path, format string, setup any, read func(setup []byte, results [][]byte) error) (*File, error) {
	text, err := json.Marshal(setup)
	if err != nil {
		return nil, err
	}
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	size := bytes.LastIndexByte(old, '\n') + 1
	if size > 0 {
		had, results, err := Parse(old, format)
		if err == nil {
			err = read(had, results)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	} else if begin := []byte(`{"format":"` + format); !bytes.HasPrefix(old, begin) && !bytes.HasPrefix(begin, old) {
		// A file without a complete line is the beginning of a journal, or another file.
		return nil, fmt.Errorf("%s: %w", path, ErrForeign)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, err
	}
	f := &File{file: file, size: int64(size)}
	if err = file.Truncate(f.size); err == nil && size == 0 {
		err = f.Add(header{format, text})
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return f, nil
}

// Parse returns the setup and the results in the text of a journal, each as it was written. It
// leaves out an incomplete last line, and half a result that is followed by a whole one on the
// same line: older versions wrote such lines when a disk was full for a while.
func Parse(text []byte, format string) (setup []byte, results [][]byte, err error) {
	lines := bytes.SplitAfter(text, []byte("\n"))
	lines = lines[:len(lines)-1]
	var h header
	if len(lines) == 0 || json.Unmarshal(lines[0], &h) != nil || h.Format != format || h.Setup == nil {
		return nil, nil, ErrForeign
	}
	results = lines[1:]
	for i := range results {
		results[i] = mended(results[i])
	}
	return h.Setup, results, nil
}

// Read hands the setup and the results in the journal at path to fill. It does not change the
// file, which a run may be writing. Errors name the file.
func Read(path, format string, fill func(setup []byte, results [][]byte) error) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	setup, results, err := Parse(text, format)
	if err == nil {
		err = fill(setup, results)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// Decode decodes the results in order and calls add with each. Errors name the line of the
// journal.
func Decode[T any](results [][]byte, add func(*T) error) error {
	for i, line := range results {
		result := new(T)
		err := json.Unmarshal(line, result)
		if err != nil {
			err = fmt.Errorf("%w: %w", ErrDamaged, err)
		} else {
			err = add(result)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", i+2, err)
		}
	}
	return nil
}

// mended returns a line without the half object that stands in front of a whole one, if any.
func mended(line []byte) []byte {
	begin := []byte(`{"`)
	if json.Valid(line) || !bytes.HasPrefix(line, begin) {
		return line
	}
	for at := 1; ; at++ {
		next := bytes.Index(line[at:], begin)
		if next < 0 {
			return line
		}
		if at += next; json.Valid(line[at:]) {
			return line[at:]
		}
	}
}

// Difference describes how two setups differ, "" if they are equal. Both must be objects in
// JSON. words has texts to say in place of values that are too long to show, by name.
func Difference(had, wanted any, words map[string]string) string {
	x, errX := json.Marshal(had)
	y, errY := json.Marshal(wanted)
	if errors.Join(errX, errY) == nil && bytes.Equal(x, y) {
		return ""
	}
	var a, b map[string]json.RawMessage
	if errors.Join(errX, errY, json.Unmarshal(x, &a), json.Unmarshal(y, &b)) != nil {
		return "its setup cannot be read"
	}
	all := maps.Clone(a)
	maps.Copy(all, b)
	var list []string
	for _, key := range slices.Sorted(maps.Keys(all)) {
		switch {
		case bytes.Equal(a[key], b[key]):
		case words[key] != "":
			list = append(list, words[key])
		default:
			list = append(list, fmt.Sprintf("%s is %s, wanted is %s", key, cmp.Or(string(a[key]), "not set"), cmp.Or(string(b[key]), "not set")))
		}
	}
	return strings.Join(list, "; ")
}

// Add writes a result immediately, as one line. After an error, nothing of the result is in the
// file, or the next Add removes it.
func (f *File) Add(result any) error {
	line, err := json.Marshal(result)
	if err != nil {
		return err
	}
	if f.torn {
		if err := f.file.Truncate(f.size); err != nil {
			return err
		}
		f.torn = false
	}
	line = append(line, '\n')
	if _, err = f.file.WriteAt(line, f.size); err != nil {
		f.torn = f.file.Truncate(f.size) != nil
		return err
	}
	f.size += int64(len(line))
	return nil
}

// Close closes the file and unlocks it.
func (f *File) Close() error { return errors.Join(f.file.Close(), f.release()) }
