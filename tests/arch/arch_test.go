package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/nitoryu/nitoryu/"

// rule says what the packages under a folder may import, besides the standard
// library. Paths of our own are relative to the module; a trailing slash names
// everything below. The first rule that fits a package holds.
type rule struct {
	packages string
	allowed  []string
	noStdlib []string // packages of the standard library that are not allowed
}

// impure are packages that rules, search and evaluation have no business with.
var impure = []string{"os", "net", "log", "bufio", "io", "time", "os/exec", "flag"}

var rules = []rule{
	{"core/attack/", []string{"core", "core/cpu"}, impure},
	{"core/chess", []string{"core", "core/attack/board64"}, impure},
	{"core/shogi", []string{"core", "core/attack/board81"}, impure},
	{"core/cpu", []string{"github.com/klauspost/cpuid/v2"}, impure},
	{"core/nnue", []string{"core", "core/cpu", "core/eval/trail"}, impure},
	{"core/eval/trail", []string{"core"}, impure},
	{"core/eval/tapered", []string{"core", "core/eval/trail"}, impure},
	{"core/eval/chess", []string{"core", "core/chess", "core/attack/board64", "core/eval/tapered", "core/eval/trail", "core/nnue"}, impure},
	{"core/eval/shogi", []string{"core", "core/shogi", "core/attack/board81", "core/eval/tapered", "core/eval/trail", "core/nnue"}, impure},
	{"core/tt", []string{"core"}, impure},
	{"core/history", []string{"core"}, impure},
	{"core/params", []string{"core", "spelling"}, impure},
	{"core/strength", []string{"core"}, impure},
	{"core/mate", []string{"core"}, impure},
	{"core/clock", []string{"core"}, []string{"os", "net", "log", "bufio", "io"}},
	{"core/picker", []string{"core", "core/history"}, impure},
	{"core/search", []string{"core", "core/tt", "core/history", "core/picker", "core/params", "core/clock"}, impure},
	{"core", nil, []string{"os", "net", "log", "bufio", "io", "sync", "sync/atomic"}},
	{"smp/topology", nil, []string{"os", "net", "log", "flag"}},
	{"smp", []string{"smp/topology", "core", "core/search", "core/tt", "core/params", "core/strength", "core/mate", "core/clock", "golang.org/x/sys/"}, []string{"net", "log", "flag"}},
	{"report", nil, []string{"os", "net", "log", "flag"}},
	{"dataset", []string{"core", "report"}, []string{"net", "log", "flag"}},
	{"opening", []string{"core", "smp"}, impure},
	{"nets", nil, impure},
	{"games", []string{"core/", "opening", "smp", "nets"}, []string{"net", "log", "flag"}},
	{"spelling", nil, impure},
	{"protocol", []string{"core", "core/params", "core/strength", "spelling"}, []string{"net", "log", "flag", "os"}},
	{"protocol/", []string{"core", "protocol"}, []string{"net", "log", "flag", "os"}},
}

// fits reports whether a path lies within a pattern of a rule.
func fits(pattern, path string) bool {
	if prefix, below := strings.CutSuffix(pattern, "/"); below {
		return path == prefix || strings.HasPrefix(path, pattern)
	}
	return path == pattern
}

// violations lists what a package imports against the rules.
func violations(path string, imports []string) (found []string) {
	for _, r := range rules {
		if !fits(r.packages, path) {
			continue
		}
		for _, i := range imports {
			own, isOwn := strings.CutPrefix(i, module)
			isStandard := !isOwn && !strings.Contains(strings.Split(i, "/")[0], ".")
			allowed := slices.ContainsFunc(r.allowed, func(a string) bool { return fits(a, own) || fits(a, i) })
			switch {
			case isStandard && slices.Contains(r.noStdlib, i):
				found = append(found, path+" imports "+i)
			case !isStandard && !allowed:
				found = append(found, path+" imports "+i)
			}
		}
		return found
	}
	return nil
}

// ungoverned are the packages without a rule: they may import everything, and
// nobody may import them.
func ungoverned(path string) bool {
	return strings.HasPrefix(path, "cmd/") || strings.HasPrefix(path, "tests/")
}

// list returns the packages of the module with their direct imports.
func list(t *testing.T) map[string][]string {
	t.Helper()
	cmd := exec.Command("go", "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./...")
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	packages := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		packages[strings.TrimPrefix(words[0], module)] = words[1:]
	}
	if len(packages) < 10 {
		t.Fatalf("only %d packages found", len(packages))
	}
	return packages
}

const root = "../.."

func TestImports(t *testing.T) {
	for path, imports := range list(t) {
		for _, v := range violations(path, imports) {
			t.Error(v)
		}
		governed := slices.ContainsFunc(rules, func(r rule) bool { return fits(r.packages, path) })
		if !governed && !ungoverned(path) {
			t.Errorf("no rule says what %s may import", path)
		}
		for _, i := range imports {
			if own, ok := strings.CutPrefix(i, module); ok && ungoverned(own) {
				// A command's packages of its own are internal to it; all share cmd/internal.
				top, _, _ := strings.Cut(own, "/internal")
				if !strings.HasPrefix(path+"/", top+"/") {
					t.Errorf("%s imports %s", path, own)
				}
			}
		}
	}
}

// The checker itself must see what is wrong.
func TestViolationsAreSeen(t *testing.T) {
	tests := []struct {
		name    string
		path    string
		imports []string
		bad     bool
	}{
		{"chess imports core", "core/chess", []string{module + "core", "math/bits"}, false},
		{"chess imports shogi", "core/chess", []string{module + "core/shogi"}, true},
		{"chess imports the search", "core/chess", []string{module + "core/search"}, true},
		{"search imports a game", "core/search", []string{module + "core/chess"}, true},
		{"search imports an evaluation", "core/search", []string{module + "core/eval/chess"}, true},
		{"search reads the clock itself", "core/search", []string{"time"}, true},
		{"core imports threads", "core", []string{"sync"}, true},
		{"core imports anything of ours", "core", []string{module + "core/tt"}, true},
		{"protocol imports the pool", "protocol", []string{module + "smp"}, true},
		{"a dialect imports the session", "protocol/uci", []string{module + "protocol"}, false},
		{"a dialect imports a game", "protocol/usi", []string{module + "core/shogi"}, true},
		{"spelling imports anything of ours", "spelling", []string{module + "core"}, true},
		{"smp imports the system", "smp", []string{"golang.org/x/sys/unix"}, false},
		{"smp imports a game", "smp", []string{module + "core/chess"}, true},
		{"a stranger", "core/tt", []string{"example.com/cache"}, true},
		{"the attack room imports cpuid", "core/cpu", []string{"github.com/klauspost/cpuid/v2"}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := violations(test.path, test.imports); (len(got) > 0) != test.bad {
				t.Errorf("found %q", got)
			}
		})
	}
}

// source is a parsed file that is no test.
type source struct {
	path string // relative to the module
	file *ast.File
}

func sources(t *testing.T) (files []source) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && d.Name() != ".." || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, path)
		files = append(files, source{filepath.ToSlash(relative), f})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// prints reports whether a file uses standard output or prints to it.
func prints(f *ast.File) (found bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				name := x.Name + "." + s.Sel.Name
				found = found || slices.Contains([]string{"fmt.Print", "fmt.Println", "fmt.Printf", "os.Stdout"}, name)
			}
		}
		if c, ok := n.(*ast.CallExpr); ok {
			if x, ok := c.Fun.(*ast.Ident); ok {
				found = found || x.Name == "print" || x.Name == "println"
			}
		}
		return true
	})
	return found
}

// startsGoroutine reports whether a file has a go statement.
func startsGoroutine(f *ast.File) (found bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		_, ok := n.(*ast.GoStmt)
		found = found || ok
		return true
	})
	return found
}

func TestOnlyCommandsPrint(t *testing.T) {
	for _, s := range sources(t) {
		if !strings.HasPrefix(s.path, "cmd/") && prints(s.file) {
			t.Errorf("%s prints to standard output", s.path)
		}
	}
}

func TestSearchStartsNoGoroutine(t *testing.T) {
	for _, s := range sources(t) {
		if strings.HasPrefix(s.path, "core/search/") && startsGoroutine(s.file) {
			t.Errorf("%s starts a goroutine", s.path)
		}
	}
}

func TestSourceCheckersSee(t *testing.T) {
	tests := []struct {
		name     string
		check    func(*ast.File) bool
		code     string
		expected bool
	}{
		{"Println", prints, `package x; import "fmt"; func f() { fmt.Println() }`, true},
		{"Stdout", prints, `package x; import ("fmt"; "os"); func f() { fmt.Fprintln(os.Stdout) }`, true},
		{"println", prints, `package x; func f() { println() }`, true},
		{"Sprintf", prints, `package x; import "fmt"; func f() string { return fmt.Sprintf("") }`, false},
		{"go statement", startsGoroutine, `package x; func f() { go f() }`, true},
		{"plain call", startsGoroutine, `package x; func f() { f() }`, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f, err := parser.ParseFile(token.NewFileSet(), "x.go", test.code, 0)
			if err != nil {
				t.Fatal(err)
			}
			if got := test.check(f); got != test.expected {
				t.Errorf("%v", got)
			}
		})
	}
}

// Every package opens with a doc.go that says what it is for; packages of tests
// only may say it in a test file.
func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	documented := map[string]bool{}
	for _, s := range sources(t) {
		folder := filepath.ToSlash(filepath.Dir(s.path))
		documented[folder] = documented[folder] ||
			filepath.Base(s.path) == "doc.go" && s.file.Doc != nil &&
				(strings.HasPrefix(s.file.Doc.Text(), "Package "+s.file.Name.Name) || strings.HasPrefix(s.file.Doc.Text(), "Command "))
	}
	for folder, ok := range documented {
		if !ok {
			t.Errorf("%s has no doc.go with a package comment", folder)
		}
	}
}
