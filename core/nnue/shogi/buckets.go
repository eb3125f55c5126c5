package shogi

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// Networks of YaneuraOu with several stacks choose one by what both sides have in hand, by
// where both kings stand, and by how far the game is. Each is optional. What one side has
// counts first for the side to move, and then for the other.

// single numbers a side's part of a choice.
type single struct {
	name string
	n    int
	of   func(p *shogi.Position, c core.Color) int
}

// handBits numbers hands by whether they hold a piece of each group.
func handBits(name string, groups ...[]core.PieceType) single {
	return single{name, 1 << len(groups), func(p *shogi.Position, c core.Color) (bits int) {
		for i, group := range groups {
			for _, k := range group {
				if p.Hand(c, k) > 0 {
					bits |= 1 << i
				}
			}
		}
		return bits
	}}
}

// handPoints are what pieces in hand count in hand64z.
var handPoints = [...]int{shogi.Pawn: 1, shogi.Lance: 2, shogi.Knight: 2, shogi.Silver: 3, shogi.Gold: 3, shogi.Bishop: 5, shogi.Rook: 5}

// handZone numbers hands by their points.
func handZone(p *shogi.Position, c core.Color) int {
	points := 0
	for k, value := range handPoints {
		if value != 0 {
			points += value * p.Hand(c, core.PieceType(k))
		}
	}
	return min((points+3)/4, 7)
}

var (
	pawn     = []core.PieceType{shogi.Pawn}
	minors   = []core.PieceType{shogi.Lance, shogi.Knight}
	light    = []core.PieceType{shogi.Pawn, shogi.Lance, shogi.Knight}
	generals = []core.PieceType{shogi.Silver, shogi.Gold}
	bishop   = []core.PieceType{shogi.Bishop}
	rook     = []core.PieceType{shogi.Rook}
)

// hands are the choices by what is in hand; the first is no choice.
var hands = []single{
	{n: 1},
	handBits("hand4", bishop),
	handBits("hand16", pawn, bishop),
	handBits("hand64", light, []core.PieceType{shogi.Gold, shogi.Silver, shogi.Rook}, bishop),
	{"hand64z", 8, handZone},
	handBits("hand256", light, generals, bishop, rook),
	handBits("hand1024", pawn, minors, generals, bishop, rook),
}

// kingSquares numbers the squares of a king, as its side sees them. Of nine ranks, those up
// to rows are numbered as bands say, and each one that follows in zones of files.
func kingSquares(name string, bands []int, zones int) single {
	rows, next := len(bands), bands[len(bands)-1]+1
	return single{name, next + (9-rows)*zones, func(p *shogi.Position, c core.Color) int {
		sq := seenFrom(c, int(p.KingSquare(c)), false)
		file, rank := sq/9, sq%9
		if rank < rows {
			return bands[rank]
		}
		return next + (rank-rows)*zones + file*zones/9
	}}
}

// kingPlaces are the choices by the squares of kings; the first is no choice.
var kingPlaces = []single{
	{n: 1},
	kingSquares("k3k3", []int{0, 0, 0, 1, 1, 1, 2, 2, 2}, 0),
	kingSquares("k9k9", []int{0, 1, 2, 3, 4, 5, 6, 7, 8}, 0),
	kingSquares("k9k9z", []int{0, 0, 0, 1, 1, 1, 2}, 3),
	kingSquares("k13k13z", []int{0, 1, 2, 3, 4, 5, 6}, 3),
	kingSquares("k21k21", []int{0, 0, 0, 1, 1, 1, 2}, 9),
	kingSquares("k29k29", []int{0, 0, 0, 1, 1, 1}, 9),
}

// progresses are how many stages of a game there are; the first is that it does not count.
var progresses = []int{0, 2, 3, 4, 8, 16, 32}

// newChoices returns all ways to choose a stack.
func newChoices() (list []foreign.Choice) {
	for _, hand := range hands {
		for _, king := range kingPlaces {
			for _, stages := range progresses {
				c := foreign.Choice{Stacks: hand.n * hand.n * king.n * king.n * max(stages, 1), Progress: stages, Of: both(hand, king)}
				for _, name := range []string{hand.name, king.name} {
					c.Name = joined(c.Name, name)
				}
				if stages > 0 {
					c.Name = joined(c.Name, fmt.Sprintf("progress%d", stages))
				}
				list = append(list, c)
			}
		}
	}
	// Networks of nine stacks whose progress is in a file of its own (NAGISA): the ninth is
	// for both kings in the other's half of the board, or for nothing.
	return append(list,
		foreign.Choice{Name: "progress8kpabs", Stacks: 9, Progress: 8, External: true},
		foreign.Choice{Name: "progress8kpabs", Stacks: 8, Progress: 8, External: true},
		foreign.Choice{Name: "progress8ek", Stacks: 9, Progress: 8, External: true, Of: bothEntered})
}

// bothEntered returns 1 if both kings stand on their fifth rank or beyond, else 0.
func bothEntered(p core.Position) int {
	position := p.(*shogi.Position)
	for c := range core.Color(2) {
		if seenFrom(c, int(position.KingSquare(c)), false)%9 > 4 {
			return 0
		}
	}
	return 1
}

// joined puts two names together, of which one may be empty.
func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "_" + b
}

// both returns a choice by hands and kings, nil if neither counts.
func both(hand, king single) func(core.Position) int {
	if hand.of == nil && king.of == nil {
		return nil
	}
	return func(p core.Position) (n int) {
		position := p.(*shogi.Position)
		us := position.Side() & 1
		for _, s := range [2]single{hand, king} {
			if s.of != nil {
				n = (n*s.n+s.of(position, us))*s.n + s.of(position, us^1)
			}
		}
		return n
	}
}
