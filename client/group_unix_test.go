//go:build unix

package client

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
)

// alive reports whether a process runs. A zombie does not.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return !os.IsNotExist(err) || !hasProc()
	}
	_, state, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(state, "Z")
}

func hasProc() bool {
	_, err := os.Stat("/proc/self/stat")
	return err == nil
}

// An engine and its children are gone, however it ends.
func TestNoOrphans(t *testing.T) {
	tests := []struct {
		name, behaviour string
		end             func(*Engine)
	}{
		{"closed", "child", func(e *Engine) { _ = e.Close() }},
		{"hangs", "child hang deaf", func(e *Engine) {
			e.config.Grace = 20 * time.Millisecond
			_, _ = ask(t, e, 0, nitoryu.Limits{Time: time.Millisecond})
		}},
		{"ends between questions", "child last", func(e *Engine) { _, _ = ask(t, e, 0, node) }},
		{"crashes while its child holds the output open", "child crash", func(e *Engine) {
			_, _ = ask(t, e, 0, node)
			_, _ = ask(t, e, 1, node)
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			e := startFake(t, false, test.behaviour)
			_, author := e.ID()
			child, err := strconv.Atoi(author)
			if err != nil || !alive(child) || !alive(e.cmd.Process.Pid) {
				t.Fatalf("child %q, %v", author, err)
			}
			test.end(e)
			for range 200 { // the system ends a process in its own time
				if !alive(child) && !alive(e.cmd.Process.Pid) {
					return
				}
				time.Sleep(10 * time.Millisecond)
			}
			t.Errorf("alive: the engine %v, its child %v", alive(e.cmd.Process.Pid), alive(child))
		})
	}
}
