package api

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/internal/excerpt"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/internal/spelling"
	"github.com/nitoryu/nitoryu/review"
)

const (
	maxQuestion = 4 << 20                // bytes of a request for an engine: a review with all that is known of a long game
	mostPending = 16                     // questions that were not answered yet
	usualHash   = 16                     // MiB where a page names no size
	between     = 100 * time.Millisecond // two reports of a search
)

// Engine is how an engine is set up for a page.
type Engine struct {
	Threads int    `json:"threads"`
	Hash    int    `json:"hash"`             // MiB of its table
	Name    string `json:"engine,omitempty"` // of [API.WithEngines]; "": ours
}

// Opener opens a searcher for a game, and says what it got: it may be less than was asked for.
type Opener func(ctx context.Context, game nitoryu.Variant, wished Engine) (nitoryu.Searcher, Engine, error)

// Session is the engine of one page: it answers questions in their order, and tells what
// it finds meanwhile. Each of the engines that the web API names has an order of its own, and so has a review, which lets
// other questions go first. Make one with [API.NewSession]. Its methods are called by one
// goroutine at a time.
type Session struct {
	version string
	most    Engine
	open    Opener
	tell    func([]byte)
	ctx     context.Context // of all questions
	stop    func()
	lanes   map[string]*lane // of the engines, by their names
	aside   chan *question   // reviews, which the others do not wait for
	over    sync.WaitGroup   // until nothing is answered any more

	mu      sync.Mutex
	pending []*question // that have no answer yet
	done    sync.Cond   // one more was answered, or a review need not wait any more
}

// lane is an engine with the questions for it, which it answers one after the other.
type lane struct {
	queue chan *question

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
	lane   *lane          // nil: it is a review

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
		lanes: map[string]*lane{}, aside: make(chan *question, mostPending),
	}
	s.done.L = &s.mu
	s.ctx, s.stop = context.WithCancel(context.Background())
	for _, name := range append([]string{""}, api.engineNames()...) {
		l := &lane{queue: make(chan *question, mostPending), wished: s.within(Engine{Name: name})}
		s.lanes[name] = l
		s.over.Go(func() {
			defer l.engine.close()
			s.run(l.queue)
		})
	}
	s.over.Go(func() { s.run(s.aside) })
	return s
}

// newRequest begins a new game with an engine of some size.
type newRequest struct {
	Game nitoryu.Variant `json:"game"`
	Engine
}

// searchRequest asks for a search of a position. The engine of the last newRequest answers.
type searchRequest struct {
	lineRequest
	Limits nitoryu.Limits `json:"limits"`
	Engine string         `json:"engine"` // "": ours
}

// hitRequest says that the expected move was played.
type hitRequest struct {
	Clock *nitoryu.Clock `json:"clock"`
}

// report is what a search has found since the last one.
type report struct {
	News    []shownLine   `json:"news"`  // at most one of each rank, the best first
	Nodes   uint64        `json:"nodes"` // so far
	Elapsed time.Duration `json:"nanoseconds"`
}

// shownLine is a line, and what its score is worth.
type shownLine struct {
	nitoryu.Line
	Worth review.Worth `json:"worth"`
}

// searchAnswer is the answer of a search. After a stop it is what was found so far.
type searchAnswer struct {
	nitoryu.Result
	Lines []shownLine `json:"lines,omitempty"` // best first; below full strength, Best need not be the move of the first
	Fault string      `json:"fault,omitempty"` // in the engine, which contained it
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
	if q.lane == nil { // each has room for all that are pending
		s.aside <- q
	} else {
		q.lane.queue <- q
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
	l, err := s.laneOf(r.Name)
	q.lane, q.do = l, func(*question) (any, error) {
		l.wished = s.within(r.Engine)
		if err := s.ready(&l.engine, nitoryu.Variant(p.GameInfo().Name), l.wished); err != nil {
			return nil, s.failed(l, err)
		}
		return l.engine.got, s.failed(l, l.engine.searcher.NewGame(s.ctx))
	}
	return err
}

// laneOf returns the lane of an engine.
func (s *Session) laneOf(name string) (*lane, error) {
	l := s.lanes[name]
	if l == nil {
		return nil, faultf("unknown engine", args{"name": excerpt.Of(name)}, "there is no engine %q%s", excerpt.Of(name), spelling.Hint(name, slices.Collect(maps.Keys(s.lanes))))
	}
	return l, nil
}

// within returns the engine that there can be where a page wishes for another.
func (s *Session) within(e Engine) Engine {
	return Engine{min(max(1, e.Threads), s.most.Threads), min(cmp.Or(e.Hash, usualHash), s.most.Hash), e.Name}
}

// takeSearch reads a request for a search.
func (s *Session) takeSearch(q *question, request []byte) error {
	r, err := decode[searchRequest](request)
	if err != nil {
		return err
	}
	if q.lane, err = s.laneOf(r.Engine); err != nil {
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
	if err != nil {
		return err
	}
	words, err := review.NewTongues(start)
	side := inside.Core(p).Side()
	q.do = func(q *question) (any, error) {
		return s.search(q, p, func(l nitoryu.Line) shownLine {
			return shownLine{l, words.Worth(l.Score, 100*l.Chances.Points(), side)}
		})
	}
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
	for ctx.Err() == nil && slices.ContainsFunc(s.pending, func(q *question) bool { return q.lane != nil }) {
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

// search lets the engine search. worth adds to a line what its score is worth.
func (s *Session) search(q *question, p *nitoryu.Position, worth func(nitoryu.Line) shownLine) (any, error) {
	if q.ctx.Err() != nil {
		return searchAnswer{}, nil // it was stopped before it began
	}
	l := q.lane
	if err := s.ready(&l.engine, p.Variant(), l.wished); err != nil {
		return nil, s.failed(l, err)
	}
	search, err := l.engine.searcher.Search(q.ctx, p, q.limits)
	if err != nil {
		return nil, s.failed(l, err)
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
	s.follow(q.id, search, worth)
	result, err := search.Result()
	answer := searchAnswer{Result: result}
	for _, l := range result.Lines {
		answer.Lines = append(answer.Lines, worth(l))
	}
	var fault *nitoryu.FaultError
	switch {
	case q.ctx.Err() != nil && errors.Is(err, q.ctx.Err()):
	case errors.As(err, &fault):
		answer.Fault = fault.Error()
	case err != nil:
		return nil, s.failed(l, err)
	}
	return answer, nil
}

// follow tells what a search finds, until it ends.
func (s *Session) follow(id json.Number, search *nitoryu.Search, worth func(nitoryu.Line) shownLine) {
	lines := make(chan nitoryu.Line)
	go func() {
		defer close(lines)
		for l := range search.Lines() {
			lines <- l
		}
	}()
	ticker := time.NewTicker(between)
	defer ticker.Stop()
	now := report{News: []shownLine{}}
	for {
		select {
		case l, more := <-lines:
			if !more {
				return // the answer has the rest
			}
			now.News = slices.DeleteFunc(now.News, func(old shownLine) bool { return old.Rank == l.Rank })
			now.News = append(now.News, worth(l))
			now.Nodes, now.Elapsed = l.Nodes, l.Elapsed
		case <-ticker.C:
			if p := search.Progress(); p.Nodes > now.Nodes {
				now.Nodes, now.Elapsed = p.Nodes, p.Elapsed
			} else if len(now.News) == 0 {
				continue
			}
			slices.SortFunc(now.News, func(a, b shownLine) int { return a.Rank - b.Rank })
			s.say(id, now)
			now.News = []shownLine{}
		}
	}
}

// failed gives up the engine of a lane that cannot be asked any more, and returns its error as a fault.
func (s *Session) failed(l *lane, err error) error {
	if s.ctx.Err() != nil {
		return known(err)
	}
	var f *fault
	if err = lost(err); errors.As(err, &f) && f.code == "lost" {
		l.engine.close()
	}
	return err
}

// lost returns an error of an engine as a fault: what is not about the question is its end.
func lost(err error) error {
	var f *fault
	if err = known(err); err == nil || errors.As(err, &f) {
		return err
	}
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
	for _, l := range s.lanes {
		close(l.queue)
	}
	close(s.aside)
	s.over.Wait()
	s.stop()
}

// Close ends the session at once.
func (s *Session) Close() {
	s.stop()
	s.Finish()
}
