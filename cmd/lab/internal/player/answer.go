package player

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/core"
)

// reply makes a Reply of the answer that the reader has taken in. An answer that
// is none ends the engine. The question is answered: the reader does not touch the
// search any more.
func (p *Process) reply(r *Request) (Reply, error) {
	reply, err := p.search.reply(r, p.usi, p.config.CheckPV)
	if err != nil {
		return Reply{}, p.fail(ProtocolError, err.Error())
	}
	return reply, nil
}

// reply reads the answer to r. An error says that it is none.
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
		return Reply{}, fmt.Errorf("%.80q is no answer to go mate", s.answer)
	default:
		return Reply{}, fmt.Errorf("%.80q is no answer to go", s.answer)
	}
	return reply, nil
}

// fillLine adds the moves of the last line of play. They are played on the board,
// which takes a while, only if they are to be checked or may be the mate asked
// for.
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

// takeMove reads what follows bestmove. The board is left as it was.
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
		reply.Ponder, _ = board.ParseMove(words[2]) // an illegal one is not pondered on
		board.Undo()
	}
}

// takeCheckmate reads what follows checkmate.
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

// isNone reports whether text is a way to say that there is no move.
func isNone(text string) bool {
	return slices.Contains([]string{"(none)", "none", "0000", "NULL"}, text)
}

func hasMoves(board core.Position) bool {
	list := new(core.MoveList)
	board.Generate(core.AllMoves, list)
	return list.N > 0
}

// checkPV plays a line of play. It reports whether the line mates, and the first
// move that is not legal together with the line it stands in; "" if all are. The
// board is left as it was.
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

// endsLine reports whether text is one of the words by which shogi engines of
// YaneuraOu's kind say how a line of play ends.
func endsLine(text string) bool {
	return text == "resign" || text == "win" || strings.HasPrefix(text, "rep_")
}
