package api

import (
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/excerpt"
	"github.com/nitoryu/nitoryu/record"
)

// writeRequest asks for a record as text.
type writeRequest struct {
	Format string     `json:"format"` // pgn, kif, ...
	Record gameRecord `json:"record"`
}

// writeAnswer is a record as text, and how a file of it may be called.
type writeAnswer struct {
	Text string `json:"text"`
	Name string `json:"name"`
}

// formats returns the formats that records are written in, the most useful first.
func formats() []record.Format {
	return []record.Format{record.PGN, record.KIF, record.KI2, record.CSA, record.USI, record.SFEN, record.FEN, record.EPD}
}

// extension returns the extension of files of a format, without a dot.
func extension(f record.Format) string { return strings.ToLower(f.String()) }

// write answers a request for a record as text.
func (*API) write(request []byte) (any, error) {
	r, err := decode[writeRequest](request)
	if err != nil {
		return nil, err
	}
	g, _, err := r.Record.read()
	if err != nil {
		return nil, err
	}
	for _, f := range formats() {
		if extension(f) != strings.ToLower(r.Format) {
			continue
		}
		var text strings.Builder
		if err := record.Write(&text, g, f, record.Options{}); err != nil {
			return nil, err
		}
		return writeAnswer{text.String(), fileName(g) + "." + extension(f)}, nil
	}
	return nil, faultf("format", args{"format": excerpt.Of(r.Format)}, "there is no format %q", excerpt.Of(r.Format))
}

// fileName returns how the file of a record may be called: by its players or its game.
func fileName(g *record.Game) string {
	var parts []string
	for c := range core.Color(2) {
		if name := safe(g.Player(c)); name != "" {
			parts = append(parts, name)
		}
	}
	if len(parts) == 0 {
		return g.Rules.Name
	}
	return strings.Join(parts, "-")
}

// safe returns what of a name may stand in the name of a file.
func safe(name string) string {
	const longest = 40
	var b strings.Builder
	for _, r := range name {
		switch {
		case b.Len() >= longest:
			return b.String()
		case r <= ' ' || strings.ContainsRune(`<>:"/\|?*.,;'`+"\u007f", r):
			if !strings.HasSuffix(b.String(), "_") && b.Len() > 0 {
				b.WriteByte('_')
			}
		default:
			b.WriteRune(r)
		}
	}
	return strings.Trim(b.String(), "_")
}

// read makes a record of what the page sends, with its game.
func (r *gameRecord) read() (*record.Game, games.Game, error) {
	of, p, err := r.open()
	if err != nil {
		return nil, of, err
	}
	start := p.String()
	if start == of.Start(core.Settings{Chess960: r.Chess960}).String() {
		start = ""
	}
	settings, err := r.settings()
	if err != nil {
		return nil, of, err
	}
	g, err := record.NewGame(of.Rules, start, settings)
	if err != nil {
		return nil, of, err
	}
	g.Tags, g.Ending = record.Tags(r.Tags), r.Ending
	if r.Result != "" {
		result, ok := record.ParseResult(r.Result)
		if !ok {
			return nil, of, fmt.Errorf("%q is no result", excerpt.Of(r.Result))
		}
		g.Result = result
	}
	b := builder{left: maxNodes}
	return g, of, b.line(p, &r.Root, g.Root, 0)
}

// builder makes records of what the page sends.
type builder struct {
	left int // moves that may still come
}

// line fills in what begins with a node, whose move was played to reach p.
func (b *builder) line(p core.Position, from *node, n *record.Node, ply int) error {
	if err := b.note(from, n, p.Side()); err != nil {
		return err
	}
	for _, child := range from.Next {
		if b.left--; b.left < 0 || ply >= maxMoves {
			return faultf("too many moves", args{"most": maxNodes}, "the record has more than %d moves, or one of its lines more than %d", maxNodes, maxMoves)
		}
		if child == nil {
			return fmt.Errorf("a move is missing after ply %d", ply)
		}
		m, err := p.ParseMove(child.Move)
		if err != nil {
			return &moveError{kept: ply, move: child.Move, err: err}
		}
		p.Do(m, nil)
		err = b.line(p, child, n.Add(m), ply+1)
		p.Undo()
		if err != nil {
			return err
		}
	}
	return nil
}

// note copies what is noted at a node; side is to move after it.
func (b *builder) note(from *node, n *record.Node, side core.Color) error {
	if from.Before != "" {
		n.Before = []string{from.Before}
	}
	told := strings.TrimSpace(record.ShapesText(from.Shapes) + " " + from.Commands)
	if comment := strings.TrimSpace(from.Comment + " " + told); comment != "" {
		n.Comments = []string{comment}
	}
	for _, sign := range from.Glyphs {
		nag, err := parseGlyph(sign)
		if err != nil {
			return err
		}
		n.NAGs = append(n.NAGs, nag)
	}
	var err error
	if n.Clock, err = timeOf(from.Clock); err != nil {
		return err
	}
	if n.Spent, err = timeOf(from.Spent); err != nil {
		return err
	}
	if e := from.Eval; e != nil {
		n.Eval = &record.Eval{Score: core.Score(turned(e.Score, side)), Depth: max(0, min(core.MaxPly, e.Depth))}
	}
	return nil
}
