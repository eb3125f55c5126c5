package protocol

import (
	"sync"
	"time"
)

// throttle spaces the reports of a search, each of one line for every best line. A
// report that comes too soon after the last one is held back until the time has come,
// or a newer report takes its place.
type throttle struct {
	print func(line string)

	mu      sync.Mutex
	last    time.Time // of the last report, at first the start of the search
	holding bool      // the lines of the current report are held
	held    []string
	timer   *time.Timer // will print what is held; nil: not running
	over    bool        // nothing more is printed
}

// add passes on a line. A report begins with its first line; wait is the least time
// between it and the report before.
func (t *throttle) add(line string, first bool, wait time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.over {
		return
	}
	if first {
		t.begin(wait)
	}
	if t.holding {
		t.held = append(t.held, line)
		return
	}
	t.print(line)
}

// begin decides about a new report, with the lock held.
func (t *throttle) begin(wait time.Duration) {
	now := time.Now()
	left := wait - now.Sub(t.last)
	t.held = t.held[:0]
	if t.holding = wait > 0 && left > 0; !t.holding {
		t.last = now
		return
	}
	if t.timer == nil {
		t.timer = time.AfterFunc(left, t.expire)
	}
}

// expire prints what is held; the report's further lines follow at once.
func (t *throttle) expire() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.timer = nil
	if !t.over && t.holding {
		t.last = time.Now()
		t.release()
	}
}

// finish prints what is held and ends the reports.
func (t *throttle) finish() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.timer != nil {
		t.timer.Stop()
	}
	if !t.over {
		t.release()
	}
	t.over = true
}

// release prints what is held, with the lock held.
func (t *throttle) release() {
	for _, line := range t.held {
		t.print(line)
	}
	t.held, t.holding = nil, false
}
