package progress

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
)

// How often a bar is redrawn, and how often a plain line is written.
const (
	redrawEvery = 150 * time.Millisecond
	repeatEvery = 10 * time.Second
)

// Line shows the progress of one job. Its methods may be called from any goroutine.
type Line struct {
	out  io.Writer
	size func() (width, height int) // of the terminal; nil if out is no terminal
	now  func() time.Time
	say  func(text string) string // translates a text into the user's language

	mu    sync.Mutex
	began time.Time
	base  int64     // what an earlier run had done when the job began
	shown time.Time // when the line was drawn last
	drawn bool      // there is a bar on the last line of the terminal
	last  state
}

// state is the last progress of the job.
type state struct {
	done, total int64
	text        string
}

// New returns the line of a job that begins now. size returns the size of the terminal behind
// out; it is nil if out is no terminal.
func New(out io.Writer, size func() (width, height int)) *Line {
	l := &Line{out: out, size: size, now: time.Now, say: func(text string) string { return text }}
	l.began = l.now()
	return l
}

// Speak makes the line pass all texts through say, which translates them into the user's
// language.
func (l *Line) Speak(say func(text string) string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.say = say
}

// Resume says how much an earlier run has done, so that the remaining time is estimated from
// this run alone.
func (l *Line) Resume(done int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.base = done
}

// Show shows that done of total is done, with a text. A total of 0 is unknown.
func (l *Line) Show(done, total int64, text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = state{done, total, text}
	every := repeatEvery
	if l.size != nil {
		every = redrawEvery
	}
	if now := l.now(); now.Sub(l.shown) >= every {
		l.shown = now
		l.draw()
	}
}

// Print writes one or more lines that the bar does not overwrite.
func (l *Line) Print(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.erase()
	fmt.Fprintln(l.out, l.say(strings.TrimSuffix(text, "\n")))
}

// Finish draws the last state a last time. Without another Show, a second call does nothing.
func (l *Line) Finish() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.last == (state{}) {
		return
	}
	l.draw()
	if l.drawn {
		fmt.Fprintln(l.out)
		l.drawn = false
	}
	l.last = state{}
}

// erase removes the bar from the terminal.
func (l *Line) erase() {
	if l.drawn {
		fmt.Fprint(l.out, "\r\x1b[K")
		l.drawn = false
	}
}

func (l *Line) draw() {
	if l.size == nil {
		fmt.Fprintln(l.out, l.last.count()+l.times()+"  "+l.say(l.last.text))
		return
	}
	width, _ := l.size()
	bar := l.last.bar(width / 5) // each of its signs takes one column, although Columns counts two
	text := cli.Cut(l.last.count()+l.times()+"  "+l.say(l.last.text), max(0, width-1-utf8.RuneCountInString(bar)))
	fmt.Fprint(l.out, "\r\x1b[K"+bar+text)
	l.drawn = true
}

// bar draws done of total in about width characters.
func (s state) bar(width int) string {
	if s.total <= 0 || width < 5 {
		return ""
	}
	full := int(min(s.done, s.total) * int64(width) / s.total)
	return strings.Repeat("█", full) + strings.Repeat("░", width-full) + " "
}

func (s state) count() string {
	if s.total <= 0 {
		return fmt.Sprint(s.done)
	}
	return fmt.Sprintf("%d/%d", s.done, s.total)
}

// times returns the time used and, if it is known, the time left.
func (l *Line) times() string {
	elapsed := l.now().Sub(l.began)
	text := "  " + clock(elapsed)
	if here := l.last.done - l.base; here > 0 && l.last.done < l.last.total {
		left := time.Duration(float64(elapsed) / float64(here) * float64(l.last.total-l.last.done))
		text += l.say(", ETA " + clock(left))
	}
	return text
}

// clock formats a duration as 1:02:03 or 2:03.
func clock(d time.Duration) string {
	s := int64(d.Round(time.Second) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
