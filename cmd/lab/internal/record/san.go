package record

import (
	"errors"
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// sanLetters are the letters of the pieces, from Pawn to King.
const sanLetters = "PNBRQK"

// SAN returns the standard algebraic notation of a legal move of a chess
// position, Nbd2 or exd8=Q#. p is as before when it returns. In a position of
// another game the answer is in protocol notation.
func SAN(p core.Position, m core.Move) string {
	if !isChess(p) {
		return p.FormatMove(m)
	}
	text := sanMove(p, m)
	if !p.GivesCheck(m) {
		return text
	}
	p.Do(m, nil)
	mate := p.Verdict().Ending == core.Checkmate
	p.Undo()
	if mate {
		return text + "#"
	}
	return text + "+"
}

func isChess(p core.Position) bool { return p.Traits().Name == chess.Rules.Name }

// sanMove returns the notation without the sign of check.
func sanMove(p core.Position, m core.Move) string {
	if m.IsCastling() { // to is the square of the rook
		if m.To() > m.From() {
			return "O-O"
		}
		return "O-O-O"
	}
	text := ""
	takes := m.IsCapture()
	switch {
	case m.Kind() != chess.Pawn:
		text = sanLetters[m.Kind()-chess.Pawn:][:1] + sanOrigin(p, m)
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

// promotion returns what the pawn of a promotion becomes, 0 for other moves.
func promotion(m core.Move) core.Kind {
	if !m.IsPromotion() {
		return 0
	}
	return chess.Knight + core.Kind(m.Variant())
}

// sanOrigin returns as much of the origin square of a piece as distinguishes it from
// the other pieces of its kind that may go to the same square.
func sanOrigin(p core.Position, m core.Move) string {
	from := chess.SquareName(m.From())
	rivals, sameFile, sameRank := false, false, false
	for _, other := range legalMoves(p) {
		if other.Kind() != m.Kind() || other.To() != m.To() || other.From() == m.From() {
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

func legalMoves(p core.Position) []core.Move {
	var list core.MoveList
	p.Generate(core.AllMoves, &list)
	return list.Slice()
}

// ParseSAN reads a legal move of a chess position as people and programs write
// it: SAN with or without the signs of captures, check, promotion and opinion,
// with more of the origin than needed, long algebraic notation (Ng1-f3), or UCI.
// Text that fits several moves is an error that lists them.
func ParseSAN(p core.Position, text string) (core.Move, error) {
	if !isChess(p) {
		return core.NoMove, errors.New("algebraic notation is for chess only")
	}
	s, ok := readSAN(text)
	if !ok {
		return core.NoMove, fmt.Errorf("%.20q is no move", text)
	}
	if len(s.squares) == 4 {
		m, err := p.ParseMove(s.squares + s.promotionLetter())
		if err == nil && s.kind != 0 && m.Kind() != s.kind {
			return core.NoMove, fmt.Errorf("move %.20q names another piece than stands there", text)
		}
		return m, err
	}
	var found []core.Move
	for _, m := range legalMoves(p) {
		if s.fits(m) {
			found = append(found, m)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return core.NoMove, fmt.Errorf("move %.20q is not legal", text)
	}
	names := make([]string, len(found))
	for i, m := range found {
		names[i] = SAN(p, m)
	}
	return core.NoMove, fmt.Errorf("move %.20q is ambiguous: %s", text, strings.Join(names, ", "))
}

// sanText is a move in algebraic notation, taken apart.
type sanText struct {
	castling  int       // squares between king and rook in the initial position; 0: no castling
	kind      core.Kind // 0: a pawn, or any piece if squares names its origin in full
	squares   string    // what is left of the origin, then the target
	takes     bool
	promotion core.Kind // 0: none
}

// readSAN takes text apart, and reports whether it has the form of a move.
func readSAN(text string) (sanText, bool) {
	text = strings.TrimRight(strings.TrimSpace(text), "+#!?")
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(text, "e.p."), "ep"))
	switch strings.ToUpper(strings.ReplaceAll(text, "0", "O")) {
	case "O-O":
		return sanText{castling: 2}, true
	case "O-O-O":
		return sanText{castling: 3}, true
	}
	s := sanText{takes: strings.ContainsAny(text, "x:")}
	text = strings.NewReplacer("x", "", ":", "", "-", "", "=", "", "/", "", "(", "", ")", "").Replace(text)
	if text == "" {
		return s, false
	}
	if i := strings.IndexByte(sanLetters, text[0]); i >= 0 {
		s.kind, text = chess.Pawn+core.Kind(i), text[1:]
	}
	if n := len(text); n > 2 {
		if i := strings.IndexByte("NBRQ", text[n-1]&^0x20); i >= 0 && isRank(text[n-2]) {
			s.promotion, text = chess.Knight+core.Kind(i), text[:n-1]
		}
	}
	s.squares = text
	n := len(text)
	if n < 2 || n > 4 || !isFile(text[n-2]) || !isRank(text[n-1]) {
		return s, false
	}
	origin := text[:n-2]
	return s, origin == "" ||
		len(origin) == 1 && (isFile(origin[0]) || isRank(origin[0])) ||
		len(origin) == 2 && isFile(origin[0]) && isRank(origin[1])
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
func (s sanText) fits(m core.Move) bool {
	if s.castling != 0 || m.IsCastling() {
		return m.IsCastling() && (s.castling == 2) == (m.To() > m.From()) && s.castling != 0
	}
	kind := max(s.kind, chess.Pawn)
	n := len(s.squares)
	if m.Kind() != kind || chess.SquareName(m.To()) != s.squares[n-2:] || s.promotion != 0 && promotion(m) != s.promotion {
		return false
	}
	origin := s.squares[:n-2]
	// A pawn's capture has to look like one: d6 is not exd6 en passant.
	if kind == chess.Pawn && origin == "" && m.IsCapture() != s.takes {
		return false
	}
	return strings.Contains(chess.SquareName(m.From()), origin)
}
