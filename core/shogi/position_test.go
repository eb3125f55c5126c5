package shogi

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

const matsuri = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"

// samples are positions to start random games from: the opening, hands in
// plenty, kings in the enemy camp, pins and drops that must not mate.
var samples = []string{
	StartSFEN,
	matsuri,
	"4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1",
	"2K6/+P+P+P+P+P+P3/1GS1+B4/9/9/9/+p+p+p6/4+r4/5k3 b RBG4P2n 1",
	"4r3k/9/9/9/b7b/4P4/2G3S2/9/r1L1K4 b GSNLP 1",
	"k7l/8P/P7N/L7S/9/s7l/n7p/p8/L7K b GPgp 1",
	"7lk/9/6S2/9/9/9/9/7L1/4K4 b 2Pp 1",
	"ln1g5/1r4k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b b BG2SLPnp 61",
}

// roam plays random games from the samples and calls visit on each position.
func roam(t *testing.T, games, plies int, visit func(p *Position)) {
	t.Helper()
	random := rand.New(rand.NewPCG(7, 81))
	var list core.MoveList
	for game := range games {
		p := open(t, samples[game%len(samples)])
		for range plies {
			visit(p)
			list.Clear()
			p.Generate(core.AllMoves, &list)
			if list.N == 0 {
				break
			}
			// Captures and promotions twice as often, for more checks.
			m := list.Moves[random.IntN(list.N)]
			for range 2 {
				if !m.IsTactical() {
					m = list.Moves[random.IntN(list.N)]
				}
			}
			p.Do(m, nil)
		}
	}
}

func open(t testing.TB, sfen string) *Position {
	t.Helper()
	p, err := Rules.Parse(sfen, core.Settings{})
	if err != nil {
		t.Fatalf("%s: %v", sfen, err)
	}
	return p.(*Position)
}

// play makes moves in USI.
func play(t testing.TB, p *Position, moves ...string) {
	t.Helper()
	for _, text := range moves {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatalf("%v in %v", err, p)
		}
		p.Do(m, nil)
	}
}

func generate(p *Position, kind core.GenKind) []core.Move {
	var list core.MoveList
	p.Generate(kind, &list)
	return slices.Clone(list.Slice())
}

// snapshot is a position without what Do and Undo may leave behind: the states
// beyond the top and the scratch list.
func snapshot(p *Position) Position {
	c := *p
	c.states = slices.Clone(p.states[:p.top+1])
	c.scratch = core.MoveList{}
	return c
}

func same(a, b Position) bool {
	states := slices.Equal(a.states, b.states)
	a.states, b.states = nil, nil
	return states && a.equal(&b)
}

func (p *Position) equal(q *Position) bool {
	return p.pieces == q.pieces && p.golds == q.golds && p.colors == q.colors && p.board == q.board &&
		p.hands == q.hands && p.kings == q.kings && p.side == q.side && p.offset == q.offset && p.top == q.top
}

// consistent checks everything that a position keeps incrementally: against the same
// position read from its SFEN, and the counters against the moves played.
func consistent(t *testing.T, p *Position) {
	t.Helper()
	board, hands := p.scratchKeys()
	s := p.states[p.top]
	if s.parts != p.scratchParts() || s.boardKey != board || s.handKey != hands || p.Key() != board^hands {
		t.Fatalf("%v: keys %#x %#x, anew %#x %#x", p, s.boardKey, s.handKey, board, hands)
	}
	fresh := open(t, p.String())
	if !fresh.equal(&Position{pieces: p.pieces, golds: p.golds, colors: p.colors, board: p.board,
		hands: p.hands, kings: p.kings, side: p.side, offset: p.Plies()}) {
		t.Fatalf("%v: differs from the same position read anew", p)
	}
	f := fresh.states[0]
	if s.checkers != f.checkers || s.pinned != f.pinned || s.firstHand != f.firstHand {
		t.Fatalf("%v: state %+v, anew %+v", p, s, f)
	}
	sinceNull, checks, broken := int32(0), [2]uint16{}, [2]bool{}
	for i, mover := p.top, p.side^1; i > 0 && p.states[i].move != core.NullMove; i, mover = i-1, mover^1 {
		sinceNull++
		if broken[mover] = broken[mover] || !p.states[i].checkers.Any(); !broken[mover] {
			checks[mover]++
		}
	}
	if s.sinceNull != sinceNull || s.checks != checks {
		t.Fatalf("%v: %d plies since a null move and checks %d, counted %d and %d", p, s.sinceNull, s.checks, sinceNull, checks)
	}
}

// placed is what an evaluator knows of a position: which piece stands where.
type placed map[core.Change]bool

func (all placed) apply(t *testing.T, d *core.DirtyPieces) {
	t.Helper()
	if d.N < 1 || d.N > core.MaxChanges {
		t.Fatalf("%d changes", d.N)
	}
	for _, c := range d.Changes[:d.N] {
		if from := (core.Change{Piece: c.Piece, From: c.From}); c.From != core.Nowhere {
			if !all[from] {
				t.Fatalf("piece %d is not on %d", c.Piece, c.From)
			}
			delete(all, from)
		}
		if to := (core.Change{Piece: c.Piece, From: c.To}); c.To != core.Nowhere {
			if all[to] {
				t.Fatalf("piece %d is on %d already", c.Piece, c.To)
			}
			all[to] = true
		}
	}
}

// TestDirtyPieces shows what each kind of move is reported as.
func TestDirtyPieces(t *testing.T) {
	piece, hand := core.NewPiece, core.HandPlace
	at := func(name string) core.Place { // of a square by its name
		sq := core.Square(0)
		for SquareName(sq) != name {
			sq++
		}
		return core.Place(sq)
	}
	tests := []struct {
		name, sfen, move string
		want             []core.Change
	}{
		{"quiet move", StartSFEN, "7g7f", []core.Change{{Piece: piece(0, Pawn), From: at("7g"), To: at("7f")}}},
		{"move of a king", StartSFEN, "5i5h", []core.Change{{Piece: piece(0, King), From: at("5i"), To: at("5h")}}},
		{"promotion", "4k4/9/9/4P4/9/9/9/9/4K4 b - 1", "5d5c+",
			[]core.Change{{Piece: piece(0, Pawn), From: at("5d"), To: core.Nowhere}, {Piece: piece(0, ProPawn), From: core.Nowhere, To: at("5c")}}},
		{"capture of a promoted piece", "4k4/9/9/4+r4/4P4/9/9/9/4K4 b r 1", "5e5d",
			[]core.Change{{Piece: piece(1, Dragon), From: at("5d"), To: core.Nowhere}, {Piece: piece(0, Rook), From: core.Nowhere, To: hand},
				{Piece: piece(0, Pawn), From: at("5e"), To: at("5d")}}},
		{"capture with promotion", "4k4/9/4l4/4P4/9/9/9/9/4K4 b 2L 1", "5d5c+",
			[]core.Change{{Piece: piece(1, Lance), From: at("5c"), To: core.Nowhere}, {Piece: piece(0, Lance), From: core.Nowhere, To: hand + 2},
				{Piece: piece(0, Pawn), From: at("5d"), To: core.Nowhere}, {Piece: piece(0, ProPawn), From: core.Nowhere, To: at("5c")}}},
		{"capture by a king", "4k4/4P4/9/9/9/9/9/9/4K4 w - 1", "5a5b",
			[]core.Change{{Piece: piece(0, Pawn), From: at("5b"), To: core.Nowhere}, {Piece: piece(1, Pawn), From: core.Nowhere, To: hand},
				{Piece: piece(1, King), From: at("5a"), To: at("5b")}}},
		{"drop", "4k4/9/9/9/9/9/9/9/4K4 w 3n 1", "N*5e", []core.Change{{Piece: piece(1, Knight), From: hand + 2, To: at("5e")}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, test.sfen)
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

func placesOf(p *Position) placed {
	all := placed{}
	for sq := range core.Square(81) {
		if piece := p.PieceAt(sq); piece != 0 {
			all[core.Change{Piece: piece, From: core.Place(sq)}] = true
		}
	}
	for c := range core.Color(2) {
		for k := Pawn; k <= Rook; k++ {
			for n := range p.Hand(c, k) {
				all[core.Change{Piece: core.NewPiece(c, k), From: core.HandPlace + core.Place(n)}] = true
			}
		}
	}
	return all
}

func TestAccessors(t *testing.T) {
	p := open(t, matsuri)
	for c := range core.Color(2) {
		if p.PieceAt(p.KingSquare(c)) != core.NewPiece(c, King) {
			t.Errorf("no king of %d on %s", c, SquareName(p.KingSquare(c)))
		}
		for k := Pawn; k <= Dragon; k++ {
			for b := p.Pieces(c, k); b.Any(); {
				if sq := b.Pop(); p.PieceAt(sq) != core.NewPiece(c, k) || !p.OccupiedBy(c).Has(sq) {
					t.Errorf("%d of %d on %s", k, c, SquareName(sq))
				}
			}
		}
	}
	if got := p.Hand(core.Second, Pawn); got != 5 {
		t.Errorf("white holds %d pawns", got)
	}
	if Promoted(Rook) != Dragon || Promoted(Gold) != 0 || Base(ProSilver) != Silver {
		t.Error("promotion table")
	}
}
