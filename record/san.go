package record

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/internal/excerpt"
)

// sanLetters are the letters of the pieces, from Pawn to King.
const sanLetters = "PNBRQK"

// germanLetters stand for Springer, Läufer, Turm and Dame; English uses none of them. B would be the
// pawn (Bauer), which nobody writes.
const germanLetters = "SLTD"

// pieceOf returns the piece that an English or German letter names, 0 for none.
func pieceOf(letter byte) core.PieceType {
	if i := strings.IndexByte(sanLetters, letter); i >= 0 {
		return chess.Pawn + core.PieceType(i)
	}
	if i := strings.IndexByte(germanLetters, letter); i >= 0 {
		return chess.Knight + core.PieceType(i)
	}
	return 0
}

// promotionOf is pieceOf for what a pawn may promote to, also in small letters.
func promotionOf(letter byte) core.PieceType {
	if k := pieceOf(letter &^ 0x20); k != chess.Pawn && k != chess.King {
		return k
	}
	return 0
}

// SAN returns the standard algebraic notation of a legal move of a chess position, Nbd2 or
// exd8=Q#, and -- for a null move. p is unchanged when it returns. In a position of another
// game it returns protocol notation.
func SAN(p core.Position, m core.Move) string {
	if !isChess(p) {
		return p.FormatMove(m)
	}
	var list core.MoveList
	text := sanMove(p, m, &list)
	if m == core.NullMove || !p.GivesCheck(m) {
		return text
	}
	p.Do(m, nil)
	list.Clear()
	p.Generate(core.AllMoves, &list)
	p.Undo()
	if list.N == 0 {
		return text + "#"
	}
	return text + "+"
}

func isChess(p core.Position) bool { return p.GameInfo().Name == chess.Rules.Name }

// sanMove returns the notation without the sign of check. list is scratch space.
func sanMove(p core.Position, m core.Move, list *core.MoveList) string {
	if m == core.NullMove {
		return nullMoves[0]
	}
	if m.IsCastling() { // to is the square of the rook
		if m.To() > m.From() {
			return "O-O"
		}
		return "O-O-O"
	}
	text := ""
	takes := m.IsCapture()
	switch {
	case m.PieceType() != chess.Pawn:
		text = sanLetters[m.PieceType()-chess.Pawn:][:1] + sanOrigin(p, m, list)
	case takes:
		text = chess.SquareName(m.From())[:1]
	}
	if takes {
		text += "x"
	}
	text += chess.SquareName(m.To())
	if m.IsPromotion() {
		text += "=" + sanLetters[promotion(m)-chess.Pawn:][:1]
	}
	return text
}

// promotion returns the piece that a pawn promotes to, 0 for other moves.
func promotion(m core.Move) core.PieceType {
	if !m.IsPromotion() {
		return 0
	}
	return chess.Knight + core.PieceType(m.Variant())
}

// sanOrigin returns as much of the origin square of a piece as distinguishes it from
// the other pieces of its kind that may go to the same square.
func sanOrigin(p core.Position, m core.Move, list *core.MoveList) string {
	if m.PieceType() == chess.King {
		return ""
	}
	from := chess.SquareName(m.From())
	rivals, sameFile, sameRank := false, false, false
	list.Clear()
	p.Generate(core.AllMoves, list)
	for _, other := range list.Slice() {
		if other.PieceType() != m.PieceType() || other.To() != m.To() || other.From() == m.From() {
			continue
		}
		name := chess.SquareName(other.From())
		rivals = true
		sameFile = sameFile || name[0] == from[0]
		sameRank = sameRank || name[1] == from[1]
	}
	switch {
	case !rivals:
		return ""
	case !sameFile:
		return from[:1]
	case !sameRank:
		return from[1:]
	}
	return from
}

// ParseSAN reads a legal move of a chess position as people and programs write it: SAN with or
// without the signs of captures, check, promotion and opinion, with more of the origin than
// needed, long algebraic notation (Ng1-f3), with German letters (Sf3), or UCI. If text fits several moves, the error lists
// them.
func ParseSAN(p core.Position, text string) (core.Move, error) {
	var list core.MoveList
	return parseSAN(p, text, &list)
}

// parseSAN is ParseSAN with scratch space.
func parseSAN(p core.Position, text string, list *core.MoveList) (core.Move, error) {
	if !isChess(p) {
		return core.NoMove, errors.New("algebraic notation is for chess only")
	}
	if isNullMove(text) {
		return core.NoMove, fmt.Errorf("%s passes the turn, which the rules do not allow", excerpt.Quote(text))
	}
	text = plain(text)
	s, castling, ok := readSAN(text)
	if !ok {
		return core.NoMove, fmt.Errorf("%s is no move", excerpt.Quote(text))
	}
	if castling == 0 && len(s.squares) == 4 {
		m, err := p.ParseMove(s.squares + s.promotionLetter())
		if err == nil && s.kind != 0 && m.PieceType() != s.kind {
			return core.NoMove, fmt.Errorf("move %s names another piece than stands there", excerpt.Quote(text))
		}
		return m, err
	}
	list.Clear()
	p.Generate(core.AllMoves, list)
	moves := slices.DeleteFunc(list.Slice(), func(m core.Move) bool { return !s.fits(m, castling) })
	return only(text, moves, func(m core.Move) string { return SAN(p, m) })
}

// only returns the only legal move that text fits. If text fits several, the error lists them.
func only(text string, moves []core.Move, format func(core.Move) string) (core.Move, error) {
	switch len(moves) {
	case 0:
		return core.NoMove, errorf("move %s is not legal", text)
	case 1:
		return moves[0], nil
	}
	var names []string
	for _, m := range moves {
		names = append(names, format(m))
	}
	return core.NoMove, fmt.Errorf("move %s is ambiguous: %s", excerpt.Quote(text), strings.Join(names, ", "))
}

// isNullMove reports whether text passes the turn in the notation of some program.
func isNullMove(text string) bool {
	return slices.Contains(nullMoves[:], strings.ToLower(strings.TrimRight(text, "+#!?")))
}

// nullMoves are the words for a null move: the first two of ChessBase, then the ones of UCI,
// XBoard and others.
var nullMoves = [...]string{"--", "z0", "0000", "@@@@", "null", "pass", "<>"}

// sanText is a move in algebraic notation, split into its parts. squares is as much of the
// origin as the text has, then the target.
type sanText struct {
	kind      core.PieceType // 0: a pawn, or any piece if squares names its origin in full
	squares   string
	takes     bool
	promotion core.PieceType // 0: none
}

// sanNoise removes the characters that a move does not need to be clear.
var sanNoise = strings.NewReplacer("x", "", ":", "", "-", "", "=", "", "/", "", "(", "", ")", "")

// readSAN splits text into its parts, and reports whether it has the form of a move. castling
// is the number of squares between king and rook in the initial position, 0 for other moves.
func readSAN(text string) (s sanText, castling int, ok bool) {
	if len(text) > 16 {
		return s, 0, false
	}
	text = withoutCheck(strings.TrimSpace(text))
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(text, "e.p."), "ep"))
	switch strings.ToUpper(strings.ReplaceAll(text, "0", "O")) {
	case "O-O":
		return s, 2, true
	case "O-O-O":
		return s, 3, true
	}
	s.takes = strings.ContainsAny(text, "x:")
	if text = sanNoise.Replace(text); text == "" {
		return s, 0, false
	}
	if s.kind = pieceOf(text[0]); s.kind != 0 {
		text = text[1:]
	}
	if n := len(text); n > 2 {
		if k := promotionOf(text[n-1]); k != 0 && isRank(text[n-2]) {
			s.promotion, text = k, text[:n-1]
		}
	}
	s.squares = text
	n := len(text)
	if n < 2 || n > 4 || !isFile(text[n-2]) || !isRank(text[n-1]) {
		return s, 0, false
	}
	origin := text[:n-2]
	return s, 0, origin == "" ||
		len(origin) == 1 && (isFile(origin[0]) || isRank(origin[0])) ||
		len(origin) == 2 && isFile(origin[0]) && isRank(origin[1])
}

// withoutCheck returns a move without the signs and words of check and opinion at its end.
func withoutCheck(text string) string {
	text = strings.TrimRight(text, "+#!?")
	for _, word := range checkWords {
		if bare, has := strings.CutSuffix(strings.TrimSuffix(text, "."), word); has && bare != "" {
			return strings.TrimRight(bare, "+#!? ")
		}
	}
	return text
}

func isFile(b byte) bool { return b >= 'a' && b <= 'h' }
func isRank(b byte) bool { return b >= '1' && b <= '8' }

func (s sanText) promotionLetter() string {
	if s.promotion == 0 {
		return ""
	}
	return sanLetters[s.promotion-chess.Pawn:][:1]
}

// fits reports whether the text may mean m.
func (s sanText) fits(m core.Move, castling int) bool {
	if castling != 0 || m.IsCastling() {
		return m.IsCastling() && castling != 0 && (castling == 2) == (m.To() > m.From())
	}
	kind := max(s.kind, chess.Pawn)
	n := len(s.squares)
	if m.PieceType() != kind || chess.SquareName(m.To()) != s.squares[n-2:] || s.promotion != 0 && promotion(m) != s.promotion {
		return false
	}
	origin := s.squares[:n-2]
	// A pawn's capture has to look like one: d6 is not exd6 en passant.
	if kind == chess.Pawn && origin == "" && m.IsCapture() != s.takes {
		return false
	}
	return strings.Contains(chess.SquareName(m.From()), origin)
}
