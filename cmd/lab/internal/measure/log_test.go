package measure

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/report"
)

const format = "test-1"

type setup struct {
	Hash  int    `json:"hash"`
	Words string `json:"words"`
}

func anything(*Log) error { return nil }

// squares are the jobs of the tests. It stops before the job last.
func squares(l *Log, jobs, last int, asked *[]int) func(context.Context) error {
	return func(context.Context) error {
		l.Expect(jobs)
		for i := range jobs {
			_, err := Do(l, Key("square", i), fmt.Sprint("square of ", i), func() (int, error) {
				*asked = append(*asked, i)
				if i == last {
					return 0, errors.New("tired")
				}
				return i * i, nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	}
}

func Example() {
	l := New()
	l.Progress = func(done, skipped, total int, next string) { fmt.Println(done, "of", total, next) }
	jobs := func(context.Context) error {
		l.Expect(2)
		for _, n := range []int{3, 4} {
			if _, err := Do(l, Key("square", n), fmt.Sprint("square of ", n), func() (int, error) { return n * n, nil }); err != nil {
				return err
			}
		}
		return nil
	}
	fmt.Println(l.Run(context.Background(), jobs), l.Complete)
	fmt.Println(l.Run(context.Background(), jobs)) // nothing is left to do
	fmt.Println(All(l, "square", func(int) error { return nil }))
	// Output:
	// 0 of 2 square of 3
	// 1 of 2 square of 4
	// 2 of 2 done
	// <nil> true
	// 2 of 2 done
	// <nil>
	// [9 16] <nil>
}

// A run continues where the one before failed, and equals one that did not.
func TestContinue(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	var asked []int
	var began time.Time
	for i, test := range []struct {
		jobs, last int
		complete   bool
		asked      string
	}{
		{4, 2, false, "[0 1 2]"}, {4, -1, true, "[2 3]"}, {4, -1, true, "[]"}, {6, 5, false, "[4 5]"}, {3, -1, true, "[]"}, {6, -1, true, "[5]"},
	} {
		l, err := Open(path, format, setup{Hash: 1}, anything)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			began = l.Began
		}
		asked = nil
		skipped := 0
		l.Progress = func(_, s, _ int, _ string) { skipped = s }
		failed := l.Run(context.Background(), squares(l, test.jobs, test.last, &asked))
		if fmt.Sprint(asked) != test.asked || (failed == nil) != test.complete || l.Complete != test.complete || !l.Began.Equal(began) {
			t.Errorf("run %d: asked for %v, error %v, %+v", i, asked, failed, l)
		}
		if test.complete && skipped != test.jobs-len(asked) {
			t.Errorf("run %d: %d jobs skipped", i, skipped)
		}
		if _, err := Open(path, format, setup{Hash: 1}, anything); err == nil {
			t.Error("a journal is opened twice")
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
	text, _ := os.ReadFile(path)
	var s setup
	l, err := Parse(text, format, &s)
	if err != nil || s.Hash != 1 || !l.Complete || l.Empty() || !l.Began.Equal(began) {
		t.Errorf("error %v, setup %+v, %+v", err, s, l)
	}
	if n := strings.Count(string(text), "complete"); n != 3 {
		t.Errorf("the journal is complete %d times:\n%s", n, text)
	}
	if err := Discard(path, "other-1"); err == nil {
		t.Error("a journal of something else is discarded")
	}
	if err := errors.Join(Discard(path, format), Discard(path, format)); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the journal is still there: %v", err)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	l := New()
	if err := l.Run(ctx, func(ctx context.Context) error { cancel(); return ctx.Err() }); err != nil || l.Complete || !l.Empty() {
		t.Errorf("error %v, complete %v", err, l.Complete)
	}
}

// A journal that cannot be continued stays as it is.
func TestRefused(t *testing.T) {
	const header = `{"format":"test-1","setup":{"hash":1,"words":""}}` + "\n"
	for _, test := range []struct{ name, text, want string }{
		{"another value", strings.Replace(header, "1,", "2,", 1), "it belongs to another run: hash is 2, wanted is 1"},
		{"a long value", strings.Replace(header, `""`, `"x"`, 1), "words is"},
		{"another format", strings.Replace(header, "test-1", "test-2", 1), "no journal"},
		{"no JSON", header + "x\n", "line 2: "},
		{"an empty result", header + "{}\n", "line 2 is no result"},
		{"a job twice", header + `{"key":"a 1","result":1}` + "\n" + `{"key":"a 1","result":1}` + "\n", "line 3 is no result of a new job"},
		{"a result of another type", header + `{"key":"a 1","result":"x"}` + "\n", "line 2: json"},
		{"a result that is refused", header + `{"key":"b 1","result":"x"}` + "\n" + `{"key":"a 1","result":-1}` + "\n", "line 3: negative"},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "j")
			if err := os.WriteFile(path, []byte(test.text), 0o666); err != nil {
				t.Fatal(err)
			}
			_, err := Open(path, format, setup{Hash: 1}, func(l *Log) error {
				_, err := All(l, "a", func(n int) error {
					if n < 0 {
						return errors.New("negative")
					}
					return nil
				})
				return err
			})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
			if now, _ := os.ReadFile(path); string(now) != test.text {
				t.Errorf("the file is now %q", now)
			}
			if _, err := os.Stat(path + ".lock"); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("the lock is still there: %v", err)
			}
		})
	}
	if words := longValues([]byte(`{"a":"` + strings.Repeat("x", 100) + `","b":1}`)); fmt.Sprint(words) != "map[a:other a]" {
		t.Errorf("long values are %v", words)
	}
}

// page is a report with one part.
type page struct{}

func (page) Text() string { return "" }
func (page) Part(name string, p *report.Pictures) (string, bool) {
	return p.Add(name, "A picture", "<svg/>"), name == "chess"
}

func TestRewrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.md")
	for text, want := range map[string]string{
		"a\n<!-- measured chess -->\nold\n<!-- end -->\nb\n": "a\n<!-- measured chess -->\n![A picture](page-chess.svg)\n<!-- end -->\nb\n",
		"<!-- measured go -->\n<!-- end -->\n":               "",
		"nothing":                                            "",
	} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		files, err := Rewrite(path, page{})
		if (err == nil) != (want != "") || files[path] != want || err == nil && files[strings.TrimSuffix(path, ".md")+"-chess.svg"] != "<svg/>" {
			t.Errorf("%q becomes %q, error %v", text, files, err)
		}
	}
	if _, err := Rewrite(path+"x", page{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

func TestMachine(t *testing.T) {
	m := Machine{"1.0", "linux/amd64", "go1.26", "A chip", 2}
	if got := m.On(time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)); got != "Measured on 2 January 2026, linux/amd64, go1.26, A chip, 2 processors" {
		t.Error(got)
	}
	if m := ThisMachine(); m.System == "" || m.Processors < 1 || m.Compiler == "" {
		t.Errorf("%+v", m)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"format":"test-1","setup":{"hash":1}}` + "\n" + `{"began":"2026-01-02T03:04:05Z"}` + "\n" + `{"key":"a 1","result":1}` + "\n" + `{"complete":true}` + "\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		l, err := Parse(text, format, new(setup))
		if err != nil {
			return
		}
		list, err := All(l, "a", func(int) error { return nil })
		if _, ok := Get[int](l, "a 1"); err == nil && ok && len(list) == 0 {
			t.Errorf("a result is lost in %q", text)
		}
	})
}
