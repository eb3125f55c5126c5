package chess

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

// exchange is a position reduced to what an exchange is about, for a search
// that is slow and plain: a board of pieces and one square of interest.
type exchange struct {
	board  [64]core.Piece
	target int
}

// attackers returns the squares of the pieces of colour c that attack the
// target, found by walking from it.
func (e *exchange) attackers(c core.Color) []int {
	var found []int
	file, rank := e.target&7, e.target>>3
	look := func(df, dr, limit int, kinds ...core.PieceType) {
		for i := 1; i <= limit; i++ {
			f, r := file+i*df, rank+i*dr
			if f < 0 || f > 7 || r < 0 || r > 7 {
				return
			}
			piece := e.board[r<<3|f]
			for _, k := range kinds {
				if piece == core.NewPiece(c, k) {
					found = append(found, r<<3|f)
				}
			}
			if piece != 0 {
				return
			}
		}
	}
	forward := 1 - 2*int(c)
	for df := -1; df <= 1; df++ {
		for dr := -1; dr <= 1; dr++ {
			switch {
			case df == 0 && dr == 0:
				continue
			case df == 0 || dr == 0:
				look(df, dr, 7, Rook, Queen)
			default:
				look(df, dr, 7, Bishop, Queen)
			}
			look(df, dr, 1, King)
			if df != 0 && dr == -forward {
				look(df, dr, 1, Pawn)
			}
			if df != 0 && dr != 0 {
				look(df, 2*dr, 1, Knight)
				look(2*df, dr, 1, Knight)
			}
		}
	}
	return found
}

// best returns what side c gains by capturing on the target with its least valuable piece,
// or by leaving it.
func (e *exchange) best(c core.Color) core.Score {
	least := -1
	for _, sq := range e.attackers(c) {
		// Among pieces of one kind the first in our order of squares.
		if least < 0 || order(e.board[sq]) < order(e.board[least]) || order(e.board[sq]) == order(e.board[least]) && sq < least {
			least = sq
		}
	}
	if least < 0 {
		return 0
	}
	return max(0, e.capture(least, e.target))
}

// order ranks pieces by the value at stake; the king captures last.
func order(p core.Piece) core.PieceType { return p.Type() }

// capture returns what the piece on from gains by going to the target; the captured piece
// is on at.
func (e *exchange) capture(from, at int) core.Score {
	after := *e
	piece := e.board[from]
	gain := info.Value[e.board[at].Type()]
	after.board[from], after.board[at] = 0, 0
	if rank := e.target >> 3; piece.Type() == Pawn && (rank == 0 || rank == 7) {
		gain += info.Value[Queen] - info.Value[Pawn]
		piece = core.NewPiece(piece.Color(), Queen)
	}
	after.board[e.target] = piece
	them := piece.Color().Other()
	if piece.Type() == King && len(after.attackers(them)) > 0 {
		return -core.Infinite
	}
	return gain - after.best(them)
}

// slowSEE returns the exact value of m.
func slowSEE(p *Position, m core.Move) core.Score {
	if m.IsCastling() {
		return 0
	}
	e := exchange{board: board(p), target: int(m.To())}
	if m.IsPromotion() {
		// Promote first, as the choice is the move's.
		k := promotedKind(m)
		e.board[m.From()] = core.NewPiece(p.side, k)
		return info.Value[k] - info.Value[Pawn] + e.capture(int(m.From()), int(m.To()))
	}
	if m.IsEnPassant() {
		return e.capture(int(m.From()), int(m.To())^8)
	}
	return e.capture(int(m.From()), int(m.To()))
}

func TestSEETable(t *testing.T) {
	value := info.Value
	for _, test := range []struct {
		name, fen, move string
		want            core.Score
	}{
		{"free pawn", "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", value[Pawn]},
		{"knight for a pawn", "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", value[Pawn] - value[Knight]},
		{"quiet and safe", StartFEN, "e2e4", 0},
		{"quiet and lost", "4k3/8/3p4/8/8/8/8/2R1K3 w - - 0 1", "c1c5", -value[Rook]},
		{"en passant", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6", value[Pawn]},
		{"en passant and a defender", "4r1k1/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6", 0},
		{"en passant lets a rook through", "4r1k1/8/8/3Pp3/8/8/8/4R1K1 w - e6 0 1", "d5e6", value[Pawn]},
		{"castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0},
		{"safe promotion", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", value[Queen] - value[Pawn]},
		{"lost promotion", "7r/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -value[Pawn]},
		{"capturing underpromotion", "1r6/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", value[Rook] + value[Knight] - value[Pawn]},
		{"behind the queen", "4k3/8/8/3r4/8/3Q4/3R4/4K3 w - - 0 1", "d3d5", value[Rook]},
		{"king may not recapture", "8/8/3k4/3r4/8/3Q4/3R4/4K3 w - - 0 1", "d3d5", value[Rook]},
		{"king recaptures", "8/8/3k4/3r4/8/3Q4/8/4K3 w - - 0 1", "d3d5", value[Rook] - value[Queen]},
		{"the first of two rooks recaptures", "b5k1/ppr1R3/8/2Ppp3/3PP3/P3nr2/2P1B3/2Q2RK1 b - - 1 54", "f3f7", -value[Rook]},
		{"pawn recaptures and promotes", "3k4/1P6/8/8/8/8/7K/2r5 b - - 0 1", "c1c8", value[Pawn] - value[Rook]},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, test.fen, core.Settings{})
			m, err := p.ParseMove(test.move)
			if err != nil {
				t.Fatal(err)
			}
			if !p.SEE(m, test.want) || p.SEE(m, test.want+1) {
				t.Errorf("not worth %d; the plain search says %d", test.want, slowSEE(p, m))
			}
		})
	}
}
