package comply

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu"
)

// Program is a running engine.
type Program struct {
	In    io.WriteCloser
	Lines <-chan string // what it says, closed at its end
	Wait  func() error  // how it ended; called once, after Lines is closed
	Kill  func()
}

// dialogue is what is said with an engine.
type dialogue struct {
	*Checker
	program *Program
	words   []string // of the question
	ended   bool     // Lines is closed
}

// mostWords is how many lines of a question are kept, and mostLetters how much of each.
const (
	mostWords   = 200
	mostLetters = 300
)

// note keeps a line of the dialogue.
func (d *dialogue) note(line string) {
	if len(line) > mostLetters {
		line = fmt.Sprintf("%s... (%d bytes)", line[:mostLetters], len(line))
	}
	if len(d.words) == mostWords {
		d.words = append(d.words[:mostWords/2], d.words[mostWords/2+1:]...)
	}
	d.words = append(d.words, line)
}

// fault is why a question failed.
type fault struct{ why string }

// fail ends the question.
func fail(format string, values ...any) { panic(fault{fmt.Sprintf(format, values...)}) }

// skip ends a question that the engine need not answer.
type skip struct{ why string }

// send sends lines. Long ones, and many, are noted in short.
func (d *dialogue) send(lines ...string) {
	for _, line := range lines {
		d.note("> " + line)
		d.raw(line + "\n")
	}
}

// raw sends a text. The engine may have ended; what it says later shows that.
func (d *dialogue) raw(text string) {
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		_, _ = io.WriteString(d.program.In, text)
	}()
	timer := time.NewTimer(d.Patience)
	defer timer.Stop()
	select {
	case <-sent:
	case <-timer.C:
		fail("the engine does not read what is sent")
	}
}

// next returns the next line that is said before the time is over.
func (d *dialogue) next(within time.Duration) (line string, ok bool) {
	timer := time.NewTimer(within)
	defer timer.Stop()
	select {
	case line, ok = <-d.program.Lines:
		if d.ended = !ok; ok {
			line = strings.TrimRight(line, "\r")
			d.note("< " + line)
		}
		return line, ok
	case <-timer.C:
		return "", false
	}
}

// until returns the next line that begins with a word, and the lines before it.
func (d *dialogue) until(word string) (before []string, line string) {
	for end := time.Now().Add(d.Patience); ; {
		line, ok := d.next(time.Until(end))
		switch {
		case d.ended:
			fail("the engine ends before %s", word)
		case !ok:
			fail("no %s within %v", word, d.Patience)
		case line == word || strings.HasPrefix(line, word+" "):
			return before, line
		}
		before = append(before, line)
	}
}

// ready asks whether the engine is there, and returns what it said until then.
func (d *dialogue) ready() []string {
	d.send("isready")
	before, _ := d.until("readyok")
	return before
}

// silent waits for a while in which there must be no answer.
func (d *dialogue) silent(word string) {
	for end := time.Now().Add(d.Silence); ; {
		line, ok := d.next(time.Until(end))
		switch {
		case d.ended:
			fail("the engine ends")
		case !ok:
			return
		case strings.HasPrefix(line, word):
			fail("%q too early", line)
		}
	}
}

// answer is what a search came to.
type answer struct {
	best, ponder string
	infos        []string
	line         string
}

// best waits for the answer of a search.
func (d *dialogue) best() answer {
	infos, line := d.until("bestmove")
	words := strings.Fields(line)
	if len(words) < 2 {
		fail("%q has no move", line)
	}
	a := answer{best: words[1], infos: infos, line: line}
	if len(words) >= 4 && words[2] == "ponder" {
		a.ponder = words[3]
	}
	return a
}

// search sets up a position, searches it and judges the answer.
func (d *dialogue) search(position, goes string) answer {
	d.send("position "+position, goes)
	a := d.best()
	d.judge(position, a)
	d.once()
	return a
}

// once checks that there is no second answer, and that the engine is still there.
func (d *dialogue) once() {
	for _, line := range d.ready() {
		if strings.HasPrefix(line, "bestmove") {
			fail("a second answer: %q", line)
		}
	}
}

// at returns the position that a command sets up.
func (d *dialogue) at(position string) *nitoryu.Position {
	setup, moves, _ := strings.Cut(position, " moves ")
	setup = strings.TrimSuffix(strings.TrimSpace(setup), " moves")
	s := nitoryu.Setup{Variant: d.variant()}
	if kind, text, _ := strings.Cut(setup, " "); kind != "startpos" {
		s.Position = text
	}
	p, err := nitoryu.Open(s)
	if err != nil {
		fail("our question is wrong: %v", err) // a fault of this package, which its tests see
	}
	for _, m := range strings.Fields(moves) {
		if err := p.Play(nitoryu.Move(m)); err != nil {
			fail("our question is wrong: %v", err)
		}
	}
	return p
}

// variant returns the game of the protocol.
func (d *dialogue) variant() nitoryu.Variant {
	if d.Protocol == USI {
		return nitoryu.Shogi
	}
	return nitoryu.Chess
}

// judge checks moves by the rules.
func (d *dialogue) judge(position string, a answer) {
	p := d.at(position)
	if len(p.Legal()) == 0 {
		if d.Protocol == USI && a.best != "resign" || d.Protocol == UCI && a.best != "(none)" && a.best != "0000" && a.best != "NULL" {
			fail("%q where no move is legal", a.line)
		}
		return
	}
	if d.Protocol == USI && (a.best == "resign" || a.best == "win" && p.Claim().Over) {
		return
	}
	m := nitoryu.Move(a.best)
	if !p.IsLegal(m) {
		fail("%s is not legal in %s", a.best, p)
	}
	d.judgeInfos(p, a.infos)
	if a.ponder != "" && a.ponder != "(none)" {
		after := p.Clone()
		if after.Play(m) == nil && !after.IsLegal(nitoryu.Move(a.ponder)) {
			fail("the expected reply %s is not legal", a.ponder)
		}
	}
}
