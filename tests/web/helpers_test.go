package web

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/nitoryu/nitoryu/tests/engine"
)

const root = engine.Root

// build compiles the engine for a system and returns the file.
func build(t testing.TB, folder, name string, environment ...string) string {
	t.Helper()
	return buildOf(t, []string{"./cmd/nitoryu"}, folder, name, environment...)
}

// wasm compiles a program for a Worker into a folder: flags and the name of its package.
func wasm(t testing.TB, folder string, program ...string) {
	t.Helper()
	buildOf(t, program, folder, "nitoryu.wasm", "GOOS=js", "GOARCH=wasm")
}

func buildOf(t testing.TB, program []string, folder, name string, environment ...string) string {
	t.Helper()
	file := filepath.Join(folder, name)
	cmd := exec.Command("go", append([]string{"build", profile(), "-ldflags", "-s -w", "-o", file}, program...)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), environment...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return file
}

// profile is the flag for the compiler's profile, which takes time and matters for speed only.
func profile() string {
	if *rounds > 0 {
		return "-pgo=auto"
	}
	return "-pgo=off"
}

func TestMain(m *testing.M) { engine.Main(m) }

// nitoryu returns the file of the engine of this machine.
func nitoryu(t testing.TB) string {
	t.Helper()
	if *rounds > 0 {
		return build(t, t.TempDir(), "nitoryu.exe")
	}
	return engine.Path(t, "nitoryu")
}

// start starts a process, which ends with the test, whatever it does.
func start(t testing.TB, command string, args ...string) *engine.Process {
	t.Helper()
	p := engine.Start(t, command, args...)
	t.Cleanup(p.Kill)
	return p
}

// fails runs the engine with arguments that are wrong, and returns what it says.
func fails(t testing.TB, args ...string) string {
	t.Helper()
	out, err := exec.Command(nitoryu(t), args...).CombinedOutput()
	if err == nil {
		t.Errorf("%q is no error", args)
	}
	return string(out)
}
