package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/nitoryu/nitoryu/tests/must"
)

var errFull = errors.New("disk full")

// text returns a function that writes a text.
func text(text string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
}

// half writes something and fails.
func half(w io.Writer) error { _, _ = io.WriteString(w, "half"); return errFull }

func TestReplace(t *testing.T) {
	for _, c := range []struct {
		name  string
		old   string // "": there is none
		write func(io.Writer) error
		want  string // "": there is none
	}{
		{"a new file", "", text("new"), "new"},
		{"an old file", "old", text("new"), "new"},
		{"a failure keeps the old one", "old", half, "old"},
		{"a failure makes no new one", "", half, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			name, want := filepath.Join(folder, "file"), map[string]string{}
			// What other programs call their temporary files.
			for _, precious := range []string{".new", ".tmp", ".partial", ".lock", "~", ".bak"} {
				must.Write(t, name+precious, []byte("precious"))
				want["file"+precious] = "precious"
			}
			if c.old != "" {
				must.Write(t, name, []byte(c.old))
			}
			if c.want != "" {
				want["file"] = c.want
			}
			if err := Replace(name, c.write); (c.want != "new") != errors.Is(err, errFull) {
				t.Errorf("error %v", err)
			}
			list, err := os.ReadDir(folder)
			must.OK(t, err)
			for _, f := range list {
				if text, _ := os.ReadFile(filepath.Join(folder, f.Name())); string(text) != want[f.Name()] {
					t.Errorf("%s is %q", f.Name(), text)
				}
			}
			if len(list) != len(want) {
				t.Errorf("the files are %v", list)
			}
		})
	}
}

func TestReplaceWhatIsNoFile(t *testing.T) {
	if err := ReplaceText(os.DevNull, "x"); err != nil {
		t.Error("a device:", err)
	}
	folder := t.TempDir()
	must.Write(t, filepath.Join(folder, "file"), []byte("old"))
	for _, name := range []string{folder, filepath.Join(folder, "file", "x"), filepath.Join(folder, "none", "x")} {
		if err := ReplaceText(name, "new"); err == nil {
			t.Errorf("%s was written", name)
		}
	}
	if list, _ := os.ReadDir(folder); len(list) != 1 {
		t.Errorf("the files are %v", list)
	}
}

// The file that a link leads to is replaced, not the link.
func TestReplaceBehindLinks(t *testing.T) {
	folder := t.TempDir()
	must.OK(t, os.MkdirAll(filepath.Join(folder, "deep", "er"), 0o777))
	for _, l := range [][2]string{{"file", "absolute"}, {"deep/er", "d"}} {
		if err := os.Symlink(filepath.Join(folder, l[0]), filepath.Join(folder, l[1])); err != nil {
			t.Skip(err)
		}
	}
	must.OK(t, os.Symlink("../../file", filepath.Join(folder, "deep", "er", "relative")))
	must.OK(t, os.Symlink("loop", filepath.Join(folder, "loop")))
	for _, c := range []struct{ name, path string }{
		{"to a file that is not there yet", "absolute"},
		{"to a file", "absolute"},
		{"in a folder behind a link", "d/relative"},
	} {
		if err := ReplaceText(filepath.Join(folder, c.path), c.name); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if text, err := os.ReadFile(filepath.Join(folder, "file")); string(text) != c.name {
			t.Errorf("%s: the file is %q, error %v", c.name, text, err)
		}
		if info, err := os.Lstat(filepath.Join(folder, c.path)); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s: the link is gone: %v", c.name, err)
		}
	}
	if err := ReplaceText(filepath.Join(folder, "loop"), ""); err == nil {
		t.Error("a link to itself was written")
	}
}

// A file keeps who may read and write it, and one that may not be written stays.
func TestPermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions are those of Unix")
	}
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o666, 0o755, 0o400} {
		name := filepath.Join(t.TempDir(), "file")
		must.Write(t, name, []byte("old"))
		must.OK(t, os.Chmod(name, mode))
		protected := mode&0o200 == 0 && os.Getuid() != 0 // nothing is protected from root
		if err := ReplaceText(name, "new"); protected != errors.Is(err, fs.ErrPermission) {
			t.Errorf("%v: error %v", mode, err)
		}
		if err := Writable(name); protected != errors.Is(err, fs.ErrPermission) {
			t.Errorf("%v: writable: error %v", mode, err)
		}
		info, err := os.Stat(name)
		must.OK(t, err)
		if info.Mode().Perm() != mode {
			t.Errorf("%v became %v", mode, info.Mode())
		}
	}
}

// A file that is published takes no other's place.
func TestPublish(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	begin := func() *Pending {
		p, err := Begin(name)
		must.OK(t, err)
		_, err = io.WriteString(p, "new")
		must.OK(t, err)
		return p
	}
	first, late, given := begin(), begin(), begin()
	must.OK(t, given.Discard())
	must.OK(t, first.Publish())
	if err := late.Publish(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v", err)
	}
	if text, _ := os.ReadFile(name); string(text) != "new" {
		t.Errorf("the file is %q", text)
	}
	if list, _ := os.ReadDir(filepath.Dir(name)); len(list) != 1 {
		t.Errorf("the files are %v", list)
	}
}

func TestWritable(t *testing.T) {
	folder := t.TempDir()
	old := filepath.Join(folder, "old")
	must.Write(t, old, []byte("as it was"))
	for _, c := range []struct {
		name string
		try  func(string) error
		path string
		want bool
	}{
		{"an old file", Writable, old, true},
		{"a new file", Writable, filepath.Join(folder, "new"), true},
		{"a device", Writable, os.DevNull, true},
		{"a folder", Writable, folder, false},
		{"a file in no folder", Writable, filepath.Join(folder, "none", "new"), false},
		{"a folder there is", WritableFolder, folder, true},
		{"a folder in a file", WritableFolder, filepath.Join(old, "new"), false},
	} {
		if err := c.try(c.path); (err == nil) != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if text, _ := os.ReadFile(old); string(text) != "as it was" {
		t.Errorf("the old file is %q", text)
	}
	if left, _ := os.ReadDir(folder); len(left) != 1 {
		t.Errorf("the files are %v", left)
	}
}

// Pages of ours are replaced, other files are not.
func TestReplacePage(t *testing.T) {
	for _, c := range []struct {
		name, old string
		replaced  bool
	}{
		{"a page of ours", "<!doctype html>\n<head>\n" + pageMark + "\n", true},
		{"another page", "<!doctype html>\n<head><title>Nitoryu</title></head>", false},
		{"text that quotes a mark far below", string(make([]byte, pageHead)) + pageMark, false},
		{"an empty file", "", true},
	} {
		name := filepath.Join(t.TempDir(), "index.html")
		must.Write(t, name, []byte(c.old))
		err := ReplacePage(name, text("new"))
		if now, _ := os.ReadFile(name); (err == nil) != c.replaced || (string(now) == "new") != c.replaced {
			t.Errorf("%s: error %v, the page is %.50q", c.name, err, now)
		}
	}
}
