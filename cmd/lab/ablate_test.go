package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core/params"
)

const searchPage = "../../docs/search.md"

// The page about the search names every parameter that is no experiment, and none that
// is not there.
func TestSearchPageNamesParameters(t *testing.T) {
	page, err := os.ReadFile(searchPage)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, r := range params.Rows() {
		known[r.Name] = true
		if !r.Experiment && !strings.Contains(string(page), "`"+r.Name+"`") {
			t.Errorf("docs/search.md does not explain %s: say what it does in the section of its step, and name it in the line Rows: there", r.Name)
		}
	}
	quoted := regexp.MustCompile("`([A-Za-z]+)`")
	for _, rows := range regexp.MustCompile(`(?s)\nRows: .*?\n\n`).FindAllString(string(page), -1) {
		for _, m := range quoted.FindAllStringSubmatch(rows, -1) {
			if !known[m[1]] {
				t.Errorf("docs/search.md names %s, which is no parameter (any more): take it out of the line Rows:", m[1])
			}
		}
	}
}

// From one run to the page, its pictures, and the same again from the file alone.
func TestAblateDocs(t *testing.T) {
	dir := t.TempDir()
	data, page, html := filepath.Join(dir, "a.json"), filepath.Join(dir, "page.md"), filepath.Join(dir, "a.html")
	text, err := os.ReadFile(searchPage)
	if err == nil {
		err = os.WriteFile(page, text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	out, log, err := call(t, "ablate", "-depth", "2", "-only", "killer", "-sample", "0", "-games", "2", "-nodes", "10",
		"-json", data, "-docs", page, "-html", html)
	if err != nil {
		t.Fatal(err, log)
	}
	written, err := os.ReadFile(page)
	if err != nil || !strings.Contains(string(written), "| killer moves | `Killers` |") || !strings.Contains(out, "killer moves") {
		t.Errorf("error %v, printed %s, the page is %s", err, out, written)
	}
	if picture, err := os.ReadFile(filepath.Join(dir, "page-nodes.svg")); err != nil || !strings.Contains(string(picture), "killer moves") {
		t.Errorf("error %v, the picture is %s", err, picture)
	}
	if err := os.WriteFile(page, text, 0o666); err != nil {
		t.Fatal(err)
	}
	again, log, err := call(t, "ablate", "-print", "-json", data, "-docs", page)
	if err != nil {
		t.Fatal(err, log)
	}
	if now, err := os.ReadFile(page); err != nil || string(now) != string(written) || again != out {
		t.Errorf("error %v, printed again, the page is %s", err, now)
	}
}

func TestAblateErrors(t *testing.T) {
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty.md")
	old := filepath.Join(dir, "old.json")
	for name, text := range map[string]string{empty: "# Title\n", old: `{"games": []}`} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		name, want string
		args       []string
	}{
		{"print without a file", "-json", []string{"-print"}},
		{"print and measure anew", "-fresh", []string{"-print", "-json", old, "-fresh"}},
		{"print one game", "neither a game", []string{"-print", "-json", old, "chess"}},
		{"print what is not there", "there is no file", []string{"-print", "-json", filepath.Join(dir, "none.json")}},
		{"an old file", "format 0", []string{"-print", "-json", old}},
		{"go on with an old file", "-fresh writes it anew", []string{"-json", old}},
		{"a page without a place", "no place", []string{"-docs", empty}},
		{"a page that is not there", "missing.md", []string{"-docs", filepath.Join(dir, "missing.md")}},
		{"a misspelt technique", `no technique is called "nul move pruning"; did you mean "null move pruning"?`, []string{"-only", "nul move pruning"}},
		{"no nodes", "--nodes has to be at least 1", []string{"-nodes", "0"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, _, err := call(t, append([]string{"ablate"}, test.args...)...); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}
