package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"
	"testing"
)

// promised are our packages whose names the exported names of the door may show to programs of others.
var promised = []string{"record"}

// stable are the packages whose exported names are promised.
var stable = []string{door, "client", "record", "review"}

// may is what a package says that is not promised, although Go lets other programs import it.
const may = "may change in any release"

// Whoever reads a package that is not promised meets that in its comment.
func TestPackagesSayThatTheyMayChange(t *testing.T) {
	for _, s := range sources(t) {
		folder, file := path.Split(s.path)
		folder = path.Clean(folder)
		hidden := strings.Contains("/"+folder+"/", "/internal/") || s.file.Name.Name == "main" || strings.HasPrefix(folder, "tests/")
		if file != "doc.go" || hidden {
			continue
		}
		free := strings.Contains(strings.Join(strings.Fields(s.file.Doc.Text()), " "), may)
		if promises := slices.Contains(stable, folder); free == promises {
			t.Errorf("%s: promised: %t; says that it %s: %t", folder, promises, may, free)
		}
	}
}

// shown lists what the exported names of a file show of our packages that are not promised.
func shown(f *ast.File) (found []string) {
	imports := map[string]string{} // by name: the path relative to the module
	for _, i := range f.Imports {
		own, isOwn := relative(strings.Trim(i.Path.Value, `"`))
		name := path.Base(own)
		if i.Name != nil {
			name = i.Name.Name
		}
		if isOwn && !slices.Contains(promised, own) {
			imports[name] = own
		}
	}
	look := func(name *ast.Ident, n ast.Node) {
		if n == nil || !name.IsExported() {
			return
		}
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Field:
				hidden := len(n.Names) > 0
				for _, name := range n.Names {
					hidden = hidden && !name.IsExported()
				}
				_, isStruct := n.Type.(*ast.StructType)
				return !hidden || isStruct
			case *ast.SelectorExpr:
				if of, ok := n.X.(*ast.Ident); ok && imports[of.Name] != "" {
					found = append(found, name.Name+" shows "+imports[of.Name]+"."+n.Sel.Name)
				}
			}
			return true
		})
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil || ast.IsExported(receiver(d)) {
				for _, list := range []*ast.FieldList{d.Type.Params, d.Type.Results} {
					if list != nil && d.Name.IsExported() {
						for _, field := range list.List {
							look(d.Name, field.Type)
						}
					}
				}
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					look(s.Name, s.Type)
				case *ast.ValueSpec:
					for _, name := range s.Names {
						if s.Type != nil {
							look(name, s.Type)
						}
					}
				}
			}
		}
	}
	return found
}

// Whoever uses the door meets no package that is free to change.
func TestDoorShowsWhatIsPromised(t *testing.T) {
	for _, s := range sources(t) {
		if strings.Contains(s.path, "/") {
			continue
		}
		for _, what := range shown(s.file) {
			t.Errorf("%s: %s", s.path, what)
		}
	}
}

func TestWhatIsShownIsSeen(t *testing.T) {
	const head = "package x\nimport (\n\"time\"\n\"" + module + "core\"\n\"" + module + "record\"\n)\n"
	for _, test := range []struct{ name, code, want string }{
		{"a parameter", "func F(p core.Position) {}", "F shows core.Position"},
		{"a result", "func F() (m []core.Move, err error) { return }", "F shows core.Move"},
		{"a method", "type T int\nfunc (t *T) M(f func(core.Move)) {}", "M shows core.Move"},
		{"a field", "type T struct { A int; B core.Move }", "T shows core.Move"},
		{"an embedded type", "type T struct { core.Rules }", "T shows core.Rules"},
		{"an interface", "type T interface { M(core.Move) }", "T shows core.Move"},
		{"a variable", "var V core.Move", "V shows core.Move"},
		{"a field that is hidden", "type T struct { a core.Move }", ""},
		{"a function that is hidden", "func f(core.Move) {}", ""},
		{"a method of a hidden type", "type t int\nfunc (t) M(core.Move) {}", ""},
		{"a body", "func F() { var m core.Move; _ = m }", ""},
		{"what is promised", "func F(g *record.Game, d time.Duration) {}", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := parser.ParseFile(token.NewFileSet(), "x.go", head+test.code, 0)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(shown(f), ", "); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}
