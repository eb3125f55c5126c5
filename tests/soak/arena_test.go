package soak

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/engine"
	"github.com/nitoryu/nitoryu/tests/must"
)

// lab arena plays a long match, and what it needs does not grow with the games.
// NITORYU_ARENA is how many games it plays, of each game; the memory of less than some
// minutes is not judged.
func TestLongMatch(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the memory of another process is read from /proc")
	}
	number := 12
	if must.Full() {
		number = 40
	}
	if text := os.Getenv("NITORYU_ARENA"); text != "" {
		var err error
		if number, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	} else if testing.Short() {
		t.Skip("the lab has to be built")
	}
	lab := engine.Path(t, "lab")
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			journal := filepath.Join(t.TempDir(), "match.jsonl")
			cmd := exec.Command(lab, "arena", "--game", g.Name, "--engine", "self name=a", "--engine", "self name=b",
				"--each", "nodes=100 hash=4", "--rounds", strconv.Itoa(number/2), "--journal", journal)
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			must.OK(t, cmd.Start())
			t.Cleanup(func() { _ = cmd.Process.Kill() })
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()

			c := &curve{name: "a match of " + g.Name, unit: "seconds"}
			began := time.Now()
			tick := time.NewTicker(5 * time.Second)
			defer tick.Stop()
			for running := true; running; {
				select {
				case err := <-ended:
					if err != nil {
						t.Fatalf("%v\n%s", err, &out)
					}
					running = false
				case <-tick.C:
					if mib := resident(cmd.Process.Pid); mib > 0 {
						c.samples = append(c.samples, sample{at: time.Since(began).Seconds(), resident: mib})
					}
				}
			}
			if report := out.String(); !strings.Contains(report, fmt.Sprintf(" of %d: ", number)) || strings.Count(report, "  none\n") != 2 {
				t.Errorf("not all games, or faults:\n%s", report)
			}
			if len(c.samples) >= longRun {
				c.check(t)
				c.save(t)
			}
		})
	}
}
