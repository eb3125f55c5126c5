package protocol_test

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/protocol/uci"
	"github.com/nitoryu/nitoryu/protocol/usi"
)

// heap is a game small enough to read transcripts of: players take one to three
// tokens in turn, and a player who finds none left has lost. A position is written
// "tokens side", with "draw" appended if an empty heap is a draw, or "declare"
// if the side to move may declare. A move is written t1, t2 or t3 - or T1, T2,
// T3 under Settings.Chess960, so that a test can see the settings arrive.
type heap struct {
	core.Position // panics when something is called that no front end should call
	tokens        int
	side          core.Color
	ending        string
	set           core.Settings
	plies         int
	taken         []int
}

func heapRules(name string, tokens int) core.Rules {
	return core.Rules{
		Name:  name,
		Start: func(s core.Settings) core.Position { return &heap{tokens: tokens, set: s} },
		Parse: parseHeap,
	}
}

func parseHeap(text string, s core.Settings) (core.Position, error) {
	f := append(strings.Fields(text), "")
	n, err := strconv.Atoi(f[0])
	if err != nil || n < 0 || n > 99 {
		return nil, fmt.Errorf("bad number of tokens %q", f[0])
	}
	if f[1] != "1" && f[1] != "2" {
		return nil, errors.New("side is neither 1 nor 2")
	}
	return &heap{tokens: n, side: core.Color(f[1][0] - '1'), ending: strings.Join(f[2:], ""), set: s}, nil
}

func (h *heap) Side() core.Color { return h.side }
func (h *heap) Key() uint64      { return uint64(h.tokens)<<1 | uint64(h.side) }
func (h *heap) Claim() core.Claim {
	if h.ending == "declare" {
		return core.WinningClaim
	}
	return core.LosingClaim
}

func (h *heap) Diagram() string { return strings.Repeat("o", h.tokens) + "\n" }

func (h *heap) Generate(_ core.GenKind, list *core.MoveList) {
	for n := 1; n <= min(3, h.tokens); n++ {
		list.Add(core.NewMove(0, core.Square(n), 1, 0))
	}
}

func (h *heap) ValidateMove(id core.MoveID) core.Move {
	m := core.NewMove(0, core.Square(id), 1, 0)
	if n := int(id); n < 1 || n > min(3, h.tokens) {
		return core.NoMove
	}
	return m
}

func (h *heap) Do(m core.Move, _ *core.DirtyPieces) {
	n := int(m.To())
	if n < 1 || n > h.tokens {
		panic(fmt.Sprintf("illegal move t%d in %s", n, h))
	}
	h.taken = append(h.taken, n)
	h.tokens -= n
	h.side = h.side.Other()
	h.plies++
}

func (h *heap) Undo() {
	last := len(h.taken) - 1
	h.tokens += h.taken[last]
	h.taken = h.taken[:last]
	h.side = h.side.Other()
	h.plies--
}

func (h *heap) MateOrStalemate(ply int) core.Score {
	if h.ending == "draw" {
		return core.Draw
	}
	return core.LossIn(ply)
}

func (h *heap) Verdict() core.Verdict {
	switch {
	case h.tokens == 0:
		return core.Verdict{Ending: core.Checkmate, Winner: h.side.Other()}
	case h.set.MoveLimit > 0 && h.plies >= h.set.MoveLimit:
		return core.Verdict{Ending: core.MoveLimit, Drawn: true}
	}
	return core.Verdict{}
}

func (h *heap) Clone() core.Position {
	c := *h
	c.taken = append([]int(nil), h.taken...)
	return &c
}

func (h *heap) String() string {
	return strings.TrimSpace(fmt.Sprintf("%d %d %s", h.tokens, h.side+1, h.ending))
}

func (h *heap) letter() string {
	if h.set.Chess960 {
		return "T"
	}
	return "t"
}

func (h *heap) FormatMove(m core.Move) string { return h.letter() + strconv.Itoa(int(m.To())) }

func (h *heap) ParseMove(text string) (core.Move, error) {
	rest, ok := strings.CutPrefix(text, h.letter())
	n, err := strconv.Atoi(rest)
	if !ok || err != nil || n < 1 || n > 3 {
		return core.NoMove, errors.New("no move")
	}
	if n > h.tokens {
		return core.NoMove, fmt.Errorf("only %d left", h.tokens)
	}
	return core.NewMove(0, core.Square(n), 1, 0), nil
}

func take(ns ...int) []core.Move {
	var line []core.Move
	for _, n := range ns {
		line = append(line, core.NewMove(0, core.Square(n), 1, 0))
	}
	return line
}

// fakeEngine behaves like a [protocol.Engine] but does not search.
type fakeEngine struct {
	log func(string)
	// search stands for the search, on its own goroutine.
	search func(p core.Position, l core.Limits, to core.Callbacks) core.Result

	prepareErr error
	preparing  func() // what Prepare takes its time for
	news       string // what Describe returns once

	mu        sync.Mutex
	running   bool
	held      bool // the result is there and must be kept
	pondering bool
	infinite  bool
	stopped   bool
	change    *sync.Cond
}

func newFakeEngine(log func(string)) *fakeEngine {
	e := &fakeEngine{log: log, search: takeOnes}
	e.change = sync.NewCond(&e.mu)
	return e
}

// takeOnes reports one line that takes tokens one by one, more than there are.
func takeOnes(_ core.Position, l core.Limits, to core.Callbacks) core.Result {
	to.Info(core.Info{Depth: max(1, l.Depth), SelDepth: 2, Rank: 1, Score: 13, Bound: core.Exact,
		PV: take(1, 1, 1, 1, 1, 1, 1, 1), Nodes: 1000, Elapsed: 10 * time.Millisecond, HashFull: 5})
	return core.Result{Best: take(1)[0], Ponder: take(1)[0]}
}

// idle panics if a search runs: the session broke the contract.
func (e *fakeEngine) idle(what string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.running {
		panic(what + " while a search runs")
	}
	e.log("* " + what)
}

func (e *fakeEngine) SetThreads(n int) error { e.idle(fmt.Sprint("threads ", n)); return nil }
func (e *fakeEngine) ClearHash()             { e.idle("clear hash") }
func (e *fakeEngine) NewGame()               { e.idle("new game") }
func (e *fakeEngine) SpreadThreads(on bool)  { e.idle(fmt.Sprint("spread threads ", on)) }
func (e *fakeEngine) SetMoveOverhead(d time.Duration) {
	e.idle(fmt.Sprint("overhead ", d))
}

// SetPace logs what is asked, but not the defaults.
func (e *fakeEngine) SetPace(p options.Pace) {
	if p.Percent == 100 {
		p.Percent = 0
	}
	if p.Delay == 120*time.Millisecond {
		p.Delay = 0
	}
	if p != (options.Pace{}) {
		e.idle(fmt.Sprintf("pace %+v", p))
	}
}

func (e *fakeEngine) SetHash(n int) error {
	e.idle(fmt.Sprint("hash ", n))
	if n > 1<<20 {
		return fmt.Errorf("hash of %d MiB failed, keeping the old one", n)
	}
	return nil
}

func (e *fakeEngine) SetEvaluation(game string, choice options.Evaluation) error {
	switch choice.File {
	case "<embedded>": // the default
		if choice.Folder == "" {
			return nil
		}
	case "missing.net":
		return errors.New("missing.net: no such file; keeping classic")
	}
	e.idle(strings.TrimSuffix(fmt.Sprintf("evaluation of %s %s%s /%d", game, choice.Folder, choice.File, choice.Divisor), " /16"))
	return nil
}

// SetTables logs a path, but not the default.
func (e *fakeEngine) SetTables(game, path string) (string, error) {
	switch path {
	case "":
		return "", nil
	case "missing":
		e.idle("tables of " + game + " " + path)
		return "no endgame tables in missing", errors.New("missing: no such folder")
	}
	e.idle("tables of " + game + " " + path)
	return "5 endgame tables", nil
}

// UseTables logs what is asked, but not the defaults.
func (e *fakeEngine) UseTables(u options.Tables) {
	if u.Depth == 1 {
		u.Depth = 0
	}
	if u.Limit == core.MaxMen {
		u.Limit = 0
	}
	if u != (options.Tables{}) {
		e.idle(fmt.Sprintf("use of tables %+v", u))
	}
}

func (e *fakeEngine) Prepare(core.Position) error {
	e.idle("prepare")
	if e.preparing != nil {
		e.preparing()
	}
	return e.prepareErr
}

func (e *fakeEngine) Describe() string {
	text := e.news
	e.news = ""
	return text
}

func (e *fakeEngine) Explain(p core.Position) (core.Score, string, string) {
	return core.Score(p.Key()), "tokens", "|o|\n"
}

func (e *fakeEngine) Go(p core.Position, l core.Limits, to core.Callbacks) {
	e.idle("go" + describe(l))
	var list core.MoveList
	p.Generate(core.AllMoves, &list)
	over := list.N == 0 && p.Claim() == core.LosingClaim
	e.mu.Lock()
	e.running, e.held, e.stopped = true, over, false
	e.pondering, e.infinite = l.Ponder, l.Infinite
	e.mu.Unlock()
	inform := to.Info
	to.Info = func(i core.Info) {
		i.Lines = max(1, min(l.MultiPV, list.N))
		inform(i)
	}
	if over {
		to.Info(core.Info{Rank: 1, Score: p.MateOrStalemate(0), Bound: core.Exact})
	}
	go func() {
		var r core.Result
		if !over {
			r = e.search(p, l, to)
		}
		if list.N > 0 {
			p.Do(list.Moves[0], nil) // p belongs to the engine
		}
		e.mu.Lock()
		e.held = true
		e.change.Broadcast()
		for !e.stopped && (e.pondering || e.infinite) {
			e.change.Wait()
		}
		e.mu.Unlock()
		to.Done(r)
		e.mu.Lock()
		e.running = false
		e.change.Broadcast()
		e.mu.Unlock()
	}()
}

// Mate logs that it was asked for; the function search gives the answer.
func (e *fakeEngine) Mate(p core.Position, l core.Limits, to core.Callbacks) {
	e.log("* mate")
	e.Go(p, l, to)
}

func (e *fakeEngine) Stop() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.stopped = true
	e.change.Broadcast()
}

func (e *fakeEngine) PonderHit(l *core.Limits) {
	e.mu.Lock()
	defer e.mu.Unlock()
	text := "* ponderhit"
	if l != nil {
		text += describe(*l)
	}
	e.log(text)
	e.pondering = false
	e.change.Broadcast()
}

func (e *fakeEngine) Wait() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for e.running {
		e.change.Wait()
	}
}

// settle blocks until nothing more happens without a command.
func (e *fakeEngine) settle() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for e.running && (!e.held || e.stopped || !e.pondering && !e.infinite) {
		e.change.Wait()
	}
}

// describe writes the limits that are set, but for the start time.
func describe(l core.Limits) string {
	var b strings.Builder
	field := func(on bool, name string, v any) {
		if on {
			fmt.Fprintf(&b, " %s=%v", name, v)
		}
	}
	if l.Start.IsZero() {
		b.WriteString(" (no start time)")
	}
	field(l.HasClock, "time", fmt.Sprintf("%v/%v", l.Time[0], l.Time[1]))
	field(l.Increment != [2]time.Duration{}, "inc", fmt.Sprintf("%v/%v", l.Increment[0], l.Increment[1]))
	field(l.Byoyomi != 0, "byoyomi", l.Byoyomi)
	field(l.MovesToGo != 0, "movestogo", l.MovesToGo)
	field(l.MoveTime != 0, "movetime", l.MoveTime)
	field(l.Depth != 0, "depth", l.Depth)
	field(l.Nodes != 0, "nodes", l.Nodes)
	field(l.Mate != 0, "mate", l.Mate)
	field(l.Draw != 0, "draw", l.Draw)
	field(l.Infinite, "infinite", "yes")
	field(l.Analysis, "analysis", "yes")
	field(l.Ponder, "ponder", "yes")
	field(l.MultiPV > 1, "multipv", l.MultiPV)
	for _, m := range l.RootMoves {
		fmt.Fprintf(&b, " only=%d", m.To())
	}
	return b.String()
}

// buffer collects output from several goroutines.
type buffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *buffer) line(s string) { fmt.Fprintln(b, s) }

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

func (b *buffer) reset() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text.Reset()
}

// heapChances is a model of results by the number of tokens.
var heapChances = core.Chances{
	Phase: func(p core.Position) int { return p.(*heap).tokens },
	Rows:  []core.ChancesRow{{Phase: 0, Scale: 10}, {Phase: 10, Scale: 10, Draws: 0.9}},
}

// newSession returns a session over two heaps. One buffer collects what it prints and,
// marked with a star, what it asks of its engine.
func newSession(t testing.TB) (*protocol.Session, *fakeEngine, *buffer) {
	t.Helper()
	return configuredSession(t, func(*protocol.Config) {})
}

// newSlowSession returns a session that prints an empty line after a few milliseconds.
func newSlowSession(t testing.TB) (*protocol.Session, *fakeEngine, *buffer) {
	t.Helper()
	return configuredSession(t, func(c *protocol.Config) { c.KeepAlive = 5 * time.Millisecond })
}

// newLoggingSession returns a session that can log to what open returns.
func newLoggingSession(t testing.TB, open func(string) (io.WriteCloser, error)) (*protocol.Session, *fakeEngine, *buffer) {
	t.Helper()
	return configuredSession(t, func(c *protocol.Config) { c.OpenLog = open })
}

func configuredSession(t testing.TB, configure func(*protocol.Config)) (*protocol.Session, *fakeEngine, *buffer) {
	t.Helper()
	out := new(buffer)
	e := newFakeEngine(out.line)
	c := protocol.Config{
		Name: "Test 1", Author: "somebody", Engine: e, Out: out,
		Modes: []protocol.Mode{
			{Dialect: uci.Dialect(), Rules: heapRules("chess", 4), Chances: heapChances},
			{Dialect: usi.Dialect(), Rules: heapRules("shogi", 5)},
		},
		Commands: []protocol.Command{
			{Name: "bench", Usage: "[GAME]", Help: "measure", Run: func(args []string, w io.Writer) { fmt.Fprintln(w, "benched", args) }},
			{Name: "pieces", Help: "print in pieces", Run: func(_ []string, w io.Writer) {
				for _, piece := range []string{"one ", "line\nanother", " one\n"} {
					fmt.Fprint(w, piece)
				}
			}},
		},
	}
	configure(&c)
	s, err := protocol.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return s, e, out
}
