package scaling

import (
	"bytes"
	"sync"
	"time"
)

// tap is the log of a player. It counts questions and answers and notes the time of stop.
type tap struct {
	skip int // bytes of a line before the direction

	mu       sync.Mutex
	asked    int
	answered int
	stopped  time.Time
	onGo     func() // called at each question; may be nil
}

// newTap returns the tap for a player with that name. Lines of the log consist of the time,
// the name, the direction and the text.
func newTap(name string) *tap { return &tap{skip: len("15:04:05.000000 ") + len(name) + 1} }

// Write implements io.Writer.
func (t *tap) Write(line []byte) (int, error) {
	if len(line) <= t.skip {
		return len(line), nil
	}
	said := line[t.skip:]
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case bytes.HasPrefix(said, []byte("> go")):
		t.asked++
		if t.onGo != nil {
			t.onGo()
		}
	case bytes.HasPrefix(said, []byte("> stop")):
		t.stopped = time.Now()
	case bytes.HasPrefix(said, []byte("< bestmove")):
		t.answered++
	}
	return len(line), nil
}

// reset sets the counts to 0.
func (t *tap) reset() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.asked, t.answered = 0, 0
}

// counts returns the questions and answers since reset.
func (t *tap) counts() (asked, answered int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.asked, t.answered
}

// atGo sets what is called at the next questions.
func (t *tap) atGo(f func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.onGo = f
}

// lastStop returns the time of the last stop.
func (t *tap) lastStop() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.stopped
}
