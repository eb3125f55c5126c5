//go:build unix

package player

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
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
		end             func(*Process)
	}{
		{"closed", "child", func(p *Process) { _ = p.Close() }},
		{"hangs", "child hang deaf", func(p *Process) {
			q := question(false, 0)
			q.Limits, q.Grace = core.Limits{MoveTime: time.Millisecond}, 20*time.Millisecond
			_, _ = p.Think(context.Background(), q)
		}},
		{"ends between questions", "child last", func(p *Process) { _, _ = p.Think(context.Background(), question(false, 0)) }},
		{"crashes while its child holds the output open", "child crash", func(p *Process) {
			_, _ = p.Think(context.Background(), question(false, 0))
			_, _ = p.Think(context.Background(), question(false, 1))
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := startFake(t, false, test.behaviour)
			_, author := p.ID()
			child, err := strconv.Atoi(author)
			if err != nil || !alive(child) || !alive(p.cmd.Process.Pid) {
				t.Fatalf("child %q, %v", author, err)
			}
			test.end(p)
			for range 200 { // the system ends a process in its own time
				if !alive(child) && !alive(p.cmd.Process.Pid) {
					return
				}
				time.Sleep(10 * time.Millisecond)
			}
			t.Errorf("alive: the engine %v, its child %v", alive(p.cmd.Process.Pid), alive(child))
		})
	}
}
