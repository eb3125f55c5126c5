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

	"github.com/nitoryu/nitoryu/tests/must"
)

const module = "github.com/nitoryu/nitoryu/"

// door is the package at the root, for our programs and those of others.
const door = "."

// relative returns an import path relative to the module.
func relative(path string) (own string, isOwn bool) {
	if path+"/" == module {
		return door, true
	}
	return strings.CutPrefix(path, module)
}

// rule says what packages may import besides the standard library. Our own paths are
// relative to the module; a trailing slash means the folder and everything below. The
// first rule that fits a package applies.
type rule struct {
	packages string
	allowed  []string
	noStdlib []string // packages of the standard library that are not allowed
}

// impure are packages that rules, search and evaluation must not import.
var impure = []string{"os", "net", "log", "bufio", "io", "time", "os/exec", "flag"}

var rules = []rule{
	{"core/attack/", []string{"core", "core/cpu"}, impure},
	{"core/chess", []string{"internal/plural", "core", "core/attack/board64", "internal/excerpt"}, impure},
	{"core/shogi", []string{"internal/plural", "core", "core/attack/board81", "internal/excerpt"}, impure},
	{"core/cpu", []string{"github.com/klauspost/cpuid/v2"}, impure},
	{"core/nnue/dense", []string{"core/cpu"}, impure},
	{"core/nnue/foreign", []string{"internal/excerpt", "internal/sniff", "core/options", "core", "core/nnue", "core/nnue/dense"}, impure},
	{"core/nnue", []string{"core", "core/cpu", "core/eval/accumulator", "core/nnue/dense"}, impure},
	{"core/nnue/chess", []string{"core", "core/chess", "core/attack/board64", "core/nnue", "core/nnue/foreign"}, impure},
	{"core/nnue/shogi", []string{"core/options", "core", "core/shogi", "core/nnue", "core/nnue/foreign"}, impure},
	{"core/eval/accumulator", []string{"core"}, impure},
	{"core/eval/tapered", nil, impure},
	{"core/eval/chess", []string{"core", "core/chess", "core/attack/board64", "core/eval/tapered", "core/eval/accumulator"}, impure},
	{"core/eval/shogi", []string{"core", "core/shogi", "core/attack/board81", "core/eval/tapered", "core/eval/accumulator"}, impure},
	{"core/options", []string{"core"}, []string{"os", "net", "log", "bufio", "io"}},
	{"core/tt", []string{"core"}, impure},
	{"core/history", []string{"core"}, impure},
	{"core/params", []string{"core/clock", "internal/spelling"}, impure},
	{"core/strength", []string{"core"}, impure},
	{"core/mate", []string{"core"}, impure},
	{"core/clock", []string{"core/options", "core"}, []string{"os", "net", "log", "bufio", "io"}},
	{"core/picker", []string{"core", "core/history", "core/cpu"}, impure},
	{"core/search", []string{"core/options", "core", "core/tt", "core/history", "core/picker", "core/params"}, impure},
	{"core", nil, []string{"os", "net", "log", "bufio", "io", "sync", "sync/atomic"}},
	{"record", []string{"internal/plural", "core", "core/chess", "core/shogi", "internal/excerpt", "golang.org/x/text/"}, []string{"os", "net", "log", "flag"}},
	{"review", []string{"internal/plural", door, "internal/inside", "core", "core/chess", "core/mate", "core/shogi", "games", "games/opening", "record", "smp/yield"}, []string{"os", "net", "log", "flag"}},
	{"review/page", []string{door, "internal/inside", "games/opening", "review", "core", "record", "internal/report", "web/board"}, []string{"os", "net", "log", "flag"}},
	{"internal/mapped", []string{"golang.org/x/sys/"}, []string{"net", "log", "flag"}},
	{"games/syzygy", []string{"core", "core/chess", "internal/mapped"}, []string{"net", "log", "flag"}},
	{"smp/topology", nil, []string{"os", "net", "log", "flag"}},
	{"smp/cgroup", nil, []string{"os", "net", "log", "flag"}},
	{"smp/host", []string{"smp/cgroup", "golang.org/x/sys/"}, []string{"net", "log", "flag"}},
	{"smp/yield", nil, []string{"os", "net", "log", "flag"}},
	{"smp", []string{"internal/plural", "core/options", "smp/topology", "smp/cgroup", "smp/host", "smp/yield", "core", "core/search", "core/history", "core/tt", "core/params", "core/strength", "core/mate", "core/clock", "golang.org/x/sys/"}, []string{"net", "log", "flag"}},
	{"web/board", nil, []string{"os", "net", "log", "flag"}},
	{"internal/report", nil, []string{"os", "net", "log", "flag"}},
	{"internal/excerpt", nil, impure},
	{"internal/plural", nil, impure},
	{"internal/lines", nil, []string{"os", "net", "log", "flag"}},
	{"internal/sniff", nil, impure},
	{"internal/disk", []string{"github.com/gofrs/flock"}, []string{"net", "log", "flag"}},
	{"internal/dataset", []string{"core", "core/chess", "core/shogi", "internal/disk", "internal/lines", "internal/report"}, []string{"net", "log", "flag"}},
	{"games/book", []string{"internal/plural", "internal/excerpt", "internal/sniff", "core", "core/chess", "core/shogi"}, []string{"net", "log", "flag"}},
	{"games/opening", []string{"internal/lines", "core", "core/chess", "core/shogi", "record", "smp"}, impure},
	{"games/nets", nil, impure},
	{"web/api", []string{"internal/plural", "internal/excerpt", "internal/schema", "internal/sniff", "internal/inside", door, "core", "core/chess", "core/mate", "core/strength", "games", "games/opening", "record", "web/board", "review", "internal/spelling", "games/syzygy", "games/book"}, []string{"os", "net", "log", "flag"}},
	{"web", nil, impure},
	{"games", []string{"core/", "internal/lines", "internal/mapped", "games/opening", "smp", "games/nets", "games/syzygy", "games/book"}, []string{"net", "log", "flag"}},
	{door, []string{"internal/excerpt", "core", "core/options", "core/chess", "core/mate", "core/shogi", "core/strength", "games", "games/book", "games/opening", "games/syzygy", "internal/bridge", "record", "smp", "smp/yield", "web/board"}, []string{"os", "net", "log", "bufio", "os/exec", "flag"}},
	{"client", []string{door, "core", "protocol", "internal/excerpt", "internal/spelling", "golang.org/x/sys/"}, []string{"net", "log", "flag"}},
	{"internal/schema", []string{door, "core", "core/chess", "core/shogi", "games", "games/opening", "record", "review"}, impure},
	{"internal/schema/schematest", []string{"github.com/google/jsonschema-go/"}, []string{"net", "log", "flag"}},
	{"internal/spelling", nil, impure},
	{"internal/bridge", []string{"core", "smp"}, impure},
	{"internal/inside", []string{door, "core", "internal/bridge", "smp"}, impure},
	{"protocol", []string{"core/options", "core", "core/params", "core/strength", "internal/spelling"}, []string{"net", "log", "flag", "os"}},
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
			own, isOwn := relative(i)
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

// ungoverned are the packages without a rule: they may import everything, and no other
// package may import them.
func ungoverned(path string) bool {
	return strings.HasPrefix(path, "cmd/") || strings.HasPrefix(path, "tests/")
}

// Every import that a rule allows is used, so that the rules stay exact. Files for all
// systems count.
func TestAllowedImportsAreUsed(t *testing.T) {
	imported := map[string][]string{} // by package, relative to the module
	for _, s := range sources(t) {
		folder := filepath.ToSlash(filepath.Dir(s.path))
		for _, i := range s.file.Imports {
			path, _ := relative(strings.Trim(i.Path.Value, `"`))
			imported[folder] = append(imported[folder], path)
		}
	}
	for _, r := range rules {
		for _, allowed := range r.allowed {
			used := false
			for folder, paths := range imported {
				used = used || fits(r.packages, folder) && slices.ContainsFunc(paths, func(path string) bool { return fits(allowed, path) })
			}
			if !used {
				t.Errorf("%s may import %s, which it does not", r.packages, allowed)
			}
		}
	}
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
		path, _ := relative(words[0])
		packages[path] = words[1:]
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
				// The internal packages of a command are its own; all share cmd/internal, and tests their
				// smallest helpers.
				top, _, _ := strings.Cut(own, "/internal")
				helps := own == "tests/must" && strings.HasPrefix(path, "tests/")
				if !helps && !strings.HasPrefix(path+"/", top+"/") {
					t.Errorf("%s imports %s", path, own)
				}
			}
		}
	}
}

// The checker finds violations.
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
		{"spelling imports anything of ours", "internal/spelling", []string{module + "core"}, true},
		{"smp imports the system", "smp", []string{"golang.org/x/sys/unix"}, false},
		{"smp imports a game", "smp", []string{module + "core/chess"}, true},
		{"the door imports the games", door, []string{module + "games", "context"}, false},
		{"the door opens files", door, []string{"os"}, true},
		{"a game imports the door", "core/chess", []string{strings.TrimSuffix(module, "/")}, true},
		{"an external module", "core/tt", []string{"example.com/cache"}, true},
		{"cpu imports cpuid", "core/cpu", []string{"github.com/klauspost/cpuid/v2"}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := violations(test.path, test.imports); (len(got) > 0) != test.bad {
				t.Errorf("found %q", got)
			}
		})
	}
}

// twins are packages that do the same for different games. They have the same files for
// the same things.
var twins = []struct {
	packages [2]string
	// renamed are files that do the same under different names.
	renamed map[string]string
	// only are files that just one of the packages has, with the reason.
	only map[string]string
}{
	{
		packages: [2]string{"core/attack/board64", "core/attack/board81"},
		only: map[string]string{
			"core/attack/board81/bitboard.go": "81 squares need two words; 64 squares are a uint64",
		},
	},
	{
		packages: [2]string{"core/chess", "core/shogi"},
		renamed:  map[string]string{"fen.go": "sfen.go", "fen_test.go": "sfen_test.go"},
		only: map[string]string{
			"core/chess/cuckoo.go":        "shogi does not look for upcoming repetitions",
			"core/chess/cuckoo_test.go":   "shogi does not look for upcoming repetitions",
			"core/shogi/declaration.go":   "chess ends by no declaration",
			"core/shogi/drops.go":         "chess has no drops",
			"core/shogi/mate.go":          "chess has no cheap detector of mates in one",
			"core/shogi/kingless_test.go": "only shogi has boards with one king",
		},
	},
	{
		packages: [2]string{"core/eval/chess", "core/eval/shogi"},
		only: map[string]string{
			"core/eval/chess/scale.go": "only chess has endgames that cannot be won with more material",
		},
	},
	{
		packages: [2]string{"core/nnue/chess", "core/nnue/shogi"},
		only: map[string]string{
			"core/nnue/chess/pairs.go":      "only networks of chess have relations of pieces as inputs",
			"core/nnue/chess/pairs_test.go": "only networks of chess have relations of pieces as inputs",
			"core/nnue/shogi/buckets.go":    "only networks of shogi have several ways to choose a stack of layers",
		},
	},
}

// goFiles returns the names of the Go files of a package, tests included.
func goFiles(t *testing.T, folder string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: %d files, %v", folder, len(paths), err)
	}
	for i, path := range paths {
		paths[i] = filepath.Base(path)
	}
	return paths
}

// missing lists the files of one package without a counterpart in its twin.
func missing(files, others []string, renamed map[string]string) (alone []string) {
	for _, name := range files {
		counterpart := name
		if other, ok := renamed[name]; ok {
			counterpart = other
		}
		if !slices.Contains(others, counterpart) {
			alone = append(alone, name)
		}
	}
	return alone
}

func TestTwinsHaveTheSameFiles(t *testing.T) {
	for _, pair := range twins {
		back := map[string]string{}
		for a, b := range pair.renamed {
			back[b] = a
		}
		renamed := [2]map[string]string{pair.renamed, back}
		excused := map[string]bool{}
		for i, folder := range pair.packages {
			other := pair.packages[1-i]
			for _, name := range missing(goFiles(t, folder), goFiles(t, other), renamed[i]) {
				if pair.only[folder+"/"+name] == "" {
					t.Errorf("%s/%s has no counterpart in %s", folder, name, other)
				}
				excused[folder+"/"+name] = true
			}
		}
		for path := range pair.only {
			if !excused[path] {
				t.Errorf("%s is no exception: it does not exist or has a counterpart", path)
			}
		}
	}
}

func TestMissingCounterpartsAreSeen(t *testing.T) {
	renamed := map[string]string{"fen.go": "sfen.go"}
	got := missing([]string{"doc.go", "fen.go", "cuckoo.go"}, []string{"doc.go", "sfen.go", "drops.go"}, renamed)
	if !slices.Equal(got, []string{"cuckoo.go"}) {
		t.Errorf("found %q, want cuckoo.go", got)
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
	must.OK(t, err)
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
			must.OK(t, err)
			if got := test.check(f); got != test.expected {
				t.Errorf("%v", got)
			}
		})
	}
}

// Every package has a doc.go that says what it is for; packages with only tests may say
// it in a test file.
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
