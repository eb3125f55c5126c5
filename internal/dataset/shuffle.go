package dataset

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"slices"
)

// shuffler brings records into a random order with bounded memory. It puts each
// record into one of several buckets on the disk, and permutes the buckets, which fit
// in memory, one after the other. With a random bucket for each record all orders are
// equally likely.
type shuffler struct {
	rng     *rand.Rand
	dir     string // folder of the temporary files, "" without them
	buckets []bucket
	size    int64 // bytes of all records with their lengths
}

// bucket is a list of records, each after its length, in memory or in a file.
type bucket struct {
	io.Writer
	memory bytes.Buffer
	file   *os.File
}

var errChanged = errors.New("a temporary file was changed by another program")

// maxBuckets bounds the open files: with more records than fit maxBuckets budgets, 25
// GB, the buckets get larger.
const maxBuckets = 200

// newShuffler returns a shuffler for records of about size bytes. Unless they
// fit the budget, it makes a folder for temporary files in dir.
func newShuffler(dir string, size, budget int64, seed uint64) (*shuffler, error) {
	s := &shuffler{rng: rand.New(rand.NewPCG(seed, 0))}
	s.buckets = make([]bucket, min(1+size/budget, maxBuckets))
	if len(s.buckets) == 1 {
		s.buckets[0].Writer = &s.buckets[0].memory
		return s, nil
	}
	var err error
	if s.dir, err = os.MkdirTemp(dir, "shuffle-*"); err != nil {
		return nil, err
	}
	for i := range s.buckets {
		file, err := os.CreateTemp(s.dir, "bucket-*")
		if err != nil {
			return nil, errors.Join(err, s.close())
		}
		s.buckets[i].file, s.buckets[i].Writer = file, bufio.NewWriterSize(file, 1<<16)
	}
	return s, nil
}

// random returns a number for add.
func (s *shuffler) random() uint64 { return s.rng.Uint64() }

// add puts a record into the bucket for a number; equal numbers mean the same
// bucket.
func (s *shuffler) add(record []byte, number uint64) error {
	b := &s.buckets[number%uint64(len(s.buckets))]
	length := binary.AppendUvarint(make([]byte, 0, binary.MaxVarintLen64), uint64(len(record)))
	s.size += int64(len(length) + len(record))
	if _, err := b.Write(length); err != nil {
		return err
	}
	_, err := b.Write(record)
	return err
}

// each calls visit with the number of a bucket and a record of it, bucket after
// bucket. Within a bucket records come in random order or in the order of add.
func (s *shuffler) each(ctx context.Context, shuffle bool, progress Progress, visit func(bucket int, record []byte) error) error {
	var done int64
	var text []byte
	var records [][]byte
	for i := range s.buckets {
		var err error
		if text, err = s.buckets[i].read(text); err != nil {
			return err
		}
		if records, err = split(records[:0], text); err != nil {
			return err
		}
		if shuffle {
			s.rng.Shuffle(len(records), func(i, j int) { records[i], records[j] = records[j], records[i] })
		}
		for _, record := range records {
			if err := errors.Join(ctx.Err(), visit(i, record)); err != nil {
				return err
			}
			if done += int64(len(record)); progress != nil {
				progress(done, s.size)
			}
		}
	}
	return nil
}

// read returns what was written to a bucket. It may use the memory of buf.
func (b *bucket) read(buf []byte) ([]byte, error) {
	if b.file == nil {
		return b.memory.Bytes(), nil
	}
	if err := b.Writer.(*bufio.Writer).Flush(); err != nil {
		return nil, err
	}
	size, err := b.file.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	buf = slices.Grow(buf[:0], int(size))[:size]
	_, err = b.file.ReadAt(buf, 0)
	return buf, err
}

// split appends the records of a bucket.
func split(records [][]byte, text []byte) ([][]byte, error) {
	for len(text) > 0 {
		length, n := binary.Uvarint(text)
		if n <= 0 || length > uint64(len(text)-n) {
			return nil, errChanged
		}
		records = append(records, text[n:n+int(length)])
		text = text[n+int(length):]
	}
	return records, nil
}

// close removes the temporary files.
func (s *shuffler) close() error {
	if s.dir == "" {
		return nil
	}
	var all []error
	for _, b := range s.buckets {
		if b.file != nil {
			all = append(all, b.file.Close())
		}
	}
	return errors.Join(append(all, os.RemoveAll(s.dir))...)
}
