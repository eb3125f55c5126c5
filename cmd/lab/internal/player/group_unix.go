//go:build unix

package player

import (
	"os/exec"
	"sync"
	"syscall"
)

// group is an engine's process with all the processes it starts in turn: a shell
// script's engine must not outlive the script.
type group struct {
	pid  int
	once sync.Once
}

// separate makes the process to be started the first of a group of its own, so
// that also an interrupt from the keyboard reaches us alone.
func separate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// newGroup returns the group of a started process.
func newGroup(cmd *exec.Cmd) (*group, error) { return &group{pid: cmd.Process.Pid}, nil }

// kill ends the whole group. Once only: later, its number may be another's.
func (g *group) kill() {
	g.once.Do(func() {
		_ = syscall.Kill(-g.pid, syscall.SIGKILL) // fails if none is left
	})
}
