//go:build unix

package client

import (
	"os/exec"
	"sync"
	"syscall"
)

// group is the process of an engine with all its children: the engine started by a shell
// script must not outlive the script.
type group struct {
	pid  int
	once sync.Once
}

// separate makes the new process the leader of its own group, so that an interrupt from
// the keyboard reaches only us.
func separate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// newGroup returns the group of a started process.
func newGroup(cmd *exec.Cmd) (*group, error) { return &group{pid: cmd.Process.Pid}, nil }

// kill ends the whole group, once: later, its id may belong to another group.
func (g *group) kill() {
	g.once.Do(func() {
		_ = syscall.Kill(-g.pid, syscall.SIGKILL) // fails if none is left
	})
}
