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
)

// module is ours, whose packages are rooms of the house.
const module = "github.com/nitoryu/nitoryu/"

// Profile is where the time of a bench goes.
type Profile struct {
	Rooms []Share // the largest first
	Root  *Frame  // all of the time
}

// Share is the part of the time that is spent in the functions of a room themselves.
type Share struct {
	Room string
	Part float64 // of 1
}

// Frame is a function as it was called on one way from the beginning of the program.
type Frame struct {
	Name, Room string
	Time       int64 // with what it calls, in the unit of the profile
	Calls      []*Frame
}

// profile lets our program profile its bench in each run.
func (r *runner) profile(ctx context.Context, e *Engine) (*Profile, error) {
	var runs []*profile.Profile
	for run := range r.config.Runs {
		r.next(fmt.Sprintf("run %d, profile: %s", run+1, e.Name))
		one, err := r.profileOnce(ctx, e)
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

// profileOnce returns the profile of one bench.
func (r *runner) profileOnce(ctx context.Context, e *Engine) (p *profile.Profile, err error) {
	dir, err := os.MkdirTemp("", "speed")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	name := filepath.Join(dir, "cpu.pgo")
	if _, _, err := r.call(ctx, e, "bench", "--profile", name, r.config.Game.Name); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return profile.ParseData(data)
}

// newProfile adds up the samples of a profile.
func newProfile(from *profile.Profile) (*Profile, error) {
	p := &Profile{Root: &Frame{Name: "all", Room: "others"}}
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
		flat[path[len(path)-1].Room] += time
	}
	if p.Root.Time == 0 {
		return nil, errors.New("the profile is empty")
	}
	for room, time := range flat {
		p.Rooms = append(p.Rooms, Share{room, float64(time) / float64(p.Root.Time)})
	}
	slices.SortFunc(p.Rooms, func(a, b Share) int { return cmp.Or(cmp.Compare(b.Part, a.Part), cmp.Compare(a.Room, b.Room)) })
	p.Root.sort()
	return p, nil
}

// preempted is the function that a goroutine seems to call when it is to be preempted.
// On a busy machine that signal comes together with the one of the profile, just when
// the process gets the processor back: what was running is the caller.
const preempted = "runtime.asyncPreempt"

// stack returns the names of the functions of a sample, the outermost first; those
// that the compiler has inlined are among them.
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

// enter returns the path of frames after a call of a function. A function that is on
// the path already is gone back to: otherwise a search, which calls itself for each
// ply, would spread what it does over as many rows as it is deep.
func enter(path []*Frame, function string) []*Frame {
	top := path[len(path)-1]
	room, name := roomOf(function, top.Room)
	is := func(f *Frame) bool { return f.Name == name && f.Room == room }
	if i := slices.IndexFunc(path, is); i >= 0 {
		return path[:i+1]
	}
	i := slices.IndexFunc(top.Calls, is)
	if i < 0 {
		i = len(top.Calls)
		top.Calls = append(top.Calls, &Frame{Name: name, Room: room})
	}
	return append(path, top.Calls[i])
}

// roomOf returns the room of a function, which is its package below our module, and
// its name with the last word of its package. What is neither ours nor of the runtime
// counts for the room of its caller: an atomic load is there as a function only until
// the compiler has inlined it.
func roomOf(function, caller string) (room, name string) {
	slash := strings.LastIndexByte(function, '/') + 1
	end := slash + max(0, strings.IndexByte(function[slash:], '.'))
	room, ours := strings.CutPrefix(function[:end], module)
	switch {
	case ours:
		return room, function[slash:]
	case strings.HasPrefix(room, "runtime") || strings.HasPrefix(room, "internal/runtime"):
		return "runtime", function[slash:]
	}
	return caller, function[slash:]
}

// sort puts the calls in the order of their time, which the order of samples is not.
func (f *Frame) sort() {
	slices.SortFunc(f.Calls, func(a, b *Frame) int { return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(a.Name, b.Name)) })
	for _, c := range f.Calls {
		c.sort()
	}
}
