package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// pageMark is in the head of each page that we write.
const pageMark = `<meta name="generator" content="Nitoryu"/>`

// pageHead is where the mark stands.
const pageHead = 4096

// OwnPage returns an error if a file is there that is no page of ours.
func OwnPage(name string) error {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return nil
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, pageHead))
	if err == nil && len(head) > 0 && !bytes.Contains(head, []byte(pageMark)) {
		err = fmt.Errorf("%s is there and is no page of Nitoryu's, or one of an earlier version; move it away or choose another place", name)
	}
	return err
}

// ReplacePage is Replace for a page. One that we did not write is an error, and stays.
func ReplacePage(name string, write func(io.Writer) error) error {
	if err := OwnPage(name); err != nil {
		return err
	}
	return Replace(name, write)
}
