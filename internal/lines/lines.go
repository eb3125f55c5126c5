package lines

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Item returns the item of a line, empty if it has none.
func Item(line []byte) []byte {
	item := bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\ufeff")))
	if len(item) > 0 && item[0] == '#' {
		return nil
	}
	return item
}

// Each visits the items of lines of less than the given number of bytes. It returns the number of the
// line at which it has ended, from 1.
func Each(in io.Reader, longest int, visit func(item string) error) (number int, err error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longest)
	for number = 1; lines.Scan(); number++ {
		if item := Item(lines.Bytes()); len(item) > 0 {
			if err := visit(string(item)); err != nil {
				return number, err
			}
		}
	}
	if err = lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		err = fmt.Errorf("the line is longer than %d bytes", longest)
	}
	return number, err
}
