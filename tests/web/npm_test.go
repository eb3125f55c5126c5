package web

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	chromium "github.com/nitoryu/nitoryu/tests/browser"
	"github.com/nitoryu/nitoryu/tests/must"
)

// made returns the folder that a target of the Makefile writes, without vectors so that the usual toolchain does.
func made(t *testing.T, target, variable string) string {
	t.Helper()
	must.BeFull(t, slow)
	for _, program := range []string{"make", "node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("there is no %s", program)
		}
	}
	folder := t.TempDir()
	cmd := exec.Command("make", target, variable+"="+folder, "VECTORS=none", "BUILDFLAGS=-trimpath "+profile())
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return folder
}

// shell runs a program in a folder.
func shell(t *testing.T, folder, input, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Stdin = folder, strings.NewReader(input)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", program, args, err, out)
	}
	return string(out)
}

// The package does what it says once it is packed and installed: as a module of Node and as a command.
func TestPackage(t *testing.T) {
	folder := made(t, "npm", "NPM")
	packed, err := filepath.Glob(filepath.Join(folder, "nitoryu-*.tgz"))
	if err != nil || len(packed) != 1 {
		t.Fatalf("packed: %q, %v", packed, err)
	}
	user := t.TempDir()
	must.OK(t, os.WriteFile(filepath.Join(user, "package.json"), []byte(`{"private":true,"type":"module"}`), 0o666))
	shell(t, user, "", "npm", "install", "--offline", "--no-audit", "--no-fund", packed[0])
	script := must.Read(t, "testdata/package.mjs")
	must.OK(t, os.WriteFile(filepath.Join(user, "package.mjs"), script, 0o666))

	t.Run("module", func(t *testing.T) {
		if out := shell(t, user, "", "node", "package.mjs"); out != "passed\n" {
			t.Error(out)
		}
	})
	for _, test := range []struct{ name, input, argument, want string }{
		{"uci", "uci\nposition fen 7k/R7/6K1/8/8/8/8/8 w - - 0 1\ngo depth 1\nisready\n", "", "uciok"},
		{"usi", "usi\nisready\n", "", "usiok"},
		{"named", "isready\n", "shogi", "readyok"},
		{"nothing", "", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			args := slices.DeleteFunc([]string{"--no-install", "nitoryu", test.argument}, func(a string) bool { return a == "" })
			if out := shell(t, user, test.input, "npx", args...); !strings.Contains(out, test.want) || test.want == "" && out != "" {
				t.Errorf("%q", out)
			}
		})
	}
	t.Run("types", func(t *testing.T) {
		if _, err := exec.LookPath("tsc"); err != nil {
			t.Skip("there is no tsc")
		}
		types := must.Read(t, "testdata/package.ts")
		must.OK(t, os.WriteFile(filepath.Join(user, "package.ts"), types, 0o666))
		shell(t, user, "", "tsc", "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom", "package.ts")
	})
	t.Run("example", func(t *testing.T) { tryExample(t, filepath.Join(user, "node_modules/nitoryu")) })
}

// tryExample lets the example of the package think in a browser.
func tryExample(t *testing.T, folder string) {
	server := httptest.NewServer(http.FileServer(http.Dir(folder)))
	defer server.Close()
	p := chromium.Start(t).NewPage()
	p.Origin = server.URL
	p.Visit(server.URL + "/example.html")
	for _, test := range []struct{ game, moves string }{{"chess", "e2e4"}, {"shogi", "7g7f 3c3d"}} {
		p.Run(nil, `document.getElementById("best").value = ""; document.getElementById("game").value = "`+test.game+`"; document.getElementById("moves").value = "`+test.moves+`"; document.getElementById("go").click()`)
		p.Until(`document.getElementById("best").value !== ""`)
	}
}

// The folder for ShogiHome's page has what its interface asks for; its own tests say more, see docs/use/browsers.md.
func TestShogiHomeFolder(t *testing.T) {
	folder := made(t, "shogihome", "SHOGIHOME")
	text := must.Read(t, filepath.Join(folder, "engine.json"))
	var about struct {
		ABI, Module, Name, Author    string
		RequiresCrossOriginIsolation *bool
		Licenses                     []struct{ SPDX, File, Source string }
		Options                      []struct{ Name, Type string }
		Presets                      []struct {
			ID, DisplayName string
			Values          map[string]any
			Tags            []string
		}
	}
	must.OK(t, json.Unmarshal(text, &about))
	if about.ABI != "shogihome-wasm-engine/1" || !strings.HasPrefix(about.Name, "Nitoryu ") || about.Author == "" || about.RequiresCrossOriginIsolation == nil {
		t.Errorf("%s", text)
	}
	files := []string{about.Module, strings.TrimSuffix(about.Module, ".js") + ".wasm"}
	for _, l := range about.Licenses {
		files = append(files, l.File)
	}
	total := int64(0)
	for _, name := range files {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			t.Error(err)
		}
	}
	entries, err := os.ReadDir(folder)
	must.OK(t, err)
	for _, e := range entries {
		info, err := e.Info()
		must.OK(t, err)
		total += info.Size()
	}
	if total > 8<<20 {
		t.Errorf("the folder has %d bytes, more than ShogiHome takes", total)
	}
	var options []string
	for _, o := range about.Options {
		options = append(options, o.Name)
	}
	seen := map[string]bool{}
	for _, p := range about.Presets {
		if seen[p.ID] || p.DisplayName == "" || len(p.Tags) == 0 {
			t.Errorf("preset %q", p.ID)
		}
		seen[p.ID] = true
		for name := range p.Values {
			if !slices.Contains(options, name) {
				t.Errorf("preset %q sets %s, which the engine does not have", p.ID, name)
			}
		}
	}
	if runtime.GOOS != "windows" {
		if out := shell(t, root, "", "node", "tests/web/testdata/shogihome.mjs", folder); out != "passed\n" {
			t.Error(out)
		}
	}
}
