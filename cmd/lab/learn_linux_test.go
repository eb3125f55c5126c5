package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/tests/must"
)

// With --nice every thread is last in line, and so is the group of a session's leader.
func TestNiceLearning(t *testing.T) {
	must.BeFull(t, "waits for a processor that nobody else needs")
	if testing.Short() {
		t.Skip("priorities are no matter for the race detector")
	}
	lab := exec.Command(os.Args[0], "learn", "--nice", "--threads", "2", "chess", t.TempDir())
	lab.Env = append(os.Environ(), asLab+"=1")
	lab.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	must.OK(t, lab.Start())
	proc := "/proc/" + strconv.Itoa(lab.Process.Pid)
	low, all := 0, 0
	for deadline := time.Now().Add(time.Minute); (all < 3 || low < all) && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		tasks, err := filepath.Glob(proc + "/task/*/stat")
		must.OK(t, err)
		low, all = 0, 0
		for _, task := range tasks {
			text, err := os.ReadFile(task)
			_, rest, found := strings.Cut(string(text), ") ")
			if fields := strings.Fields(rest); err == nil && found && len(fields) > 16 {
				if all++; fields[16] == "19" {
					low++
				}
			}
		}
	}
	group, err := os.ReadFile(proc + "/autogroup")
	if text := string(group); err == nil && !strings.Contains(text, "nice 19") {
		t.Errorf("the group is %s", text)
	}
	must.OK(t, lab.Process.Signal(os.Interrupt))
	if err := lab.Wait(); err != nil || low < all || all < 3 {
		t.Errorf("error %v, %d of %d threads are low", err, low, all)
	}
}
