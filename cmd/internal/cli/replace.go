package cli

import (
	"bufio"
	"errors"
	"io"
	"os"
)

// Replace writes a file by a function. It brings it to the disk before it gets its name: a
// crash leaves either the old file or the new one. A pipe or a device is written to.
func Replace(name string, write func(io.Writer) error) error {
	path := name + ".new"
	info, err := os.Stat(name)
	device := err == nil && !info.Mode().IsRegular()
	if device {
		path = name
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(f)
	err = errors.Join(write(b), b.Flush())
	switch {
	case device:
		return errors.Join(err, f.Close())
	case err == nil:
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return os.Rename(f.Name(), name)
}

// ReplaceText is Replace with a text.
func ReplaceText(name, text string) error {
	return Replace(name, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}
