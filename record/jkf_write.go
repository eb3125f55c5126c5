package record

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// jkfWriter makes the objects of a game.
type jkfWriter struct {
	board *shogi.Position
	game  *Game
}

// writeJKF writes a game as JKF on one line. Times are whole seconds; remarks have no place.
func writeJKF(out *strings.Builder, g *Game) error {
	if !g.isShogi() {
		return errors.New("JKF is for games of shogi")
	}
	p, err := g.Position()
	if err != nil {
		return err
	}
	w := &jkfWriter{board: p.(*shogi.Position), game: g} //nolint:forcetypeassert // as the rules say
	named := g.Tags.Get(TagHandicap)
	file := jkfFile{Header: w.header(), Initial: jkfInitialOf(w.board, named), Moves: []*jkfEntry{{}}}
	if g.Root != nil {
		file.Moves[0].Comments = jkfComments(nil, g.Root.comments(p, kifFacts), g.Root.Bookmark)
		moves, err := w.line(g.Root, core.NoMove, [2]time.Duration{}, true)
		if err != nil {
			return err
		}
		file.Moves = append(file.Moves, moves...)
	}
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e.Encode(file)
}

// header returns the fields of the header, as in KIF.
func (w *jkfWriter) header() jkfHeader {
	fields := jkfHeader{}
	handicap := handicapName(w.board, w.game.Tags.Get(TagHandicap))
	for _, tag := range w.game.Tags {
		field := Tag{withoutControls(kifOfTag(tag.Name)), withoutControls(tag.Value)}
		switch named := handicap != "" && handicap != evenGame; {
		case tag.Name == TagFEN, tag.Name == TagSetUp, tag.Name == TagResult:
			continue
		case tag.Name == TagSente:
			field.Name = Sides(w.board, true)[core.First]
		case tag.Name == TagGote:
			field.Name = Sides(w.board, true)[core.Second]
		case tag.Name == TagHandicap && (named || handicap == evenGame):
			field.Value = handicap
		case tag.Name == TagHandicap:
			field.Value = "その他"
		}
		if !slices.ContainsFunc(fields, func(f Tag) bool { return f.Name == field.Name }) { // an object may have each name only once
			fields = append(fields, field)
		}
	}
	return fields
}

// jkfComments returns comments and bookmarks as lines.
func jkfComments(before, comments []string, bookmark string) (lines []string) {
	for _, comment := range slices.Concat(before, comments) {
		lines = append(lines, strings.Split(withoutControls(comment), "\n")...)
	}
	for name := range strings.Lines(bookmark) {
		lines = append(lines, "&"+strings.TrimSpace(withoutControls(name)))
	}
	return lines
}

// line returns the entries behind n, whose position is on the board. spent is the time that
// each side has used.
func (w *jkfWriter) line(n *Node, previous core.Move, spent [2]time.Duration, main bool) (entries []*jkfEntry, err error) {
	var played []core.Move
	defer func() {
		for _, m := range slices.Backward(played) {
			TakeBack(w.board, m)
		}
	}()
	for n.Main() != nil {
		if n.Terminal != NoTerminal {
			return nil, errors.New("a move follows after the end of the game")
		}
		before := spent
		entry, m, err := w.entry(n.Children[0], previous, &spent)
		if err != nil {
			return nil, err
		}
		for _, variation := range n.Children[1:] {
			fork, err := w.line(&Node{Children: []*Node{variation}}, previous, before, false)
			if err != nil {
				return nil, err
			}
			entry.Forks = append(entry.Forks, fork)
		}
		entries = append(entries, entry)
		if n = n.Children[0]; n.Terminal == NoTerminal {
			do(w.board, m)
			played = append(played, m)
			previous = m
		}
	}
	if end := w.game.end(n, w.board.Side(), w.game.japaneseOutcome); main && end != nil && end != n {
		entries = append(entries, &jkfEntry{Special: end.jkfWord(w.board.Side()), Comments: jkfComments(nil, end.Comments, "")})
	}
	return entries, nil
}

// entry returns the entry for a move or an end in the board's position, and the move.
func (w *jkfWriter) entry(n *Node, previous core.Move, spent *[2]time.Duration) (*jkfEntry, core.Move, error) {
	side := w.board.Side() & 1
	entry := &jkfEntry{}
	if n.Spent.Known {
		spent[side] += n.Spent.Duration.Truncate(time.Second)
		if n.Total.Known {
			spent[side] = n.Total.Duration.Truncate(time.Second)
		}
		entry.Time = &jkfTimes{timeOf(n.Spent.Duration), timeOf(spent[side])}
	}
	if n.Terminal != NoTerminal {
		entry.Special = n.jkfWord(side)
		entry.Comments = jkfComments(n.Before, n.Comments, n.Bookmark)
		return entry, core.NoMove, nil
	}
	m, err := legal(w.board, n)
	if err != nil {
		return nil, core.NoMove, err
	}
	if m == core.NullMove {
		entry.Special = jkfPass
	} else {
		entry.Move = w.move(m, previous)
	}
	do(w.board, m)
	entry.Comments = jkfComments(n.Before, n.comments(w.board, kifFacts), n.Bookmark)
	TakeBack(w.board, m)
	return entry, m, nil
}

// move returns a move.
func (w *jkfWriter) move(m, previous core.Move) *jkfMove {
	side := w.board.Side() & 1
	color := int(side)
	move := &jkfMove{Color: &color, To: placeOf(m.To()), Piece: csaPieces[m.PieceType()]}
	move.Same = previous != core.NoMove && previous != core.NullMove && previous.To() == m.To()
	words := modifiers(w.board, m)
	for _, r := range jkfRelatives {
		if strings.Contains(words, r.word) {
			move.Relative += r.letter
		}
	}
	if m.IsDrop() {
		return move
	}
	move.From = placeOf(m.From())
	if promotes := m.IsPromotion(); promotes || mayPromote(side, m) {
		move.Promote = &promotes
	}
	if m.IsCapture() {
		move.Capture = csaPieces[w.board.PieceAt(m.To()).Type()]
	}
	return move
}
