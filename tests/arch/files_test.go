package arch

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tracked returns the names of all files of the repository, or skips the test where nobody knows.
func tracked(t *testing.T) []string {
	t.Helper()
	list, err := exec.Command("git", "-C", root, "ls-files", "-z").Output()
	if err != nil {
		t.Skipf("no list of files: %v", err)
	}
	return strings.Split(strings.TrimSuffix(string(list), "\x00"), "\x00")
}

// Everybody who clones the repository pays for what was once committed: a program that was
// built in it has no place there. Networks are the largest files.
func TestNoLargeFiles(t *testing.T) {
	for _, name := range tracked(t) {
		limit := int64(1 << 20)
		if filepath.Ext(name) == ".net" {
			limit = 8 << 20
		}
		if info, err := os.Stat(filepath.Join(root, name)); err == nil && info.Size() > limit {
			t.Errorf("%s has %d bytes, more than %d", name, info.Size(), limit)
		}
	}
}

// conflict reports whether a line is one that git writes where a merge is left to a person: seven of a
// sign, and behind all but the middle ones what is merged.
func conflict(line string) bool {
	line = strings.TrimSuffix(line, "\r")
	if len(line) < 7 || strings.Trim(line[:7], line[:1]) != "" {
		return false
	}
	switch line[0] {
	case '<', '>', '|':
		return len(line) == 7 || line[7] == ' '
	}
	return line == "======="
}

// A merge that was left in the middle stands in no file, whatever its kind.
func TestNoConflictMarkers(t *testing.T) {
	for _, name := range tracked(t) {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			continue // it is deleted, and not committed yet
		}
		number := 0
		for line := range strings.Lines(string(text)) {
			number++
			if conflict(strings.TrimSuffix(line, "\n")) {
				t.Errorf("%s:%d: a merge was not finished: %s", name, number, line)
			}
		}
	}
}

func TestConflictMarkersAreSeen(t *testing.T) {
	many := func(sign string, n int) string { return strings.Repeat(sign, n) }
	for _, test := range []struct {
		name, line string
		want       bool
	}{
		{"ours", many("<", 7) + " HEAD", true},
		{"the base", many("|", 7) + " merged common ancestors", true},
		{"the middle", many("=", 7), true},
		{"theirs", many(">", 7) + " judge", true},
		{"without a name", many(">", 7), true},
		{"with an end of Windows", many("=", 7) + "\r", true},
		{"nothing", "", false},
		{"six", many("<", 6) + " HEAD", false},
		{"eight", many("<", 8) + " HEAD", false},
		{"a heading underlined", many("=", 8), false},
		{"a title between signs", many("=", 7) + " FAIL", false},
		{"indented", "  " + many("<", 7) + " HEAD", false},
		{"a quotation in a reply", "> > > > > > >", false},
	} {
		if got := conflict(test.line); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// rooms are the folders at the root: what a visitor sees first. A new one has to earn its place here.
var rooms = []string{"client", "cmd", "core", "docs", "games", "internal", "protocol", "record", "results", "review", "smp", "tests", "web"}

func TestFoldersAtTheRoot(t *testing.T) {
	found := map[string]bool{}
	for _, name := range tracked(t) {
		if folder, _, below := strings.Cut(name, "/"); below && !strings.HasPrefix(folder, ".") {
			found[folder] = true
		}
	}
	if got := slices.Sorted(maps.Keys(found)); !slices.Equal(got, rooms) {
		t.Errorf("%q, want %q", got, rooms)
	}
}

// A program with a profile has nothing in its folder but the call of another package, and ./...
// passes over it: else go test ./... would compile whatever it needs again, by the profile.
func TestProfilesAreOutOfTheWay(t *testing.T) {
	read, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	var ignored []string
	for line := range strings.Lines(string(read)) {
		if folder, found := strings.CutPrefix(line, "ignore ./"); found {
			ignored = append(ignored, strings.TrimSpace(folder))
		}
	}
	files := map[string][]string{} // below each of them
	var profiled []string
	for _, name := range tracked(t) {
		if folder, found := strings.CutSuffix(name, "/default.pgo"); found {
			profiled = append(profiled, folder)
		}
		for _, folder := range ignored {
			if file, below := strings.CutPrefix(name, folder+"/"); below {
				files[folder] = append(files[folder], file)
			}
		}
	}
	if !slices.Equal(profiled, ignored) {
		t.Errorf("profiles in %q, but go.mod ignores %q", profiled, ignored)
	}
	for folder, files := range files {
		if want := []string{"default.pgo", "doc.go", "main.go"}; !slices.Equal(files, want) {
			t.Errorf("%s has %q, want %q", folder, files, want)
		}
	}
}
