package smp_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	coresearch "github.com/nitoryu/nitoryu/core/search"
	"github.com/nitoryu/nitoryu/smp"
)

// begin returns a schedule for a search to depth 9.
func begin(stagger, window, threads int) *smp.Schedule {
	p := params.Chess()
	p.Stagger, p.StaggerWindow = stagger, window
	s := new(smp.Schedule)
	s.Begin(p, threads, 9)
	return s
}

// The depths that each thread searches if it is the first to finish each of them.
func TestScheduleOfOneThread(t *testing.T) {
	all := []int{1, 2, 3, 4, 5, 6, 7, 8, 9}
	for _, c := range []struct {
		name            string
		stagger, thread int
		want            []int
	}{
		{"the leader, without", 0, 0, all},
		{"a helper, without", 0, 5, all},
		{"the leader, a ply deeper", 1, 0, all},
		{"a ply deeper", 1, 1, all[1:]},
		{"every other helper", 1, 2, all},
		{"the leader, patterns", 2, 0, all},
		{"odd ones left out", 2, 1, []int{1, 2, 4, 6, 8, 9}},
		{"even ones left out", 2, 2, []int{1, 3, 5, 7, 9}},
		{"runs of two", 2, 3, []int{1, 4, 5, 8, 9}},
		{"the last of them", 2, 6, []int{1, 2, 5, 6, 9}},
		{"runs of three", 2, 7, []int{1, 2, 6, 7, 8, 9}},
		{"the leader, spread", 3, 0, all},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := begin(c.stagger, 0, 300)
			task := coresearch.Task{}
			s.Start(c.thread, &task)
			var got []int
			for depth := task.FirstDepth; depth > 0; depth = s.Next(c.thread, depth) {
				got = append(got, depth)
			}
			if !slices.Equal(got, c.want) || task.MaxDepth != 9 {
				t.Errorf("searches the depths %v of %d, want %v", got, task.MaxDepth, c.want)
			}
		})
	}
}

func TestScheduleWindow(t *testing.T) {
	for thread, want := range []core.Score{0, 3, 6, 9, 12, 15, 18, 21, 0, 3} {
		task := coresearch.Task{}
		begin(0, 3, 10).Start(thread, &task)
		if task.Widen != want {
			t.Errorf("thread %d: window wider by %d, want %d", thread, task.Widen, want)
		}
	}
}

// Half of the threads begin with depth 1, half of the rest with depth 2 and so on.
func TestScheduleBegins(t *testing.T) {
	s := begin(3, 0, 64)
	at := map[int]int{}
	for i := range 64 {
		task := coresearch.Task{}
		s.Start(i, &task)
		at[task.FirstDepth]++
	}
	if want := map[int]int{1: 32, 2: 16, 3: 8, 4: 4, 5: 2, 6: 1, 7: 1}; !maps.Equal(at, want) {
		t.Errorf("threads by depth: %v, want %v", at, want)
	}
}

// Spread threads never begin a depth that another has finished, and at most half of
// them, rounded up, are at one depth, except for the last.
func TestScheduleSpreads(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, threads := range []int{1, 2, 3, 4, 7, 64, 256} {
		s := begin(3, 0, threads)
		at := make([]int, threads)
		for i := range at {
			task := coresearch.Task{}
			s.Start(i, &task)
			at[i] = task.FirstDepth
		}
		for deepest := 0; deepest < 9; {
			i := random.IntN(threads)
			deepest = max(deepest, at[i])
			next := s.Next(i, at[i])
			if deepest == 9 {
				break
			}
			at[i] = next
			if next <= deepest || s.Done() != deepest {
				t.Fatalf("%d threads: depth %d is next after %d was finished, %d by the schedule", threads, next, deepest, s.Done())
			}
			same := 0
			for _, d := range at {
				if d == next {
					same++
				}
			}
			if next < 9 && same > (threads+1)/2 {
				t.Fatalf("%d of %d threads are at depth %d", same, threads, next)
			}
		}
	}
}
