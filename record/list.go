package record

import (
	"io"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// listParser reads one game of shogi from its initial position: moves as they are copied from a
// page or a book, in Japanese with or without marks, Western notation or USI, with or
// without numbers and times, on one line or several.
type listParser struct {
	lines    *lineReader
	settings core.Settings
}

// looksLikeList reports whether a text begins with such moves. What can be KI2 or a row of KIF
// is not one.
func looksLikeList(text string) bool {
	for line := range strings.Lines(text) {
		words := listWords(line)
		if len(words) == 0 {
			continue
		}
		p := shogi.Rules.Start(core.Settings{})
		m, err := parseListed(p, words[0], core.NoMove)
		if err != nil {
			return false
		}
		if !beginsMove(words[0]) || p.FormatMove(m) == words[0] {
			return true // neither KI2 nor KIF has such moves
		}
		numbered := isListNumber(strings.Fields(line)[0])
		marked := strings.ContainsAny(firstRune(words[0]), "▲△▼▽☗☖")
		return len(words) > 1 && (numbered || !marked) && beginsMove(words[1])
	}
	return false
}

// listWords returns the words of a line that are no numbers and no times.
func listWords(line string) (words []string) {
	line = strings.NewReplacer("同　", "同", "同 ", "同").Replace(line)
	for _, word := range strings.Fields(line) {
		if !isListNumber(word) && !isListTime(word) {
			words = append(words, word)
		}
	}
	return words
}

// isListNumber reports whether a word is the number of a move.
func isListNumber(word string) bool { return isDigits(strings.TrimRight(word, ".…:")) }

// isListTime reports whether a word is the time of a move: 5s, 0.5秒 or 1:05.
func isListTime(word string) bool {
	number := strings.TrimSuffix(strings.TrimSuffix(word, "s"), "秒")
	_, ok := parseClock(number)
	return ok && (number != word || strings.Contains(word, ":"))
}

// parseListed reads a move in any notation.
func parseListed(p core.Position, word string, previous core.Move) (core.Move, error) {
	if m, err := ParseWestern(p, word); err == nil {
		return m, nil
	}
	return ParseJapanese(p, word, previous)
}

// next implements parser.
func (p *listParser) next() (*Game, error) {
	g := &Game{Rules: shogi.Rules, Settings: p.settings, Root: &Node{}, Source: Source{Format: KI2}}
	board, n, previous, ply := shogi.Rules.Start(p.settings), g.Root, core.NoMove, 0
	for {
		l, ok := p.lines.next()
		switch {
		case !ok && (p.lines.err != io.EOF || g.Source.Line == 0):
			return nil, p.lines.err
		case !ok:
			g.setResult()
			return g, nil
		}
		fail := func(err error) (*Game, error) {
			p.lines.err, p.lines.queue = io.EOF, nil
			return g, &Error{Line: l.number, Err: err}
		}
		if l.fault != nil {
			return fail(l.fault)
		}
		for _, word := range listWords(l.text) {
			if g.Source.Line == 0 {
				g.Source.Line = l.number
			}
			node := &Node{Text: word}
			if ply++; ply > maxNodes || n.Terminal != NoTerminal {
				return fail(errorf("%s follows after the end of the game", word))
			}
			if t := terminalOfKIF(word); t != OtherTerminal {
				node.Terminal = t
			} else if m, err := parseListed(board, word, previous); err != nil {
				return fail(err)
			} else {
				node.Move, previous = m, m
				do(board, m)
			}
			n.Children = []*Node{node}
			n = node
		}
	}
}
