package protocol

import (
	"strconv"

	"github.com/nitoryu/nitoryu/core"
)

// sharpLines is the number of lines of a search that tells how sharp its position is.
const sharpLines = 4

// sharpness hears how sharp the position of a search is.
type sharpness struct {
	of      func(scores []core.Score, phase, depth, settled int) (float64, bool)
	phase   int
	scores  []core.Score // of the lines of this iteration, the best first
	best    core.Move
	settled int // the depth from which on best was the best move
	told    string
}

// hear takes a report and returns a remark after the last line of an iteration, if the
// sharpness has changed.
func (s *sharpness) hear(i *core.Info) string {
	if i.Bound != core.Exact || i.Depth == 0 || len(i.PV) == 0 {
		return ""
	}
	if i.Rank <= 1 {
		s.scores = s.scores[:0]
		if i.PV[0] != s.best {
			s.best, s.settled = i.PV[0], i.Depth
		}
	}
	s.scores = append(s.scores, i.Score)
	if len(s.scores) < i.Lines {
		return ""
	}
	value, known := s.of(s.scores, s.phase, i.Depth, s.settled)
	if !known {
		return ""
	}
	remark := note("sharpness " + strconv.FormatFloat(value, 'f', 1, 64))
	if remark == s.told {
		return ""
	}
	s.told = remark
	return remark
}
