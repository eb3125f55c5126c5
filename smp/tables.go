package smp

import (
	"fmt"
	"io"

	"github.com/nitoryu/nitoryu/core/options"
)

// SetTables makes the game with that name use the endgame tables in the folders of path,
// separated as in PATH; "" means no tables. It describes the tables in one line, "" if
// nothing changes. The error says what was left out; the rest is used all the same.
func (e *Engine) SetTables(game, path string) (description string, err error) {
	e.lockIdle()
	defer e.mu.Unlock()
	g, err := e.gameNamed(game)
	switch {
	case err != nil:
		return "", err
	case g.path == path:
		return "", nil
	case g.Tables == nil:
		return "", fmt.Errorf("there are no endgame tables of %s", game)
	}
	g.closeTables()
	e.clearTable() // scores of other tables, or of none
	if g.path = path; path == "" {
		return "", nil
	}
	tables, description, problems := g.Tables(path)
	if tables != nil && tables.Men() > 0 {
		g.tables = tables
	}
	return description, summary(problems)
}

// UseTables sets how endgame tables are used.
func (e *Engine) UseTables(u options.Tables) {
	e.lockIdle()
	defer e.mu.Unlock()
	if u.NoDraws != e.tableUse.NoDraws {
		e.clearTable()
	}
	e.tableUse = u
}

// closeTables forgets the tables, and closes them if they are files.
func (g *Game) closeTables() {
	if c, ok := g.tables.(io.Closer); ok {
		_ = c.Close() // nothing was written
	}
	g.tables, g.path = nil, ""
}

// summary returns one error for several: the first one and the number of the others.
func summary(problems []error) error {
	switch n := len(problems); n {
	case 0:
		return nil
	case 1:
		return problems[0]
	default:
		return fmt.Errorf("%w; and %d more like this", problems[0], n-1)
	}
}

// probeRoot asks the endgame tables about the root, and decides whether the search asks
// them in the tree. Below full strength it does not: the level would not hold.
func (r *run) probeRoot() {
	tables := r.engine.game.tables
	if tables == nil || r.weak {
		return
	}
	r.use = r.engine.tableUse
	if men := tables.Men(); r.use.Limit > men {
		r.use.Limit, r.use.Depth = men, 0 // all tables are there: no depth is too small
	}
	if r.use.Limit < 2 {
		return
	}
	r.tables = tables
	ranked, byDistance, ok := tables.Rank(r.root, r.use.Limit, r.use.NoDraws)
	if !ok || len(ranked) == 0 {
		return
	}
	r.ranked = ranked
	// Among moves that keep the result, the search looks for a mate, and tables would hide
	// the way: to them each win is as good as any other.
	if best := ranked[0]; byDistance || best.WDL <= 0 {
		r.tables = nil
	}
}

// complain reports what has turned out to be wrong with the tables.
func (r *run) complain() {
	if r.engine.game == nil || r.engine.game.tables == nil {
		return
	}
	if err := summary(r.engine.game.tables.Problems()); err != nil {
		r.fault(err)
	}
}

// hits returns how many positions all threads have found in endgame tables, the moves of
// the root included.
func (r *run) hits() uint64 {
	total := uint64(len(r.ranked))
	if r.tables != nil {
		for _, t := range r.threads {
			total += t.counter.hits.Load()
		}
	}
	return total
}
