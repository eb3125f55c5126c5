package params

import (
	"fmt"
	"reflect"
	"strconv"
)

// Set is one value of every parameter. Each field is the one row of its
// parameter: the tags give the default in chess and in shogi, the smallest and
// largest sensible value, the step of tuning (0: not to be tuned), and what it
// does. Scores are in the units of core.Score, depths in plies.
//
// A row that governs a technique of the search names it, with the value, often
// beyond the range, that switches the technique off to learn what it is worth.
type Set struct {
	AspirationDepth int `chess:"4" shogi:"4" min:"2" max:"10" step:"1" technique:"aspiration windows" off:"1000" doc:"first iteration that searches a window around the last score"`
	AspirationDelta int `chess:"20" shogi:"30" min:"5" max:"100" step:"5" doc:"half the first aspiration window"`

	ReverseFutilityDepth  int `chess:"8" shogi:"8" min:"0" max:"14" step:"1" technique:"reverse futility pruning" off:"0" doc:"deepest node that trusts a static evaluation far above beta; 0: off"`
	ReverseFutilityMargin int `chess:"80" shogi:"80" min:"20" max:"200" step:"10" doc:"how far above beta, for each ply of depth"`

	NullMoveDepth   int `chess:"3" shogi:"3" min:"1" max:"20" step:"1" technique:"null move pruning" off:"1000" doc:"shallowest node that tries a null move"`
	NullMoveBase    int `chess:"3" shogi:"3" min:"1" max:"6" step:"1" doc:"plies a null move search is shallower by"`
	NullMoveDivisor int `chess:"4" shogi:"4" min:"2" max:"10" step:"1" doc:"one more ply for each so many plies of depth"`
	NullMoveMargin  int `chess:"200" shogi:"200" min:"50" max:"500" step:"25" doc:"one more ply, up to three, for each so much that the static evaluation is above beta"`

	IIRDepth int `chess:"5" shogi:"5" min:"2" max:"20" step:"1" technique:"internal iterative reduction" off:"1000" doc:"shallowest node without a table move that is searched a ply less deep"`

	LateMoveDepth int `chess:"6" shogi:"6" min:"0" max:"12" step:"1" technique:"late move pruning" off:"0" doc:"deepest node that leaves out late quiet moves; 0: off"`
	LateMoveBase  int `chess:"4" shogi:"6" min:"1" max:"20" step:"1" doc:"quiet moves to search before any is left out, plus the square of the depth"`

	FutilityDepth  int `chess:"6" shogi:"6" min:"0" max:"12" step:"1" technique:"futility pruning" off:"0" doc:"deepest node that leaves out quiet moves when the static evaluation is far below alpha; 0: off"`
	FutilityBase   int `chess:"100" shogi:"120" min:"0" max:"400" step:"20" doc:"how far below alpha"`
	FutilityMargin int `chess:"90" shogi:"90" min:"20" max:"200" step:"10" doc:"how much farther for each ply of depth"`

	SEEDepth   int `chess:"7" shogi:"7" min:"0" max:"14" step:"1" technique:"SEE pruning" off:"0" doc:"deepest node that leaves out moves which lose material; 0: off"`
	SEECapture int `chess:"90" shogi:"90" min:"0" max:"300" step:"10" doc:"what a capture may lose, for each ply of depth"`
	SEEQuiet   int `chess:"50" shogi:"50" min:"0" max:"300" step:"10" doc:"what a quiet move may lose, for each ply of depth"`

	DeltaMargin int `chess:"200" shogi:"200" min:"0" max:"500" step:"25" technique:"delta pruning" off:"1000000" doc:"what a capture may gain beyond the piece before quiescence thinks it hopeless"`

	LMRDepth   int `chess:"3" shogi:"3" min:"1" max:"20" step:"1" technique:"late move reductions" off:"1000" doc:"shallowest node that reduces late moves"`
	LMRMoves   int `chess:"2" shogi:"2" min:"1" max:"10" step:"1" doc:"moves searched to full depth before any is reduced"`
	LMRBase    int `chess:"75" shogi:"75" min:"0" max:"200" step:"10" doc:"reduction in hundredths of a ply, plus"`
	LMRDivisor int `chess:"225" shogi:"225" min:"100" max:"500" step:"15" doc:"ln(depth)*ln(move) over so many hundredths, in plies"`
	LMRHistory int `chess:"8192" shogi:"8192" min:"1000" max:"30000" step:"500" technique:"history in reductions" off:"1000000" doc:"history that takes a ply off a reduction, or adds one"`

	HistoryScale int `chess:"16" shogi:"16" min:"1" max:"64" step:"2" technique:"histories" off:"0" doc:"history bonus of a refuting move for each squared ply of depth"`
	HistoryMax   int `chess:"1800" shogi:"1800" min:"200" max:"8000" step:"200" doc:"largest history bonus"`

	// Switches: 1 is on. What they govern has no number of its own.
	ZeroWindow    int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"principal variation search" off:"0" doc:"zero windows for all but the first move; pruning rests on them"`
	MateDistance  int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"mate distance pruning" off:"0" doc:"no search for mates longer than one at hand"`
	MateInOne     int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"mate in one" off:"0" doc:"asks the game whether it sees a mate in one"`
	TableCutoffs  int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"transposition table cutoffs" off:"0" doc:"scores of the table end nodes"`
	TableMove     int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"transposition table move" off:"0" doc:"the move of the table is tried first"`
	TableEval     int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"transposition table score as evaluation" off:"0" doc:"scores of the table sharpen the static evaluation"`
	Killers       int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"killer moves" off:"0" doc:"quiet moves that refuted a sibling are tried before others"`
	Continuation  int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"continuation history" off:"0" doc:"history of moves after the one or two before them"`
	VictimOrder   int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"MVV-LVA" off:"0" doc:"captures of large pieces by small ones are tried first"`
	ExchangeOrder int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"SEE in move ordering" off:"0" doc:"captures that lose material come last, and never in quiescence"`
	Improving     int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"improving" off:"0" doc:"prunes less where the static evaluation rises"`
	Quiescence    int `chess:"1" shogi:"1" min:"0" max:"1" step:"0" technique:"quiescence search" off:"0" doc:"plays exchanges out before a position is evaluated"`
}

// Row describes one parameter.
type Row struct {
	Name                         string
	Chess, Shogi, Min, Max, Step int
	Technique                    string // that the row governs, empty for none
	Off                          int    // the value that switches the technique off
	Doc                          string
}

// Rows returns the table of parameters in the order of the fields of Set.
func Rows() []Row {
	t := reflect.TypeFor[Set]()
	rows := make([]Row, t.NumField())
	for i := range rows {
		f := t.Field(i)
		rows[i] = Row{
			Name: f.Name, Chess: tag(f, "chess"), Shogi: tag(f, "shogi"),
			Min: tag(f, "min"), Max: tag(f, "max"), Step: tag(f, "step"),
			Technique: f.Tag.Get("technique"), Doc: f.Tag.Get("doc"),
		}
		if rows[i].Technique != "" {
			rows[i].Off = tag(f, "off")
		}
	}
	return rows
}

// tag reads a number from the tags of a field. The tags are part of the source
// and a test reads every one, so a bad one is a bug.
func tag(f reflect.StructField, key string) int {
	n, err := strconv.Atoi(f.Tag.Get(key))
	if err != nil {
		panic(fmt.Sprintf("params: field %s: tag %s: %v", f.Name, key, err))
	}
	return n
}

// Chess returns the defaults of chess.
func Chess() *Set { return defaults(func(r Row) int { return r.Chess }) }

// Shogi returns the defaults of shogi.
func Shogi() *Set { return defaults(func(r Row) int { return r.Shogi }) }

func defaults(value func(Row) int) *Set {
	s := new(Set)
	for _, r := range Rows() {
		if err := s.Assign(r.Name, value(r)); err != nil {
			panic(err) // a default outside its own range; the tests look at each
		}
	}
	return s
}

// Assign gives the parameter with that name a value. An unknown name or a value
// outside the range, other than the one that switches a technique off, is an
// error and changes nothing.
func (s *Set) Assign(name string, value int) error {
	for i, r := range Rows() {
		if r.Name != name {
			continue
		}
		if (value < r.Min || value > r.Max) && (r.Technique == "" || value != r.Off) {
			return fmt.Errorf("parameter %s: %d is not within %d to %d", name, value, r.Min, r.Max)
		}
		reflect.ValueOf(s).Elem().Field(i).SetInt(int64(value))
		return nil
	}
	return fmt.Errorf("there is no parameter %q", name)
}

// AssignText gives the parameter with that name a value in words: a number, or
// "off" for the value that switches its technique off.
func (s *Set) AssignText(name, text string) error {
	if text == "off" {
		for _, r := range Rows() {
			switch {
			case r.Name != name:
			case r.Technique == "":
				return fmt.Errorf("parameter %s governs no technique that could be off", name)
			default:
				return s.Assign(name, r.Off)
			}
		}
	}
	value, err := strconv.Atoi(text)
	if err != nil && text != "off" {
		return fmt.Errorf("parameter %s: %q is no number", name, text)
	}
	return s.Assign(name, value)
}
