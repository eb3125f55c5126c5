package chess

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

// Positions that between them have all that is special in chess.
var themes = []struct {
	name, fen string
	chess960  bool
}{
	{"initial position", StartFEN, false},
	{"all castlings", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", false},
	{"en passant and pins on a rank", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", false},
	{"promotions and castling", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", false},
	{"capturing promotion", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", false},
	{"promotions only", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", false},
	{"bare rooks", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", false},
	{"one of two pawns may capture en passant", "3r4/8/8/3PpP2/8/8/8/3K1k2 w - e6 0 1", false},
	{"Chess960, rooks beside the king", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", true},
	{"Chess960, king and rook swap", "1rkr4/8/8/8/8/8/8/1RKR4 w DBdb - 0 1", true},
	{"Chess960, the castling rook is pinned", "2k5/8/8/8/8/8/3PPPPP/qR1K4 w B - 0 1", true},
}

func open(tb testing.TB, fen string, s core.Settings) *Position {
	tb.Helper()
	p, err := parse(fen, s)
	if err != nil {
		tb.Fatalf("%s: %v", fen, err)
	}
	return p
}

func legal(p *Position) []core.Move {
	var list core.MoveList
	p.Generate(core.AllMoves, &list)
	return slices.Clone(list.Slice())
}

// roam plays random games from every theme and calls visit at each position.
func roam(t *testing.T, games, plies int, visit func(t *testing.T, p *Position)) {
	for i, theme := range themes {
		t.Run(theme.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(uint64(i), 7))
			for range games {
				p := open(t, theme.fen, core.Settings{Chess960: theme.chess960})
				for range plies {
					visit(t, p)
					moves := legal(p)
					if t.Failed() || len(moves) == 0 {
						break
					}
					p.Do(moves[random.IntN(len(moves))], nil)
				}
			}
		})
	}
}

// snapshot is all of a position but what GivesCheck keeps for itself.
func snapshot(p *Position) Position {
	c := *p
	c.states = slices.Clone(p.states[:p.top+1])
	for i := range c.states {
		c.states[i].discoverers, c.states[i].discovered = 0, false
	}
	return c
}

func same(a, b Position) bool {
	states := slices.Equal(a.states, b.states)
	a.states, b.states = nil, nil
	return states && a.pieces == b.pieces && a.colors == b.colors && a.board == b.board && a.side == b.side &&
		a.castlings == b.castlings && a.lostRights == b.lostRights && a.chess960 == b.chess960 && a.offset == b.offset && a.top == b.top
}

// replay applies a delta to a board of pieces, vanishing pieces first.
func replay(t *testing.T, board *[64]core.Piece, d *core.DirtyPieces) {
	t.Helper()
	for _, c := range d.Changes[:d.N] {
		if c.From.IsSquare() {
			if board[c.From] != c.Piece {
				t.Fatalf("change %v takes a piece that is not there", c)
			}
			board[c.From] = 0
		}
	}
	for _, c := range d.Changes[:d.N] {
		if c.To.IsSquare() {
			if board[c.To] != 0 {
				t.Fatalf("change %v puts a piece on another", c)
			}
			board[c.To] = c.Piece
		}
	}
}

// TestDirtyPieces shows what each kind of move is reported as.
func TestDirtyPieces(t *testing.T) {
	piece := core.NewPiece
	tests := []struct {
		name, fen, move string
		want            []core.Change
	}{
		{"quiet move", StartFEN, "g1f3", []core.Change{{Piece: piece(0, Knight), From: 6, To: 21}}},
		{"capture", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5",
			[]core.Change{{Piece: piece(1, Pawn), From: 35, To: core.Nowhere}, {Piece: piece(0, Pawn), From: 28, To: 35}}},
		{"en passant", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3",
			[]core.Change{{Piece: piece(0, Pawn), From: 28, To: core.Nowhere}, {Piece: piece(1, Pawn), From: 27, To: 20}}},
		{"promotion", "7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n",
			[]core.Change{{Piece: piece(0, Pawn), From: 48, To: core.Nowhere}, {Piece: piece(0, Knight), From: core.Nowhere, To: 56}}},
		{"promotion that captures", "1r5k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q",
			[]core.Change{{Piece: piece(1, Rook), From: 57, To: core.Nowhere}, {Piece: piece(0, Pawn), From: 48, To: core.Nowhere},
				{Piece: piece(0, Queen), From: core.Nowhere, To: 57}}},
		{"castling", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8c8",
			[]core.Change{{Piece: piece(1, Rook), From: 56, To: 59}, {Piece: piece(1, King), From: 60, To: 58}}},
		{"castling with a king that stays", "4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1",
			[]core.Change{{Piece: piece(0, Rook), From: 7, To: 5}, {Piece: piece(0, King), From: 6, To: 6}}},
		{"castling with a rook that stays", "4k3/8/8/8/8/8/8/1K3R2 w F - 0 1", "b1f1",
			[]core.Change{{Piece: piece(0, Rook), From: 5, To: 5}, {Piece: piece(0, King), From: 1, To: 6}}},
		{"castling with exchanged squares", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1",
			[]core.Change{{Piece: piece(0, Rook), From: 6, To: 5}, {Piece: piece(0, King), From: 5, To: 6}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, test.fen, core.Settings{Chess960: strings.Contains(test.name, "castling with")})
			m, err := p.ParseMove(test.move)
			if err != nil {
				t.Fatal(err)
			}
			d := core.DirtyPieces{N: 3}
			p.Do(m, &d)
			if got := d.Changes[:d.N]; !slices.Equal(got, test.want) {
				t.Errorf("changes %v, want %v", got, test.want)
			}
		})
	}
}

func board(p *Position) (b [64]core.Piece) {
	for sq := range core.Square(64) {
		b[sq] = p.PieceAt(sq)
	}
	return b
}

// consistent checks everything that a position keeps incrementally: against the same
// position read from its FEN, and the counters against the moves played.
func consistent(t *testing.T, p *Position) {
	t.Helper()
	s := p.states[p.top]
	if s.key != p.scratchKey() || s.parts != p.scratchParts() {
		t.Fatalf("%s: key %#x and parts %#x are not those of the position", p, s.key, s.parts)
	}
	fresh := open(t, p.String(), core.Settings{Chess960: p.chess960})
	if fresh.pieces != p.pieces || fresh.colors != p.colors || fresh.board != p.board || fresh.side != p.side || fresh.Plies() != p.Plies() {
		t.Fatalf("%s: differs from the same position read anew", p)
	}
	f := fresh.states[0]
	if s.key != f.key || s.checkers != f.checkers || s.pinned != f.pinned || s.rights != f.rights || s.passant != f.passant || s.halfmoves != f.halfmoves {
		t.Fatalf("%s: state %+v, anew %+v", p, s, f)
	}
	reversible := int32(0)
	for i := p.top; i > 0; i-- {
		if m := p.states[i].move; m == core.NullMove || m.IsCapture() || m.PieceType() == Pawn {
			break
		}
		reversible++
	}
	if s.reversible != reversible {
		t.Fatalf("%s: %d reversible plies, counted %d", p, s.reversible, reversible)
	}
}

// TestPerft covers enough of every theme to catch a broken generator at once;
// the large suites are in tests/perft.
func TestPerft(t *testing.T) {
	for i, leaves := range []uint64{197281, 4085603, 43238, 422333, 2103487, 182838, 0, 0, 326672} {
		if leaves == 0 {
			continue
		}
		theme := themes[i]
		p := open(t, theme.fen, core.Settings{Chess960: theme.chess960})
		if got, _ := core.Divide(p, 4, nil, nil); got != leaves {
			t.Errorf("%s: %d leaves, want %d", theme.name, got, leaves)
		}
	}
}

func TestAccessors(t *testing.T) {
	p := open(t, "4k3/8/8/3q4/8/8/8/R3K2R w KQ - 7 30", core.Settings{})
	rooks := bit(0) | bit(7)
	switch {
	case p.Pieces(core.First, Rook) != rooks, p.Pieces(core.Second, Rook) != 0:
		t.Error("Pieces")
	case p.Occupied() != rooks|bit(4)|bit(60)|bit(35), p.OccupiedBy(core.Second) != bit(60)|bit(35):
		t.Error("Occupied")
	case p.KingSquare(core.First) != 4, p.KingSquare(core.Second) != 60:
		t.Error("KingSquare")
	case p.PieceAt(35) != core.NewPiece(core.Second, Queen), p.PieceAt(34) != 0:
		t.Error("PieceAt")
	case p.HalfmoveClock() != 7, !p.HasCastlingRights(), p.Plies() != 58, p.ZugzwangProne():
		t.Error("counters and rights")
	}
}

func TestZobristKeysDiffer(t *testing.T) {
	seen := map[uint64]bool{}
	for _, keys := range [][]uint64{castlingKeys[:], passantKeys[:64], {sideKey}} {
		for _, key := range keys {
			seen[key] = true
		}
	}
	for _, c := range [2]core.Color{core.First, core.Second} {
		for k := Pawn; k <= King; k++ {
			for _, key := range pieceKeys[core.NewPiece(c, k)] {
				seen[key] = true
			}
		}
	}
	if want := 16 + 64 + 1 + 2*6*64; len(seen) != want || seen[0] {
		t.Errorf("%d different keys, want %d and none 0", len(seen), want)
	}
}

func TestDiagram(t *testing.T) {
	got := open(t, StartFEN, core.Settings{}).Diagram()
	if lines := bytes.Count([]byte(got), []byte("\n")); lines != 18 {
		t.Errorf("%d lines:\n%s", lines, got)
	}
	for _, want := range []string{"8 | r | n | b | q | k | b | n | r |\n", "1 | R | N | B | Q | K | B | N | R |\n", "4 |   |"} {
		if !bytes.Contains([]byte(got), []byte(want)) {
			t.Errorf("diagram lacks %q:\n%s", want, got)
		}
	}
}
