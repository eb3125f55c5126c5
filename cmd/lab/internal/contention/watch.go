package contention

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/search"
)

// Watch counts events at a sample of positions, which is fair since it is chosen by keys,
// and these are random.
type Watch struct {
	Probes    uint64 `json:"probes"`
	Known     uint64 `json:"known"`    // probes of a position that another thread had probed before
	Together  uint64 `json:"together"` // probes while another thread was at the same position or below it
	Hits      uint64 `json:"hits"`
	Foreign   uint64 `json:"foreign"` // hits on what another thread had stored last
	Stores    uint64 `json:"stores"`
	Collision uint64 `json:"collisions"` // stores of a position that another thread stored since this one probed it
}

// add adds the counts of another search.
func (w *Watch) add(o *Watch) {
	w.Probes += o.Probes
	w.Known += o.Known
	w.Together += o.Together
	w.Hits += o.Hits
	w.Foreign += o.Foreign
	w.Stores += o.Stores
	w.Collision += o.Collision
}

// census keeps a note of every watched position that a search visits. The threads share
// it without a lock, since they take turns.
type census struct {
	every uint64 // watches keys divisible by this
	notes []note
	index map[uint64]int // of the notes
	clock uint64         // stores so far
	watch Watch
}

// note is what is known of a position.
type note struct {
	visitor int    // the first thread that probed it, -1 if none did
	several bool   // others probed it too
	inside  int    // visits under way
	writer  int    // the thread that stored it last, -1 if none did
	stored  uint64 // when
}

func (c *census) clear() {
	c.notes, c.clock, c.watch = c.notes[:0], 0, Watch{}
	if c.index == nil {
		c.index = map[uint64]int{}
	}
	clear(c.index)
}

// of returns the number of the note of a position.
func (c *census) of(key uint64) int {
	i, ok := c.index[key]
	if !ok {
		i = len(c.notes)
		c.notes = append(c.notes, note{visitor: -1, writer: -1})
		c.index[key] = i
	}
	return i
}

// view is the position of one thread and watches what the thread does there. The search
// asks for the key once right before each access to the table; its counts show afterwards
// which access it was.
type view struct {
	core.Position
	census *census
	worker *search.Worker
	thread int

	pending bool // the search has asked for the key of a watched position
	key     uint64
	before  core.Counts // at that time

	line []visit // from the root to here
}

// visit is a visit of a thread to a position and those below it.
type visit struct {
	note   int    // -1 if the position is not watched or was not probed yet
	probed uint64 // when it was probed last
}

func newView(p core.Position, c *census, w *search.Worker, thread int) *view {
	v := &view{Position: p, census: c, worker: w, thread: thread, line: make([]visit, 0, core.MaxPly+2)}
	v.enter()
	return v
}

// Key implements core.Game.
func (v *view) Key() uint64 {
	v.settle()
	key := v.Position.Key()
	if key%v.census.every == 0 {
		v.pending, v.key, v.before = true, key, v.worker.Counts()
	}
	return key
}

// Do implements core.Game.
func (v *view) Do(m core.Move, d *core.Delta) {
	v.settle()
	v.Position.Do(m, d)
	v.enter()
}

// Undo implements core.Game.
func (v *view) Undo() {
	v.settle()
	v.leave()
	v.Position.Undo()
}

// DoNull implements core.Game.
func (v *view) DoNull() {
	v.settle()
	v.Position.DoNull()
	v.enter()
}

// UndoNull implements core.Game.
func (v *view) UndoNull() {
	v.settle()
	v.leave()
	v.Position.UndoNull()
}

func (v *view) enter() { v.line = append(v.line, visit{note: -1}) }

func (v *view) leave() {
	last := len(v.line) - 1
	if n := v.line[last].note; n >= 0 {
		v.census.notes[n].inside--
	}
	v.line = v.line[:last]
}

// here returns the visit of the current position.
func (v *view) here() *visit { return &v.line[len(v.line)-1] }

// beginRoot is called when the moves of the root are searched: the probes of the root
// itself are not counted.
func (v *view) beginRoot() {
	v.settle()
	v.here().probed = v.census.clock
}

// settle notes what the thread did with the key that it asked for last. It has to be
// called before another thread runs.
func (v *view) settle() {
	if !v.pending {
		return
	}
	v.pending = false
	now := v.worker.Counts()
	if now.TableProbes != v.before.TableProbes {
		v.probe(now.TableHits != v.before.TableHits)
		return
	}
	for o := range core.StoreOutcomes {
		if now.TableStores[o] != v.before.TableStores[o] {
			v.store(o)
			return
		}
	}
}

func (v *view) probe(hit bool) {
	c, here := v.census, v.here()
	number := c.of(v.key)
	n := &c.notes[number]
	c.watch.Probes++
	if n.several || n.visitor >= 0 && n.visitor != v.thread {
		c.watch.Known++
	}
	if n.inside > v.visits(number) {
		c.watch.Together++
	}
	if hit {
		c.watch.Hits++
		if n.writer != v.thread {
			c.watch.Foreign++
		}
	}
	if n.visitor < 0 {
		n.visitor = v.thread
	}
	n.several = n.several || n.visitor != v.thread
	if here.note < 0 {
		n.inside++
	}
	here.note, here.probed = number, c.clock
}

// visits returns how often the position of a note occurs in the thread's own line.
func (v *view) visits(number int) (n int) {
	for i := range v.line {
		if v.line[i].note == number {
			n++
		}
	}
	return n
}

func (v *view) store(o core.StoreOutcome) {
	c := v.census
	n := &c.notes[c.of(v.key)]
	c.watch.Stores++
	if n.writer >= 0 && n.writer != v.thread && n.stored > v.here().probed {
		c.watch.Collision++
	}
	if o != core.NotStored {
		c.clock++
		n.writer, n.stored = v.thread, c.clock
	}
}

// follower is an evaluator for the position behind a view.
type follower struct{ core.Evaluator }

// Reset implements core.Evaluator.
func (f follower) Reset(p core.Position) {
	if v, ok := p.(*view); ok {
		p = v.Position
	}
	f.Evaluator.Reset(p)
}
