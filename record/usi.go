package record

import (
	"errors"
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// lineParser reads a game from each line, except from empty lines and lines that begin with a
// character in skip.
type lineParser struct {
	lines *lineReader
	skip  string
	aside bool // a fault in a game that was read is not in its main line
	game  func(text string) (*Game, error)
}

// next implements parser.
func (p *lineParser) next() (*Game, error) {
	for {
		l, ok := p.lines.next()
		if !ok {
			return nil, p.lines.err
		}
		if l.fault != nil {
			return nil, &Error{Line: l.number, Err: l.fault}
		}
		text := strings.TrimSpace(l.text)
		if text == "" || strings.Contains(p.skip, text[:1]) {
			continue
		}
		g, err := p.game(text)
		if g != nil {
			g.Source.Line = l.number
		}
		if err != nil {
			return g, &Error{Line: l.number, Aside: p.aside && g != nil, Err: err}
		}
		return g, nil
	}
}

// newUSIParser returns a parser of lines with a position and moves in the notation of USI or
// UCI: "position startpos moves 7g7f", "startpos moves ...", "sfen <sfen> moves ...", "fen
// <fen> moves ..." or an SFEN alone.
func newUSIParser(lines *lineReader, h Hint) parser {
	var spare core.Position
	return &lineParser{lines, "#", false, func(text string) (*Game, error) { return parseUSIGame(strings.Fields(text), h, &spare) }}
}

// parseUSIGame reads the words of a line. spare is memory for the position.
func parseUSIGame(words []string, h Hint, spare *core.Position) (*Game, error) {
	g := &Game{Rules: shogi.Rules, Settings: h.Settings, Root: &Node{}, Source: Source{Format: SFEN}}
	if words[0] == "position" {
		g.Source.Format = USI
		words = words[1:]
	}
	if len(words) == 0 {
		return nil, errors.New("the position is missing")
	}
	switch words[0] {
	case "startpos":
		words = words[1:]
		g.Rules = rulesOfMoves(words, h.Rules)
	case "fen":
		g.Rules = chess.Rules
		g.Start, words = takeFields(words[1:], 2, 6)
	case "sfen":
		g.Start, words = takeFields(words[1:], 3, 4)
	default:
		g.Start, words = takeFields(words, 3, 4)
	}
	if g.isChess() {
		g.Source.Format = USI
	}
	board, err := g.Position()
	if err != nil {
		return nil, err
	}
	if len(words) > 0 && words[0] == "moves" {
		words = words[1:]
	}
	*spare = board.CloneTo(*spare)
	return g, g.playUSI(*spare, words)
}

// rulesOfMoves returns the rules of a game from the initial position, by its first move that is
// no null move. Without such a move they are the rules of the hint.
func rulesOfMoves(words []string, hint core.Rules) core.Rules {
	for len(words) > 0 && (words[0] == "moves" || isNullMove(words[0])) {
		words = words[1:]
	}
	switch {
	case len(words) > 0 && len(words[0]) >= 4 && isFile(words[0][0]) && isRank(words[0][1]):
		return chess.Rules
	case len(words) == 0 && hint.Start != nil:
		return hint
	}
	return shogi.Rules
}

// takeFields takes the fields of a position, between few and many of them, up to the word
// "moves".
func takeFields(words []string, few, many int) (string, []string) {
	n := 0
	for n < min(many, len(words)) && words[n] != "moves" {
		if n >= few && many == 4 && !isDigits(words[n]) { // moves without the word
			break
		}
		n++
	}
	return strings.Join(words[:n], " "), words[n:]
}

// playUSI adds moves to the game.
func (g *Game) playUSI(board core.Position, words []string) error {
	n := g.Root
	for i, word := range words {
		if i == maxNodes {
			return fmt.Errorf("the game has more than %d moves", maxNodes)
		}
		if n.Terminal != NoTerminal {
			return errorf("%s follows after the end of the game", word)
		}
		node := &Node{Text: word, Terminal: terminalOfUSI(word)}
		if node.Terminal == NoTerminal || g.isChess() {
			m, err := parseUSI(board, word)
			if err != nil {
				return fmt.Errorf("move %d: %w", i+1, afterEnd(board, word, err))
			}
			node.Move, node.Terminal = m, NoTerminal
			do(board, m)
		}
		n.Children = []*Node{node}
		n = node
	}
	if g.isShogi() {
		g.setResult()
	}
	return nil
}

// parseUSI reads a move of p, which may be a null move.
func parseUSI(p core.Position, word string) (core.Move, error) {
	if isNullMove(word) {
		return pass(p)
	}
	return p.ParseMove(word)
}

// terminalOfUSI returns the terminal for a word that stands in place of the last move.
func terminalOfUSI(word string) Terminal {
	switch word {
	case "resign":
		return Resigns
	case "win":
		return Declares
	}
	return NoTerminal
}

// writeUSI writes the main line of a game on one line.
func writeUSI(out *strings.Builder, g *Game, word bool) error {
	if word {
		out.WriteString("position ")
	} else if !g.isShogi() {
		return errors.New("SFEN is for games of shogi")
	}
	start, err := g.fullStart()
	switch {
	case err != nil:
		return err
	case g.Start == "":
		out.WriteString("startpos")
	case g.isChess():
		out.WriteString("fen " + start)
	default:
		out.WriteString("sfen " + start)
	}
	first := true
	last := g.Root
	err = g.Replay(func(p core.Position, n *Node) bool {
		last = n
		if first {
			out.WriteString(" moves")
			first = false
		}
		m, _ := legal(p, n)
		out.WriteString(" " + p.FormatMove(m))
		return true
	})
	if last != nil && last.Main() != nil {
		if end := last.Main(); end.Terminal != NoTerminal && terminalOfUSI(end.Text) == end.Terminal {
			if first {
				out.WriteString(" moves")
			}
			out.WriteString(" " + end.Text) // only if it was read so: engines expect nothing but moves
		}
	}
	out.WriteByte('\n')
	return err
}
