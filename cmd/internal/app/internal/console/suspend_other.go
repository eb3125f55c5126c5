//go:build !unix

package console

import "os"

// resumed are the signals after which the terminal has to be set up again: none.
var resumed []os.Signal

// suspend does nothing where jobs cannot be stopped.
func (c *Console) suspend() {}
