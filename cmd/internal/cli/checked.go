package cli

import (
	"io"
	"sync"
)

// Checked is an output that remembers its first error, so that a program that prints in many
// places fails if a result was not written. Several goroutines may use it if they may use the
// output.
type Checked struct {
	out io.Writer

	mu  sync.Mutex
	err error
}

// NewChecked returns a checked output.
func NewChecked(out io.Writer) *Checked { return &Checked{out: out} }

// Write implements io.Writer.
func (c *Checked) Write(p []byte) (int, error) {
	n, err := c.out.Write(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
	}
	return n, err
}

// Err returns the first error of a Write.
func (c *Checked) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}
