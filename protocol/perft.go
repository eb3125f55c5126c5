package protocol

import (
	"fmt"
	"strconv"
	"sync/atomic"

	"github.com/nitoryu/nitoryu/core"
)

// perft is the command of that name: "perft 5" is "go perft 5".
func (s *Session) perft(args []string) {
	s.search(append([]string{"perft"}, args...))
}

// count lists the leaves below every move of the position. It runs beside the
// reading of commands, so that stop can end it.
func (s *Session) count(depth int) {
	if depth < 0 {
		return // parseGo has said why
	}
	s.warnRejected()
	cancel := new(atomic.Bool)
	s.cancel = cancel
	p := s.root.Clone()
	s.counting.Go(func() {
		if depth == 0 {
			s.out.print("", "Nodes searched: 1")
			return
		}
		total := uint64(0)
		list := new(core.MoveList)
		p.Generate(core.AllMoves, list)
		for _, m := range list.Slice() {
			text := p.FormatMove(m)
			p.Do(m, nil)
			n, ok := leaves(p, depth-1, cancel)
			p.Undo()
			if !ok {
				s.out.print(note("perft stopped"))
				return
			}
			total += n
			s.out.print(text + ": " + strconv.FormatUint(n, 10))
		}
		s.out.print("", fmt.Sprintf("Nodes searched: %d", total))
	})
}

// leaves is core.Perft that looks at cancel every few thousand nodes; false
// means that it was cancelled.
func leaves(p core.Position, depth int, cancel *atomic.Bool) (uint64, bool) {
	const quick = 2
	if cancel.Load() {
		return 0, false
	}
	if depth <= quick {
		return core.Perft(p, depth), true
	}
	total := uint64(0)
	list := new(core.MoveList)
	p.Generate(core.AllMoves, list)
	for _, m := range list.Slice() {
		p.Do(m, nil)
		n, ok := leaves(p, depth-1, cancel)
		p.Undo()
		if !ok {
			return 0, false
		}
		total += n
	}
	return total, true
}
