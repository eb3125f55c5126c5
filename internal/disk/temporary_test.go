package disk

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/tests/must"
)

// killedVariable makes the test binary a writer of the file of that name, which waits to be killed.
const killedVariable = "NITORYU_TEST_KILLED"

func TestMain(m *testing.M) {
	name := os.Getenv(killedVariable)
	if name == "" {
		os.Exit(m.Run())
	}
	p, err := Begin(name)
	if err == nil {
		_, err = io.WriteString(p, "half")
	}
	if err != nil {
		panic(err)
	}
	os.Stdout.WriteString("begun\n")
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// names returns the names of the files in a folder.
func names(t *testing.T, folder string) (list []string) {
	t.Helper()
	found, err := os.ReadDir(folder)
	must.OK(t, err)
	for _, f := range found {
		list = append(list, f.Name())
	}
	return list
}

// What a writer leaves that is killed goes when the same file is written again, whatever its writer had done
// before: and nothing else does.
func TestLeftovers(t *testing.T) {
	begin := func(t *testing.T, name string) *Pending {
		t.Helper()
		p, err := Begin(name)
		must.OK(t, err)
		t.Cleanup(func() { p.Close(); p.unlock() })
		return p
	}
	die := func(p *Pending) { p.Close(); must.OK(t, p.lock.Unlock()) }
	for _, c := range []struct {
		name string
		left func(t *testing.T, file string)
		kept int // files that stay
	}{
		{"nothing", func(*testing.T, string) {}, 0},
		{"a file", func(t *testing.T, file string) { die(begin(t, file)) }, 0},
		{"files of writers that wrote at once", func(t *testing.T, file string) {
			for _, p := range []*Pending{begin(t, file), begin(t, file), begin(t, file)} {
				die(p)
			}
		}, 0},
		{"a file of the second of them", func(t *testing.T, file string) {
			first, second := begin(t, file), begin(t, file)
			die(second)
			must.OK(t, first.Discard())
		}, 0},
		{"a file of a writer that lives", func(t *testing.T, file string) { begin(t, file) }, 2},
		{"a file behind one of a writer that lives", func(t *testing.T, file string) { begin(t, file); die(begin(t, file)) }, 2},
		{"a lock alone", func(t *testing.T, file string) {
			p := begin(t, file)
			die(p)
			must.OK(t, os.Remove(p.Name()))
		}, 0},
		{"a file without its lock", func(t *testing.T, file string) {
			p := begin(t, file)
			die(p)
			must.OK(t, os.Remove(p.lock.Path()))
		}, 1},
		{"a file with something else in the place of its lock", func(t *testing.T, file string) {
			p := begin(t, file)
			die(p)
			must.Write(t, p.lock.Path(), []byte("precious"))
		}, 2},
		{"what comes in the place of another file", func(t *testing.T, file string) { die(begin(t, file+"2")) }, 2},
		{"names that look like ours", func(t *testing.T, file string) {
			own := temporaryName(file, 0)
			for _, name := range []string{own + ".bak", own + "0", "x" + filepath.Base(own), own[:len(own)-1], filepath.Join(filepath.Dir(file), ".nitoryu-x")} {
				must.Write(t, filepath.Join(filepath.Dir(file), filepath.Base(name)), []byte("precious"))
				must.Write(t, filepath.Join(filepath.Dir(file), filepath.Base(name)+".lock"), nil)
			}
		}, 10},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			file := filepath.Join(folder, "file")
			c.left(t, file)
			before := names(t, folder)
			must.OK(t, ReplaceText(file, "new"))
			left := names(t, folder)
			if text, _ := os.ReadFile(file); string(text) != "new" || len(left) != c.kept+1 {
				t.Errorf("the file is %q among %q, before were %q", text, left, before)
			}
			for _, name := range left {
				if name != "file" && !slices.Contains(before, name) {
					t.Errorf("%s came to stay", name)
				}
			}
		})
	}
}

// The lock of a process that is killed tells that it is dead.
func TestKilledWriter(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	must.Write(t, file, []byte("old"))
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), killedVariable+"="+file)
	in, err := cmd.StdinPipe()
	must.OK(t, err)
	defer in.Close()
	out, err := cmd.StdoutPipe()
	must.OK(t, err)
	must.OK(t, cmd.Start())
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "begun\n" {
		t.Fatal(line, err)
	}
	must.OK(t, ReplaceText(file, "new"))
	if left := names(t, folder); len(left) != 3 {
		t.Errorf("a writer that lives has lost its file: %q", left)
	}
	must.OK(t, cmd.Process.Kill())
	_ = cmd.Wait()
	must.OK(t, Writable(file))
	if left := names(t, folder); len(left) != 1 {
		t.Errorf("a killed writer has left %q", left)
	}
	if text, _ := os.ReadFile(file); string(text) != "new" {
		t.Errorf("the file is %q", text)
	}
}
