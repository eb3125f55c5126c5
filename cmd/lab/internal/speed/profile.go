package speed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
)

// module is our own module.
const module = "github.com/nitoryu/nitoryu/"

// Profile is where the time of a bench goes.
type Profile struct {
	Packages []Share `json:"packages"` // the largest first
	Root     *Frame  `json:"-"`        // all of the time
}

// Share is the part of the time that is spent in the functions of a package itself.
type Share struct {
	Package string  `json:"package"`
	Part    float64 `json:"part"` // of 1
}

// Frame is a function with the path of calls that leads to it.
type Frame struct {
	Name, Package string
	Time          int64 // with what it calls, in the unit of the profile
	Calls         []*Frame
}

// stored is the profile of one bench in a log.
type stored struct {
	Data  []byte `json:"data,omitempty"`  // as pprof writes it
	Fault string `json:"fault,omitempty"` // why there is none
}

// profile has our program profile its bench in each run.
func (r *runner) profile(ctx context.Context, e *Engine) error {
	for run := range r.config.Runs {
		p, err := measure.Do(r.log, measure.Key(profiles, run), fmt.Sprintf("run %d, profile: %s", run+1, e.Name), func() (p stored, err error) {
			if p.Data, err = r.profileOnce(ctx, e); err != nil {
				p.Fault = err.Error()
			}
			return p, ctx.Err()
		})
		if err != nil {
			return err
		}
		if p.Fault != "" {
			r.log.Skip(r.config.Runs - run - 1)
			return nil
		}
	}
	return nil
}

// profileOnce returns the profile of one bench.
func (r *runner) profileOnce(ctx context.Context, e *Engine) (data []byte, err error) {
	dir, err := os.MkdirTemp("", "speed")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	name := filepath.Join(dir, "cpu.pgo")
	if _, _, err := r.call(ctx, e, "bench", "--profile", name, r.config.Game.Name); err != nil {
		return nil, err
	}
	return os.ReadFile(name)
}

// merged returns the profile of all benches.
func merged(list []stored) (*Profile, error) {
	var runs []*profile.Profile
	for _, p := range list {
		if p.Fault != "" {
			return nil, errors.New(p.Fault)
		}
		one, err := profile.ParseData(p.Data)
		if err != nil {
			return nil, err
		}
		runs = append(runs, one)
	}
	all, err := profile.Merge(runs)
	if err != nil {
		return nil, err
	}
	return newProfile(all)
}

// newProfile adds up the samples of a profile.
func newProfile(from *profile.Profile) (*Profile, error) {
	p := &Profile{Root: &Frame{Name: "all", Package: "others"}}
	flat := map[string]int64{}
	for _, s := range from.Sample {
		time := s.Value[len(s.Value)-1] // the values before count samples
		path := []*Frame{p.Root}
		for _, name := range stack(s) {
			path = enter(path, name)
		}
		for _, f := range path {
			f.Time += time
		}
		flat[path[len(path)-1].Package] += time
	}
	if p.Root.Time == 0 {
		return nil, errors.New("the profile is empty")
	}
	for name, time := range flat {
		p.Packages = append(p.Packages, Share{name, float64(time) / float64(p.Root.Time)})
	}
	slices.SortFunc(p.Packages, func(a, b Share) int { return cmp.Or(cmp.Compare(b.Part, a.Part), cmp.Compare(a.Package, b.Package)) })
	p.Root.sort()
	return p, nil
}

// preempted is the function that a goroutine seems to call when it is preempted. On a busy
// machine that signal often coincides with the one of the profiler. The caller is what was
// running.
const preempted = "runtime.asyncPreempt"

// stack returns the names of the functions of a sample, inlined ones too, the outermost
// first.
func stack(s *profile.Sample) (names []string) {
	for _, l := range s.Location {
		for _, line := range l.Line {
			if line.Function != nil && line.Function.Name != preempted {
				names = append(names, line.Function.Name)
			}
		}
	}
	slices.Reverse(names)
	return names
}

// enter returns the path of frames after a call of a function. A recursive call returns to
// the earlier frame: otherwise a search would fill as many rows as it is deep.
func enter(path []*Frame, function string) []*Frame {
	top := path[len(path)-1]
	pkg, name := packageOf(function, top.Package)
	is := func(f *Frame) bool { return f.Name == name && f.Package == pkg }
	if i := slices.IndexFunc(path, is); i >= 0 {
		return path[:i+1]
	}
	i := slices.IndexFunc(top.Calls, is)
	if i < 0 {
		i = len(top.Calls)
		top.Calls = append(top.Calls, &Frame{Name: name, Package: pkg})
	}
	return append(path, top.Calls[i])
}

// packageOf returns the package of a function, below our module, and its name with the
// last word of its package. What is neither ours nor of the runtime counts for the package
// of its caller: an atomic load is a function only until the compiler inlines it.
func packageOf(function, caller string) (pkg, name string) {
	slash := strings.LastIndexByte(function, '/') + 1
	end := slash + max(0, strings.IndexByte(function[slash:], '.'))
	pkg, ours := strings.CutPrefix(function[:end], module)
	switch {
	case ours:
		return pkg, function[slash:]
	case strings.HasPrefix(pkg, "runtime") || strings.HasPrefix(pkg, "internal/runtime"):
		return "runtime", function[slash:]
	}
	return caller, function[slash:]
}

// sort sorts the calls by their time.
func (f *Frame) sort() {
	slices.SortFunc(f.Calls, func(a, b *Frame) int { return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(a.Name, b.Name)) })
	for _, c := range f.Calls {
		c.sort()
	}
}
