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
	"sync"
	"testing"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/tests/must"
)

// pythonWithTorch returns a Python that has PyTorch, "" if there is none.
var pythonWithTorch = sync.OnceValue(func() string {
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import torch, numpy").Run() == nil {
			return name
		}
	}
	return ""
})

// inOneProcess runs the twins of folders one after the other: PyTorch takes seconds to load.
const inOneProcess = `
import runpy, sys, traceback
folders, sys.argv = sys.argv[1:], ["train.py", "--device", "cpu"]
for folder in folders:
    try:
        runpy.run_path(folder + "/train.py", run_name="__main__")
    except SystemExit as e:
        print("stopped:", e.code)
    except Exception:
        traceback.print_exc(file=sys.stdout)
    print("\f", flush=True)
`

// twins has PyTorch train the exported runs in folders, and returns what each printed.
func twins(t *testing.T, folders ...string) []string {
	t.Helper()
	if pythonWithTorch() == "" {
		t.Skip("no Python with PyTorch (on Debian: python3-torch)")
	}
	out, err := exec.Command(pythonWithTorch(), append([]string{"-c", inOneProcess}, folders...)...).CombinedOutput()
	said := strings.Split(string(out), "\f\n")
	if err != nil || len(said) != len(folders)+1 {
		t.Fatalf("%v\n%s", err, out)
	}
	return said[:len(folders)]
}

// exported writes a run to a new folder.
func exported(t *testing.T, c *Config) string {
	t.Helper()
	folder := t.TempDir()
	must.OK(t, open(t, c).Export(context.Background(), folder, func(_, _ int) {}))
	return folder
}

// twinned returns the runs of configs after PyTorch has trained them.
func twinned(t *testing.T, configs []*Config) (trained []*Run) {
	t.Helper()
	var folders []string
	for _, c := range configs {
		folders = append(folders, exported(t, c))
	}
	said := twins(t, folders...)
	for i, c := range configs {
		d := *c
		d.Checkpoint = filepath.Join(folders[i], CheckpointName)
		r := open(t, &d)
		if !r.Finished() {
			t.Fatalf("%s: %d steps, printed %s", c.Inputs, r.Step, said[i])
		}
		trained = append(trained, r)
	}
	return trained
}

// The twin makes the same first step from the same positions, for all inputs.
func TestTwinGradient(t *testing.T) {
	var configs []*Config
	for _, k := range kinds() {
		c, _ := smallFor(t, k.game, k.in)
		c.Visits, c.Stretch, c.LossScale = int64(c.Batch), 350, c.Scale/2
		configs = append(configs, c)
	}
	for i, twin := range twinned(t, configs) {
		t.Run(configs[i].Inputs, func(t *testing.T) {
			r := open(t, configs[i])
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

// A run of the twin has the same curves and becomes the same network, but for rounding: a
// gradient near zero has no certain sign, and Adam makes a step of it.
func TestTwinRun(t *testing.T) {
	var configs []*Config
	var samples [][]dataset.Packed
	for _, g := range games.All() {
		c, _ := small(t, g)
		data := load(t, g, Options{Held: 0.3, Memory: 1, partition: 500}, randomGames(g.Rules, 7, 12)...)
		c.Training, c.Validation = data.Training, data.Validation
		c.Visits = int64(3.5 * float64(c.Positions)) // several passes over several partitions
		c.Average = 0.3
		configs, samples = append(configs, c), append(samples, data.Samples)
	}
	for i, twin := range twinned(t, configs) {
		t.Run(configs[i].Inputs, func(t *testing.T) {
			r := open(t, configs[i])
			finish(t, r)
			if len(twin.Points) != len(r.Points) || len(r.Points) < 5 {
				t.Fatalf("%d points, want %d", len(twin.Points), len(r.Points))
			}
			for i, p := range r.Points {
				q := twin.Points[i]
				if p.Step != q.Step || math.Abs(p.Rate-q.Rate) > 1e-12 || math.Abs(p.Loss-q.Loss) > 1e-3*p.Loss || math.Abs(p.Validation-q.Validation) > 1e-3*p.Validation {
					t.Errorf("point %+v, of PyTorch %+v", p, q)
				}
			}
			sum, apart := 0.0, 0.0
			for _, s := range samples[i] {
				a, b := r.output(&s), twin.output(&s)
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
			d := load(t, g, Options{Held: 0.3, Memory: memory, partition: 500}, randomGames(g.Rules, 7, 12)...)
			c.Training, c.Validation = d.Training, d.Validation
			folder, all := t.TempDir(), []byte(nil)
			must.OK(t, open(t, c).Export(context.Background(), folder, func(_, _ int) {}))
			for _, name := range []string{positionsName, exportName} {
				text := must.Read(t, filepath.Join(folder, name))
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
	g := games.Chess()
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
	must.OK(t, r.Export(context.Background(), folder, func(_, _ int) {}))
	before := must.Read(t, filepath.Join(folder, CheckpointName))
	finish(t, r)
	must.Say(t, r.Export(context.Background(), folder, func(_, _ int) {}), "holds a run already")
	if after, err := os.ReadFile(filepath.Join(folder, CheckpointName)); err != nil || string(after) != string(before) {
		t.Errorf("error %v, or the run is another one", err)
	}
}

// The twin says what is wrong with a folder, and leaves the checkpoint alone.
func TestTwinOfBadFolder(t *testing.T) {
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
	var folders, checkpoints []string
	checkpoint := func(folder string) string {
		text, _ := os.ReadFile(filepath.Join(folder, CheckpointName))
		return string(text)
	}
	for _, tt := range tests {
		folder := exported(t, c)
		path := filepath.Join(folder, tt.file)
		text, err := os.ReadFile(path)
		if err == nil && tt.damage != nil {
			err = os.WriteFile(path, tt.damage(text), 0o666)
		} else if err == nil {
			err = os.Remove(path)
		}
		must.OK(t, err)
		folders, checkpoints = append(folders, folder), append(checkpoints, checkpoint(folder))
	}
	for i, said := range twins(t, folders...) {
		if !strings.HasPrefix(said, "stopped: ") || !strings.Contains(said, tests[i].want) {
			t.Errorf("%s: printed %s", tests[i].name, said)
		}
		if checkpoint(folders[i]) != checkpoints[i] {
			t.Errorf("%s: the checkpoint is another one", tests[i].name)
		}
	}
}
