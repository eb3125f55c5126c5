package core

import (
	"math"
	"reflect"
)

// Counts are the statistics of a search besides its nodes. They are always kept, as
// each costs one addition.
type Counts struct {
	PVNodes, CutNodes, AllNodes, QuiescenceNodes uint64 // by expected node type

	TableProbes, TableHits, TableCutoffs uint64
	EndgameHits                          uint64                // positions found in endgame tables
	TableStores                          [StoreOutcomes]uint64 // by outcome

	Cutoffs   uint64                // nodes of the main search that failed high on a move
	CutoffsAt [8]uint64             // on the first, second, ... move; the last: on any later one
	CutoffsBy [CutoffSources]uint64 // by where the move came from
	Tried     [CutoffSources]uint64 // moves searched, by where they came from

	NullTries, NullCutoffs, NullRefuted uint64 // refuted: by the verification search
	ReverseFutility, Razored            uint64
	ProbCutTries, ProbCuts              uint64

	LatePruned, FutilityPruned, HistoryPruned, SEEPruned uint64 // pruned moves
	CapturesPruned                                       uint64 // by futility
	DeltaPruned                                          uint64 // in quiescence

	SingularTries, Singular, DoublySingular, MultiCuts, NotSingular uint64

	LateMoves      uint64 // moves considered for late move reductions
	Reduced        uint64 // reduced moves
	ReducedPlies   uint64 // sum of their reductions
	Researched     uint64 // reduced moves searched again without reduction
	ReducedCutoffs uint64 // cutoffs by a move that had been reduced
	Deeper         uint64 // moves searched again a ply deeper than without reduction
	Shallower      uint64 // ... a ply less deep

	Aspirations, AspirationsLow, AspirationsHigh uint64 // searches of the root in a window; failed low, high

	Evaluations, Corrections uint64 // static evaluations; updates of the correction history
}

// CutoffSource is where a move that is searched comes from.
type CutoffSource uint8

// The sources of moves.
const (
	FromTable CutoffSource = iota
	FromTactical
	FromKiller
	FromQuiet
	FromLosing
	CutoffSources
)

func (s CutoffSource) String() string {
	return [...]string{"table move", "good captures", "killers", "quiet moves", "losing captures"}[s]
}

// StoreOutcome is what storing a position does to the transposition table.
type StoreOutcome uint8

// The outcomes of a store. An entry is live if the running search wrote it.
const (
	IntoEmpty StoreOutcome = iota // takes an empty slot
	OverSame                      // updates the entry of the same position
	OverLive                      // replaces a live entry of another position
	OverOld                       // replaces an entry of an earlier search
	NotStored                     // only the move: a much deeper result of the same position is kept
	StoreOutcomes
)

func (o StoreOutcome) String() string {
	return [...]string{"into an empty slot", "over the same position", "over a live entry", "over an old entry", "refused"}[o]
}

// Add adds what another thread counted.
func (c *Counts) Add(other Counts) {
	to, from := reflect.ValueOf(c).Elem(), reflect.ValueOf(&other).Elem()
	for i := range to.NumField() {
		a, b := to.Field(i), from.Field(i)
		if a.Kind() == reflect.Uint64 {
			a.SetUint(a.Uint() + b.Uint())
			continue
		}
		for j := range a.Len() {
			a.Index(j).SetUint(a.Index(j).Uint() + b.Index(j).Uint())
		}
	}
}

// Rate is a statistic of a search.
type Rate struct {
	Name  string
	Value float64
	Unit  string // "%", "plies" or "" for a plain number
	Of    uint64 // how many cases a percentage is of, 0 for other units
}

// Rates returns the statistics of a search with these numbers of nodes and plies.
func (c *Counts) Rates(nodes uint64, depth int) []Rate {
	share := func(name string, part, whole uint64) Rate {
		return Rate{Name: name, Value: 100 * float64(part) / float64(max(1, whole)), Unit: "%", Of: whole}
	}
	mean := func(name string, sum, n uint64, unit string) Rate {
		return Rate{Name: name, Value: float64(sum) / float64(max(1, n)), Unit: unit}
	}
	main := c.PVNodes + c.CutNodes + c.AllNodes
	late := uint64(0)
	for i, n := range c.CutoffsAt {
		late += uint64(i+1) * n
	}
	stores := uint64(0)
	for _, n := range c.TableStores {
		stores += n
	}
	rates := []Rate{
		{Name: "effective branching factor", Value: math.Pow(float64(max(1, nodes)), 1/float64(max(1, depth)))},
		share("quiescence nodes", c.QuiescenceNodes, nodes),
		share("PV nodes", c.PVNodes, main),
		share("expected cut nodes", c.CutNodes, main),
		share("expected all nodes", c.AllNodes, main),
		share("table hits", c.TableHits, c.TableProbes),
		share("table cutoffs", c.TableCutoffs, c.TableProbes),
	}
	for o := range StoreOutcomes {
		rates = append(rates, share("table stores "+o.String(), c.TableStores[o], stores))
	}
	rates = append(rates,
		share("cutoffs by the first move", c.CutoffsAt[0], c.Cutoffs),
		share("cutoffs by the second move", c.CutoffsAt[1], c.Cutoffs),
		share("cutoffs by the third move", c.CutoffsAt[2], c.Cutoffs),
		mean("mean number of the cutting move", late, c.Cutoffs, ""),
	)
	for s := range CutoffSources {
		rates = append(rates,
			share("cutoffs by "+s.String(), c.CutoffsBy[s], c.Cutoffs),
			share("hit rate of "+s.String(), c.CutoffsBy[s], c.Tried[s]))
	}
	return append(rates,
		mean("nodes settled by endgame tables, per node", c.EndgameHits, main, ""),
		share("null moves that cut", c.NullCutoffs, c.NullTries),
		share("null cutoffs refuted by verification", c.NullRefuted, c.NullCutoffs+c.NullRefuted),
		share("reverse futility cutoffs", c.ReverseFutility, main),
		share("razored", c.Razored, main),
		share("ProbCut searches that cut", c.ProbCuts, c.ProbCutTries),
		mean("moves left out as late, per node", c.LatePruned, main, ""),
		mean("moves left out by futility, per node", c.FutilityPruned, main, ""),
		mean("captures left out by futility, per node", c.CapturesPruned, main, ""),
		mean("moves left out by history, per node", c.HistoryPruned, main, ""),
		mean("moves left out by SEE, per node", c.SEEPruned, main, ""),
		mean("captures left out by delta pruning, per quiescence node", c.DeltaPruned, c.QuiescenceNodes, ""),
		share("table moves that are singular", c.Singular, c.SingularTries),
		share("table moves that are doubly singular", c.DoublySingular, c.SingularTries),
		share("singular tests that cut (multi-cut)", c.MultiCuts, c.SingularTries),
		share("singular tests that reduce", c.NotSingular, c.SingularTries),
		share("late moves reduced", c.Reduced, c.LateMoves),
		mean("mean reduction", c.ReducedPlies, c.Reduced, "plies"),
		share("reduced moves searched again", c.Researched, c.Reduced),
		share("cutoffs by a move that was reduced", c.ReducedCutoffs, c.Cutoffs),
		share("searched again deeper", c.Deeper, c.Researched),
		share("searched again less deep", c.Shallower, c.Researched),
		share("aspiration windows that fail low", c.AspirationsLow, c.Aspirations),
		share("aspiration windows that fail high", c.AspirationsHigh, c.Aspirations),
		share("evaluations that correct others", c.Corrections, c.Evaluations),
	)
}
