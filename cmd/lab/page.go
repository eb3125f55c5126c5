package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/report"
)

// pagePart returns the text of a measured part of a page, empty if the old one is
// to be kept, and adds its pictures by the names of their files, which begin with
// the prefix. known says that there is such a part.
type pagePart func(name, prefix string, pictures map[string]string) (lines string, known bool)

// rewritten returns the new text of the Markdown file at path, and the pictures that
// belong beside it.
func rewritten(path string, part pagePart) (page string, pictures map[string]string, err error) {
	old, err := os.ReadFile(path)
	if err != nil {
		return "", nil, err
	}
	base := filepath.Base(path)
	prefix := strings.TrimSuffix(base, filepath.Ext(base)) + "-"
	pictures = map[string]string{}
	page, err = report.Rewrite(string(old), report.Measured, func(name string) (string, bool) { return part(name, prefix, pictures) })
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", path, err)
	}
	return page, pictures, nil
}

// rewrite writes a page and its pictures anew.
func rewrite(path string, part pagePart) error {
	page, pictures, err := rewritten(path, part)
	if err != nil {
		return err
	}
	for name, picture := range pictures {
		err = errors.Join(err, replace(filepath.Join(filepath.Dir(path), name), text(picture)))
	}
	return errors.Join(err, replace(path, text(page)))
}
