package journal_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/journal"
	"github.com/nitoryu/nitoryu/internal/disk"
	"github.com/nitoryu/nitoryu/tests/must"
)

func Example() {
	path := filepath.Join(os.TempDir(), fmt.Sprint("journal", os.Getpid()))
	defer os.Remove(path)
	for _, result := range []int{10, 20} {
		f, err := journal.Open(path, "example-1", "squares", func(setup []byte, results [][]byte) error {
			fmt.Printf("continuing %s after %s", setup, results[0])
			return nil
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		if err := errors.Join(f.Add(result), f.Close()); err != nil {
			fmt.Println(err)
		}
	}
	text, _ := os.ReadFile(path)
	fmt.Printf("%s", text)
	// Output:
	// continuing "squares" after 10
	// {"format":"example-1","setup":"squares"}
	// 10
	// 20
}

// A file that the run cannot continue stays as it is.
func TestRefused(t *testing.T) {
	const header = `{"format":"test-1","setup":1}` + "\n"
	refuse := errors.New("refused")
	for _, test := range []struct{ name, text string }{
		{"another file", "precious\n"},
		{"another file without a newline", "precious"},
		{"another format", `{"format":"test-2","setup":1}` + "\n"},
		{"no setup", `{"format":"test-1"}` + "\n"},
		{"what read refuses", header + "2\n"},
		{"the same with an incomplete line", header + "2\n3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "j")
			must.Write(t, path, []byte(test.text))
			_, err := journal.Open(path, "test-1", 1, func([]byte, [][]byte) error { return refuse })
			if !errors.Is(err, journal.ErrForeign) && !errors.Is(err, refuse) || !strings.Contains(err.Error(), path) {
				t.Errorf("error %v", err)
			}
			if now, _ := os.ReadFile(path); string(now) != test.text {
				t.Errorf("the file is now %q", now)
			}
		})
	}
}

// What was half written is not in the way of what follows, in this run and in the next.
func TestFullDisk(t *testing.T) {
	type result struct {
		Game  int    `json:"game"`
		Moves string `json:"moves"`
	}
	path := filepath.Join(t.TempDir(), "j")
	open := func() *journal.File {
		f, err := journal.Open(path, "test-1", 1, func([]byte, [][]byte) error { return nil })
		must.OK(t, err)
		return f
	}
	add := func(f *journal.File, game int) {
		must.OK(t, f.Add(result{game, "e2e4 e7e5"}))
	}
	f := open()
	add(f, 1)
	whole, err := os.ReadFile(path)
	must.OK(t, err)
	// As if a write had stopped half way, and the file could not be cut.
	must.Write(t, path, append(whole, `{"game":2,"moves":"`+strings.Repeat("e2e4 ", 99)...))
	journal.Tear(f)
	add(f, 3)
	add(f, 4)
	must.OK(t, f.Close())
	f = open()
	add(f, 5)
	must.OK(t, f.Close())
	text := must.Read(t, path)
	want := `{"format":"test-1","setup":1}` + "\n"
	for _, game := range []int{1, 3, 4, 5} {
		want += fmt.Sprintf("{\"game\":%d,\"moves\":\"e2e4 e7e5\"}\n", game)
	}
	if string(text) != want {
		t.Errorf("the journal is\n%swant\n%s", text, want)
	}
}

// Half a result in front of a whole one is left out; other damage is not hidden.
func TestParseMends(t *testing.T) {
	for _, c := range []struct{ name, line, want string }{
		{"a whole one", `{"game":1,"moves":"{\"x\":1}"}`, `{"game":1,"moves":"{\"x\":1}"}`},
		{"half in front", `{"game":2,"mov{"game":3}`, `{"game":3}`},
		{"two halves in front", `{"ga{"game":2,"mov{"game":3}`, `{"game":3}`},
		{"cut behind an object inside", `{"game":2,"setup":{"a":1}{"game":3,"setup":{"a":2}}`, `{"game":3,"setup":{"a":2}}`},
		{"garbage", `garbage{"game":3}`, `garbage{"game":3}`},
		{"half alone", `{"game":2,"mov`, `{"game":2,"mov`},
		{"nothing", ``, ``},
	} {
		_, results, err := journal.Parse([]byte(`{"format":"test-1","setup":1}`+"\n"+c.line+"\n"), "test-1")
		if err != nil || len(results) != 1 || string(results[0]) != c.want+"\n" {
			t.Errorf("%s: %q, %v, want %q", c.name, results, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"format":"test-1","setup":{}}` + "\n1\n2"))
	f.Add([]byte("\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		setup, results, err := journal.Parse(text, "test-1")
		if err != nil {
			return
		}
		if want := strings.Count(string(text), "\n") - 1; len(results) != want || setup == nil {
			t.Errorf("setup %q and %d results, want %d", setup, len(results), want)
		}
	})
}

func TestDifference(t *testing.T) {
	words := map[string]string{"long": "another list"}
	for _, c := range []struct{ name, had, wanted, want string }{
		{"equal", `{"a":1,"long":[1]}`, `{"a":1,"long":[1]}`, ""},
		{"a value", `{"a":1}`, `{"a":2}`, "a is 1, wanted is 2"},
		{"values and words, in order", `{"long":[1],"a":1}`, `{"long":[2],"a":3}`, "a is 1, wanted is 3; another list"},
		{"a value that is new", `{}`, `{"a":2}`, "a is not set, wanted is 2"},
		{"a value that is gone", `{"a":2,"b":1}`, `{"b":1}`, "a is 2, wanted is not set"},
		{"equal numbers", `7`, `7`, ""},
		{"no object", `7`, `{"a":2}`, "its setup cannot be read"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := journal.Difference(json.RawMessage(c.had), json.RawMessage(c.wanted), words); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// A journal is read while it grows, and faults name its file and line.
func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	for _, test := range []struct{ name, text, want string }{
		{"numbers", "1\n2\n3", "[1 2]"},
		{"a word", "1\n\"x\"\n", "line 3: "},
		{"what is refused", "1\n2\n9\n", "line 4: too large"},
	} {
		must.Write(t, path, []byte(`{"format":"test-1","setup":1}`+"\n"+test.text))
		var list []int
		err := journal.Read(path, "test-1", func(setup []byte, results [][]byte) error {
			return journal.Decode(results, func(n *int) error {
				if list = append(list, *n); *n > 5 {
					return errors.New("too large")
				}
				return nil
			})
		})
		if err == nil && fmt.Sprint(list) != test.want || err != nil && !strings.HasPrefix(err.Error(), path+": "+test.want) {
			t.Errorf("%s: %v, error %v", test.name, list, err)
		}
	}
	if err := journal.Read(path, "test-2", nil); !errors.Is(err, journal.ErrForeign) {
		t.Errorf("another format: error %v", err)
	}
}

// A journal belongs to one run at a time.
func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	open := func() (*journal.File, error) {
		return journal.Open(path, "test-1", 1, func([]byte, [][]byte) error { return nil })
	}
	for range 2 {
		f, err := open()
		must.OK(t, err)
		if _, err := open(); !errors.Is(err, disk.ErrHeld) {
			t.Errorf("a second one: error %v", err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}
