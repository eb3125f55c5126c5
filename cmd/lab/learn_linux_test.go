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
)

// With --nice every thread is last in line, and so is the group of a session's leader.
func TestNiceLearning(t *testing.T) {
	lab := exec.Command(os.Args[0], "learn", "--nice", "--threads", "2", "chess", t.TempDir())
	lab.Env = append(os.Environ(), asLab+"=1")
	lab.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := lab.Start(); err != nil {
		t.Fatal(err)
	}
	proc := "/proc/" + strconv.Itoa(lab.Process.Pid)
	low, all := 0, 0
	for deadline := time.Now().Add(time.Minute); (all < 3 || low < all) && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		tasks, err := filepath.Glob(proc + "/task/*/stat")
		if err != nil {
			t.Fatal(err)
		}
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
	if err := lab.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := lab.Wait(); err != nil || low < all || all < 3 {
		t.Errorf("error %v, %d of %d threads are low", err, low, all)
	}
}
