package measure

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/nitoryu/nitoryu/report"
)

// Report is what a measurement has come to.
type Report interface {
	// Text returns it as tables for a terminal.
	Text() string
	// Part returns a part of a Markdown page: whole lines, or nothing to keep the old
	// ones. known says that there is a part with that name.
	Part(name string, pictures *report.Pictures) (lines string, known bool)
}

// Rewrite returns the Markdown file at path with its measured parts replaced by those of
// the report, and the pictures that belong beside it: texts by their paths.
func Rewrite(path string, r Report) (files map[string]string, err error) {
	old, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	folder, base := filepath.Split(path)
	pictures := report.Pictures{Prefix: strings.TrimSuffix(base, filepath.Ext(base)) + "-", Files: map[string]string{}}
	text, err := report.Rewrite(string(old), report.Measured, func(name string) (string, bool) { return r.Part(name, &pictures) })
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	files = map[string]string{path: text}
	for name, picture := range pictures.Files {
		files[folder+name] = picture
	}
	return files, nil
}
