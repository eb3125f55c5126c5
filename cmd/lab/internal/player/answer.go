package player

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/core"
)

// reply returns the answer that the reader has stored. An invalid answer ends the engine.
// The reader does not touch the search of an answered question.
func (p *Process) reply(r *Request) (Reply, error) {
	reply, err := p.search.reply(r, p.usi, p.config.CheckPV)
	if err != nil {
		return Reply{}, p.fail(ProtocolError, err.Error())
	}
	return reply, nil
}

// reply parses the answer to r. An error says that it is not an answer.
func (s *search) reply(r *Request, usi bool, check CheckPV) (Reply, error) {
	reply := Reply{Elapsed: max(0, s.at.Sub(s.asked)), Info: s.last, BadPV: s.badPV, Infos: s.infos}
	board := r.Position
	s.fillLine(&reply, board, usi, check == CheckLast, r.Mate)
	words := strings.Fields(string(s.answer))
	switch {
	case words[0] == "checkmate" && r.Mate && len(words) > 1:
		reply.Text = strings.Join(words[1:], " ")
		reply.takeCheckmate(board, words[1:])
	case words[0] == "bestmove" && len(words) > 1:
		reply.Text = words[1]
		reply.takeMove(board, words[1:], usi)
	case r.Mate && usi:
		return Reply{}, fmt.Errorf("%.80q is not an answer to go mate", s.answer)
	default:
		return Reply{}, fmt.Errorf("%.80q is not an answer to go", s.answer)
	}
	return reply, nil
}

// fillLine adds the moves of the last PV. They are played on the board, which takes time,
// only if they have to be checked or may be the mate asked for.
func (s *search) fillLine(reply *Reply, board core.Position, usi, check, mate bool) {
	if !reply.Info.HasScore {
		return
	}
	_, words := cutWord(s.line)
	_, pv, _ := parseInfo(words, usi)
	reply.Info.PV = strings.Fields(string(pv))
	if !check && !mate {
		return
	}
	mates, bad := checkPV(board, reply.Info.PV, s.line, usi)
	if check {
		reply.BadPV = bad
	}
	if mate && mates && reply.Info.Score.IsWin() {
		reply.Mate = reply.Info.PV
	}
}

// takeMove parses the words after bestmove. The board is unchanged afterwards.
func (reply *Reply) takeMove(board core.Position, words []string, usi bool) {
	text := words[0]
	switch {
	case text == "resign":
		reply.Resigns = true
		return
	case text == "win" && usi:
		reply.Claims = true
		return
	}
	m, err := board.ParseMove(text)
	if err != nil {
		if !isNone(text) || hasMoves(board) {
			reply.Problem = err.Error()
		}
		return
	}
	reply.Move = m
	if len(words) > 2 && words[1] == "ponder" {
		board.Do(m, nil)
		reply.Ponder, _ = board.ParseMove(words[2]) // NoMove if illegal
		board.Undo()
	}
}

// takeCheckmate parses the words after checkmate.
func (reply *Reply) takeCheckmate(board core.Position, words []string) {
	reply.Mate = nil
	switch words[0] {
	case "nomate":
		reply.NoMate = true
		return
	case "timeout", "notimplemented":
		return
	}
	reply.Mate = words
	var err error
	if reply.Move, err = board.ParseMove(words[0]); err != nil {
		reply.Problem = err.Error()
		return
	}
	_, reply.Problem = checkPV(board, words, []byte(reply.Text), true)
}

// isNone reports whether text is one of the ways to say that there is no move.
func isNone(text string) bool {
	return slices.Contains([]string{"(none)", "none", "0000", "NULL"}, text)
}

func hasMoves(board core.Position) bool {
	list := new(core.MoveList)
	board.Generate(core.AllMoves, list)
	return list.N > 0
}

// checkPV plays a PV. It reports whether it ends in mate, and the first illegal move with
// the line it is from, or "". The board is unchanged afterwards.
func checkPV(board core.Position, moves []string, line []byte, usi bool) (mates bool, bad string) {
	played := 0
	defer func() {
		for range played {
			board.Undo()
		}
	}()
	for i, text := range moves {
		m, err := board.ParseMove(text)
		if err != nil {
			if usi && i == len(moves)-1 && endsLine(text) || len(moves) == 1 && isNone(text) {
				return false, ""
			}
			return false, fmt.Sprintf("move %d: %v, in %.1000q", i+1, err, line)
		}
		board.Do(m, nil)
		played++
	}
	return played > 0 && board.Verdict().Ending == core.Checkmate, ""
}

// endsLine reports whether text is one of the words that end a PV of YaneuraOu and similar
// shogi engines.
func endsLine(text string) bool {
	return text == "resign" || text == "win" || strings.HasPrefix(text, "rep_")
}
