package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestReplace(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	full := errors.New("disk full")
	for _, step := range []struct {
		name  string
		write func(io.Writer) error
		err   error
		want  string
	}{
		{"a new file", func(w io.Writer) error { _, err := io.WriteString(w, "old"); return err }, nil, "old"},
		{"a failure keeps the old one", func(w io.Writer) error { _, _ = io.WriteString(w, "half"); return full }, full, "old"},
		{"another one", func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }, nil, "new"},
	} {
		if err := Replace(name, step.write); !errors.Is(err, step.err) {
			t.Errorf("%s: error %v", step.name, err)
		}
		if text, err := os.ReadFile(name); string(text) != step.want || err != nil {
			t.Errorf("%s: the file holds %q, error %v", step.name, text, err)
		}
		if _, err := os.Stat(name + ".new"); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: something is left: %v", step.name, err)
		}
	}
	if err := ReplaceText(os.DevNull, "x"); err != nil {
		t.Error("a device:", err)
	}
	if _, err := os.Stat(os.DevNull + ".new"); err == nil {
		t.Error("a file beside a device")
	}
	if err := ReplaceText(filepath.Join(name, "x"), ""); err == nil {
		t.Error("a file below a file")
	}
}
