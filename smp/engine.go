package smp

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/history"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/strength"
	"github.com/nitoryu/nitoryu/core/tt"
	"github.com/nitoryu/nitoryu/smp/host"
	"github.com/nitoryu/nitoryu/smp/topology"
)

// Game is what the engine needs to play a game.
type Game struct {
	GameInfo   *core.GameInfo
	Params     *params.Set
	Evaluators core.EvaluatorFactory
	// Load returns the evaluation that options choose; nil: there is only Evaluators.
	Load func(options.Evaluation) (core.EvaluatorFactory, error)
	// Tables opens the endgame tables in some folders, and describes them in one line. The
	// errors say what was left out. nil: the game has no tables.
	Tables func(path string) (t core.Tables, description string, problems []error)
	// Usual returns the moves that people know in a position, for play below full strength;
	// nil: no such moves are known.
	Usual func(core.Position) []strength.Usual

	path   string      // of tables
	tables core.Tables // nil: none
}

// ShareFrom is the number of threads from which all threads of a memory node share histories
// ([history.Shared]). Fewer threads gain nothing by it.
const ShareFrom = 4

// mostHash is the largest table in MiB whose size in bytes, alignment included, is an
// int. Only 32-bit machines get near it.
const mostHash = math.MaxInt>>20 - 8

// Engine searches positions of several games, one search at a time. Its methods
// may be called from any goroutine; methods that change options wait for the end of a
// running search.
type Engine struct {
	games []Game
	stop  atomic.Bool // read by the workers at every node

	helpers sync.WaitGroup // threads other than the first that search

	mu        sync.Mutex // guards all fields below, except that a search owns the pool and the table while it runs
	changed   *sync.Cond // signalled when a search or its clock changes state
	running   *run       // nil or latest
	latest    run        // the last search
	game      *Game      // of the pool; nil before the first search
	pool      []*thread
	memory    *memory
	described *memory // the memory that Describe last reported
	table     *tt.Table
	used      bool // the table was searched with since it was last empty
	learnt    bool // the workers remember earlier searches

	forgetting   bool // NewGame is clearing the table and the workers
	threads      int  // wanted; the pool follows in Prepare
	hash         int  // wanted, in MiB; the table follows in Prepare
	overhead     time.Duration
	pace         options.Pace
	nodeClock    nodeClock
	partialAfter time.Duration // the constant, except in tests
	shareFrom    int           // likewise
	strength     strength.Setting
	tableUse     options.Tables
	random       *rand.Rand              // for play below full strength
	lastMoves    [2]strength.Memory      // of each side, below full strength; empty in a new game
	machine      topology.Map            // memory nodes of this machine
	spread       bool                    // spread threads over the nodes
	where        placement               // of the pool
	shared       map[int]*history.Shared // by memory node; nil: each thread has its own histories
	keepProcs    bool                    // leave GOMAXPROCS alone
	processors   int                     // that the process may use
	memoryOf     func() (most, used uint64)
}

// New returns an engine for the games given, with one thread and a table of 16 MiB.
// Both are made when they are first needed.
func New(games ...Game) *Engine {
	e := &Engine{games: slices.Clone(games), threads: 1, hash: 16, overhead: 10 * time.Millisecond, partialAfter: partialAfter, shareFrom: ShareFrom}
	e.strength, e.random = strength.Full, newRandom()
	e.tableUse = options.Tables{Depth: 1, Limit: core.MaxMen}
	e.machine, e.spread, e.processors, e.memoryOf = machine(), true, host.Processors(), memoryOf
	e.changed = sync.NewCond(&e.mu)
	return e
}

// lockIdle locks the engine once no search runs and no NewGame is in progress.
func (e *Engine) lockIdle() {
	e.mu.Lock()
	for e.running != nil || e.forgetting {
		e.changed.Wait()
	}
}

// SetThreads sets the number of search threads, 1 to core.MaxThreads. More threads
// than this process may have are an error, and the old number stays.
func (e *Engine) SetThreads(n int) error {
	if n < 1 || n > core.MaxThreads {
		return fmt.Errorf("threads %d is not within 1 to %d", n, core.MaxThreads)
	}
	e.lockIdle()
	defer e.mu.Unlock()
	if most, bound := mostThreads(len(e.pool)); bound != "" && n > max(most, e.threads) {
		return fmt.Errorf("threads %d are more than the %d that %s, keeping %d", n, most, bound, e.threads)
	}
	if err := e.tooMany(n); err != nil {
		return err
	}
	e.threads = n
	return nil
}

// SetHash sets the size of the transposition table in MiB. A size that this process has no
// memory for, beside its threads and all else, is an error, and the old size stays.
func (e *Engine) SetHash(mebibytes int) error {
	e.lockIdle()
	defer e.mu.Unlock()
	if mebibytes < 1 {
		return fmt.Errorf("hash %d MiB is too small, keeping %d MiB", mebibytes, e.hash)
	}
	if mebibytes > mostHash {
		return fmt.Errorf("hash %d MiB is more than a %d-bit program can use, keeping %d MiB", mebibytes, strconv.IntSize, e.hash)
	}
	if err := e.tooLarge(mebibytes); err != nil {
		return err
	}
	e.hash = mebibytes
	return nil
}

// SpreadThreads says whether threads are bound to the memory nodes of the machine in
// equal shares, and the table spread over them. It makes no difference with one node or
// few threads.
func (e *Engine) SpreadThreads(on bool) {
	e.lockIdle()
	defer e.mu.Unlock()
	e.spread = on
}

// KeepProcessors says whether GOMAXPROCS stays as it is, as in a program that does more
// than play. Otherwise it is raised above the number of threads, so that commands and
// clocks never wait for a processor.
func (e *Engine) KeepProcessors(on bool) {
	e.lockIdle()
	defer e.mu.Unlock()
	e.keepProcs = on
}

// SetMoveOverhead sets the time per move kept aside for delays between the engine and
// the referee.
func (e *Engine) SetMoveOverhead(d time.Duration) {
	e.lockIdle()
	defer e.mu.Unlock()
	e.overhead = max(0, d)
}

// SetPace sets how the user wants time to be used.
func (e *Engine) SetPace(p options.Pace) {
	e.lockIdle()
	defer e.mu.Unlock()
	e.pace, e.nodeClock = p, nodeClock{}
}

// SetParameter sets a parameter of the search in the game with that name. An unknown
// game or parameter, or a value outside of its range, is an error and changes nothing.
func (e *Engine) SetParameter(game, name string, value int) error {
	e.lockIdle()
	defer e.mu.Unlock()
	g, err := e.gameNamed(game)
	if err != nil {
		return err
	}
	set := *g.Params // leave the caller's set alone
	if err := set.Assign(name, value); err != nil {
		return err
	}
	g.Params = &set
	return nil
}

// gameNamed returns one of the engine's games.
func (e *Engine) gameNamed(name string) (*Game, error) {
	for i := range e.games {
		if e.games[i].GameInfo.Name == name {
			return &e.games[i], nil
		}
	}
	return nil, fmt.Errorf("the engine does not play %s", name)
}

// SetEvaluation sets the evaluation of the game with that name, and forgets what was learnt
// with another. On an error the old evaluation stays.
func (e *Engine) SetEvaluation(game string, choice options.Evaluation) error {
	e.lockIdle()
	defer e.mu.Unlock()
	g, err := e.gameNamed(game)
	if err != nil {
		return err
	}
	if g.Load == nil {
		return fmt.Errorf("%s: there is no other evaluation than %s", choice.File, g.Evaluators.Name())
	}
	source, err := g.Load(choice)
	if err != nil {
		return fmt.Errorf("%w; keeping %s", err, g.Evaluators.Name())
	}
	if g.Evaluators = source; e.game == g {
		e.endPool()
		e.clearTable()
	}
	return nil
}

// ClearHash empties the transposition table.
func (e *Engine) ClearHash() {
	e.lockIdle()
	defer e.mu.Unlock()
	e.clearTable()
}

// clearTable empties the table, unless it was never used: touching a large one takes
// seconds.
func (e *Engine) clearTable() {
	if e.table != nil && e.used {
		e.fillTable()
	}
	e.used = false
}

// NewGame starts to forget everything learnt in earlier searches, and returns at once.
// The next search waits for the end of that, on its own clock; so does Wait.
func (e *Engine) NewGame() {
	e.lockIdle()
	defer e.mu.Unlock()
	e.lastMoves, e.nodeClock = [2]strength.Memory{}, nodeClock{}
	if !e.learnt {
		e.clearTable()
		return
	}
	e.learnt, e.forgetting = false, true
	go func() {
		e.clearTable()
		var threads sync.WaitGroup
		for _, t := range e.pool {
			threads.Go(t.worker.Forget) // megabytes each
		}
		for _, s := range e.shared {
			threads.Go(s.Clear)
		}
		threads.Wait()
		e.mu.Lock()
		e.forgetting = false
		e.changed.Broadcast()
		e.mu.Unlock()
	}()
}

// Prepare does the work that options put off: it allocates and clears the table and
// starts threads for the game of p. An error says what is used instead.
func (e *Engine) Prepare(p core.Position) error {
	e.lockIdle()
	defer e.mu.Unlock()
	if err := e.adopt(p); err != nil {
		return err
	}
	return e.prepare()
}

func (e *Engine) prepare() error {
	err := e.prepareTable()
	e.preparePool()
	return err
}

// prepareTable makes the table as large as wanted. If memory is short, the old table
// stays with its contents; without an old one the size is halved until it fits.
func (e *Engine) prepareTable() error {
	if e.memory != nil && len(e.memory.bytes)>>20 == e.hash {
		return nil
	}
	wanted, reason := e.hash, "failed"
	if most, known := e.mostTable(e.threads); known && e.hash > most {
		e.hash, reason = max(1, most), "is too much for the memory of this machine"
	}
	memory, err := allocate(e.hash << 20)
	switch {
	case err == nil:
	case e.memory != nil:
		e.hash = len(e.memory.bytes) >> 20
		return fmt.Errorf("hash %d MiB failed, keeping %d MiB: %w", wanted, e.hash, err)
	default:
		for e.hash > 1 && err != nil {
			e.hash /= 2
			memory, err = allocate(e.hash << 20)
		}
		if err != nil {
			return fmt.Errorf("no memory for a transposition table: %w", err)
		}
	}
	if e.memory != nil {
		e.memory.free()
	}
	e.memory, e.used = memory, false
	e.table, err = tt.New(memory.bytes)
	if err != nil {
		return err
	}
	// Touch each page now: the system maps pages on first use, and a search that
	// meets thousands of new ones cannot keep its time.
	e.fillTable()
	for _, t := range e.pool {
		t.worker.SetTable(e.table)
	}
	if e.hash != wanted {
		return fmt.Errorf("hash %d MiB %s, using %d MiB", wanted, reason, e.hash)
	}
	return nil
}

// fillTable writes zeros to the table, from the processors of its threads.
func (e *Engine) fillTable() {
	where := e.placed(e.threads)
	e.table.Clear(max(e.threads, e.processors), func(worker int) { where.enter(worker % e.threads) })
}

// placed returns the placement of a number of threads.
func (e *Engine) placed(threads int) placement {
	if !e.spread {
		return nil
	}
	return place(e.machine, threads)
}

// preparePool starts or ends threads until the pool has the number wanted. Before the
// first search the game is not known, and nothing is started.
func (e *Engine) preparePool() {
	if e.game == nil || e.table == nil {
		return
	}
	where := e.placed(e.threads)
	sharing := e.threads >= e.shareFrom
	if (where == nil) != (e.where == nil) || sharing != (e.shared != nil) {
		e.endPool() // a bound thread stays bound, and histories stay with a worker
	}
	if e.where = where; sharing && e.shared == nil {
		e.shared = map[int]*history.Shared{}
	}
	for len(e.pool) > e.threads {
		last := len(e.pool) - 1
		e.pool[last].end()
		e.pool = e.pool[:last]
	}
	// Command reader and clock must never wait for a searching thread to yield.
	if procs := max(e.processors, e.threads+2); !e.keepProcs && runtime.GOMAXPROCS(0) < procs {
		runtime.GOMAXPROCS(procs)
	}
	for len(e.pool) < e.threads {
		e.pool = append(e.pool, startThread(len(e.pool), where, e.shared, e.game, e.table, &e.stop))
	}
}

// endPool ends all threads.
func (e *Engine) endPool() {
	for _, t := range e.pool {
		t.end()
	}
	e.pool, e.shared = nil, nil
}

// adopt makes the pool fit the game of p.
func (e *Engine) adopt(p core.Position) error {
	if e.game != nil && e.game.GameInfo == p.GameInfo() {
		return nil
	}
	g, err := e.gameNamed(p.GameInfo().Name)
	if err != nil {
		return err
	}
	e.endPool()
	e.game = g
	e.clearTable()
	return nil
}

// Go starts a search of p, which belongs to the engine from then on, and returns at
// once. Results go to the listener; its Done comes exactly once, before Go returns if
// there is nothing to search and nothing to wait for. If a search is still running, Go
// first waits for it to end.
func (e *Engine) Go(p core.Position, l core.Limits, to core.Callbacks) {
	e.launch(p, l, to, false)
}

// Search searches p without changing it, and returns the answer. Only another
// goroutine can stop it.
func (e *Engine) Search(p core.Position, l core.Limits) core.Result {
	var result core.Result
	e.Go(p.Clone(), l, core.Callbacks{Done: func(r core.Result) { result = r }})
	e.Wait()
	return result
}

// launch starts a search, which begins with a search for mate if mateFirst is set.
func (e *Engine) launch(p core.Position, l core.Limits, to core.Callbacks, mateFirst bool) {
	if l.Start.IsZero() {
		l.Start = time.Now()
	}
	e.lockIdle()
	r := &e.latest
	r.begin(e, p, l, to, mateFirst)
	e.running = r
	e.stop.Store(false)
	answer := core.Result{}
	r.guard(func() { answer, r.immediate = r.prepare() })
	if r.panicked.Load() {
		answer.Best = r.anyMove()
	}
	immediate, held := r.immediate, r.awaitsStop
	if !immediate {
		e.used, e.learnt = true, true
		e.pool[0].jobs <- r
	}
	e.mu.Unlock()
	switch {
	case !immediate:
	case held:
		go r.finish(answer)
	default:
		r.finish(answer)
	}
}

// Describe describes the table and the threads in one line. It does so once for each table, and then returns
// "".
func (e *Engine) Describe() string {
	e.lockIdle()
	defer e.mu.Unlock()
	if e.memory == nil || e.described == e.memory {
		return ""
	}
	e.described = e.memory
	text := fmt.Sprintf("hash %d MiB in %s, threads %d", e.hash, e.memory.pages, len(e.pool))
	if len(e.where) > 0 {
		text += fmt.Sprintf(" on %d memory nodes", len(e.machine))
	}
	return text
}

// Stop ends the running search; its Done follows. Without a search it does nothing.
func (e *Engine) Stop() {
	e.stop.Store(true) // at once, whoever holds the lock; Go resets it
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.running != nil {
		e.stop.Store(true) // Go may have reset it in between
		e.running.awaitsStop, e.running.stopped = false, true
		e.changed.Broadcast()
	}
}

// PonderHit tells a pondering search that the expected move was played and that its
// clock runs from now on. If l is not nil it replaces the limits of time. Other searches
// ignore it.
func (e *Engine) PonderHit(l *core.Limits) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.running != nil {
		e.running.ponderHit(l)
		e.changed.Broadcast()
	}
}

// Wait returns when no search is running and no NewGame is in progress.
func (e *Engine) Wait() {
	e.lockIdle()
	e.mu.Unlock()
}

// Evaluate returns the static evaluation of p for the side to move, Draw for a game that
// the engine does not play.
func (e *Engine) Evaluate(p core.Position) core.Score {
	score, _, _ := e.Explain(p)
	return score
}

// Explain is Evaluate with the name of the evaluation and a drawing of its terms, "" if
// it has none.
func (e *Engine) Explain(p core.Position) (score core.Score, name, drawing string) {
	e.lockIdle()
	defer e.mu.Unlock()
	g, err := e.gameNamed(p.GameInfo().Name)
	if err != nil {
		return core.Draw, "", ""
	}
	eval := g.Evaluators.New()
	eval.Reset(p)
	if explainer, ok := eval.(core.Explainer); ok {
		drawing = explainer.Explain()
	}
	return eval.Evaluate(), g.Evaluators.Name(), drawing
}

// Close stops a running search, ends the threads and frees the table. The engine can be
// used again afterwards.
func (e *Engine) Close() {
	e.Stop()
	e.lockIdle()
	defer e.mu.Unlock()
	e.endPool()
	if e.memory != nil {
		e.memory.free()
		e.memory, e.table = nil, nil
	}
	for i := range e.games {
		e.games[i].closeTables()
	}
}
