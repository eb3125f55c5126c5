//go:build !unix && !windows

package client

import "os/exec"

// group is an engine's process. Systems such as WebAssembly start none: there
// exec.Cmd.Start returns an error, and only our own engine plays.
type group struct{ cmd *exec.Cmd }

func separate(*exec.Cmd) {}

func newGroup(cmd *exec.Cmd) (*group, error) { return &group{cmd}, nil }

func (g *group) kill() { _ = g.cmd.Process.Kill() }
