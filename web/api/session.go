package api

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/internal/inside"
)

const (
	maxQuestion = 64 << 10               // bytes of a request for an engine
	mostPending = 16                     // questions that were not answered yet
	usualHash   = 16                     // MiB where a page names no size
	between     = 100 * time.Millisecond // two reports of a search
)

// Engine is how an engine is set up for a page.
type Engine struct {
	Threads int `json:"threads"`
	Hash    int `json:"hash"` // MiB of its table
}

// Opener opens a searcher for a game, and says what it got: it may be less than was asked for.
type Opener func(ctx context.Context, game nitoryu.Variant, wished Engine) (nitoryu.Searcher, Engine, error)

// Session is the engine of one page: it answers questions in their order, and tells what
// it finds meanwhile. A review has an engine of its own, and lets other questions go first. Make one with [API.NewSession]. Its methods are called by one
// goroutine at a time.
type Session struct {
	version string
	most    Engine
	open    Opener
	tell    func([]byte)
	ctx     context.Context // of all questions
	stop    func()
	queue   chan *question
	aside   chan *question // reviews, which the others do not wait for
	over    sync.WaitGroup // until nothing is answered any more

	mu      sync.Mutex
	pending []*question // that have no answer yet
	done    sync.Cond   // one more was answered, or a review need not wait any more

	// Of the goroutine that answers the queue.
	engine seat
	wished Engine
}

// seat is an engine of a session.
type seat struct {
	searcher nitoryu.Searcher // nil: none is open
	game     nitoryu.Variant  // for which it was opened
	wished   Engine
	got      Engine
}

// question is a request that an engine answers.
type question struct {
	id     json.Number
	do     func(*question) (any, error)
	ctx    context.Context
	stop   func()
	limits nitoryu.Limits // of a search
	aside  bool           // it is a review

	// Guarded by the session.
	endless bool            // only stop ends it
	search  *nitoryu.Search // that runs
	hit     *hitRequest     // that came before it ran
}

// NewSession returns a session that asks engines of open. tell gets each line of JSON, without
// its end, from any goroutine.
func (api *API) NewSession(open Opener, tell func([]byte)) *Session {
	s := &Session{
		version: api.version, most: api.most, open: open, tell: tell,
		queue: make(chan *question, mostPending), aside: make(chan *question, mostPending),
	}
	s.done.L = &s.mu
	s.wished = s.within(Engine{})
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.over.Go(func() {
		defer s.engine.close()
		s.run(s.queue)
	})
	s.over.Go(func() { s.run(s.aside) })
	return s
}

// newRequest begins a new game with an engine of some size.
type newRequest struct {
	Game nitoryu.Variant `json:"game"`
	Engine
}

// searchRequest asks for a search of a position. The engine is that of the last newRequest.
type searchRequest struct {
	lineRequest
	Limits nitoryu.Limits `json:"limits"`
}

// hitRequest says that the expected move was played.
type hitRequest struct {
	Clock *nitoryu.Clock `json:"clock"`
}

// report is what a search has found since the last one.
type report struct {
	News    []nitoryu.Line `json:"news"`  // at most one of each rank, the best first
	Nodes   uint64         `json:"nodes"` // so far
	Elapsed time.Duration  `json:"nanoseconds"`
}

// searchAnswer is the answer of a search. After a stop it is what was found so far.
type searchAnswer struct {
	nitoryu.Result
	Fault string `json:"fault,omitempty"` // in the engine, which contained it
}

// Take takes a request, a line of JSON without its end, and reports whether it is one for an
// engine. Its answer comes later.
func (s *Session) Take(request []byte) bool {
	var h head
	if len(request) > maxQuestion || json.Unmarshal(request, &h) != nil {
		return false
	}
	q := &question{id: h.ID}
	var err error
	switch h.Do {
	case "new":
		err = s.takeNew(q, request)
	case "search":
		err = s.takeSearch(q, request)
	case "review":
		err = s.takeReview(q, request)
	case "stop":
		s.halt(h.ID)
		return true
	case "ponderhit":
		if err = s.hit(h.ID, request); err == nil {
			return true
		}
	default:
		return false
	}
	if err == nil && !s.ask(q) {
		err = faultf("too many questions", args{"most": mostPending}, "%d questions wait for the engine, which are the most", mostPending)
	}
	if err != nil {
		s.tell(failed(h.ID, err))
	}
	return true
}

// ask lets a question wait for its turn, unless there are too many.
func (s *Session) ask(q *question) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.pending) == mostPending {
		return false
	}
	q.ctx, q.stop = context.WithCancel(s.ctx)
	s.pending = append(s.pending, q)
	if q.aside { // either has room for all that are pending
		s.aside <- q
	} else {
		s.queue <- q
	}
	return true
}

// find returns the question with a number that has no answer yet, nil if there is none. The session
// is locked.
func (s *Session) find(id json.Number) *question {
	i := slices.IndexFunc(s.pending, func(q *question) bool { return q.id == id })
	if i < 0 {
		return nil
	}
	return s.pending[i]
}

// halt ends a search, before it begins as well.
func (s *Session) halt(id json.Number) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if q := s.find(id); q != nil {
		q.stop()
	}
}

// hit takes a ponder hit. A search that has not begun gets it when it does; one that is over needs none.
func (s *Session) hit(id json.Number, request []byte) error {
	r, err := decode[hitRequest](request)
	if err == nil {
		err = known(r.Clock.Check())
	}
	if err != nil {
		return err
	}
	s.mu.Lock()
	q := s.find(id)
	if q == nil {
		s.mu.Unlock()
		return nil
	}
	l := q.limits
	l.Ponder, l.Clock = false, cmp.Or(r.Clock, l.Clock)
	q.endless = l.Endless()
	search := q.search
	if search == nil {
		q.hit = &r
	}
	s.mu.Unlock()
	if search == nil {
		return nil
	}
	return known(search.PonderHit(r.Clock))
}

// takeNew reads a request for a new game.
func (s *Session) takeNew(q *question, request []byte) error {
	r, err := decode[newRequest](request)
	if err != nil {
		return err
	}
	if r.Threads < 0 || r.Hash < 0 {
		return faultf("limits", nil, "an engine has no %d threads and %d MiB", r.Threads, r.Hash)
	}
	_, p, err := (&setup{Game: string(r.Game)}).open()
	if err != nil {
		return err
	}
	q.do = func(*question) (any, error) {
		s.wished = s.within(r.Engine)
		if err := s.ready(&s.engine, nitoryu.Variant(p.GameInfo().Name), s.wished); err != nil {
			return nil, s.failed(err)
		}
		return s.engine.got, s.failed(s.engine.searcher.NewGame(s.ctx))
	}
	return nil
}

// within returns the engine that there can be where a page wishes for another.
func (s *Session) within(e Engine) Engine {
	return Engine{min(max(1, e.Threads), s.most.Threads), min(cmp.Or(e.Hash, usualHash), s.most.Hash)}
}

// takeSearch reads a request for a search.
func (s *Session) takeSearch(q *question, request []byte) error {
	r, err := decode[searchRequest](request)
	if err != nil {
		return err
	}
	_, start, err := r.open()
	if err != nil {
		return err
	}
	if _, err := readMoves(start, r.Moves); err != nil {
		return err
	}
	p, err := inside.FromCore(start)
	for i := 0; err == nil && i < len(r.Moves); i++ {
		err = p.Play(nitoryu.Move(r.Moves[i]))
	}
	if err == nil {
		err = known(r.Limits.Check(p))
	}
	q.limits, q.endless = r.Limits, r.Limits.Endless()
	q.do = func(q *question) (any, error) { return s.search(q, p) }
	return err
}

// run answers the questions of a queue.
func (s *Session) run(queue <-chan *question) {
	for q := range queue {
		answer, err := q.do(q)
		s.mu.Lock()
		s.pending = slices.DeleteFunc(s.pending, func(other *question) bool { return other == q })
		s.done.Broadcast()
		s.mu.Unlock()
		q.stop()
		if err != nil {
			s.tell(failed(q.id, err))
		} else {
			s.say(q.id, answer)
		}
	}
}

// idle waits until all questions but reviews are answered, or ctx is done.
func (s *Session) idle(ctx context.Context) {
	defer context.AfterFunc(ctx, func() {
		s.mu.Lock() // nobody is between looking and waiting
		defer s.mu.Unlock()
		s.done.Broadcast()
	})()
	s.mu.Lock()
	defer s.mu.Unlock()
	for ctx.Err() == nil && slices.ContainsFunc(s.pending, func(q *question) bool { return !q.aside }) {
		s.done.Wait()
	}
}

// say tells something about a question.
func (s *Session) say(id json.Number, what any) {
	text, err := json.Marshal(what)
	if err != nil { // does not happen with these types
		text = failed("", err)
	}
	s.tell(joined(id, text))
}

// ready opens an engine, unless there is one that was opened so and has not ended since.
func (s *Session) ready(e *seat, game nitoryu.Variant, wished Engine) error {
	if e.searcher != nil && e.game == game && e.wished == wished && !ended(e.searcher) {
		return nil
	}
	if err := s.ctx.Err(); err != nil {
		return err // the page is gone, and needs no engine
	}
	e.close()
	searcher, got, err := s.open(s.ctx, game, wished)
	if err != nil {
		return err
	}
	*e = seat{searcher, game, wished, got}
	return nil
}

// ended reports whether the program behind a searcher has ended, if there is one.
func ended(s nitoryu.Searcher) bool {
	program, ok := s.(interface{ Ended() <-chan struct{} })
	if !ok {
		return false
	}
	select {
	case <-program.Ended():
		return true
	default:
		return false
	}
}

// close closes the engine, if there is one.
func (e *seat) close() {
	if e.searcher != nil {
		_ = e.searcher.Close() // what it says of its end helps nobody
	}
	e.searcher = nil
}

// search lets the engine search.
func (s *Session) search(q *question, p *nitoryu.Position) (any, error) {
	if q.ctx.Err() != nil {
		return searchAnswer{}, nil // it was stopped before it began
	}
	if err := s.ready(&s.engine, p.Variant(), s.wished); err != nil {
		return nil, s.failed(err)
	}
	search, err := s.engine.searcher.Search(q.ctx, p, q.limits)
	if err != nil {
		return nil, s.failed(err)
	}
	s.mu.Lock()
	q.search = search
	hit := q.hit
	s.mu.Unlock()
	if hit != nil {
		if err := search.PonderHit(hit.Clock); err != nil {
			s.tell(failed(q.id, known(err))) // as if it had come now
		}
	}
	s.follow(q.id, search)
	result, err := search.Result()
	answer := searchAnswer{Result: result}
	var fault *nitoryu.FaultError
	switch {
	case q.ctx.Err() != nil && errors.Is(err, q.ctx.Err()):
	case errors.As(err, &fault):
		answer.Fault = fault.Error()
	case err != nil:
		return nil, s.failed(err)
	}
	return answer, nil
}

// follow tells what a search finds, until it ends.
func (s *Session) follow(id json.Number, search *nitoryu.Search) {
	lines := make(chan nitoryu.Line)
	go func() {
		defer close(lines)
		for l := range search.Lines() {
			lines <- l
		}
	}()
	ticker := time.NewTicker(between)
	defer ticker.Stop()
	now := report{News: []nitoryu.Line{}}
	for {
		select {
		case l, more := <-lines:
			if !more {
				return // the answer has the rest
			}
			now.News = slices.DeleteFunc(now.News, func(old nitoryu.Line) bool { return old.Rank == l.Rank })
			now.News = append(now.News, l)
			now.Nodes, now.Elapsed = l.Nodes, l.Elapsed
		case <-ticker.C:
			if p := search.Progress(); p.Nodes > now.Nodes {
				now.Nodes, now.Elapsed = p.Nodes, p.Elapsed
			} else if len(now.News) == 0 {
				continue
			}
			slices.SortFunc(now.News, func(a, b nitoryu.Line) int { return a.Rank - b.Rank })
			s.say(id, now)
			now.News = []nitoryu.Line{}
		}
	}
}

// failed gives up an engine that cannot be asked any more, and returns its error as a fault.
func (s *Session) failed(err error) error {
	if err = known(err); err == nil || s.ctx.Err() != nil {
		return err
	}
	var f *fault
	if errors.As(err, &f) {
		return err
	}
	s.engine.close()
	return &fault{"lost", nil, err}
}

// known returns an error about a question itself as a fault, others as they are.
func known(err error) error {
	var limit *nitoryu.LimitError
	var move *nitoryu.MoveError
	switch {
	case errors.As(err, &limit), errors.As(err, &move):
		return &fault{"limits", nil, err}
	case errors.Is(err, errors.ErrUnsupported):
		return &fault{"unsupported", nil, err}
	}
	return err
}

// Finish answers all that was asked and ends the session. Searches that nothing would end
// are stopped.
func (s *Session) Finish() {
	s.mu.Lock()
	for _, q := range s.pending {
		if q.endless {
			q.stop()
		}
	}
	s.mu.Unlock()
	close(s.queue)
	close(s.aside)
	s.over.Wait()
	s.stop()
}

// Close ends the session at once.
func (s *Session) Close() {
	s.stop()
	s.Finish()
}
