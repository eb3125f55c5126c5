package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// undocumented lists the exported names of a file without a comment, methods of
// interfaces included. String and Error need none; neither do methods of types that are
// not exported. The comment of a group counts for all in it.
func undocumented(f *ast.File) (names []string) {
	missing := func(name *ast.Ident, comments ...*ast.CommentGroup) {
		if name.IsExported() && !slices.ContainsFunc(comments, func(c *ast.CommentGroup) bool { return c != nil }) {
			names = append(names, name.Name)
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if usual := d.Name.Name == "String" || d.Name.Name == "Error"; d.Recv == nil || !usual && ast.IsExported(receiver(d)) {
				missing(d.Name, d.Doc)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					missing(s.Name, d.Doc, s.Doc)
					if i, ok := s.Type.(*ast.InterfaceType); ok && s.Name.IsExported() {
						for _, m := range i.Methods.List {
							for _, name := range m.Names {
								missing(name, m.Doc, m.Comment)
							}
						}
					}
				case *ast.ValueSpec:
					for _, name := range s.Names {
						missing(name, d.Doc, s.Doc, s.Comment)
					}
				}
			}
		}
	}
	return names
}

// receiver returns the name of the type that a method belongs to.
func receiver(d *ast.FuncDecl) string {
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// All that other packages can use says what it is. The linter wants the same of commands.
func TestExportedNamesAreDocumented(t *testing.T) {
	for _, s := range sources(t) {
		if ungoverned(s.path) {
			continue
		}
		for _, name := range undocumented(s.file) {
			t.Errorf("%s: %s has no comment", s.path, name)
		}
	}
}

func TestUndocumentedNamesAreSeen(t *testing.T) {
	for _, test := range []struct{ name, code, want string }{
		{"a function", "func F() {}", "F"},
		{"with a comment", "// F is.\nfunc F() {}", ""},
		{"not exported", "func f() {}", ""},
		{"a method", "// T is.\ntype T int\nfunc (t *T) M() {}", "M"},
		{"a method of a generic type", "// T is.\ntype T[K any] int\nfunc (t *T[K]) M() {}", "M"},
		{"a method of another type", "type t int\nfunc (t t) M() {}", ""},
		{"String", "// T is.\ntype T int\nfunc (t T) String() string { return \"\" }", ""},
		{"a function String", "func String() {}", "String"},
		{"a group", "// These are.\nconst (\nA = 1\nB = 2\n)", ""},
		{"a part of a group", "const (\n// A is.\nA = 1\nB = 2\nC = 3 // is\n)", "B"},
		{"a variable", "var A, b int", "A"},
		{"an interface", "// I is.\ntype I interface {\n// A is.\nA()\nB()\nC() // is\n}", "B"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n"+test.code, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(undocumented(f), " "); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}
