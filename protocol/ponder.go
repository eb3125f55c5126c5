package protocol

import "github.com/nitoryu/nitoryu/core"

// expected is the search that a ponder hit begins in Stochastic_Ponder, where pondering
// is about the position before the move that the front end expects.
type expected struct {
	root   core.Position
	limits core.Limits
}

// begin starts a search of root, or to ponder.
func (s *Session) begin(root core.Position, l core.Limits) {
	s.expected = nil
	if l.Ponder && s.wishes.stochastic && len(s.moves) > 0 {
		s.expected = &expected{root, l}
		root = root.Clone()
		root.Undo()
		l.Draw = -l.Draw
		l.RootMoves = nil // they were for the position after it
	}
	if l.Ponder {
		s.handle(ponderBegins, "", nil)
	} else {
		s.handle(searchBegins, "", nil)
	}
	think := s.engine.Go
	if l.Mate > 0 {
		think = s.engine.Mate
	}
	if s.personal.Load() {
		s.report(s.person.Begin(s.mode, root.Clone(), l))
	}
	think(root.Clone(), l, s.listener(root, l))
}

func (s *Session) ponderHitCommand(args []string) {
	l := parseGo(args, s.mode.Dialect, s.root).limits
	clocked := l.HasClock || l.MoveTime > 0
	l.Start = s.began
	switch {
	case s.expected != nil && s.handle(replaceCalled, "", nil) == replacing:
		s.engine.Stop()
		s.engine.Wait()
		next := s.expected.limits
		if clocked {
			next.HasClock, next.Time, next.Increment = l.HasClock, l.Time, l.Increment
			next.Byoyomi, next.MovesToGo, next.MoveTime = l.Byoyomi, l.MovesToGo, l.MoveTime
		}
		next.Ponder, next.Start = false, s.began
		s.begin(s.expected.root, next)
	case clocked:
		s.handle(ponderHit, "", &l)
	default:
		s.handle(ponderHit, "", nil)
	}
}
