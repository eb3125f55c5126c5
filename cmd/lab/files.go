package main

import (
	"bufio"
	"errors"
	"io"
	"os"
)

// createFile writes a new file by a function.
func createFile(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(f)
	return errors.Join(write(b), b.Flush(), f.Close())
}

// replace writes a file so that a crash leaves either the old one or the new one.
func replace(name string, write func(io.Writer) error) error {
	f, err := os.Create(name + ".new")
	if err != nil {
		return err
	}
	if err := errors.Join(write(f), f.Close()); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

// text returns a function that writes s.
func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}
