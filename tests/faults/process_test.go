//go:build linux

package faults

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/tests/engine"
	"github.com/nitoryu/nitoryu/tests/must"
)

const root = engine.Root

func TestMain(m *testing.M) { engine.Main(m) }

// nitoryu returns the binary that the tests are about.
func nitoryu(t *testing.T) string {
	t.Helper()
	return engine.Path(t, "nitoryu")
}

// amount returns what a variable of the environment says, or the usual number, or that at
// full size.
func amount(t *testing.T, variable string, usual, full int) int {
	t.Helper()
	text := os.Getenv(variable)
	switch {
	case text == "" && must.Full():
		return full
	case text == "":
		return usual
	}
	n, err := strconv.Atoi(text)
	must.OK(t, err)
	return n
}

// patience is how long a program may be silent on a machine with other work.
const patience = 30 * time.Second

// process is a running engine that speaks a protocol.
type process struct{ *engine.Process }

// start runs the engine and waits for the answer to its first word.
func start(t *testing.T, protocol string) process {
	t.Helper()
	return startAs(t, os.Getuid(), protocol)
}

// startAs is start by another user, which takes an administrator.
func startAs(t *testing.T, user int, protocol string) process {
	t.Helper()
	cmd := exec.Command(nitoryu(t))
	if user != os.Getuid() {
		must.OK(t, os.Chmod(filepath.Dir(cmd.Path), 0o755))
		cmd.Dir = "/"
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(user), Gid: uint32(user)}}
	}
	e := process{engine.StartCmd(t, cmd)}
	e.Greet(protocol)
	return e
}

// faults returns the faults among lines, without "info string ERROR ".
func faults(lines []string, _ string) (list []string) {
	for _, line := range lines {
		if text, ok := strings.CutPrefix(line, "info string ERROR "); ok {
			list = append(list, text)
		}
	}
	return list
}

// alive checks that the engine plays on.
func (e process) alive() {
	e.T.Helper()
	e.Send("stop", "position startpos", "go nodes 500")
	if _, best := e.Until("bestmove"); best == "bestmove (none)" || best == "bestmove resign" {
		e.T.Errorf("the answer is %s", best)
	}
}
