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

// tree calls visit at each position of the whole tree below p.
func tree(p *Position, depth int, visit func(p *Position)) {
	visit(p)
	if depth == 0 {
		return
	}
	for _, m := range legal(p) {
		p.Do(m, nil)
		tree(p, depth-1, visit)
		p.Undo()
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
	return states && a.pieces == b.pieces && a.colors == b.colors && a.victims == b.victims && a.side == b.side &&
		a.castlings == b.castlings && a.spoils == b.spoils && a.chess960 == b.chess960 && a.offset == b.offset && a.top == b.top
}

// replay applies a delta to a board of pieces, vanishing pieces first.
func replay(t *testing.T, board *[64]core.Piece, d *core.Delta) {
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

// TestDelta shows what each kind of move is reported as.
func TestDelta(t *testing.T) {
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
			d := core.Delta{N: 3}
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

// TestDoUndo checks that a move leaves a position that is the same as when it
// is read from its FEN, that its delta says what it did, and that Undo restores
// everything.
func TestDoUndo(t *testing.T) {
	roam(t, 4, 60, func(t *testing.T, p *Position) {
		before := snapshot(p)
		for _, m := range legal(p) {
			pieces := board(p)
			name := p.FormatMove(m)
			var d core.Delta
			p.Do(m, &d)
			replay(t, &pieces, &d)
			if piece, to := d.Mover().Piece, d.Mover().To; !to.IsSquare() || p.PieceAt(core.Square(to)) != piece || piece.Color() != before.side ||
				(piece.Kind() == King) != (m.Kind() == King) {
				t.Errorf("%s: the last change of %s is not the mover's: %v", before.String(), name, d.Changes[:d.N])
			}
			if pieces != board(p) {
				t.Errorf("%s: the delta of %s does not make its board", before.String(), name)
			}
			if p.Key() != p.scratchKey() || *p.Parts() != p.scratchParts() {
				t.Errorf("%s: key after %s is not that of the position", before.String(), name)
			}
			fresh := open(t, p.String(), core.Settings{Chess960: p.chess960})
			if fresh.Key() != p.Key() || fresh.Checkers() != p.Checkers() || fresh.states[0].pinned != p.states[p.top].pinned ||
				fresh.String() != p.String() || fresh.Plies() != p.Plies() {
				t.Errorf("%s: %s leads to %s, which reads as another position", before.String(), name, p)
			}
			p.Undo()
			if !same(before, snapshot(p)) {
				t.Errorf("%s: not restored after %s", before.String(), name)
			}
		}
		if !p.InCheck() {
			p.DoNull()
			if p.Key() != p.scratchKey() || *p.Parts() != p.scratchParts() || p.Side() == before.side || p.states[p.top].passant != noSquare {
				t.Errorf("%s: wrong after a null move", before.String())
			}
			p.UndoNull()
			if !same(before, snapshot(p)) {
				t.Errorf("%s: not restored after a null move", before.String())
			}
		}
	})
}

// TestGenerateKinds checks that Tactical and Quiet part the legal moves and
// that the flags of a move say what it is.
func TestGenerateKinds(t *testing.T) {
	roam(t, 30, 80, func(t *testing.T, p *Position) {
		moves := legal(p)
		var parts core.MoveList
		p.Generate(core.Tactical, &parts)
		tactical := parts.N
		p.Generate(core.Quiet, &parts) // appends
		for i, m := range parts.Slice() {
			if m.IsTactical() != (i < tactical) {
				t.Errorf("%s: %s is in the wrong part", p, p.FormatMove(m))
			}
			promotesToQueen := m.IsPromotion() && promotedKind(m) == Queen
			if m.IsTactical() != (m.IsCapture() || promotesToQueen) {
				t.Errorf("%s: %s has the wrong flag", p, p.FormatMove(m))
			}
			if m.Kind() != p.kindAt(m.From()) {
				t.Errorf("%s: %s has the wrong kind", p, p.FormatMove(m))
			}
			captured := p.kindAt(m.To())
			switch {
			case m.IsEnPassant():
				captured = Pawn
			case m.IsCastling():
				captured = 0
			}
			if m.Captured() != captured {
				t.Errorf("%s: %s has the wrong captured piece", p, p.FormatMove(m))
			}
		}
		slices.Sort(moves)
		slices.Sort(parts.Slice())
		if !slices.Equal(moves, parts.Slice()) {
			t.Errorf("%s: Tactical and Quiet are not AllMoves", p)
		}
		if len(slices.Compact(moves)) != parts.N {
			t.Errorf("%s: a move is listed twice", p)
		}
	})
}

// TestExpand tries every identity there is.
func TestExpand(t *testing.T) {
	roam(t, 2, 60, func(t *testing.T, p *Position) {
		moves := map[core.MoveID]core.Move{}
		for _, m := range legal(p) {
			moves[m.ID()] = m
		}
		for id := range 1 << 16 {
			if got, want := p.Expand(core.MoveID(id)), moves[core.MoveID(id)]; got != want {
				t.Fatalf("%s: Expand(%#x) is %#x (%s), want %#x", p, id, got, p.FormatMove(core.Move(id)), want)
			}
		}
	})
}

func TestGivesCheck(t *testing.T) {
	for _, theme := range themes {
		t.Run(theme.name, func(t *testing.T) {
			p := open(t, theme.fen, core.Settings{Chess960: theme.chess960})
			checks := 0
			tree(p, 2, func(p *Position) {
				for _, m := range legal(p) {
					got, text := p.GivesCheck(m), p.FormatMove(m)
					p.Do(m, nil)
					want := p.InCheck()
					if want != p.attacked(p.KingSquare(p.side), p.Occupied(), p.side.Other()) {
						t.Errorf("%s: InCheck is %v", p, want)
					}
					p.Undo()
					if want {
						checks++
					}
					if got != want {
						t.Fatalf("%s: GivesCheck(%s) is %v", p, text, got)
					}
				}
			})
			t.Logf("%d checks", checks)
		})
	}
}

// TestGivesCheckSpecial has the checks that are easily forgotten.
func TestGivesCheckSpecial(t *testing.T) {
	for _, test := range []struct {
		name, fen, move string
		want            bool
	}{
		{"castling rook", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true},
		{"castling uncovers nothing", "6k1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", false},
		{"en passant opens a rank", "8/8/8/K2Pp2k/8/8/8/8 w - e6 0 1", "d5e6", false},
		{"en passant removes the shield", "8/8/8/R2Pp2k/8/8/8/K7 w - e6 0 1", "d5e6", true},
		{"en passant uncovers a diagonal", "8/8/5k2/3Pp3/8/8/1B6/K7 w - e6 0 1", "d5e6", true},
		{"promotion along the pawn's file", "8/4P3/8/4k3/8/8/8/K7 w - - 0 1", "e7e8q", true},
		{"promotion to a knight", "8/4P3/3k4/8/8/8/8/K7 w - - 0 1", "e7e8n", true},
		{"promotion to a queen would check", "8/4P3/2k5/8/8/8/8/K7 w - - 0 1", "e7e8n", false},
		{"king uncovers a rook", "4k3/8/8/8/4K3/8/8/4R3 w - - 0 1", "e4d4", true},
		{"king stays on the line", "4k3/8/8/8/4K3/8/8/4R3 w - - 0 1", "e4e5", false},
		{"pawn stays on the file", "4k3/8/8/8/8/8/4P3/4R2K w - - 0 1", "e2e4", false},
		{"pawn leaves the file", "4k3/8/8/8/8/3p4/4P3/4R2K w - - 0 1", "e2d3", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, test.fen, core.Settings{})
			m, err := p.ParseMove(test.move)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.GivesCheck(m); got != test.want {
				t.Errorf("GivesCheck(%s) is %v", test.move, got)
			}
		})
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
		if got := core.Perft(p, 4); got != leaves {
			t.Errorf("%s: %d leaves, want %d", theme.name, got, leaves)
		}
	}
}

// TestCloneTo copies games of several lengths into the memory of one position.
func TestCloneTo(t *testing.T) {
	short, long := open(t, themes[1].fen, core.Settings{}), open(t, StartFEN, core.Settings{})
	for i := range 400 {
		m, err := long.ParseMove([]string{"g1f3", "g8f6", "f3g1", "f6g8"}[i%4])
		if err != nil {
			t.Fatal(err)
		}
		long.Do(m, nil)
	}
	old := short.Clone()
	for _, p := range []*Position{long, short, long} {
		c := p.CloneTo(old).(*Position)
		if c != old || c.String() != p.String() || c.Key() != p.Key() || c.Plies() != p.Plies() {
			t.Errorf("the copy of %s is %s", p, c)
		}
		_, drawn := p.Outcome(0)
		if _, repeated := c.Outcome(0); repeated != drawn {
			t.Errorf("%s: the copy has another history", p)
		}
		if len(c.states)-c.top <= core.MaxPly {
			t.Errorf("room for %d states only", len(c.states)-c.top)
		}
	}
	if allocs := testing.AllocsPerRun(3, func() { long.CloneTo(old) }); allocs > 0 {
		t.Errorf("%v allocations", allocs)
	}
	if c := long.CloneTo(nil); c.String() != long.String() {
		t.Error("without an old position the copy differs")
	}
}

// TestCloneAndLongGames plays on far beyond the states that Parse provides, and
// checks that a clone shares nothing and remembers the game.
func TestCloneAndLongGames(t *testing.T) {
	p := open(t, StartFEN, core.Settings{})
	shuffle := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	play := func(p core.Position, text string) {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		p.Do(m, nil)
	}
	const plies = 5000
	for i := range plies {
		play(p, shuffle[i%4])
	}
	c := p.Clone()
	if c.String() != p.String() || c.Key() != p.Key() || c.Plies() != plies {
		t.Errorf("clone is %s, want %s", c, p)
	}
	if _, drawn := c.Outcome(0); !drawn {
		t.Error("clone forgot the history")
	}
	play(c, "e2e4")
	play(p, "d2d4")
	if c.Key() == p.Key() || p.kindAt(12) != Pawn {
		t.Error("clone shares its board")
	}
	for range plies + 1 {
		p.Undo()
	}
	if p.String() != StartFEN {
		t.Errorf("after undoing all: %s", p)
	}
}

// TestNoAllocation checks that a cloned position is played as deep as a search
// goes, with moves generated, without allocating.
func TestNoAllocation(t *testing.T) {
	p := open(t, themes[1].fen, core.Settings{})
	var list core.MoveList
	var d core.Delta
	clone := p.Clone()
	if n := testing.AllocsPerRun(10, func() {
		for range core.MaxPly {
			list.Clear()
			clone.Generate(core.AllMoves, &list)
			m := list.Moves[list.N/2]
			clone.GivesCheck(m)
			clone.SEE(m, 0)
			clone.Outcome(3)
			clone.Do(m, &d)
		}
		for range core.MaxPly {
			clone.Undo()
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
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
