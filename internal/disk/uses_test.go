package disk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/must"
)

func TestUses(t *testing.T) {
	t.Chdir(t.TempDir())
	must.OK(t, os.MkdirAll("sub/deep", 0o777))
	must.Write(t, "old", []byte("old"))
	must.Write(t, "twin", []byte("old"))
	must.Write(t, "sub/old", []byte("old"))
	must.OK(t, os.Link("old", "hard"))
	for _, l := range [][2]string{{"old", "soft"}, {"new", "dangling"}, {"sub", "folder"}, {"../../new", "sub/deep/back"}, {"sub/deep", "d"}} {
		if err := os.Symlink(filepath.FromSlash(l[0]), l[1]); err != nil {
			t.Skip(err)
		}
	}
	whole, err := filepath.Abs("new")
	must.OK(t, err)
	const read, twice = "is read, so it cannot be written; choose another file for B than for A", "A and B are the same file, "
	for _, c := range []struct {
		name    string
		a, b    string
		written bool // a, as well as b
		want    string
	}{
		{"different files", "old", "twin", true, ""},
		{"different new files", "new", "newer", true, ""},
		{"different folders", "old", "sub/old", true, ""},
		{"new files in different folders", "new", "sub/new", true, ""},
		{"nothing", "", "", true, ""},
		{"a device", os.DevNull, os.DevNull, true, ""},
		{"the same", "old", "old", true, twice},
		{"the same new file", "new", "new", true, twice},
		{"read and written", "old", "old", false, read},
		{"another way to say it", "old", "./sub/../old", true, twice},
		{"another way to say a new file", "new", "./sub/../new", true, twice},
		{"a whole path", "new", whole, true, twice},
		{"a soft link", "old", "soft", false, read},
		{"a hard link", "old", "hard", false, read},
		{"two links", "soft", "hard", true, twice},
		{"a link to a new file", "new", "dangling", true, twice},
		{"a linked folder", "sub/old", "folder/old", false, read},
		{"a new file in a linked folder", "sub/new", "folder/new", true, twice},
		{"a new file in new folders", "sub/x/new", "folder/x/y/../new", true, twice},
		{"a link to a new file in a linked folder", "d/back", "new", true, twice},
		{"a folder", "sub", "folder", true, twice},
	} {
		for _, turned := range []bool{false, true} {
			var u Uses
			u.Read("nothing", "", "twin", "twin")
			first := func() {
				if c.written {
					u.Write("A", c.a)
				} else {
					u.Read("A", c.a)
				}
			}
			if c.a == "twin" || c.b == "twin" {
				u = Uses{}
			}
			if !turned {
				first()
			}
			u.Write("B", c.b)
			if turned {
				first()
			}
			err := u.Check()
			want := c.want
			if turned && want == twice {
				want = "B and A are the same file, "
			}
			if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want %q", c.name, err, want)
			}
		}
	}
	var u Uses
	u.Read("a game", "old", "old", "hard")
	if err := u.Check(); err != nil {
		t.Errorf("read twice: %v", err)
	}
	u = Uses{}
	if u.Write("--out", "new", "sub/../new"); u.Check() == nil {
		t.Error("one flag writes a file twice")
	}
}

// Where letters make no difference, neither do they here.
func TestFolds(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "Folder")
	must.OK(t, os.Mkdir(folder, 0o777))
	must.Write(t, filepath.Join(folder, "file"), nil)
	_, err := os.Stat(filepath.Join(folder, "FILE"))
	if same := err == nil; folds(folder) != same {
		t.Errorf("letters make no difference: %v", same)
	}
	var u Uses
	u.Write("A", filepath.Join(folder, "new"))
	u.Write("B", filepath.Join(folder, "NEW"))
	if err := u.Check(); (err != nil) != folds(folder) {
		t.Errorf("error %v", err)
	}
	// A disk that takes them for the same, as far as its folder shows.
	if err := os.Symlink("Folder", filepath.Join(filepath.Dir(folder), "fOLDER")); err != nil {
		t.Skip(err)
	}
	if !folds(folder) || u.Check() == nil {
		t.Error("letters make a difference")
	}
}
