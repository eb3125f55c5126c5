package nitoryu

import (
	"cmp"
	"context"
	"fmt"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/mate"
	"github.com/nitoryu/nitoryu/internal/bridge"
	"github.com/nitoryu/nitoryu/smp/yield"
)

// What [SolveMate] does where nothing else is asked for.
const (
	MatePlies = 7       // of the longest mate of chess
	MateNodes = 200_000 // of each search

	mateTable = 64 // MiB
)

// MateLimits say which mates [SolveMate] looks for, and how long. The zero value is what problems
// ask for: in shogi a mate by checks alone, of any length, in chess one by any moves within
// [MatePlies].
type MateLimits struct {
	Plies int    `json:"plies,omitempty"` // of the longest mate, by any moves; 0: as problems ask
	Nodes uint64 `json:"nodes,omitempty"` // of each search, of which there are several; 0: [MateNodes]
}

// Longest returns the plies of the longest mate that is looked for in p, 0 for one of any length by
// checks alone.
func (l MateLimits) Longest(p *Position) int {
	if l.Plies == 0 && p.Variant() == Chess {
		return MatePlies
	}
	return l.Plies
}

// Mate is what is known of a forced mate by the side to move.
type Mate struct {
	Known bool `json:"known"` // the search proved a mate, which is in Line, or that there is no mate
	// Line is a mate in which the defender holds out for as long as is known; Shortest says that no
	// mate is shorter. By checks alone futile interpositions do not count: the line may end before
	// pieces that the attacker takes at once, without needing them.
	Line     []Move `json:"line,omitempty"`
	Shortest bool   `json:"shortest,omitempty"`
	// Ways are, for each move of the attacker in the line, all moves that mate there, the shortest
	// first. By moves other than checks only those that take as few plies count. Sure says that all
	// other moves were refuted.
	Ways [][]MateWay `json:"ways,omitempty"`
	Sure bool        `json:"sure,omitempty"`
}

// MateWay is a move that mates by force.
type MateWay struct {
	Move  Move `json:"move"`
	Plies int  `json:"plies"` // to mate, the move included: the fewest that are known
	// Free says that problems by checks alone do not count the move as another solution: it ends the
	// mate, or differs from the first one in promotion alone.
	Free bool `json:"free,omitempty"`
}

// SolveMate looks for all that mates in p, which stays as it is: the shortest mate, all its first
// moves, the longest defence, and what else mates on the way. The error is a [*LimitError], or that
// of the context.
func SolveMate(ctx context.Context, p *Position, l MateLimits) (Mate, error) {
	if l.Plies < 0 || l.Plies >= core.MaxPly {
		return Mate{}, &LimitError{fmt.Sprintf("a mate takes 1 to %d plies, not %d", core.MaxPly-1, l.Plies)}
	}
	var others yield.Yielder
	defer others.End()
	most, longest := cmp.Or(l.Nodes, MateNodes), l.Longest(p)
	board := p.at().Clone()
	found := mate.New(mateTable).Study(board, mate.Problem{ChecksOnly: longest == 0, Plies: longest, GoOn: func(nodes uint64) bool {
		others.Yield()
		return nodes < most && ctx.Err() == nil
	}})
	m := Mate{Known: found.Verdict != mate.Unknown, Line: bridge.WriteMoves[Move](board, found.Line...), Shortest: found.Shortest, Sure: found.Sure}
	for i, ways := range found.Ways {
		var told []MateWay
		for _, w := range ways {
			told = append(told, MateWay{Move: Move(board.FormatMove(w.Move)), Plies: w.Plies, Free: w.Free})
		}
		m.Ways = append(m.Ways, told)
		for _, move := range found.Line[2*i : min(2*i+2, len(found.Line))] {
			board.Do(move, nil)
		}
	}
	return m, ctx.Err()
}
