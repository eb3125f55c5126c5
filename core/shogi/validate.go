package shogi

import (
	"errors"
	"fmt"

	"github.com/nitoryu/nitoryu/core"
)

var (
	colorNames = [2]string{"black", "white"}
	kindNames  = [core.MaxPieceTypes]string{
		Pawn: "pawn", Lance: "lance", Knight: "knight", Silver: "silver", Gold: "gold",
		Bishop: "bishop", Rook: "rook", King: "king",
	}
)

// validate returns what is wrong with the pieces of a parsed position.
func (p *Position) validate() error {
	if !p.pieces[King].Any() {
		return errors.New("there is no king")
	}
	// A missing king cannot be mated, and having no move would count as a mate.
	if p.kings[p.side^1] == noSquare {
		return fmt.Errorf("%s has no king, which only the side to move may lack, as in a tsume problem", colorNames[p.side^1])
	}
	for k := Pawn; k <= Rook; k++ {
		n := p.Hand(core.First, k) + p.Hand(core.Second, k) + p.pieces[k].Count()
		if promoted[k] != 0 {
			n += p.pieces[promoted[k]].Count()
		}
		if n > owned[k] {
			return fmt.Errorf("%d %ss, a set has %d", n, kindNames[k], owned[k])
		}
	}
	for c := range core.Color(2) {
		for b := p.OccupiedBy(c); b.Any(); {
			sq := b.Pop()
			if k := p.kindAt(sq); rankFor(c, sq) < deadRanks[k] {
				return fmt.Errorf("the %s on %s could never move", kindNames[k], SquareName(sq))
			}
		}
		for pawns := p.Pieces(c, Pawn); pawns.Any(); {
			if sq := pawns.Pop(); pawns.Meets(files[sq]) {
				return fmt.Errorf("%s has two pawns on file %d", colorNames[c], fileOf(sq)+1)
			}
		}
	}
	if p.attacked(p.kings[p.side^1], p.Occupied(), p.side) {
		return errors.New("the side that is not to move is in check")
	}
	return nil
}
