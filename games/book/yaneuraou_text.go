package book

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu/core"
)

// yaneuraouHeader is the first line of a book of YaneuraOu. Files without it are read too.
const yaneuraouHeader = "#YANEURAOU-DB2016 1.00"

// Limits of a file. The line of a position has less than 256 bytes, the line of a
// move less than 64; some editors keep comments with them.
const (
	maxLine  = 1 << 16 // bytes of a line
	maxEntry = 1 << 20 // bytes from one position to the next
)

const byteOrderMark = "\ufeff"

// unknownScore is what YaneuraOu writes where a move is known but not its score.
const unknownScore = -32768

// isYaneuraOu reports whether a file begins like a book of YaneuraOu: comments
// and blank lines, then a position, or the header.
func isYaneuraOu(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte(byteOrderMark))
	if bytes.HasPrefix(head, []byte("#YANEURAOU-DB")) {
		return true
	}
	for line := range bytes.Lines(head) {
		if isPosition(line) {
			return true
		}
		if text := bytes.TrimSpace(line); len(text) > 0 && !isComment(text) {
			return false
		}
	}
	return false
}

func isPosition(line []byte) bool { return bytes.HasPrefix(line, []byte("sfen ")) }

func isComment(line []byte) bool {
	return line[0] == '#' || bytes.HasPrefix(line, []byte("//"))
}

// positionOf splits a line that begins with "sfen " into board, side and hands, which are
// the key that files are sorted by, and the move number, 0 without one.
func positionOf(line []byte) (key []byte, number int) {
	text := bytes.TrimSpace(line[len("sfen "):])
	spaces := 0
	for i, b := range text {
		if b == ' ' {
			if spaces++; spaces == 3 {
				number, _ = strconv.Atoi(string(bytes.TrimSpace(text[i:])))
				return text[:i], number
			}
		}
	}
	return text, 0
}

// keyOf returns the key of a position as [positionOf] does, and its move number.
func keyOf(p core.Position) (key string, number int) {
	text := p.String()
	return text[:strings.LastIndexByte(text, ' ')], p.Plies() + 1
}

// handLetters is the order of the pieces in hand in an SFEN.
const handLetters = "RBGSNLPrbgsnlp"

// canonical returns a key with the pieces in hand in their usual order: some programs
// write them in another. A key that makes no sense is returned as it is.
func canonical(key string) string {
	cut := strings.LastIndexByte(key, ' ') + 1
	hands := key[cut:]
	if hands == "-" {
		return key
	}
	var counts [len(handLetters)]int
	for i := 0; i < len(hands); i++ {
		n := 0
		for ; i < len(hands) && hands[i] >= '0' && hands[i] <= '9'; i++ {
			n = min(10*n+int(hands[i]-'0'), 100)
		}
		if i == len(hands) {
			return key
		}
		at := strings.IndexByte(handLetters, hands[i])
		if at < 0 {
			return key
		}
		counts[at] += max(n, 1)
	}
	var out []byte
	for i, n := range counts {
		if n > 1 {
			out = strconv.AppendInt(out, int64(n), 10)
		}
		if n > 0 {
			out = append(out, handLetters[i])
		}
	}
	if string(out) == hands {
		return key
	}
	return key[:cut] + string(out)
}

// line is a line of a move.
type line struct {
	move, reply string // in USI notation; "" for none
	score       core.Score
	depth       int
	count       int
}

// parseLine reads a line of a move: the move, the reply, and perhaps score, depth and
// count. It returns false for a comment and for no move.
func parseLine(text []byte) (l line, ok bool) {
	text = bytes.TrimSpace(text)
	if len(text) == 0 || isComment(text) {
		return line{}, false
	}
	var fields [5]string
	n := 0
	for field := range bytes.FieldsSeq(text) {
		if n == len(fields) {
			break
		}
		fields[n] = string(field)
		n++
	}
	l = line{move: noneIsEmpty(fields[0]), reply: noneIsEmpty(fields[1]), score: core.NoScore, count: 1}
	score, err := strconv.Atoi(fields[2])
	known := err == nil
	l.depth = number(fields[3], 0)
	l.count = number(fields[4], 1)
	// Books that know no scores have zeros.
	if known && score != unknownScore && (score != 0 || l.depth != 0) {
		l.score = core.Score(min(max(score, -int(core.Mate)), int(core.Mate)))
	}
	return l, l.move != ""
}

// number reads a count, or returns missing.
func number(text string, missing int) int {
	if n, err := strconv.ParseUint(text, 10, 31); err == nil {
		return int(n)
	}
	return missing
}

func noneIsEmpty(move string) string {
	if move == "none" || move == "None" || move == "resign" {
		return ""
	}
	return move
}

// append appends the line as YaneuraOu writes it.
func (l line) append(b []byte) []byte {
	b = append(b, l.move...)
	b = append(b, ' ')
	b = append(b, cmp.Or(l.reply, "none")...)
	score, depth := 0, 0
	if l.score != core.NoScore {
		score, depth = int(l.score), l.depth
	}
	for _, n := range [...]int{score, depth, l.count} {
		b = append(b, ' ')
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return append(b, '\n')
}

// joinLines puts the line of a move into the lines of its position. If the move is there
// already, counts add up, and the rest comes from the later line.
func joinLines(lines []line, l line) []line {
	i := slices.IndexFunc(lines, func(known line) bool { return known.move == l.move })
	if i < 0 {
		return append(lines, l)
	}
	l.count = addCounts(l.count, lines[i].count)
	lines[i] = l
	return lines
}

// addCounts adds counts without overflow.
func addCounts(a, b int) int { return clampCount(int64(a) + int64(b)) }

// compareLines orders the lines of a position as in a file: the most played first, then
// the best scores.
func compareLines(a, b line) int {
	value := func(l line) core.Score {
		if l.score == core.NoScore {
			return -core.Infinite
		}
		return l.score
	}
	return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(value(b), value(a)), cmp.Compare(a.move, b.move))
}

// flipKey turns the board of a key and changes its colours. A key that makes no sense
// becomes a key that no position has.
func flipKey(key string) string {
	fields := strings.Split(key, " ")
	if len(fields) != 3 {
		return ""
	}
	board := []byte(fields[0])
	slices.Reverse(board)
	for i, b := range board {
		// The sign of promotion stands in front of its letter again.
		if b == '+' && i > 0 {
			board[i-1], board[i] = '+', board[i-1]
		}
	}
	side := "b"
	if fields[1] == "b" {
		side = "w"
	}
	return canonical(string(swapCase(board)) + " " + side + " " + string(swapCase([]byte(fields[2]))))
}

func swapCase(text []byte) []byte {
	for i, b := range text {
		if b|0x20 >= 'a' && b|0x20 <= 'z' {
			text[i] = b ^ 0x20
		}
	}
	return text
}

// flipMove turns the squares of a move.
func flipMove(move string) string {
	turned := []byte(move)
	for i, b := range turned {
		switch {
		case b >= '1' && b <= '9':
			turned[i] = '1' + '9' - b
		case b >= 'a' && b <= 'i':
			turned[i] = 'a' + 'i' - b
		}
	}
	return string(turned)
}

// maxCount is the largest count.
const maxCount = 1<<31 - 1
