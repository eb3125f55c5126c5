package protocol

import (
	"slices"

	"github.com/nitoryu/nitoryu/core"
)

// expected is the search that a ponder hit begins in Stochastic_Ponder, where pondering
// is about the position before the move that the front end expects.
type expected struct {
	root   core.Position
	limits core.Limits
}

// begin starts a search of root, or pondering.
func (s *Session) begin(root core.Position, l core.Limits) {
	s.expected = nil
	if l.Ponder && s.wishes.stochastic && len(s.moves) > 0 {
		s.expected = &expected{root, l}
		root = root.Clone()
		root.Undo()
		l.Draw = -l.Draw
		l.RootMoves = nil // they were for the position after the expected move
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
	s.keepHasty(func() { s.ponderHitCommand(args) })
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

// keepHasty keeps what a stop or ponderhit would do for the go ponder that may follow. No
// front end means to end pondering between a position and its go, but in Lishogi-Bot one
// thread sends both while another thread sends the reaction to the opponent's answer:
// when the answer is quick, that overtakes the go, and the bot waits until it loses on
// time.
func (s *Session) keepHasty(command func()) {
	if s.placed && s.idle() {
		s.hasty = command
	}
}

// obeyHasty ends the search of a go with these words, if it ponders and the command to
// end it came too early.
func (s *Session) obeyHasty(args []string) {
	command := s.hasty
	s.placed, s.hasty = false, nil
	if command != nil && slices.Contains(args, "ponder") {
		command()
	}
}
