package console

import (
	"bytes"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/term"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
)

// Console is a terminal that somebody types at. Its methods may be called from any
// goroutine.
type Console struct {
	in          *os.File
	out         io.Writer
	size        func() (width, height int)
	interrupted func(typed bool)
	lines       chan string
	signals     chan os.Signal

	mu      sync.Mutex
	saved   *term.State // nil: the system edits lines, and the console only passes them on
	editor  editor
	prompt  string
	drawn   bool   // the prompt or the line is on the screen
	shown   string // the text on the screen if the cursor is at its end, otherwise ""
	partial []byte // of a line that is being written
	waiting bool   // Read is waiting
	ended   bool   // the input has ended
	rest    []byte // of a line that is being read
}

// queue is how many lines may be typed ahead.
const queue = 1 << 12

// Open takes over the terminal that is both in and out; it returns nil if they are no terminal.
// If the terminal understands escape sequences, the console edits lines after Start. Close
// gives the terminal back.
func Open(in io.Reader, out io.Writer) *Console {
	size := cli.Size(out)
	if size == nil || !cli.Typed(in) {
		return nil
	}
	c := &Console{
		in: in.(*os.File), out: out, size: size, //nolint:forcetypeassert // cli.Typed has checked it
		lines: make(chan string, queue), signals: make(chan os.Signal, 1),
	}
	if cli.Terminal(out) != nil {
		c.saved, _ = term.MakeRaw(int(c.in.Fd())) // without it, the system edits lines
	}
	return c
}

// Start begins to read. Ctrl-C discards the line that was being typed and calls interrupted;
// typed says whether there was such a line.
func (c *Console) Start(interrupted func(typed bool)) {
	c.interrupted = interrupted
	signal.Notify(c.signals, append([]os.Signal{os.Interrupt, syscall.SIGTERM}, resumed...)...)
	go c.watch()
	go c.pump()
}

// Lines returns the channel of typed lines. It is closed at the end of the input.
func (c *Console) Lines() <-chan string { return c.lines }

// Feed adds a line as if it had been typed.
func (c *Console) Feed(line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		return
	}
	select {
	case c.lines <- line:
	default: // too much was typed ahead
	}
}

// Ask shows a prompt in front of the line being typed, in place of the prompt before; "" shows
// no prompt.
func (c *Console) Ask(prompt string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.saved == nil && c.prompt == "" { // this prompt cannot be changed later
		_, _ = io.WriteString(c.out, prompt)
	}
	if prompt != c.prompt {
		c.prompt = prompt
		c.draw()
	}
}

// Write implements [io.Writer]: it writes whole lines above the line being typed.
func (c *Console) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.saved == nil {
		return c.out.Write(p)
	}
	c.partial = append(c.partial, p...)
	end := bytes.LastIndexByte(c.partial, '\n') + 1
	if end == 0 {
		return len(p), nil
	}
	text := bytes.ReplaceAll(c.partial[:end], []byte("\n"), []byte("\r\n"))
	c.partial = append(c.partial[:0], c.partial[end:]...)
	if c.drawn {
		text = append([]byte(eraseLine), text...)
		c.drawn = false
	}
	if _, err := c.out.Write(text); err != nil {
		return 0, err
	}
	c.draw()
	return len(p), nil
}

// Read implements [io.Reader] with the lines.
func (c *Console) Read(p []byte) (int, error) {
	if len(c.rest) == 0 {
		c.wait(true)
		line, ok := <-c.lines
		c.wait(false)
		if !ok {
			return 0, io.EOF
		}
		c.rest = append([]byte(line), '\n')
	}
	n := copy(p, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

func (c *Console) wait(now bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = now
}

// Waiting reports whether Read is waiting and has read all lines that were typed.
func (c *Console) Waiting() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.waiting && len(c.lines) == 0
}

// Restore gives line editing back to the system, as it was before Open.
func (c *Console) Restore() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.saved == nil {
		return
	}
	text := string(c.partial)
	if c.drawn {
		text = eraseLine + text
	}
	_, _ = io.WriteString(c.out, text)
	_ = term.Restore(int(c.in.Fd()), c.saved)
	c.saved, c.drawn, c.partial = nil, false, nil
}

// Close restores the terminal.
func (c *Console) Close() {
	signal.Stop(c.signals)
	c.Restore()
}

// eraseLine goes to the beginning of the line and clears it.
const eraseLine = "\r\x1b[K"

// draw shows the prompt and the line, or removes them from the screen.
func (c *Console) draw() {
	if c.saved == nil {
		return
	}
	if c.prompt == "" && len(c.editor.line) == 0 {
		if c.drawn {
			_, _ = io.WriteString(c.out, eraseLine)
		}
		c.drawn = false
		return
	}
	columns, _ := c.size()
	prompt := cli.Cut(c.prompt, columns-4)
	before, after := c.editor.window(columns - cli.Columns(prompt))
	text := prompt + before + after
	if after != "" { // writing the part before the cursor again moves the cursor there, whatever widths the font has
		text += "\r" + prompt + before
	}
	_, _ = io.WriteString(c.out, c.replacing(text))
	if c.drawn, c.shown = true, text; after != "" {
		c.shown = ""
	}
}

// replacing returns the characters that turn the line on the screen into text.
func (c *Console) replacing(text string) string {
	more, longer := strings.CutPrefix(text, c.shown)
	switch {
	case !c.drawn:
		return text
	case longer && c.shown != "":
		return more
	}
	return eraseLine + text
}

// end leaves the line on the screen with something behind it.
func (c *Console) end(line, more string) {
	_, _ = io.WriteString(c.out, c.replacing(c.prompt+line+more+"\r\n"))
	c.prompt, c.drawn = "", false
}

// pump reads what is typed until the end of the input.
func (c *Console) pump() {
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.ended = true
		close(c.lines)
	}()
	buffer := make([]byte, 1<<10)
	for {
		n, err := c.in.Read(buffer)
		if !c.typed(buffer[:n]) || err != nil {
			return
		}
	}
}

// typed takes what was typed. It returns false at the end of the input.
func (c *Console) typed(data []byte) bool {
	c.mu.Lock()
	c.editor.take(data)
	c.mu.Unlock()
	for {
		what, line, more := c.step()
		switch what {
		case entered:
			c.lines <- line
		case interrupt:
			c.interrupted(line != "")
		case endOfInput:
			return false
		case suspend:
			c.suspend()
		case nothing, clearScreen:
		}
		if !more {
			return true
		}
	}
}

// step obeys one key.
func (c *Console) step() (what event, line string, more bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := &c.editor
	if c.saved == nil { // the system has edited the line
		before, after, found := bytes.Cut(e.rest, []byte("\n"))
		if !found {
			return nothing, "", false
		}
		e.rest, c.prompt = after, ""
		return entered, strings.TrimSuffix(string(before), "\r"), true
	}
	what, more = e.next()
	switch {
	case what == entered:
		line = e.enter()
		c.end(line, "")
	case what == interrupt:
		prompt := c.prompt
		line = e.clear()
		c.end(line, "^C")
		c.prompt = prompt
		c.draw()
	case what == endOfInput:
		c.end("", "")
	case what == clearScreen:
		_, _ = io.WriteString(c.out, "\x1b[H\x1b[2J")
		c.drawn = false
		c.draw()
	case more && len(e.rest) == 0:
		c.draw()
	}
	return what, line, more
}

// watch obeys signals until there are no more.
func (c *Console) watch() {
	for s := range c.signals {
		switch s {
		case os.Interrupt:
			c.interrupted(false)
		case syscall.SIGTERM:
			c.Restore()
			os.Exit(128 + int(syscall.SIGTERM))
		default: // the program goes on after a stop, during which the shell had the terminal
			c.mu.Lock()
			if c.saved != nil {
				_, _ = term.MakeRaw(int(c.in.Fd()))
				c.draw()
			}
			c.mu.Unlock()
		}
	}
}
