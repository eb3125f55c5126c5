package record

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// pgnParser reads PGN (S. Edwards, Portable Game Notation Specification, 1994).
type pgnParser struct {
	lexer    pgnLexer
	settings core.Settings
	list     core.MoveList
	spare    core.Position
	read     bool // a game was read, or a word that belongs to no game
}

func newPGNParser(lines *lineReader, s core.Settings) *pgnParser {
	return &pgnParser{lexer: pgnLexer{lines: lines}, settings: s}
}

// pgnGame is a game while it is being read. After an error in the main line, it only looks for
// the end of the game.
type pgnGame struct {
	reading
	parser *pgnParser
	path   []*Node    // the moves played on the board, after the root
	frames []pgnFrame // of the open variations
	skip   int        // variations that are open within a broken one

	before []string // comments for the next move
	nags   []int    // glyphs for the next move
	gap    bool     // a variation ended after the last move
	ended  bool     // the movetext has its result

	variantLine int  // line of the Variant tag, 0: none
	header      bool // only the header is read
}

// pgnFrame is an open variation.
type pgnFrame struct {
	replaced *Node // the move to which the variation is an alternative
	base     int   // length of the path without that move
	line     int
	broken   bool
}

// next implements parser.
func (p *pgnParser) next() (*Game, error) { return p.game(false) }

// header reads a game without its moves, and returns its text as well.
func (p *pgnParser) header() (g *Game, text string, err error) {
	l := &p.lexer
	if !l.keeps {
		l.keeps, l.kept = true, append(l.kept[:0], l.rest...)
	}
	g, err = p.game(true)
	end := len(l.kept) - len(l.rest)
	if len(l.held) > 0 {
		end = l.from // of the first token of the next game
	}
	text = string(l.kept[:end])
	l.kept = append(l.kept[:0], l.kept[end:]...)
	return g, text, err
}

// game reads a game.
func (p *pgnParser) game(header bool) (*Game, error) {
	defer func() { p.lexer.skims = false }()
	g := &pgnGame{parser: p, header: header, reading: reading{Game: &Game{Rules: chess.Rules, Settings: p.settings, Root: &Node{}}, spare: &p.spare}}
	result := 0 // line of a result before the game
	for {
		t := p.lexer.next()
		if t.kind == pgnEnd && t.err == io.EOF && !g.begun && g.ended && !p.read {
			g.begin(result) // the whole text is a result: a game without moves
		}
		if t.kind == pgnEnd && (t.err != io.EOF || !g.begun) {
			return nil, t.err
		}
		if g.begun && g.endsBefore(t) {
			if t.kind != pgnEnd {
				p.lexer.held = append(p.lexer.held, t)
			}
			return g.finish()
		}
		if !g.begun {
			if !t.begins() {
				switch t.kind {
				case pgnComment, pgnSign, pgnRemark:
					g.add(t)
				case pgnResult: // a stray result means nothing
					if !g.ended {
						g.Result, g.ended, result = t.result, true, t.line
					}
				}
				p.read = p.read || t.kind == pgnSign
				continue
			}
			g.Result, g.ended, p.read = Unfinished, false, true
			g.begin(t.line)
		}
		g.add(t)
		if t.kind == pgnResult && g.ended {
			g.epilogue()
			return g.finish()
		}
	}
}

// epilogue reads comments behind the result on its line.
func (g *pgnGame) epilogue() {
	l := &g.parser.lexer
	for {
		l.rest = strings.TrimLeft(l.rest, pgnSpace)
		if !strings.HasPrefix(l.rest, "{") && !strings.HasPrefix(l.rest, ";") {
			return
		}
		if t, ok := l.token(); ok {
			g.add(t)
		}
	}
}

// begins reports whether t can be the first token of a game.
func (t pgnToken) begins() bool {
	return t.kind == pgnTag || t.kind == pgnMove || t.kind == pgnOpen || t.err != nil
}

// endsBefore reports whether t belongs to no game or to the next one.
func (g *pgnGame) endsBefore(t pgnToken) bool {
	switch t.kind {
	case pgnEnd:
		return true
	case pgnFirst:
		return len(g.frames) == 0 && g.skip == 0 && g.nodes > 0
	case pgnTag:
		// A tag may come twice in a game. The next game has an empty line before its first tag.
		return g.text || t.apart && len(g.Tags) > 0 && (t.text == g.Tags[0].Name || t.text == TagEvent && g.Tags.Has(TagEvent))
	}
	return false
}

// fail notes a fault, and skips the rest of the line of moves.
func (g *pgnGame) fail(line int, err error) {
	aside := len(g.frames) > 0
	if aside {
		g.frames[len(g.frames)-1].broken = true
	}
	g.note(line, aside, err)
}

// warn notes a fault that costs no move.
func (g *pgnGame) warn(line int, err error) { g.note(line, true, err) }

func (g *pgnGame) add(t pgnToken) {
	switch {
	case t.err != nil && t.kind == pgnTag && !t.setsUp():
		g.warn(t.line, t.err)
		return
	case t.err != nil:
		g.frames = g.frames[:0] // more than the variation is broken
		if g.header {
			g.skip = 0
		}
		g.text = g.text || t.kind != pgnTag && len(g.Tags) == 0
		g.fail(t.line, t.err)
		return
	}
	broken := g.skip > 0 || len(g.frames) > 0 && g.frames[len(g.frames)-1].broken
	switch {
	case t.kind == pgnTag:
		g.grow(t.line, len(t.text)+len(t.value))
		if g.dead() {
			return
		}
		switch {
		case t.text == TagFEN && g.startLine == 0:
			g.startLine = t.line
		case t.text == TagVariant && g.variantLine == 0:
			g.variantLine = t.line
		}
		g.Tags = append(g.Tags, Tag{t.text, t.value})
	case t.kind == pgnResult:
		switch {
		case len(g.frames) == 0 && g.skip == 0:
			g.Result, g.ended = t.result, true
		case !broken && t.result != Unfinished: // books end variations with a result
			g.comment(pgnToken{line: t.line, text: t.result.String()})
		}
	case g.header:
		g.pass(t)
	case t.kind == pgnOpen:
		g.text = true
		g.open(t, broken)
	case t.kind == pgnClose:
		g.text = true
		g.close(t)
	case broken, g.dead():
		g.text = true
	case t.kind == pgnComment, t.kind == pgnSign:
		g.comment(t)
	case t.kind == pgnRemark:
		g.grow(t.line, len(t.text))
		g.last().Remarks = append(g.last().Remarks, t.text)
	case t.kind == pgnNAG && g.atStart():
		g.nags = append(g.nags, t.nag)
	case t.kind == pgnNAG:
		g.grow(t.line, 8)
		g.last().NAGs = append(g.last().NAGs, t.nag)
	case t.kind == pgnMove:
		g.text = true
		g.move(t)
	}
}

// pass takes a token of the moves where only the header is read.
func (g *pgnGame) pass(t pgnToken) {
	switch t.kind {
	case pgnOpen:
		g.skip++
	case pgnClose:
		g.skip = max(0, g.skip-1)
	case pgnMove:
		g.nodes++
	default:
		return
	}
	g.text, g.parser.lexer.skims = true, true
}

// last returns the last node of the current line.
func (g *pgnGame) last() *Node {
	if len(g.path) == 0 {
		return g.Root
	}
	return g.path[len(g.path)-1]
}

// atStart reports whether the current line has no move yet.
func (g *pgnGame) atStart() bool {
	if n := len(g.frames); n > 0 {
		return len(g.path) == g.frames[n-1].base
	}
	return len(g.path) == 0
}

// grow counts the bytes of another text in the game.
func (g *pgnGame) grow(line, size int) {
	const header = 16
	if g.size += size + header; g.size > maxText {
		g.frames = g.frames[:0]
		g.fail(line, fmt.Errorf("the game has more than %d bytes of tags and comments", maxText))
	}
}

// comment adds a comment to the last move, or, at the start of a variation and behind one,
// holds it for the next move.
func (g *pgnGame) comment(t pgnToken) {
	g.grow(t.line, len(t.text))
	comments := &g.last().Comments
	if g.gap || len(g.frames) > 0 && g.atStart() {
		comments = &g.before
	}
	*comments = append(*comments, t.text)
}

// settle adds held comments and glyphs, which no move followed, to the last move.
func (g *pgnGame) settle() {
	g.last().Comments = append(g.last().Comments, g.before...)
	g.last().NAGs = append(g.last().NAGs, g.nags...)
	g.before, g.nags, g.gap = nil, nil, false
}

// move plays a move.
func (g *pgnGame) move(t pgnToken) {
	if err := g.setUp(); err != nil {
		g.fail(t.line, err)
		return
	}
	if err := g.count(); err != nil {
		g.frames = g.frames[:0]
		g.fail(t.line, err)
		return
	}
	m, err := g.parser.move(g.board, t.text)
	if err != nil {
		g.fail(t.line, fmt.Errorf("ply %d: %w", len(g.path)+1, afterEnd(g.board, t.text, err)))
		return
	}
	node := g.last().Add(m)
	node.Text, node.Before, node.NAGs = t.text, g.before, g.nags
	g.before, g.nags, g.gap = nil, nil, false
	do(g.board, m)
	g.path = append(g.path, node)
}

// move reads a move, which may be a null move.
func (p *pgnParser) move(board core.Position, text string) (core.Move, error) {
	if isNullMove(text) {
		return pass(board)
	}
	return parseSAN(board, text, &p.list)
}

// undo takes back the last move on the board.
func (g *pgnGame) undo() {
	TakeBack(g.board, g.last().Move)
	g.path = g.path[:len(g.path)-1]
}

// open begins a variation: the last move is taken back.
func (g *pgnGame) open(t pgnToken, broken bool) {
	switch {
	case broken, g.dead():
		g.skip++
	case len(g.frames) == maxDepth:
		g.fail(t.line, fmt.Errorf("variations are nested more than %d deep", maxDepth))
		g.skip++
	case g.atStart():
		g.warn(t.line, errors.New("a variation begins before the first move"))
		g.skip++
	default:
		// What stands between two variations belongs to the move before them.
		g.settle()
		replaced := g.last()
		g.undo()
		g.frames = append(g.frames, pgnFrame{replaced: replaced, base: len(g.path), line: t.line})
	}
}

// close ends a variation: the board goes back to the move that it replaced.
func (g *pgnGame) close(t pgnToken) {
	if g.skip > 0 {
		g.skip--
		return
	}
	if len(g.frames) == 0 {
		if !g.dead() {
			g.warn(t.line, errors.New("closing parenthesis without an opening one"))
		}
		return
	}
	f := g.frames[len(g.frames)-1]
	empty := g.atStart()
	if !empty {
		g.settle()
	}
	for len(g.path) > f.base {
		g.undo()
	}
	g.frames = g.frames[:len(g.frames)-1]
	do(g.board, f.replaced.Move)
	g.path = append(g.path, f.replaced)
	if empty {
		g.settle()
		return
	}
	g.before, g.nags = nil, nil
	// An alternative to the first move of a variation is one to the main move, too, and
	// stands behind that one.
	g.gap = g.parent().Main() == f.replaced
}

// parent returns the node before the last one of the current line.
func (g *pgnGame) parent() *Node {
	if len(g.path) < 2 {
		return g.Root
	}
	return g.path[len(g.path)-2]
}

// setUp sets up the board from the tags.
func (g *pgnGame) setUp() error {
	if g.board != nil {
		return nil
	}
	switch variant := strings.ToLower(g.Tags.Get(TagVariant)); {
	case strings.Contains(variant, "960"), strings.Contains(variant, "fischer"):
		g.Settings.Chess960 = true
	case variant == "", variant == "chess", variant == "standard", variant == "normal", variant == "from position", variant == "?":
	default:
		return at(g.variantLine, errorf("%s is a game of its own: chess and Chess960 are read here", g.Tags.Get(TagVariant)))
	}
	g.Start = g.Tags.Get(TagFEN)
	if strings.TrimSpace(g.Start) == "" || g.Start == "?" {
		g.Start = ""
	}
	return g.setBoard("FEN tag")
}

// finish returns the game and the first error in it.
func (g *pgnGame) finish() (*Game, error) {
	if !g.ended {
		g.Result, _ = ParseResult(g.Tags.Get(TagResult))
	}
	if g.header {
		return g.done()
	}
	if n := len(g.frames); n > 0 && !g.dead() {
		line := g.frames[0].line
		g.unwind()
		g.fail(line, errors.New("variation is not closed"))
	}
	if err := g.setUp(); err != nil {
		g.fail(g.Source.Line, err)
		return nil, g.fault
	}
	if !g.dead() {
		g.settle()
	}
	readFacts(g.Game, chessFacts)
	g.Ending = g.ending()
	return g.done()
}

// unwind closes all variations.
func (g *pgnGame) unwind() {
	g.skip = 0
	for len(g.frames) > 0 {
		g.close(pgnToken{})
	}
}

// ending returns the ending that the last comment of the main line names, or the
// Termination tag, or the final position.
func (g *pgnGame) ending() core.Ending {
	if !g.dead() {
		if e := endingIn(g.last().Comments); e != core.NoEnding {
			return e
		}
	}
	switch strings.ToLower(g.Tags.Get(TagTermination)) {
	case "time forfeit":
		return core.TimeForfeit
	case "adjudication":
		return core.Adjudication
	case "illegal move", "rules infraction":
		return core.IllegalMove
	case "abandoned":
		return core.Crash
	case "unterminated":
		return core.Interrupted
	}
	if g.dead() {
		return core.NoEnding
	}
	return g.board.Verdict().Ending
}

// endingIn returns the ending that comments name, NoEnding if they name none.
func endingIn(comments []string) core.Ending {
	for _, comment := range comments {
		text := oneLine(comment)
		text = text[strings.LastIndexByte(text, ']')+1:] // behind [%emt] and the like
		for part := range strings.SplitSeq(text, ",") {
			var e core.Ending
			if e.UnmarshalText([]byte(strings.TrimSpace(part))) == nil && e != core.NoEnding {
				return e
			}
		}
	}
	return core.NoEnding
}
