package engine

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// Root is the folder of the project, seen from a package in tests.
const Root = "../.."

// folder is where programs are compiled to.
var folder = sync.OnceValues(func() (string, error) { return os.MkdirTemp("", "nitoryu-tests-") })

// Folder returns a new folder that all tests of a package share.
func Folder() (string, error) {
	folder, err := folder()
	if err != nil {
		return "", err
	}
	return os.MkdirTemp(folder, "")
}

// programs compile when they are first asked for.
var programs = map[string]func() (string, error){"nitoryu": once("nitoryu"), "lab": once("lab")}

func once(name string) func() (string, error) {
	return sync.OnceValues(func() (string, error) {
		folder, err := folder()
		if err != nil {
			return "", err
		}
		// On Windows a program needs the ending, elsewhere it does no harm.
		path := filepath.Join(folder, name+".exe")
		return path, Build(path, name)
	})
}

// Build compiles a program of this project from its folder in cmd to a file, by default
// without the profile: compiling by it means to compile all packages again, for speed only.
func Build(path, name string, flags ...string) error {
	args := append([]string{"build", "-pgo=off", "-o", path}, flags...)
	if out, err := exec.Command("go", append(args, Root+"/cmd/"+name)...).CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}

// MakeFlags is the argument for make that makes it compile as Build does.
const MakeFlags = "BUILDFLAGS=-pgo=off"

// Path returns the file of a program of this project, nitoryu or lab.
func Path(t testing.TB, name string) string {
	t.Helper()
	path, err := programs[name]()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Main is the TestMain of packages that use Path.
func Main(m *testing.M) {
	code := m.Run()
	if folder, err := folder(); err == nil {
		_ = os.RemoveAll(folder)
	}
	os.Exit(code)
}
