package train

import "github.com/nitoryu/nitoryu/internal/dataset"

// turn is the visit of one partition during a pass: a part of the stream of positions of all
// passes.
type turn struct {
	part       int
	first, end uint64 // of the stream
	order      order
	list       *list
}

// at returns a position of the stream.
func (t *turn) at(i uint64) *dataset.Packed { return t.list.at(t.order.at(i - t.first)) }

// turn returns the turn of a place of the stream, without its positions. Each pass visits the
// partitions in another order, and each of them in another order of its positions.
func (s *Set) turn(at, seed uint64) turn {
	pass := at / s.n
	parts := newOrder(uint64(len(s.parts)), seed, pass)
	t := turn{end: pass * s.n}
	for k := uint64(0); t.end <= at; k++ {
		t.part = int(parts.at(k))
		t.first, t.end = t.end, t.end+uint64(s.parts[t.part].n)
	}
	t.order = newOrder(t.end-t.first, seed+uint64(t.part), pass)
	return t
}

// turns walks through the turns of a run. It reads the next partition while one is used.
type turns struct {
	set   *Set
	seed  uint64
	now   turn
	ahead *reading
	spare *list
}

// reading is a partition that is being read.
type reading struct {
	part int
	list *list
	err  error
	done chan struct{}
}

// seek returns the turn of a place of the stream, with its positions, which are valid until
// the next call.
func (t *turns) seek(at uint64) (*turn, error) {
	if t.now.list != nil && at >= t.now.first && at < t.now.end {
		return &t.now, nil
	}
	now := t.set.turn(at, t.seed)
	switch {
	case t.set.file == nil:
		now.list = &t.set.parts[now.part].list
	case t.now.list != nil && t.now.part == now.part:
		now.list = t.now.list
	default:
		if t.ahead != nil && t.ahead.part != now.part {
			<-t.ahead.done
			t.spare, t.ahead = t.ahead.list, nil
		}
		if t.ahead == nil {
			t.read(now.part)
		}
		<-t.ahead.done
		if t.ahead.err != nil {
			return nil, t.ahead.err
		}
		now.list, t.spare, t.ahead = t.ahead.list, t.now.list, nil
	}
	t.now = now
	if next := t.set.turn(now.end, t.seed).part; t.set.file != nil && t.ahead == nil && next != now.part {
		t.read(next)
	}
	return &t.now, nil
}

// read begins to read a partition.
func (t *turns) read(part int) {
	r := &reading{part: part, list: t.spare, done: make(chan struct{})}
	if r.list == nil {
		r.list = new(list)
	}
	t.spare, t.ahead = nil, r
	go func() {
		defer close(r.done)
		r.err = t.set.read(part, r.list)
	}()
}
