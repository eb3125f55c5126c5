package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/docs"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/report"
	"github.com/nitoryu/nitoryu/report/board"
)

const docsHelp = `Updates the generated parts of the pages, which stand between
<!-- generated NAME --> and <!-- end -->. The folder is the root of a clone; the default is
the current one. A test fails while a page is out of date. Names are

  options                    options of the engine
  lab subcommands            those of this program
  folders                    packages and what they are for, from doc.go
  differences                parameters that differ between chess and shogi
  time budgets               shares and hard limits of some clocks
  time parameters            parameters of the time

It also writes the boards and pieces of the page in web, by the package report/board.
`

// document is the subcommand docs.
func document(args []string, s cli.Streams) error {
	f := cli.NewFlags("lab docs", "[folder]", docsHelp, s)
	rest, err := cli.Parse(f, args)
	if err != nil {
		return err
	}
	root := "."
	switch len(rest) {
	case 0:
	case 1:
		root = rest[0]
	default:
		return fmt.Errorf("docs: unexpected argument %q", rest[1])
	}
	changed, err := generatePages(root)
	for _, page := range changed {
		fmt.Fprintln(s.Out, "updated:", page)
	}
	switch {
	case err != nil:
		return fmt.Errorf("docs: %w", err)
	case len(changed) == 0:
		fmt.Fprintln(s.Out, "the pages are up to date")
	}
	return nil
}

// generatePages updates the pages that are out of date and returns their paths.
func generatePages(root string) (changed []string, err error) {
	pages, err := generatedPages(root)
	for _, p := range pages {
		if p.old == p.text {
			continue
		}
		if err := replace(filepath.Join(root, p.path), text(p.text)); err != nil {
			return changed, err
		}
		changed = append(changed, p.path)
	}
	return changed, err
}

// generatedPage is a page before and after the update.
type generatedPage struct{ path, old, text string }

// generatedPages returns the pages with generated parts.
func generatedPages(root string) (pages []generatedPage, err error) {
	names, err := docs.Pages(root)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(names, "README.md") {
		return nil, fmt.Errorf("%s is not the root of a clone: it has no README.md", root)
	}
	for _, name := range names {
		old, err := docs.Read(root, name)
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
	drawn, err := generatedBoards(root)
	return append(pages, drawn...), err
}

// generatedBoards returns what the page in web draws boards with, where there is one.
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
		switch file.old, err = docs.Read(root, file.path); {
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
	switch name {
	case "options":
		lines = protocol.MarkdownOptions()
	case "lab subcommands":
		lines = subcommandsPart()
	case "folders":
		lines, err = foldersPart(root)
	case "differences":
		lines = differencesPart()
	case "time budgets":
		lines, err = budgetsPart()
	case "time parameters":
		lines = timeParametersPart()
	default:
		return "", false, nil
	}
	return strings.TrimSpace(lines) + "\n", true, err
}

func subcommandsPart() string {
	t := report.Table{Align: "ll"}
	t.Row("Command", "What it does")
	for _, c := range program().Jobs {
		t.Row("`lab "+c.Name+"`", c.Summary)
	}
	return t.Markdown()
}

func foldersPart(root string) (string, error) {
	folders, err := docs.Folders(root)
	t := report.Table{Align: "ll"}
	t.Row("Folder", "Its package")
	for _, f := range folders {
		if strings.HasPrefix(f.Path, "tests/") {
			continue
		}
		t.Row("`"+f.Path+"`", f.For)
	}
	return t.Markdown(), err
}

// differencesPart lists the parameters that are not the same in both games.
func differencesPart() string {
	t := report.Table{Align: "lrrl"}
	t.Row("Parameter", "Chess", "Shogi", "What it does")
	for _, r := range params.Rows() {
		if r.Chess == r.Shogi {
			continue
		}
		value := func(v int) string {
			if r.Technique != "" && v == r.Off {
				return "off"
			}
			return fmt.Sprint(v)
		}
		t.Row("`"+r.Name+"`", value(r.Chess), value(r.Shogi), r.Doc)
	}
	return t.Markdown()
}
