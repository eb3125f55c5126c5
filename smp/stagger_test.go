package smp_test

import (
	"fmt"
	"testing"

	"github.com/nitoryu/nitoryu/core/params"
	coresearch "github.com/nitoryu/nitoryu/core/search"
	"github.com/nitoryu/nitoryu/smp"
)

func TestStagger(t *testing.T) {
	plain := coresearch.Task{FirstDepth: 1, MaxDepth: 20}
	changed := func(f func(*coresearch.Task)) coresearch.Task {
		task := plain
		f(&task)
		return task
	}
	for _, c := range []struct {
		name                    string
		stagger, window, thread int
		want                    coresearch.Task
	}{
		{"the leader is never set apart", 2, 10, 0, plain},
		{"none", 0, 0, 5, plain},
		{"a ply deeper", 1, 0, 1, changed(func(t *coresearch.Task) { t.FirstDepth = 2 })},
		{"every other helper", 1, 0, 2, plain},
		{"windows", 0, 3, 5, changed(func(t *coresearch.Task) { t.Widen = 15 })},
		{"windows come round", 0, 3, 8, plain},
		{"first pattern", 2, 0, 1, changed(func(t *coresearch.Task) { t.SkipRun, t.SkipPhase = 1, 0 })},
		{"the same, ahead", 2, 0, 2, changed(func(t *coresearch.Task) { t.SkipRun, t.SkipPhase = 1, 1 })},
		{"runs of two", 2, 0, 3, changed(func(t *coresearch.Task) { t.SkipRun, t.SkipPhase = 2, 0 })},
		{"the last of them", 2, 0, 6, changed(func(t *coresearch.Task) { t.SkipRun, t.SkipPhase = 2, 3 })},
		{"runs of three", 2, 0, 7, changed(func(t *coresearch.Task) { t.SkipRun, t.SkipPhase = 3, 0 })},
		{"thread 255", 2, 0, 255, changed(func(t *coresearch.Task) { t.SkipRun, t.SkipPhase = 16, 14 })},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := params.Chess()
			p.Stagger, p.StaggerWindow = c.stagger, c.window
			got := plain
			smp.Stagger(c.thread, p, &got)
			if fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}
