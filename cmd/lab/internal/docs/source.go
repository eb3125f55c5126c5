package docs

import (
	"errors"
	"go/doc"
	"go/parser"
	"go/token"
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
