package schema

import (
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
)

// Names are how people write a move.
type Names struct {
	SAN      string `json:"san,omitempty"`      // chess: Nf3
	Figurine string `json:"figurine,omitempty"` // chess, in the web API: ♘f3
	Kanji    string `json:"kanji,omitempty"`    // shogi: ▲７六歩
	Western  string `json:"western,omitempty"`  // shogi: P-7f
}

// figurines replace the letters of pieces in SAN.
var figurines = strings.NewReplacer("K", "♔", "Q", "♕", "R", "♖", "B", "♗", "N", "♘")

// NamesOf writes a legal move of p, which previous led to.
func NamesOf(p core.Position, m, previous core.Move) Names {
	if p.GameInfo().Name == games.Shogi().Name {
		return Names{Kanji: record.Japanese(p, m, previous, record.Triangles), Western: record.Western(p, m)}
	}
	san := record.SAN(p, m)
	return Names{SAN: san, Figurine: figurines.Replace(san)}
}

// NamedMove is a move with its names.
type NamedMove struct {
	Move  string `json:"move"` // as in UCI or USI
	Names Names  `json:"names"`
}

// Move is a legal move. The web API tells its parts.
type Move struct {
	NamedMove
	From     string `json:"from,omitempty"`
	To       string `json:"to,omitempty"`
	Piece    string `json:"piece,omitempty"`
	Promotes any    `json:"promotes,omitempty"` // in chess the letter of the new piece, in shogi true
	Drop     string `json:"drop,omitempty"`     // the letter of the piece
	Capture  bool   `json:"capture,omitempty"`
	Check    bool   `json:"check,omitempty"`
	Castles  bool   `json:"castles,omitempty"`
	Rook     string `json:"rook,omitempty"` // the square of the rook of a castling, where players put the king, too
}

// MoveOf describes a legal move of p, which previous led to.
func MoveOf(p core.Position, m, previous core.Move) Move {
	text := p.FormatMove(m)
	d := Move{
		NamedMove: NamedMove{text, NamesOf(p, m, previous)}, From: text[:2], To: text[2:4], Piece: Letter(p, m.PieceType()),
		Capture: m.IsCapture(), Check: p.GivesCheck(m), Castles: m.IsCastling(),
	}
	switch {
	case m.IsCastling():
		d.Rook = chess.SquareName(m.To())
	case m.IsDrop():
		d.From, d.Drop = "", d.Piece
	case m.IsPromotion() && p.GameInfo().Name == games.Chess().Name:
		d.Promotes = strings.ToUpper(text[4:])
	case m.IsPromotion():
		d.Promotes = true
	}
	return d
}

// Letter returns the letter of a kind of piece in FEN or SFEN, a capital.
func Letter(p core.Position, k core.PieceType) string {
	if _, ok := p.(*shogi.Position); ok {
		return shogi.PieceName(core.NewPiece(core.First, k))
	}
	return chess.PieceName(core.NewPiece(core.First, k))
}
