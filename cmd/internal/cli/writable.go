package cli

import (
	"errors"
	"os"
)

// Writable reports before long work why a file could not be written at its end. It leaves
// no trace: an old file stays as it is. What is no plain file is not tried.
func Writable(name string) error {
	info, missing := os.Stat(name)
	if missing == nil && !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	err = f.Close()
	if missing != nil {
		err = errors.Join(err, os.Remove(name))
	}
	return err
}

// WritableFolder reports the same of new files in a folder, which it makes if need be.
func WritableFolder(name string) error {
	if err := os.MkdirAll(name, 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(name, "writable")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}
