package protocol

import "github.com/nitoryu/nitoryu/core"

// phase is the state of a session between a go and its answer. A phase other than idle
// means that exactly one answer is due. The transitions make sure that each go is
// answered once, whatever commands come in whatever order.
type phase uint8

const (
	idle          phase = iota
	searching           // the engine will answer
	pondering           // the engine will answer, after ponderhit or stop
	stopping            // the engine was told to stop and will answer soon
	holding             // there was no valid position; the answer waits for stop
	holdingPonder       // the same; it waits for stop or ponderhit
	replacing           // a hit in Stochastic_Ponder: the answer is dropped, another search follows at once
	phases
)

// event moves a session from one phase to another. All except answered come from the
// goroutine that reads commands.
type event uint8

const (
	searchBegins     event = iota // the engine is about to search
	ponderBegins                  // the same, on the opponent's time
	holdBegins                    // there is no valid position, and the answer has to wait for stop
	holdPonderBegins              // the same, for stop or ponderhit
	stopCalled                    // stop, quit, the end of the input, or a command that needs the engine
	ponderHit
	replaceCalled // a ponder hit asks for a search of another position
	answered      // the engine answers
	events
)

// action is what to do in a transition.
type action uint8

const (
	nothing    action = iota
	passHit           // to the engine
	giveAnswer        // of the engine
	giveHeld          // answer
)

// transition is what an event leads to.
type transition struct {
	to phase
	do action
}

// machine says what each event does in each phase. A go first halts what runs, so
// searches begin in idle only, and the engine answers only what it was asked: the missing
// entries never occur.
var machine = [phases][events]transition{
	idle: {
		searchBegins:     {searching, nothing},
		ponderBegins:     {pondering, nothing},
		holdBegins:       {holding, nothing},
		holdPonderBegins: {holdingPonder, nothing},
		stopCalled:       {idle, nothing},
		ponderHit:        {idle, nothing},
		replaceCalled:    {idle, nothing},
	},
	searching: {
		stopCalled:    {stopping, nothing},
		ponderHit:     {searching, nothing},
		replaceCalled: {searching, nothing},
		answered:      {idle, giveAnswer},
	},
	pondering: {
		stopCalled:    {stopping, nothing},
		ponderHit:     {searching, passHit},
		replaceCalled: {replacing, nothing},
		answered:      {idle, giveAnswer}, // it was stopped meanwhile
	},
	stopping: {
		stopCalled:    {stopping, nothing},
		ponderHit:     {stopping, nothing},
		replaceCalled: {stopping, nothing},
		answered:      {idle, giveAnswer},
	},
	holding: {
		stopCalled:    {idle, giveHeld},
		ponderHit:     {holding, nothing},
		replaceCalled: {holding, nothing},
	},
	holdingPonder: {
		stopCalled:    {idle, giveHeld},
		ponderHit:     {idle, giveHeld},
		replaceCalled: {holdingPonder, nothing},
	},
	replacing: {
		stopCalled: {replacing, nothing},
		answered:   {idle, nothing},
	},
}

// handle makes the transition of an event and returns the new phase. The answer belongs
// to answered; the clock, which may be nil, to ponderHit.
func (s *Session) handle(e event, answer string, clock *core.Limits) phase {
	if e == stopCalled {
		// Not under the lock: a search thread that reports may hold it and wait for a
		// processor. Without a search this does nothing.
		s.engine.Stop()
	}
	s.mu.Lock()
	t := machine[s.phase][e]
	// Print an answer before the phase changes, so that no later command can overtake
	// it.
	switch t.do {
	case giveAnswer:
		s.out.print(answer)
	case giveHeld:
		s.out.print(s.held)
	}
	s.phase = t.to
	s.mu.Unlock()
	if t.do == passHit {
		s.engine.PonderHit(clock) // may answer before it returns
	}
	return t.to
}

// report prints a line about the current search. When no answer is due the line is
// dropped: nothing may follow the best move.
func (s *Session) report(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.phase != idle && s.phase != replacing {
		s.out.gather(line)
	}
}

// hold answers a go without a valid position: at once, or when it may be answered.
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

// idle reports whether no answer is due.
func (s *Session) idle() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.phase == idle
}

// busy reports whether an answer is due and no stop was requested.
func (s *Session) busy() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.phase != idle && s.phase != stopping
}

// halt ends a search, with its answer, and applies the changes that waited for that.
func (s *Session) halt() {
	s.handle(stopCalled, "", nil)
	s.engine.Wait()
	s.applyQueued()
}
