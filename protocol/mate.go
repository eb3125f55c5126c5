package protocol

import (
	"strconv"

	"github.com/nitoryu/nitoryu/core"
)

// MateSolver is the part of an [Engine] that searches for forced mates.
type MateSolver interface {
	// Mate is Go for a mate of the side to move.
	//
	// With l.Mate it looks for a mate within that many plies, and goes on like Go if
	// it finds none.
	//
	// Without l.Mate, it looks for a mate by checks alone, of any length. The Score
	// of the Result IsWin if there is a mate, after an Info with the whole line, and
	// IsLoss if there is no mate; otherwise nothing was proved. Infos without a line
	// report progress. With l.Proof the Proof of the mate follows the Info.
	Mate(p core.Position, l core.Limits, to core.Callbacks)
}

// solve answers "go mate" where it asks for a line of checks.
func (s *Session) solve(l core.Limits) {
	l.Start = s.began
	// A front end waits for the answer even if it gives no time.
	l.Infinite, l.Ponder, l.Proof = false, false, s.wishes.proof
	s.handle(searchBegins, "", nil)
	s.engine.Mate(s.root.Clone(), l, s.mateListener())
}

// mateListener returns a listener that prints the reports of a search for mate.
func (s *Session) mateListener() core.Callbacks {
	root, m := s.root.Clone(), s.mode
	d := m.Dialect
	moves := "" // of the mate
	return core.Callbacks{
		Info: func(i core.Info) {
			if s.personal.Load() {
				moves = wholeLine(root, i.PV)
				s.report(s.person.Report(m, root, i))
				return
			}
			if len(i.PV) == 0 {
				s.report(countsLine(d, i.Nodes, i.Elapsed, i.HashFull))
				return
			}
			if moves = wholeLine(root, i.PV); moves != "" {
				s.report("info depth " + strconv.Itoa(i.Depth) + " score " + d.Score(i.Score) +
					string(appendCounts(nil, i.Nodes, i.Elapsed, i.HashFull)) + " pv" + moves)
			}
		},
		Proof: func(p *core.Proof) {
			if !s.personal.Load() {
				proofLines(root, p, "", s.report)
			}
		},
		Fault: func(err error) { s.report(fail(err.Error())) },
		Done: func(r core.Result) {
			switch {
			case r.Score.IsWin() && moves != "":
				s.handle(answered, "checkmate"+moves, nil)
			case r.Score.IsLoss():
				s.handle(answered, "checkmate nomate", nil)
			default:
				s.handle(answered, "checkmate timeout", nil)
			}
		},
	}
}

// proofLines reports each line of play of a proof, as remarks: front ends would show other
// lines as lines of the search. A line that goes on beyond the replies asked for ends with
// dots; futile replies are left out.
func proofLines(p core.Position, proof *core.Proof, before string, report func(string)) {
	before += " " + p.FormatMove(proof.Move)
	p.Do(proof.Move, nil)
	defer p.Undo()
	mated := true
	for _, r := range proof.Replies {
		if r.Futile {
			continue
		}
		mated = false
		line := before + " " + p.FormatMove(r.Move)
		if r.Next == nil {
			report(note("proof" + line + " ..."))
			continue
		}
		p.Do(r.Move, nil)
		proofLines(p, r.Next, line, report)
		p.Undo()
	}
	if mated {
		report(note("proof" + before))
	}
}

// wholeLine returns the notation of a line with a blank before each move, "" if a move is
// illegal: front ends play the line on their boards.
func wholeLine(root core.Position, line []core.Move) string {
	text, played := "", 0
	for _, m := range line {
		if m = root.ValidateMove(m.ID()); m == core.NoMove {
			text = ""
			break
		}
		text += " " + root.FormatMove(m)
		root.Do(m, nil)
		played++
	}
	for range played {
		root.Undo()
	}
	return text
}
