package protocol

import (
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/core"
)

// display prints the position.
func (s *Session) display() {
	if s.rejected {
		s.out.print(fail("the last position was rejected; this is the position before it"))
	}
	var legal core.MoveList
	s.root.Generate(core.AllMoves, &legal)
	word := s.mode.Dialect.Setup
	lines := []string{
		s.drawing(),
		fmt.Sprintf("%s%s: %s", strings.ToUpper(word[:1]), word[1:], s.root),
		fmt.Sprintf("%s%016X", s.label("Key: "), s.root.Key()),
	}
	if s.mode.Checkers != nil {
		lines = append(lines, strings.TrimSpace(s.label("Checkers: ")+strings.Join(s.mode.Checkers(s.root), " ")))
	}
	lines = append(lines, fmt.Sprintf("%s%d", s.label("Legal moves: "), legal.N))
	if n := len(s.moves); n > 0 {
		before := s.root.Clone()
		before.Undo()
		last, previous := s.moves[n-1], core.NoMove
		if n > 1 {
			previous = s.moves[n-2]
		}
		lines = append(lines, s.label("Last move: ")+s.mode.both(before, last, previous))
	}
	if v := s.root.Verdict(); v.Over() {
		lines = append(lines, s.overBy(v.Ending))
	}
	s.out.print(lines...)
}

// drawing returns the board for whoever reads it.
func (s *Session) drawing() string {
	if s.personal.Load() {
		return s.person.Draw(s.mode, s.root.Clone())
	}
	return s.root.Diagram()
}

// label returns the name of a line of display for whoever reads it.
func (s *Session) label(name string) string {
	if s.personal.Load() {
		return s.person.Label(s.mode, name)
	}
	return name
}

// overBy says that the game is over, and how.
func (s *Session) overBy(e core.Ending) string {
	if s.personal.Load() {
		return s.person.Over(s.mode, e)
	}
	return "The game is over by " + e.String()
}

// both returns a move in the notation of the protocol and, in brackets, of people.
func (m Mode) both(p core.Position, move, previous core.Move) string {
	text := p.FormatMove(move)
	if m.Notation != nil {
		text += " (" + m.Notation(p, move, previous) + ")"
	}
	return text
}

// list prints the legal moves, a few on each line.
func (s *Session) list() {
	if s.refuse() {
		return
	}
	var legal core.MoveList
	s.root.Generate(core.AllMoves, &legal)
	previous := core.NoMove
	if n := len(s.moves); n > 0 {
		previous = s.moves[n-1]
	}
	const width, each = 78, 16
	line, lines := "", []string{fmt.Sprintf("%s%d", s.label("Legal moves: "), legal.N)}
	for _, m := range legal.Slice() {
		if len(line)+each > width {
			lines, line = append(lines, strings.TrimRight(line, " ")), ""
		}
		line += fmt.Sprintf("%-*s", each, s.mode.both(s.root, m, previous))
	}
	s.out.print(append(lines, strings.TrimRight(line, " "))...)
}

// evaluate prints what the engine's evaluation says, and what the hand-crafted
// evaluation says.
func (s *Session) evaluate() {
	if s.busy() {
		s.out.print(fail("eval: a search is running"))
		return
	}
	if s.refuse() {
		return
	}
	s.engine.Wait()
	s.applyQueued()
	s.prepare()
	score, name, drawing := s.engine.Explain(s.root.Clone())
	if drawing != "" {
		s.out.print(strings.TrimSuffix(drawing, "\n"))
	}
	s.out.print(s.judged(score, name))
	if c := s.mode.Classic; c != nil && c.Name() != name {
		eval := c.New()
		eval.Reset(s.root.Clone())
		s.out.print(s.judged(eval.Evaluate(), c.Name()))
	}
}

// judged says which score an evaluation gives and, where the chances are known, which share
// of the points that score is worth in games.
func (s *Session) judged(score core.Score, by string) string {
	text := s.mode.Dialect.Score(score)
	chances := &s.mode.Chances
	if len(chances.Rows) == 0 {
		return fmt.Sprintf(s.label("Evaluation: %s for the side to move, by %s"), text, by)
	}
	return fmt.Sprintf(s.label("Evaluation: %s for the side to move (%.0f %%), by %s"), text, chances.Points(score, chances.PhaseOf(s.root)), by)
}
