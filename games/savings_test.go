package games_test

import (
	"reflect"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/smp"
	"github.com/nitoryu/nitoryu/tests/must"
)

// ordering are the techniques that order moves and use the table, and the quiescence
// search: they prune only what alpha-beta would.
var ordering = map[string]bool{
	"ZeroWindow": true, "TableCutoffs": true, "TableMove": true, "Killers": true, "HistoryScale": true,
	"Continuation": true, "ContinuationFar": true, "PawnHistory": true, "LowPlyHistory": true, "CaptureWeight": true,
	"PriorBonus": true, "TableBonus": true, "VictimOrder": true, "ExchangeOrder": true, "ExchangeSlack": true, "RootEffort": true,
	"MateDistance": true, "Quiescence": true, "DeltaMargin": true, "QuiescenceMoves": true,
}

// The classic techniques save at least the expected share of the nodes, each added alone to
// alpha-beta with our move ordering.
func TestSavings(t *testing.T) {
	if testing.Short() {
		t.Skip("searches without pruning take a while")
	}
	less := 1 // than the full depth
	if must.Full() {
		less = 0
	}
	reductions := []string{
		"LMRDepth", "LMRTablePV", "LMRCut", "LMRTableTactical", "LMRCutoffs", "LMRCheck", "LMRHistory", "Improving", "Deeper",
	}
	// Null moves are tried from this depth on, whatever is best in games: with a
	// larger one, searches as shallow as these have hardly any.
	const nullMoveDepth = 3
	tests := []struct {
		name  string
		add   []string           // to the ordered search; nil: everything
		least map[string]float64 // percent of its nodes; nil: only logged
	}{
		{"null move pruning", []string{"NullMoveDepth", "NullMoveVerify"}, map[string]float64{"chess": 20, "shogi": 15}},
		{"late move reductions", reductions, map[string]float64{"chess": 30, "shogi": 30}},
		{"aspiration windows", []string{"AspirationDepth", "AspirationReduction"}, nil},
		{"all", nil, map[string]float64{"chess": 70, "shogi": 70}},
	}
	for _, g := range games.All() {
		g.Evaluators = g.Classic // so that a new network does not move what is measured here
		t.Run(g.Name, func(t *testing.T) {
			if g.Name != games.Chess().Name {
				must.BeFull(t, "reductions of shogi begin late, so that it takes seconds")
			}
			depth := map[string]int{"chess": 7 - less, "shogi": 6}[g.Name] // reductions of shogi begin late
			ordered := *g.Params()
			for _, row := range params.Rows() {
				if row.Technique != "" && !ordering[row.Name] {
					must.OK(t, ordered.Assign(row.Name, row.Off))
				}
			}
			base := nodes(t, g, &ordered, depth)
			for _, test := range tests {
				set := *g.Params()
				if test.add != nil {
					set = ordered
					for _, name := range test.add {
						value := reflect.ValueOf(*g.Params()).FieldByName(name).Int()
						if name == "NullMoveDepth" {
							value = nullMoveDepth
						}
						must.OK(t, set.Assign(name, int(value)))
					}
				}
				n := nodes(t, g, &set, depth)
				saved := 100 * (1 - float64(n)/float64(base))
				t.Logf("depth %d: %s: %d of %d nodes, %.1f %% saved", depth, test.name, n, base, saved)
				if least, bound := test.least[g.Name]; bound && saved < least {
					t.Errorf("%s saves %.1f %% of the nodes, want at least %v %%: has a row of it that was changed made it weak, or has "+
						"another technique become part of the ordered search, which the table ordering in this file lists?", test.name, saved, least)
				}
			}
		})
	}
}

// nodes returns how many nodes the bench positions take to a depth.
func nodes(t *testing.T, g games.Game, p *params.Set, depth int) (total uint64) {
	e := smp.New(g.Engine(p))
	defer e.Close()
	for _, text := range g.Bench.Positions {
		position, err := g.Parse(text, core.Settings{})
		must.OK(t, err)
		e.NewGame()
		total += e.Search(position, core.Limits{Depth: depth}).Nodes
	}
	return total
}
