package record

// foul is an illegal move. If the record says next that somebody broke the rules, the move
// ended the line; otherwise it is a fault of the record.
type foul struct {
	line int
	end  *Node // of the line, in place of the move
	move string
	err  error
}

func newFoul(line int, move string, err error) *foul {
	return &foul{line: line, end: &Node{Terminal: LosesByFoul}, move: move, err: err}
}

// blames reports whether a terminal behind a foul is about the foul. Programs disagree about
// which of the two words to write there.
func (t Terminal) blames() bool { return t == WinsByFoul || t == LosesByFoul }

// comment returns the lines of the comment for the end of the line: the move, and what the
// record says.
func (f *foul) comment(lines []string) []string { return append([]string{f.move}, lines...) }
