package disk

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// writers is how many files may be begun at once in the place of one, so that a kill leaves nothing.
const writers = 4

// temporaryName returns the n-th name of files to come in the place of the one at path. It says whose
// they are, so that the next writer of the same file finds what was left there; nobody else uses such
// names.
func temporaryName(path string, n int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "Nitoryu, temporary file %d of %s", n, filepath.Base(path)))
	return filepath.Join(filepath.Dir(path), fmt.Sprintf(".nitoryu-%x", sum[:16]))
}

// createTemporary creates a file to come in the place of the one at path, and removes what killed
// writers left of theirs. Each file of a writer has a lock until its end: where a lock was left and
// nobody holds it, the writer is dead and the file its own. Where no lock can be had, the name is
// random and the file stays if its writer is killed.
func createTemporary(path string, mode fs.FileMode) (file *os.File, held *lock, err error) {
	const flags = os.O_RDWR | os.O_CREATE | os.O_EXCL
	for n := range writers {
		name := temporaryName(path, n)
		if _, err := os.Lstat(lockFile(name)); file != nil && err != nil {
			continue // nothing to remove
		}
		l, err := acquire(name)
		if err != nil {
			continue
		}
		if !l.made {
			_ = os.Remove(name)
		}
		if file == nil {
			if file, err = os.OpenFile(name, flags, mode); err == nil {
				held = &l
				continue
			}
		}
		_ = l.release(true)
	}
	if file == nil {
		file, err = os.OpenFile(filepath.Join(filepath.Dir(path), ".nitoryu-"+rand.Text()), flags, mode)
	}
	return file, held, err
}
