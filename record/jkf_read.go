package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/internal/plural"
)

// maxJKF is the length in bytes of the longest game of JKF that is read, and of its longest
// line.
const maxJKF = 32 << 20

// jkfParser reads JKF: an object for each game, one after the other or in an array.
type jkfParser struct {
	lines    *lineReader
	settings core.Settings
	spare    core.Position
	lost     bool // in text that is no JSON
}

// next implements parser.
func (p *jkfParser) next() (*Game, error) {
	text, line, err := p.object()
	if err != nil {
		return nil, err
	}
	g := &jkfGame{shogiReading: newShogiReading(p.settings, &p.spare), json: text}
	g.begin(line)
	return g.read()
}

// object returns the next object of the stream, and the line in which it begins.
func (p *jkfParser) object() (text string, begin int, err error) {
	var out strings.Builder
	depth, size := 0, 0
	quoted, escaped := false, false
	for {
		l, ok := p.lines.next()
		switch {
		case !ok && (depth == 0 || p.lines.err != io.EOF):
			return "", 0, p.lines.err
		case !ok:
			return "", 0, &Error{Line: begin, Err: errors.New("the JSON ends before its last bracket")}
		case l.fault != nil:
			p.lost = true
			return "", 0, &Error{Line: l.number, Err: l.fault}
		}
		if depth == 0 && strings.Trim(l.text, pgnSpace) == "" {
			continue
		}
		first := 0
		for i := range len(l.text) {
			b := l.text[i]
			switch {
			case depth == 0 && b == '{':
				depth, begin, first, p.lost = 1, l.number, i, false
			case depth == 0 && strings.IndexByte(" \t,[]", b) >= 0:
			case depth == 0 && p.lost:
			case depth == 0:
				p.lost = true
				return "", 0, &Error{Line: l.number, Err: errorf("%s is no JSON", l.text[i:])}
			case escaped:
				escaped = false
			case quoted:
				quoted, escaped = b != '"', b == '\\'
			case b == '"':
				quoted = true
			case b == '{' || b == '[':
				depth++
			case b == '}' || b == ']':
				if depth--; depth > 0 {
					continue
				}
				if rest := l.text[i+1:]; rest != "" {
					p.lines.hold(line{text: rest, number: l.number})
				}
				if size+i > maxJKF {
					return "", 0, &Error{Line: begin, Err: fmt.Errorf("the game has more than %d bytes", maxJKF)}
				}
				out.WriteString(l.text[first : i+1])
				return out.String(), begin, nil
			}
		}
		if depth == 0 {
			continue
		}
		if size += len(l.text) + 1; size <= maxJKF {
			out.WriteString(l.text[first:] + "\n")
		} else {
			out.Reset()
		}
	}
}

// jkfGame is a game while it is being read.
type jkfGame struct {
	shogiReading
	json    string
	counted int // bytes of json whose lines are counted
	lines   int // in the counted bytes
}

// anything is a value that is skipped.
type anything struct{ is bool }

// UnmarshalJSON implements json.Unmarshaler.
func (a *anything) UnmarshalJSON([]byte) error { a.is = true; return nil }

// read returns the game and the first error in it.
func (g *jkfGame) read() (*Game, error) {
	var head struct {
		Header  jkfHeader   `json:"header"`
		Initial *jkfInitial `json:"initial"`
		Moves   anything    `json:"moves"`
	}
	err := json.Unmarshal([]byte(g.json), &head)
	if err == nil && !head.Moves.is {
		err = errors.New("the JSON has no moves, so it is no JKF")
	}
	if err == nil {
		err = g.setUp(head.Header, head.Initial)
	}
	if err != nil {
		g.note(g.lineOfError(err), false, plainError(err))
		return nil, g.fault
	}
	d := json.NewDecoder(strings.NewReader(g.json))
	read := false
	err = eachField(d, func(d *json.Decoder, name string) error {
		if read || name != "moves" {
			return d.Decode(&anything{})
		}
		read = true
		return g.moves(d, g.Root, core.NoMove, 0)
	})
	if err != nil {
		g.note(g.lineAt(d.InputOffset()), false, plainError(err))
	}
	g.setResult()
	readFacts(g.Game, kifFacts)
	return g.done()
}

// lineAt returns the line of a place in the text.
func (g *jkfGame) lineAt(offset int64) int {
	at := int(min(int64(len(g.json)), max(0, offset)))
	if at < g.counted {
		g.counted, g.lines = 0, 0
	}
	g.lines += strings.Count(g.json[g.counted:at], "\n")
	g.counted = at
	return g.Source.Line + g.lines
}

// lineOfError returns the line that an error is about.
func (g *jkfGame) lineOfError(err error) int {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return g.lineAt(syntax.Offset)
	case errors.As(err, &kind):
		return g.lineAt(kind.Offset)
	}
	return g.Source.Line
}

// plainError explains a value of the wrong kind in plain words.
func plainError(err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return fmt.Errorf("a %s stands where JKF has something else", kind.Value)
	}
	return err
}

// setUp takes header and start position. Without a start position, the header may name a
// handicap.
func (g *jkfGame) setUp(header jkfHeader, initial *jkfInitial) error {
	for _, field := range header {
		g.Tags = append(g.Tags, Tag{tagOfKIF(field.Name), field.Value})
	}
	switch {
	case initial == nil:
		g.Start, _ = handicapStart(g.Tags.Get(TagHandicap))
	case initial.Preset == jkfOther && initial.Data != nil:
		if err := g.diagram.place9(initial.Data); err != nil {
			return err
		}
		g.setStart()
	default:
		start, known := jkfPreset(initial.Preset)
		if !known {
			return errorf("preset %s is not known", initial.Preset)
		}
		g.Start = start
	}
	return g.setBoard("start position")
}

// place9 puts the pieces of a position on the board and into the hands.
func (d *diagram) place9(p *jkfPosition) error {
	if len(p.Board) != 9 {
		return fmt.Errorf("the board has %s, want 9", plural.Of(len(p.Board), "file"))
	}
	for file, column := range p.Board {
		if len(column) != 9 {
			return fmt.Errorf("file %d of the board has %s, want 9", file+1, plural.Of(len(column), "rank"))
		}
		for rank, piece := range column {
			kind := csaKind(piece.Kind)
			switch {
			case piece.Kind == "":
			case kind == 0 || piece.Color == nil || *piece.Color&1 != *piece.Color:
				return errorf("%s is no piece", piece.Kind)
			default:
				d.board[9*file+rank] = core.NewPiece(core.Color(*piece.Color), kind)
			}
		}
	}
	for c, hand := range p.Hands {
		for name, n := range hand {
			kind := csaKind(name)
			if kind == 0 || kind > shogi.Rook || n < 0 || n > 18 {
				return errorf("pieces in hand: %s is strange", name)
			}
			d.hands[c][kind] = n
		}
	}
	d.side = core.Color(p.Color & 1)
	return nil
}

// jkfRead is an entry that was read, with the variations to it.
type jkfRead struct {
	jkfEntry
	forks []*Node
	line  int
}

// moves reads an array of entries, which follow n. The position of n is on the board, and
// previous is the move that led to it.
func (g *jkfGame) moves(d *json.Decoder, n *Node, previous core.Move, depth int) error {
	if begin, err := d.Token(); err != nil || begin != json.Delim('[') {
		if err == nil {
			err = errors.New("moves are no array")
		}
		return err
	}
	root, broken := n, false
	var played []core.Move
	for d.More() {
		if broken {
			if err := d.Decode(&anything{}); err != nil {
				return err
			}
			continue
		}
		e, err := g.entry(d, previous, depth)
		if err != nil {
			return err
		}
		if g.foul != nil {
			broken = !g.decide(&n, e, depth)
			continue
		}
		node, err := g.node(e, n, previous)
		switch {
		case err != nil && e.Move != nil && n.Terminal == NoTerminal && node != nil:
			g.foul = newFoul(e.line, node.Text, err)
			g.foul.end.Spent, g.foul.end.Total = node.Spent, node.Total
			g.foul.end.Comments = e.Comments
		case err != nil:
			g.note(e.line, depth > 0, err)
			broken = true
		case node == nil: // comments alone
			n.take(e.Comments)
		default:
			n.Children = append([]*Node{node}, e.forks...)
			if n = node; n.Terminal == NoTerminal {
				do(g.board, n.Move)
				played = append(played, n.Move)
				previous = n.Move
			}
		}
	}
	if f := g.foul; f != nil {
		g.foul = nil
		g.note(f.line, depth > 0, f.err)
	}
	for _, m := range slices.Backward(played) {
		TakeBack(g.board, m)
	}
	if root != g.Root && len(root.Children) > 0 { // comments in front of a variation
		root.Children[0].Before = root.Comments
	}
	_, err := d.Token()
	return err
}

// decide settles an illegal move that is held back: the move ends the line if an entry says
// that it broke the rules; otherwise it is a fault, and decide returns false.
func (g *jkfGame) decide(n **Node, e *jkfRead, depth int) bool {
	f := g.foul
	g.foul = nil
	if !terminalOfJKF(e.Special, g.board.Side()).blames() {
		g.note(f.line, depth > 0, f.err)
		return false
	}
	lines := f.comment(slices.Concat(f.end.Comments, e.Comments))
	f.end.Comments = nil
	f.end.take(lines)
	(*n).Children = []*Node{f.end}
	*n = f.end
	return true
}

// take gives a node the lines of a comment, and of bookmarks.
func (n *Node) take(lines []string) {
	var comment, bookmarks []string
	for _, line := range lines {
		line = withoutControls(line)
		if name, is := strings.CutPrefix(line, "&"); is && strings.TrimSpace(name) != "" {
			bookmarks = append(bookmarks, strings.TrimSpace(name))
		} else {
			comment = append(comment, line)
		}
	}
	if comment != nil {
		n.Comments = append(n.Comments, strings.Join(comment, "\n"))
	}
	n.Bookmark = strings.Join(bookmarks, "\n")
}

// entry reads an entry, and the variations to it. previous is the move before it.
func (g *jkfGame) entry(d *json.Decoder, previous core.Move, depth int) (*jkfRead, error) {
	begin := d.InputOffset()
	for strings.IndexByte(", \t\r\n", g.json[begin]) >= 0 {
		begin++
	}
	e := &jkfRead{line: g.lineAt(begin)}
	err := eachField(d, func(d *json.Decoder, name string) error {
		switch name {
		case "comments":
			return d.Decode(&e.Comments)
		case "move":
			return d.Decode(&e.Move)
		case "time":
			return d.Decode(&e.Time)
		case "special":
			return d.Decode(&e.Special)
		case "forks":
			return g.forks(d, e, previous, depth+1)
		}
		return d.Decode(&anything{})
	})
	e.Special = strings.TrimPrefix(withoutControls(e.Special), "%")
	return e, err
}

// forks reads the variations to an entry.
func (g *jkfGame) forks(d *json.Decoder, e *jkfRead, previous core.Move, depth int) error {
	if depth > maxDepth {
		g.note(e.line, true, fmt.Errorf("variations are nested more than %d deep", maxDepth))
		return d.Decode(&anything{})
	}
	begin, err := d.Token()
	if err != nil || begin == nil { // null
		return err
	}
	if begin != json.Delim('[') {
		return errors.New("forks are no array")
	}
	for d.More() {
		root := &Node{}
		if err := g.moves(d, root, previous, depth); err != nil {
			return err
		}
		e.forks = append(e.forks, root.Children...)
	}
	_, err = d.Token()
	return err
}

// node returns the node of an entry behind n, nil for comments alone. If the move has an error,
// the node has the move's text.
func (g *jkfGame) node(e *jkfRead, n *Node, previous core.Move) (*Node, error) {
	if e.Move == nil && e.Special == "" {
		return nil, nil
	}
	if n.Terminal != NoTerminal {
		return nil, errorf("a move follows after %s", n.Text)
	}
	if err := g.count(); err != nil {
		return nil, err
	}
	node := &Node{}
	node.take(e.Comments)
	if e.Time != nil {
		node.Spent, node.Total = e.Time.Now.known(), e.Time.Total.known()
	}
	var err error
	switch {
	case e.Move != nil:
		node.Text = e.Move.text()
		if node.Move, err = g.parse(e.Move, previous); err != nil {
			err = fmt.Errorf("move %d: %w", g.nodes, afterEnd(g.board, node.Text, err))
		}
	case e.Special == jkfPass:
		node.Text = japanesePass
		node.Move, err = pass(g.board)
	default:
		node.Text, node.Terminal = e.Special, terminalOfJKF(e.Special, g.board.Side())
		if terminalOfCSA("%"+e.Special, g.board.Side()) == node.Terminal && node.Terminal != OtherTerminal {
			node.Text = "%" + e.Special
		}
	}
	return node, err
}

// text returns a move for messages: origin and target, as far as they are known, and the piece.
func (m *jkfMove) text() string {
	var text strings.Builder
	for _, p := range [...]*jkfPlace{m.From, m.To} {
		if p != nil {
			fmt.Fprintf(&text, "%d%d", p.X, p.Y)
		}
	}
	return text.String() + withoutControls(m.Piece)
}

// parse reads a move. A move without an origin is a drop, unless it has words that distinguish
// pieces on the board, as in files made from KI2.
func (g *jkfGame) parse(m *jkfMove, previous core.Move) (core.Move, error) {
	board, text := g.board.(*shogi.Position), m.text() //nolint:forcetypeassert // as the rules say
	if m.Color != nil && *m.Color != int(board.Side()&1) {
		return core.NoMove, errorf("%s moves for the side that is not to move", text)
	}
	j := japaneseMove{to: noSquare, from: noSquare, kind: csaKind(m.Piece)}
	switch {
	case m.To != nil:
		j.to = m.To.square()
	case m.Same && previous != core.NoMove && previous != core.NullMove:
		j.to = previous.To()
	}
	if j.kind == 0 || j.to == noSquare {
		return core.NoMove, errorf("%s is no move", text)
	}
	if m.Promote != nil {
		j.promotes, j.stays = *m.Promote, !*m.Promote
	}
	for _, r := range jkfRelatives {
		switch {
		case !strings.Contains(m.Relative, r.letter):
		case r.letter == "H":
			j.drop = true
		case r.letter == "L" || r.letter == "R":
			j.side = r.word
		default:
			j.direction = r.word
		}
	}
	if m.From != nil {
		if j.from = m.From.square(); j.from == noSquare {
			return core.NoMove, errorf("%s does not name two squares", text)
		}
		stands := board.PieceAt(j.from).Type()
		if m.Promote == nil && stands != 0 && shogi.Promoted(stands) == j.kind { // as CSA has it
			j.kind, j.promotes = stands, true
		}
		return j.direct(board, text)
	}
	if m.Relative == "" {
		drop := j
		drop.drop = true
		if m, err := drop.direct(board, text); err == nil {
			return m, nil
		}
	}
	if j.drop {
		return j.direct(board, text)
	}
	return j.choose(board, text)
}
