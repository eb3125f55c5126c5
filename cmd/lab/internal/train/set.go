package train

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/nitoryu/nitoryu/internal/dataset"
)

// recordPage is a unit of memory and of the temporary file.
type recordPage [1 << pageBits]dataset.Packed

const pageBits = 13

// list is positions in memory. They are in pages, so that a growing list is never copied.
type list struct {
	pages []*recordPage
	n     int
}

// Len returns the number of positions.
func (l *list) Len() int { return l.n }

func (l *list) at(i uint64) *dataset.Packed { return &l.pages[i>>pageBits][i&(1<<pageBits-1)] }

func (l *list) add(r *dataset.Packed) {
	if l.n == len(l.pages)<<pageBits {
		l.pages = append(l.pages, new(recordPage))
	}
	*l.at(uint64(l.n)) = *r
	l.n++
}

// Positions of a partition, unless there are more than maxPartitions of them. While a
// network learns from one, the next one is read: two of them have to fit into memory, with
// room for a page of each partition before that.
const (
	partitionSize = 1 << 22
	maxPartitions = 256
)

// MinMemory is the least memory for a [Set] in bytes.
const MinMemory = 512 << 20

// Set is positions for training. Each is in one of several partitions, chosen at random: a
// sample of all of them, which fits into memory. As long as they all do, they stay there;
// beyond that they are in a temporary file.
type Set struct {
	n      uint64
	hash   uint64
	counts *Counts
	parts  []partition
	room   int // pages that may still be taken from memory
	folder string
	file   *os.File // nil: all positions are in memory
	size   int64    // of the file
	buffer []byte   // a page as in the file
	broken bool     // no position can be added any more
}

// partition is a part of a set.
type partition struct {
	list           // with a file, only the last page is in memory
	places []int64 // of the pages in the file
}

// newSet returns an empty set of some partitions, which takes no more than the given bytes of
// memory before it makes a file in a folder. Close removes the file.
func newSet(partitions int, memory int64, folder string) *Set {
	return &Set{
		counts: new(Counts), parts: make([]partition, partitions),
		room: int(memory / int64(dataset.PackedSize<<pageBits)), folder: folder,
	}
}

// Len returns the number of positions.
func (s *Set) Len() int { return int(s.n) }

// Partitions returns the number of partitions.
func (s *Set) Partitions() int { return len(s.parts) }

// File returns the size of the temporary file, and false if there is none.
func (s *Set) File() (bytes int64, ok bool) { return s.size, s.file != nil }

// Count returns the counts of results of all positions.
func (s *Set) Count() *Counts { return s.counts }

// Fingerprint is a hash of the positions and their order.
func (s *Set) Fingerprint() uint64 { return mix(mix(s.hash+s.n) + uint64(len(s.parts))) }

// add appends positions.
func (s *Set) add(records []dataset.Packed) error {
	for i := range records {
		r := &records[i]
		for _, word := range r {
			s.hash = (s.hash ^ word) * 0x9e3779b97f4a7c15
			s.hash ^= s.hash >> 32
		}
		l := r.Label()
		if l.Result != dataset.NoResult {
			s.counts[uint16(l.Score)][l.Result+1]++
		}
		p := &s.parts[mix(s.n)%uint64(len(s.parts))]
		if p.n == (len(p.places)+len(p.pages))<<pageBits {
			if err := s.extend(p); err != nil {
				return s.fail(err)
			}
		}
		p.pages[len(p.pages)-1][p.n&(1<<pageBits-1)] = *r
		p.n++
		s.n++
	}
	return nil
}

// fail returns an error of writing the file.
func (s *Set) fail(err error) error {
	s.broken = true
	return fmt.Errorf("the temporary file of positions, after %d MB, in the folder of --temp: %w", s.size/1e6, err)
}

// extend adds a page to a partition whose pages are full, and keeps the memory bounded.
func (s *Set) extend(p *partition) error {
	if s.file == nil && s.room <= 0 {
		if err := s.spill(); err != nil {
			return err
		}
	}
	if s.file != nil && len(p.pages) > 0 {
		return s.write(p)
	}
	p.pages = append(p.pages, new(recordPage))
	s.room--
	return nil
}

// spill moves the positions to a new file, except for the last page of each partition.
func (s *Set) spill() (err error) {
	if s.file, err = os.CreateTemp(s.folder, "positions-*"); err != nil {
		return err
	}
	_ = os.Remove(s.file.Name()) // so that it goes when the process is killed; Windows cannot, see Close
	s.buffer = make([]byte, dataset.PackedSize<<pageBits)
	for i := range s.parts {
		for p := &s.parts[i]; len(p.pages) > 1; {
			if err := s.write(p); err != nil {
				return err
			}
			p.pages = slices.Delete(p.pages, 0, 1)
		}
	}
	return nil
}

// write writes the first page in memory of a partition to the file.
func (s *Set) write(p *partition) error {
	used := min(p.n-len(p.places)<<pageBits, 1<<pageBits)
	b := s.buffer[:0]
	for i := range p.pages[0][:used] {
		b = p.pages[0][i].Append(b)
	}
	if _, err := s.file.WriteAt(b, s.size); err != nil {
		return err
	}
	p.places = append(p.places, s.size)
	s.size += int64(len(b))
	return nil
}

// seal ends the additions: it writes what is left in memory to the file, if there is one.
func (s *Set) seal() error {
	for i := range s.parts {
		if p := &s.parts[i]; s.file != nil && len(p.pages) > 0 {
			if err := s.write(p); err != nil {
				return s.fail(err)
			}
			p.pages = nil
		}
	}
	s.buffer = nil
	return nil
}

// read sets l to the positions of a partition in the file.
func (s *Set) read(part int, l *list) error {
	p := &s.parts[part]
	b := make([]byte, dataset.PackedSize<<pageBits)
	l.n = 0
	for i, place := range p.places {
		if i == len(l.pages) {
			l.pages = append(l.pages, new(recordPage))
		}
		used := min(p.n-l.n, 1<<pageBits)
		if _, err := s.file.ReadAt(b[:used*dataset.PackedSize], place); err != nil {
			return fmt.Errorf("the temporary file of positions: %w", err)
		}
		for j := range l.pages[i][:used] {
			l.pages[i][j].Read(b[j*dataset.PackedSize:])
		}
		l.n += used
	}
	return nil
}

// partition returns a partition, which is read into l if it is not in memory.
func (s *Set) partition(part int, l *list) (*list, error) {
	if s.file == nil {
		return &s.parts[part].list, nil
	}
	return l, s.read(part, l)
}

// Close removes the temporary file.
func (s *Set) Close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	if gone := os.Remove(s.file.Name()); !errors.Is(gone, os.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	return err
}

// Held is positions held out for validation: all of them, or as many evenly spread ones as
// are enough.
type Held struct {
	list
	seen, every int // positions seen, and how many of them one stands for
	most        int // an even number
}

// maxHeld bounds the positions for validation in memory, 42 MB.
const maxHeld = 1 << 20

func newHeld(most int) *Held { return &Held{every: 1, most: most} }

func (h *Held) add(records []dataset.Packed) {
	for i := range records {
		if h.seen%h.every == 0 && h.n == h.most {
			h.every *= 2
			h.n /= 2
			for j := range uint64(h.n) {
				*h.at(j) = *h.at(2 * j)
			}
		}
		if h.seen%h.every == 0 {
			h.list.add(&records[i])
		}
		h.seen++
	}
}
