package picker

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/history"
)

// stage is what the picker returns next.
type stage uint8

const (
	tableMove stage = iota
	generateTactical
	goodTactical
	firstKiller
	secondKiller
	generateQuiet
	quiet
	badTactical
	exhausted
)

// Picker returns the moves of one node. It is large: keep one per ply and reuse it
// with Start.
type Picker struct {
	stage        stage
	tacticalOnly bool // no quiet moves
	skipQuiets   bool
	order        Order
	side         core.Color
	game         core.Game
	history      *history.Tables
	context      *history.Context
	first        core.Move // the table move
	killers      [2]core.Move
	killerIDs    history.Killers
	next         int // index of the next move to return
	bad          int // list[:bad] are the losing tactical moves seen so far
	list         core.MoveList
	dangers      core.Dangers
	threats      core.Dangers         // by drops
	ranks        [core.MaxMoves]int32 // see rank
}

// Order says how tactical moves are ordered.
type Order struct {
	MVVLVA         bool  // by most valuable victim, then least valuable attacker
	SEE            bool  // moves that lose material come last
	Slack          int   // unless the loss is at most this percentage of the captured piece
	CaptureHistory int32 // weight of the capture history beside the victim, in 64ths
	Danger         int32 // what escaping from cheaper pieces is worth to a quiet move, for each point of the piece's value
	DropThreat     int32 // what attacking a more valuable piece is worth to a drop
}

// SetOrder sets the order of tactical moves. Before the first call it is the order of
// generation.
func (p *Picker) SetOrder(o Order) { p.order = o }

// Start prepares the picker for a node of the main search, or for a quiescence node
// in check: it will return every tactical and quiet move once. first is the move to
// try before all others, or NoMove. Killers may be illegal here. The context must not
// change until the last move. A first move or killer that is legal but pointless (see
// core.Quiet) is returned, too.
func (p *Picker) Start(g core.Game, h *history.Tables, first core.Move, killers history.Killers, context *history.Context) {
	p.reset(g, h, first)
	p.tacticalOnly = false
	p.killerIDs = killers
	p.context = context
}

// StartTactical prepares the picker for a quiescence node: it will return tactical
// moves only, the ones that lose material last. first is tactical or NoMove.
func (p *Picker) StartTactical(g core.Game, h *history.Tables, first core.Move) {
	p.reset(g, h, first)
	p.tacticalOnly = true
}

func (p *Picker) reset(g core.Game, h *history.Tables, first core.Move) {
	p.stage = tableMove
	p.skipQuiets = false
	p.game, p.history, p.side = g, h, g.Side()
	p.first = first
	p.killers = [2]core.Move{}
	p.next, p.bad = 0, 0
	p.list.Clear()
}

// SkipQuiets skips all further quiet moves.
func (p *Picker) SkipQuiets() { p.skipQuiets = true }

// Losing reports whether the last move returned is a tactical move that loses
// material. It is false for the first move, which is not tested.
func (p *Picker) Losing() bool { return p.stage == badTactical }

// Next returns the next move, or NoMove when no move is left.
func (p *Picker) Next() core.Move {
	switch p.stage {
	case tableMove:
		p.stage = generateTactical
		if p.first != core.NoMove {
			return p.first
		}
		fallthrough

	case generateTactical:
		p.game.Generate(core.Tactical, &p.list)
		p.scoreTactical()
		p.stage = goodTactical
		fallthrough

	case goodTactical:
		for p.next < p.list.N {
			m := p.best()
			if m == p.first {
				continue
			}
			if p.order.SEE && !p.game.SEE(m, -p.slack(m)) {
				p.list.Moves[p.bad] = m
				p.bad++
				continue
			}
			return m
		}
		if p.tacticalOnly {
			return p.startBad()
		}
		p.stage = firstKiller
		fallthrough

	case firstKiller:
		p.stage = secondKiller
		if m := p.killer(0); m != core.NoMove {
			return m
		}
		fallthrough

	case secondKiller:
		p.stage = generateQuiet
		if m := p.killer(1); m != core.NoMove {
			return m
		}
		fallthrough

	case generateQuiet:
		if p.skipQuiets {
			return p.startBad()
		}
		p.game.Generate(core.Quiet, &p.list)
		p.scoreQuiet()
		p.stage = quiet
		fallthrough

	case quiet:
		for !p.skipQuiets && p.next < p.list.N {
			m := p.best()
			if m != p.first && m != p.killers[0] && m != p.killers[1] {
				return m
			}
		}
		return p.startBad()

	case badTactical:
		return p.nextBad()
	}
	return core.NoMove
}

// slack returns how much a tactical move may lose and still count as good.
func (p *Picker) slack(m core.Move) core.Score {
	return p.game.GameInfo().Value[m.Captured()] * core.Score(p.order.Slack) / 100
}

// startBad goes on to the losing tactical moves.
func (p *Picker) startBad() core.Move {
	p.stage = badTactical
	p.next = 0
	return p.nextBad()
}

func (p *Picker) nextBad() core.Move {
	if p.next < p.bad {
		p.next++
		return p.list.Moves[p.next-1]
	}
	p.stage = exhausted
	return core.NoMove
}

// killer returns killer i if it is a legal quiet move that was not returned yet.
func (p *Picker) killer(i int) core.Move {
	id := p.killerIDs[i]
	if p.skipQuiets || id == 0 || id == p.first.ID() || id == p.killers[0].ID() {
		return core.NoMove
	}
	m := p.game.ValidateMove(id)
	if m.IsTactical() || m.IsCapture() {
		return core.NoMove
	}
	p.killers[i] = m
	return m
}

// rank packs a score and the index of its move into one number, so that the largest
// is found without unpredictable branches. Of equal scores the first move ranks
// highest. Scores have to be within +-2^21; histories are far below.
func rank(score int32, i int) int32 { return score<<indexBits | int32(core.MaxMoves-i) }

const indexBits = 10

// best takes the highest ranked of the moves left: one step of a selection sort,
// which is fast because few moves are ever taken.
func (p *Picker) best() core.Move {
	top := highest(p.ranks[p.next:p.list.N])
	at := core.MaxMoves - int(top&(1<<indexBits-1))
	m := p.list.Moves[at]
	p.list.Moves[at], p.ranks[at] = p.list.Moves[p.next], rank(p.ranks[p.next]>>indexBits, at)
	p.next++
	return m
}

// scoreTactical ranks by most valuable victim, then least valuable attacker
// (https://www.chessprogramming.org/MVV-LVA), then largest promotion, adjusted by the
// capture history.
func (p *Picker) scoreTactical() {
	info, ranks := p.game.GameInfo(), p.ranks[:p.list.N]
	for i, m := range p.list.Moves[:len(ranks)] {
		score := p.history.Capture(p.side, m) * p.order.CaptureHistory / 64
		if p.order.MVVLVA {
			score += 16*int32(info.Value[m.Captured()]) - int32(info.Value[m.PieceType()]) + int32(m.Variant())
			if m.IsPromotion() {
				score += 16 * int32(info.Gain[m.PieceType()])
			}
		}
		ranks[i] = rank(score, i)
	}
}

func (p *Picker) scoreQuiet() {
	moves := p.list.Moves[p.next:p.list.N]
	ranks := p.ranks[p.next:][:len(moves)] // no bounds check in the loop
	value, danger := &p.game.GameInfo().Value, p.order.Danger
	if danger != 0 {
		p.game.Dangers(&p.dangers)
	}
	threat := p.order.DropThreat
	if threat != 0 {
		p.game.DropThreats(&p.threats)
	}
	p.history.Quiets(p.context, moves, ranks)
	for i, m := range moves {
		score, k := ranks[i], m.PieceType()
		switch d := &p.dangers[k]; {
		case m.IsDrop():
			score += threat*int32(p.threats[k].Bit(m.To())) - danger*int32(value[k])*int32(d.Bit(m.To()))
		case danger != 0:
			score += danger * int32(value[k]) * int32(d.Bit(m.From())-d.Bit(m.To()))
		}
		ranks[i] = rank(score, p.next+i)
	}
}
