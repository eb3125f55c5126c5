package mapped_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/internal/mapped"
	"github.com/nitoryu/nitoryu/tests/must"
)

func anySize(int64) error { return nil }

func TestOpen(t *testing.T) {
	folder := t.TempDir()
	want := bytes.Repeat([]byte("nitoryu "), 10_000)
	for name, content := range map[string][]byte{"file": want, "empty": {}} {
		must.Write(t, filepath.Join(folder, name), content)
	}
	for _, use := range []mapped.Use{mapped.Whole, mapped.Scattered} {
		f, err := mapped.Open(filepath.Join(folder, "file"), use, anySize)
		if err != nil || !bytes.Equal(f.Bytes, want) {
			t.Fatalf("not what was written: %v", err)
		}
		if err := f.Close(); err != nil || f.Bytes != nil {
			t.Errorf("closed: %d bytes, %v", len(f.Bytes), err)
		}
		if err := f.Close(); err != nil {
			t.Errorf("closed twice: %v", err)
		}
	}
	if f, err := mapped.Open(filepath.Join(folder, "empty"), mapped.Whole, anySize); err != nil || len(f.Bytes) != 0 || f.Close() != nil {
		t.Errorf("an empty file: %v", err)
	}
	tooLarge := func(n int64) error { return errors.New("too large") }
	for name, check := range map[string]struct {
		path  string
		check func(int64) error
		want  string
	}{
		"nothing":  {filepath.Join(folder, "none"), anySize, "none"},
		"a folder": {folder, anySize, "is a folder"},
		"a size":   {filepath.Join(folder, "file"), tooLarge, "file: too large"},
	} {
		if _, err := mapped.Open(check.path, mapped.Whole, check.check); err == nil || !strings.Contains(err.Error(), check.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever happens to a file that was read, its bytes stay.
func TestChangedFile(t *testing.T) {
	for name, change := range map[string]func(path string) error{
		"written over": func(path string) error { return os.WriteFile(path, []byte("others"), 0o600) },
		"truncated":    func(path string) error { return os.Truncate(path, 0) },
		"removed":      os.Remove,
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "file")
			must.Write(t, path, []byte("before"))
			f, err := mapped.Open(path, mapped.Whole, anySize)
			must.OK(t, err)
			defer f.Close()
			must.OK(t, change(path))
			if string(f.Bytes) != "before" {
				t.Errorf("%q", f.Bytes)
			}
		})
	}
}

// A file that is shorter than it was when it was opened is an error.
func TestShrinkingFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	must.Write(t, path, []byte("before"))
	shrink := func(int64) error { return os.Truncate(path, 3) }
	_, err := mapped.Open(path, mapped.Whole, shrink)
	must.Say(t, err, "file: the file shrank while it was read")
}
