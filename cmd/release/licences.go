package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// licencesFile has the licences of the modules that Nitoryu uses.
const licencesFile = "THIRD_PARTY.md"

// licence is the licence of a module.
type licence struct {
	module string
	id     string // of SPDX, https://spdx.org/licenses
	text   string
	engine bool // the module is part of the engine's binary
}

// licences reads the licences of Go and of the modules in the go.mod of a clone.
func licences(root string) ([]licence, error) {
	required, err := required(root)
	if err != nil {
		return nil, err
	}
	linked := map[string]map[string]bool{}
	for _, p := range platforms() {
		if err := link(root, p, linked); err != nil {
			return nil, err
		}
	}
	folder, err := command(root, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	all := []licence{{module: goModule, engine: true}}
	folders := []string{folder}
	for _, m := range required {
		folder, err := command(root, "go", "list", "-m", "-f", "{{.Dir}}", m)
		if err != nil {
			return nil, err
		}
		all, folders = append(all, licence{module: m, engine: linked[m] != nil}), append(folders, folder)
	}
	for i := range all {
		if all[i].text, err = licenceText(folders[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", all[i].module, err)
		}
		for _, folder := range slices.Sorted(maps.Keys(linked[all[i].module])) {
			if text, err := licenceText(folder); err == nil && folder != folders[i] {
				all[i].text += "\n\n" + text // a package under another licence
			}
		}
		if all[i].id = identify(all[i].text); all[i].id == "" {
			return nil, fmt.Errorf("%s has a licence that this program does not know: read it, and add it to identify", all[i].module)
		}
	}
	return all, nil
}

// goModule stands for the standard library and the runtime.
const goModule = "the Go standard library and runtime"

// required returns the modules that go.mod names.
func required(root string) (modules []string, err error) {
	text, err := command(root, "go", "mod", "edit", "-json")
	if err != nil {
		return nil, err
	}
	var file struct{ Require []struct{ Path string } }
	if err := json.Unmarshal([]byte(text), &file); err != nil {
		return nil, err
	}
	for _, m := range file.Require {
		modules = append(modules, m.Path)
	}
	slices.Sort(modules)
	return modules, nil
}

// link adds the modules of the engine's binary for a platform, with the folders of their packages.
func link(root string, p platform, linked map[string]map[string]bool) error {
	cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}\t{{$.Dir}}{{end}}", "./cmd/nitoryu")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.os, "GOARCH="+p.arch)
	out, err := cmd.Output()
	if err != nil {
		return errors.New(p.String() + ": " + failure(err))
	}
	for line := range strings.Lines(string(out)) {
		module, folder, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			continue
		}
		if linked[module] == nil {
			linked[module] = map[string]bool{}
		}
		linked[module][folder] = true
	}
	return nil
}

// licenceText reads the licence in a folder.
func licenceText(folder string) (string, error) {
	if folder == "" {
		return "", errors.New("the module is not here: run go mod download")
	}
	for _, name := range []string{"LICENSE", "LICENSE.txt", "LICENSE.md", "COPYING"} {
		if text, err := os.ReadFile(filepath.Join(folder, name)); err == nil {
			return strings.TrimSpace(strings.ReplaceAll(string(text), "\r", "")), nil
		}
	}
	return "", errors.New("there is no licence in " + folder)
}

// identify returns the SPDX identifier of a licence, "" for an unknown one. A text with several
// licences begins with the licence of the whole.
func identify(text string) (id string) {
	text = strings.Join(strings.Fields(text), " ")
	first := len(text)
	for _, known := range []struct{ id, words, also string }{
		{"Apache-2.0", "Apache License Version 2.0", ""},
		{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy", "without restriction"},
		{"ISC", "Permission to use, copy, modify, and", "distribute this software for any purpose with or without fee"},
		{"BSD-3-Clause", "Redistribution and use in source and binary forms", "Neither the name"},
		{"BSD-2-Clause", "Redistribution and use in source and binary forms", "this list of conditions"},
	} {
		if at := strings.Index(text, known.words); at >= 0 && at < first && strings.Contains(text, known.also) {
			id, first = known.id, at
		}
	}
	return id
}

// licencesPage writes the licences as a page.
func licencesPage(all []licence) string {
	var page strings.Builder
	page.WriteString("# Licences of other software\n\n" +
		"What is in the binaries of Nitoryu, and what only the lab and the tests use. `go run ./cmd/release licences` writes this page.\n\n" +
		"| Software | Licence | In the engine |\n|---|---|---|\n")
	for _, l := range all {
		in := "no"
		if l.engine {
			in = "yes"
		}
		fmt.Fprintf(&page, "| %s | %s | %s |\n", l.module, l.id, in)
	}
	for _, l := range all {
		fmt.Fprintf(&page, "\n## %s\n\n```\n%s\n```\n", l.module, l.text)
	}
	return page.String()
}

// command returns what a command prints, without the end of the line.
func command(folder string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH)
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %s", name, strings.Join(args, " "), failure(err))
	}
	return strings.TrimSpace(string(out)), nil
}

// failure describes why a command failed.
func failure(err error) string {
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return err.Error() + ": " + strings.TrimSpace(string(exit.Stderr))
	}
	return err.Error()
}
