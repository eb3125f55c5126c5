package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/internal/dataset"
)

// Positions go to the formats of other trainers and come back.
func TestExportAndImport(t *testing.T) {
	for _, g := range tried() {
		t.Run(g.Name, func(t *testing.T) {
			dir := t.TempDir()
			src := filepath.Join(dir, "src")
			done(t, "datagen", "--nodes", "20", "--hash", "1", "--games", "6", "--move-limit", "60", "--eval", "<classic>", g.Name, src)
			for _, f := range dataset.Formats() {
				file, back := filepath.Join(dir, "positions"+f.Suffixes[0]), filepath.Join(dir, f.Name)
				_, log, err := call(t, "data", "export", "--min-ply", "0", file, src)
				if f.Game != "" && f.Game != g.Name {
					if _, gone := os.Stat(file); err == nil || !strings.Contains(err.Error(), f.Name+" has positions of "+f.Game) || gone == nil {
						t.Errorf("%s: error %v, file %v", f.Name, err, gone)
					}
					continue
				}
				if err != nil {
					t.Fatal(err, log)
				}
				refused(t, "exists", "data", "export", file, src)
				done(t, "data", "import", back, file)
				want, got := positionsOf(t, src), positionsOf(t, back)
				if len(want) < 50 || len(got) != len(want) {
					t.Fatalf("%s: %d positions of %d", f.Name, len(got), len(want))
				}
				if f.Name == "bullet" { // has lost the side to move
					continue
				}
				for i := range got {
					if got[i] != want[i] {
						t.Fatalf("%s: %s instead of %s", f.Name, got[i], want[i])
					}
				}
			}
		})
	}
	dir := t.TempDir()
	for _, test := range []struct {
		name string
		args []string
		want string
	}{
		{"a name without a format", []string{"export", dir + "/x", "y"}, "the name says no format; give one by --format"},
		{"an unknown format", []string{"export", "--format", "pgn", dir + "/x", "y"}, `there is no format "pgn" of positions`},
		{"no file", []string{"import", "--format", "psv", dir + "/x", dir + "/y"}, "no such file"},
		{"wild bytes", []string{"import", "--format", "psv", dir + "/x", "data_test.go"}, "data_test.go: record 1: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			refused(t, test.want, append([]string{"data"}, test.args...)...)
		})
	}
}

// positionsOf returns the quiet positions of a file as text.
func positionsOf(t *testing.T, path string) []string {
	t.Helper()
	out, _ := done(t, "data", "positions", "--min-ply", "0", path)
	return strings.Split(strings.TrimSpace(out), "\n")
}
