package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/must"
)

// declarations returns what a Go file declares, as Name, Type.Method and Type.Field, each
// also with the name of the package in front.
func declarations(t *testing.T, file string) (names []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(clone, filepath.FromSlash(file)), nil, parser.SkipObjectResolution)
	must.OK(t, err)
	add := func(words ...string) {
		name := strings.Join(words, ".")
		names = append(names, name, f.Name.Name+"."+name)
	}
	members := func(owner string, list *ast.FieldList) {
		for _, field := range list.List {
			for _, n := range field.Names {
				add(owner, n.Name)
			}
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				add(d.Name.Name)
				continue
			}
			owner := d.Recv.List[0].Type
			if pointer, ok := owner.(*ast.StarExpr); ok {
				owner = pointer.X
			}
			if generic, ok := owner.(*ast.IndexExpr); ok {
				owner = generic.X
			}
			add(owner.(*ast.Ident).Name, d.Name.Name)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ValueSpec:
					for _, n := range s.Names {
						add(n.Name)
					}
				case *ast.TypeSpec:
					add(s.Name.Name)
					switch of := s.Type.(type) {
					case *ast.StructType:
						members(s.Name.Name, of.Fields)
					case *ast.InterfaceType:
						members(s.Name.Name, of.Methods)
					}
				}
			}
		}
	}
	return names
}

var codeLink = regexp.MustCompile("\\[`([A-Za-z0-9_.]+)`\\]\\(([^)#\\s]+\\.go)\\)")

// undeclared returns the names of a page that link to a Go file which does not declare
// them, and how many do.
func undeclared(t *testing.T, name, page string) (wrong []string, right int) {
	t.Helper()
	for _, m := range codeLink.FindAllStringSubmatch(page, -1) {
		file := path.Join(path.Dir(name), m[2])
		if slices.Contains(declarations(t, file), m[1]) {
			right++
		} else {
			wrong = append(wrong, m[1]+" in "+file)
		}
	}
	return wrong, right
}

// Names of code that link to a file are declared in it.
func TestCodeLinks(t *testing.T) {
	total := 0
	for name, page := range prosePages(t) {
		wrong, right := undeclared(t, name, page)
		total += right
		for _, w := range wrong {
			t.Errorf("%s names %s, which does not declare it", name, w)
		}
	}
	if total < 50 {
		t.Errorf("the pages link only %d names to code", total)
	}
	const page = "[`Engine.Go`](../smp/engine.go) [`smp.Engine`](../smp/engine.go) [`core.Game.Do`](../core/game.go) [`Game.Do`](../core/game.go)\n" +
		"[`rules`](../tests/arch/arch_test.go) [`Engine.Move`](../smp/engine.go) [`Go`](../smp/engine.go) [`uci.Engine`](../smp/engine.go)"
	wrong, right := undeclared(t, "docs/x.md", page)
	want := []string{"Engine.Move in smp/engine.go", "Go in smp/engine.go", "uci.Engine in smp/engine.go"}
	if right != 5 || !slices.Equal(wrong, want) {
		t.Errorf("%d right, wrong %q, want 5 and %q", right, wrong, want)
	}
}

// Every name in the form of a Go identifier of a package that the tour gives as code links
// to the file that declares it, so that TestCodeLinks sees it.
func TestTourLinksItsNames(t *testing.T) {
	page, err := readPage(clone, "docs/build/tour.md")
	must.OK(t, err)
	qualified := regexp.MustCompile("`[A-Za-z]+\\.[A-Z][A-Za-z.]*`")
	for _, at := range qualified.FindAllStringIndex(page, -1) {
		if !strings.HasPrefix(page[at[1]:], "](") {
			t.Errorf("docs/build/tour.md: %s is not a link to the file that declares it", page[at[0]:at[1]])
		}
	}
}
