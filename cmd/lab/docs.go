package main

import (
	"errors"
	"fmt"
	"go/doc"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/disk"
	"github.com/nitoryu/nitoryu/internal/report"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/web/board"
)

const docsHelp = `Updates the generated parts of the pages, which stand between
<!-- generated NAME --> and <!-- end -->. The folder is the root of a clone; the default is
the current one. A test fails while a page is out of date. Names are

  options                    options of the engine
  lab subcommands            subcommands of this program
  folders                    packages and what they are for, from doc.go
  differences                parameters that differ between chess and shogi
  time parameters            parameters of the time
  schema                     the answers of all our doors in JSON

It also writes the boards and pieces of the page in web, by the package web/board,
docs/use/schema.json, the types in web/types, the modules in web/index.html that browsers
fetch at once, and results/networks-elo.svg, the picture of results/networks-elo.tsv.
`

// document is the subcommand docs.
func document(args []string, s cli.Streams) error {
	f := cli.NewFlags("lab docs", "[folder]", docsHelp, s)
	rest, err := cli.Parse(f, args)
	root := "."
	if len(rest) > 0 {
		root, rest = rest[0], rest[1:]
	}
	if err == nil {
		err = cli.NoMore(f, rest)
	}
	if err != nil {
		return err
	}
	pages, err := generatedPages(root)
	said := "the pages are up to date\n"
	for _, p := range pages {
		if p.old == p.text {
			continue
		}
		if err := disk.ReplaceText(filepath.Join(root, p.path), p.text); err != nil {
			return fmt.Errorf("docs: %w", err)
		}
		said = ""
		fmt.Fprintln(s.Out, "updated:", p.path)
	}
	if err != nil {
		return fmt.Errorf("docs: %w", err)
	}
	_, err = io.WriteString(s.Out, said)
	return err
}

// generatedPage is a page before and after the update.
type generatedPage struct{ path, old, text string }

// generatedPages returns the pages with generated parts.
func generatedPages(root string) (pages []generatedPage, err error) {
	names, err := pageNames(root)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(names, "README.md") {
		return nil, fmt.Errorf("%s is not the root of a clone: it has no README.md", root)
	}
	for _, name := range names {
		old, err := readPage(root, name)
		if err != nil {
			return nil, err
		}
		if !report.IsGenerated(old) {
			continue
		}
		var failed error
		text, err := report.Rewrite(old, func(name string) (string, bool) {
			lines, known, err := generatedPart(root, name)
			failed = errors.Join(failed, err)
			return lines, known
		})
		if err := errors.Join(err, failed); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		pages = append(pages, generatedPage{name, old, text})
	}
	for _, files := range []func(root string) ([]generatedPage, error){generatedBoards, generatedChart, generatedSchema, generatedPageFiles} {
		drawn, err := files(root)
		if err != nil {
			return nil, err
		}
		pages = append(pages, drawn...)
	}
	return pages, nil
}

// generatedBoards returns the files with which the page in web draws boards, if the clone has
// that page.
func generatedBoards(root string) (files []generatedPage, err error) {
	starts := map[string]string{}
	for _, g := range games.All() {
		starts[g.Name] = g.Start(core.Settings{}).String()
	}
	script, err := board.Script(starts)
	if err != nil {
		return nil, err
	}
	for _, file := range []generatedPage{{path: "web/js/boards.js", text: script}, {path: "web/board.css", text: board.CSS}} {
		switch file.old, err = readPage(root, file.path); {
		case errors.Is(err, os.ErrNotExist):
		case err != nil:
			return nil, err
		default:
			files = append(files, file)
		}
	}
	return files, nil
}

// generatedPart returns the lines of a generated part; known is false if there is no part
// of that name.
func generatedPart(root, name string) (lines string, known bool, err error) {
	t := report.Table{Align: "ll"}
	switch name {
	case "options":
		return strings.TrimSpace(protocol.MarkdownOptions()) + "\n", true, nil
	case "lab subcommands":
		t.Row("Command", "What it does")
		for _, c := range program().Jobs {
			t.Row("`lab "+c.Name+"`", c.Summary)
		}
	case "folders":
		folders, err := packageFolders(root)
		if err != nil {
			return "", true, err
		}
		t.Row("Folder", "Its package")
		for _, f := range folders {
			if !strings.HasPrefix(f.Path, "tests/") {
				t.Row("`"+f.Path+"`", f.For)
			}
		}
	case "differences":
		parametersPart(&t, "What it does", func(r *params.Row) bool { return r.Chess != r.Shogi })
	case "time parameters":
		parametersPart(&t, "What it is", func(r *params.Row) bool { return r.Clock })
	case "schema":
		text, err := schemaPart(root)
		return text, true, err
	default:
		return "", false, nil
	}
	return t.Markdown(), true, nil
}

// parametersPart lists parameters of the search.
func parametersPart(t *report.Table, about string, listed func(*params.Row) bool) {
	t.Align = "lrrl"
	t.Row("Parameter", "Chess", "Shogi", about)
	for _, r := range params.Rows() {
		value := func(v int) string {
			if r.Technique != "" && v == r.Off {
				return "off"
			}
			return fmt.Sprint(v)
		}
		if listed(&r) {
			t.Row("`"+r.Name+"`", value(r.Chess), value(r.Shogi), r.Doc)
		}
	}
}

// pageNames returns the pages in the root of a clone and all pages in docs and results, as
// paths with slashes.
func pageNames(root string) (names []string, err error) {
	clone := os.DirFS(root)
	if names, err = fs.Glob(clone, "*.md"); err != nil {
		return nil, err
	}
	for _, folder := range []string{"docs", "results"} {
		err := fs.WalkDir(clone, folder, func(name string, _ fs.DirEntry, err error) error {
			if err == nil && path.Ext(name) == ".md" {
				names = append(names, name)
			}
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return names, nil
}

// packageFolder is a folder that holds a package.
type packageFolder struct {
	Path string // relative to the root, with slashes
	For  string // what its package is or does
}

// packageFolders returns the folders below root that have a doc.go, in the order of their
// paths, without packages that are internal to a command.
func packageFolders(root string) (list []packageFolder, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(d.Name(), ".") && path != root
		internal := d.Name() == "internal" && filepath.Dir(path) != filepath.Clean(root)
		if d.IsDir() && (hidden || internal || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if d.Name() != "doc.go" {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		list = append(list, packageFolder{filepath.ToSlash(folder), purpose(f.Doc.Text())})
		return err
	})
	slices.SortFunc(list, func(a, b packageFolder) int { return strings.Compare(a.Path, b.Path) })
	return list, err
}

var (
	beginning = regexp.MustCompile(`^(Package|Command) \S+ (is )?`)
	ending    = regexp.MustCompile(`[:;]| - |\.$`)
	aside     = regexp.MustCompile(` ?\([^()]*\)`)
)

// purpose returns a short form of the first sentence of a package comment.
func purpose(comment string) string {
	text := beginning.ReplaceAllString(aside.ReplaceAllString(strings.Join(strings.Fields(comment), " "), ""), "")
	text = strings.NewReplacer("[", "", "]", "").Replace(new(doc.Package).Synopsis(text))
	if end := ending.FindStringIndex(text); end != nil {
		text = text[:end[0]]
	}
	return text
}

// readPage returns the text of a file below root.
func readPage(root, path string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
	return strings.ReplaceAll(string(text), "\r\n", "\n"), err
}
