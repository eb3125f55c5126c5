package core_test

import "github.com/nitoryu/nitoryu/core"

// nim is the smallest game that has a tree: each side in turn takes one to
// three stones from a heap, and who cannot move has lost. A move goes from the
// number of stones before to the number after.
type nim struct {
	stones  int
	side    core.Color
	history []int
}

var _ core.Game = (*nim)(nil)

var nimTraits = core.GameInfo{Name: "nim", Squares: 64, PieceTypes: 1, PawnSets: 1}

func (n *nim) GameInfo() *core.GameInfo  { return &nimTraits }
func (n *nim) Side() core.Color          { return n.side }
func (n *nim) Key() uint64               { return uint64(n.stones)<<1 | uint64(n.side) }
func (n *nim) KeyAfter(core.Move) uint64 { return 0 }
func (n *nim) InCheck() bool             { return false }

func (n *nim) PartKeys() *core.PartKeys      { return new(core.PartKeys) }
func (n *nim) DrawClock() int                { return 0 }
func (n *nim) UpcomingRepetition(int) bool   { return false }
func (n *nim) Attacked() (none core.Squares) { return none }
func (n *nim) Dangers(*core.Dangers)         {}
func (n *nim) DropThreats(*core.Dangers)     {}

func (n *nim) ZugzwangProne() bool { return true }

func (n *nim) Generate(kind core.GenKind, list *core.MoveList) {
	if kind == core.Tactical {
		return
	}
	for take := 1; take <= min(3, n.stones); take++ {
		list.Add(core.NewMove(core.Square(n.stones), core.Square(n.stones-take), 1, 0))
	}
}

func (n *nim) ValidateMove(id core.MoveID) core.Move {
	var list core.MoveList
	n.Generate(core.AllMoves, &list)
	for _, m := range list.Slice() {
		if m.ID() == id {
			return m
		}
	}
	return core.NoMove
}

func (n *nim) GivesCheck(core.Move) bool      { return false }
func (n *nim) SEE(core.Move, core.Score) bool { return true }
func (n *nim) MateInOne() core.Move           { return core.NoMove }

func (n *nim) Do(m core.Move, _ *core.DirtyPieces) {
	n.history = append(n.history, n.stones)
	n.stones = int(m.To())
	n.side = n.side.Other()
}

func (n *nim) Undo() {
	n.stones = n.history[len(n.history)-1]
	n.history = n.history[:len(n.history)-1]
	n.side = n.side.Other()
}

func (n *nim) DoNull()   { n.side = n.side.Other() }
func (n *nim) UndoNull() { n.side = n.side.Other() }

func (n *nim) Outcome(int) (core.Score, bool)     { return core.Draw, false }
func (n *nim) MateOrStalemate(ply int) core.Score { return core.LossIn(ply) }
