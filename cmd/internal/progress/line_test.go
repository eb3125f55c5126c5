package progress

import (
	"strings"
	"testing"
	"time"
)

// lineAt returns a line with a clock that the test controls.
func lineAt(out *strings.Builder, size func() (int, int)) (*Line, *time.Time) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	l := New(out, size)
	l.now = func() time.Time { return now }
	l.began = now
	return l, &now
}

func terminal() (int, int) { return 60, 24 }

func TestPlainLines(t *testing.T) {
	var out strings.Builder
	l, now := lineAt(&out, nil)
	l.Show(0, 100, "start")
	*now = now.Add(time.Second)
	l.Show(5, 100, "too soon")
	*now = now.Add(9 * time.Second)
	l.Show(10, 100, "a tenth")
	l.Print("a remark")
	*now = now.Add(time.Hour)
	l.Show(50, 0, "of unknown")
	l.Show(51, 0, "more")
	l.Finish()
	l.Finish()
	want := "0/100  0:00  start\n10/100  0:10, ETA 1:30  a tenth\na remark\n50  1:00:10  of unknown\n51  1:00:10  more\n"
	if out.String() != want {
		t.Errorf("wrote\n%q, want\n%q", out.String(), want)
	}
}

func TestBar(t *testing.T) {
	var out strings.Builder
	l, now := lineAt(&out, terminal)
	*now = now.Add(time.Minute)
	l.Show(25, 100, strings.Repeat("long ", 20))
	lines := strings.Split(out.String(), "\r\x1b[K")
	if bar := lines[len(lines)-1]; !strings.HasPrefix(bar, "███░░░░░░░░░ 25/100  1:00, ETA 3:00") || len([]rune(bar)) != 59 {
		t.Errorf("drew %q", bar)
	}
	out.Reset()
	l.Print("a remark")
	if out.String() != "\r\x1b[Ka remark\n" {
		t.Errorf("a remark overwrites the bar: %q", out.String())
	}
	out.Reset()
	l.Show(100, 100, "done")
	l.Finish()
	if !strings.HasSuffix(out.String(), "100/100  1:00  done\n") {
		t.Errorf("the end is %q", out.String())
	}
}

func TestResumedJobsJudgeTheirOwnSpeed(t *testing.T) {
	var out strings.Builder
	l, now := lineAt(&out, nil)
	l.Resume(80)
	*now = now.Add(time.Minute)
	l.Show(90, 100, "")
	if !strings.Contains(out.String(), "90/100  1:00, ETA 1:00") {
		t.Errorf("wrote %q", out.String())
	}
}

func TestNothingShownNothingFinished(t *testing.T) {
	var out strings.Builder
	l, _ := lineAt(&out, terminal)
	l.Finish()
	if out.String() != "" {
		t.Errorf("wrote %q", out.String())
	}
}
