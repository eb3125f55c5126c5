package games

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/games/syzygy"
)

// endgames are Syzygy tables as a search sees them.
type endgames struct {
	*syzygy.Tables
	told map[string]bool // problems that were reported
}

// OpenTables opens the Syzygy tables in folders, separated as in PATH. It also looks for
// relative names beside the program. The errors come from [syzygy.Open].
func OpenTables(path string) (*syzygy.Tables, []error) {
	folders := filepath.SplitList(path)
	for i, folder := range folders {
		if folder != "" {
			folders[i] = locate(folder)
		}
	}
	return syzygy.Open(strings.Join(folders, string(filepath.ListSeparator)))
}

// openSyzygy opens tables as a search sees them.
func openSyzygy(path string) (core.Tables, string, []error) {
	tables, problems := OpenTables(path)
	wdl, dtz := tables.Count()
	description := fmt.Sprintf("endgame tables of up to %d pieces: %d of results, %d of distances", tables.Men(), wdl, dtz)
	if wdl == 0 {
		description = "no endgame tables in " + path
	}
	return &endgames{tables, map[string]bool{}}, description, problems
}

// Rank implements [core.Tables].
func (e *endgames) Rank(p core.Position, limit int, noDraws bool) (moves []core.RankedMove, byDistance, ok bool) {
	if _, covered := e.Probe(p, limit); !covered {
		return nil, false, false
	}
	position := p.(*chess.Position) // or it would not be covered
	ranked, byDistance, ok := e.Root(position, syzygy.RootOptions{NoFiftyMoves: noDraws, Repeated: position.Repeated()})
	for _, m := range ranked {
		moves = append(moves, core.RankedMove{Move: m.Move, WDL: int(m.WDL), Rank: m.Rank})
	}
	return moves, byDistance, ok
}

// Problems implements [core.Tables].
func (e *endgames) Problems() (fresh []error) {
	for _, err := range e.Damaged() {
		if text := err.Error(); !e.told[text] {
			e.told[text] = true
			fresh = append(fresh, err)
		}
	}
	return fresh
}
