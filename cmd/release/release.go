package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// release is a release in the making, as goreleaser describes it.
type release struct {
	root string // of a clone
	out  string // folder of the archives

	version  string
	revision string
	time     time.Time
	snapshot bool // it is no release, and gets no tag
}

// platform is an operating system and a processor architecture, as Go calls them.
type platform struct{ os, arch string }

func (p platform) String() string { return p.os + "/" + p.arch }

// platforms returns the platforms of a release, as in .goreleaser.yaml.
func platforms() (all []platform) {
	for _, os := range []string{"linux", "windows", "darwin"} {
		for _, arch := range []string{"amd64", "arm64"} {
			all = append(all, platform{os, arch})
		}
	}
	return all
}

// notesFile is not published as a file: it becomes the text of the release.
const notesFile = "NOTES.md"

// describe writes the files about the archives.
func (r *release) describe() error {
	modules, err := r.modules()
	if err != nil {
		return err
	}
	files, err := r.files(modules)
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(r.out, name), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// files returns the files about the archives by their names. modules is what cyclonedx-gomod
// writes.
func (r *release) files(modules []byte) (map[string][]byte, error) {
	bill, err := r.bill(modules)
	if err != nil {
		return nil, err
	}
	hashes, err := r.hashes()
	if err != nil {
		return nil, err
	}
	manifest, err := r.manifest(hashes)
	if err != nil {
		return nil, err
	}
	changes, err := os.ReadFile(filepath.Join(r.root, "CHANGELOG.md"))
	if err != nil {
		return nil, err
	}
	notes, err := r.notes(string(changes))
	if err != nil {
		return nil, err
	}
	return map[string][]byte{
		"nitoryu-" + r.version + ".cdx.json": bill,
		"nitoryu.rb":                         []byte(r.formula(hashes)),
		"nitoryu.json":                       []byte(manifest),
		notesFile:                            []byte(notes),
	}, nil
}

// hashes returns the hashes of the archives that are there.
func (r *release) hashes() (map[platform]string, error) {
	hashes := map[platform]string{}
	for _, p := range platforms() {
		data, err := os.ReadFile(filepath.Join(r.out, r.file(p)))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return nil, err
		}
		hashes[p] = sum(data)
	}
	if len(hashes) == 0 {
		return nil, fmt.Errorf("there are no archives of version %q in the folder %s", r.version, r.out)
	}
	return hashes, nil
}

func sum(data []byte) string {
	hash := sha256.Sum256(data)
	return hex.EncodeToString(hash[:])
}

// name returns the name of the archive for a platform, without its extension.
func (r *release) name(p platform) string {
	return "nitoryu-" + r.version + "-" + p.os + "-" + p.arch
}

// file returns the name of the archive for a platform.
func (r *release) file(p platform) string {
	if p.os == "windows" {
		return r.name(p) + ".zip"
	}
	return r.name(p) + ".tar.gz"
}
