package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// check builds a release twice and compares.
type check struct {
	platforms []platform
	site      bool // with the page for browsers
	cold      bool
	keep      string
	log       io.Writer
}

// run builds in two clones. Their paths differ in length.
func (c *check) run() error {
	work, err := os.MkdirTemp("", "release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	first := filepath.Join(work, "a")
	if c.keep != "" {
		if err := emptyFolder(c.keep); err != nil {
			return err
		}
		first = c.keep
	}
	built := []string{first, filepath.Join(work, "b")}
	for i, out := range built {
		clone := filepath.Join(work, strings.Repeat("clone", i+1))
		if _, err := command(".", "git", "clone", "--quiet", ".", clone); err != nil {
			return err
		}
		r := release{root: clone, out: out, platforms: c.platforms, log: c.log}
		if c.cold {
			r.cache = filepath.Join(work, "cache")
		}
		if c.site {
			var err error
			if r.site, err = buildSite(clone, r.cache); err != nil {
				return err
			}
		}
		if err := r.run(); err != nil {
			return err
		}
		if c.cold { // hundreds of megabytes
			if err := os.RemoveAll(r.cache); err != nil {
				return err
			}
		}
	}
	if err := equal(built[0], built[1]); err != nil {
		return err
	}
	here := platform{runtime.GOOS, runtime.GOARCH}
	if !slices.Contains(c.platforms, here) {
		return nil
	}
	return start(built[0], work, here)
}

// buildSite makes the page for browsers, as make release does, and returns its folder. cache is
// the folder of the go command's cache, "" for the usual one.
func buildSite(clone, cache string) (folder string, err error) {
	args := []string{"--silent", "site", "GOFLAGS="}
	if cache != "" {
		args = append(args, "GOCACHE="+cache)
	}
	_, err = command(clone, "make", args...)
	return filepath.Join(clone, "site"), err
}

// equal compares the files in two folders.
func equal(a, b string) error {
	first, err := files(a)
	if err != nil {
		return err
	}
	second, err := files(b)
	if err != nil {
		return err
	}
	if len(first) != len(second) || len(first) == 0 {
		return fmt.Errorf("one build has %d files, the other %d", len(first), len(second))
	}
	var faults []error
	for i := range first {
		if first[i].name != second[i].name || !bytes.Equal(first[i].data, second[i].data) {
			faults = append(faults, fmt.Errorf("%s differs", first[i].name))
		}
	}
	return errors.Join(faults...)
}

// start unpacks the archive for this platform with the system's tar, and starts the programs in
// it.
func start(out, work string, here platform) error {
	found, err := filepath.Glob(filepath.Join(out, "nitoryu-*-"+here.os+"-"+here.arch+".*"))
	if err != nil {
		return err
	}
	if len(found) != 1 {
		return fmt.Errorf("there are %d archives for %s", len(found), here)
	}
	archive, err := filepath.Abs(found[0])
	if err != nil {
		return err
	}
	if _, err := command(work, "tar", "-xf", archive); err != nil { // on Windows, tar unpacks zips, too
		return err
	}
	folder := filepath.Base(strings.TrimSuffix(strings.TrimSuffix(archive, ".zip"), ".tar.gz"))
	if _, err := command(work, filepath.Join(work, folder, here.program("lab")), "version"); err != nil {
		return err
	}
	program := filepath.Join(work, folder, here.program("nitoryu"))
	for protocol, answer := range map[string]string{"uci": "uciok", "usi": "usiok"} {
		cmd := exec.Command(program)
		cmd.Stdin = strings.NewReader(protocol + "\nisready\nquit\n")
		text, err := cmd.Output()
		if err != nil {
			return err
		}
		if !strings.Contains(string(text), answer) || !strings.Contains(string(text), "readyok") {
			return fmt.Errorf("the engine answers %s with %q", protocol, text)
		}
	}
	return nil
}
