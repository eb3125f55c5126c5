//go:build !js && !wasip1

package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/must"
)

func TestReadToken(t *testing.T) {
	const good = "0123456789abcDEF._~-"
	for _, c := range []struct {
		name, variable string
		file           *string
		want, fault    string
	}{
		{"none", "", nil, "", ""},
		{"a variable", good, nil, good, ""},
		{"a variable with blanks around", " " + good + "\n", nil, good, ""},
		{"a file", "", new(good + "\n"), good, ""},
		{"a file of Windows", "", new(good + "\r\n"), good, ""},
		{"both", good, new("another-token-in-a-file"), "another-token-in-a-file", ""},
		{"a blank variable", "  ", nil, "", "NITORYU_TOKEN must have 16 to 1024 characters"},
		{"a short variable", "0123456789abcde", nil, "", "NITORYU_TOKEN must have 16"},
		{"an empty file", good, new(""), "", "token must have 16"},
		{"a large file", "", new(strings.Repeat("x", 1<<20)), "", "token must have 16 to 1024"},
		{"two lines", "", new(good + "\n" + good), "", "letters, digits and"},
		{"a sign that means a blank", "0123456789+abcdef", nil, "", "letters, digits and"},
		{"a sign that ends it", "0123456789&abcdef", nil, "", "letters, digits and"},
		{"other letters", "ひみつのことばひみつのことば", nil, "", "letters, digits and"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := ""
			if c.file != nil {
				file = filepath.Join(t.TempDir(), "token")
				must.Write(t, file, []byte(*c.file))
			}
			t.Setenv(tokenVariable, c.variable)
			got, err := readToken(file)
			if got != c.want || (err != nil) != (c.fault != "") || err != nil && !strings.Contains(err.Error(), c.fault) {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
	if _, err := readToken(filepath.Join(t.TempDir(), "nothing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestOwnProgram(t *testing.T) {
	here, err := os.Executable()
	must.OK(t, err)
	t.Chdir(filepath.Dir(here))
	told := func() (string, error) { return "/told", nil }
	untold := func() (string, error) { return "", errors.New("readlink /proc/self/exe: no such file or directory") }
	for _, c := range []struct {
		name       string
		executable func() (string, error)
		called     string
		want       string
	}{
		{"as the system tells", told, "nonsense", "/told"},
		{"by its whole path", untold, here, here},
		{"from the folder", untold, "." + string(filepath.Separator) + filepath.Base(here), here},
		{"by a name that is nowhere", untold, "no-such-program", ""},
		{"by nothing", untold, "", ""},
	} {
		if got, err := ownProgram(c.executable, c.called); got != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
	}
	t.Setenv("PATH", filepath.Dir(here))
	if got, err := ownProgram(untold, filepath.Base(here)); got != here {
		t.Errorf("by PATH: %q, %v", got, err)
	}
}
