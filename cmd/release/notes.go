package main

import (
	"fmt"
	"runtime"
	"strings"
)

// notes returns the notes of the release: its section of the changelog, where goreleaser has only
// the subjects of commits.
func (r *release) notes(changelog string) (string, error) {
	name, tree := r.version, "v"+r.version
	if r.snapshot { // without a tag
		name, tree = "Unreleased", r.revision
	}
	text, ok := section(changelog, name)
	switch {
	case !ok:
		return "", fmt.Errorf("CHANGELOG.md has no section [%s]", name)
	case text == "" && !r.snapshot:
		return "", fmt.Errorf("the section [%s] of CHANGELOG.md is empty", name)
	}
	return text + fmt.Sprintf("\n\nBuilt by Go %s from revision %s. How to check the files: see %s/blob/%s/docs/use/releases.md.\n",
		strings.TrimPrefix(runtime.Version(), "go"), r.revision, homepage, tree), nil
}

// section returns the text of a version in a changelog (https://keepachangelog.com).
func section(changelog, version string) (text string, ok bool) {
	var lines []string
	for line := range strings.Lines(strings.ReplaceAll(changelog, "\r", "")) {
		switch {
		case strings.HasPrefix(line, "## "):
			if ok {
				return strings.TrimSpace(strings.Join(lines, "")), true
			}
			ok = strings.HasPrefix(line, "## ["+version+"]")
		case strings.HasPrefix(line, "[") && strings.Contains(line, "]: "):
			// the addresses that headings link to
		case ok:
			lines = append(lines, line)
		}
	}
	return strings.TrimSpace(strings.Join(lines, "")), ok
}
