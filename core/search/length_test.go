package search

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/must"
)

// Functions stay readable from top to bottom: the longest one, the search of a node,
// has at most 250 lines with its comments.
func TestFunctionLength(t *testing.T) {
	const limit = 250
	paths, err := filepath.Glob("*.go")
	must.OK(t, err)
	files, functions := token.NewFileSet(), 0
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, path, nil, parser.ParseComments)
		must.OK(t, err)
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			start := f.Pos()
			if f.Doc != nil {
				start = f.Doc.Pos()
			}
			lines := files.Position(f.End()).Line - files.Position(start).Line + 1
			if lines > limit {
				t.Errorf("%s: %s has %d lines, at most %d are allowed", path, f.Name.Name, lines, limit)
			}
			functions++
		}
	}
	if functions < 30 {
		t.Errorf("only %d functions found", functions)
	}
}
