//go:build unix

package console

import (
	"io"
	"os"
	"syscall"

	"golang.org/x/term"
)

// resumed are the signals after which the terminal has to be set up again.
var resumed = []os.Signal{syscall.SIGCONT}

// suspend stops the job, as Ctrl-Z asks.
func (c *Console) suspend() {
	c.mu.Lock()
	_, _ = io.WriteString(c.out, "\r\n")
	c.drawn = false
	_ = term.Restore(int(c.in.Fd()), c.saved)
	c.mu.Unlock()
	_ = syscall.Kill(0, syscall.SIGTSTP)
}
