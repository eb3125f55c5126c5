package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"
)

// entry is a file of an archive.
type entry struct {
	name string // with slashes
	mode fs.FileMode
	data []byte
}

// sorted returns the entries put into a folder, in the order of their names.
func sorted(folder string, entries []entry) []entry {
	entries = slices.Clone(entries)
	for i := range entries {
		entries[i].name = path.Join(folder, entries[i].name)
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.name, b.name) })
	return entries
}

// tarball returns the entries as a .tar.gz. The bytes depend on nothing else: all files belong
// to root and have the same time.
func tarball(folder string, entries []entry, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	zipped, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(zipped)
	for _, e := range sorted(folder, entries) {
		err := w.WriteHeader(&tar.Header{
			Typeflag: tar.TypeReg, Name: e.name, Mode: int64(e.mode), Size: int64(len(e.data)),
			ModTime: at.UTC(), Uname: "root", Gname: "root", Format: tar.FormatUSTAR,
		})
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(e.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if err := zipped.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// zipFile returns the entries as a .zip.
func zipFile(folder string, entries []entry, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, e := range sorted(folder, entries) {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: at.UTC()}
		h.SetMode(e.mode)
		f, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(e.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// files reads all files below a folder.
func files(folder string) (all []entry, err error) {
	err = filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(folder, name)
		all = append(all, entry{filepath.ToSlash(relative), 0o644, data})
		return err
	})
	return all, err
}
