package book

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
)

// sorted is the text of a book of YaneuraOu in a file, to be searched without reading all
// of it. Positions are sorted by the bytes of board, side and hands. Writers that sort the
// whole lines, move numbers included, arrive at the same order, because the space in
// front of the number comes before all letters and digits.
type sorted struct {
	r    io.ReaderAt
	size int64
}

// block is how many bytes are read at once.
const block = 4096

// sortSamples is how many places of a file are read to see whether it is sorted.
const sortSamples = 64

// unsortedError says that a position stands where it must not.
type unsortedError struct{ at int64 }

func (e *unsortedError) Error() string {
	return fmt.Sprintf("is not sorted by position near byte %d", e.at)
}

// found is a position found in the text.
type found struct {
	at     int64 // where its line begins
	next   int64 // where the next line begins
	key    string
	number int
	ok     bool // a position was found
}

// after returns the first position whose line begins at from or later but before
// limit. No entry may be longer than maxEntry.
func (t sorted) after(from, limit int64) (found, error) {
	// One byte more tells whether a line begins at from.
	start := max(from-1, 0)
	var buffer []byte
	for {
		grown := min(max(2*int64(len(buffer)), block), limit-start+maxLine, t.size-start)
		grown = max(grown, 0)
		read := int64(len(buffer))
		if grown > read {
			buffer = slices.Grow(buffer, int(grown-read))[:grown]
			if err := readFull(t.r, buffer[read:], start+read); err != nil {
				return found{}, err
			}
		}
		whole := start+int64(len(buffer)) >= t.size // no more text after the buffer
		at, size, complete := nextPosition(buffer, start == 0 && from == 0, whole)
		if at >= 0 && start+int64(at) >= limit {
			return found{}, nil
		}
		if complete && at >= 0 {
			key, number := positionOf(bytes.TrimPrefix(buffer[at:at+size], []byte(byteOrderMark)))
			return found{start + int64(at), start + int64(at+size), string(key), number, true}, nil
		}
		if whole || at < 0 && start+int64(len(buffer)) >= limit+int64(len("sfen ")) {
			return found{}, nil
		}
		if len(buffer) > maxEntry+maxLine || at >= 0 && len(buffer)-at > maxLine {
			return found{}, fmt.Errorf("is corrupt: no position within %d bytes after byte %d", maxEntry, from)
		}
	}
}

// nextPosition finds the line of a position in the buffer. Its first byte belongs to an
// earlier line, unless the buffer begins with the text. at is -1 without such a line,
// complete false if the buffer ends too early to tell the end of the line.
func nextPosition(buffer []byte, first, whole bool) (at, size int, complete bool) {
	at = -1
	if first && isPosition(bytes.TrimPrefix(buffer, []byte(byteOrderMark))) {
		at = 0 // the mark belongs to the line
	}
	if at < 0 {
		i := bytes.Index(buffer, []byte("\nsfen "))
		if i < 0 {
			return -1, 0, whole
		}
		at = i + 1
	}
	if end := bytes.IndexByte(buffer[at:], '\n'); end >= 0 {
		return at, end + 1, true
	}
	return at, len(buffer) - at, whole
}

// check reads parts of the text and reports what keeps it from being searched.
func (t sorted) check() error {
	first, err := t.after(0, t.size)
	if err != nil {
		return err
	}
	if !first.ok {
		return errors.New("has no positions")
	}
	last := first
	for i := range int64(sortSamples) {
		// A few positions in a row, so that each block says as much as it can.
		from := max(t.size/sortSamples*i, last.next)
		for range 4 {
			p, err := t.after(from, t.size)
			if err != nil {
				return err
			}
			if !p.ok {
				return nil
			}
			if p.key < last.key {
				return &unsortedError{p.at}
			}
			last, from = p, p.next
		}
	}
	return nil
}

// each calls visit for every position with the key, until visit fails.
func (t sorted) each(key string, visit func(place) error) error {
	low, high := int64(0), t.size // the first such position begins in between
	least, most := "", ""         // bounds of the keys in between
	bounded := false              // most is in force
	for low < high {
		middle := low + (high-low)/2
		p, err := t.after(middle, high)
		switch {
		case err != nil:
			return err
		case !p.ok:
			high = middle
			continue
		case p.key < least || bounded && p.key > most:
			return &unsortedError{p.at}
		case p.key < key:
			low, least = p.next, p.key
		default:
			high, most, bounded = middle, p.key, true
		}
	}
	for {
		p, err := t.after(low, t.size)
		if err != nil || !p.ok || p.key != key {
			return err
		}
		if err := visit(place{p.key, p.number, p.next}); err != nil {
			return err
		}
		low = p.next
	}
}

// lines adds the moves from a place on to the moves of a position.
func (t sorted) lines(at int64, lines []line) ([]line, error) {
	var rest []byte // of a line that goes on in the next block
	end := min(t.size, at+maxEntry)
	for at < end {
		buffer := make([]byte, min(block, end-at))
		if err := readFull(t.r, buffer, at); err != nil {
			return nil, err
		}
		at += int64(len(buffer))
		rest = append(rest, buffer...)
		for {
			text, after, complete := bytes.Cut(rest, []byte{'\n'})
			if !complete && at < t.size {
				break
			}
			if isPosition(text) {
				return lines, nil
			}
			if l, ok := parseLine(text); ok {
				lines = joinLines(lines, l)
			}
			if rest = after; !complete {
				return lines, nil
			}
		}
	}
	if at < t.size {
		return nil, fmt.Errorf("is corrupt: a position has more than %d bytes of moves", maxEntry)
	}
	return lines, nil
}
