package book

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// MergePolyglot writes the moves of several Polyglot books as one. The weights of a move
// add up; its first learn field that is not 0 stays. Memory does not grow with the
// books.
func MergePolyglot(w io.Writer, books ...Book) error {
	var sources []iter.Seq2[record, error]
	for _, b := range books {
		source, ok := b.(*polyglot)
		if !ok {
			return fmt.Errorf("%s: is no Polyglot book of %s", b.Info().File, chess.Rules.Name)
		}
		sources = append(sources, source.all())
	}
	out := bufio.NewWriter(w)
	var group []record // of one key, a record a move
	var weights []int64
	var buffer []byte
	write := func() error {
		for i, weight := range fitWeights(weights) {
			group[i].weight = weight
		}
		slices.SortFunc(group, compareRecords)
		for _, r := range group {
			buffer = r.append(buffer[:0])
			if _, err := out.Write(buffer); err != nil {
				return err
			}
		}
		group, weights = group[:0], weights[:0]
		return nil
	}
	for r, err := range merged(sources, func(a, b record) int { return cmp.Compare(a.key, b.key) }) {
		if err == nil && len(group) > 0 && group[0].key != r.key {
			err = write()
		}
		if err != nil {
			return err
		}
		i := slices.IndexFunc(group, func(known record) bool { return known.move == r.move })
		if i >= 0 {
			weights[i] += int64(r.weight)
			group[i].learn = cmp.Or(group[i].learn, r.learn)
			continue
		}
		if len(group) == maxRecords {
			return fmt.Errorf("one position has more than %d moves", maxRecords)
		}
		group, weights = append(group, r), append(weights, int64(r.weight))
	}
	if err := write(); err != nil {
		return err
	}
	return out.Flush()
}

// MergeYaneuraOu writes the positions of several books of YaneuraOu as one, sorted, with
// the smallest of their move numbers. The counts of a move add up; its score and reply
// come from the deepest search, or from the latest book. Memory does not grow with books
// that are searched on the fly.
func MergeYaneuraOu(w io.Writer, books ...Book) error {
	var sources []iter.Seq2[entry, error]
	for _, b := range books {
		source, ok := b.(*yaneuraou)
		if !ok {
			return fmt.Errorf("%s: is no book of YaneuraOu for %s", b.Info().File, shogi.Rules.Name)
		}
		sources = append(sources, source.entries())
	}
	out := newYaneuraOuWriter(w)
	var current entry
	begun := false
	write := func() error {
		if len(current.lines) == 0 {
			return nil
		}
		slices.SortStableFunc(current.lines, compareLines)
		return out.write(current)
	}
	for e, err := range merged(sources, func(a, b entry) int { return strings.Compare(a.key, b.key) }) {
		if err != nil {
			return err
		}
		if !begun || e.key != current.key {
			if err := write(); err != nil {
				return err
			}
			current, begun = e, true
			continue
		}
		if e.number > 0 {
			current.number = min(cmp.Or(current.number, e.number), e.number)
		}
		for _, l := range e.lines {
			i := slices.IndexFunc(current.lines, func(known line) bool { return known.move == l.move })
			if i < 0 {
				current.lines = append(current.lines, l)
				continue
			}
			current.lines[i] = better(current.lines[i], l)
		}
	}
	if err := write(); err != nil {
		return err
	}
	return out.flush()
}

// merged yields the elements of sorted sources in order, equal ones in the order of the
// sources.
func merged[E any](sources []iter.Seq2[E, error], compare func(a, b E) int) iter.Seq2[E, error] {
	return func(yield func(E, error) bool) {
		type head struct {
			element E
			next    func() (E, error, bool)
		}
		var heads []head
		for _, source := range sources {
			next, stop := iter.Pull2(source)
			defer stop()
			e, err, ok := next()
			if err != nil {
				yield(e, err)
				return
			}
			if ok {
				heads = append(heads, head{e, next})
			}
		}
		for len(heads) > 0 {
			least := 0
			for i := range heads {
				if compare(heads[i].element, heads[least].element) < 0 {
					least = i
				}
			}
			if !yield(heads[least].element, nil) {
				return
			}
			e, err, ok := heads[least].next()
			if err != nil {
				yield(e, err)
				return
			}
			if heads[least].element = e; !ok {
				heads = slices.Delete(heads, least, least+1)
			}
		}
	}
}

// all yields the records of the book in order.
func (b *polyglot) all() iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		in := bufio.NewReader(io.NewSectionReader(b.r, 0, b.records*polyglotSize))
		var buffer [polyglotSize]byte
		last := uint64(0)
		for i := range b.records {
			_, err := io.ReadFull(in, buffer[:])
			r := decodeRecord(buffer[:])
			if err == nil && r.key < last {
				err = fmt.Errorf("is corrupt: the records are not sorted near byte %d", i*polyglotSize)
			}
			if err != nil {
				yield(record{}, fmt.Errorf("%s: %w", b.name, err))
				return
			}
			if last = r.key; !yield(r, nil) {
				return
			}
		}
	}
}

// entries yields the positions of the book in the order of their keys, a repeated
// position as often as the book has it. The lines of an entry belong to the caller.
func (b *yaneuraou) entries() iter.Seq2[entry, error] {
	if !b.loaded {
		return b.stream
	}
	return func(yield func(entry, error) bool) {
		for _, p := range b.index {
			lines, err := b.text.lines(p.at, nil)
			if err != nil {
				yield(entry{}, fmt.Errorf("%s: %w", b.name, err))
				return
			}
			if !yield(entry{p.key, p.number, lines}, nil) {
				return
			}
		}
	}
}

// stream is entries for a book that is searched on the fly.
func (b *yaneuraou) stream(yield func(entry, error) bool) {
	in := bufio.NewReaderSize(io.NewSectionReader(b.text.r, 0, b.text.size), maxLine)
	at, current, last, begun := int64(0), entry{}, "", false
	flush := func() bool { return !begun || yield(current, nil) }
	for {
		text, err := in.ReadSlice('\n')
		if err != nil && !errors.Is(err, io.EOF) || len(text) == maxLine {
			if errors.Is(err, bufio.ErrBufferFull) {
				err = fmt.Errorf("is corrupt: a line has more than %d bytes", maxLine)
			}
			yield(entry{}, fmt.Errorf("%s: %w", b.name, err))
			return
		}
		if at == 0 {
			text = bytes.TrimPrefix(text, []byte(byteOrderMark))
		}
		if isPosition(text) {
			if !flush() {
				return
			}
			key, number := positionOf(text)
			begun = true
			if current = (entry{key: string(key), number: number}); current.key < last {
				yield(entry{}, fmt.Errorf("%s: %w", b.name, &unsortedError{at}))
				return
			}
			last = current.key
		} else if l, ok := parseLine(text); ok && begun {
			current.lines = joinLines(current.lines, l)
		}
		if at += int64(len(text)); err != nil {
			flush()
			return
		}
	}
}
