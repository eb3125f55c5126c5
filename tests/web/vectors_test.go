package web

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/must"
)

// vectors is the toolchain that has the vectors of WebAssembly, see the Makefile.
const vectors = "go1.27.0"

// The kernels with the vectors of WebAssembly compute what those in Go do, and the JSON of JavaScript
// reads the headers of networks.
func TestVectors(t *testing.T) {
	must.BeFull(t, slow)
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node")
	}
	root, err := filepath.Abs(root)
	must.OK(t, err)
	env := append(os.Environ(), "GOTOOLCHAIN="+vectors)
	run := func(name string, args ...string) ([]byte, error) {
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.Env = filepath.Join(root, "core/nnue"), env
		return cmd.CombinedOutput()
	}
	goroot, err := run("go", "env", "GOROOT")
	if err != nil {
		t.Skipf("%s cannot be had: %s", vectors, goroot)
	}
	env = append(env, "GOEXPERIMENT=simd,nojsonv2", "GOOS=js", "GOARCH=wasm")
	file := filepath.Join(t.TempDir(), "nnue.test")
	if out, err := run("go", "test", "-c", "-o", file, "."); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	runner := filepath.Join(strings.TrimSpace(string(goroot)), "lib/wasm/go_js_wasm_exec")
	out, err := run(runner, file, "-test.short", "-test.v", "-test.run", "Kernels|Material|Steps|RoundTrip|Likened|ParseErrors")
	if err != nil || !strings.Contains(string(out), "WebAssembly_SIMD") {
		t.Errorf("%v\n%s", err, out)
	}
}
