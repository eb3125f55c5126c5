package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A reference is made once, the engine that made it has no error, and another has one.
func TestGauge(t *testing.T) {
	for _, g := range tried() {
		t.Run(g.Name, func(t *testing.T) {
			dir := t.TempDir()
			data, reference := filepath.Join(dir, "data"), filepath.Join(dir, "reference")
			done(t, "datagen", "--nodes", "20", "--hash", "1", "--games", "6", "--move-limit", "60", "--eval", "<classic>", g.Name, data)
			gauge := func(args ...string) string {
				t.Helper()
				out, _ := done(t, append([]string{"gauge"}, args...)...)
				return out
			}
			make := []string{"--reference", "self eval=<classic> nodes=500 hash=1", "--from", data, "--positions", "40"}
			out := gauge(append(make, "--engine", "self eval=<classic> nodes=500 hash=1 name=same", "--engine", "self nodes=50 hash=1 name=other", g.Name, reference)...)
			if !regexp.MustCompile(`reference: 40 positions, .*\nerror  0\.0%  correlation 1\.000  scale .* same\nerror +([1-9]\d?\.\d|0\.[1-9])%  correlation .* other\n$`).MatchString(out) {
				t.Errorf("printed\n%s", out)
			}
			text, err := os.ReadFile(reference)
			if err != nil {
				t.Fatal(err)
			}
			again := filepath.Join(dir, "again.txt")
			gauge(append(make, "--threads", "1", g.Name, again)...)
			if other, err := os.ReadFile(again); err != nil || string(other) != string(text) {
				t.Errorf("the reference depends on the number of threads, or error %v", err)
			}
			if first, second := gauge("--nodes", "100", g.Name, reference, "<classic>"), gauge("--nodes", "100", "--threads", "1", g.Name, reference, "<classic>"); first != second {
				t.Errorf("printed %s, then %s", first, second)
			}
			refused(t, "leave out --reference", append(append([]string{"gauge"}, make...), g.Name, reference)...)
			gauge("--reference", "self nodes=20", "--from", again, "--scale", "300", g.Name, filepath.Join(dir, "of text"))
		})
	}
}

// Of equal positions one is chosen, and one in which the game is over has no score.
func TestGaugePositions(t *testing.T) {
	dir := t.TempDir()
	source, reference := filepath.Join(dir, "x.txt"), filepath.Join(dir, "reference")
	write(t, source, strings.Repeat("4k3/8/8/8/8/8/8/4K2R w K - 0 30 | 5 | 1.0\n", 5)+"4k3/8/8/8/8/8/8/4K1R1 w - - 0 30 | 5 | 1.0\n")
	if out, log, err := call(t, "gauge", "--reference", "self nodes=20", "--from", source, "chess", reference); err != nil ||
		!strings.Contains(out, "reference: 2 positions") || !strings.Contains(log, "only 2 fitting positions") {
		t.Errorf("error %v, printed %s%s", err, out, log)
	}
	write(t, reference, "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 30 | 31000 | 1.0\n4k3/8/8/8/8/8/8/4K2R w K - 0 30 | 500 | 1.0\n")
	if out, log, err := call(t, "gauge", "--nodes", "50", "chess", reference, "<classic>"); err != nil || !strings.Contains(out, "reference: 1 position,") {
		t.Errorf("error %v, printed %s%s", err, out, log)
	}
}

func TestGaugeErrors(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "x.txt")
	for _, test := range []struct {
		name, text string
		args       []string
		want       string
	}{
		{"no reference", "", []string{"chess"}, "a game and a file of reference scores are needed"},
		{"no such game", "", []string{"go", file}, "no game"},
		{"an empty reference", "# nothing\n", []string{"chess", file}, "no positions"},
		{"a reference of the other game", "9/9/9/9/9/9/9/4k4/K8 b - 1 | 5 | 0.5\n", []string{"chess", file}, "line 1: "},
		{"a reference without positions", "", []string{"--reference", "self nodes=10", "chess", file + "2"}, "needs both --reference ENGINE and --from FILE"},
		{"a reference without a limit", "", []string{"--reference", "self", "--from", file, "chess", file + "2"}, "needs a limit"},
		{"only openings", "4k3/8/8/8/8/8/8/4K2R w K - 0 3 | 5 | 0.5\n", []string{"--reference", "self nodes=10", "--from", file, "chess", file + "2"}, "no position from ply 16"},
		{"only decided games", "4k3/8/8/8/8/8/8/4K2R w K - 0 30 | 1001 | 1.0\n", []string{"--reference", "self nodes=10", "--from", file, "chess", file + "2"}, "no position from ply 16"},
		{"a scale of nothing", "", []string{"--scale", "-1", "chess", file}, "--scale -1"},
		{"no network", "4k3/8/8/8/8/8/8/4K2R w K - 0 30 | 5 | 1.0\n", []string{"chess", file, file}, file},
		{"a clock", "4k3/8/8/8/8/8/8/4K2R w K - 0 30 | 5 | 1.0\n", []string{"--engine", "self tc=1+1", "chess", file}, "no clock"},
	} {
		t.Run(test.name, func(t *testing.T) {
			write(t, file, test.text)
			refused(t, test.want, append([]string{"gauge"}, test.args...)...)
		})
	}
}
