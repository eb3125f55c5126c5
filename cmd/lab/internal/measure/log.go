package measure

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/journal"
	"github.com/nitoryu/nitoryu/cmd/internal/lock"
)

// Log holds the results of jobs by their keys, and writes each new one to a journal.
type Log struct {
	Began    time.Time
	Complete bool // the last run was not interrupted

	// Progress gets the number of jobs that are done, the number of these that earlier runs
	// have done, the number of all jobs, and what comes next. It may be nil.
	Progress func(done, skipped, total int, next string)

	results []result
	index   map[string]int // of the results, by key
	journal *journal.File  // nil: the log is in memory only
	unlock  func() error

	done, skipped, total int
}

// result is one line of the journal, behind the one that says what is measured.
type result struct {
	Began    *time.Time      `json:"began,omitempty"` // of the first run
	Key      string          `json:"key,omitempty"`
	Result   json.RawMessage `json:"result,omitempty"`
	Complete bool            `json:"complete,omitempty"` // the run ended here
}

// ErrOther says that a journal has another setup.
var ErrOther = errors.New("it belongs to another run")

// Key returns the key of a job: its kind, a single word, and what distinguishes it from
// others of that kind.
func Key(kind string, parts ...any) string {
	return strings.TrimSuffix(fmt.Sprintln(append([]any{kind}, parts...)...), "\n")
}

// New returns an empty log in memory, of a measurement that begins now.
func New() *Log {
	return &Log{Began: time.Now().UTC().Truncate(time.Second), index: map[string]int{}}
}

// Open returns the log in the journal at path, which is created if it does not exist, and
// locks it. The journal has to be of the same setup, a JSON object, and pass check;
// otherwise the file stays as it is. The log has to be closed.
func Open(path, format string, setup any, check func(*Log) error) (l *Log, err error) {
	l = New()
	if l.unlock, err = lock.Acquire(path); err != nil {
		return nil, err
	}
	wanted, err := json.Marshal(setup)
	if err == nil {
		l.journal, err = journal.Open(path, format, setup, func(had []byte, lines [][]byte) error {
			if !bytes.Equal(had, wanted) {
				return fmt.Errorf("%w: %s", ErrOther, journal.Difference(had, wanted, longValues(wanted)))
			}
			if err := l.read(lines); err != nil {
				return err
			}
			return check(l)
		})
	}
	if err == nil && len(l.results) == 0 {
		err = l.add(result{Began: &l.Began})
	}
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// longValues returns words for the values of a JSON object that are too long to show.
func longValues(object []byte) map[string]string {
	const long = 60
	var values map[string]json.RawMessage
	_ = json.Unmarshal(object, &values) // which was written a moment ago
	words := map[string]string{}
	for key, value := range values {
		if len(value) > long {
			words[key] = "other " + key
		}
	}
	return words
}

// Discard removes the journal at path, unless it has another format.
func Discard(path, format string) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		_, _, err = journal.Parse(text, format)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.Remove(path)
}

// Parse returns the log in the text of a journal, which another process may be writing,
// and fills in its setup.
func Parse(text []byte, format string, setup any) (*Log, error) {
	had, lines, err := journal.Parse(text, format)
	if err == nil {
		err = json.Unmarshal(had, setup)
	}
	if err != nil {
		return nil, err
	}
	l := New()
	return l, l.read(lines)
}

// read takes in the lines of a journal.
func (l *Log) read(lines [][]byte) error {
	for i, line := range lines {
		var r result
		if err := json.Unmarshal(line, &r); err != nil {
			return fmt.Errorf("line %d: %w", i+2, err)
		}
		if _, twice := l.index[r.Key]; twice || r.Began == nil && r.Key == "" && !r.Complete {
			return fmt.Errorf("line %d is no result of a new job", i+2)
		}
		l.keep(r)
	}
	return nil
}

func (l *Log) keep(r result) {
	if r.Began != nil {
		l.Began = *r.Began
	}
	if r.Key != "" {
		l.index[r.Key] = len(l.results)
	}
	l.Complete = r.Complete
	l.results = append(l.results, r)
}

func (l *Log) add(r result) error {
	l.keep(r)
	if l.journal == nil {
		return nil
	}
	return l.journal.Add(r)
}

// Close closes and unlocks the journal.
func (l *Log) Close() (err error) {
	if l.journal != nil {
		err = l.journal.Close()
	}
	if l.unlock != nil {
		err = errors.Join(err, l.unlock())
	}
	return err
}

// Empty reports whether no job is done.
func (l *Log) Empty() bool { return len(l.index) == 0 }

// Get returns the result of the job with that key; ok says that it is done.
func Get[T any](l *Log, key string) (t T, ok bool) {
	i, ok := l.index[key]
	return t, ok && json.Unmarshal(l.results[i].Result, &t) == nil
}

// All returns the results of all jobs of a kind, in the order in which they were done. An
// error names the first that makes no sense to check.
func All[T any](l *Log, kind string, check func(T) error) (list []T, err error) {
	for i, r := range l.results {
		if of, _, _ := strings.Cut(r.Key, " "); of != kind {
			continue
		}
		var t T
		err := json.Unmarshal(r.Result, &t)
		if err == nil {
			err = check(t)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		list = append(list, t)
	}
	return list, nil
}

// Expect announces further jobs, for the progress.
func (l *Log) Expect(jobs int) { l.total += jobs }

// Skip passes over jobs that need not be done.
func (l *Log) Skip(jobs int) {
	l.done += jobs
	l.skipped += jobs
}

// Next says what is done now.
func (l *Log) Next(what string) {
	if l.Progress != nil {
		l.Progress(l.done, l.skipped, l.total, what)
	}
}

// Do returns the result of the job with that key. If it is not in the log, job is called
// and its result recorded, unless there is an error. What says in words what the job is.
func Do[T any](l *Log, key, what string, job func() (T, error)) (T, error) {
	if t, ok := Get[T](l, key); ok {
		l.Skip(1)
		return t, nil
	}
	l.Next(what)
	t, err := job()
	if err != nil {
		return t, err
	}
	text, err := json.Marshal(t)
	if err != nil {
		return t, err
	}
	l.done++
	return t, l.add(result{Key: key, Result: text})
}

// Run calls jobs, which do all jobs. If ctx ends, the log is not complete; that is no
// error.
func (l *Log) Run(ctx context.Context, jobs func(context.Context) error) error {
	before, complete := len(l.results), l.Complete
	l.Complete, l.done, l.skipped, l.total = false, 0, 0, 0
	err := jobs(ctx)
	switch {
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return nil
	case err != nil:
		return err
	}
	l.Next("done")
	if l.Complete = true; complete && len(l.results) == before {
		return nil
	}
	return l.add(result{Complete: true})
}
