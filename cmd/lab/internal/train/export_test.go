package train

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/games"
)

// python returns a Python that has PyTorch.
func python(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import torch, numpy").Run() == nil {
			return name
		}
	}
	t.Skip("no Python with PyTorch (on Debian: python3-torch)")
	return ""
}

// twinned exports a run and has PyTorch train it to its end.
func twinned(t *testing.T, c *Config, folder string) *Run {
	t.Helper()
	if err := open(t, c).Export(context.Background(), folder, func(_, _ int) {}); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(python(t), filepath.Join(folder, TwinName), "--device", "cpu").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	d := *c
	d.Checkpoint = filepath.Join(folder, CheckpointName)
	return open(t, &d)
}

// The twin makes the same first step from the same positions, for all inputs.
func TestTwinGradient(t *testing.T) {
	python(t)
	for _, g := range games.All() {
		for _, in := range g.FeatureSets {
			t.Run(in.Name, func(t *testing.T) {
				c, _ := smallFor(t, g, in)
				c.Visits = int64(c.Batch)
				r, twin := open(t, c), twinned(t, c, t.TempDir())
				if !twin.Finished() {
					t.Fatalf("%d steps", twin.Step)
				}
				finish(t, r)
				most := 0.0
				for _, x := range r.mean {
					most = max(most, math.Abs(float64(x)))
				}
				learned := 0
				for i, x := range r.mean {
					if d := math.Abs(float64(x - twin.mean[i])); d > 1e-4*math.Abs(float64(x))+1e-6*most {
						t.Fatalf("parameter %d: mean gradient %g, of PyTorch %g", i, x, twin.mean[i])
					}
					if (x == 0) != (twin.mean[i] == 0) && math.Abs(float64(x)) > 1e-6*most {
						t.Fatalf("parameter %d: only one learned", i)
					}
					if x != 0 {
						learned++
					}
				}
				if learned < r.hidden*100 {
					t.Errorf("only %d parameters learned", learned)
				}
			})
		}
	}
}

// A run of the twin has the same curves and becomes the same network, but for rounding: a
// gradient near zero has no certain sign, and Adam makes a step of it.
func TestTwinRun(t *testing.T) {
	python(t)
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			c, _ := small(t, g)
			data := load(t, g, Options{Buckets: 3, Held: 0.3, Memory: 1, partition: 500}, randomGames(g.Rules, 7, 12)...)
			c.Training, c.Validation = data.Training, data.Validation
			c.Visits = int64(3.5 * float64(c.Positions)) // several passes over several partitions
			c.Average = 0.3
			r, twin := open(t, c), twinned(t, c, t.TempDir())
			finish(t, r)
			if !twin.Finished() || len(twin.Points) != len(r.Points) || len(r.Points) < 5 {
				t.Fatalf("%d steps and %d points, want %d and %d", twin.Step, len(twin.Points), r.Step, len(r.Points))
			}
			for i, p := range r.Points {
				q := twin.Points[i]
				if p.Step != q.Step || math.Abs(p.Rate-q.Rate) > 1e-12 || math.Abs(p.Loss-q.Loss) > 1e-3*p.Loss || math.Abs(p.Validation-q.Validation) > 1e-3*p.Validation {
					t.Errorf("point %+v, of PyTorch %+v", p, q)
				}
			}
			sum, apart := 0.0, 0.0
			for _, s := range data.Samples {
				a, b := r.output(&s.record), twin.output(&s.record)
				sum += math.Abs(a)
				apart += math.Abs(a - b)
			}
			if apart > 0.01*sum {
				t.Errorf("outputs of %.4f are %.4f apart", sum, apart)
			}
			t.Logf("outputs of %.4f are %.4f apart", sum, apart)
		})
	}
}

// Where positions are makes no difference to what is exported.
func TestExportFromFile(t *testing.T) {
	for _, g := range games.All() {
		var first []byte
		for _, memory := range []int64{MinMemory, 1} {
			c, _ := small(t, g)
			d := load(t, g, Options{Buckets: 3, Held: 0.3, Memory: memory, partition: 500}, randomGames(g.Rules, 7, 12)...)
			c.Training, c.Validation = d.Training, d.Validation
			folder, all := t.TempDir(), []byte(nil)
			if err := open(t, c).Export(context.Background(), folder, func(_, _ int) {}); err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{positionsName, exportName} {
				text, err := os.ReadFile(filepath.Join(folder, name))
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, text...)
			}
			if first == nil {
				first = all
			} else if !bytes.Equal(first, all) {
				t.Errorf("%s: other files", g.Name)
			}
		}
	}
}

// An export that fails leaves no positions, and no checkpoint that would claim them.
func TestExportFails(t *testing.T) {
	g := games.Chess
	c, _ := small(t, g)
	c.Training = filled(t, 80000, 3, 0)
	ended, cancel := context.WithCancel(context.Background())
	r, folder, shown := open(t, c), t.TempDir(), 0
	err := r.Export(ended, folder, func(done, total int) {
		if shown++; done != 1<<16 || total != 80000+c.Validation.Len() {
			t.Errorf("%d of %d positions", done, total)
		}
		cancel()
	})
	if !errors.Is(err, context.Canceled) || shown != 1 {
		t.Errorf("error %v, progress %d times", err, shown)
	}
	if list, err := os.ReadDir(folder); err != nil || len(list) > 0 {
		t.Errorf("%v is left, error %v", list, err)
	}
}

// A folder that holds a run keeps it.
func TestExportKeepsARun(t *testing.T) {
	c, _ := small(t, games.All()[0])
	folder := filepath.Join(t.TempDir(), "run")
	r := open(t, c)
	if err := r.Export(context.Background(), folder, func(_, _ int) {}); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(filepath.Join(folder, CheckpointName))
	if err != nil {
		t.Fatal(err)
	}
	finish(t, r)
	if err := r.Export(context.Background(), folder, func(_, _ int) {}); err == nil || !strings.Contains(err.Error(), "holds a run already") {
		t.Errorf("error %v", err)
	}
	if after, err := os.ReadFile(filepath.Join(folder, CheckpointName)); err != nil || string(after) != string(before) {
		t.Errorf("error %v, or the run is another one", err)
	}
}

// The twin says what is wrong with a folder, and leaves the checkpoint alone.
func TestTwinOfBadFolder(t *testing.T) {
	name := python(t)
	c, _ := small(t, games.All()[0])
	tests := []struct {
		name, file string
		damage     func([]byte) []byte // nil: the file is missing
		want       string
	}{
		{"no positions", positionsName, nil, "is not a run exported by lab train"},
		{"cut positions", positionsName, func(b []byte) []byte { return b[:len(b)-1] }, "this is not the whole file of"},
		{"no description", exportName, nil, "is not a run exported by lab train"},
		{"a description that is something else", exportName, func([]byte) []byte { return []byte("{}") }, "is not a run exported by lab train"},
		{"a description that is no JSON", exportName, func([]byte) []byte { return []byte("hello") }, "is not a run exported by lab train"},
		{"a cut checkpoint", CheckpointName, func(b []byte) []byte { return b[:len(b)/2] }, "this is not a whole checkpoint"},
		{"an empty checkpoint", CheckpointName, func([]byte) []byte { return nil }, "this is not a whole checkpoint"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			folder := t.TempDir()
			if err := open(t, c).Export(context.Background(), folder, func(_, _ int) {}); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(folder, tt.file)
			text, err := os.ReadFile(path)
			if err == nil && tt.damage != nil {
				err = os.WriteFile(path, tt.damage(text), 0o666)
			} else if err == nil {
				err = os.Remove(path)
			}
			if err != nil {
				t.Fatal(err)
			}
			before, _ := os.ReadFile(filepath.Join(folder, CheckpointName))
			out, err := exec.Command(name, filepath.Join(folder, TwinName), "--device", "cpu").CombinedOutput()
			if err == nil || !strings.Contains(string(out), tt.want) || strings.Contains(string(out), "Traceback") {
				t.Errorf("error %v, printed %s", err, out)
			}
			if after, _ := os.ReadFile(filepath.Join(folder, CheckpointName)); string(after) != string(before) {
				t.Error("the checkpoint is another one")
			}
		})
	}
}
