package disk

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Pending is a file that is being written under a temporary name. Replace, Publish or Discard
// ends it.
type Pending struct {
	*os.File
	name string // that was asked for
	path string // of the file itself, behind all links
	old  fs.FileInfo
	lock *lock // of the temporary name, nil if there is none
}

// Begin begins a file in the place of what stands at a name, behind links. A pipe or a device is
// written to directly. What the user may not write to is an error.
func Begin(name string) (*Pending, error) {
	p := &Pending{name: name}
	var err error
	if p.path, err = Behind(name); err != nil {
		return nil, err
	}
	if p.old, err = os.Stat(p.path); err == nil {
		// To rename takes no right to write the old file.
		f, err := os.OpenFile(p.path, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		if !p.old.Mode().IsRegular() {
			p.File = f
			return p, nil
		}
		if err := f.Close(); err != nil {
			return nil, err
		}
	} else if p.old = nil; !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	mode := fs.FileMode(0o666)
	if p.old != nil {
		mode = p.old.Mode().Perm() // what is private never is anything else
	}
	if p.File, p.lock, err = createTemporary(p.path, mode); err != nil {
		return nil, named(err, name)
	}
	return p, nil
}

// named returns an error about a temporary file as one about the file that was asked for.
func named(err error, name string) error {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return &fs.PathError{Op: path.Op, Path: name, Err: path.Err}
	}
	return err
}

// temporary reports whether the file has a name that it should lose.
func (p *Pending) temporary() bool { return p.old == nil || p.old.Mode().IsRegular() }

// Replaces reports whether an older file will go.
func (p *Pending) Replaces() bool { return p.old != nil && p.old.Mode().IsRegular() }

// complete brings the file to the disk and closes it.
func (p *Pending) complete() error {
	if !p.temporary() {
		return p.Close()
	}
	err := p.Sync()
	if p.old != nil && err == nil {
		if now, e := p.Stat(); e != nil || now.Mode().Perm() != p.old.Mode().Perm() {
			err = p.Chmod(p.old.Mode().Perm())
		}
	}
	return errors.Join(err, p.Close())
}

// Replace gives the file its name, in place of what stood there, whose permissions it has. After
// an error the old file stands there.
func (p *Pending) Replace() error {
	err := p.complete()
	if err == nil && p.temporary() {
		err = os.Rename(p.Name(), p.path)
	}
	return p.end(err)
}

// Publish gives the file its name, which nothing may have.
func (p *Pending) Publish() error {
	err := p.complete()
	if err == nil && !p.temporary() {
		return &fs.PathError{Op: "create", Path: p.name, Err: fs.ErrExist}
	}
	if err == nil {
		if err = os.Link(p.Name(), p.name); err == nil {
			err = os.Remove(p.Name())
		} else if _, there := os.Lstat(p.name); !errors.Is(there, fs.ErrNotExist) {
			err = &fs.PathError{Op: "create", Path: p.name, Err: fs.ErrExist}
		} else { // this file system has no links
			err = os.Rename(p.Name(), p.name)
		}
	}
	return p.end(err)
}

// end gives up the temporary name. After an error, which it returns, the file goes as well.
func (p *Pending) end(err error) error {
	if err != nil && p.temporary() {
		err = errors.Join(err, os.Remove(p.Name()))
	}
	p.unlock()
	return err
}

func (p *Pending) unlock() {
	if p.lock != nil {
		_ = p.lock.release(true) // what is left does no harm
	}
}

// Discard leaves everything as it was, but for a pipe or a device.
func (p *Pending) Discard() error {
	err := p.Close()
	if p.temporary() {
		err = errors.Join(err, os.Remove(p.Name()))
	}
	p.unlock()
	return err
}

// Replace writes a file by a function. It brings it to the disk before it gets its name: a
// crash leaves either the old file or the new one. A pipe or a device is written to.
func Replace(name string, write func(io.Writer) error) error {
	return fill(name, write, (*Pending).Replace)
}

// New is Replace for a file that must not be there yet.
func New(name string, write func(io.Writer) error) error {
	return fill(name, write, (*Pending).Publish)
}

func fill(name string, write func(io.Writer) error, end func(*Pending) error) error {
	p, err := Begin(name)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(p)
	if err := errors.Join(write(b), b.Flush()); err != nil {
		return errors.Join(err, p.Discard())
	}
	return end(p)
}

// ReplaceText is Replace with a text.
func ReplaceText(name, text string) error {
	return Replace(name, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// Writable reports before long work why a file could not be written at its end. It leaves
// no trace. What is no plain file is not tried.
func Writable(name string) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil // opening a pipe would wait for its reader
	}
	p, err := Begin(name)
	if err != nil {
		return err
	}
	return p.Discard()
}

// WritableFolder reports the same of new files in a folder, which it makes if need be.
func WritableFolder(name string) error {
	if err := os.MkdirAll(name, 0o777); err != nil {
		return err
	}
	return Writable(filepath.Join(name, ".nitoryu-probe"))
}

// Behind returns where the links at a name lead, and the name itself if it is no link.
func Behind(name string) (string, error) {
	const most = 40 // as on Linux
	for range most {
		to, err := os.Readlink(name)
		if err != nil {
			return name, nil
		}
		if !filepath.IsAbs(to) {
			folder, err := filepath.EvalSymlinks(filepath.Dir(name))
			if err != nil {
				return "", err
			}
			to = filepath.Join(folder, to)
		}
		name = to
	}
	return "", fmt.Errorf("%s: too many links", name)
}
