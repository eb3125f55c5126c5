package record

// foul is a move that is not legal. Where the record goes on with the words that somebody
// broke the rules, it ended the line; else it is a fault of the record.
type foul struct {
	line int
	end  *Node // of the line, in place of the move
	move string
	err  error
}

func newFoul(line int, move string, err error) *foul {
	return &foul{line: line, end: &Node{Terminal: LosesByFoul}, move: move, err: err}
}

// blames reports whether a terminal behind a foul is about it. Programs do not agree which
// of the two words stands there.
func (t Terminal) blames() bool { return t == WinsByFoul || t == LosesByFoul }

// comment returns the lines of the comment to the end: the move, and what the record says.
func (f *foul) comment(lines []string) []string { return append([]string{f.move}, lines...) }
