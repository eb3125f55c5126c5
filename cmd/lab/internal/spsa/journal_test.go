package spsa

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/journal"
	"github.com/nitoryu/nitoryu/tests/must"
)

// session plays the run with a journal until the given number of pairs is played, 0: to the
// end, and returns the contents of the file.
func session(t *testing.T, path string, stopAfter, concurrency int) string {
	t.Helper()
	_, c := climb(5, 2)
	c.Concurrency = concurrency
	var err error
	if c.Journal, c.Earlier, err = OpenJournal(path, &c.Setup); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	pairs := 0
	c.Played = func(*Report, int) {
		if pairs++; pairs == stopAfter {
			cancel()
		}
	}
	r, err := Run(ctx, c)
	if errors.Is(err, context.Canceled) != (len(r.Path) < 5) || err != nil && !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v after %d iterations", err, len(r.Path))
	}
	must.OK(t, c.Journal.Close())
	return string(must.Read(t, path))
}

// A run that is interrupted again and again takes the path of one that is not, to
// the byte.
func TestResumption(t *testing.T) {
	dir := t.TempDir()
	whole := session(t, filepath.Join(dir, "whole"), 0, 1)
	if n := strings.Count(whole, "\n"); n != 6 {
		t.Fatalf("%d lines", n)
	}
	for _, concurrency := range []int{1, 3} {
		path := filepath.Join(t.TempDir(), "parts")
		text := ""
		// Unfinished iterations are lost each time, so that less than two's worth
		// of pairs might get nowhere.
		for range 5 {
			text = session(t, path, 4, concurrency)
		}
		if text != whole {
			t.Errorf("%d at once: in parts\n%s\nin one\n%s", concurrency, text, whole)
		}
	}
}

// Wherever a kill cuts the journal, the run resumes and ends as if nothing had
// happened.
func TestCutsAtEveryByte(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "journal")
	whole := session(t, path, 0, 1)
	_, c := climb(5, 2)
	for n := range whole {
		must.Write(t, path, []byte(whole[:n]))
		j, earlier, err := OpenJournal(path, &c.Setup)
		if err != nil {
			t.Fatalf("cut at %d: %v", n, err)
		}
		j.Close()
		if want := max(0, strings.Count(whole[:n], "\n")-1); len(earlier) != want {
			t.Fatalf("cut at %d: %d iterations, want %d", n, len(earlier), want)
		}
		if n%100 == 0 {
			if again := session(t, path, 0, 1); again != whole {
				t.Fatalf("cut at %d: resumed with\n%s", n, again)
			}
		}
	}
}

func TestBadJournals(t *testing.T) {
	good := session(t, filepath.Join(t.TempDir(), "good"), 7, 1)
	lines := strings.SplitAfter(good, "\n")
	change := func(line int, from, to string) string {
		changed := append([]string(nil), lines...)
		changed[line] = strings.Replace(changed[line], from, to, 1)
		return strings.Join(changed, "")
	}
	tests := []struct{ name, text, want string }{
		{"another file", "[Event \"x\"]\n", "no journal"},
		{"another file without a newline", "precious", "no journal"},
		{"another format", `{"format":"x"}` + "\n", "no journal"},
		{"another seed", change(0, `"seed":1`, `"seed":2`), "seed is 2, wanted is 1"},
		{"another length", change(0, `"iterations":5`, `"iterations":6`), "iterations is 6, wanted is 5"},
		{"another parameter", change(0, "Margin", "Bargain"), "other parameters"},
		{"an invalid setup", change(0, `"pairs":2`, `"pairs":0`), "line 1: "},
		{"a broken line", change(1, "{", ""), "line 2: "},
		{"a line twice", lines[0] + lines[1] + lines[1], "line 3: iteration 1 of 5 follows 1"},
		{"a line missing", lines[0] + lines[2], "line 2: iteration 2 of 5 follows 0"},
		{"too many pairs", change(1, `"pairs":[`, `"pairs":[9`), "want 2 in all"},
		{"pairs below zero", change(1, `"pairs":[`, `"pairs":[-1,3,0,0,0],"x":[`), "want 2 in all"},
		{"too few values", change(1, `"theta":[`, `"theta":[1],"x":[`), "1 values for 3"},
		{"a value out of range", change(1, `"theta":[`, `"theta":[1,99,1000],"x":[`), "Depth is 99"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "journal")
			must.Write(t, path, []byte(test.text))
			_, c := climb(5, 2)
			_, _, err := OpenJournal(path, &c.Setup)
			must.Say(t, err, test.want)
			if now, _ := os.ReadFile(path); string(now) != test.text {
				t.Error("the file was changed")
			}
		})
	}
}

// Reading does not change the file, complete or not.
func TestReadJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	text := session(t, path, 7, 1) + `{"iteration":4,"pa`
	must.Write(t, path, []byte(text))
	_, c := climb(5, 2)
	r, err := ReadJournal(path)
	if err != nil || len(r.Path) < 2 || r.Game != "chess" || len(r.Parameters) != 3 || r.Theta()[0] == c.start()[0] {
		t.Errorf("error %v, read %+v", err, r)
	}
	if now, _ := os.ReadFile(path); string(now) != text {
		t.Error("the file was changed")
	}
	for _, text := range []string{"", "precious", "{}\n"} {
		must.Write(t, path, []byte(text))
		if _, err := ReadJournal(path); !errors.Is(err, journal.ErrForeign) {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

func FuzzJournal(f *testing.F) {
	_, c := climb(2, 1)
	path := filepath.Join(f.TempDir(), "journal")
	j, _, err := OpenJournal(path, &c.Setup)
	must.OK(f, err)
	c.Journal = j
	if _, err := Run(context.Background(), c); err != nil {
		f.Fatal(err)
	}
	j.Close()
	text, err := os.ReadFile(path)
	must.OK(f, err)
	f.Add(text)
	f.Add(text[:len(text)/2])
	f.Add([]byte(`{"format":"nitoryu-lab-tune-1","setup":{}}` + "\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		setup, results, err := journal.Parse(text, journalFormat)
		if err != nil {
			return
		}
		r, err := parse(setup, results)
		if err != nil {
			return
		}
		// An accepted journal can be resumed and shown.
		must.OK(t, r.Validate())
		if n := len(r.Path); n < r.Iterations {
			r.pair(n*r.Pairs, r.Theta())
		}
		if text := r.Text() + r.Moved(3); !strings.Contains(text, r.Parameters[0].Name) {
			t.Errorf("no parameter in %s", text)
		}
	})
}
