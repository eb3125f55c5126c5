package protocol

import (
	"errors"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
)

// Mode pairs a dialect with the game that is played in it. The fields after Rules may be
// left out.
type Mode struct {
	Dialect Dialect
	Rules   core.Rules
	Chances core.Chances          // for UCI_ShowWDL and for people
	Classic core.EvaluatorFactory // the hand-crafted evaluation, which eval shows beside the engine's
	// Notation writes a legal move of p as people do; previous is the move before it or
	// core.NoMove.
	Notation func(p core.Position, m, previous core.Move) string
	// Sharpness returns how easy it is to go wrong in a position, by the scores of its lines, the best first,
	// from a search to that depth in a phase of Chances. From the depth settled on, the best move stayed the
	// same. nil: sharpness is not shown.
	Sharpness func(scores []core.Score, phase, depth, settled int) (sharpness float64, known bool)
	// Checkers returns the squares of the pieces that give check.
	Checkers func(p core.Position) []string
}

// Config is what a session is made of.
type Config struct {
	Name, Author string // for the id lines
	Engine       Engine
	// Modes are the dialects, each chosen by its handshake. The first one is in force
	// before any handshake: fishnet never sends one.
	Modes []Mode
	// Commands are further commands, such as bench.
	Commands []Command
	Out      io.Writer
	// Person shows searches to a person at a terminal, from the start to the first
	// handshake; nil: nobody is there, and all output follows the protocol.
	Person Person
	// Gather is how long reports about a search may be buffered, so that a search of a
	// millisecond wakes its front end once and not ten times; 0: not at all. Answers
	// are never buffered.
	Gather time.Duration
	// KeepAlive is the time between empty lines while isready is not answered, in dialects
	// where isready begins a game: front ends give up on silent engines. 0: no such lines.
	KeepAlive time.Duration
	// Books are for games; may be nil.
	Books Books
	// OpenLog opens the file of Debug Log File for appending; nil: there is no such log.
	OpenLog func(path string) (io.WriteCloser, error)
	// NoSystem says that there are neither files nor several processors, as within a page: there are no
	// options about them.
	NoSystem bool
}

// Session is one conversation. Line, Run and Wait belong to one goroutine, except that
// Line("stop") may be called while another waits.
type Session struct {
	name, author string
	engine       Engine
	modes        []Mode
	table        []command          // in the order of help
	commands     map[string]command // the same by name
	out          *writer
	person       Person
	personal     atomic.Bool // output is for person

	books     Books
	keepAlive time.Duration
	openLog   func(path string) (io.WriteCloser, error)
	noSystem  bool

	mode     Mode
	wishes   wishes
	pace     options.Pace
	tables   options.Tables
	settings core.Settings
	evals    map[string]*options.Evaluation // by the name of the game
	choices  map[string]*options.Book       // by the name of the game
	chosen   map[int]bool                   // rows of the option table that the front end has set
	queue    []queued                       // changes that wait for the end of a search, at most one for each option

	root     core.Position
	moves    []core.Move     // of the position command that led to root
	expected *expected       // by a stochastic ponder search; nil: no such search began
	placed   bool            // a position has come since the last search
	hasty    func()          // a stop or ponderhit since then, which may be for the go ponder to come; may be nil
	rejected bool            // the last position command was bad; root, the position before, must not be used
	told     map[string]bool // what tell said in this game
	quit     bool
	line     string    // the current command
	began    time.Time // when it came in

	mu    sync.Mutex // guards the rest and orders output with changes of phase
	phase phase
	held  string      // answer of the holding phases
	last  core.Result // of the last search

	perfts perfts
}

// New returns a session in the first of its modes, at the initial position,
// and gives the engine the default options. It needs at least one mode.
func New(c Config) (*Session, error) {
	if len(c.Modes) == 0 || c.Engine == nil || c.Out == nil {
		return nil, errors.New("protocol: a session needs an engine, an output and at least one mode")
	}
	s := &Session{
		name: c.Name, author: c.Author, engine: c.Engine, modes: c.Modes,
		out:    &writer{out: c.Out, wait: c.Gather},
		chosen: map[int]bool{}, evals: map[string]*options.Evaluation{}, choices: map[string]*options.Book{},
		perfts: perfts{places: make(chan struct{}, mostPerfts), cancel: new(atomic.Bool)},
		person: c.Person, told: map[string]bool{},

		books: c.Books, keepAlive: c.KeepAlive, openLog: c.OpenLog, noSystem: c.NoSystem,
	}
	s.tabulate(c.Commands)
	s.serve(s.person != nil)
	s.enterMode(c.Modes[0])
	return s, nil
}

// Run executes the commands of in, one per line, up to quit or the end of the input. Then
// a running search is stopped and gives its answer. Perfts end with quit, but are
// finished at the end of the input. The error is from reading.
func (s *Session) Run(in io.Reader) error {
	defer s.out.change(nil)
	defer s.perfts.all.Wait()
	defer s.halt()
	lines := newReader(in)
	for {
		line, err := lines.next()
		switch {
		case errors.Is(err, errLineTooLong):
			s.out.print(fail(err.Error()))
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case !s.Line(line):
			return nil
		}
	}
}

// Line executes a command line and reports whether more may follow. It does not wait for
// a search that the command starts.
func (s *Session) Line(line string) bool {
	s.began, s.line = time.Now(), line
	if err := s.out.received(line); err != nil {
		s.out.print(fail("the debug log has ended: " + err.Error()))
	}
	words := fields(line)
	if len(words) == 0 || strings.HasPrefix(words[0], "#") {
		return true
	}
	if c, ok := s.commands[words[0]]; ok {
		c.run(words[1:])
		return !s.quit
	}
	// UCI: "if the engine receives an unknown command or token it should just
	// ignore it and try to parse the rest of the string".
	for i, word := range words {
		if c, ok := s.commands[word]; ok && !c.console {
			c.run(words[i+1:])
			return !s.quit
		}
	}
	s.unknown(line, words[0])
	return true
}

// Busy reports whether stop would end anything. It may be called from any goroutine.
func (s *Session) Busy() bool { return s.perfts.busy() || s.busy() }

// Wait blocks until everything that commands have started is done, which may be never
// after "go infinite".
func (s *Session) Wait() {
	s.perfts.all.Wait()
	s.engine.Wait()
}

// enterMode switches to m: its initial position and, where the front end has
// not set them, its defaults.
func (s *Session) enterMode(m Mode) {
	s.mode = m
	s.applyDefaults()
	s.root, s.moves = m.Rules.Start(s.settings), nil
	s.rejected = false
}

func (s *Session) handshake(m Mode) {
	s.serve(false)
	s.choose(m)
	lines := []string{"id name " + s.name, "id author " + s.author}
	for _, o := range OptionTable() {
		if f := m.Dialect.Offer(o); f.Name != "" && s.has(o) {
			lines = append(lines, o.Line(f))
		}
	}
	s.out.print(append(lines, m.Dialect.Name+"ok")...)
}

// choose switches to m, unless it is in force.
func (s *Session) choose(m Mode) {
	if m.Dialect.Name != s.mode.Dialect.Name {
		s.newGame()
		s.enterMode(m)
	}
}

// isReady answers at once while a search runs. Otherwise earlier commands are completed
// first: after stop, the answer of the search comes before readyok. Otherwise a front
// end would take it for an answer in the next game.
func (s *Session) isReady() {
	if !s.busy() {
		stop := s.stayAlive()
		s.engine.Wait()
		s.applyQueued()
		if s.mode.Dialect.ReadyBeginsGame {
			s.forget()
		}
		s.prepare()
		s.openBook()
		stop()
		// Not at the beginning of a search: chess programs behind an adapter take each
		// line of a search for a line of play.
		if text := s.engine.Describe(); text != "" {
			s.out.print(note(text))
		}
	}
	s.out.print("readyok")
}

func (s *Session) prepare() {
	if err := s.engine.Prepare(s.root); err != nil {
		s.out.print(fail(err.Error()))
	}
}

func (s *Session) newGame() {
	s.halt()
	s.forget()
}

// tell prints a remark once a game.
func (s *Session) tell(text string) {
	if !s.told[text] {
		s.told[text] = true
		s.out.print(note(text))
	}
}

// forget drops what belongs to the game that is over.
func (s *Session) forget() {
	s.engine.NewGame()
	clear(s.told)
}

// leave ends the session and all perfts at once.
func (s *Session) leave() {
	s.perfts.end()
	s.quit = true
}

func (s *Session) stop() {
	s.keepHasty(s.stop)
	s.perfts.end()
	s.handle(stopCalled, "", nil)
}

func (s *Session) position(args []string) {
	p, moves, remark, err := parsePosition(args, s.mode.Rules, s.settings)
	s.rejected, s.placed, s.hasty = err != nil, s.idle(), nil
	if remark != "" {
		s.tell(remark)
	}
	if err != nil {
		s.out.print(fail("position rejected: " + err.Error()))
		return
	}
	s.root, s.moves = p, moves
}

// refuse reports whether the last position was rejected, and says so. The position before
// it must not be used: the front end shows another.
func (s *Session) refuse() bool {
	if s.rejected {
		s.out.print(fail("no valid position: the last one was rejected"))
	}
	return s.rejected
}

func (s *Session) search(args []string) {
	s.halt()
	defer s.obeyHasty(args)
	d := s.mode.Dialect
	r := parseGo(args, d, s.root)
	solves := r.mate && d.Checkmate
	if s.refuse() {
		switch {
		case r.counts:
		case solves:
			s.out.print("checkmate timeout")
		default:
			s.hold("bestmove "+d.NoMove, r.limits)
		}
		return
	}
	for _, n := range r.notes {
		s.out.print(note(n))
	}
	if r.counts {
		s.count(r.perft)
		return
	}
	if r.endless {
		r.limits.MoveTime = blindTime
	}
	switch {
	case solves:
		s.solve(r.limits)
		return
	case r.unplayable(): // an answer with another move would look like one of searchmoves
		s.out.print(fail("no move of searchmoves is legal"))
		s.hold("bestmove "+d.NoMove, r.limits)
		return
	}
	s.wishes.limit(&r.limits, s.root.Side())
	if s.playBook(r.limits) {
		return
	}
	r.limits.Start = s.began
	s.begin(s.root, r.limits)
}
