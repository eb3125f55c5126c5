package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
	"unicode"
)

// Uses are the files that a command reads and writes. They are compared before the first is
// written, as one that is written twice, or read and written, would be lost.
type Uses struct{ list []use }

// use is a file with the words for it, such as the flag that names it.
type use struct {
	what, path string
	written    bool
}

// Read adds files that are read. Without a name there is no file.
func (u *Uses) Read(what string, paths ...string) { u.add(what, false, paths) }

// Write adds files that are written.
func (u *Uses) Write(what string, paths ...string) { u.add(what, true, paths) }

// Lock adds a file that is written under a lock, and the file of the lock.
func (u *Uses) Lock(what, path string) {
	if path != "" {
		u.Write(what, path)
		u.Write("the lock of "+what, lockFile(path))
	}
}

func (u *Uses) add(what string, written bool, paths []string) {
	for _, path := range paths {
		if path != "" {
			u.list = append(u.list, use{what, path, written})
		}
	}
}

// stamp is what two names of one file have in common. Others may have it, too.
type stamp struct {
	size     int64
	modified time.Time
}

// present is a use of a file that is there.
type present struct {
	use
	info fs.FileInfo
}

// Check returns an error if a file that is written is used by another name, too: through links,
// or in other letters where the system takes them for the same. Pipes and devices may be.
func (u *Uses) Check() error {
	there, fresh, known := map[stamp][]present{}, map[string]use{}, map[use]bool{}
	for _, n := range u.list {
		if known[n] && !n.written {
			continue
		}
		known[n] = true
		info, err := os.Stat(n.path)
		if err != nil {
			place := whole(n.path)
			if had, taken := fresh[place]; taken {
				if err := collision(had, n); err != nil {
					return err
				}
			}
			fresh[place] = n
			continue
		}
		if !info.Mode().IsRegular() && !info.IsDir() {
			continue
		}
		s := stamp{info.Size(), info.ModTime()}
		for _, had := range there[s] {
			if os.SameFile(had.info, info) {
				if err := collision(had.use, n); err != nil {
					return err
				}
			}
		}
		there[s] = append(there[s], present{n, info})
	}
	return nil
}

// collision describes two uses of one file.
func collision(a, b use) error {
	switch {
	case a.written && b.written && a.what == b.what:
		return fmt.Errorf("%s and %s are the same file of %s", a.path, b.path, b.what)
	case a.written && b.written:
		return fmt.Errorf("%s and %s are the same file, %s; give each its own", a.what, b.what, b.path)
	case a.written:
		a, b = b, a
		fallthrough
	case b.written:
		return fmt.Errorf("%s is read, so it cannot be written; choose another file for %s than for %s", b.path, b.what, a.what)
	}
	return nil
}

// whole returns the whole path of a file that is not there: equal ones would be the same file.
func whole(name string) string {
	if to, err := Behind(name); err == nil {
		name = to
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	rest := ""
	for folder := path; ; {
		up := filepath.Dir(folder)
		rest = filepath.Join(filepath.Base(folder), rest)
		if up == folder {
			return path
		}
		folder = up
		real, err := filepath.EvalSymlinks(folder)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return path
		}
		if folds(real) {
			rest = strings.ToLower(rest)
		}
		return filepath.Join(real, rest)
	}
}

// folds reports whether capital and small letters make no difference to names in a folder, as far
// as can be told: the system usually says so, a foreign disk by the name of the folder.
func folds(folder string) bool {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return true
	}
	swapped := strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, filepath.Base(folder))
	a, errA := os.Stat(folder)
	b, errB := os.Stat(filepath.Join(filepath.Dir(folder), swapped))
	return swapped != filepath.Base(folder) && errA == nil && errB == nil && os.SameFile(a, b)
}
