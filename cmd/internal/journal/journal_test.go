package journal_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/journal"
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
			if err := os.WriteFile(path, []byte(test.text), 0o666); err != nil {
				t.Fatal(err)
			}
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
		{"a value that is new", `{}`, `{"a":2}`, "a is , wanted is 2"},
		{"no object", `7`, `{"a":2}`, "its setup cannot be read"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := journal.Difference([]byte(c.had), []byte(c.wanted), words); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
