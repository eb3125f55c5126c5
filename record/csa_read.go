package record

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// csaPieces are the names of the pieces by kind.
var csaPieces = [core.MaxPieceTypes]string{
	shogi.Pawn: "FU", shogi.Lance: "KY", shogi.Knight: "KE", shogi.Silver: "GI", shogi.Gold: "KI",
	shogi.Bishop: "KA", shogi.Rook: "HI", shogi.King: "OU", shogi.ProPawn: "TO", shogi.ProLance: "NY",
	shogi.ProKnight: "NK", shogi.ProSilver: "NG", shogi.Horse: "UM", shogi.Dragon: "RY",
}

// csaKind returns the kind of piece with a name, 0 for an unknown name.
func csaKind(name string) core.PieceType {
	for k := shogi.Pawn; k <= shogi.Dragon; k++ {
		if csaPieces[k] == name {
			return k
		}
	}
	return 0
}

// csaParser reads CSA, versions 1 to 3.
type csaParser struct {
	lines    *lineReader
	settings core.Settings
	spare    core.Position
}

// csaGame is a game while it is being read.
type csaGame struct {
	shogiReading
	placed  bool   // a position is given
	summary string // of shogi-server
}

// next implements parser.
func (p *csaParser) next() (*Game, error) {
	return readShogi(p.lines, &csaGame{shogiReading: newShogiReading(p.settings, &p.spare)})
}

// ends implements shogiGame.
func (g *csaGame) ends(text string) bool { return isCSASeparator(text) || g.text && startsCSA(text) }

// isCSASeparator reports whether a line stands between two games.
func isCSASeparator(text string) bool { return strings.TrimSpace(text) == "/" }

// csaEncoding begins the line in which a file names its encoding.
const csaEncoding = "'CSA encoding="

// startsCSA reports whether a line that follows moves begins the next game.
func startsCSA(text string) bool {
	return strings.HasPrefix(text, "V") || strings.HasPrefix(text, "N+") || strings.HasPrefix(text, "N-") ||
		strings.HasPrefix(text, "P") || strings.HasPrefix(text, csaEncoding)
}

// stop implements shogiGame.
func (g *csaGame) stop(line int, err error) { g.note(line, false, err) }

// warn notes a fault that costs no move.
func (g *csaGame) warn(line int, err error) { g.note(line, true, err) }

func (g *csaGame) add(l line) {
	text := strings.TrimSpace(l.text)
	switch {
	case strings.HasPrefix(l.text, csaEncoding) || text == "" || isCSASeparator(text):
		return
	case text[0] == '\'':
		g.remark(strings.TrimLeftFunc(l.text, unicode.IsSpace)) // with the blanks at its end
		return
	}
	g.begin(l.number)
	switch text[0] {
	case 'V':
	case 'N':
		if len(text) < 2 || text[1] != '+' && text[1] != '-' {
			g.warn(l.number, errorf("%s is no statement", text))
			return
		}
		g.Tags = append(g.Tags, Tag{tagOfCSA(text[:2]), strings.TrimSpace(text[2:])})
	case '$':
		key, value, _ := strings.Cut(text[1:], ":")
		g.Tags = append(g.Tags, Tag{tagOfCSA(strings.TrimSpace(key)), strings.TrimSpace(value)})
	default:
		g.statements(l.number, text)
	}
}

// remark reads a comment, '*, or a remark, both of which take the rest of a line.
func (g *csaGame) remark(text string) {
	if g.dead() {
		return
	}
	if comment, ok := strings.CutPrefix(text, "'*"); ok {
		g.comment = append(g.comment, comment)
		return
	}
	remark := text[1:]
	if strings.HasPrefix(text, csaEncoding) { // behind a statement it names no encoding
		remark = " " + remark
	}
	if summary, ok := strings.CutPrefix(remark, csaSummary); ok {
		g.summary = summary
	}
	g.tail.Remarks = append(g.tail.Remarks, remark)
}

// statements reads the statements of a line, which commas separate.
func (g *csaGame) statements(line int, text string) {
	for text != "" && !g.dead() {
		if text[0] == '\'' {
			g.remark(text)
			return
		}
		statement, rest, _ := strings.Cut(text, ",")
		if err := g.statement(line, strings.TrimSpace(statement)); err != nil {
			g.stop(line, err)
		}
		text = strings.TrimSpace(rest)
	}
}

func (g *csaGame) statement(line int, text string) error {
	switch {
	case text == "":
	case text[0] == 'P':
		if g.board != nil {
			return errorf("%s comes after the first move", text)
		}
		g.placed, g.startLine = true, line
		return g.diagram.place(text[1:])
	case text == "+" || text == "-":
		if g.board == nil && text == "-" {
			g.diagram.side = core.Second
		}
	case text[0] == 'T' && g.tail != g.Root:
		d, ok := parseClock(text[1:])
		switch {
		case !ok:
			g.warn(line, errorf("%s is no time", text))
		case g.foul != nil:
			g.foul.end.Spent = Known(d)
		default:
			g.tail.Spent = Known(d)
		}
	case text[0] == '+' || text[0] == '-':
		return g.move(line, text)
	case isCSAEnd(text):
		if err := g.setUp(); err != nil {
			return err
		}
		end := terminalOfCSA(text, g.board.Side())
		if g.foul == nil {
			return g.push(&Node{Terminal: end, Text: text})
		}
		g.decide(end)
	default:
		g.warn(line, errorf("%s is no statement", text))
	}
	return nil
}

// decide settles an illegal move that is held back: the move ends the game if t says that it
// broke the rules; otherwise it is a fault.
func (g *csaGame) decide(t Terminal) {
	f, comment := g.foul, g.comment
	if g.foul = nil; f == nil {
		return
	}
	g.comment = nil
	if !t.blames() {
		g.stop(f.line, f.err)
		return
	}
	if err := g.push(f.end); err != nil {
		g.stop(f.line, err)
	}
	g.comment = f.comment(comment)
}

// setUp opens the start position of the record, or the start position of an even game if the
// record has none.
func (g *csaGame) setUp() error {
	g.text = true
	if g.board != nil {
		return nil
	}
	if g.placed || g.diagram.side != core.First {
		if !g.placed {
			g.diagram.even()
		}
		g.setStart()
	}
	return g.setBoard("start position")
}

func (g *csaGame) flush() {
	if g.comment != nil {
		g.tail.Comments = append(g.tail.Comments, strings.Join(g.comment, "\n"))
		g.comment = nil
	}
}

func (g *csaGame) push(n *Node) error {
	if err := g.count(); err != nil {
		return err
	}
	if g.tail.Terminal != NoTerminal {
		if n.Terminal != NoTerminal && n.Text == g.tail.Text {
			return nil // shogi-server writes a declaration twice, as a move and as the result
		}
		return errorf("a move follows after %s", g.tail.Text)
	}
	g.flush()
	g.tail.Children = []*Node{n}
	g.tail = n
	if n.Terminal == NoTerminal {
		g.board.Do(n.Move, nil)
	}
	return nil
}

// move reads +7776FU. FU is the piece as it is after the move.
func (g *csaGame) move(line int, text string) error {
	if err := g.setUp(); err != nil {
		return err
	}
	if g.decide(NoTerminal); g.dead() {
		return nil
	}
	m, err := ParseCSA(g.board, text)
	if err != nil && g.tail.Terminal == NoTerminal {
		g.flush()
		g.foul = newFoul(line, text, fmt.Errorf("move %d: %w", g.nodes+1, afterEnd(g.board, text, err)))
		return nil
	}
	return g.push(&Node{Move: m, Text: text})
}

// ParseCSA reads a legal move of shogi as CSA writes it, +7776FU.
func ParseCSA(p core.Position, text string) (core.Move, error) {
	board, ok := p.(*shogi.Position)
	if !ok {
		return core.NoMove, errNotShogi
	}
	if len(text) != 7 || text[0] != '+' && text[0] != '-' || !isDigits(text[1:5]) {
		return core.NoMove, errorf("%s is no move", text)
	}
	if (text[0] == '+') != (p.Side() == core.First) {
		return core.NoMove, errorf("%s moves for the side that is not to move", text)
	}
	j := japaneseMove{from: noSquare, drop: text[1:3] == "00"}
	var target, origin bool
	j.to, _, target = readWesternSquare(text[3:5])
	if j.from, _, origin = readWesternSquare(text[1:3]); !target || !origin && !j.drop {
		return core.NoMove, errorf("%s does not name two squares", text)
	}
	if j.kind = csaKind(text[5:]); j.kind == 0 {
		return core.NoMove, errorf("%s has no piece", text)
	}
	if !j.drop {
		if stands := board.PieceAt(j.from).Type(); shogi.Promoted(stands) == j.kind && stands != 0 {
			j.kind, j.promotes = stands, true
		}
	}
	return j.direct(board, text)
}

// even sets up the position of an even game.
func (d *diagram) even() {
	p := shogi.Rules.Start(core.Settings{}).(*shogi.Position)
	for sq := range core.Square(81) {
		d.board[sq] = p.PieceAt(sq)
	}
}

// place reads a statement about the start position behind its P.
func (d *diagram) place(text string) error {
	if text == "" {
		return errorf("%s is no statement", "P")
	}
	switch first := text[0]; {
	case first == 'I':
		d.even()
		return d.remove(text[1:])
	case first >= '1' && first <= '9':
		return d.rank(int(first-'1'), text[1:])
	case first == '+':
		return d.pieces(core.First, text[1:])
	case first == '-':
		return d.pieces(core.Second, text[1:])
	}
	return errorf("%s is no statement", "P"+text)
}

// remove takes pieces off the board, 82HI22KA.
func (d *diagram) remove(text string) error {
	for text != "" {
		sq, rest, ok := readWesternSquare(text)
		if !ok || len(rest) < 2 || d.board[sq].Type() != csaKind(rest[:2]) || d.board[sq] == 0 {
			return errorf("handicap %s is not on the board", text)
		}
		d.board[sq], text = 0, rest[2:]
	}
	return nil
}

// rank reads a rank of the board, from which mail programs may have removed blanks.
func (d *diagram) rank(rank int, text string) error {
	fault := errorf("rank %s of the board is strange", text)
	for file := 8; file >= 0; file-- {
		text = strings.TrimLeft(text, " ")
		piece := core.Piece(0)
		switch {
		case strings.HasPrefix(text, "*"):
			text = text[1:]
		case len(text) >= 3 && (text[0] == '+' || text[0] == '-') && csaKind(text[1:3]) != 0:
			piece = core.NewPiece(csaColor(text[0]), csaKind(text[1:3]))
			text = text[3:]
		case text == "": // blanks at the end of the line
		default:
			return fault
		}
		d.board[9*file+rank] = piece
	}
	if strings.TrimSpace(text) != "" {
		return fault
	}
	return nil
}

func csaColor(sign byte) core.Color {
	if sign == '-' {
		return core.Second
	}
	return core.First
}

// pieces puts pieces of a side on the board or in its hand, 99KY00FU; 00AL stands for all
// pieces that are left.
func (d *diagram) pieces(c core.Color, text string) error {
	for text != "" {
		if after, all := strings.CutPrefix(text, "00AL"); all {
			d.rest(c)
			text = after
			continue
		}
		if len(text) < 4 {
			return errorf("%s is no piece", text)
		}
		kind := csaKind(text[2:4])
		sq, _, onBoard := readWesternSquare(text[:2])
		switch {
		case kind == 0, !onBoard && text[:2] != "00", !onBoard && kind > shogi.Rook:
			return errorf("%s is no piece", text)
		case onBoard:
			d.board[sq] = core.NewPiece(c, kind)
		default:
			d.hands[c][kind]++
		}
		text = text[4:]
	}
	return nil
}

// rest puts all pieces that are not in use into the hand of a side.
func (d *diagram) rest(c core.Color) {
	left := [core.MaxPieceTypes]int{
		shogi.Pawn: 18, shogi.Lance: 4, shogi.Knight: 4, shogi.Silver: 4, shogi.Gold: 4, shogi.Bishop: 2, shogi.Rook: 2,
	}
	for _, piece := range d.board {
		left[shogi.Base(piece.Type())]--
	}
	for k := shogi.Pawn; k <= shogi.Rook; k++ {
		d.hands[c][k] += max(0, left[k]-d.hands[core.First][k]-d.hands[core.Second][k])
	}
}

// finish returns the game and the first error in it.
func (g *csaGame) finish() (*Game, error) {
	g.decide(NoTerminal)
	if g.fault == nil || g.board != nil || g.placed {
		if err := g.setUp(); err != nil {
			g.stop(g.Source.Line, err)
		}
	}
	if g.board == nil {
		return nil, g.fault
	}
	g.flush()
	g.setResult()
	g.summarize()
	readFacts(g.Game, csaFacts)
	return g.done()
}
