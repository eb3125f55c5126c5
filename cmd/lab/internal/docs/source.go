package docs

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/constant"
	"go/doc"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Pages returns the pages of a clone, as paths with slashes: those of its root and all
// those in docs and results.
func Pages(root string) (names []string, err error) {
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

// Step is a step of the search of a node.
type Step struct {
	Number int
	Title  string // without what follows a colon
}

var stepComment = regexp.MustCompile(`(?m)^\s*// Step ([0-9]+)\. ([^:\n]+)`)

// Steps returns the steps that the comments of a source file name, numbered from 1
// without a gap, else an error says which is missing.
func Steps(source string) ([]Step, error) {
	var steps []Step
	for i, m := range stepComment.FindAllStringSubmatch(source, -1) {
		if m[1] != fmt.Sprint(i+1) {
			return nil, fmt.Errorf("after step %d comes step %s", i, m[1])
		}
		steps = append(steps, Step{i + 1, strings.TrimSpace(m[2])})
	}
	if len(steps) == 0 {
		return nil, errors.New("no comment begins with \"// Step 1. \"")
	}
	return steps, nil
}

// Constant is a constant of integers.
type Constant struct {
	Name    string
	Value   int64
	Comment string // the first sentence, without the name
}

// Constants returns the constants with these names of the package in a folder. The
// error names those that the package lacks.
func Constants(folder string, names ...string) ([]Constant, error) {
	p, err := build.ImportDir(folder, 0)
	if err != nil {
		return nil, err
	}
	files := token.NewFileSet()
	var parsed []*ast.File
	comments := map[string]string{}
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(files, filepath.Join(folder, name), nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, f)
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.CONST {
				continue
			}
			for _, s := range g.Specs {
				v := s.(*ast.ValueSpec)
				comments[v.Names[0].Name] = commentOf(v, g)
			}
		}
	}
	// Imports are not resolved: the constants do not need them.
	config := types.Config{IgnoreFuncBodies: true, Error: func(error) {}, Importer: noImports{}}
	checked, _ := config.Check(folder, files, parsed, nil)
	var list []Constant
	for _, name := range names {
		c, ok := checked.Scope().Lookup(name).(*types.Const)
		if !ok {
			return nil, fmt.Errorf("%s has no constant %s", folder, name)
		}
		value, exact := constant.Int64Val(constant.ToInt(c.Val()))
		if !exact {
			return nil, fmt.Errorf("%s: the constant %s is not an integer", folder, name)
		}
		list = append(list, Constant{name, value, comments[name]})
	}
	return list, nil
}

// noImports is an importer that imports nothing.
type noImports struct{}

// Import implements types.Importer.
func (noImports) Import(path string) (*types.Package, error) {
	return nil, errors.New("not imported: " + path)
}

// commentOf returns the first sentence of the comment of a constant, without its name.
func commentOf(v *ast.ValueSpec, g *ast.GenDecl) string {
	text := v.Comment.Text()
	if text == "" {
		text = v.Doc.Text()
	}
	if text == "" && len(g.Specs) == 1 {
		text = g.Doc.Text()
	}
	text = new(doc.Package).Synopsis(text)
	text = strings.TrimPrefix(text, v.Names[0].Name+" ")
	return strings.TrimSuffix(strings.TrimPrefix(text, "is "), ".")
}

// Folder is a folder that holds a package.
type Folder struct {
	Path string // relative to the root, with slashes
	For  string // what its package is or does
}

// Folders returns the folders below root that have a doc.go, in the order of their
// paths, without those that are internal to another.
func Folders(root string) (list []Folder, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(d.Name(), ".") && path != root
		if d.IsDir() && (hidden || d.Name() == "internal" || d.Name() == "testdata") {
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
		list = append(list, Folder{filepath.ToSlash(folder), purpose(f.Doc.Text())})
		return err
	})
	slices.SortFunc(list, func(a, b Folder) int { return strings.Compare(a.Path, b.Path) })
	return list, err
}

var (
	opening = regexp.MustCompile(`^(Package|Command) \S+ (is )?`)
	end     = regexp.MustCompile(`[:;]| - |\.$`)
	aside   = regexp.MustCompile(` ?\([^()]*\)`)
)

// purpose returns a short form of the first sentence of a package comment.
func purpose(comment string) string {
	text := opening.ReplaceAllString(aside.ReplaceAllString(strings.Join(strings.Fields(comment), " "), ""), "")
	text = strings.NewReplacer("[", "", "]", "").Replace(new(doc.Package).Synopsis(text))
	if end := end.FindStringIndex(text); end != nil {
		text = text[:end[0]]
	}
	return text
}

// Read returns the text of a file below root.
func Read(root, path string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
	return strings.ReplaceAll(string(text), "\r\n", "\n"), err
}
