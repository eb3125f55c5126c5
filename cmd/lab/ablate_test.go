package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core/params"
)

const (
	searchPage   = "../../docs/search.md"
	ablationPage = "../../docs/ablation.md"
)

// The page about the search names every parameter except experiments, and no unknown one.
func TestSearchPageNamesParameters(t *testing.T) {
	page, err := os.ReadFile(searchPage)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, r := range params.Rows() {
		known[r.Name] = true
		if !r.Experiment && !strings.Contains(string(page), "`"+r.Name+"`") {
			t.Errorf("docs/search.md does not explain %s: explain it in the section of its step, and name it in the line Rows: there", r.Name)
		}
	}
	quoted := regexp.MustCompile("`([A-Za-z]+)`")
	for _, rows := range regexp.MustCompile(`(?s)\nRows: .*?\n\n`).FindAllString(string(page), -1) {
		for _, m := range quoted.FindAllStringSubmatch(rows, -1) {
			if !known[m[1]] {
				t.Errorf("docs/search.md names %s, which is no parameter: remove it from the line Rows:", m[1])
			}
		}
	}
}

// A run writes the page and its pictures, and the journal alone gives the same.
func TestAblateDocs(t *testing.T) {
	dir := t.TempDir()
	journal, data, page, html := filepath.Join(dir, "a.ablation"), filepath.Join(dir, "a.json"), filepath.Join(dir, "page.md"), filepath.Join(dir, "a.html")
	text, err := os.ReadFile(ablationPage)
	if err == nil {
		err = os.WriteFile(page, text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"ablate", "-depth", "5", "-only", "killer", "-sample", "0", "-games", "2", "-nodes", "10", "-journal", journal}
	out, log, err := call(t, append(args, "-json", data, "-docs", page, "-html", html)...)
	if err != nil {
		t.Fatal(err, log)
	}
	for name, want := range map[string]string{data: `"complete": true`, html: "killer moves"} {
		if text, err := os.ReadFile(name); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("error %v, no %q in %s", err, want, name)
		}
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
	again, log, err := call(t, "ablate", "-print", "-journal", journal, "-docs", page)
	if err != nil {
		t.Fatal(err, log)
	}
	if now, err := os.ReadFile(page); err != nil || string(now) != string(written) || again != out {
		t.Errorf("error %v, printed again, the page is %s", err, now)
	}
	if _, _, err := call(t, append(args, "-depth", "1")...); err == nil || !strings.Contains(err.Error(), "depths is") || !strings.Contains(err.Error(), "--fresh discards its results") {
		t.Errorf("another depth: error %v", err)
	}
	if out, _, err := call(t, append(args, "-depth", "1", "-fresh")...); err != nil || !strings.Contains(out, "to depth 1") {
		t.Errorf("begun again: error %v, printed %s", err, out)
	}
}

func TestAblateErrors(t *testing.T) {
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty.md")
	old := filepath.Join(dir, "old.json")
	for name, text := range map[string]string{empty: "# Title\n", old: `{"games": []}` + "\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		name, want string
		args       []string
	}{
		{"print without a journal", "--journal FILE", []string{"-print"}},
		{"print and discard", "no --fresh", []string{"-print", "-journal", old, "-fresh"}},
		{"print one game", "it takes no game", []string{"-print", "-journal", old, "chess"}},
		{"print what is not there", "no such file", []string{"-print", "-journal", filepath.Join(dir, "none")}},
		{"print another file", "no journal", []string{"-print", "-journal", old}},
		{"continue another file", "no journal", []string{"-journal", old}},
		{"discard another file", "no journal", []string{"-journal", old, "-fresh"}},
		{"an unknown game", "no game", []string{"go"}},
		{"a page without a place", "no measured part", []string{"-docs", empty}},
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
	if text, err := os.ReadFile(old); err != nil || string(text) != `{"games": []}`+"\n" {
		t.Errorf("error %v, another file is now %q", err, text)
	}
}
