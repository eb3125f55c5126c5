package record

import (
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// Western returns a legal move of shogi as Western books write it: P-7f, Bx2b+, P*5e, S6i-7h
// where another silver could go there, = where a piece may promote and does not
// (https://en.wikipedia.org/wiki/Shogi_notation). In a position of another game it returns
// protocol notation.
func Western(p core.Position, m core.Move) string {
	board, ok := p.(*shogi.Position)
	if !ok {
		return p.FormatMove(m)
	}
	if m == core.NullMove {
		return nullMoves[0]
	}
	side := board.Side()
	text := shogi.PieceName(core.NewPiece(core.First, m.PieceType()))
	if m.IsDrop() {
		return text + "*" + shogi.SquareName(m.To())
	}
	if reaching(board, side, m.PieceType(), m.To()).Many() {
		text += shogi.SquareName(m.From())
	}
	if m.IsCapture() {
		text += "x"
	} else {
		text += "-"
	}
	text += shogi.SquareName(m.To())
	switch {
	case m.IsPromotion():
		text += "+"
	case mayPromote(side, m):
		text += "="
	}
	return text
}

// ParseWestern reads a legal move of shogi in Western notation: as [Western] writes it, or in
// USI. Squares may be written with digits only, and capture signs may be missing.
func ParseWestern(p core.Position, text string) (core.Move, error) {
	board, ok := p.(*shogi.Position)
	if !ok {
		return core.NoMove, errNotShogi
	}
	if m, err := p.ParseMove(text); err == nil {
		return m, nil
	}
	j, ok := readWestern(text)
	if !ok {
		return core.NoMove, errorf("%s is no move", text)
	}
	if j.from != noSquare || j.drop {
		return j.direct(board, text)
	}
	var list core.MoveList
	p.Generate(core.AllMoves, &list)
	moves := slices.DeleteFunc(list.Slice(), func(m core.Move) bool {
		return m.IsDrop() || m.PieceType() != j.kind || m.To() != j.to || m.IsPromotion() != j.promotes
	})
	return only(text, moves, func(m core.Move) string { return Western(p, m) })
}

// readWestern splits text into its parts.
func readWestern(text string) (j japaneseMove, ok bool) {
	j.from = noSquare
	if len(text) > 12 {
		return j, false
	}
	promoted := strings.HasPrefix(text, "+")
	text = strings.TrimPrefix(text, "+")
	if text == "" {
		return j, false
	}
	if j.kind = core.PieceType(strings.IndexByte(" PLNSGBRK", text[0])); j.kind < shogi.Pawn || j.kind > shogi.King {
		return j, false
	}
	if promoted {
		if j.kind = shogi.Promoted(j.kind); j.kind == 0 {
			return j, false
		}
	}
	rest := text[1:]
	if sq, after, ok := readWesternSquare(rest); ok && after != "" && after != "+" && after != "=" {
		j.from, rest = sq, after
	}
	switch {
	case strings.HasPrefix(rest, "*"), strings.HasPrefix(rest, "'"):
		j.drop, rest = true, rest[1:]
	case strings.HasPrefix(rest, "-"), strings.HasPrefix(rest, "x"):
		rest = rest[1:]
	}
	if j.to, rest, ok = readWesternSquare(rest); !ok {
		return j, false
	}
	j.promotes, j.stays = rest == "+", rest == "="
	return j, (rest == "" || j.promotes || j.stays) && !(j.drop && (rest != "" || j.from != noSquare))
}

// readWesternSquare reads 7f or 76.
func readWesternSquare(text string) (core.Square, string, bool) {
	if len(text) < 2 || text[0] < '1' || text[0] > '9' {
		return noSquare, text, false
	}
	rank := text[1]
	switch {
	case rank >= 'a' && rank <= 'i':
		rank -= 'a'
	case rank >= '1' && rank <= '9':
		rank -= '1'
	default:
		return noSquare, text, false
	}
	return core.Square(9*(text[0]-'1') + rank), text[2:], true
}
