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

// FuzzDoUndo plays and takes back moves as random bytes say: the first byte chooses the
// position, each pair of the others a move, a null move or to undo. After each step
// the position is consistent, and undoing restores what was before.
func FuzzDoUndo(f *testing.F) {
	random := rand.New(rand.NewPCG(11, 64))
	for i := range themes {
		script := []byte{byte(i)}
		for range 80 {
			script = append(script, byte(random.Uint32()))
		}
		f.Add(script)
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) == 0 {
			return
		}
		theme := themes[int(script[0])%len(themes)]
		p := open(t, theme.fen, core.Settings{Chess960: theme.chess960})
		var before []Position
		undo := func() {
			if p.states[p.top].move == core.NullMove {
				p.UndoNull()
			} else {
				p.Undo()
			}
			if !same(before[len(before)-1], snapshot(p)) {
				t.Fatalf("%s: not restored", p)
			}
			before = before[:len(before)-1]
		}
		for script = script[1:min(len(script), 600)]; len(script) > 1; script = script[2:] {
			switch step := int(script[0])<<8 | int(script[1]); {
			case step >= 0xe000:
				if len(before) > 0 {
					undo()
				}
			case step >= 0xd800:
				if p.InCheck() {
					continue
				}
				before = append(before, snapshot(p))
				p.DoNull()
			default:
				moves := legal(p)
				if len(moves) == 0 {
					continue
				}
				m := moves[step%len(moves)]
				check, pieces := p.GivesCheck(m), board(p)
				before = append(before, snapshot(p))
				var d core.DirtyPieces
				p.Do(m, &d)
				replay(t, &pieces, &d)
				if p.InCheck() != check || pieces != board(p) {
					t.Fatalf("%s: check %v, GivesCheck said %v; changes %v", p, p.InCheck(), check, d.Changes[:d.N])
				}
			}
			consistent(t, p)
		}
		for len(before) > 0 {
			undo()
		}
	})
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
			var d core.DirtyPieces
			p.Do(m, &d)
			replay(t, &pieces, &d)
			if piece, to := d.Mover().Piece, d.Mover().To; !to.IsSquare() || p.PieceAt(core.Square(to)) != piece || piece.Color() != before.side ||
				(piece.Type() == King) != (m.PieceType() == King) {
				t.Errorf("%s: the last change of %s is not the mover's: %v", before.String(), name, d.Changes[:d.N])
			}
			if pieces != board(p) {
				t.Errorf("%s: the delta of %s does not make its board", before.String(), name)
			}
			consistent(t, p)
			p.Undo()
			if !same(before, snapshot(p)) {
				t.Errorf("%s: not restored after %s", before.String(), name)
			}
		}
		if !p.InCheck() {
			p.DoNull()
			consistent(t, p)
			if p.Side() == before.side || p.states[p.top].passant != noSquare {
				t.Errorf("%s: wrong after a null move", before.String())
			}
			p.UndoNull()
			if !same(before, snapshot(p)) {
				t.Errorf("%s: not restored after a null move", before.String())
			}
		}
	})
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
	var d core.DirtyPieces
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
