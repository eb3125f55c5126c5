package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// sumsFile has the checksums of all other published files. notesFile is not published as a
// file: it becomes the text of the release.
const (
	sumsFile  = "SHA256SUMS"
	notesFile = "NOTES.md"
)

// release is a release in the making.
type release struct {
	root      string // of a clone
	out       string // folder for the files
	platforms []platform
	site      string // folder of the page for browsers; "": none
	cache     string // of the go command; "": the usual one
	log       io.Writer

	origin origin
	sums   strings.Builder
	hashes map[platform]string // of archives
}

// documents are the files that each archive contains besides the programs.
func documents() []string {
	return []string{"README.md", "README.ja.md", "CHANGELOG.md", "LICENSE", licencesFile}
}

// run makes all files.
func (r *release) run() error {
	if err := emptyFolder(r.out); err != nil {
		return err
	}
	r.hashes = map[platform]string{}
	var common []entry
	for _, name := range documents() {
		data, err := os.ReadFile(filepath.Join(r.root, name))
		if err != nil {
			return err
		}
		common = append(common, entry{name, 0o644, data})
	}
	work, err := os.MkdirTemp("", "release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	var modules moduleSet
	for _, p := range r.platforms {
		fmt.Fprintln(r.log, p)
		all := slices.Clone(common)
		for _, name := range programs() {
			file := filepath.Join(work, p.os+"-"+p.arch+"-"+name)
			if err := compile(r.root, name, file, r.cache, p); err != nil {
				return err
			}
			if r.origin, err = originOf(file); err != nil {
				return err
			}
			modules.add(r.origin.modules)
			program, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			all = append(all, entry{p.program(name), 0o755, program})
		}
		if r.hashes[p], err = r.archive(r.name(p), p.os == "windows", all); err != nil {
			return err
		}
	}
	if r.site != "" {
		page, err := files(r.site)
		if err != nil {
			return err
		}
		page = append(page, common...) // the licences cover the engine of the page, too
		if _, err := r.archive("nitoryu-"+r.origin.version+"-web", true, page); err != nil {
			return err
		}
	}
	return r.describe(modules.sorted())
}

// describe writes the files about the archives.
func (r *release) describe(modules []module) error {
	bill, err := r.bill(modules)
	if err != nil {
		return err
	}
	if _, err := r.add("nitoryu-"+r.origin.version+".cdx.json", bill); err != nil {
		return err
	}
	changes, err := os.ReadFile(filepath.Join(r.root, "CHANGELOG.md"))
	if err != nil {
		return err
	}
	notes, err := r.notes(string(changes))
	if err != nil {
		return err
	}
	manifest, err := r.manifest()
	if err != nil {
		return err
	}
	if _, err := r.add("nitoryu.rb", []byte(r.formula())); err != nil {
		return err
	}
	if _, err := r.add("nitoryu.json", []byte(manifest)); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(r.out, notesFile), []byte(notes), 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.out, sumsFile), []byte(r.sums.String()), 0o666)
}

// name returns the name of the archive for a platform, without its extension.
func (r *release) name(p platform) string {
	return "nitoryu-" + r.origin.version + "-" + p.os + "-" + p.arch
}

// file returns the name of the archive for a platform.
func (r *release) file(p platform) string {
	if p.os == "windows" {
		return r.name(p) + ".zip"
	}
	return r.name(p) + ".tar.gz"
}

// archive writes an archive with one folder of its name, and returns the hash.
func (r *release) archive(name string, zipped bool, entries []entry) (hash string, err error) {
	pack, extension := tarball, ".tar.gz"
	if zipped {
		pack, extension = zipFile, ".zip"
	}
	data, err := pack(name, entries, r.origin.time)
	if err != nil {
		return "", err
	}
	return r.add(name+extension, data)
}

// add writes a file that is published, and returns its hash.
func (r *release) add(name string, data []byte) (hash string, err error) {
	sum := sha256.Sum256(data)
	hash = hex.EncodeToString(sum[:])
	fmt.Fprintf(&r.sums, "%s  %s\n", hash, name)
	return hash, os.WriteFile(filepath.Join(r.out, name), data, 0o666)
}
