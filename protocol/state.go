package protocol

import "github.com/nitoryu/nitoryu/core"

// phase is where a session stands between a go and its answer. Only the
// goroutine that reads commands leaves idle, so a phase other than idle means
// that exactly one answer is owed.
type phase uint8

const (
	idle          phase = iota
	searching           // the engine will answer
	pondering           // the engine will answer, after ponderhit or stop
	stopping            // the engine was told to stop and answers soon
	holding             // the answer is known and waits for stop
	holdingPonder       // the answer is known and waits for stop or ponderhit
)

// enter leaves idle for p.
func (s *Session) enter(p phase) {
	s.mu.Lock()
	s.phase = p
	s.mu.Unlock()
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

// finish prints the answer that is owed, if one is. The phase changes only
// after the answer is out, so that no later command can overtake it.
func (s *Session) finish(answer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.phase != idle {
		s.out.print(answer)
		s.phase = idle
	}
}

// hold answers a go that needs no search: at once, or when it may be answered.
func (s *Session) hold(answer string, l core.Limits) {
	s.held = answer
	switch {
	case l.Infinite:
		s.enter(holding)
	case l.Ponder:
		s.enter(holdingPonder)
	default:
		s.out.print(answer)
	}
}

// stopSearch asks for the answer that is owed. It does not wait for it.
func (s *Session) stopSearch() {
	s.mu.Lock()
	now := s.phase
	if now == searching || now == pondering {
		s.phase = stopping
	}
	s.mu.Unlock()
	switch now {
	case searching, pondering:
		// Should the search have ended just now, this does nothing: no other
		// goroutine could have started the next one.
		s.engine.Stop()
	case holding, holdingPonder:
		s.finish(s.held)
	}
}

// ponderHit takes an expected move; l is a new clock or nil.
func (s *Session) ponderHit(l *core.Limits) {
	s.mu.Lock()
	now := s.phase
	if now == pondering {
		s.phase = searching
	}
	s.mu.Unlock()
	switch now {
	case pondering:
		s.engine.PonderHit(l)
	case holdingPonder:
		s.finish(s.held)
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
	s.stopSearch()
	s.engine.Wait()
	s.applyQueued()
}
