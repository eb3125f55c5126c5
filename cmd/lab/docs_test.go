package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/tests/must"
)

const clone = "../.."

// prosePages are the pages of the documentation.
func prosePages(t *testing.T) map[string]string {
	t.Helper()
	names, err := pageNames(clone)
	must.OK(t, err)
	pages := map[string]string{}
	for _, name := range names {
		if name == "THIRD_PARTY.md" {
			continue // written by others
		}
		if pages[name], err = readPage(clone, name); err != nil {
			t.Fatal(err)
		}
	}
	return pages
}

// The generated parts of the pages are current.
func TestPagesAreCurrent(t *testing.T) {
	pages, err := generatedPages(clone)
	must.OK(t, err)
	quoted := 0
	for _, p := range pages {
		quoted += strings.Count(p.old, "<!-- generated ")
		if p.old == p.text {
			continue
		}
		old, now := strings.Split(p.old, "\n"), strings.Split(p.text, "\n")
		at := 0
		for at < min(len(old), len(now))-1 && old[at] == now[at] {
			at++
		}
		t.Errorf("%s is out of date: run go run ./cmd/lab docs\nline %d is  %s\nit should be  %s", p.path, at+1, old[at], now[at])
	}
	if quoted < 5 {
		t.Errorf("the pages have only %d generated parts", quoted)
	}
}

// An outdated page is rewritten once.
func TestDocs(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(root, name)
		must.OK(t, os.MkdirAll(filepath.Dir(name), 0o777))
		write(t, name, text)
	}
	write("README.md", "# Title\n<!-- generated lab subcommands -->\n| `lab chess` | old |\n<!-- end -->\nThe end.\n")
	write("docs/other.md", "Nothing generated.\n")
	write("docs/build/tour.md", "<!-- generated folders -->\n<!-- end -->\n<!-- other elo -->\nkept\n<!-- end -->\n")
	write("core/doc.go", "// Package core is the vocabulary.\npackage core\n")
	out, _, err := call(t, "docs", root)
	if err != nil || !strings.Contains(out, "README.md") || !strings.Contains(out, "docs/build/tour.md") || strings.Contains(out, "other") {
		t.Fatalf("error %v, says %q", err, out)
	}
	for name, want := range map[string]string{
		"README.md":          "| `lab docs` | ",
		"docs/build/tour.md": "| `core` | the vocabulary |\n<!-- end -->\n<!-- other elo -->\nkept\n",
		"docs/other.md":      "Nothing generated.\n",
	} {
		if text, err := readPage(root, name); err != nil || !strings.Contains(text, want) || strings.Contains(text, "lab chess") {
			t.Errorf("error %v, %s is\n%s", err, name, text)
		}
	}
	if out, _, err := call(t, "docs", root); err != nil || !strings.Contains(out, "are up to date") {
		t.Errorf("a second time: error %v, says %q", err, out)
	}
	for name, c := range map[string]struct{ page, want string }{
		"an unknown part": {"<!-- generated moon -->\n<!-- end -->\n", "is unknown"},
		"no end":          {"<!-- generated folders -->\n", "no end"},
	} {
		write("docs/bad.md", c.page)
		if _, _, err := call(t, "docs", root); err == nil || !strings.Contains(err.Error(), "docs/bad.md") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
		if text, err := readPage(root, "docs/bad.md"); err != nil || text != c.page {
			t.Errorf("%s: the page became %q, error %v", name, text, err)
		}
	}
	refused(t, "root of a clone", "docs", t.TempDir())
}

var stepComment = regexp.MustCompile(`(?m)^\s*// Step ([0-9]+)\. ([^:\n(]+)`)

// docs/build/search.md has a section for each step of the search, and for no other.
func TestStepsAreExplained(t *testing.T) {
	const nodeSource = "core/search/alphabeta.go"
	source, err := readPage(clone, nodeSource)
	must.OK(t, err)
	page := prosePages(t)["docs/build/search.md"]
	steps := stepComment.FindAllStringSubmatch(source, -1)
	for i, s := range steps {
		if s[1] != fmt.Sprint(i+1) {
			t.Errorf("%s: after step %d comes step %s", nodeSource, i, s[1])
		}
		if want := "### Step " + s[1] + ": " + strings.TrimSpace(s[2]); !strings.Contains(strings.ToLower(page), strings.ToLower("\n"+want+"\n")) {
			t.Errorf("docs/build/search.md has no section %q, as %s calls that step: rename one or the other", want, nodeSource)
		}
	}
	if n := strings.Count(page, "\n### Step "); n != len(steps) || n < 20 {
		t.Errorf("docs/build/search.md has %d sections of steps, %s has %d steps", n, nodeSource, len(steps))
	}
}

// anchor returns the anchor of a heading.
func anchor(heading string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(heading) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-':
			b.WriteRune(r)
		case r == ' ':
			b.WriteRune('-')
		}
	}
	return b.String()
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	marked  = regexp.MustCompile(`\[([^]]*)\]\([^)]*\)`)
)

// brokenLinks returns the broken links of a page.
func brokenLinks(name string, pages map[string]string) (broken []string) {
	for _, m := range link.FindAllStringSubmatch(pages[name], -1) {
		file, section, _ := strings.Cut(m[1], "#")
		if strings.Contains(file, ":") {
			continue // elsewhere
		}
		target := name
		if file != "" {
			target = path.Join(path.Dir(name), file)
		}
		_, read := pages[target]
		if _, err := os.Stat(filepath.Join(clone, filepath.FromSlash(target))); err != nil && !read {
			broken = append(broken, m[1])
			continue
		}
		found := section == ""
		for _, h := range heading.FindAllStringSubmatch(pages[target], -1) {
			found = found || anchor(marked.ReplaceAllString(h[1], "$1")) == section
		}
		if !found {
			broken = append(broken, m[1])
		}
	}
	return broken
}

func TestLinks(t *testing.T) {
	pages := prosePages(t)
	for name := range pages {
		for _, l := range brokenLinks(name, pages) {
			t.Errorf("%s has a broken link to %s", name, l)
		}
	}
	pages["docs/x.md"] = "# A b\n[1](#a-b) [2](build/smp.md#staggering) [3](https://example.org/x) [4](#c) [5](build/smp.md#no-such) [6](none.md) [7](../README.md)"
	if got := fmt.Sprint(brokenLinks("docs/x.md", pages)); got != "[#c build/smp.md#no-such none.md]" {
		t.Errorf("found %s", got)
	}
}

// The indexes name every page.
func TestIndexIsWhole(t *testing.T) {
	pages := prosePages(t)
	for name := range pages {
		index, target := "docs/README.md", strings.TrimPrefix(name, "docs/")
		if target == name {
			target = "../" + name
		}
		if page, ok := strings.CutPrefix(name, "results/"); ok && page != "README.md" {
			index, target = "results/README.md", page
		}
		if name != index && !strings.Contains(pages[index], "]("+target+")") {
			t.Errorf("%s does not name %s: add a row", index, name)
		}
	}
	if len(pages) < 15 || !strings.Contains(pages["README.md"], "](docs/README.md)") {
		t.Errorf("the README does not lead to the index, or there are only %d pages", len(pages))
	}
}

var (
	labCommand = regexp.MustCompile("(?:^|[\\s`/])lab ([a-z]+)([^\n`;&]*)")
	quotes     = regexp.MustCompile(`"(\\.|[^"\\])*"`)
	flagWord   = regexp.MustCompile(`\s--?([a-z][a-z-]*)`)
)

// wrongCommands returns the unknown commands of lab in code blocks and code spans of a
// page.
func wrongCommands(t *testing.T, page string) (wrong []string) {
	t.Helper()
	page = strings.ReplaceAll(page, "\\\n", " ")
	inCode := ""
	for i, part := range strings.Split(page, "```") {
		if i%2 == 1 {
			inCode += part + "\n"
			continue
		}
		for k, span := range strings.Split(part, "`") {
			if k%2 == 1 {
				inCode += strings.ReplaceAll(span, "\n", " ") + "\n"
			}
		}
	}
	for _, m := range labCommand.FindAllStringSubmatch(quotes.ReplaceAllString(inCode, `""`), -1) {
		named := func(c cli.Command) bool { return c.Name == m[1] }
		if !slices.ContainsFunc(program().Commands(), named) {
			wrong = append(wrong, m[1])
			continue
		}
		help, _, err := call(t, m[1], "--help")
		must.OK(t, err)
		for _, f := range flagWord.FindAllStringSubmatch(m[2], -1) {
			if f[1] != "help" && !regexp.MustCompile(`(?m)^  --?`+f[1]+`\b`).MatchString(help) {
				wrong = append(wrong, m[1]+" --"+f[1])
			}
		}
	}
	return wrong
}

func TestCommandsInPages(t *testing.T) {
	pages := prosePages(t)
	const file = "docs/operate/kubernetes.yaml"
	text, err := readPage(clone, file)
	must.OK(t, err)
	pages[file] = "```\n" + text + "```\n"
	for name, page := range pages {
		for _, w := range wrongCommands(t, page) {
			t.Errorf("%s names lab %s, which does not exist", name, w)
		}
	}
	const page = "Prose of a lab dog.\n```\ngo run ./cmd/lab arena --gauntlet \\\n --sprint --engine \"x --y\"\nlab chess\n```\n`lab tune --games 3 --moon` `lab help`"
	if got := fmt.Sprint(wrongCommands(t, page)); got != "[arena --sprint chess tune --moon]" {
		t.Errorf("found %s", got)
	}
}

// Source files, folders and tests that the pages name exist.
func TestFilesInPages(t *testing.T) {
	file := regexp.MustCompile("`((?:cmd|core|smp|protocol|games|internal|tests|docs)(?:/[A-Za-z0-9_.]+)*)`")
	run := regexp.MustCompile(`go test (?:-race )?(?:-timeout \S+ )?(\./[a-z/]+) -run ([A-Za-z]+)`)
	for name, page := range prosePages(t) {
		for _, m := range file.FindAllStringSubmatch(page, -1) {
			if _, err := os.Stat(filepath.Join(clone, filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s names %s: %v", name, m[1], err)
			}
		}
		for _, m := range run.FindAllStringSubmatch(page, -1) {
			if !hasTest(t, m[1], m[2]) {
				t.Errorf("%s runs the tests %s of %s, which do not exist", name, m[2], m[1])
			}
		}
	}
}

// hasTest reports whether a folder has a test whose name contains a word.
func hasTest(t *testing.T, folder, word string) (found bool) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(clone, folder, "*_test.go"))
	must.OK(t, err)
	for _, p := range paths {
		f, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.SkipObjectResolution)
		must.OK(t, err)
		for _, d := range f.Decls {
			f, ok := d.(*ast.FuncDecl)
			found = found || ok && strings.HasPrefix(f.Name.Name, "Test") && strings.Contains(f.Name.Name, word)
		}
	}
	return found
}

// CONTRIBUTING.md names the modules that the project needs, and no others.
func TestDependenciesAreNamed(t *testing.T) {
	// "go list -m" would download the go.mod of modules that nothing here needs.
	out, err := exec.Command("go", "mod", "edit", "-json").Output()
	must.OK(t, err)
	var file struct {
		Require []struct {
			Path     string
			Indirect bool
		}
	}
	must.OK(t, json.Unmarshal(out, &file))
	var modules []string
	for _, m := range file.Require {
		if !m.Indirect {
			modules = append(modules, m.Path)
		}
	}
	_, section, _ := strings.Cut(prosePages(t)["CONTRIBUTING.md"], "\n## Dependencies\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for _, m := range modules {
		if !strings.Contains(section, "| `"+m+"` |") {
			t.Errorf("CONTRIBUTING.md does not say why %s is needed: add a row to its table of dependencies", m)
		}
	}
	if n := strings.Count(section, "\n| `"); n != len(modules) {
		t.Errorf("CONTRIBUTING.md names %d modules, go.mod needs %d", n, len(modules))
	}
}

// The pages about search, threads and time name every parameter except experiments, and no
// unknown one.
func TestPagesNameParameters(t *testing.T) {
	pages := prosePages(t)
	page := pages["docs/build/search.md"] + pages["docs/build/smp.md"] + pages["docs/build/time.md"]
	known := map[string]bool{}
	for _, r := range params.Rows() {
		known[r.Name] = true
		if !r.Experiment && !strings.Contains(page, "`"+r.Name+"`") {
			t.Errorf("docs/build does not explain %s: explain it in the section of its step in search.md, and name it in the line Rows: there", r.Name)
		}
	}
	quoted := regexp.MustCompile("`([A-Za-z]+)`")
	for _, rows := range regexp.MustCompile(`(?s)\nRows: .*?\n\n`).FindAllString(page, -1) {
		for _, m := range quoted.FindAllStringSubmatch(rows, -1) {
			if !known[m[1]] {
				t.Errorf("docs/build names %s, which is no parameter: remove it from the line Rows:", m[1])
			}
		}
	}
}

// Both READMEs are at most 8 kB, have the same commands and links, and show the
// same figures.
func TestReadmesAgree(t *testing.T) {
	pages := prosePages(t)
	english, japanese := factsOf(pages["README.md"]), factsOf(pages["README.ja.md"])
	for _, f := range english {
		if !slices.Contains(japanese, f) {
			t.Errorf("README.ja.md lacks %s", f)
		}
	}
	for _, f := range japanese {
		if !slices.Contains(english, f) {
			t.Errorf("README.md lacks %s", f)
		}
	}
	if len(english) < 35 {
		t.Errorf("the README has only %d facts", len(english))
	}
	for _, name := range []string{"README.md", "README.ja.md"} {
		if n := len(pages[name]); n > 8000 {
			t.Errorf("%s has %d bytes", name, n)
		}
	}
	for page, want := range map[string]string{
		"| Other, revision 7 | 200 | 52 % | +14 ± 40 |": "[+14 ± 40 200 52 %]",
		"```\nlab bench  # measures\n```":               "[lab bench]",
		"[a](docs/use/x.md#b) [日本語](README.ja.md)":      "[docs/use/x.md#b]",
		"```go\nresult, err := ask() // mate\n```":      "[result, err := ask()]",
	} {
		if got := fmt.Sprint(factsOf(page)); got != want {
			t.Errorf("%q: facts %s, want %s", page, got, want)
		}
	}
}

// factsOf returns what a README says in any language: results of matches, links but for
// those between READMEs, with one name for a picture in both languages, and lines of code
// without comments, positions and the name of the game.
func factsOf(page string) (facts []string) {
	result := regexp.MustCompile(`\| (\d+) \| (\d+ %) \| (\S+ ± \d+) \|`)
	comment := regexp.MustCompile(`\s+(#|//) .*|Position: "[^"]*"| shogi\b`)
	for i, part := range strings.Split(page, "```") {
		if i%2 == 1 {
			_, code, _ := strings.Cut(part, "\n")
			for line := range strings.Lines(code) {
				facts = append(facts, strings.TrimSpace(comment.ReplaceAllString(line, "")))
			}
			continue
		}
		for _, m := range result.FindAllStringSubmatch(part, -1) {
			facts = append(facts, m[3]+" "+m[1]+" "+m[2])
		}
		for _, m := range link.FindAllStringSubmatch(part, -1) {
			if !strings.HasPrefix(m[1], "README") {
				facts = append(facts, strings.Replace(m[1], "-ja.png", ".png", 1))
			}
		}
	}
	return facts
}

// sourceFolder returns a folder with files of source.
func sourceFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		must.OK(t, os.MkdirAll(filepath.Dir(path), 0o777))
		write(t, path, text)
	}
	return root
}

func TestPageNames(t *testing.T) {
	root := sourceFolder(t, map[string]string{
		"README.md": "", "main.go": "", "docs/README.md": "", "docs/use/a.md": "", "docs/use/a.png": "", "results/b.md": "", "core/c.md": "",
	})
	names, err := pageNames(root)
	if got := fmt.Sprint(names); err != nil || got != "[README.md docs/README.md docs/use/a.md results/b.md]" {
		t.Errorf("%s, error %v", got, err)
	}
	if names, err := pageNames(t.TempDir()); err != nil || len(names) != 0 {
		t.Errorf("in an empty folder: %s, error %v", names, err)
	}
}

func TestPackageFolders(t *testing.T) {
	root := sourceFolder(t, map[string]string{
		"core/doc.go":           "// Package core is the vocabulary of all: moves and more.\npackage core\n",
		"core/clock/doc.go":     "// Package clock turns limits\n// (see [core.Limits]) into times. It reads none.\npackage clock\n",
		"cmd/x/doc.go":          "// Command x plays; nothing else.\npackage main\n",
		"cmd/x/internal/doc.go": "// Package internal is nobody's.\npackage internal\n",
		"internal/y/doc.go":     "// Package y is for us.\npackage y\n",
		".hidden/doc.go":        "// Package hidden hides.\npackage hidden\n",
		"nodoc/x.go":            "package nodoc\n",
	})
	list, err := packageFolders(root)
	const want = "[{cmd/x plays} {core the vocabulary of all} {core/clock turns limits into times} {internal/y for us}]"
	if got := fmt.Sprint(list); err != nil || got != want {
		t.Errorf("%s, error %v, want %s", got, err, want)
	}
}

// The picture of the networks needs a table that can be read, or none.
func TestNetworksChart(t *testing.T) {
	const head = "network\thours\tElo\tvalues of\n"
	for _, test := range []struct{ name, table, want string }{
		{"hours add up, and Elo too", head + "chess 1\t1.5\t50\tits own\nchess 2\t3.5\t-20\tits own\nshogi 1\t1\t0\tits own\n", `points="157.8,221.0 390.5,272.6"`},
		{"a teacher's curve begins with the last point", head + "chess 1\t1.5\t50\tits own\nchess 2\t3.5\t-20\ta teacher\n", `points="157.8,221.0 390.5,272.6"`},
		{"and has its name", head + "chess 1\t1.5\t50\tits own\nchess 2\t3.5\t-20\ta teacher\n", "a teacher</text>"},
		{"no networks yet", head, "Chess"},
		{"an empty file", "", "results/networks-elo.tsv is empty"},
		{"not a number", head + "chess 1\t1.5\tmany\tits own\n", `results/networks-elo.tsv, line 2: strconv.ParseFloat: parsing "many"`},
		{"no hours", head + "chess 1\tNaN\t50\tits own\n", "line 2: hours have to be 0 to 10000 and Elo -10000 to 10000, not NaN and 50"},
		{"endless hours", head + "chess 1\t1e300\t50\tits own\n", "not 1e+300 and 50"},
		{"unknown game", head + "go 1\t1\t50\tits own\n", `line 2: there is no game "go"`},
		{"nobody's values", head + "chess 1\t1.5\t50\t\n", "line 2: it does not say whose values taught the network"},
		{"a column is missing", head + "chess 1\t1.5\t50\n", "results/networks-elo.tsv: record on line 2: wrong number of fields"},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			must.OK(t, os.Mkdir(filepath.Join(root, "results"), 0o777))
			must.OK(t, os.WriteFile(filepath.Join(root, networksTable), []byte(test.table), 0o666))
			files, err := generatedChart(root)
			got := fmt.Sprint(err)
			if err == nil {
				got = files[0].text
			}
			must.Has(t, got, test.want)
		})
	}
	if files, err := generatedChart(t.TempDir()); files != nil || err != nil {
		t.Errorf("without a table there are %d files, error %v", len(files), err)
	}
}
