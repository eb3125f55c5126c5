package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/must"
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
	must.OK(t, err)
}

// dangerous are packages that open a door to the outside, with the folders and files that may
// import them. A trailing slash stands for everything below.
var dangerous = map[string][]string{
	"net": {"cmd/internal/app/internal/serve", "cmd/internal/app/serve.go", "cmd/internal/app/internal/csa", "cmd/internal/app/csa.go",
		"cmd/internal/app/internal/remote"},
	"net/http":          {"cmd/internal/app/internal/serve", "cmd/internal/app/internal/remote", "cmd/internal/app/internal/fetch"},
	"net/http/httputil": nil,
	"net/http/pprof":    nil,
	"net/rpc":           nil,
	"net/smtp":          nil,
	"crypto/tls":        nil,
	"plugin":            nil,
	"os/exec": {"client", "cmd/lab", "cmd/release",
		"cmd/internal/app/internal/serve", "cmd/internal/app/serve.go", "tests/browser", "tests/engine"},
	"os/user":          nil,
	"encoding/gob":     nil,
	"golang.org/x/net": nil,
}

// No network but that of nitoryu serve, which starts engines and the user's browser and fetches games where it may, and of nitoryu csa
// and nitoryu remote; no other programs but engines of package client and the lab, and tools that make and test a
// release; and nothing that runs code from files.
func TestDangerousImports(t *testing.T) {
	files := 0
	eachFile(t, func(folder, path string, file *ast.File) {
		files++
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			must.OK(t, err)
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

// connects are the names of packages that open connections or wait for them, or start programs, with the
// folders and files that may use them: importing a package for its addresses is another thing.
var connects = map[string][]string{
	"net.Listen":            {"cmd/internal/app/serve.go"},
	"net.Dialer":            {"cmd/internal/app/internal/csa", "cmd/internal/app/internal/remote"},
	"net.Dial":              nil,
	"net.DialTimeout":       nil,
	"net.DialTCP":           nil,
	"net.DialUDP":           nil,
	"net.DialIP":            nil,
	"net.DialUnix":          nil,
	"net.ListenConfig":      nil,
	"net.ListenTCP":         nil,
	"net.ListenUDP":         nil,
	"net.ListenPacket":      nil,
	"net.ListenUnix":        nil,
	"net.Resolver":          nil,
	"net.LookupHost":        nil,
	"net.LookupIP":          nil,
	"net.LookupAddr":        nil,
	"http.Client":           {"cmd/internal/app/internal/fetch", "cmd/internal/app/internal/remote"},
	"http.Transport":        {"cmd/internal/app/internal/remote"},
	"http.DefaultClient":    nil,
	"http.DefaultTransport": nil,
	"http.Get":              nil,
	"http.Head":             nil,
	"http.Post":             nil,
	"http.PostForm":         nil,
	"http.Server":           {"cmd/internal/app/internal/serve"},
	"http.ListenAndServe":   nil,
	"http.Serve":            nil,
	"websocket.Dial":        nil,

	"mcp.StreamableHTTPHandler":     nil,
	"mcp.NewStreamableHTTPHandler":  nil,
	"mcp.SSEHandler":                nil,
	"mcp.NewSSEHandler":             nil,
	"mcp.StreamableClientTransport": nil,
	"mcp.SSEClientTransport":        nil,
	"mcp.CommandTransport":          nil,
}

// connections lists what a file uses to open connections, whatever it calls the packages.
func connections(f *ast.File) (found []string) {
	names := map[string]string{}
	for _, spec := range f.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		usual := path[strings.LastIndex(path, "/")+1:]
		if !slices.Contains([]string{"net", "net/http", "github.com/coder/websocket", "github.com/modelcontextprotocol/go-sdk/mcp"}, path) {
			continue
		}
		if names[usual] = usual; spec.Name != nil {
			names[spec.Name.Name] = usual
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if of, ok := selector.X.(*ast.Ident); ok && names[of.Name] != "" {
			if name := names[of.Name] + "." + selector.Sel.Name; slices.Contains(slices.Collect(maps.Keys(connects)), name) {
				found = append(found, name)
			}
		}
		return true
	})
	return found
}

// Each command that opens connections has its own place for it, which is used.
func TestConnections(t *testing.T) {
	used := map[string]bool{}
	eachFile(t, func(folder, path string, file *ast.File) {
		if strings.HasPrefix(folder, "tests/") {
			return
		}
		for _, name := range connections(file) {
			places := connects[name]
			i := slices.IndexFunc(places, func(p string) bool { return p == folder || p == folder+"/"+filepath.Base(path) })
			if i < 0 {
				t.Errorf("%s uses %s", path, name)
				continue
			}
			used[name+places[i]] = true
		}
	})
	for name, places := range connects {
		for _, place := range places {
			if !used[name+place] {
				t.Errorf("%s may use %s, which it does not", place, name)
			}
		}
	}
}

func TestConnectionsAreSeen(t *testing.T) {
	for _, c := range []struct{ name, code, want string }{
		{"a call", `import "net"; func f() { net.Dial("tcp", "x") }`, "net.Dial"},
		{"a type", `import "net/http"; var c http.Client`, "http.Client"},
		{"another name of the package", `import other "net"; func f() { other.Dial("tcp", "x") }`, "net.Dial"},
		{"the SDK of the MCP", `import "github.com/modelcontextprotocol/go-sdk/mcp"; var h mcp.SSEHandler`, "mcp.SSEHandler"},
		{"an address", `import "net"; func f() { net.JoinHostPort("x", "1") }`, ""},
		{"another package of this name", `import "example.com/net"; func f() { net.Dial("tcp", "x") }`, ""},
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n"+c.code, 0)
		must.OK(t, err)
		if got := strings.Join(connections(file), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
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
