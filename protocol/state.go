package protocol

import "github.com/nitoryu/nitoryu/core"

// phase is where a session stands between a go and its answer. A phase other
// than idle means that exactly one answer is owed. The phases with their
// transitions are all there is to stop, ponderhit and quit: whatever comes in
// whatever order, each go is answered once.
type phase uint8

const (
	idle          phase = iota
	searching           // the engine will answer
	pondering           // the engine will answer, after ponderhit or stop
	stopping            // the engine was told to stop and answers soon
	holding             // the answer is known and waits for stop
	holdingPonder       // the answer is known and waits for stop or ponderhit
	phases
)

// event is what moves a session from one phase to another. All but answered come
// from the goroutine that reads commands.
type event uint8

const (
	searchBegins     event = iota // the engine is about to be sent searching
	ponderBegins                  // the same, on the opponent's time
	holdBegins                    // there is nothing to search, but to wait for stop
	holdPonderBegins              // the same, for ponderhit too
	stopCalled                    // stop, quit, the end of the input, or a command that needs the engine
	ponderHit
	answered // the engine has its answer
	events
)

// action is what a transition brings with it.
type action uint8

const (
	nothing action = iota
	tellHit
	giveAnswer
	giveHeld // answer
)

// transition is what an event leads to.
type transition struct {
	to phase
	do action
}

// machine says what each event does in each phase. A go first halts what runs, so
// that searches begin in idle only, and the engine answers only where it was asked:
// those fields are never met.
var machine = [phases][events]transition{
	idle: {
		searchBegins:     {searching, nothing},
		ponderBegins:     {pondering, nothing},
		holdBegins:       {holding, nothing},
		holdPonderBegins: {holdingPonder, nothing},
		stopCalled:       {idle, nothing},
		ponderHit:        {idle, nothing},
	},
	searching: {
		stopCalled: {stopping, nothing},
		ponderHit:  {searching, nothing},
		answered:   {idle, giveAnswer},
	},
	pondering: {
		stopCalled: {stopping, nothing},
		ponderHit:  {searching, tellHit},
		answered:   {idle, giveAnswer}, // it has heard of stop already
	},
	stopping: {
		stopCalled: {stopping, nothing},
		ponderHit:  {stopping, nothing},
		answered:   {idle, giveAnswer},
	},
	holding: {
		stopCalled: {idle, giveHeld},
		ponderHit:  {holding, nothing},
	},
	holdingPonder: {
		stopCalled: {idle, giveHeld},
		ponderHit:  {idle, giveHeld},
	},
}

// handle does what an event leads to. The answer belongs to the event answered,
// the clock, which may be nil, to ponderHit.
func (s *Session) handle(e event, answer string, clock *core.Limits) {
	if e == stopCalled {
		// Not under the lock: whoever reports may hold it and wait for a processor
		// behind all that search. Without a search it does nothing.
		s.engine.Stop()
	}
	s.mu.Lock()
	t := machine[s.phase][e]
	// An answer is out before the phase changes for anybody to see, so that no
	// later command can overtake it.
	switch t.do {
	case giveAnswer:
		s.out.print(answer)
	case giveHeld:
		s.out.print(s.held)
	}
	s.phase = t.to
	s.mu.Unlock()
	if t.do == tellHit {
		s.engine.PonderHit(clock) // may answer before it returns
	}
}

// report gives out a line about the search under way. What comes when no answer
// is owed is dropped: nothing may follow the best move.
func (s *Session) report(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.phase != idle {
		s.out.gather(line)
	}
}

// hold answers a go that needs no search: at once, or when it may be answered.
func (s *Session) hold(answer string, l core.Limits) {
	s.held = answer
	switch {
	case l.Infinite:
		s.handle(holdBegins, "", nil)
	case l.Ponder:
		s.handle(holdPonderBegins, "", nil)
	default:
		s.out.print(answer)
	}
}

// busy reports whether an answer is owed that nobody has asked for yet.
func (s *Session) busy() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.phase != idle && s.phase != stopping
}

// halt ends whatever runs, with its answer, and applies what had to wait for
// that. A perft is waited for, so that scripts can queue several.
func (s *Session) halt() {
	s.counting.Wait()
	s.handle(stopCalled, "", nil)
	s.engine.Wait()
	s.applyQueued()
}
