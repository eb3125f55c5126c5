package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// eachFile calls visit with each Go file of the programs, tests left out. folder is
// relative to the module.
func eachFile(t *testing.T, visit func(folder, path string, file *ast.File)) {
	t.Helper()
	files := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && (name == "testdata" || strings.HasPrefix(name, ".") && len(name) > 2) {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if err == nil {
			visit(filepath.ToSlash(folder), path, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// dangerous are packages that open a door to the outside, with the folders and files that may
// import them. A trailing slash stands for everything below.
var dangerous = map[string][]string{
	"net":               {"cmd/nitoryu/internal/serve", "cmd/nitoryu/serve.go"},
	"net/http":          {"cmd/nitoryu/internal/serve"},
	"net/http/httputil": nil,
	"net/http/pprof":    nil,
	"net/rpc":           nil,
	"net/smtp":          nil,
	"crypto/tls":        nil,
	"plugin":            nil,
	"os/exec": {"client", "cmd/lab", "cmd/release",
		"cmd/nitoryu/internal/serve", "cmd/nitoryu/serve.go", "tests/browser", "tests/engine"},
	"os/user":          nil,
	"encoding/gob":     nil,
	"golang.org/x/net": nil,
}

// No network but that of nitoryu serve, which starts engines and the user's browser; no
// other programs but engines of package client and the lab, and tools that make and test a
// release; and nothing that runs code from files.
func TestDangerousImports(t *testing.T) {
	files := 0
	eachFile(t, func(folder, path string, file *ast.File) {
		files++
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			for pattern, allowed := range dangerous {
				if fits(pattern, name) && !slices.Contains(allowed, folder) && !slices.Contains(allowed, folder+"/"+filepath.Base(path)) {
					t.Errorf("%s imports %s", path, name)
				}
			}
		}
	})
	if files < 200 {
		t.Errorf("only %d files seen", files)
	}
}

// No program is started through a shell.
func TestNoShell(t *testing.T) {
	eachFile(t, func(_, path string, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			literal, ok := n.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				return true
			}
			if text, _ := strconv.Unquote(literal.Value); slices.Contains([]string{"sh", "bash", "/bin/sh", "/bin/bash", "cmd.exe", "powershell", "powershell.exe"}, text) {
				t.Errorf("%s has %q", path, text)
			}
			return true
		})
	})
}

// Times on the clock of a game are differences of time.Now, which a change of the system's
// clock does not touch. What would strip the monotonic reading is not used where time is
// kept.
func TestMonotonicTime(t *testing.T) {
	keepers := []string{"core/clock", "core/search", "smp", "protocol", "protocol/uci", "protocol/usi"}
	wall := []string{"Unix", "UnixMilli", "UnixMicro", "UnixNano", "UTC", "Local", "In", "AddDate", "Date", "Parse", "ParseInLocation", "GobEncode", "MarshalText"}
	seen := 0
	eachFile(t, func(folder, path string, file *ast.File) {
		if !slices.Contains(keepers, folder) || !slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"time"` }) {
			return
		}
		seen++
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			selector, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || !slices.Contains(wall, selector.Sel.Name) {
				return true
			}
			// Only what is called on the package or on a time; other types have such names too.
			if x, ok := selector.X.(*ast.Ident); ok && (x.Name == "time" || strings.Contains(strings.ToLower(x.Name), "time") || x.Name == "now" || x.Name == "start") {
				t.Errorf("%s calls %s.%s", path, x.Name, selector.Sel.Name)
			}
			if inner, ok := selector.X.(*ast.CallExpr); ok {
				if f, ok := inner.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Now" {
					t.Errorf("%s calls Now().%s", path, selector.Sel.Name)
				}
			}
			return true
		})
	})
	if seen < 8 {
		t.Errorf("only %d files keep time", seen)
	}
}
