package smp_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	coresearch "github.com/nitoryu/nitoryu/core/search"
	"github.com/nitoryu/nitoryu/smp"
)

// begin returns a schedule for a search to depth 9.
func begin(threads int) *smp.Schedule {
	s := new(smp.Schedule)
	s.Begin(threads, 9)
	return s
}

// The first thread to finish each depth searches all of them.
func TestScheduleOfOneThread(t *testing.T) {
	s := begin(300)
	task := coresearch.Task{}
	s.Start(0, &task)
	var got []int
	for depth := task.FirstDepth; depth > 0; depth = s.Next(depth) {
		got = append(got, depth)
	}
	if want := []int{1, 2, 3, 4, 5, 6, 7, 8, 9}; !slices.Equal(got, want) || task.MaxDepth != 9 {
		t.Errorf("searches the depths %v of %d, want %v", got, task.MaxDepth, want)
	}
}

// Half of the threads begin with depth 1, half of the rest with depth 2 and so on.
func TestScheduleBegins(t *testing.T) {
	s := begin(64)
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
		s := begin(threads)
		at := make([]int, threads)
		for i := range at {
			task := coresearch.Task{}
			s.Start(i, &task)
			at[i] = task.FirstDepth
		}
		for deepest := 0; deepest < 9; {
			i := random.IntN(threads)
			deepest = max(deepest, at[i])
			next := s.Next(at[i])
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
