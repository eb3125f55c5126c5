package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
)

// The puzzles of analyse become exercises with ratings, each once.
func TestExercises(t *testing.T) {
	for _, c := range []struct {
		name, puzzles string
		want          []string // what lines begin with, the easiest first
	}{
		{"chess", `6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; pv Rd8#; dm 1; ce 32766; id "a, ply 1";
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; pv Rd8#; dm 1; ce 32766; id "the same again";
7k/8/5K2/8/8/8/8/R7 w - - bm Kf7; pv Kf7 Kh7 Rh1#; dm 2; ce 32764; id "b, ply 1";
`, []string{"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\td1d8\t", "7k/8/5K2/8/8/8/8/R7 w - - 0 1\tf6f7 h8h7 a1h1\t"}},
		{"shogi", `4k4/9/4P4/9/9/9/9/9/4K4 b G 1 bm G*5b; pv G*5b; mate 1; ce 32766; id "a, ply 1";
`, []string{"4k4/9/4P4/9/9/9/9/9/4K4 b G 1\tG*5b\t"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			in, out := filepath.Join(folder, "puzzles"), filepath.Join(folder, "exercises.txt")
			if err := os.WriteFile(in, []byte(c.puzzles), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := run([]string{"exercises", "--tries", "1", "--threads", "1", "--out", out, in}, cli.Streams{Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSpace(string(text)), "\n")
			if len(lines) != len(c.want) {
				t.Fatalf("there are %d exercises:\n%s", len(lines), text)
			}
			for _, want := range c.want {
				if !strings.Contains(string(text), want) {
					t.Errorf("%q is missing in\n%s", want, text)
				}
			}
			for _, line := range lines {
				if !regexp.MustCompile(`\t\d{3,4}$`).MatchString(line) {
					t.Errorf("%q has no rating", line)
				}
			}
		})
	}
	for _, c := range []struct{ name, want string }{{"no files", "files of puzzles and --out FILE are needed"}, {"a file that is not there", "no such"}} {
		args := []string{"exercises"}
		if c.name != "no files" {
			args = append(args, "--out", "x", "no such file")
		}
		if err := run(args, cli.Streams{Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// The telling exercises come first, from the whole range of ratings.
func TestChoose(t *testing.T) {
	var all []exercise
	for i := range 10 {
		all = append(all, exercise{rating: 100 * (9 - i), flat: i%5 == 0})
	}
	for _, c := range []struct {
		most int
		want string
	}{{1, "[0]"}, {4, "[0 200 500 700]"}, {8, "[0 100 200 300 500 600 700 800]"}, {9, "[0 100 200 300 500 600 700 800 900]"}, {100, "[0 100 200 300 400 500 600 700 800 900]"}} {
		var ratings []int
		for _, e := range choose(all, c.most) {
			ratings = append(ratings, e.rating)
		}
		if got := fmt.Sprint(ratings); got != c.want {
			t.Errorf("%d: %s, want %s", c.most, got, c.want)
		}
	}
}
